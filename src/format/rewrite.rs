//! Writes lines with other puzzles in place of theirs.

use super::annotate::line_end;
use super::cells::{is_between, is_full, separated};
use super::json;
use super::records::{OtherKind, Records};
use super::write::tail;
use crate::grid::CELLS;
use crate::lines::Line;
use memchr::{memchr, memchr2};

/// What to keep besides the puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Beside {
    /// Only the puzzles.
    #[default]
    Nothing,
    /// Comments, blank lines, and the other columns of tables.
    Lines,
    /// The same, and the text after a puzzle on its line.
    Tails,
}

/// The replacement of a puzzle.
pub(crate) struct Replacement<S> {
    pub(crate) cells: [u8; CELLS],
    /// The replacement of 81 digits beside it. `None` leaves them unchanged.
    pub(crate) solution: S,
}

/// How to write the lines of a chunk.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Rewriting {
    pub(crate) beside: Beside,
    /// Whether to write a table's header. Only the first input's header is written.
    pub(crate) header: bool,
}

/// Appends the lines of a chunk to `out`, with each puzzle replaced. A line without a puzzle, or
/// whose puzzle has no replacement, is left out. Returns the number of puzzles written.
pub(crate) fn rewrite<S: Fn(&[u8; CELLS]) -> Option<[u8; CELLS]>>(
    text: &[u8],
    records: &Records,
    how: Rewriting,
    mut replace: impl FnMut(usize) -> Option<Replacement<S>>,
    out: &mut Vec<u8>,
) -> u64 {
    let mut written = 0;
    for line in records.in_order() {
        let i = match line {
            Line::Puzzle(i) => i,
            Line::Other(other) => {
                let is_kept = match other.kind {
                    OtherKind::Blank | OtherKind::Comment => how.beside != Beside::Nothing,
                    OtherKind::Header => how.header,
                    OtherKind::End | OtherKind::Malformed => false,
                };
                if is_kept {
                    out.extend_from_slice(other.line(text));
                    out.extend_from_slice(end_of_line(text, records, other.end));
                }
                continue;
            }
        };
        let Some(replacement) = replace(i) else {
            continue;
        };
        written += 1;
        let start = records.starts[i];
        let behind = start as usize + CELLS;
        let (before, behind, end): (&[u8], &[u8], &[u8]) = match (records.spans.get(i), how.beside)
        {
            (_, Beside::Nothing) | (None, Beside::Lines) => (b"", b"", b"\n"),
            (Some(span), _) => (
                &text[span.start as usize..start as usize],
                &text[behind..span.end as usize],
                end_of_line(text, records, span.end),
            ),
            (None, Beside::Tails) => (b"", tail(text, start as usize), b"\n"),
        };
        put(before, &replacement.solution, out);
        out.extend_from_slice(&replacement.cells);
        put(behind, &replacement.solution, out);
        out.extend_from_slice(end);
    }
    written
}

/// Appends the text beside a puzzle. In any text, 81 digits without another digit beside them are a
/// grid, and so is an array of them, or a quoted text with something between them.
fn put(text: &[u8], solution: impl Fn(&[u8; CELLS]) -> Option<[u8; CELLS]>, out: &mut Vec<u8>) {
    let from = out.len();
    out.extend_from_slice(text);
    for digits in out[from..].split_mut(|byte| !(b'1'..=b'9').contains(byte)) {
        let Ok(grid) = <&mut [u8; CELLS]>::try_from(digits) else {
            continue;
        };
        if let Some(new) = solution(grid) {
            *grid = new;
        }
    }
    let mut at = from;
    while let Some(length) = memchr2(b'[', b'"', &out[at..]) {
        let value = &mut out[at + length..];
        if let Some(new) = grid_of_value(value).and_then(|grid| solution(&grid)) {
            let digits = value.iter_mut().filter(|byte| byte.is_ascii_digit());
            digits.zip(new).for_each(|(place, digit)| *place = digit);
        }
        at += length + 1;
    }
}

/// The grid of an array or a quoted text that begins here, if its digits are those of the grid.
fn grid_of_value(text: &[u8]) -> Option<[u8; CELLS]> {
    const LONGEST: usize = 1 << 10;
    let text = &text[..text.len().min(LONGEST)];
    let end = match text[0] {
        b'[' => array_end(text),
        b'"' => text_end(text),
        _ => None,
    };
    let value = &text[..end?];
    if let Some(cells) = json::grid_of(std::str::from_utf8(value).ok()?) {
        return Some(cells);
    }
    // Csv may have line feeds between quotes, and JSON may not.
    separated(&value[1..value.len() - 1]).filter(|cells| is_full(cells))
}

/// Where the last of the 81 digits at the beginning of an array ends, or of arrays in it.
fn array_end(text: &[u8]) -> Option<usize> {
    let is_of_array = |byte: &&u8| byte.is_ascii_digit() || is_between(**byte);
    let cells = text.iter().take_while(is_of_array).enumerate();
    let mut digits = cells.filter(|(_, byte)| byte.is_ascii_digit());
    let end = digits.nth(CELLS - 1)?.0 + 1;
    let is_around = |byte: &&u8| byte.is_ascii_whitespace() || b"\"'".contains(byte);
    let behind = text[end..].iter().find(|byte| !is_around(byte));
    (behind == Some(&b']')).then_some(end)
}

/// Where a quoted text ends that has 81 digits, and something between them.
fn text_end(text: &[u8]) -> Option<usize> {
    let length = memchr(b'"', &text[1..]).filter(|&length| length > CELLS)?;
    let end = length + 2;
    let digits = text[..end].iter().filter(|byte| byte.is_ascii_digit());
    (digits.count() == CELLS).then_some(end)
}

/// The end of a line. For a table it is the original line end.
fn end_of_line<'a>(text: &'a [u8], records: &Records, end: u32) -> &'a [u8] {
    if records.format.is_table() {
        line_end(text, end)
    } else {
        b"\n"
    }
}
