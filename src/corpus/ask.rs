//! Questions about many puzzles, asked of an engine in one batch.

use crate::grid::{BLANK_ROW, CELLS, Puzzle, Row};
use crate::solver::{Batch, Limits, NoObserver, Outcome, Solver, Status};
use std::ops::Range;

/// A solver and room for its batches.
pub(super) struct BatchSolver {
    solver: Box<dyn Solver>,
    text: Vec<u8>,
    starts: Vec<u32>,
    rows: Vec<Row>,
    outcomes: Vec<Outcome>,
}

impl BatchSolver {
    pub(super) fn new(solver: Box<dyn Solver>) -> BatchSolver {
        BatchSolver {
            solver,
            text: Vec::new(),
            starts: Vec::new(),
            rows: Vec::new(),
            outcomes: Vec::new(),
        }
    }

    /// Outcomes and first solutions of the puzzles, searched up to `limits`.
    pub(super) fn ask(&mut self, puzzles: &[Puzzle], limits: &Limits) -> (&[Outcome], &[Row]) {
        let count = puzzles.len();
        self.text.clear();
        for puzzle in puzzles {
            self.text.extend_from_slice(&puzzle.to_text());
        }
        self.starts.clear();
        self.starts.extend((0..count).map(|i| (i * CELLS) as u32));
        if self.rows.len() < count {
            self.rows.resize(count, BLANK_ROW);
            self.outcomes.resize(count, Outcome::default());
        }
        let (rows, outcomes) = (&mut self.rows[..count], &mut self.outcomes[..count]);
        let mut batch = Batch::new(&self.text, &self.starts, rows, outcomes);
        self.solver.solve(&mut batch, limits, &mut NoObserver);
        (&self.outcomes[..count], &self.rows[..count])
    }

    /// For each puzzle, whether it has exactly one solution.
    pub(super) fn unique(&mut self, puzzles: &[Puzzle]) -> impl Iterator<Item = bool> {
        let (outcomes, _) = self.ask(puzzles, &TWO);
        outcomes.iter().map(is_unique)
    }

    /// Takes clues from puzzles with one solution until each that is left is
    /// needed. `orders[i]` says in which order the cells are tried.
    pub(super) fn minimize(&mut self, puzzles: &mut [Puzzle], orders: &[[u8; CELLS]]) {
        let mut at = vec![0; puzzles.len()];
        let (mut asked, mut without) = (Vec::new(), Vec::new());
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
            let (outcomes, _) = self.ask(&without, &TWO);
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
