//! Where the puzzles of a chunk are, and what its other lines are.

use super::layout::{Format, Layout};
use crate::input::Broken;
use crate::lines::{self, Line};

/// What a chunk's lines are: where each puzzle's 81 bytes start, and the lines
/// that hold none. In a table a record may take several lines, and blank lines are
/// not reported.
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
    /// Of lines, the puzzles that state their solutions, and where those begin.
    pub(super) stated: Vec<(u32, u32)>,
    /// For each line that is not the first of a record, the records that begin
    /// before it.
    pub(crate) folded: Vec<u32>,
    /// Why the only line is no record, whatever it holds.
    pub(crate) broken: Option<Broken>,
}

impl Records {
    /// All lines in their order.
    pub(crate) fn in_order(&self) -> impl Iterator<Item = Line<'_, Other>> {
        lines::in_order(self.starts.len(), &self.others, |other| {
            other.before as usize
        })
    }

    /// Lines before the record of that number.
    pub(crate) fn lines_before(&self, record: usize) -> usize {
        let folded = |begun: &u32| *begun as usize <= record;
        record + self.folded.partition_point(folded)
    }

    /// The puzzles whose solutions the text states, and where those begin.
    pub(crate) fn known(&self) -> impl Iterator<Item = (usize, u32)> {
        let rows = self.spans.iter().enumerate();
        let rows = rows.filter_map(|(i, span)| Some((i, span.known?)));
        rows.chain(self.stated.iter().map(|&(i, at)| (i as usize, at)))
    }

    /// Where the record begins that holds a byte, if it is a puzzle of a table.
    pub(crate) fn start_of(&self, at: u32) -> Option<u32> {
        let behind = self.spans.partition_point(|span| span.start <= at);
        let span = self.spans.get(behind.checked_sub(1)?)?;
        (at < span.end).then_some(span.start)
    }

    /// Why a line that is malformed is no puzzle.
    pub(crate) fn fault(&self, line: &[u8]) -> String {
        match self.broken {
            Some(broken) => broken.to_string(),
            None => self.format.fault(line),
        }
    }

    /// What is shown of a malformed line: nothing of one that is not known whole.
    pub(crate) fn shown<'a>(&self, line: &'a [u8]) -> &'a [u8] {
        match self.broken {
            Some(Broken::TooLong { .. }) => b"(too long)",
            _ => line,
        }
    }

    /// The layout of the table that the records are rows of.
    pub(super) fn layout(&self) -> Option<Layout> {
        match self.format {
            Format::Csv(layout) => Some(layout),
            _ => None,
        }
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
#[non_exhaustive]
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

/// Where the record of a puzzle is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Span {
    /// Its first byte.
    pub(crate) start: u32,
    /// Behind its last byte, without its line end.
    pub(crate) end: u32,
    /// Where 81 digits begin that are said to be the solution.
    pub(crate) known: Option<u32>,
    /// Fields that it lacks, of those that the header has.
    pub(crate) missing: u32,
}
