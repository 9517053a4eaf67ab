//! The check of units with words of eight bytes.

use super::{Byte, CELLS, CODE, EACH, FULL, Word};

/// Eight cells from this position.
#[inline(always)]
fn eight(answer: &[Byte; CELLS], cell: usize) -> Word {
    let cells = answer[cell..cell + 8].try_into();
    Word::from_le_bytes(cells.expect("eight bytes are eight bytes"))
}

/// Codes of eight cells. No product exceeds its byte if they are digits.
#[inline(always)]
fn codes(cells: Word) -> Word {
    cells.wrapping_sub(EACH * b'1' as u64).wrapping_mul(CODE)
}

/// Whether every row, column and box has all nine digits. All bytes of the answer must be digits.
/// It takes 10 ns.
///
/// It looks at all rows, eight columns and four boxes. If those have every digit, so do the ninth
/// column and the other five boxes, because three boxes share the cells of three rows or of three
/// columns.
pub(crate) fn fills_units(answer: &[Byte; CELLS]) -> bool {
    let mut rows = [Word::default(); 9];
    for (row, digits) in rows.iter_mut().enumerate() {
        *digits = codes(eight(answer, 9 * row));
    }
    // The ninth cell of row r is byte r of the r-th eight cells after it.
    let mut ninth = Word::default();
    for row in 0..8 {
        ninth |= eight(answer, 8 + 8 * row) & (0xff_u64 << (8 * row));
    }
    let last = codes(eight(answer, CELLS - 8)) >> 56;
    let mut bands = [Word::default(); 3];
    for band in 0..3 {
        bands[band] = rows[3 * band] ^ rows[3 * band + 1] ^ rows[3 * band + 2];
    }

    let mut wrong = bands[0] ^ bands[1] ^ bands[2] ^ FULL;
    for &band in &bands[..2] {
        // The first two of three boxes: from byte 0 and from byte 3.
        wrong |= (band ^ band >> 8 ^ band >> 16 ^ FULL) & 0xff00_00ff_u64;
    }
    wrong |= first_eight(&rows) ^ codes(ninth) ^ FULL;
    let row = rows[8] ^ rows[8] >> 32;
    let row = row ^ row >> 16;
    wrong |= (row ^ row >> 8 ^ last ^ FULL) & 0xff_u64;
    wrong == 0
}

/// Byte r is the xor of the eight bytes of word r.
///
/// Halves of two words become one word, three times. The words that meet last are neighbours, so
/// the bytes end in order.
#[inline(always)]
fn first_eight(rows: &[Word; 9]) -> Word {
    const HALF: u64 = 0xffff_ffff;
    const QUARTER: u64 = 0x0000_ffff_0000_ffff;
    const BYTE: u64 = 0x00ff_00ff_00ff_00ff;
    let meet = |low: Word, high: Word, mask: u64, by: i32| {
        (low ^ low >> by) & mask | (high ^ high << by) & !mask
    };
    let mut half = [Word::default(); 4];
    for row in 0..4 {
        half[row] = meet(rows[row], rows[row + 4], HALF, 32);
    }
    let even = meet(half[0], half[2], QUARTER, 16);
    let odd = meet(half[1], half[3], QUARTER, 16);
    meet(even, odd, BYTE, 8)
}
