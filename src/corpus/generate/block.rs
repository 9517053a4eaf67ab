//! Works on hundreds of puzzles at once, with their tests in one batch.

use super::dig::{Dig, DigPlan, Step};
use super::spec::{GenerateSpec, SpecError};
use crate::corpus::logic::Hardness;
use crate::grid::{BLANK_ROW, Puzzle};
use crate::solver::{BatchBuffers, Limits, NoObserver, Solver};
use std::ops::Range;

/// Puzzles in flight: enough to keep every lane busy almost to the end of a batch, few enough to
/// stay in the cache.
const FLIGHT: usize = 512;
/// Bytes of a puzzle's text and its line feed.
const LINE: usize = BLANK_ROW.len();

/// A generated puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct GeneratedPuzzle {
    /// Its number in the corpus, from 0.
    pub index: u64,
    /// The puzzle.
    pub puzzle: Puzzle,
    /// How hard it is. Without guesses if no difficulty was requested.
    pub hardness: Hardness,
}

/// The work done, for reports. It does not depend on the number of threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Effort {
    /// Puzzles that the engine tested.
    pub tests: u64,
    /// Grids started.
    pub grids: u64,
}

impl Effort {
    /// Adds another's work.
    pub fn add(&mut self, other: &Effort) {
        self.tests += other.tests;
        self.grids += other.grids;
    }
}

/// Makes puzzles on one thread.
#[derive(Debug)]
pub struct Digger {
    plan: DigPlan,
    solver: Box<dyn Solver>,
    flight: Vec<Dig>,
    text: Vec<u8>,
    buffers: BatchBuffers,
}

impl Digger {
    /// A digger that tests with `solver`.
    ///
    /// # Errors
    /// No puzzle can fit the options.
    pub fn new(spec: &GenerateSpec, solver: Box<dyn Solver>) -> Result<Digger, SpecError> {
        spec.check()?;
        Ok(Digger {
            plan: DigPlan::new(spec),
            solver,
            flight: Vec::with_capacity(FLIGHT),
            text: BLANK_ROW.repeat(FLIGHT),
            buffers: BatchBuffers::default(),
        })
    }

    /// Makes the puzzles with these indices and appends them to `made`, in order. Leaves out an
    /// index whose attempts are used up, and after `stop` all that are not done.
    pub fn dig(
        &mut self,
        indices: Range<u64>,
        stop: &dyn Fn() -> bool,
        puzzles: &mut Vec<GeneratedPuzzle>,
    ) -> Effort {
        let mut effort = Effort::default();
        let first = puzzles.len();
        let mut waiting = indices;
        self.flight.clear();
        let first_indices = waiting.by_ref().take(FLIGHT);
        self.flight
            .extend(first_indices.map(|index| Dig::new(&self.plan, index)));
        while !self.flight.is_empty() && !stop() {
            self.advance(&mut waiting, &mut effort, puzzles);
            self.solve_batch(&mut waiting, &mut effort);
        }
        // The grids of unfinished puzzles count too.
        let grids = self.flight.iter().map(|dig| u64::from(dig.attempt) + 1);
        effort.grids += grids.sum::<u64>();
        puzzles[first..].sort_unstable_by_key(|generated| generated.index);
        effort
    }

    /// Advances every puzzle to its next question. Others take the place of finished puzzles.
    fn advance(
        &mut self,
        waiting: &mut Range<u64>,
        effort: &mut Effort,
        puzzles: &mut Vec<GeneratedPuzzle>,
    ) {
        let mut i = 0;
        while i < self.flight.len() {
            let text = &mut self.text[i * LINE..(i + 1) * LINE];
            let dig = &mut self.flight[i];
            match dig.step(&self.plan, text) {
                Step::Question => i += 1,
                Step::Done(done) => {
                    if let Some((puzzle, hardness)) = done {
                        effort.grids += 1;
                        puzzles.push(GeneratedPuzzle {
                            index: dig.index,
                            puzzle,
                            hardness,
                        });
                    }
                    self.replace(i, waiting, effort);
                }
            }
        }
    }

    /// Asks the engine and gives every puzzle its answer.
    fn solve_batch(&mut self, waiting: &mut Range<u64>, effort: &mut Effort) {
        let count = self.flight.len();
        if count == 0 {
            return;
        }
        self.buffers.space(count, LINE);
        let mut batch = self.buffers.batch(&self.text);
        let limits = Limits {
            solutions: 2,
            ..Limits::default()
        };
        self.solver.solve(&mut batch, &limits, &mut NoObserver);
        effort.tests += count as u64;
        // From the end, so that the puzzle that replaces a removed one has already got its answer.
        for i in (0..count).rev() {
            if !self.flight[i].answer(&self.plan, &self.buffers.outcomes[i]) {
                self.replace(i, waiting, effort);
            }
        }
    }

    /// Starts the next puzzle in place of a finished one.
    fn replace(&mut self, i: usize, waiting: &mut Range<u64>, effort: &mut Effort) {
        effort.grids += u64::from(self.flight[i].attempt);
        match waiting.next() {
            Some(index) => self.flight[i].begin(&self.plan, index),
            None => {
                self.flight.swap_remove(i);
            }
        }
    }
}

#[cfg(test)]
#[path = "block_tests.rs"]
mod tests;
