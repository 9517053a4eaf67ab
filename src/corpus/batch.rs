//! Batches of questions about many puzzles for an engine.

use crate::grid::{CELLS, Puzzle, Row};
use crate::solver::{BatchBuffers, Limits, NoObserver, Outcome, Solver, Status};

/// A solver and the buffers of its batches.
#[derive(Debug)]
pub struct BatchSolver {
    solver: Box<dyn Solver>,
    text: Vec<u8>,
    buffers: BatchBuffers,
}

impl BatchSolver {
    /// Buffers for this solver.
    #[must_use]
    pub fn new(solver: Box<dyn Solver>) -> BatchSolver {
        BatchSolver {
            solver,
            text: Vec::new(),
            buffers: BatchBuffers::default(),
        }
    }

    /// Outcomes and first solutions of the puzzles, searched up to `limits`.
    pub fn solve(&mut self, puzzles: &[Puzzle], limits: &Limits) -> (&[Outcome], &[Row]) {
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
    pub fn unique(&mut self, puzzles: &[Puzzle]) -> impl Iterator<Item = bool> {
        let (outcomes, _) = self.solve(puzzles, &TWO);
        outcomes.iter().map(is_unique)
    }
}

/// Stop at the second solution.
pub(crate) const TWO: Limits = Limits {
    solutions: 2,
    guesses: 10_000_000,
};

fn is_unique(outcome: &Outcome) -> bool {
    outcome.status == Status::Finished && outcome.solutions == 1
}

/// The puzzle without the clue in a cell.
#[must_use]
pub fn leave_out(puzzle: &Puzzle, cell: usize) -> Puzzle {
    let mut cells = *puzzle.cells();
    cells[cell] = 0;
    Puzzle::from_cells(cells).expect("cells are 0 to 9")
}
