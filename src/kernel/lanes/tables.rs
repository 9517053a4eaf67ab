//! Tables from text to words and from words to text, and functions on them for one lane.

use crate::grid::{CELLS, Row};

/// Puzzles read at a time.
pub(crate) const READ: usize = 16;
/// A line of 81 bytes for each lane.
pub(crate) type PuzzleLines<'a> = [&'a [u8; CELLS]; READ];
/// A blank puzzle for each lane.
pub(crate) const BLANK_LINES: PuzzleLines<'static> = [&[b'0'; CELLS]; READ];

/// Value of each byte: 0 to 9, or 0x80 if it is not a cell.
pub(crate) const CODE: [u8; 256] = {
    let mut table = [0x80; 256];
    let mut d = 0;
    while d < 10 {
        table[b'0' as usize + d] = d as u8;
        d += 1;
    }
    let blanks = b".*_Xx";
    let mut i = 0;
    while i < blanks.len() {
        table[blanks[i] as usize] = 0;
        i += 1;
    }
    table
};

/// The bits of a word that mark bytes that are not cells.
pub(crate) const FAULT: u32 = 0x8080_8080;

/// The bits of a cell's code in its word, by the stack S of its box: digit 3t + f + 1 has bit 9f +
/// 3t + S, and a blank has all of them.
pub(crate) static SPREAD: [[u32; 16]; 3] = {
    let mut tables = [[0; 16]; 3];
    let mut stack = 0;
    while stack < 3 {
        let mut d = 0;
        while d < 9 {
            let bit = 1 << (d % 3 * 9 + d / 3 * 3 + stack);
            tables[stack][d + 1] = bit;
            tables[stack][0] |= bit;
            d += 1;
        }
        stack += 1;
    }
    tables
};

/// What each of four bit planes adds to the value of a cell, beyond one: the digits 3t + f + 1 with
/// t at least 1, t = 2, f = 2, f = 1. (With binary weights, whose bits never overlap, the compiler
/// makes two operations of each sum.)
pub(crate) const WEIGHTS: [u8; 4] = [3, 3, 2, 1];
/// The value of a cell without them, as text.
pub(crate) const LEAST: u8 = b'1';

/// The digit for four bits, one of each plane.
#[cfg(target_arch = "x86_64")]
pub(crate) const DIGIT_OF_NIBBLE: [u8; 16] = {
    let mut table = [LEAST; 16];
    let mut nibble = 0;
    while nibble < 16 {
        let mut plane = 0;
        while plane < 4 {
            table[nibble] += (nibble as u8 >> plane & 1) * WEIGHTS[plane];
            plane += 1;
        }
        nibble += 1;
    }
    table
};

/// One lane's planes: for each, r = 0 and 1 as a pair, low word first, and r = 2. Bits 27 to 31 of
/// the words have no meaning.
pub(crate) type Bits = [(u64, u32); 4];

/// Position of each cell, row-major, in a plane: 32r + bit.
#[cfg(target_arch = "x86_64")]
pub(crate) const BIT: [u8; CELLS] = {
    let mut table = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let row = cell / 9;
        let column = cell % 9;
        table[cell] = (row % 3 * 32 + column % 3 * 9 + row / 3 * 3 + column / 3) as u8;
        cell += 1;
    }
    table
};

/// Three runs of three bits, c by S, as the first eight values of a row of the grid: byte 3S + c is
/// bit 3c + S.
const EIGHT: [u64; 512] = {
    let mut table = [0; 512];
    let mut bits = 0;
    while bits < 512 {
        let mut column = 0;
        while column < 8 {
            let bit = bits >> (column % 3 * 3 + column / 3) & 1;
            table[bits] |= (bit as u64) << (8 * column);
            column += 1;
        }
        bits += 1;
    }
    table
};

/// Writes one lane's answer, row by row.
#[inline(always)]
pub(crate) fn write_row(planes: &Bits, row: &mut Row) {
    for (i, cells) in row[..CELLS].as_chunks_mut::<9>().0.iter_mut().enumerate() {
        let mut eight = u64::from_ne_bytes([LEAST; 8]);
        let mut ninth = LEAST;
        for plane in 0..4 {
            let (pair, last) = planes[plane];
            let weight = WEIGHTS[plane];
            let word = [pair as u32, (pair >> 32) as u32, last][i % 3];
            let runs = word >> (i / 3 * 3);
            let bits = runs & 7 | runs >> 6 & 0o70 | runs >> 12 & 0o700;
            eight += EIGHT[bits as usize] * u64::from(weight);
            ninth += (bits >> 8) as u8 * weight;
        }
        *cells.first_chunk_mut().expect("nine cells") = eight.to_le_bytes();
        cells[8] = ninth;
    }
}
