//! Crate `dlx-rs`, MIT: dancing links; it builds its matrix anew for each puzzle.

use dlx_rs::Sudoku;
use ninefold_peers::{CELLS, digit};

/// The crate panics at some puzzles whose clues clash.
fn clash(puzzle: &[u8; CELLS]) -> bool {
    let mut seen = [0u16; 27];
    puzzle.iter().enumerate().any(|(i, &cell)| {
        let bit = 1 << digit(cell);
        let units = [i / 9, 9 + i % 9, 18 + i / 27 * 3 + i % 9 / 3];
        let again = units.iter().any(|&unit| seen[unit] & bit != 0);
        units.iter().for_each(|&unit| seen[unit] |= bit);
        cell != b'.' && again
    })
}

fn solve(puzzle: &[u8; CELLS], limit: u64, row: &mut [u8; CELLS]) -> u64 {
    if clash(puzzle) {
        return 0;
    }
    let cells = puzzle.map(|cell| usize::from(digit(cell)));
    let mut solutions = Sudoku::new_from_input(&cells).take(limit as usize);
    let Some(first) = solutions.next() else {
        return 0;
    };
    ninefold_peers::write(row, first.into_iter().map(|value| value as u8));
    1 + solutions.count() as u64
}

ninefold_peers::export!(solve);
