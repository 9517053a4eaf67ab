//! The first solution in lexicographic order, from any engine.

use super::single::in_time;
use super::{Batch, Counters, Limits, Observer, Solutions, Solver};
use crate::grid::{CELLS, Puzzle};
use crate::solver::{Budget, Outcome};

/// A solver whose rows are the first solutions in lexicographic order, as in [`Solutions`].
/// Programs that try the cells in order, and the digits from 1 to 9, find the same.
///
/// The inner engine looks for two solutions. If there is only one, it is the first. If there are
/// more, this solver searches for the first in order. The observer gets only the times of the
/// engine.
#[derive(Debug)]
pub struct Lexicographic(Box<dyn Solver>);

impl Lexicographic {
    /// Wraps an engine's solver.
    #[must_use]
    pub fn new(solver: Box<dyn Solver>) -> Lexicographic {
        Lexicographic(solver)
    }
}

impl Solver for Lexicographic {
    fn solve(
        &mut self,
        batch: &mut Batch<'_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters {
        let two = Limits {
            solutions: limits.solutions.max(2),
            ..*limits
        };
        let mut counters = self.0.solve(batch, &two, observer);
        for i in 0..batch.taken() {
            if batch.outcomes[i].solutions > 1 {
                let started = observer.now();
                let before = batch.outcomes[i];
                batch.outcomes[i] = in_time(limits, observer, started, before, |budget| {
                    first_in_order(batch, i, budget, &mut counters)
                });
            }
            let outcome = &mut batch.outcomes[i];
            outcome.solutions = outcome.solutions.min(limits.solutions);
        }
        counters
    }
}

/// Replaces the solution of puzzle `i` by the first in order, or gives up. Returns the outcome.
fn first_in_order(
    batch: &mut Batch<'_>,
    i: usize,
    budget: &Budget<'_>,
    counters: &mut Counters,
) -> Outcome {
    let puzzle = Puzzle::from_text(batch.puzzle(i));
    let mut outcome = batch.outcomes[i];
    // The byte differs from the one that the engine read. The text has changed since, and the check
    // of the row will find it.
    let Ok(puzzle) = puzzle else { return outcome };
    let left = budget.limits.guesses.saturating_sub(outcome.guesses);
    let mut solutions = Solutions::new(&puzzle, left);
    match solutions.next_in_time(&|| budget.is_out_of_time()) {
        Some(first) => batch.rows[i][..CELLS].copy_from_slice(&first),
        None => outcome.status = solutions.outcome().status,
    }
    let guesses = solutions.outcome().guesses;
    outcome.guesses += guesses;
    counters.guesses += guesses;
    counters.nodes += solutions.nodes();
    outcome
}
