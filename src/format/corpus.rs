//! Checks by its first 64 KiB whether an input is a corpus. Ninefold refuses other files with a
//! hint, instead of answering with a file of `!malformed`.

use super::blocks::Assembler;
use super::columns::sample;
use super::find::{find, puzzle_field};
use super::kind::Kind;
use super::layout::Format;
use super::lines::Out;
use super::records::{Other, OtherKind, Records};
use super::unsupported::puzzle_within;
use super::{json, table};
use crate::escape::escape;
use crate::grid::{CELLS, Puzzle, cells_at};
use crate::input::{Chunk, HEAD, InputError, Origin, Source};
use crate::numbers::counted;
use memchr::{memchr, memmem};
use std::collections::VecDeque;

/// An input is not a corpus if it has this many lines that do not even resemble a puzzle, and no
/// puzzle. Fewer may be the bad lines of a small corpus.
const ENOUGH: usize = 10;

const TABLE: &str = "the Python package solves it: python -m ninefold FILE -o OUTPUT";
const COLUMN: &str = "write its column of puzzles to a file of lines, for instance with \
    duckdb -c \"COPY (SELECT puzzle FROM 'FILE') TO 'puzzles.csv'\"";
const SHEET: &str = "save the sheet as csv";
const UNPACK: &str = "unpack it first";
const ARRAY: &str = "write its puzzles to a file of lines, 81 cells each";
const NONE: &str = "a corpus is a text with 81 cells a line";

/// The first bytes of files that are not text, what the files are, and what to do.
const MAGICS: [(&[u8], &str, &str); 27] = [
    (b"PAR1", "a Parquet file", TABLE),
    (b"ARROW1", "an Arrow file", TABLE),
    (b"\xff\xff\xff\xff", "an Arrow stream", TABLE),
    (b"FEA1", "a Feather file", COLUMN),
    (b"ORC", "an ORC file", COLUMN),
    (b"Obj\x01", "an Avro file", COLUMN),
    (b"SQLite format 3\0", "an SQLite database", COLUMN),
    (b"\x89HDF\r\n", "an HDF5 file", ARRAY),
    (b"\x93NUMPY", "a NumPy array", ARRAY),
    (b"\x80\x04\x95", "a Python pickle", ARRAY),
    (b"\xd0\xcf\x11\xe0", "an Office document", SHEET),
    (b"PK\x03\x04", "a zip archive", UNPACK),
    (b"7z\xbc\xaf", "a 7z archive", UNPACK),
    (b"Rar!\x1a", "a RAR archive", UNPACK),
    (b"%PDF", "a PDF document", NONE),
    (b"\x89PNG", "a PNG image", NONE),
    (b"\xff\xd8\xff", "a JPEG image", NONE),
    (b"GIF8", "a GIF image", NONE),
    (b"\x7fELF", "a program (ELF)", NONE),
    (b"\xfe\xed\xfa\xce", "a program (Mach-O)", NONE),
    (b"\xfe\xed\xfa\xcf", "a program (Mach-O)", NONE),
    (b"\xce\xfa\xed\xfe", "a program (Mach-O)", NONE),
    (b"\xcf\xfa\xed\xfe", "a program (Mach-O)", NONE),
    (b"\xca\xfe\xba\xbe", "a program (Mach-O, or Java)", NONE),
    (b"MZ\x90\0", "a program (Windows)", NONE),
    (b"\xff\xfe", "a text in UTF-16", UTF_8),
    (b"\xfe\xff", "a text in UTF-16", UTF_8),
];

const BOARDS: &str = "a JSON array of boards: write one board a line (jq -c '.[]' FILE)";

const COLUMNS: &str = "a JSON object with a member for each column: write one object a line \
    (in pandas to_json(orient='records', lines=True))";

const UTF_8: &str = "convert it: iconv -f UTF-16 -t UTF-8 FILE";

