//! Finds the puzzles of a chunk.

use super::cells::{is_blank, is_full, puzzle_within};
use super::layout::Format;
use super::records::{OtherKind, Records};
use super::{json, table};
use crate::grid::CELLS;
use crate::input::Chunk;
use crate::lines::{find_puzzles, first_field, lone_return};
use crate::tasks::poj3074;
use memchr::{memchr, memchr3};
use std::ops::Range;

/// Finds the puzzles of a text of whole lines. It only checks the shape of a line. The engine
/// checks whether each of the 81 bytes is a cell, because it reads them anyway.
///
/// It takes about 5 ns a line if lines are 81 cells and a line feed. It does not allocate once the
/// vectors have grown to the size of a chunk.
///
/// ```
/// use ninefold::format::{find, Format, OtherKind, Records};
/// let text = format!("# two puzzles\n{0}\n\n{0} easy\n", ".".repeat(81));
/// let mut records = Records::default();
/// find(Format::Line, text.as_bytes(), &mut records);
/// assert_eq!(records.starts, [14, 97]);
/// assert_eq!(records.others[1].kind, OtherKind::Blank);
/// ```
///
/// # Panics
/// Panics if the text is longer than 4 GiB.
pub fn find(format: Format, text: &[u8], records: &mut Records) {
    assert!(u32::try_from(text.len()).is_ok(), "chunks are below 4 GiB");
    records.starts.clear();
    records.others.clear();
    records.lines = 0;
    records.format = format;
    records.spans.clear();
    records.stated.clear();
    records.folded.clear();
    records.broken = None;
    match format {
        Format::Csv(layout) => table::find(layout, text, records),
        Format::Json(member) => json::find(member, text, records),
        Format::Line | Format::LineOrEnd | Format::Bank => find_lines(format, text, records),
    }
}

/// Finds the puzzles of a chunk like [`find`]. A [`Chunk::broken`] chunk is a malformed line.
pub fn find_in(format: Format, chunk: &Chunk, records: &mut Records) {
    let text: &[u8] = if chunk.broken.is_some() {
        b""
    } else {
        &chunk.bytes
    };
    find(format, text, records);
    if chunk.broken.is_some() {
        records.broken = chunk.broken;
        records.lines = 1;
        let line = 0..chunk.bytes.trim_ascii_end().len();
        records.add_other(line, OtherKind::Malformed);
    }
}

fn find_lines(format: Format, text: &[u8], records: &mut Records) {
    let Records {
        starts,
        others,
        stated,
        ..
    } = records;
    let is_first = format != Format::Bank;
    let field = |line: &[u8]| puzzle_field(format, line);
    let puzzle = |at: usize, is_alone: bool| {
        let behind = at + CELLS;
        if !is_alone && let Some(known) = stated_solution(&text[behind..]) {
            stated.push((starts.len() as u32, (behind + known) as u32));
        }
        starts.push(at as u32);
    };
    find_puzzles(text, is_first, field, puzzle, |mut other| {
        if other.kind == OtherKind::Malformed && is_end(format, other.line(text)) {
            other.kind = OtherKind::End;
        }
        others.push(other);
    });
    records.lines = (records.starts.len() + records.others.len()) as u32;
}

/// Where the solution begins in the text after a puzzle: `,` and 81 digits, or `:1:` and those.
fn stated_solution(tail: &[u8]) -> Option<usize> {
    let is_between = |byte: &&u8| b",;:|\t ".contains(byte);
    let first = tail.iter().take_while(is_between).count();
    let digits = tail[first..].iter().take(CELLS + 1);
    let at = match digits.take_while(|byte| byte.is_ascii_digit()).count() {
        CELLS => first,
        count if count < CELLS && tail.get(first + count) == Some(&b':') => first + count + 1,
        _ => return None,
    };
    let is_stated = tail.get(at..at + CELLS).is_some_and(is_full)
        && !tail.get(at + CELLS).is_some_and(u8::is_ascii_digit);
    is_stated.then_some(at)
}

fn is_end(format: Format, line: &[u8]) -> bool {
    format == Format::LineOrEnd && poj3074::is_end(line)
}

/// The range of the field of a line that should have the puzzle: the first, or the second of a
/// bank's record. An empty one if another puzzle follows.
pub(super) fn puzzle_field(format: Format, line: &[u8]) -> Range<usize> {
    let field = own_field(format, line);
    match second(format, line) {
        Some(_) => field.start..field.start,
        None => field,
    }
}

fn own_field(format: Format, line: &[u8]) -> Range<usize> {
    if format != Format::Bank {
        return first_field(line);
    }
    let end = |from: usize| memchr(b' ', &line[from..]).map_or(line.len(), |n| from + n);
    let skip = |from: usize| {
        let spaces = line[from..].iter().take_while(|byte| **byte == b' ');
        from + spaces.count()
    };
    let hash = skip(0)..end(skip(0));
    let start = skip(hash.end);
    let is_hash = hash.len() <= 40 && line[hash].iter().all(u8::is_ascii_hexdigit);
    if is_hash {
        start..end(start)
    } else {
        start..start
    }
}

/// Where a line has another puzzle behind its own, unless only the first field was asked for.
fn second(format: Format, line: &[u8]) -> Option<usize> {
    let own = own_field(format, line);
    let tail = &line[own.end..];
    let may_have = format != Format::Line && own.len() == CELLS && tail.len() > CELLS;
    // Most tails have no blank, and this is seen at once.
    let has_any = |[a, b, c]: [u8; 3]| memchr3(a, b, c, tail).is_some();
    if !may_have || ![*b".0_", *b"*xX"].into_iter().any(has_any) {
        return None;
    }
    let at = puzzle_within(tail)?;
    // A solution may have lost some digits.
    let blanks = tail[at..at + CELLS].iter().filter(|byte| is_blank(**byte));
    (blanks.count() > CELLS / 4).then_some(own.end + at)
}

impl Format {
    /// What is wrong with a malformed line, or a malformed record of a table, for messages.
    #[must_use]
    pub fn fault(self, record: &[u8]) -> String {
        match (self, lone_return(record), second(self, record)) {
            (Format::Csv(layout), ..) => table::fault(layout, record),
            (Format::Json(member), ..) => json::fault(member, record),
            (_, Some(at), _) => format!("carriage return in column {}", at + 1),
            (_, None, Some(at)) => format!("another puzzle in column {}", at + 1),
            (Format::Bank, ..) if puzzle_field(self, record).is_empty() => "no hash".to_owned(),
            _ => format!("length {}", puzzle_field(self, record).len()),
        }
    }
}
