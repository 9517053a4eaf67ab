//! Crate `rustoku-lib`, MIT: its default techniques, then a search over bit masks.

use ninefold_peers::CELLS;
use rustoku_lib::Rustoku;

fn solve(puzzle: &[u8; CELLS], limit: u64, row: &mut [u8; CELLS]) -> u64 {
    let line = str::from_utf8(puzzle).expect("cells are ASCII");
    let Ok(mut puzzle) = Rustoku::new_from_str(line) else {
        return 0;
    };
    let solutions = puzzle.solve_until(limit as usize);
    if let Some(first) = solutions.first() {
        let values = (0..CELLS).map(|cell| first.board.get(cell / 9, cell % 9));
        ninefold_peers::write(row, values);
    }
    solutions.len() as u64
}

ninefold_peers::export!(solve);