/// The kind of a text that no reader here supports, by its beginning. `None` if it may be a corpus.
pub(super) fn not_a_corpus(head: &[u8]) -> Option<String> {
    let begins = |tag: &[u8]| {
        let text = head.trim_ascii_start();
        text.get(..tag.len())
            .is_some_and(|text| text.eq_ignore_ascii_case(tag))
    };
    if let Some(what) = no_text(head) {
        return Some(what);
    }
    if begins(b"<!doctype html") || begins(b"<html") {
        return Some("a web page, not a text of puzzles".to_owned());
    }
    if begins(b"version https://git-lfs.github.com/") {
        return Some(
            "a pointer of git LFS, not the file itself: fetch it with git lfs pull".to_owned(),
        );
    }
    let lines = || {
        sample(head)
            .split(|&byte| byte == b'\n')
            .map(<[u8]>::trim_ascii)
    };
    if lines().any(|line| line.starts_with(b"p cnf ")) {
        return Some("clauses of a CNF formula (DIMACS), not puzzles".to_owned());
    }
    if lines().any(|line| line.starts_with(b"COPY ") && line.ends_with(b" FROM stdin;")) {
        return Some(
            "a dump of PostgreSQL: write the table as csv (psql -c '\\copy TABLE TO FILE csv header')"
                .to_owned(),
        );
    }
    whole_json(sample(head)).map(str::to_owned)
}

/// The kind of a file that has no lines.
pub(super) fn no_text(head: &[u8]) -> Option<String> {
    if head.starts_with(b"PK\x03\x04") && memmem::find(head, b"[Content_Types].xml").is_some() {
        return Some(format!("an Excel workbook, not text: {SHEET}"));
    }
    if head.get(257..262) == Some(b"ustar") {
        return Some(format!("a tar archive, not text: {UNPACK}"));
    }
    if let Some((_, what, hint)) = MAGICS.iter().find(|(magic, ..)| head.starts_with(magic)) {
        return Some(format!("{what}, not a text of puzzles: {hint}"));
    }
    let ended = head.trim_ascii_end();
    (memchr(b'\n', ended).is_none() && memchr(b'\r', ended).is_some()).then(|| {
        "its lines end in carriage returns alone: convert it with tr '\\r' '\\n' < FILE".to_owned()
    })
}

/// The kind of a text that is one JSON document with all puzzles.
fn whole_json(head: &[u8]) -> Option<&'static str> {
    let text = head.trim_ascii_start();
    if let Some(rest) = text.strip_prefix(b"{") {
        let first = rest.split(|&byte| byte == b'\n').next()?;
        if is_by_columns(rest) {
            return Some(COLUMNS);
        }
        let continues = first.len() < rest.len() && first.trim_ascii().is_empty();
        return continues
            .then_some("a JSON object over several lines: write it on one (jq -c . FILE)");
    }
    let bare: Vec<u8> = text
        .iter()
        .filter(|byte| !byte.is_ascii_whitespace())
        .take(4 * CELLS)
        .copied()
        .collect();
    let inner = bare.strip_prefix(b"[")?;
    let row = inner.strip_prefix(b"[").unwrap_or_default();
    let cells = row.split(|&byte| byte == b']').next().unwrap_or_default();
    let cells = cells.split(|&byte| byte == b',').count();
    match inner {
        [b'{', ..] => Some("a JSON array of objects: write one object a line (jq -c '.[]' FILE)"),
        [b'[', b'[', ..] => Some(BOARDS),
        _ if cells > CELLS / 2 || is_text(row, 9) => Some(BOARDS),
        _ if is_text(inner, CELLS) => {
            Some("a JSON array of texts: write one a line (jq -r '.[]' FILE)")
        }
        _ => None,
    }
}

/// Whether a text begins with that many cells in quotes.
fn is_text(text: &[u8], count: usize) -> bool {
    let cells = text.strip_prefix(b"\"").and_then(|text| text.get(..count));
    cells.is_some_and(|cells| cells.iter().all(|&byte| Puzzle::is_cell(byte)))
}

/// Whether the first member of an object has an object of rows, by their numbers, and the first row
/// has a puzzle.
fn is_by_columns(members: &[u8]) -> bool {
    let rows = member(members).and_then(|(_, rows)| rows.strip_prefix(b"{"));
    rows.and_then(member)
        .is_some_and(|(row, puzzle)| row.iter().all(u8::is_ascii_digit) && is_text(puzzle, CELLS))
}

