//! A model of the vector code for one puzzle, in plain loops over cells and digits: the pass, the
//! choice of a guess, how words move, and text.

mod clash;
mod guess;
mod moves;
mod pass;
mod text;

use super::super::layout::{Group, Words};
use super::super::pass::PassResult;
use super::super::vector::Vector;
use crate::grid::CELLS;

/// `[digit][cell]`, cells row-major.
type Sets = [[bool; CELLS]; 9];

/// So many rounds of a test, and few under Miri, which is a thousand times slower.
fn rounds(count: usize) -> usize {
    if cfg!(miri) {
        count.div_ceil(200)
    } else {
        count
    }
}

fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// Word and bit of a digit's candidate, by the layout.
fn place(digit: usize, cell: usize) -> (usize, usize, u32) {
    let (row, column) = (cell / 9, cell % 9);
    let bit = digit % 3 * 9 + row / 3 * 3 + column / 3;
    (digit / 3, 3 * (row % 3) + column % 3, bit as u32)
}

fn put<V: Vector>(_: V, x: &mut Words<V::V>, lane: usize, sets: &Sets) {
    let mut state = [0; 27];
    for (digit, cells) in sets.iter().enumerate() {
        for (cell, &candidate) in cells.iter().enumerate() {
            let (t, p, bit) = place(digit, cell);
            state[9 * t + p] |= u32::from(candidate) << bit;
        }
    }
    let words = V::words_mut(x.as_flattened_mut());
    for (w, word) in state.into_iter().enumerate() {
        words[w * V::N + lane] = word;
    }
}

fn get<V: Vector>(_: V, x: &Words<V::V>, lane: usize) -> Sets {
    let words = V::words(x.as_flattened());
    let mut sets = [[false; CELLS]; 9];
    for (digit, cells) in sets.iter_mut().enumerate() {
        for (cell, candidate) in cells.iter_mut().enumerate() {
            let (t, p, bit) = place(digit, cell);
            *candidate = words[(9 * t + p) * V::N + lane] >> bit & 1 != 0;
        }
    }
    sets
}

/// Chooses test cases: the same numbers everywhere (SplitMix64).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn order<const N: usize>(&mut self) -> [usize; N] {
        let mut order = std::array::from_fn(|i| i);
        for i in (1..N).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }

    /// Bands, and the rows in each; or stacks, and their columns.
    fn lines(&mut self) -> [usize; 9] {
        let bands = self.order::<3>();
        let within = [(); 3].map(|()| self.order::<3>());
        std::array::from_fn(|line| 3 * bands[line / 3] + within[line / 3][line % 3])
    }

    /// A full valid grid, digits 0 to 8: made by shifting, with its lines and digits in random
    /// order.
    fn grid(&mut self) -> [usize; CELLS] {
        let (rows, columns, digits) = (self.lines(), self.lines(), self.order::<9>());
        let turned = self.below(2) == 1;
        std::array::from_fn(|cell| {
            let (mut row, mut column) = (rows[cell / 9], columns[cell % 9]);
            if turned {
                (row, column) = (column, row);
            }
            digits[(row % 3 * 3 + row / 3 + column) % 9]
        })
    }

    /// Candidates of one of several kinds: noise, sparse or dense; the union of valid grids with
    /// noise; a puzzle with some clues, possibly wrong.
    fn sets(&mut self) -> Sets {
        let mut sets = [[false; CELLS]; 9];
        let kind = self.below(5);
        if kind == 4 {
            let (grid, clues) = (self.grid(), self.below(60));
            sets = [[true; CELLS]; 9];
            let wrong = [0, 0, 1, 8][self.below(4)];
            for _ in 0..clues {
                let cell = self.below(CELLS);
                let clue = if self.below(32) < wrong {
                    self.below(9)
                } else {
                    grid[cell]
                };
                for (digit, cells) in sets.iter_mut().enumerate() {
                    cells[cell] = digit == clue;
                }
            }
            return sets;
        }
        for _ in 0..kind {
            let grid = self.grid();
            for cell in 0..CELLS {
                sets[grid[cell]][cell] = true;
            }
        }
        for _ in 0..[700, 60, 20, 3][self.below(4)] {
            let (digit, cell) = (self.below(9), self.below(CELLS));
            sets[digit][cell] = true;
        }
        sets
    }
}

/// A pass of a back end: the one that it uses, or the compiled one.
type Pass<L> = fn(L, &mut Group<<L as Vector>::V>, u32) -> PassResult;

/// Runs a generic test on each back end that this CPU has, with each of its passes.
macro_rules! on_every_back_end {
    ($test:ident) => {{
        let mut ran = 0;
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(l) = crate::simd::Avx512::detect() {
                $test(l, Lanes::pass);
                $test(l, Lanes::compiled_pass);
                ran += 1;
            }
            if let Some(l) = crate::simd::Avx2::detect() {
                $test(l, Lanes::pass);
                $test(l, Lanes::compiled_pass);
                ran += 1;
            }
            if let Some(l) = crate::simd::Sse2::detect() {
                $test(l, Lanes::pass);
                ran += 1;
            }
        }
        #[cfg(target_arch = "aarch64")]
        if let Some(l) = crate::simd::Neon::detect() {
            $test(l, Lanes::pass);
            ran += 1;
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        if let Some(l) = crate::simd::Simd128::detect() {
            $test(l, Lanes::pass);
            ran += 1;
        }
        $test(crate::kernel::lanes::arch::Portable, Lanes::pass);
        ran += 1;
        let available = crate::kernel::lanes::Backend::ALL
            .into_iter()
            .filter(|b| b.is_available());
        assert_eq!(ran, available.count());
    }};
}
use on_every_back_end;
