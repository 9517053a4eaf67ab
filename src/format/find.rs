//! Where the puzzles of a chunk are.

use super::table::Span;
use super::{Format, json, table};
use crate::grid::{CELLS, cells_at};
use crate::input::LONGEST_LINE;
use memchr::memchr;
use std::ops::Range;

/// What a chunk's lines are: where each puzzle's 81 bytes start, and the lines
/// that hold none. In a table a record may take several lines, and blank lines are
/// not told of.
#[derive(Debug, Default)]
pub struct Records {
    /// Start of each puzzle in the text.
    pub starts: Vec<u32>,
    /// All other lines, in order.
    pub others: Vec<Other>,
    /// Number of all lines.
    pub lines: u32,
    /// How they were found.
    pub(crate) format: Format,
    /// Of a table, the record of each puzzle.
    pub(crate) spans: Vec<Span>,
    /// For each line that is not the first of a record, the records that begin
    /// before it.
    pub(crate) folded: Vec<u32>,
}

impl Records {
    /// Lines before the record of that number.
    pub(crate) fn lines_before(&self, record: usize) -> usize {
        let folded = |begun: &u32| *begun as usize <= record;
        record + self.folded.partition_point(folded)
    }

    /// Where the record begins that holds a byte, if it is a puzzle of a table.
    pub(crate) fn start_of(&self, at: u32) -> Option<u32> {
        let behind = self.spans.partition_point(|span| span.start <= at);
        let span = self.spans.get(behind.checked_sub(1)?)?;
        (at < span.end).then_some(span.start)
    }
}

/// A line without a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Other {
    /// Puzzles that come before it.
    pub before: u32,
    /// Its first byte.
    pub start: u32,
    /// Behind its last byte; line feed and carriage return are not part of it.
    pub end: u32,
    /// What it is.
    pub kind: OtherKind,
}

/// What a line without a puzzle is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OtherKind {
    /// Nothing but white space.
    Blank,
    /// Begins with `#`.
    Comment,
    /// The header of a csv file: its first record.
    Header,
    /// `end` in [`Format::LineOrEnd`]: nothing is written for it.
    End,
    /// Something else.
    Malformed,
}

/// Whether a byte ends the 81 cells.
fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b';' | b'#')
}

/// Finds the puzzles of a text of whole lines. Only the shape of a line is looked
/// at; whether each of the 81 bytes is a cell, the engine sees, which reads
/// them anyway.
///
/// Costs about 5 ns a line where lines are 81 cells and a line feed. Does not allocate once
/// the vectors have grown to the size of a chunk.
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
/// If the text is longer than 4 GiB.
pub fn find(format: Format, text: &[u8], records: &mut Records) {
    assert!(u32::try_from(text.len()).is_ok(), "chunks are below 4 GiB");
    records.starts.clear();
    records.others.clear();
    records.lines = 0;
    records.format = format;
    records.spans.clear();
    records.folded.clear();
    match format {
        Format::Csv(layout) => table::find(layout, text, records),
        Format::Json(member) => json::find(member, text, records),
        Format::Line | Format::LineOrEnd | Format::Bank => find_lines(format, text, records),
    }
}

fn find_lines(format: Format, text: &[u8], records: &mut Records) {
    let by_line = format != Format::Bank;
    let mut start = 0;
    while start < text.len() {
        if text.get(start + CELLS) == Some(&b'\n') && by_line && plain(text, start) {
            records.starts.push(start as u32);
            records.lines += 1;
            start += CELLS + 1;
            continue;
        }
        let end = memchr(b'\n', &text[start..]).map_or(text.len(), |n| start + n);
        // Where a chunk ends may not matter: it may hold more of a long line.
        let line = trim_end(&text[start..end.min(start + LONGEST_LINE)]);
        let puzzle = puzzle(format, line);
        match puzzle {
            Some(at) => records.starts.push((start + at) as u32),
            None => records.others.push(Other {
                before: records.starts.len() as u32,
                start: start as u32,
                end: (start + line.len()) as u32,
                kind: other_kind(line, format),
            }),
        }
        records.lines += 1;
        start = end + 1;
    }
}

/// Whether the 81 bytes from `start`, which a line feed follows, are one
/// token: their first byte is no comment sign, and they hold neither a line feed
/// nor a separator. Cells lie above all of those but for `*` and `.`, so that a
/// line of cells is told by comparing bytes.
#[inline(always)]
fn plain(text: &[u8], start: usize) -> bool {
    let mut odd = 0;
    for &byte in cells_at(text, start) {
        odd |= u8::from(byte < b'*') | u8::from(byte == b',') | u8::from(byte == b';');
    }
    odd == 0
}

fn trim_end(mut line: &[u8]) -> &[u8] {
    while let [rest @ .., b'\r'] = line {
        line = rest;
    }
    line
}

fn other_kind(line: &[u8], format: Format) -> OtherKind {
    let is_end = || line.trim_ascii().eq_ignore_ascii_case(b"end");
    match line.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => OtherKind::Blank,
        Some(_) if line[0] == b'#' && lone_return(line).is_none() => OtherKind::Comment,
        Some(_) if format == Format::LineOrEnd && is_end() => OtherKind::End,
        Some(_) => OtherKind::Malformed,
    }
}

/// Where the puzzle of a line begins, if the field that should hold it has 81 bytes.
fn puzzle(format: Format, line: &[u8]) -> Option<usize> {
    let field = puzzle_field(format, line);
    let is_puzzle = field.len() == CELLS
        && line.first() != Some(&b'#')
        && lone_return(&line[field.end..]).is_none();
    is_puzzle.then_some(field.start)
}

/// A carriage return within a line: what stands behind it is another line, to
/// some program, and must not be passed over in silence.
fn lone_return(line: &[u8]) -> Option<usize> {
    memchr(b'\r', line)
}

/// Where on its line the field is that should hold the puzzle: the first, behind
/// blanks, or the second of a bank's record.
pub(super) fn puzzle_field(format: Format, line: &[u8]) -> Range<usize> {
    if format == Format::Bank {
        let end = |from: usize| memchr(b' ', &line[from..]).map_or(line.len(), |n| from + n);
        let start = (end(0) + 1).min(line.len());
        return start..end(start);
    }
    let blanks = line.iter().take_while(|byte| b" \t".contains(byte));
    let start = blanks.count();
    let rest = &line[start..];
    let end = rest.iter().position(|&byte| is_separator(byte));
    start..start + end.unwrap_or(rest.len())
}

/// How long that is what should be a puzzle and is none, for the message that says so.
/// Where it goes on behind what is kept of its line, at least how long.
pub fn malformed_length(format: Format, line: &[u8]) -> String {
    let field = puzzle_field(format, line);
    let is_cut = line.len() >= LONGEST_LINE && field.end == line.len();
    let at_least = if is_cut { "at least " } else { "" };
    format!("{at_least}{}", field.len())
}

/// Why a line is no puzzle, for the message that says so.
pub fn malformed_reason(format: Format, line: &[u8]) -> String {
    match lone_return(line) {
        Some(at) => format!("carriage return in column {}", at + 1),
        None => format!("length {}", malformed_length(format, line)),
    }
}
