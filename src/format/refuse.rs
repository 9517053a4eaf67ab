//! Says why a text is no corpus, by what its first lines look like. It names a command only if what
//! the command makes of those lines is read, every line of it.

use super::cells::{is_blank, is_full};
use super::detect::reads_whole;
use super::kind::Kind;
use super::lines::content_lines;
use super::reading::Reading;
use super::roles;
use crate::escape::escape;
use crate::grid::{CELLS, Puzzle};
use crate::numbers::counted;
use memchr::memchr;

/// Fewer bad lines are those of a small corpus, if nothing tells what they are instead.
const ENOUGH: usize = 10;

/// How many bytes of a line to show.
const SHOWN: usize = 60;

/// The first bytes of files that are no text of puzzles, what the files are, and what to do.
const MAGICS: [(&[u8], &str); 8] = [
    (
        b"PAR1",
        "a Parquet file: the Python package solves it, python -m ninefold FILE -o OUTPUT",
    ),
    (
        b"PK\x03\x04",
        "a zip archive, or a workbook: unpack it, or save the sheet as csv",
    ),
    // Before UTF-16, whose mark is the beginning of this one.
    (
        b"\xff\xfe\0\0",
        "UTF-32: iconv -f UTF-32 -t UTF-8 FILE converts it",
    ),
    (
        b"\0\0\xfe\xff",
        "UTF-32: iconv -f UTF-32 -t UTF-8 FILE converts it",
    ),
    (
        b"\xff\xfe",
        "UTF-16: iconv -f UTF-16 -t UTF-8 FILE converts it",
    ),
    (
        b"\xfe\xff",
        "UTF-16: iconv -f UTF-16 -t UTF-8 FILE converts it",
    ),
    (
        b"version https://git-lfs.github.com/",
        "a pointer of Git LFS: the file itself was not fetched",
    ),
    (b"<!DOCTYPE html", "a web page"),
];

/// The kind of a file that has no lines of puzzles, by its beginning.
pub(super) fn no_text(head: &[u8]) -> Option<String> {
    if let Some((_, what)) = MAGICS.iter().find(|(magic, _)| head.starts_with(magic)) {
        return Some(format!("not a text of puzzles, but {what}"));
    }
    let ended = head.trim_ascii_end();
    if memchr(b'\n', ended).is_some() || memchr(b'\r', ended).is_none() {
        return None;
    }
    let said = "its lines end in carriage returns alone";
    Some(if reads_whole(&replaced(head, b'\r', b'\n')).is_some() {
        format!("{said}: tr '\\r' '\\n' < FILE converts it")
    } else {
        said.to_owned()
    })
}

fn replaced(text: &[u8], from: u8, to: u8) -> Vec<u8> {
    let byte = |&byte: &u8| if byte == from { to } else { byte };
    text.iter().map(byte).collect()
}

/// Refuses a text if more of its first lines or records are not understood than are, with the first
/// of those.
pub(super) fn doubt(text: &[u8], reading: &Reading<'_>) -> Result<(), String> {
    let content = content_lines(text).count();
    if content == 0 {
        return only_comments(text);
    }
    let puzzles = reading.puzzles.len();
    let unread = reading.unread.len();
    let skipped = match reading.kind {
        // Puzzles stand anywhere in it, and most lines may have none.
        Kind::Text | Kind::Json | Kind::Array | Kind::Leetcode => 0,
        _ => content.saturating_sub(reading.explained + reading.spoilt),
    };
    let is_much = |bad: usize, good: usize| bad >= ENOUGH && bad > good;
    let is_doubted = is_much(unread, puzzles) || is_much(skipped, reading.explained);
    if puzzles > 0 && !is_doubted {
        return Ok(());
    }
    if puzzles == 0 && memchr(0, text).is_some() {
        return Err("no puzzle in its first 64 KiB, but NUL bytes: it is not text".to_owned());
    }
    let found = match puzzles {
        0 => "no puzzle".to_owned(),
        some => format!("only {}", counted(some as u64, "puzzle")),
    };
    let lines = counted(content as u64, "line");
    let kind = reading.kind;
    let Some(reason) = reason(text, reading, content) else {
        return Ok(());
    };
    // It takes every grid for a puzzle.
    let has_solutions = reading.puzzles.iter().any(|cells| is_full(cells));
    let way_out = if puzzles == 0 || has_solutions {
        String::new()
    } else {
        format!(" (--input-format {kind} reads it all the same)")
    };
    Err(format!(
        "{found} in its first {lines}, read as {kind}. {reason}{way_out}"
    ))
}

fn only_comments(text: &[u8]) -> Result<(), String> {
    let runs = roles::runs(text);
    let mut grids = runs.filter(|(_, run)| run.len() == CELLS);
    match grids.next() {
        Some(_) => Err("all its puzzles are in comments, lines that begin with '#'".to_owned()),
        None => Ok(()),
    }
}

