//! Random full grids.
//!
//! The three boxes on the diagonal share no unit, so each gets a random permutation of the digits.
//! Then the other cells are filled one by one: the cell with the fewest candidates first, with a
//! random candidate. The search backtracks if there is none. Full grids are not equally likely: a
//! grid whose diagonal boxes have few completions comes up a little more often than one whose boxes
//! have many.

use crate::corpus::random::Rng;
use crate::grid::{CELLS, units};

/// Cells outside the diagonal boxes.
const OPEN: usize = 54;

struct Fill {
    cells: [u8; CELLS],
    rows: [u16; 9],
    columns: [u16; 9],
    boxes: [u16; 9],
    /// The first `left` are empty.
    open: [u8; OPEN],
    left: usize,
}

/// A random full grid, values 1 to 9. A few microseconds.
pub(crate) fn full_grid(rng: &mut Rng) -> [u8; CELLS] {
    loop {
        let mut fill = Fill::new();
        fill.diagonal(rng);
        // Any three diagonal boxes can be completed. The loop is for future changes that start from
        // other cells.
        if fill.rest(rng) {
            return fill.cells;
        }
    }
}

impl Fill {
    fn new() -> Fill {
        let mut open = [0; OPEN];
        let outside = (0..CELLS as u8).filter(|&cell| !units::BOX[cell as usize].is_multiple_of(4));
        for (place, cell) in open.iter_mut().zip(outside) {
            *place = cell;
        }
        Fill {
            cells: [0; CELLS],
            rows: [0; 9],
            columns: [0; 9],
            boxes: [0; 9],
            open,
            left: OPEN,
        }
    }

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

    fn put(&mut self, cell: usize, digit: u16) {
        self.cells[cell] = digit.trailing_zeros() as u8 + 1;
        self.flip(cell, digit);
    }

    fn diagonal(&mut self, rng: &mut Rng) {
        let mut digits = [1, 2, 4, 8, 16, 32, 64, 128, 256];
        for corner in [0, 30, 60] {
            rng.shuffle(&mut digits);
            for (i, &digit) in digits.iter().enumerate() {
                self.put(corner + i / 3 * 9 + i % 3, digit);
            }
        }
    }

    fn rest(&mut self, rng: &mut Rng) -> bool {
        if self.left == 0 {
            return true;
        }
        let mut place = 0;
        let mut fewest = 10;
        let mut tried = 0;
        for (i, &cell) in self.open[..self.left].iter().enumerate() {
            let candidates = self.candidates(cell as usize);
            if candidates.count_ones() < fewest {
                (place, fewest, tried) = (i, candidates.count_ones(), candidates);
                if fewest <= 1 {
                    break;
                }
            }
        }
        let cell = self.open[place] as usize;
        self.left -= 1;
        self.open.swap(place, self.left);
        while tried != 0 {
            let digit = rng.bit(tried);
            tried ^= digit;
            self.put(cell, digit);
            if self.rest(rng) {
                return true;
            }
            self.flip(cell, digit);
            self.cells[cell] = 0;
        }
        self.open.swap(place, self.left);
        self.left += 1;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::check::check;

    #[test]
    fn grids_are_full_right_and_different() {
        let mut seen = std::collections::HashSet::new();
        for i in 0..500 {
            let grid = full_grid(&mut Rng::new(3, &[i]));
            let text = grid.map(|digit| b'0' + digit);
            assert_eq!(check(&[b'.'; CELLS], &text), Ok(()));
            assert!(seen.insert(grid));
        }
    }

    #[test]
    fn every_digit_comes_up_in_every_cell_about_as_often() {
        let mut counts = [[0u32; 10]; CELLS];
        for i in 0..9_000 {
            let grid = full_grid(&mut Rng::new(4, &[i]));
            for (cell, digit) in grid.into_iter().enumerate() {
                counts[cell][usize::from(digit)] += 1;
            }
        }
        // Expected 1000 each, standard deviation 30.
        for cell in counts {
            for count in &cell[1..] {
                assert!((820..1180).contains(count), "{count}");
            }
        }
    }
}
