//! Says why a text is no corpus, by what its first lines look like. It names a command only if what
//! the command makes of those lines is read, every line of it.

use super::cells::{is_between, is_blank, odd_blank};
use super::kind::Kind;
use super::likeliest::reads_whole;
use super::lines::content_lines;
use super::reading::Reading;
use super::stated::runs;
use crate::escape::escape;
use crate::input::HEAD;
use crate::numbers::counted;
use memchr::memchr;
use ninefold::grid::{CELLS, Puzzle};

/// Fewer bad lines are those of a small corpus, unless something shows what they are instead.
const ENOUGH: usize = 10;

/// How many bytes of a line to show.
const SHOWN: usize = 60;

/// The first bytes of files that are no text of puzzles, what the files are, and what to do.
const MAGICS: [(&[u8], &str); 4] = [
    (
        b"PAR1",
        "a Parquet file: the Python package solves it, python -m ninefold FILE -o OUTPUT",
    ),
    (
        b"PK\x03\x04",
        "a zip archive, or a workbook: unpack it, or save the sheet as csv",
    ),
    (
        b"version https://git-lfs.github.com/",
        "a pointer of Git LFS: the file itself was not fetched",
    ),
    (b"<!DOCTYPE html", "a web page"),
];

/// The marks of texts whose characters take two or four bytes, as many as the mark, and their
/// encodings.
const WIDE_MARKS: [(&[u8], &str); 4] = [
    // Before UTF-16, whose mark is the beginning of this one.
    (b"\xff\xfe\0\0", "UTF-32"),
    (b"\0\0\xfe\xff", "UTF-32"),
    (b"\xff\xfe", "UTF-16"),
    (b"\xfe\xff", "UTF-16"),
];

/// The kind of a file that has no lines of text, by its beginning. `reads` is whether all is read
/// of what a command would make of that.
pub(super) fn no_text(head: &[u8], reads: impl Fn(&[u8]) -> bool) -> Option<String> {
    if let Some((_, what)) = MAGICS.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(format!("not a text of puzzles, but {what}"));
    }
    if let Some(wide) = Wide::of(head) {
        let encoding = wide.encoding;
        let said = format!("its encoding is {encoding}, not UTF-8");
        let command = format!("iconv -f {encoding} -t UTF-8 FILE converts it");
        return Some(with_command(said, reads(&wide.decoded(head)), &command));
    }
    let ended = head.trim_ascii_end();
    if memchr(b'\n', ended).is_some() || memchr(b'\r', ended).is_none() {
        return None;
    }
    let said = "its lines end in carriage returns alone".to_owned();
    let command = "tr '\\r' '\\n' < FILE converts it";
    let converted = replaced(head, b'\r', b'\n');
    Some(with_command(said, reads(&converted), command))
}

/// Adds a command if all is read of what it makes.
fn with_command(said: String, is_read: bool, command: &str) -> String {
    if is_read {
        format!("{said}: {command}")
    } else {
        said
    }
}

/// The format of what a command makes of the beginning of an input, if all of it is read.
pub(super) fn reads_beginning(converted: &[u8], head: &[u8]) -> Option<Kind> {
    // There may be more.
    let is_cut = head.len() >= HEAD;
    reads_whole(converted, is_cut)
}

/// An encoding whose characters take two or four bytes.
struct Wide {
    encoding: &'static str,
    /// Bytes of the mark at the beginning of the text.
    mark: usize,
    /// Bytes of a character.
    unit: usize,
    is_low_first: bool,
}

impl Wide {
    /// The encoding that a mark shows, or two bytes for each character.
    fn of(head: &[u8]) -> Option<Wide> {
        if let Some((mark, encoding)) = WIDE_MARKS.iter().find(|(mark, _)| head.starts_with(mark)) {
            return Some(Wide {
                encoding,
                mark: mark.len(),
                unit: mark.len(),
                is_low_first: mark[0] == 0xff,
            });
        }
        let (pairs, _) = head[..head.len().min(CELLS)].as_chunks::<2>();
        let is_low_first = have_zero_at(1, pairs);
        let encoding = if is_low_first {
            "UTF-16LE"
        } else if have_zero_at(0, pairs) {
            "UTF-16BE"
        } else {
            return None;
        };
        Some(Wide {
            encoding,
            mark: 0,
            unit: 2,
            is_low_first,
        })
    }

    /// The characters of a text.
    fn decoded(&self, text: &[u8]) -> Vec<u8> {
        let mut decoded = String::new();
        for unit in text[self.mark..].chunks_exact(self.unit) {
            let mut code = 0;
            for i in 0..self.unit {
                let next = if self.is_low_first {
                    self.unit - 1 - i
                } else {
                    i
                };
                code = code << 8 | u32::from(unit[next]);
            }
            // Half of a pair, for a character that takes two, is none.
            decoded.push(char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER));
        }
        decoded.into_bytes()
    }
}

