//! Text into lanes and lanes into text.

use super::choose::Words;
use super::propagate::{ALL, FIELD, Group, nine, others_at};
use super::vector::{Lanes, Vector};
use crate::grid::{CELLS, Row};

/// Puzzles read at a time.
pub(crate) const READ: usize = 16;
/// A line of 81 bytes for each lane.
pub(crate) type Lines<'a> = [&'a [u8; CELLS]; READ];
/// A blank puzzle for each.
pub(crate) const BLANK_LINES: Lines<'static> = [&[b'0'; CELLS]; READ];

/// Value of each byte: 0 to 9, or 0x80 where it is no cell.
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

/// In any byte of a word, that it is no cell.
pub(crate) const FAULT: u32 = 0x8080_8080;

/// What a cell's code adds to its word, by the stack S of its box: digit 3t + f + 1 at bit
/// 9f + 3t + S, all of them for a blank.
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

/// Turns lines into lanes, `nex` too. Returns the lanes whose line has a byte that is no
/// cell; they hold rubbish.
///
/// A cell's code becomes nine bits, spread to bits 9f + 3t + S; three boxes of a
/// band make a full word with t where B belongs; three such words, one a band, are then
/// exchanged field against field. So a cell costs one look-up and not three.
///
/// Bytes become codes when they lie in their lanes already: 21 vectors, where they would
/// be two a line.
#[inline(always)]
pub(crate) fn parse<L: Lanes>(l: L, lines: &Lines<'_>, into: &mut Group<L>) -> u32 {
    let mut faults = l.splat(0);
    macro_rules! sixteen {
        ($at:expr) => {{
            let [a, b, c, d] = l.four_words(lines, $at);
            [
                l.codes(a, &mut faults),
                l.codes(b, &mut faults),
                l.codes(c, &mut faults),
                l.codes(d, &mut faults),
            ]
        }};
    }
    // The last cell is the last byte of the sixteen that end with it.
    let last = l.codes(l.four_words(lines, CELLS - 16)[3], &mut faults);
    let words = [
        sixteen!(0),
        sixteen!(16),
        sixteen!(32),
        sixteen!(48),
        sixteen!(64),
        [last; 4],
    ];
    // Constants, so that no place is looked up and no shift is chosen at run time.
    macro_rules! cell {
        ($i:expr) => {{
            const I: usize = $i;
            const BYTE: usize = if I == CELLS - 1 { 3 } else { I % 4 };
            l.spread::<BYTE, { (I / 3 % 3) as u32 }>(&words[I / 16][I / 4 % 4])
        }};
    }
    // Three boxes of a band.
    macro_rules! band {
        ($i:expr) => {
            l.or3(cell!($i), cell!($i + 3), cell!($i + 6))
        };
    }
    let all = l.splat(ALL);
    let (low, mid) = (
        l.splat(7 | 7 << 9 | 7 << 18),
        l.splat(0o70 | 0o70 << 9 | 0o70 << 18),
    );
    let _ = nine!(p, {
        const FIRST: usize = p / 3 * 9 + p % 3;
        let (a, b, d) = (band!(FIRST), band!(FIRST + 27), band!(FIRST + 54));
        into.x[0][p] = l.and(all, l.sel(low, a, l.sel(mid, l.shl::<3>(b), l.shl::<6>(d))));
        let middle = l.sel(low, l.shr::<3>(a), l.sel(mid, b, l.shl::<3>(d)));
        into.x[1][p] = l.and(all, middle);
        into.x[2][p] = l.sel(low, l.shr::<6>(a), l.sel(mid, l.shr::<3>(b), d));
        into.nex[p] = others_at(l, &into.x, p);
    });
    l.nonzero(l.and(faults, l.splat(FAULT)))
}

/// What each of four bit planes adds to the value of a cell, beyond one: the digits
/// 3t + f + 1 with t at least 1, t = 2, f = 2, f = 1. (With binary weights, whose bits never
/// meet, the compiler makes two operations of each sum.)
pub(crate) const WEIGHTS: [u8; 4] = [3, 3, 2, 1];
/// The value of a cell without them, as text.
pub(crate) const LEAST: u8 = b'1';