/// What the first line is that is no puzzle. `None` for the few lines of a small corpus, if nothing
/// tells what they are.
fn reason(text: &[u8], reading: &Reading<'_>, content: usize) -> Option<String> {
    let unread = &reading.unread;
    let lines: Vec<(u64, &[u8])> = if unread.is_empty() {
        numbered(text).collect()
    } else {
        let lines = unread.iter().map(|unread| (unread.line, unread.text));
        lines.collect()
    };
    if let Some((line, what)) = first_look(text, &lines) {
        return Some(format!("Line {line} {what}"));
    }
    let (line, first) = *lines.first()?;
    let shown = String::from_utf8_lossy(&first[..first.len().min(SHOWN)]);
    let shown = escape(shown.trim());
    let fault = unread.first().filter(|_| reading.puzzles.is_empty());
    let fault = fault.filter(|unread| reading.is_made && unread.fault != NO_FAULT);
    match fault {
        Some(unread) => Some(format!("Line {line}: {}", unread.fault)),
        None => (content >= ENOUGH).then(|| format!("Line {line} is {shown}")),
    }
}

/// The fault of a record about which its reader says nothing.
const NO_FAULT: &str = "length 1";

/// What the first line looks like that looks like something.
pub(super) fn hint(text: &[u8]) -> Option<String> {
    let lines: Vec<(u64, &[u8])> = numbered(text).collect();
    first_look(text, &lines)
        .map(|(line, what)| format!("no puzzle in its first lines. Line {line} {what}"))
}

fn first_look(text: &[u8], lines: &[(u64, &[u8])]) -> Option<(u64, String)> {
    let looks = |(line, of): &(u64, &[u8])| Some((*line, looks(text, of)?));
    lines.iter().find_map(looks)
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
fn looks(text: &[u8], line: &[u8]) -> Option<String> {
    let line = line.trim_ascii_end();
    let fields = line.split(|byte| b",;\t|\"".contains(byte));
    let parts = std::iter::once(line).chain(fields);
    if let Some(blank) = parts.clone().find_map(odd_blank) {
        return Some(other_blank(text, blank));
    }
    if let Some(blank) = odd_field(line) {
        return Some(other_blank(text, blank));
    }
    let is_cells = |part: &&[u8]| {
        let is_cell = |byte: &u8| byte.is_ascii_alphanumeric() || is_blank(*byte);
        part.iter().all(is_cell)
            && part
                .iter()
                .any(|byte| byte.is_ascii_digit() || is_blank(*byte))
    };
    let boards = parts.map(<[u8]>::trim_ascii).filter(is_cells);
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

/// Cells in a row of a board.
const SIDE: usize = 9;

/// The number of cells of a line that is rows of several boards side by side.
fn cells_side_by_side(line: &[u8]) -> Option<usize> {
    let is_between = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'|';
    let rows: Vec<&[u8]> = line
        .split(is_between)
        .filter(|row| !row.is_empty())
        .collect();
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
pub(super) fn other_blank_of_table(text: &[u8]) -> Option<String> {
    let fields = text.split(|byte| b",;\t|\"\n".contains(byte));
    let blank = fields.map(<[u8]>::trim_ascii).find_map(odd_blank)?;
    let kind = reads_whole(&replaced(text, blank, b'.'))?;
    let is_table = matches!(kind, Kind::Csv | Kind::Jsonl | Kind::Json);
    is_table.then(|| format!("it {}", other_blank(text, blank)))
}

/// Says which sign stands for blanks, and what to do if that is enough.
fn other_blank(text: &[u8], blank: u8) -> String {
    let sign = char::from(blank);
    let said = format!("has '{sign}' for its blanks");
    if reads_whole(&replaced(text, blank, b'.')).is_some() {
        format!("{said}: tr '{sign}' . < FILE writes it with dots")
    } else {
        said
    }
}

/// The sign for all blanks of 81 cells, or of nine, if it is not a valid blank.
fn odd_blank(cells: &[u8]) -> Option<u8> {
    let mut others = cells.iter().filter(|byte| !(b'1'..=b'9').contains(byte));
    let &blank = others
        .next()
        .filter(|_| [9, CELLS].contains(&cells.len()))?;
    let is_sign = (b' '..=b'~').contains(&blank) && !Puzzle::is_cell(blank);
    let has_digit = cells.iter().any(u8::is_ascii_digit);
    (is_sign && has_digit && others.all(|&byte| byte == blank)).then_some(blank)
}

/// The same for cells with commas between them.
fn odd_field(line: &[u8]) -> Option<u8> {
    let fields = line.split(|&byte| byte == b',').map(<[u8]>::trim_ascii);
    let cells: Vec<u8> = fields
        .map(|field| match field {
            [cell] => Some(*cell),
            _ => None,
        })
        .collect::<Option<Vec<u8>>>()?;
    odd_blank(&cells)
}
