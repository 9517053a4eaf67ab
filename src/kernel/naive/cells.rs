//! Makes the list of empty cells once, and then searches depth-first along it.

use super::Board;
use crate::grid::{CELLS, Puzzle};
use crate::solver::{Kernel, Limits, SearchResult};

/// One thread's state.
#[derive(Debug)]
pub(crate) struct EmptyCells {
    board: Board,
    empty: [u8; CELLS],
}

impl EmptyCells {
    pub(crate) fn new() -> EmptyCells {
        EmptyCells {
            board: Board::new(),
            empty: [0; CELLS],
        }
    }
}

/// Searches along the list. Returns whether to stop.
fn along(board: &mut Board, empty: &[u8], limits: &Limits, first: &mut [u8; CELLS]) -> bool {
    let Some((&cell, rest)) = empty.split_first() else {
        return board.solved(limits, first);
    };
    board.try_digits(usize::from(cell), limits, |board| {
        along(board, rest, limits, first)
    })
}

impl Kernel for EmptyCells {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        first: &mut [u8; CELLS],
    ) -> SearchResult {
        self.board.load(puzzle);
        let mut n = 0;
        for (cell, &digit) in puzzle.cells().iter().enumerate() {
            if digit == 0 {
                self.empty[n] = cell as u8;
                n += 1;
            }
        }
        along(&mut self.board, &self.empty[..n], limits, first);
        self.board.found
    }
}
