//! The source of the lanes' work, and the destination of their answers.

use super::isa::Lanes;
use super::layout::StackEntry;
use super::tables::PuzzleLines;
use crate::grid::{Puzzle, Row};
use crate::solver::{Batch, Observer, Outcome, Status};
use std::ops::Range;

/// How many puzzles ahead to prefetch text: lanes read in bursts, which CPUs do not predict.
/// (AVX-512 on Zen 5, over 24,000 puzzles: 2 to 4 % faster, easy ones 20 %, 17 clues 11 % on a busy
/// machine; AVX2 5 % slower.)
const AHEAD: usize = 16;

/// The number of puzzles to read before the observer is asked whether to read more.
const GROUP: usize = 64;

/// A puzzle whose states were handed out. Its outcome and its row have the results so far.
#[derive(Debug, Clone)]
pub(crate) struct SplitPuzzle {
    /// The puzzle, or the job.
    pub(crate) puzzle: u32,
    /// When work on it began.
    pub(crate) started: u64,
    /// Its own states among those handed out, in the order of search.
    pub(crate) states: Range<usize>,
    /// Whether it was one of the last puzzles of its batch, and continues in its current state. If
    /// not, it needs too many guesses for one lane.
    pub(crate) is_last: bool,
}

/// Work for the lanes.
pub(crate) enum Feed<'a, 'b> {
    /// The puzzles of a batch.
    Text {
        batch: &'b mut Batch<'a>,
        next: usize,
        /// Where to ask the observer.
        ask_at: usize,
    },
    /// States that were handed out before.
    States {
        states: &'b [StackEntry],
        next: usize,
        rows: &'b mut [Row],
        outcomes: &'b mut [Outcome],
    },
}

impl<'a, 'b> Feed<'a, 'b> {
    /// The puzzles of a batch.
    pub(crate) fn of(batch: &'b mut Batch<'a>) -> Feed<'a, 'b> {
        Feed::Text {
            batch,
            next: 0,
            ask_at: 0,
        }
    }

    /// Reads the next puzzles, at most `n`, if the observer wants more. Returns the number of the
    /// first, and their count.
    #[inline(always)]
    pub(crate) fn read(
        &mut self,
        n: usize,
        lines: &mut PuzzleLines<'a>,
        observer: &mut dyn Observer,
    ) -> (u32, usize) {
        let Feed::Text {
            batch,
            next,
            ask_at,
        } = self
        else {
            return (0, 0);
        };
        let first = *next;
        if first >= *ask_at {
            *ask_at = first + GROUP;
            if first < batch.taken() && !observer.takes_more() {
                batch.take_only(first);
            }
        }
        *next = batch.taken().min(first + n);
        let count = *next - first;
        for (i, line) in lines[..count].iter_mut().enumerate() {
            *line = batch.puzzle(first + i);
        }
        (first as u32, count)
    }

    /// Up to `n` states, if the feed has states, and the first's number.
    #[inline(always)]
    pub(crate) fn states(&mut self, n: usize) -> Option<(u32, &[StackEntry])> {
        match self {
            Feed::Text { .. } => None,
            Feed::States { states, next, .. } => {
                let first = *next;
                *next = states.len().min(first + n);
                Some((first as u32, &states[first..*next]))
            }
        }
    }

    /// The destinations of each puzzle's first solution and outcome.
    #[inline(always)]
    pub(crate) fn answers(&mut self) -> (&mut [Row], &mut [Outcome]) {
        match self {
            Feed::Text { batch, .. } => (batch.rows, batch.outcomes),
            Feed::States { rows, outcomes, .. } => (rows, outcomes),
        }
    }

    /// Prefetches the memory for the answers of `n` puzzles, and the text of the puzzles that are
    /// read [`AHEAD`] puzzles later.
    #[inline(always)]
    pub(crate) fn prefetch<L: Lanes>(&self, l: L, first: u32, n: usize) {
        if let Feed::Text { batch, .. } = self {
            let first = first as usize;
            for row in &batch.rows[first..first + n] {
                l.prefetch_to_write(&row[0]);
                l.prefetch_to_write(&row[64]);
            }
            for outcome in &batch.outcomes[first..first + n] {
                l.prefetch_to_write(outcome);
            }
            for later in first + AHEAD..batch.len().min(first + n + AHEAD) {
                let line = batch.puzzle(later);
                l.prefetch_to_read(&line[0]);
                l.prefetch_to_read(&line[64]);
            }
        }
    }

    /// Records an outcome.
    #[inline(always)]
    pub(crate) fn record_outcome(&mut self, puzzle: u32, outcome: Outcome) {
        self.answers().1[puzzle as usize] = outcome;
    }

    /// Notes that two clues of a puzzle clash.
    #[inline(always)]
    pub(crate) fn note_clash(&mut self, puzzle: u32) {
        self.answers().1[puzzle as usize].status = Status::Invalid;
    }

    /// Whether two clues of a puzzle clash.
    pub(crate) fn has_clash(&self, puzzle: u32) -> bool {
        let Feed::Text { batch, .. } = self else {
            return false;
        };
        let text = batch.puzzle(puzzle as usize);
        Puzzle::from_text(text).is_ok_and(|puzzle| puzzle.has_clash())
    }

    /// Notes whether two clues of a puzzle clash.
    #[cold]
    pub(crate) fn look_for_clash(&mut self, puzzle: u32) {
        if self.has_clash(puzzle) {
            self.note_clash(puzzle);
        }
    }
}