/// Whether this byte of each pair is 0, and the other is not.
fn have_zero_at(zero: usize, pairs: &[[u8; 2]]) -> bool {
    let mut all = pairs.iter();
    pairs.len() > 1 && all.all(|pair| pair[zero] == 0 && pair[1 - zero] != 0)
}

fn replaced(text: &[u8], from: u8, to: u8) -> Vec<u8> {
    let mut replaced = text.to_vec();
    for byte in &mut replaced {
        if *byte == from {
            *byte = to;
        }
    }
    replaced
}

/// Refuses a text if more of its first lines or records, `first`, are not understood than are, with
/// the first of those. `head` is all of the text that was looked at.
pub(super) fn doubt(head: &[u8], first: &[u8], reading: &Reading<'_>) -> Result<(), String> {
    let content = content_lines(first).count();
    if content == 0 {
        return only_comments(first);
    }
    // A text of which only the solutions are read is no corpus.
    let puzzles = reading.open_puzzles();
    let unread = reading.unread.len();
    let skipped = match reading.kind {
        // Puzzles stand anywhere in it, and most lines may have none.
        Kind::Text | Kind::Json | Kind::Array | Kind::Leetcode => 0,
        _ => content.saturating_sub(reading.explained + reading.spoilt),
    };
    let is_doubted = are_most(unread, puzzles) || are_most(skipped, reading.explained);
    if !reading.puzzles.is_empty() && !is_doubted {
        return Ok(());
    }
    if puzzles == 0 && memchr(0, first).is_some() {
        return Err("no puzzle in its first 64 KiB, but NUL bytes: it is not text".to_owned());
    }
    let found = match puzzles {
        0 => "no puzzle".to_owned(),
        some => format!("only {}", counted(some as u64, "puzzle")),
    };
    let lines = match content {
        1 => "first line".to_owned(),
        some => format!("first {}", counted(some as u64, "line")),
    };
    let kind = reading.kind;
    let Some(reason) = reason(head, first, reading, content) else {
        return Ok(());
    };
    // If no reader finds a puzzle, no format was chosen.
    let read_as = if puzzles == 0 && kind == Kind::Line {
        String::new()
    } else {
        format!(", read as {kind}")
    };
    // It takes every grid for a puzzle, and loses those that it does not read.
    let way_out = if puzzles > 0 && unread == 0 && puzzles == reading.puzzles.len() {
        format!(" (--input-format {kind} reads it all the same)")
    } else {
        String::new()
    };
    Err(format!(
        "{found} in its {lines}{read_as}. {reason}{way_out}"
    ))
}

/// Whether there are more bad than good ones, and not only a few.
fn are_most(bad: usize, good: usize) -> bool {
    bad >= ENOUGH && bad > good
}

fn only_comments(text: &[u8]) -> Result<(), String> {
    let runs = runs(text);
    let mut grids = runs.filter(|(_, run)| run.len() == CELLS);
    match grids.next() {
        Some(_) => Err("all its puzzles are in comments, lines that begin with '#'".to_owned()),
        None => Ok(()),
    }
}

/// What the first line is that is no puzzle. `None` for the few lines of a small corpus, unless
/// something shows what they are.
fn reason(head: &[u8], first: &[u8], reading: &Reading<'_>, content: usize) -> Option<String> {
    let unread = &reading.unread;
    let lines: Vec<(u64, &[u8])> = if unread.is_empty() {
        numbered(first).collect()
    } else {
        let lines = unread.iter().map(|unread| (unread.line, unread.text));
        lines.collect()
    };
    if let Some((line, what)) = first_look(head, &lines) {
        return Some(format!("Line {line} {what}"));
    }
    if unread.is_empty() && !reading.puzzles.is_empty() {
        return Some("Most of them are not understood".to_owned());
    }
    let (line, first) = *lines.first()?;
    let shown = String::from_utf8_lossy(&first[..first.len().min(SHOWN)]);
    let shown = escape(shown.trim());
    let fault = unread.first().map(|unread| &*unread.fault);
    let fault = fault.filter(|fault| reading.is_made && *fault != NO_FAULT);
    match fault {
        Some(fault) => Some(format!("Line {line} is {shown} ({fault})")),
        None => (content >= ENOUGH).then(|| format!("Line {line} is {shown}")),
    }
}

/// The fault of a record about which its reader says nothing.
const NO_FAULT: &str = "length 1";

/// Why a text without puzzles is refused, if one of its first lines looks like something.
pub(super) fn hint(head: &[u8]) -> Option<String> {
    let lines: Vec<(u64, &[u8])> = numbered(head).collect();
    first_look(head, &lines)
        .map(|(line, what)| format!("no puzzle in its first lines. Line {line} {what}"))
}

