//! Finds the puzzles of a chunk.

use super::layout::Format;
use super::lines::other_comment;
use super::records::{OtherKind, Records};
use super::stated::{Stated, stated};
use super::write::tail;
use super::{json, table};
use crate::input::Chunk;
use crate::tasks::poj3074;
use memchr::memchr;
use ninefold::grid::CELLS;
use ninefold::internal::{find_puzzles, first_field};
use std::ops::Range;

/// Finds the puzzles of a text of whole lines. It only checks the shape of a line. The engine
/// checks whether each of the 81 bytes is a cell, because it reads them anyway.
///
/// It takes about 5 ns a line if lines are 81 cells and a line feed. It does not allocate once the
/// vectors have grown to the size of a chunk.
///
/// ```
/// use ninefold_files::format::{find, Format, OtherKind, Records};
/// let text = format!("# two puzzles\n{0}\n\n{0} easy\n", ".".repeat(81));
/// let mut records = Records::default();
/// find(&Format::Line, text.as_bytes(), &mut records);
/// assert_eq!(records.starts, [14, 97]);
/// assert_eq!(records.others[1].kind, OtherKind::Blank);
/// ```
///
/// # Panics
/// Panics if the text is longer than 4 GiB.
pub fn find(format: &Format, text: &[u8], records: &mut Records) {
    assert!(u32::try_from(text.len()).is_ok(), "chunks are below 4 GiB");
    records.clear();
    records.format.clone_from(format);
    match format {
        Format::Csv(layout) => table::find(*layout, text, records),
        Format::Json(members) => json::find(members, text, records),
        Format::Line | Format::LineOrEnd => find_lines(format, text, records),
    }
}

/// Finds the puzzles of a chunk like [`find`]. A [`Chunk::broken`] chunk is a malformed line.
pub fn find_in(format: &Format, chunk: &Chunk, records: &mut Records) {
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

fn find_lines(format: &Format, text: &[u8], records: &mut Records) {
    let Records {
        starts,
        others,
        known,
        ..
    } = records;
    let field = |line: &[u8]| puzzle_field(format, line);
    let puzzle = |at: usize, is_alone: bool| {
        if !is_alone {
            known.read(starts.len(), tail(text, at), at + CELLS);
        }
        starts.push(at as u32);
    };
    find_puzzles(text, field, puzzle, |mut other| {
        if other.kind == OtherKind::Malformed && is_end(format, other.line(text)) {
            other.kind = OtherKind::End;
        }
        others.push(other);
    });
    records.lines = (records.starts.len() + records.others.len()) as u32;
}

fn is_end(format: &Format, line: &[u8]) -> bool {
    *format == Format::LineOrEnd && poj3074::is_end(line)
}

/// The range of the field of a line that should have the puzzle: the first. An empty one if another
/// puzzle follows.
pub(super) fn puzzle_field(format: &Format, line: &[u8]) -> Range<usize> {
    let field = first_field(line);
    match second(format, line) {
        Some(_) => field.start..field.start,
        None => field,
    }
}

/// Where a line has another puzzle after its own, unless only the first field was asked for.
fn second(format: &Format, line: &[u8]) -> Option<usize> {
    let own = first_field(line);
    if *format == Format::Line || own.len() != CELLS {
        return None;
    }
    match stated(&line[own.end..]) {
        Stated::Puzzle(at) => Some(own.end + at),
        _ => None,
    }
}

impl Format {
    /// What is wrong with a malformed line, or a malformed record of a table, for messages.
    #[must_use]
    pub fn fault(&self, record: &[u8]) -> String {
        match self {
            Format::Csv(layout) => table::fault(*layout, record),
            Format::Json(members) => json::fault(members, record),
            Format::Line | Format::LineOrEnd => line_fault(self, record),
        }
    }
}

fn line_fault(format: &Format, line: &[u8]) -> String {
    // The reader of blocks says why.
    if let Some(reason) = line.strip_prefix(b"?\t")
        && !reason.is_empty()
    {
        return String::from_utf8_lossy(reason).into_owned();
    }
    if let Some(at) = memchr(b'\r', line) {
        return format!("carriage return in column {}", at + 1);
    }
    if let Some(at) = second(format, line) {
        return format!("another puzzle in column {}", at + 1);
    }
    other_comment(line).unwrap_or_else(|| format!("length {}", first_field(line).len()))
}
