//! Digits as bits, and masks of nine lanes at once.

use crate::grid::{CELLS, units};

/// All nine digits.
pub(super) const ALL: u16 = 0x1ff;

/// The bit of each digit. A blank has none.
pub(super) const BIT: [u16; 16] = {
    let mut table = [0; 16];
    let mut digit = 1;
    while digit < 10 {
        table[digit] = 1 << (digit - 1);
        digit += 1;
    }
    table
};

/// Place of each cell in its box.
pub(super) const PLACE: [u8; CELLS] = {
    let mut places = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        places[cell] = (cell / 9 % 3 * 3 + cell % 3) as u8;
        cell += 1;
    }
    places
};

/// Row, column and box of a cell, as indices below sixteen that need no check.
#[inline(always)]
pub(super) fn units_of(cell: usize) -> [usize; 3] {
    [
        usize::from(units::ROW[cell]) & 15,
        usize::from(units::COLUMN[cell]) & 15,
        usize::from(units::BOX[cell]) & 15,
    ]
}

/// Nine masks, of a row's cells or of units of one kind, and zeros. With sixteen elements an index
/// needs no check, and loops become vectors.
pub(super) type Masks = [u16; 16];

/// The same mask for each column of the grid.
pub(super) const fn nine(mask: u16) -> Masks {
    let mut masks = [0; 16];
    let mut column = 0;
    while column < 9 {
        masks[column] = mask;
        column += 1;
    }
    masks
}

/// All nine digits for each column.
pub(super) const ALL_NINE: Masks = nine(ALL);

/// All bits in one lane.
pub(super) static LANE: [Masks; 16] = {
    let mut lanes = [[0; 16]; 16];
    let mut i = 0;
    while i < 16 {
        lanes[i][i] = u16::MAX;
        i += 1;
    }
    lanes
};

/// The first mask for lanes 0 to 2, the second for 3 to 5, the third for 6 to 8.
///
/// The lanes above have the third, too: if they were zero, a compiler would make vectors of eight
/// lanes and the ninth by itself, which takes twice as long.
#[inline(always)]
pub(super) fn in_threes([a, b, c]: [u16; 3]) -> Masks {
    let mut masks = nine(0);
    for i in 0..16 {
        masks[i] = if i < 3 {
            a
        } else if i < 6 {
            b
        } else {
            c
        };
    }
    masks
}

/// The masks in turn.
#[inline(always)]
pub(super) fn in_turn(three: [u16; 3]) -> Masks {
    let mut masks = nine(0);
    for i in 0..16 {
        masks[i] = three[i % 3];
    }
    masks
}

/// Number of digits in each mask.
#[inline(always)]
pub(super) fn counts(masks: &Masks) -> Masks {
    let mut counts = nine(0);
    for i in 0..16 {
        let eight = masks[i] & 0xff;
        let pairs = eight - (eight >> 1 & 0x55);
        let fours = (pairs & 0x33) + (pairs >> 2 & 0x33);
        counts[i] = (fours & 0xf) + (fours >> 4) + (masks[i] >> 8);
    }
    counts
}
