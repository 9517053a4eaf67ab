//! Fewest candidates first, in the simplest way.

use crate::grid::{CELLS, Puzzle, units};
use crate::solver::{Budget, Kernel, SearchResult};

/// Masks of used digits and the grid, bit `d - 1` for digit `d`.
#[derive(Debug)]
pub(crate) struct MrvScan {
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
    grid: [u8; CELLS],
    found: SearchResult,
}

impl MrvScan {
    pub(crate) fn new() -> MrvScan {
        MrvScan {
            rows: [0; 9],
            columns: [0; 9],
            boxes: [0; 9],
            grid: [0; CELLS],
            found: SearchResult::default(),
        }
    }

    /// One xor fills a cell and empties it again.
    fn flip(&mut self, cell: usize, digit: u16) {
        self.rows[units::ROW[cell] as usize] ^= digit;
        self.columns[units::COLUMN[cell] as usize] ^= digit;
        self.boxes[units::BOX[cell] as usize] ^= digit;
    }

    fn candidates(&self, cell: usize) -> u16 {
        !(self.rows[units::ROW[cell] as usize]
            | self.columns[units::COLUMN[cell] as usize]
            | self.boxes[units::BOX[cell] as usize])
            & 0x1ff
    }

    /// Searches below this node. Returns whether to stop.
    fn descend(&mut self, budget: &Budget<'_>, first: &mut [u8; CELLS]) -> bool {
        let next = (0..CELLS)
            .filter(|&cell| self.grid[cell] == 0)
            .min_by_key(|&cell| self.candidates(cell).count_ones());
        let Some(cell) = next else {
            if self.found.solutions == 0 {
                *first = self.grid;
            }
            self.found.solutions += 1;
            return self.found.solutions == budget.limits.solutions;
        };
        let mut left = self.candidates(cell);
        while left != 0 {
            let digit = left & left.wrapping_neg();
            left ^= digit;
            if left != 0 && !self.found.guess(budget) {
                return true;
            }
            self.found.nodes += 1;
            self.flip(cell, digit);
            self.grid[cell] = digit.trailing_zeros() as u8 + 1;
            let stop = self.descend(budget, first);
            self.grid[cell] = 0;
            self.flip(cell, digit);
            if stop {
                return true;
            }
        }
        false
    }
}

impl Kernel for MrvScan {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        first: &mut [u8; CELLS],
    ) -> SearchResult {
        *self = MrvScan::new();
        self.grid = *puzzle.cells();
        for cell in 0..CELLS {
            if self.grid[cell] != 0 {
                self.flip(cell, 1 << (self.grid[cell] - 1));
            }
        }
        self.descend(budget, first);
        self.found
    }
}
