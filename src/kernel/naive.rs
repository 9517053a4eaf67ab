//! A solver in its simplest form, a yardstick that is easy to read: level 0 to 80, cell by cell,
//! the first digit that fits.

use crate::grid::{CELLS, Puzzle, units};
use crate::solver::{Budget, Kernel, SearchResult};

/// The digits that each row, column and box has, and the grid.
#[derive(Debug)]
pub(crate) struct Dfs {
    rows: [[bool; 10]; 9],
    columns: [[bool; 10]; 9],
    boxes: [[bool; 10]; 9],
    grid: [u8; CELLS],
    found: SearchResult,
}

impl Dfs {
    pub(crate) fn new() -> Dfs {
        Dfs {
            rows: [[false; 10]; 9],
            columns: [[false; 10]; 9],
            boxes: [[false; 10]; 9],
            grid: [0; CELLS],
            found: SearchResult::default(),
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

    /// Searches from this cell. Returns whether to stop.
    fn level(&mut self, cell: usize, budget: &Budget<'_>, first: &mut [u8; CELLS]) -> bool {
        if cell == CELLS {
            if self.found.solutions == 0 {
                *first = self.grid;
            }
            self.found.solutions += 1;
            return self.found.solutions == budget.limits.solutions;
        }
        if self.grid[cell] != 0 {
            return self.level(cell + 1, budget, first);
        }
        let mut next = (1..=9).find(|&digit| self.fits(cell, digit));
        while let Some(digit) = next {
            next = (digit + 1..=9).find(|&digit| self.fits(cell, digit));
            if next.is_some() && !self.found.guess(budget) {
                return true;
            }
            self.found.nodes += 1;
            self.set(cell, digit, true);
            if self.level(cell + 1, budget, first) {
                return true;
            }
            self.set(cell, digit, false);
        }
        false
    }
}

impl Kernel for Dfs {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        first: &mut [u8; CELLS],
    ) -> SearchResult {
        *self = Dfs::new();
        for (cell, &digit) in puzzle.cells().iter().enumerate() {
            if digit != 0 {
                self.set(cell, digit, true);
            }
        }
        self.level(0, budget, first);
        self.found
    }
}
