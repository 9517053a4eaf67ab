//! Level 0 to 80, cell by cell, the first digit that fits.

use super::Board;
use crate::grid::{CELLS, Puzzle};
use crate::solver::{Kernel, Limits, SearchResult};

/// One thread's state.
#[derive(Debug)]
pub(crate) struct Dfs(Board);

impl Dfs {
    pub(crate) fn new() -> Dfs {
        Dfs(Board::new())
    }
}

/// Searches from this cell. Returns whether to stop.
fn level(board: &mut Board, cell: usize, limits: &Limits, first: &mut [u8; CELLS]) -> bool {
    if cell == CELLS {
        return board.solved(limits, first);
    }
    if board.grid[cell] != 0 {
        return level(board, cell + 1, limits, first);
    }
    board.try_digits(cell, limits, |board| level(board, cell + 1, limits, first))
}

impl Kernel for Dfs {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        first: &mut [u8; CELLS],
    ) -> SearchResult {
        self.0.load(puzzle);
        level(&mut self.0, 0, limits, first);
        self.0.found
    }
}