/// The values of solved lanes in four bit planes of three words, `[plane][r]`, 27 bits
/// 9c + 3B + S: r = 0 and 1 as pairs of words, lane by lane, and r = 2.
pub(crate) struct Planes<L: Vector> {
    pairs: [[L::V; 2]; 4],
    last: [L::V; 4],
}

/// The values of solved lanes as bit planes.
#[inline(always)]
pub(crate) fn planes<L: Vector>(l: L, x: &Words<L>) -> Planes<L> {
    let zero = l.splat(0);
    let mut words = [[zero; 3]; 4];
    for r in 0..3 {
        // Cells whose digit is of this triple.
        let mut of_triple = [zero; 3];
        for t in 1..3 {
            let [a, b, c] = swap_fields(l, [x[t][3 * r], x[t][3 * r + 1], x[t][3 * r + 2]]);
            of_triple[t] = l.or3(a, b, c);
        }
        let mut any = [zero; 3];
        for c in 0..3 {
            let p = 3 * r + c;
            any[c] = l.or3(x[0][p], x[1][p], x[2][p]);
        }
        let [_, one, two] = swap_fields(l, any);
        words[0][r] = l.or(of_triple[1], of_triple[2]);
        words[1][r] = of_triple[2];
        words[2][r] = two;
        words[3][r] = one;
    }
    let mut out = Planes {
        pairs: [[zero; 2]; 4],
        last: [zero; 4],
    };
    for i in 0..4 {
        out.pairs[i] = l.pairs(words[i][0], words[i][1]);
        out.last[i] = words[i][2];
    }
    out
}

/// Three words with three fields each, exchanged: field i of word j becomes
/// field j of word i. Bits 27 to 31 hold rubbish.
#[inline(always)]
pub(crate) fn swap_fields<L: Vector>(l: L, [a, b, c]: [L::V; 3]) -> [L::V; 3] {
    let (low, mid) = (l.splat(FIELD), l.splat(FIELD << 9));
    [
        l.sel(low, a, l.sel(mid, l.shl::<9>(b), l.shl::<18>(c))),
        l.sel(low, l.shr::<9>(a), l.sel(mid, b, l.shl::<9>(c))),
        l.sel(low, l.shr::<18>(a), l.sel(mid, l.shr::<9>(b), c)),
    ]
}

/// One lane's planes: each r = 0 and 1 as a pair, low word first, and r = 2; rubbish in
/// bits 27 to 31 of the words.
pub(crate) type Bits = [(u64, u32); 4];

/// The planes of one lane.
#[inline(always)]
pub(crate) fn lane_planes<L: Vector>(planes: &Planes<L>, lane: usize) -> Bits {
    let last = L::words(&planes.last);
    let mut out = [(0, 0); 4];
    for (i, bits) in out.iter_mut().enumerate() {
        let pairs = L::words(&planes.pairs[i]);
        let pair = u64::from(pairs[2 * lane]) | u64::from(pairs[2 * lane + 1]) << 32;
        *bits = (pair, last[i * L::N + lane]);
    }
    out
}

/// Place of each cell, row-major, in a plane: 32r + bit.
#[cfg(target_arch = "x86_64")]
pub(crate) const BIT: [u8; CELLS] = {
    let mut table = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let (row, column) = (cell / 9, cell % 9);
        table[cell] = (row % 3 * 32 + column % 3 * 9 + row / 3 * 3 + column / 3) as u8;
        cell += 1;
    }
    table
};

/// Three runs of three bits, c by S, as the first eight values of a row of the
/// grid: byte 3S + c is bit 3c + S.
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
    for (i, cells) in row[..CELLS].chunks_exact_mut(9).enumerate() {
        let mut eight = u64::from_ne_bytes([LEAST; 8]);
        let mut ninth = LEAST;
        for (&(pair, last), weight) in planes.iter().zip(WEIGHTS) {
            let word = [pair as u32, (pair >> 32) as u32, last][i % 3];
            let runs = word >> (i / 3 * 3);
            let bits = runs & 7 | runs >> 6 & 0o70 | runs >> 12 & 0o700;
            eight += EIGHT[bits as usize] * u64::from(weight);
            ninth += (bits >> 8) as u8 * weight;
        }
        cells[..8].copy_from_slice(&eight.to_le_bytes());
        cells[8] = ninth;
    }
}
