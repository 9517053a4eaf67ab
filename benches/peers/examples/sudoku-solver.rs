//! Crate `sudoku-solver`, MIT: a search over bit masks, fewest candidates first.

use ninefold_peers::{CELLS, digit};
use sudoku_solver::{Board, SolutionIter};

fn solve(puzzle: &[u8; CELLS], limit: u64, row: &mut [u8; CELLS]) -> u64 {
    let mut cells = [[0; 9]; 9];
    for (value, &cell) in cells.as_flattened_mut().iter_mut().zip(puzzle) {
        *value = digit(cell);
    }
    let mut solutions = SolutionIter::new(&Board::from(&cells)).take(limit as usize);
    let Some(first) = solutions.next() else {
        return 0;
    };
    let values = (0..CELLS).map(|cell| first.get_cell(cell % 9, cell / 9));
    ninefold_peers::write(row, values);
    1 + solutions.count() as u64
}

ninefold_peers::export!(solve);
