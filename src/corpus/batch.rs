//! Batches of questions about many puzzles for an engine.

use crate::grid::{CELLS, Puzzle, Row};
use crate::solver::{BatchBuffers, Limits, NoObserver, Outcome, Solver, Status};
#[cfg(feature = "files")]
use std::ops::Range;

/// A solver and the buffers of its batches.
#[derive(Debug)]
pub(super) struct BatchSolver {
    solver: Box<dyn Solver>,
    text: Vec<u8>,
    buffers: BatchBuffers,
}

impl BatchSolver {
    pub(super) fn new(solver: Box<dyn Solver>) -> BatchSolver {
        BatchSolver {
            solver,
            text: Vec::new(),
            buffers: BatchBuffers::default(),
        }
    }

    /// Outcomes and first solutions of the puzzles, searched up to `limits`.
    pub(super) fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits) -> (&[Outcome], &[Row]) {
        self.text.clear();
        for puzzle in puzzles {
            self.text.extend_from_slice(&puzzle.to_text());
        }
        self.buffers.space(puzzles.len(), CELLS);
        let mut batch = self.buffers.batch(&self.text);
        self.solver.solve(&mut batch, limits, &mut NoObserver);
        (&self.buffers.outcomes, &self.buffers.rows)
    }

    /// For each puzzle, whether it has exactly one solution.
    pub(super) fn unique(&mut self, puzzles: &[Puzzle]) -> impl Iterator<Item = bool> {
        let (outcomes, _) = self.solve(puzzles, &TWO);
        outcomes.iter().map(is_unique)
    }

    /// Removes clues from puzzles with one solution until every remaining clue is needed.
    /// `orders[i]` is the order in which to try the cells.
    #[cfg(feature = "files")]
    pub(super) fn minimize(&mut self, puzzles: &mut [Puzzle], orders: &[[u8; CELLS]]) {
        let mut at = vec![0; puzzles.len()];
        let mut asked = Vec::new();
        let mut without = Vec::new();
        loop {
            asked.clear();
            without.clear();
            for (i, puzzle) in puzzles.iter().enumerate() {
                let clue = |&k: &usize| puzzle.cells()[usize::from(orders[i][k])] != 0;
                let rest: Range<usize> = at[i]..CELLS;
                at[i] = rest.into_iter().find(clue).unwrap_or(CELLS);
                if at[i] < CELLS {
                    asked.push(i);
                    without.push(leave_out(puzzle, orders[i][at[i]].into()));
                }
            }
            if asked.is_empty() {
                return;
            }
            let (outcomes, _) = self.solve(&without, &TWO);
            for ((&i, less), outcome) in asked.iter().zip(&without).zip(outcomes) {
                if is_unique(outcome) {
                    puzzles[i] = *less;
                }
                at[i] += 1;
            }
        }
    }
}

/// Stop at the second solution.
pub(super) const TWO: Limits = Limits {
    solutions: 2,
    guesses: 10_000_000,
};

fn is_unique(outcome: &Outcome) -> bool {
    outcome.status == Status::Finished && outcome.solutions == 1
}

/// The puzzle without the clue in a cell.
pub(super) fn leave_out(puzzle: &Puzzle, cell: usize) -> Puzzle {
    let mut cells = *puzzle.cells();
    cells[cell] = 0;
    Puzzle::from_cells(cells).expect("cells are 0 to 9")
}
