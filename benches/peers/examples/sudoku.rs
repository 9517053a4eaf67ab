//! Crate `sudoku`, AGPL-3.0: band bit masks after JCZSolve.

use ninefold_peers::CELLS;
use sudoku::Sudoku;

fn solve(puzzle: &[u8; CELLS], limit: u64, row: &mut [u8; CELLS]) -> u64 {
    let line = str::from_utf8(puzzle).expect("cells are ASCII");
    let Ok(puzzle) = Sudoku::from_str_line(line) else {
        return 0;
    };
    let mut first = [[0; CELLS]];
    let found = puzzle.solutions_up_to_buffer(&mut first, limit as usize);
    if found > 0 {
        ninefold_peers::write(row, first[0]);
    }
    found as u64
}

ninefold_peers::export!(solve);
