//! The first solution in lexicographic order, from any engine.

use super::{Batch, Counters, Limits, Observer, Solutions, Solver};
use crate::grid::{CELLS, Puzzle};

/// A solver whose rows are the first solutions in lexicographic order, as
/// [`Solutions`] has it: what a program finds that tries the cells in order, and the
/// digits of each from 1 to 9.
///
/// The engine within looks for two solutions. Where there is one it is the first;
/// where there are more, the first in order is searched for. Times that are told
/// to the observer are those of the engine alone.
#[derive(Debug)]
pub struct Lexicographic(Box<dyn Solver>);

impl Lexicographic {
    /// Puts the solutions of an engine's solver in order.
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
        for i in 0..batch.len() {
            if batch.outcomes[i].solutions > 1 {
                first_in_order(batch, i, limits, &mut counters);
            }
            let outcome = &mut batch.outcomes[i];
            outcome.solutions = outcome.solutions.min(limits.solutions);
        }
        counters
    }
}

/// Replaces puzzle `i`'s solution by the first in order, or gives up.
fn first_in_order(batch: &mut Batch<'_>, i: usize, limits: &Limits, counters: &mut Counters) {
    let puzzle = Puzzle::from_text(batch.puzzle(i));
    let outcome = &mut batch.outcomes[i];
    // Another byte than the engine read: the text was changed meanwhile, and
    // whoever checks the row will say so.
    let Ok(puzzle) = puzzle else { return };
    let left = limits.guesses.saturating_sub(outcome.guesses);
    let mut solutions = Solutions::new(&puzzle, left);
    match solutions.next() {
        Some(first) => batch.rows[i][..CELLS].copy_from_slice(&first),
        None => outcome.status = solutions.outcome().status,
    }
    let found = solutions.found();
    outcome.guesses += found.guesses;
    counters.guesses += found.guesses;
    counters.nodes += found.nodes;
}
