//! All solutions of one puzzle, one after another.

use super::{Outcome, Status};
use crate::grid::{CELLS, Puzzle};
use crate::kernel::lexicographic::InOrder;
use std::iter::FusedIterator;

/// The solutions of a puzzle, as 81 digits each, in lexicographic order. Of two solutions, the
/// first is the one with the lower digit in the first cell, row by row, in which they differ.
///
/// It works only when you ask for a solution, and never allocates. It ends after the last solution,
/// or at the limit of guesses. [`Solutions::outcome`] says which.
///
/// ```
/// use ninefold::engine::{Solutions, Status};
/// use ninefold::grid::Puzzle;
/// let mut solutions = Solutions::new(&Puzzle::EMPTY, 1000);
/// let first = solutions.next().expect("an empty grid has solutions");
/// assert!(first.starts_with(b"123456789456789123789123456"));
/// assert!(solutions.next() > Some(first));
/// assert_eq!(solutions.outcome().solutions, 2);
/// assert_eq!(solutions.by_ref().last().is_some(), true);
/// assert_eq!(solutions.outcome().status, Status::GaveUp);
/// ```
#[derive(Debug)]
pub struct Solutions {
    search: InOrder,
    /// Whether the clues clash.
    invalid: bool,
}

impl Solutions {
    /// Starts before the first solution of a puzzle. It gives up after this many guesses.
    #[must_use]
    pub fn new(puzzle: &Puzzle, guesses: u64) -> Solutions {
        let invalid = puzzle.has_clash();
        let puzzle = if invalid { &Puzzle::EMPTY } else { puzzle };
        Solutions {
            search: InOrder::new(puzzle, guesses),
            invalid,
        }
    }

    /// The next solution, unless there is none, or no time is left to find it, for which it asks
    /// every few hundred guesses. Then it ends, and [`Solutions::outcome`] says so.
    pub fn next_in_time(
        &mut self,
        is_out_of_time: &(dyn Fn() -> bool + Sync),
    ) -> Option<[u8; CELLS]> {
        let mut solution = [0; CELLS];
        let found = !self.invalid && self.search.next(&mut solution, is_out_of_time);
        found.then(|| solution.map(|digit| b'0' + digit))
    }

    /// The result so far: solutions returned, guesses made, and whether it gave up.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let found = self.search.found();
        Outcome {
            solutions: found.solutions,
            guesses: found.guesses,
            status: if self.invalid {
                Status::Invalid
            } else {
                found.status
            },
        }
    }

    /// Positions of the search so far, as in [`Counters::nodes`](super::Counters::nodes).
    #[must_use]
    pub fn nodes(&self) -> u64 {
        self.search.found().nodes
    }
}

impl Iterator for Solutions {
    type Item = [u8; CELLS];

    fn next(&mut self) -> Option<[u8; CELLS]> {
        self.next_in_time(&|| false)
    }
}

// After the search has ended, it always says so.
impl FusedIterator for Solutions {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_ends_when_its_time_is_up() {
        let mut solutions = Solutions::new(&Puzzle::EMPTY, u64::MAX);
        let mut found = 0;
        while solutions.next_in_time(&|| true).is_some() {
            found += 1;
        }
        let outcome = solutions.outcome();
        assert_eq!(
            (outcome.solutions, outcome.status),
            (found, Status::OutOfTime)
        );
        assert_eq!(solutions.next(), None);
        assert_eq!(solutions.outcome(), outcome);
    }
}
