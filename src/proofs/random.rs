//! Random cases, the same everywhere.

use crate::grid::CELLS;

/// The numbers of SplitMix64.
pub(super) struct Random(u64);

impl Random {
    pub(super) fn new(seed: u64) -> Random {
        Random(seed)
    }

    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub(super) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    /// Words of which some are zero, some have one bit, and some are all ones.
    pub(super) fn words<const N: usize>(&mut self) -> [u32; N] {
        std::array::from_fn(|_| {
            let word = self.next() as u32;
            match self.below(8) {
                0 => 0,
                1 => 1 << (word % 32),
                2 => u32::MAX,
                3 => word & self.next() as u32 & self.next() as u32,
                _ => word,
            }
        })
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
    pub(super) fn grid(&mut self) -> [usize; CELLS] {
        let rows = self.lines();
        let columns = self.lines();
        let digits = self.order::<9>();
        let turned = self.below(2) == 1;
        std::array::from_fn(|cell| {
            let mut row = rows[cell / 9];
            let mut column = columns[cell % 9];
            if turned {
                (row, column) = (column, row);
            }
            digits[(row % 3 * 3 + row / 3 + column) % 9]
        })
    }
}
