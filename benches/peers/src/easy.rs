//! Makes easy puzzles to measure with: naked and hidden singles solve them.

use ninefold::grid::CELLS;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::io::{self, Write};

const ALL: u16 = 0x1ff;

/// Values 1-9, 0 for a blank.
type Grid = [u8; CELLS];

/// Writes `count` puzzles of `clues` clues, one a line.
///
/// The same seed gives the same file. Few clues take long: below about 24
/// hardly any grid can be dug that far with singles alone.
pub(crate) fn write(out: &mut impl Write, count: usize, clues: usize, seed: u64) -> io::Result<()> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    for _ in 0..count {
        let puzzle = puzzle(clues, &mut rng);
        let mut line = puzzle
            .map(|digit| if digit == 0 { b'.' } else { b'0' + digit })
            .to_vec();
        line.push(b'\n');
        out.write_all(&line)?;
    }
    out.flush()
}

fn puzzle(clues: usize, rng: &mut ChaCha8Rng) -> Grid {
    loop {
        let mut grid = [0; CELLS];
        fill(&mut grid, rng);
        if dig(&mut grid, clues, rng) {
            return grid;
        }
    }
}

/// Completes the grid at random, the cell with the fewest candidates first.
fn fill(grid: &mut Grid, rng: &mut ChaCha8Rng) -> bool {
    let blanks = (0..CELLS).filter(|&cell| grid[cell] == 0);
    let Some(cell) = blanks.min_by_key(|&cell| candidates(grid, cell).count_ones()) else {
        return true;
    };
    let mask = candidates(grid, cell);
    let mut digits: Vec<u8> = (1..=9)
        .filter(|digit| mask >> (digit - 1) & 1 == 1)
        .collect();
    digits.shuffle(rng);
    for digit in digits {
        grid[cell] = digit;
        if fill(grid, rng) {
            return true;
        }
    }
    grid[cell] = 0;
    false
}

/// Takes clues away in random order while singles still solve the rest;
/// whether `clues` was reached.
fn dig(grid: &mut Grid, clues: usize, rng: &mut ChaCha8Rng) -> bool {
    let mut order: Vec<usize> = (0..CELLS).collect();
    order.shuffle(rng);
    let mut left = CELLS;
    for cell in order {
        if left == clues {
            break;
        }
        let digit = std::mem::take(&mut grid[cell]);
        if singles_solve(*grid) {
            left -= 1;
        } else {
            grid[cell] = digit;
        }
    }
    left == clues
}

/// Whether naked and hidden singles fill the grid.
fn singles_solve(mut grid: Grid) -> bool {
    loop {
        let placed = naked(&mut grid) | hidden(&mut grid);
        if !placed {
            return !grid.contains(&0);
        }
    }
}

fn naked(grid: &mut Grid) -> bool {
    let mut placed = false;
    for cell in 0..CELLS {
        if grid[cell] == 0 {
            let mask = candidates(grid, cell);
            if mask.count_ones() == 1 {
                grid[cell] = mask.trailing_zeros() as u8 + 1;
                placed = true;
            }
        }
    }
    placed
}

fn hidden(grid: &mut Grid) -> bool {
    let mut placed = false;
    for unit in 0..27 {
        let (mut once, mut more) = (0, 0);
        for cell in unit_cells(unit).filter(|&cell| grid[cell] == 0) {
            let mask = candidates(grid, cell);
            more |= once & mask;
            once |= mask;
        }
        let single = once & !more;
        for cell in unit_cells(unit) {
            let mask = candidates(grid, cell) & single;
            if grid[cell] == 0 && mask.count_ones() == 1 {
                grid[cell] = mask.trailing_zeros() as u8 + 1;
                placed = true;
            }
        }
    }
    placed
}

/// Cells of rows 0-8, columns 9-17, boxes 18-26.
fn unit_cells(unit: usize) -> impl Iterator<Item = usize> {
    let (kind, unit) = (unit / 9, unit % 9);
    (0..9).map(move |i| match kind {
        0 => unit * 9 + i,
        1 => i * 9 + unit,
        _ => (unit / 3 * 3 + i / 3) * 9 + unit % 3 * 3 + i % 3,
    })
}

/// Digits that no cell seen from `cell` holds, bit 0 for digit 1.
fn candidates(grid: &Grid, cell: usize) -> u16 {
    let (row, column) = (cell / 9, cell % 9);
    let units = [row, 9 + column, 18 + row / 3 * 3 + column / 3];
    let seen = units
        .into_iter()
        .flat_map(unit_cells)
        .fold(0, |seen, other| {
            let bit = (1u16 << grid[other]) >> 1;
            if other == cell { seen } else { seen | bit }
        });
    ALL & !seen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn puzzles_have_the_clues_asked_for_and_one_solution() {
        let mut text = Vec::new();
        write(&mut text, 20, 34, 7).expect("a vector takes all");
        let lines: Vec<&str> = str::from_utf8(&text).expect("ASCII").lines().collect();
        assert_eq!(lines.len(), 20);
        for line in lines {
            assert_eq!(line.bytes().filter(|&byte| byte != b'.').count(), 34);
            let puzzle = sudoku::Sudoku::from_str_line(line).expect("81 cells");
            assert_eq!(puzzle.solutions_count_up_to(2), 1);
        }
    }

    #[test]
    fn the_seed_decides_everything() {
        let make = |seed| {
            let mut text = Vec::new();
            write(&mut text, 3, 34, seed).expect("a vector takes all");
            text
        };
        assert_eq!(make(1), make(1));
        assert_ne!(make(1), make(2));
    }

    #[test]
    fn singles_do_not_solve_a_hard_puzzle() {
        let hard =
            b"8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let grid = hard.map(|byte| if byte == b'.' { 0 } else { byte - b'0' });
        assert!(!singles_solve(grid));
    }
}
