//! Checks by its first 64 KiB whether an input is a corpus. Ninefold refuses other files with a
//! hint, instead of answering with a file of `!malformed`.

use super::blocks::assembled;
use super::columns::sample;
use super::find::{find, puzzle_field};
use super::kind::Kind;
use super::layout::Format;
use super::records::{OtherKind, Records};
use super::unsupported::puzzle_within;
use super::{json, table};
use crate::escape::escape;
use crate::grid::{CELLS, Puzzle, cells_at};
use crate::input::HEAD;
use crate::numbers::counted;
use memchr::{memchr, memmem};
use std::borrow::Cow;

/// An input is not a corpus if it has this many lines that do not even resemble a puzzle, and no
/// puzzle. Fewer may be the bad lines of a small corpus.
const ENOUGH: usize = 10;

const TABLE: &str = "the Python package solves it: python -m ninefold FILE -o OUTPUT";
const COLUMN: &str = "write its column of puzzles to a file of lines, for instance with \
    duckdb -c \"COPY (SELECT puzzle FROM 'FILE') TO 'puzzles.csv'\"";
const ARRAY: &str = "write its puzzles to a file of lines, 81 cells each";
const UTF_8: &str = "convert it: iconv -f UTF-16 -t UTF-8 FILE";

/// The first bytes of files that are no text of puzzles, what the files are, and what to do.
const MAGICS: [(&[u8], &str, &str); 12] = [
    (b"PAR1", "a Parquet file", TABLE),
    (b"ARROW1", "an Arrow file", TABLE),
    (b"FEA1", "a Feather file", COLUMN),
    (b"ORC", "an ORC file", COLUMN),
    (b"SQLite format 3\0", "an SQLite database", COLUMN),
    (b"\x89HDF\r\n", "an HDF5 file", ARRAY),
    (b"\x93NUMPY", "a NumPy array", ARRAY),
    (
        b"PK\x03\x04",
        "a zip archive",
        "unzip -p FILE | ninefold solve -",
    ),
    (b"\xff\xfe", "a text in UTF-16", UTF_8),
    (b"\xfe\xff", "a text in UTF-16", UTF_8),
    (
        b"version https://git-lfs.github.com/",
        "a pointer of git LFS, not the file itself",
        "fetch it with git lfs pull",
    ),
    (
        b"<!DOCTYPE html",
        "a web page",
        "save the puzzles as lines of 81 cells",
    ),
];

/// The kind of a text that no reader here supports, by its beginning. `None` if it may be a corpus.
pub(super) fn not_a_corpus(head: &[u8]) -> Option<String> {
    if let Some(what) = no_text(head) {
        return Some(what);
    }
    let lines = sample(head).split(|&byte| byte == b'\n');
    let mut lines = lines.map(<[u8]>::trim_ascii);
    if lines.clone().any(|line| line.starts_with(b"p cnf ")) {
        return Some("clauses of a CNF formula (DIMACS), not puzzles".to_owned());
    }
    if lines.any(|line| line.starts_with(b"COPY ") && line.ends_with(b" FROM stdin;")) {
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
        return Some("an Excel workbook, not text: save the sheet as csv".to_owned());
    }
    let is = |magic: &[u8]| {
        let tag = head.get(..magic.len());
        tag.is_some_and(|tag| tag.eq_ignore_ascii_case(magic))
    };
    if let Some((_, what, hint)) = MAGICS.iter().find(|(magic, ..)| is(magic)) {
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
    if text.starts_with(b"{") {
        let end = memchr(b'\n', text)?;
        let continues = text[1..end].trim_ascii().is_empty();
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
        _ if row.starts_with(b"[") || cells > CELLS / 2 || is_text(row, 9) => {
            Some("a JSON array of boards: write one board a line (jq -c '.[]' FILE)")
        }
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

/// The lines that hold the puzzles of a text in this format.
fn lines_of(kind: Kind, text: &[u8]) -> Cow<'_, [u8]> {
    match kind.is_lines() {
        true => text.into(),
        false => assembled(kind, text, None).into(),
    }
}

/// The records of lines.
fn records(format: Format, lines: &[u8]) -> Records {
    let mut records = Records::default();
    find(format, lines, &mut records);
    records
}

/// Whether a text in this format has any puzzle.
pub(super) fn has_puzzle(kind: Kind, format: Format, text: &[u8]) -> bool {
    let lines = lines_of(kind, text);
    let records = records(format, &lines);
    let mut puzzles = records.starts.iter();
    puzzles.any(|&start| Puzzle::from_text(cells_at(&lines, start as usize)).is_ok())
}

/// Whether a text in this format has a puzzle, or something that may be meant as one.
pub(super) fn is_fruitful(kind: Kind, format: Format, text: &[u8]) -> bool {
    let lines = lines_of(kind, text);
    let records = records(format, &lines);
    let mut others = records.others.iter();
    !records.starts.is_empty()
        || others.any(|other| {
            let line = &lines[other.start as usize..other.end as usize];
            other.kind == OtherKind::Malformed && is_near(format, line)
        })
}

/// How many records of a text are malformed.
fn malformed(format: Format, text: &[u8]) -> usize {
    let others = records(format, text).others;
    let malformed = others
        .iter()
        .filter(|other| other.kind == OtherKind::Malformed);
    malformed.count()
}

/// If there is no puzzle in the first 64 KiB of a text, nor something similar, what is there instead.
/// `column` is the specified column, if any. A specified format is accepted as long as more text may
/// come.
pub(super) fn barren(
    kind: Kind,
    format: Format,
    (is_named, column): (bool, Option<&str>),
    head: &[u8],
) -> Option<String> {
    if is_named && kind.is_lines() || is_fruitful(kind, format, head) {
        return None;
    }
    let lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    let lines = lines.filter(|line| !line.is_empty());
    let (comments, lines): (Vec<&[u8]>, Vec<&[u8]>) = lines.partition(|line| line[0] == b'#');
    let count = match format {
        // A record may take several lines.
        Format::Csv(_) => malformed(format, head),
        _ => lines.len(),
    };
    let is_whole = head.len() < HEAD;
    let is_binary = memchr(0, head).is_some();
    if !is_named && is_binary {
        return Some("no puzzle in its first 64 KiB, but NUL bytes: it is not text".to_owned());
    }
    if !is_named && count >= ENOUGH {
        let lines = counted(count as u64, "line");
        return Some(match column {
            Some(column) => format!(
                "no puzzle in column '{}' of its first {lines} (--column names another; \
                 --input-format csv reads it in any case)",
                escape(column),
            ),
            None => format!(
                "no puzzle in its first {lines}, taken for format {kind} \
                 (--input-format names another and reads any text; --column names a column)",
            ),
        });
    }
    if lines.is_empty() && is_whole && comments.iter().any(|line| puzzle_within(line).is_some()) {
        return Some(format!(
            "all its puzzles are in comments, lines that begin with '#': write each on a line of \
             its own (grep -oE '[0-9._*xX]{{{CELLS}}}' FILE)"
        ));
    }
    // Formats of several lines may skip text, so that not even a malformed record remains. A count
    // of 0 and `end` are corpora without puzzles.
    let passes_over = !kind.is_lines()
        && !matches!(kind, Kind::Poj2676 | Kind::Poj3074)
        && (is_whole || !is_named);
    (passes_over && !lines.is_empty() && lines_of(kind, head).is_empty()).then(|| {
        format!("nothing in it is a record of format {kind} (--input-format names another)")
    })
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
