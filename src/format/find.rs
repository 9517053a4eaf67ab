//! Where the puzzles of a chunk are.

use super::Format;
use crate::grid::{CELLS, cells_at};
use crate::input::LONGEST_LINE;
use memchr::memchr;
use std::ops::Range;

/// What a chunk's lines are: where each puzzle's 81 bytes start, and the lines
/// that hold none.
#[derive(Debug, Default)]
pub struct Records {
    /// Start of each puzzle in the text.
    pub starts: Vec<u32>,
    /// All other lines, in order.
    pub others: Vec<Other>,
    /// Number of all lines.
    pub lines: u32,
    /// The format in which they were looked for.
    pub format: Format,
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
    /// The header of a csv file: its first line that is not blank.
    Header,
    /// Something else.
    Malformed,
}

/// Whether a byte ends the 81 cells.
fn is_separator(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b',' | b';' | b'#' | b'\r')
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
    let mut header = matches!(format, Format::Csv { header: true, .. });
    let mut start = 0;
    while start < text.len() {
        if text.get(start + CELLS) == Some(&b'\n') && format == Format::Line && plain(text, start) {
            records.starts.push(start as u32);
            records.lines += 1;
            start += CELLS + 1;
            continue;
        }
        let end = memchr(b'\n', &text[start..]).map_or(text.len(), |n| start + n);
        // Where a chunk ends may not matter: it may hold more of a long line.
        let line = trim_end(&text[start..end.min(start + LONGEST_LINE)]);
        let puzzle = match format {
            _ if header => None,
            Format::Line => first_token(line),
            Format::Bank => field(line, 1, b' '),
            Format::Csv { column, .. } => field(line, usize::from(column), b','),
        };
        match puzzle {
            Some(at) => records.starts.push((start + at) as u32),
            None => records.others.push(Other {
                before: records.starts.len() as u32,
                start: start as u32,
                end: (start + line.len()) as u32,
                kind: other_kind(line, header),
            }),
        }
        // Blank lines may stand above the header.
        header &= line.trim_ascii().is_empty();
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

fn other_kind(line: &[u8], header: bool) -> OtherKind {
    match line.iter().find(|byte| !byte.is_ascii_whitespace()) {
        None => OtherKind::Blank,
        Some(_) if header => OtherKind::Header,
        Some(_) if line.first() == Some(&b'#') => OtherKind::Comment,
        Some(_) => OtherKind::Malformed,
    }
}

/// Where the first token of exactly 81 bytes begins.
fn first_token(line: &[u8]) -> Option<usize> {
    if line.first() == Some(&b'#') {
        return None;
    }
    let mut at = 0;
    for token in line.split(|&byte| is_separator(byte)) {
        if token.len() == CELLS {
            return Some(at);
        }
        at += token.len() + 1;
    }
    None
}

/// Where the field of that number begins, if it has 81 bytes; one pair of
/// double quotes around it is not counted.
fn field(line: &[u8], number: usize, separator: u8) -> Option<usize> {
    if line.first() == Some(&b'#') {
        return None;
    }
    let field = nth_field(line, number, separator)?;
    let at = field.start;
    match &line[field] {
        [b'"', inner @ .., b'"'] if inner.len() == CELLS => Some(at + 1),
        field if field.len() == CELLS => Some(at),
        _ => None,
    }
}

/// Where the field of that number is, the first being 0.
fn nth_field(line: &[u8], number: usize, separator: u8) -> Option<Range<usize>> {
    let mut at = 0;
    for _ in 0..number {
        at += field_length(&line[at..], separator) + 1;
        if at > line.len() {
            return None;
        }
    }
    Some(at..at + field_length(&line[at..], separator))
}

/// Bytes of the first field. In double quotes a separator is none; a quote that
/// is doubled there closes and opens again, which comes to the same.
fn field_length(line: &[u8], separator: u8) -> usize {
    if line.first() != Some(&b'"') {
        return memchr(separator, line).unwrap_or(line.len());
    }
    let mut open = false;
    let end = line.iter().position(|&byte| {
        open ^= byte == b'"';
        byte == separator && !open
    });
    end.unwrap_or(line.len())
}

/// The solution that came with a puzzle: the second token of 81 bytes on its
/// line, with or without double quotes, where that is digits alone. So it is
/// found behind the puzzle, in a csv row as in any other.
///
/// ```
/// use ninefold::format::known_solution;
/// let solution =
///     "143628579572139468986754231391542786468917352725863914237481695619275843854396127";
/// let line = format!("{},\"{solution}\",1.2", ".".repeat(81));
/// assert_eq!(known_solution(line.as_bytes()).unwrap(), solution.as_bytes());
/// assert_eq!(known_solution(solution.as_bytes()), None);
/// ```
pub fn known_solution(line: &[u8]) -> Option<&[u8; CELLS]> {
    let tokens = line.split(|&byte| is_separator(byte) || byte == b'"');
    let second = tokens.filter(|token| token.len() == CELLS).nth(1)?;
    let digit = |byte: &u8| (b'1'..=b'9').contains(byte);
    second.try_into().ok().filter(|_| second.iter().all(digit))
}

/// How long that is what should be a puzzle and is none, for the message that says so.
/// Where it goes on behind what is kept of its line, at least how long.
pub fn malformed_length(format: Format, line: &[u8]) -> String {
    let field = match format {
        Format::Line => {
            let mut tokens = line.split(|&byte| is_separator(byte));
            tokens.find(|token| !token.is_empty())
        }
        Format::Bank => nth_field(line, 1, b' ').map(|field| &line[field]),
        Format::Csv { column, .. } => {
            nth_field(line, usize::from(column), b',').map(|field| match &line[field] {
                [b'"', inner @ .., b'"'] => inner,
                field => field,
            })
        }
    };
    let field = field.unwrap_or_default();
    let is_cut = line.len() >= LONGEST_LINE && line.ends_with(field);
    let at_least = if is_cut { "at least " } else { "" };
    format!("{at_least}{}", field.len())
}
