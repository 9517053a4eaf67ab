//! A form of a puzzle while its rows are ordered.

use super::isomorph::Isomorph;

/// The symbol of a digit without a new name: it comes after all that have one.
pub(super) const NEW: u8 = 15;

/// A partly built form.
#[derive(Debug, Clone, Copy)]
pub(super) struct PartialForm {
    pub(super) transposed: bool,
    /// The rows taken, as bits and in order.
    pub(super) taken: u16,
    pub(super) rows: [u8; 9],
    /// The band that is being built. Its remaining rows must come next.
    pub(super) band: u8,
    /// Stacks in order, and whether each differs from the one before.
    pub(super) stacks: [u8; 3],
    pub(super) apart: [bool; 3],
    /// For each stack (by its old number) its columns in order, and whether each differs from the
    /// one before.
    pub(super) columns: [[u8; 3]; 3],
    pub(super) split: [[bool; 3]; 3],
    /// The new name of each old digit, or [`NEW`] if it has none. Blank is 0.
    pub(super) names: [u8; 10],
    pub(super) named: u8,
}

/// Sorts `items` by `keys` within the runs that `split` leaves tied.
#[inline]
pub(super) fn sort3<K: PartialOrd, T>(keys: &mut [K; 3], items: &mut [T; 3], split: &[bool; 3]) {
    match (split[1], split[2]) {
        (false, false) => {
            order(keys, items, 0);
            order(keys, items, 1);
            order(keys, items, 0);
        }
        (false, true) => order(keys, items, 0),
        (true, false) => order(keys, items, 1),
        (true, true) => {}
    }
}

/// Exchanges an item and the next one if their keys are the other way round.
#[inline]
fn order<K: PartialOrd, T>(keys: &mut [K; 3], items: &mut [T; 3], first: usize) {
    if keys[first + 1] < keys[first] {
        keys.swap(first, first + 1);
        items.swap(first, first + 1);
    }
}

pub(super) type Grid = [[u8; 9]; 9];

impl PartialForm {
    pub(super) fn new(transposed: bool) -> PartialForm {
        let mut names = [NEW; 10];
        names[0] = 0;
        PartialForm {
            transposed,
            taken: 0,
            rows: [0; 9],
            band: 0,
            stacks: [0, 1, 2],
            apart: [false; 3],
            columns: [[0, 1, 2], [3, 4, 5], [6, 7, 8]],
            split: [[false; 3]; 3],
            names,
            named: 0,
        }
    }

    /// Takes a row as the next.
    pub(super) fn take_row(&mut self, number: u8) {
        self.rows[self.taken.count_ones() as usize] = number;
        self.taken |= 1 << number;
        self.band = number / 3;
    }

    /// The isomorph from the puzzle to a form of which all rows are taken.
    pub(super) fn isomorph(&self) -> Isomorph {
        let mut unused = (1..=9).filter(|name| !self.names.contains(name));
        let mut digits = self.names;
        let unnamed = digits.iter_mut().filter(|name| **name == NEW);
        unnamed.for_each(|name| *name = unused.next().expect("as many names as digits"));
        let columns = |i: usize| self.columns[usize::from(self.stacks[i / 3])][i % 3];
        Isomorph {
            transpose: self.transposed,
            rows: self.rows,
            columns: std::array::from_fn(columns),
            digits,
        }
    }

    /// The rows that may come next.
    pub(super) fn next_rows(&self) -> u16 {
        let band = 0b111 << (3 * self.band);
        if self.taken & band != 0 && self.taken & band != band {
            band & !self.taken
        } else {
            0x1ff & !self.taken
        }
    }
}
