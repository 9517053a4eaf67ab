//! The puzzles of a chunk, and its other lines.

use super::layout::Format;
use super::stated::{Stated, StatedSolutions};
use crate::input::TooLong;
use ninefold::grid::CELLS;
use ninefold::internal::{Line, in_order};
pub use ninefold::internal::{Other, OtherKind};
use std::ops::Range;

/// The lines of a chunk: where the 81 bytes of each puzzle start, and the lines without a puzzle.
/// In a table a record may take several lines, and blank lines are not reported.
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
    /// For a table, the record of each puzzle.
    pub(crate) spans: Vec<Span>,
    /// The solutions that the text states.
    pub(super) known: StatedSolutions,
    /// For each line that is not the first of a record, the number of records that begin before it.
    pub(crate) folded: Vec<u32>,
    /// If the only line is broken, the reason.
    pub(crate) broken: Option<TooLong>,
}

impl Records {
    /// All lines, in order.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = Line<'_>> {
        in_order(self.starts.len(), &self.others)
    }

    /// Forgets everything, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.starts.clear();
        self.others.clear();
        self.lines = 0;
        self.spans.clear();
        self.known.clear();
        self.folded.clear();
        self.broken = None;
    }

    /// Adds what the text at `place` states of the solution of the next puzzle.
    #[inline]
    pub(super) fn state(&mut self, stated: Stated, place: Range<usize>) {
        self.known.add(self.starts.len(), stated, place);
    }

    /// Forgets what the text states of the solution of the next puzzle.
    #[cold]
    pub(super) fn retract(&mut self) {
        self.known.retract(self.starts.len());
    }

    /// Whether the text states something of the solution of the next puzzle.
    pub(super) fn has_stated(&self) -> bool {
        self.known.has(self.starts.len())
    }

    /// The solutions that the text states: the number of the puzzle, and the digits.
    pub(crate) fn stated<'a>(
        &'a self,
        text: &'a [u8],
    ) -> impl Iterator<Item = (usize, &'a [u8; CELLS])> {
        self.known.all(text)
    }

    /// The puzzles for which the text states something that cannot be compared.
    pub(crate) fn not_comparable(&self) -> &[u32] {
        &self.known.not_comparable
    }

    /// Adds a puzzle of a table: its first byte, its record, and the number of fields that this
    /// lacks.
    pub(super) fn add_puzzle(&mut self, start: usize, record: Range<usize>, missing: usize) {
        self.starts.push(start as u32);
        self.spans.push(Span {
            start: record.start as u32,
            end: record.end as u32,
            missing: missing as u32,
        });
    }

    /// Adds a line without a puzzle, whatever it states of a solution.
    pub(super) fn add_other(&mut self, line: Range<usize>, kind: OtherKind) {
        self.known.retract(self.starts.len());
        self.others.push(Other::new(self.starts.len(), line, kind));
    }

    /// Number of lines before the record of this number.
    pub(crate) fn lines_before(&self, record: usize) -> usize {
        record
            + self
                .folded
                .partition_point(|&begun| begun as usize <= record)
    }

    /// Why a malformed line is not a puzzle.
    pub(crate) fn fault(&self, line: &[u8]) -> String {
        match self.broken {
            Some(broken) => broken.to_string(),
            None => self.format.fault(line),
        }
    }

    /// The text of a malformed line to show. Empty if the line is not completely known.
    pub(crate) fn visible<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        match self.broken {
            Some(_) => b"(too long)",
            None => line,
        }
    }
}

/// The position of the record of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    /// Its first byte.
    pub(crate) start: u32,
    /// Its end, without the line end.
    pub(crate) end: u32,
    /// Number of fields of the header that it lacks.
    pub(crate) missing: u32,
}