/// The name of the first of these members of an object, and the text from its value on.
fn member(members: &[u8]) -> Option<(&[u8], &[u8])> {
    let members = members.trim_ascii_start().strip_prefix(b"\"")?;
    let (name, rest) = members.split_at(memchr(b'"', members)?);
    let value = rest[1..].trim_ascii_start().strip_prefix(b":")?;
    Some((name, value.trim_ascii_start()))
}

/// Whether a text in this format has any puzzle.
pub(super) fn has_puzzle(kind: Kind, format: Format, text: &[u8]) -> bool {
    let mut out = Out::new();
    let lines = match kind.is_lines() {
        true => text,
        false => {
            let mut records = Assembler::new(kind);
            for line in text.split(|&byte| byte == b'\n') {
                records.line(line, Origin::default(), &mut out);
            }
            records.end(Origin::default(), &mut out);
            &out.text
        }
    };
    let mut records = Records::default();
    find(format, lines, &mut records);
    let mut puzzles = records.starts.iter();
    puzzles.any(|&start| Puzzle::from_text(cells_at(lines, start as usize)).is_ok())
}

/// Searches the first 64 KiB for a puzzle, or for something similar. If there is neither, says what
/// is there instead. `column` is the specified column, if any. Adds the chunks that it reads to
/// `chunks`.
pub(super) fn barren(
    kind: Kind,
    format: Format,
    (is_named, column): (bool, Option<&str>),
    chunks: &mut VecDeque<Chunk>,
    source: &mut dyn Source,
) -> Result<Option<String>, InputError> {
    if is_named && kind.is_lines() {
        return Ok(None);
    }
    let mut look = CorpusEvidence::new(kind, format);
    let mut looked_at = 0;
    while !look.found && look.left > 0 {
        if let Some(chunk) = chunks.get(looked_at) {
            match chunk.broken {
                None => look.at(&chunk.bytes),
                Some(_) => look.nul |= memchr(0, &chunk.bytes).is_some(),
            }
            looked_at += 1;
        } else if let Some(chunk) = source.next(None)? {
            chunks.push_back(chunk);
        } else {
            look.end();
            break;
        }
    }
    let reason = look.reason(column).filter(|_| !is_named);
    Ok(reason.or_else(|| look.nothing(is_named)))
}

struct CorpusEvidence {
    kind: Kind,
    format: Format,
    /// Bytes left to examine.
    left: usize,
    /// Number of lines, without blank ones and comments.
    lines: usize,
    /// Comments that hold a puzzle.
    in_comments: usize,
    nul: bool,
    found: bool,
    /// Whether there is any record, a bad one included.
    any: bool,
    /// Whether the text has ended.
    ended: bool,
    records: Assembler,
    out: Out,
    /// The text of csv so far, whose records may span lines, and how much of it was examined.
    table: Vec<u8>,
    seen: usize,
}

impl CorpusEvidence {
    fn new(kind: Kind, format: Format) -> CorpusEvidence {
        CorpusEvidence {
            kind,
            format,
            left: HEAD,
            lines: 0,
            in_comments: 0,
            nul: false,
            found: false,
            any: false,
            ended: false,
            records: Assembler::new(kind),
            out: Out::new(),
            table: Vec::new(),
            seen: 0,
        }
    }

    /// Examines whole lines.
    fn at(&mut self, text: &[u8]) {
        let text = &text[..text.len().min(self.left)];
        self.left -= text.len();
        self.nul |= memchr(0, text).is_some();
        if let Format::Csv(_) = self.format {
            self.table.extend_from_slice(text);
            // Each byte is examined about twice, however small the chunks are.
            if self.table.len() >= 2 * self.seen || self.left == 0 {
                self.rows();
            }
            return;
        }
        // The end of the chunk is not a blank line.
        let text = text.strip_suffix(b"\n").unwrap_or(text);
        for line in text.split(|&byte| byte == b'\n') {
            let line = line.trim_ascii_end();
            self.lines += usize::from(!line.is_empty() && line[0] != b'#');
            let is_comment = line.first() == Some(&b'#');
            self.in_comments += usize::from(is_comment && puzzle_within(line).is_some());
            if self.kind.is_lines() {
                self.found |= is_near(self.format, line);
            } else {
                self.records.line(line, Origin::default(), &mut self.out);
                self.take();
            }
            if self.found {
                return;
            }
        }
    }

