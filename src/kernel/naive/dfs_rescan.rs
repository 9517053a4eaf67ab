//! Each level searches the grid from its start for an empty cell.

use super::Board;
use crate::grid::{CELLS, Puzzle};
use crate::solver::{Kernel, Limits, SearchResult};

/// One thread's state.
#[derive(Debug)]
pub(crate) struct DfsRescan(Board);

impl DfsRescan {
    pub(crate) fn new() -> DfsRescan {
        DfsRescan(Board::new())
    }
}

/// Searches from the first empty cell. Returns whether to stop.
fn level(board: &mut Board, limits: &Limits, first: &mut [u8; CELLS]) -> bool {
    for row in 0..9 {
        for column in 0..9 {
            let cell = 9 * row + column;
            if board.grid[cell] == 0 {
                return board.try_digits(cell, limits, |board| level(board, limits, first));
            }
        }
    }
    board.solved(limits, first)
}

impl Kernel for DfsRescan {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        first: &mut [u8; CELLS],
    ) -> SearchResult {
        self.0.load(puzzle);
        level(&mut self.0, limits, first);
        self.0.found
    }
}
