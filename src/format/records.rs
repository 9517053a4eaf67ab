//! The puzzles of a chunk, and its other lines.

use super::layout::Format;
use crate::grid::{CELLS, cells_at};
use crate::input::TooLong;
use crate::lines::{self, Line};
pub use crate::lines::{Other, OtherKind};
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
    /// The puzzles whose solutions the text states in 81 digits, and where those begin.
    pub(super) stated: Vec<(u32, u32)>,
    /// The puzzles whose solutions it states in another form, and their digits.
    drawn: Vec<(u32, [u8; CELLS])>,
    /// The puzzles for which it states something that cannot be compared.
    pub(crate) not_comparable: Vec<u32>,
    /// For each line that is not the first of a record, the number of records that begin before it.
    pub(crate) folded: Vec<u32>,
    /// If the only line is broken, the reason.
    pub(crate) broken: Option<TooLong>,
}

impl Records {
    /// All lines, in order.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = Line<'_>> {
        lines::in_order(self.starts.len(), &self.others)
    }

    /// Forgets everything, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.starts.clear();
        self.others.clear();
        self.lines = 0;
        self.spans.clear();
        self.stated.clear();
        self.drawn.clear();
        self.not_comparable.clear();
        self.folded.clear();
        self.broken = None;
    }

    /// Adds what a record states of the solution of its puzzle, which is the next to be added.
    #[inline]
    pub(super) fn state(&mut self, known: Known) {
        let puzzle = self.starts.len() as u32;
        match known {
            Known::Nothing => {}
            Known::At(start) => self.stated.push((puzzle, start as u32)),
            Known::Drawn(digits) => self.drawn.push((puzzle, digits)),
            Known::NotComparable => self.not_comparable.push(puzzle),
        }
    }

    /// The solutions that the text states: the number of the puzzle, and the digits.
    pub(crate) fn stated<'a>(
        &'a self,
        text: &'a [u8],
    ) -> impl Iterator<Item = (usize, &'a [u8; CELLS])> {
        let written = self.stated.iter();
        let written = written.map(|&(puzzle, at)| (puzzle as usize, cells_at(text, at as usize)));
        let drawn = self.drawn.iter();
        written.chain(drawn.map(|(puzzle, digits)| (*puzzle as usize, digits)))
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

    /// Adds a line without a puzzle.
    pub(super) fn add_other(&mut self, line: Range<usize>, kind: OtherKind) {
        self.others.push(Other::new(self.starts.len(), line, kind));
    }

    /// Number of lines before the record of this number.
    pub(crate) fn lines_before(&self, record: usize) -> usize {
        let folded = |begun: &u32| *begun as usize <= record;
        record + self.folded.partition_point(folded)
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

/// What a record states of the solution of its puzzle.
#[derive(Debug, Clone, Copy)]
pub(super) enum Known {
    Nothing,
    /// 81 digits, which begin here.
    At(usize),
    /// These digits, in another form.
    Drawn([u8; CELLS]),
    /// Something that is no solution.
    NotComparable,
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