    /// Examines the records of csv.
    fn rows(&mut self) {
        let mut records = Records::default();
        find(self.format, &self.table, &mut records);
        // While more text may come, a record with open quotes is incomplete. Only such a record
        // reaches the end of the text, because others end before their line feed.
        let is_last = self.ended || self.left == 0;
        let is_whole = |end: u32| is_last || (end as usize) < self.table.len();
        let malformed = |other: &&Other| other.kind == OtherKind::Malformed;
        let mut others = records.others.iter().filter(malformed);
        self.seen = self.table.len();
        self.lines = others.clone().count();
        let text = |other: &Other| &self.table[other.start as usize..other.end as usize];
        self.found = records.spans.iter().any(|span| is_whole(span.end))
            || others.any(|other| is_whole(other.end) && is_near(self.format, text(other)));
    }

    /// Ends the text.
    fn end(&mut self) {
        self.ended = true;
        if let Format::Csv(_) = self.format {
            return self.rows();
        }
        self.records.end(Origin::default(), &mut self.out);
        self.take();
    }

    /// Examines the assembled records.
    fn take(&mut self) {
        self.any |= !self.out.text.is_empty();
        let mut records = self.out.text.split(|&byte| byte == b'\n');
        self.found |= records.any(|record| is_near(Format::Line, record));
        self.out.text.clear();
    }

    /// Formats of several lines may skip text, so that not even a malformed record remains. A count
    /// of 0 and `end` are corpora without puzzles. A specified format is accepted as long as more
    /// text may come.
    fn nothing(&self, is_named: bool) -> Option<String> {
        if self.in_comments > 0 && self.lines == 0 && self.ended {
            return Some(format!(
                "all its puzzles are in comments, lines that begin with '#': write each on a line of \
                 its own (grep -oE '[0-9._*xX]{{{CELLS}}}' FILE)"
            ));
        }
        let passes_over = !self.kind.is_lines()
            && !matches!(self.kind, Kind::Poj2676 | Kind::Poj3074)
            && (self.ended || !is_named);
        (passes_over && self.lines > 0 && !self.any).then(|| {
            format!(
                "nothing in it is a record of format {} (--input-format names another)",
                self.kind
            )
        })
    }

    fn reason(&self, column: Option<&str>) -> Option<String> {
        if self.found || !self.nul && self.lines < ENOUGH {
            return None;
        }
        Some(match (self.nul, column) {
            (true, _) => "no puzzle in its first 64 KiB, but NUL bytes: it is not text".to_owned(),
            (false, Some(column)) => format!(
                "no puzzle in column '{}' of its first {} (--column names another; --input-format \
                 csv reads it in any case)",
                escape(column),
                counted(self.lines as u64, "line"),
            ),
            (false, None) => format!(
                "no puzzle in its first {}, taken for format {} \
                 (--input-format names another and reads any text; --column names a column)",
                counted(self.lines as u64, "line"),
                self.kind
            ),
        })
    }
}

/// Whether a line may be meant as a puzzle: it has about as many cells where the puzzle should be.
/// In our own output, a verdict takes the place of a puzzle.
fn is_near(format: Format, line: &[u8]) -> bool {
    let field = match format {
        Format::Csv(layout) => table::puzzle_field(layout, line),
        Format::Json(member) => json::puzzle_field(member, line),
        _ => &line[puzzle_field(format, line)],
    };
    let cells = || field.iter().filter(|&&byte| Puzzle::is_cell(byte)).count();
    (70..=95).contains(&field.len()) && 2 * cells() >= field.len()
        || matches!(line, [b'!', b'a'..=b'z', ..])
}
