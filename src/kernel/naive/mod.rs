//! Solvers in their simplest form: yardsticks that are easy to read.

pub(crate) mod cells;
pub(crate) mod dfs;
pub(crate) mod dfs_rescan;

use crate::grid::{CELLS, Puzzle, units};
use crate::solver::{Limits, SearchResult};

/// The digits that each row, column and box has, and the grid.
#[derive(Debug)]
struct Board {
    rows: [[bool; 10]; 9],
    columns: [[bool; 10]; 9],
    boxes: [[bool; 10]; 9],
    grid: [u8; CELLS],
    found: SearchResult,
}

impl Board {
    fn new() -> Board {
        Board {
            rows: [[false; 10]; 9],
            columns: [[false; 10]; 9],
            boxes: [[false; 10]; 9],
            grid: [0; CELLS],
            found: SearchResult::default(),
        }
    }

    fn load(&mut self, puzzle: &Puzzle) {
        *self = Board::new();
        for (cell, &digit) in puzzle.cells().iter().enumerate() {
            if digit != 0 {
                self.set(cell, digit, true);
            }
        }
    }

    fn fits(&self, cell: usize, digit: u8) -> bool {
        let digit = usize::from(digit);
        !self.rows[usize::from(units::ROW[cell])][digit]
            && !self.columns[usize::from(units::COLUMN[cell])][digit]
            && !self.boxes[usize::from(units::BOX[cell])][digit]
    }

    /// Fills a cell (`used`), or empties it.
    fn set(&mut self, cell: usize, digit: u8, used: bool) {
        self.grid[cell] = if used { digit } else { 0 };
        let digit = usize::from(digit);
        self.rows[usize::from(units::ROW[cell])][digit] = used;
        self.columns[usize::from(units::COLUMN[cell])][digit] = used;
        self.boxes[usize::from(units::BOX[cell])][digit] = used;
    }

    /// Notes a solution. Returns whether the limit is reached.
    fn solved(&mut self, limits: &Limits, first: &mut [u8; CELLS]) -> bool {
        if self.found.solutions == 0 {
            *first = self.grid;
        }
        self.found.solutions += 1;
        self.found.solutions == limits.solutions
    }

    /// Tries every digit that fits a cell, lowest first, and calls `descend` after each. Returns
    /// whether to stop.
    fn try_digits(
        &mut self,
        cell: usize,
        limits: &Limits,
        mut descend: impl FnMut(&mut Board) -> bool,
    ) -> bool {
        let mut next = (1..=9).find(|&digit| self.fits(cell, digit));
        while let Some(digit) = next {
            next = (digit + 1..=9).find(|&digit| self.fits(cell, digit));
            if next.is_some() {
                if self.found.guesses == limits.guesses {
                    self.found.gave_up = true;
                    return true;
                }
                self.found.guesses += 1;
            }
            self.found.nodes += 1;
            self.set(cell, digit, true);
            if descend(self) {
                return true;
            }
            self.set(cell, digit, false);
        }
        false
    }
}
