//! Where lanes take their work from, and where they leave their answers.

use super::isa::Lanes;
use super::layout::Record;
use crate::grid::{CELLS, Puzzle, Row, check};
use crate::solver::{Batch, Outcome, Status};
use std::ops::Range;

/// Puzzles whose text is prefetched before it is their turn: lanes read in bursts, which
/// CPUs do not foresee. (AVX-512 on Zen 5, over 24,000 puzzles: 2 to 4 % faster, and easy
/// ones 20, 17 clues 11 % while the machine is busy with others; AVX2 5 % slower.)
const AHEAD: usize = 16;

/// A puzzle whose states were handed out; what was found until then is in
/// its outcome and its row.
#[derive(Debug, Clone)]
pub(crate) struct Heavy {
    /// The puzzle, or the job.
    pub(crate) puzzle: u32,
    /// When work on it began.
    pub(crate) started: u64,
    /// Which of the states handed out are its own, in the order of search.
    pub(crate) states: Range<usize>,
}

/// Work for the lanes.
pub(crate) enum Feed<'a, 'b> {
    /// The puzzles of a batch.
    Text {
        batch: &'b mut Batch<'a>,
        next: usize,
    },
    /// States handed out before.
    States {
        states: &'b [Record],
        next: usize,
        rows: &'b mut [Row],
        outcomes: &'b mut [Outcome],
    },
}

impl<'a> Feed<'a, '_> {
    /// The next puzzle's number and text.
    #[inline(always)]
    pub(crate) fn line(&mut self) -> Option<(u32, &'a [u8; CELLS])> {
        match self {
            Feed::Text { batch, next } if *next < batch.len() => {
                let i = *next;
                *next += 1;
                Some((i as u32, batch.puzzle(i)))
            }
            _ => None,
        }
    }

    /// Up to `n` states, where the feed has states, and the first's number.
    #[inline(always)]
    pub(crate) fn states(&mut self, n: usize) -> Option<(u32, &[Record])> {
        match self {
            Feed::Text { .. } => None,
            Feed::States { states, next, .. } => {
                let first = *next;
                *next = states.len().min(first + n);
                Some((first as u32, &states[first..*next]))
            }
        }
    }

    /// Where a puzzle's first solution goes.
    #[inline(always)]
    pub(crate) fn row(&mut self, puzzle: u32) -> &mut Row {
        match self {
            Feed::Text { batch, .. } => &mut batch.rows[puzzle as usize],
            Feed::States { rows, .. } => &mut rows[puzzle as usize],
        }
    }

    /// Prefetches the memory that a puzzle's answer goes to, and the text of the one that
    /// is read [`AHEAD`] puzzles later.
    #[inline(always)]
    pub(crate) fn prefetch<L: Lanes>(&self, l: L, puzzle: u32) {
        if let Feed::Text { batch, .. } = self {
            let row = &batch.rows[puzzle as usize];
            l.prefetch_to_write(&row[0]);
            l.prefetch_to_write(&row[64]);
            l.prefetch_to_write(&batch.outcomes[puzzle as usize]);
            let later = puzzle as usize + AHEAD;
            if later < batch.len() {
                let line = batch.puzzle(later);
                l.prefetch_to_read(&line[0]);
                l.prefetch_to_read(&line[64]);
            }
        }
    }

    /// Notes an outcome.
    #[inline(always)]
    pub(crate) fn note(&mut self, puzzle: u32, mut outcome: Outcome) {
        match self {
            Feed::Text { batch, .. } => {
                if outcome.solutions == 0 && outcome.guesses == 0 {
                    outcome.status = clashes(batch, puzzle as usize, outcome.status);
                }
                batch.outcomes[puzzle as usize] = outcome;
            }
            Feed::States { outcomes, .. } => outcomes[puzzle as usize] = outcome,
        }
    }
}

/// Without solution and without a guess: perhaps two clues clash.
#[cold]
fn clashes(batch: &Batch<'_>, puzzle: usize, status: Status) -> Status {
    match Puzzle::from_text(batch.puzzle(puzzle)) {
        Ok(puzzle) if check::has_clash(&puzzle) => Status::Invalid,
        _ => status,
    }
}