/// The first line that looks like something, and what that is.
fn first_look(head: &[u8], lines: &[(u64, &[u8])]) -> Option<(u64, String)> {
    for &(number, line) in lines {
        if let Some(what) = describe(head, line) {
            return Some((number, what));
        }
    }
    None
}

/// The lines that are neither blank nor comments, with their numbers.
fn numbered(text: &[u8]) -> impl Iterator<Item = (u64, &[u8])> {
    let lines = text.split(|&byte| byte == b'\n').zip(1..);
    lines
        .filter(|(line, _)| content_lines(line).next().is_some())
        .map(|(line, i)| (i, line))
}

/// Cells in a row of boards of other sizes, and of the lists of candidates of a board.
const SIDES: [usize; 8] = [4, 6, 8, 12, 15, 16, 25, 27];

/// What a line of a text looks like that is no puzzle.
fn describe(head: &[u8], line: &[u8]) -> Option<String> {
    let line = line.trim_ascii_end();
    if let Some(blank) = odd_blank_of(line) {
        let is_read = reads_beginning(&replaced(head, blank, b'.'), head).is_some();
        return Some(other_blank(blank, is_read));
    }
    let boards = parts(line).map(<[u8]>::trim_ascii);
    let boards = boards.filter(|part| may_be_board(part));
    let count = boards.map(<[u8]>::len).max().unwrap_or(0);
    if SIDES.iter().any(|side| side * side == count) {
        return Some(format!("has {count} cells, and boards are of 9x9"));
    }
    let cells = cells_side_by_side(line)?;
    let boards = cells / SIDE;
    Some(format!(
        "has {cells} cells, as of {boards} boards side by side"
    ))
}

/// Whether a text may be the cells of a board of any size, whose digits may be letters.
fn may_be_board(text: &[u8]) -> bool {
    let mut all = text.iter();
    let mut any = text.iter();
    all.all(|&byte| byte.is_ascii_alphanumeric() || is_blank(byte))
        && any.any(|&byte| byte.is_ascii_digit() || is_blank(byte))
}

/// A line, and the fields of it.
fn parts(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    let fields = line.split(|byte| b",;\t|\"".contains(byte));
    std::iter::once(line).chain(fields)
}

/// Cells in a row of a board.
const SIDE: usize = 9;

/// The number of cells of a line that is rows of several boards side by side.
fn cells_side_by_side(line: &[u8]) -> Option<usize> {
    let rows = line.split(|&byte| byte.is_ascii_whitespace() || byte == b'|');
    let rows: Vec<&[u8]> = rows.filter(|row| !row.is_empty()).collect();
    let lengths: Vec<usize> = rows.iter().map(|row| row.len()).collect();
    let are_parts = [1, 3, SIDE]
        .iter()
        .any(|part| lengths.iter().all(|length| length == part));
    let are_cells = rows.concat().iter().all(|&byte| Puzzle::is_cell(byte));
    let cells: usize = lengths.iter().sum();
    let are_several = cells > SIDE && cells < CELLS && cells.is_multiple_of(SIDE);
    (are_parts && are_cells && are_several).then_some(cells)
}

/// The sign for blanks of a text that is a table with dots in its place, and what to do.
pub(super) fn other_blank_of_table(head: &[u8]) -> Option<String> {
    let fields = head.split(|byte| b",;\t|\"\n".contains(byte));
    let blank = fields.map(<[u8]>::trim_ascii).find_map(odd_blank)?;
    let kind = reads_beginning(&replaced(head, blank, b'.'), head)?;
    let is_table = matches!(kind, Kind::Csv | Kind::Jsonl | Kind::Json);
    is_table.then(|| format!("it {}", other_blank(blank, true)))
}

/// Says which sign stands for blanks, and what to do if that is enough: if all `is_read` of the
/// text with dots in its place.
fn other_blank(blank: u8, is_read: bool) -> String {
    let sign = char::from(blank);
    let said = format!("has '{sign}' for its blanks");
    let command = format!("tr '{sign}' . < FILE writes it with dots");
    with_command(said, is_read, &command)
}

/// The sign for the blanks of a line, if it is not a valid blank.
fn odd_blank_of(line: &[u8]) -> Option<u8> {
    let words: Vec<&[u8]> = line
        .split(|&byte| is_between(byte))
        .filter(|word| !word.is_empty())
        .collect();
    let are_cells = words.iter().all(|word| word.len() == 1);
    let cells = are_cells.then(|| words.concat());
    let grids = words.iter().copied().filter(|word| word.len() == CELLS);
    let together = parts(line).chain(grids).find_map(odd_blank);
    together.or_else(|| odd_blank(&cells?))
}
