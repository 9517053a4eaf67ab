//! Turns a kernel that solves one puzzle at a time into a solver of batches.

use super::single::one_by_one;
use crate::grid::{CELLS, Puzzle};
use crate::solver::{Batch, Counters, Kernel, Limits, Observer, Outcome, Solver, Status};

/// A solver that gives the puzzles of a batch to a kernel one by one.
#[derive(Debug)]
pub(super) struct OneByOne<K>(pub(super) K);

impl<K: Kernel> Solver for OneByOne<K> {
    fn solve(
        &mut self,
        batch: &mut Batch<'_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters {
        one_by_one(batch, limits, observer, |batch, i, budget, counters| {
            let mut outcome = Outcome::default();
            match Puzzle::from_text(batch.puzzle(i)) {
                Err(_) => outcome.status = Status::Malformed,
                Ok(puzzle) if puzzle.has_clash() => outcome.status = Status::Invalid,
                Ok(puzzle) => {
                    let mut first = [0; CELLS];
                    let found = self.0.search(&puzzle, budget, &mut first);
                    outcome.solutions = found.solutions;
                    outcome.guesses = found.guesses;
                    outcome.status = found.status;
                    for (cell, digit) in first.iter().enumerate() {
                        batch.rows[i][cell] = b'0' + digit;
                    }
                    counters.guesses += found.guesses;
                    counters.nodes += found.nodes;
                }
            }
            outcome
        })
    }
}
