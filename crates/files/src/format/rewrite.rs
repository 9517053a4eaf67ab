//! Writes lines with other puzzles in place of theirs.

use super::annotate::line_end;
use super::cells::is_digit;
use super::records::{OtherKind, Records};
use super::write::tail;
use ninefold::grid::CELLS;
use ninefold::internal::Line;
use std::ops::Range;

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
        let start = records.starts[i] as usize;
        let puzzle_end = start + CELLS;
        let (kept, end): (Range<usize>, &[u8]) = match (records.spans.get(i), how.beside) {
            (_, Beside::Nothing) | (None, Beside::Lines) => (start..puzzle_end, b"\n"),
            (Some(span), _) => (
                span.start as usize..span.end as usize,
                end_of_line(text, records, span.end),
            ),
            (None, Beside::Tails) => (start..puzzle_end + tail(text, start).len(), b"\n"),
        };
        let from = out.len();
        put(&text[kept.start..start], &replacement.solution, out);
        out.extend_from_slice(&replacement.cells);
        put(&text[puzzle_end..kept.end], &replacement.solution, out);
        for (place, digits) in records.known.apart(i) {
            let is_kept = kept.start <= place.start && place.end <= kept.end;
            if let Some(new) = (replacement.solution)(digits).filter(|_| is_kept) {
                // The new line is as long as the old one.
                let at = from + place.start - kept.start;
                replace_digits(&mut out[at..at + place.len()], &new);
            }
        }
        out.extend_from_slice(end);
    }
    written
}

/// Appends the text beside a puzzle. 81 digits without another digit beside them are a grid.
fn put(text: &[u8], solution: impl Fn(&[u8; CELLS]) -> Option<[u8; CELLS]>, out: &mut Vec<u8>) {
    let from = out.len();
    out.extend_from_slice(text);
    for digits in out[from..].split_mut(|&byte| !is_digit(byte)) {
        let Ok(grid) = <&mut [u8; CELLS]>::try_from(digits) else {
            continue;
        };
        if let Some(new) = solution(grid) {
            *grid = new;
        }
    }
}

/// Replaces the digits of a solution that has something between them.
fn replace_digits(text: &mut [u8], new: &[u8; CELLS]) {
    let digits = text.iter_mut().filter(|byte| byte.is_ascii_digit());
    for (place, digit) in digits.zip(new) {
        *place = *digit;
    }
}

/// The end of a line. For a table it is the original line end.
fn end_of_line<'a>(text: &'a [u8], records: &Records, end: u32) -> &'a [u8] {
    if records.format.is_table() {
        line_end(text, end)
    } else {
        b"\n"
    }
}
