//! Chooses the cell and the digit to guess, as [`lanes`](crate::kernel::lanes) does. Here the rows
//! r of the box are in three lanes, so that one vector holds all 81 cells.

use super::quads::{BoxRows, Quads, has_other, over_triples, three};
use crate::kernel::lanes::choose::{full_adder, half_adder, sum, total};
use crate::kernel::lanes::layout::ALL;
use crate::kernel::lanes::turns::{next_band, next_stack, swap_fields};

/// Numbers in general registers: sets of cells, and single words. The proofs have others, whose
/// bits are formulas.
pub(crate) trait Registers<L: Quads>: Copy {
    /// A set of cells: bit 9c + 3B + S of the word of row r ([`Quads::side_by_side`]).
    type Cells: Copy;
    /// A word of one lane.
    type Word: Copy;

    /// The cells whose bits are in three lanes of the first quad.
    fn cells(self, l: L, a: L::V) -> Self::Cells;
    /// The cells of both sets, or those of the first if they have none in common.
    fn narrowed(self, cells: Self::Cells, to: Self::Cells) -> Self::Cells;
    /// The number of the first cell: 32r + 9c + 3B + S.
    fn first(self, cells: Self::Cells) -> u32;

    /// A word of each vector for triples ([`Quads::word`]).
    fn word(self, l: L, x: &[L::V; 3], t: usize, lane: usize) -> Self::Word;
    fn constant(self, word: u32) -> Self::Word;
    fn and(self, a: Self::Word, b: Self::Word) -> Self::Word;
    fn or(self, a: Self::Word, b: Self::Word) -> Self::Word;
    /// `yes` if a bit of `a` is set, `no` otherwise.
    fn select(self, a: Self::Word, yes: Self::Word, no: Self::Word) -> Self::Word;
    /// The lowest bit that is set.
    fn lowest(self, a: Self::Word) -> Self::Word;
    /// The word in all lanes.
    fn splat(self, l: L, a: Self::Word) -> L::V;
}

/// The CPU's registers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct GeneralRegisters;

impl<L: Quads> Registers<L> for GeneralRegisters {
    type Cells = (u64, u32);
    type Word = u32;

    #[inline(always)]
    fn cells(self, l: L, a: L::V) -> (u64, u32) {
        l.side_by_side(a)
    }
    #[inline(always)]
    fn narrowed(self, (low, high): (u64, u32), to: (u64, u32)) -> (u64, u32) {
        let a = to.0 & low;
        let b = to.1 & high;
        let none = a | u64::from(b) == 0;
        (if none { low } else { a }, if none { high } else { b })
    }
    #[inline(always)]
    fn first(self, cells: (u64, u32)) -> u32 {
        let (below, at) = match cells.0 {
            0 => (64, u64::from(cells.1)),
            low => (0, low),
        };
        below + at.trailing_zeros() % 64
    }
    #[inline(always)]
    fn word(self, l: L, x: &[L::V; 3], t: usize, lane: usize) -> u32 {
        l.word(x, t, lane)
    }
    #[inline(always)]
    fn constant(self, word: u32) -> u32 {
        word
    }
    #[inline(always)]
    fn and(self, a: u32, b: u32) -> u32 {
        a & b
    }
    #[inline(always)]
    fn or(self, a: u32, b: u32) -> u32 {
        a | b
    }
    #[inline(always)]
    fn select(self, a: u32, yes: u32, no: u32) -> u32 {
        if a != 0 { yes } else { no }
    }
    #[inline(always)]
    fn lowest(self, a: u32) -> u32 {
        a & a.wrapping_neg()
    }
    #[inline(always)]
    fn splat(self, l: L, a: u32) -> L::V {
        l.splat(a)
    }
}

/// A candidate.
pub(crate) struct GuessedCandidate<Word> {
    /// The row and the column of its cell in the box.
    r: usize,
    c: usize,
    /// The bits of the cell, for all f.
    cell: u32,
    /// The bit of the candidate in the word of each triple. One is set.
    digit: [Word; 3],
}

/// Chooses the first of the best cells, and the lowest of its best digits.
#[inline(always)]
pub(crate) fn choose<L: Quads, R: Registers<L>>(
    l: L,
    registers: R,
    s: &BoxRows<L::V>,
) -> GuessedCandidate<R::Word> {
    let best = best_cells(l, registers, s);
    let in_three = in_three_cells(l, s);
    choose_digit(l, registers, s, &in_three, registers.first(best))
}

/// Chooses the lowest of the best digits of a cell ([`Registers::first`]).
#[inline(always)]
pub(crate) fn choose_digit<L: Quads, R: Registers<L>>(
    l: L,
    registers: R,
    s: &BoxRows<L::V>,
    in_three: &[L::V; 3],
    cell: u32,
) -> GuessedCandidate<R::Word> {
    let r = cell / 32;
    let bit = cell % 32;
    let c = bit / 9;
    let cell = (1 << 18 | 1 << 9 | 1) << (bit % 9);
    let r = r as usize % 4 % 3;
    let c = c as usize % 4;
    let none = registers.constant(0);
    let mut digit = [none; 3];
    let mut good = [none; 3];
    for t in 0..3 {
        digit[t] = registers.and(registers.word(l, &s.x[r], t, c), registers.constant(cell));
        good[t] = registers.and(digit[t], registers.word(l, in_three, t, 0));
    }
    let any = registers.or(registers.or(good[0], good[1]), good[2]);
    let mut before = none;
    for t in 0..3 {
        let of = registers.select(any, good[t], digit[t]);
        digit[t] = registers.select(before, none, registers.lowest(of));
        before = registers.or(before, digit[t]);
    }
    GuessedCandidate { r, c, cell, digit }
}

/// All bits of a column's lane.
static LANE: [[u32; 4]; 4] = [
    [u32::MAX, 0, 0, 0],
    [0, u32::MAX, 0, 0],
    [0, 0, u32::MAX, 0],
    [0; 4],
];

/// Splits a state, of which `with` is a copy: `without` loses the candidate, and `with` all others
/// of its cell.
#[inline(always)]
pub(crate) fn split<L: Quads, R: Registers<L>>(
    l: L,
    registers: R,
    choice: GuessedCandidate<R::Word>,
    without: &mut BoxRows<L::V>,
    with: &mut BoxRows<L::V>,
) {
    let r = choice.r;
    let lane = l.quad(&LANE[choice.c]);
    let cell = l.and(l.splat(choice.cell), lane);
    let [a, b, c] = choice.digit;
    let field = registers.or(registers.or(a, b), c);
    let digit = l.of_triples([
        l.and(registers.splat(l, a), lane),
        l.and(registers.splat(l, b), lane),
        l.and(registers.splat(l, c), lane),
    ]);
    for m in 0..L::VECTORS {
        with.x[r][m] = l.or(l.andnot(without.x[r][m], cell), digit[m]);
        without.x[r][m] = l.andnot(without.x[r][m], digit[m]);
    }
    let own = l.and(registers.splat(l, field), lane);
    with.has_other[r] = l.andnot(without.has_other[r], own);
    without.has_other[r] = has_other(l, &without.x[r]).0;
}

/// Digits that are candidates in at least three cells of the box, not all in one row.
#[inline(always)]
pub(crate) fn in_three_cells<L: Quads>(l: L, s: &BoxRows<L::V>) -> [L::V; 3] {
    let mut out = [l.splat(0); 3];
    for m in 0..L::VECTORS {
        let [a, b, c] = l.transpose([s.x[0][m], s.x[1][m], s.x[2][m]]);
        let one = l.or3(a, b, c);
        let two = l.any_of_three(l.maj(a, b, c));
        let next = l.next(one);
        let after = l.after(one);
        let in_two_rows = l.maj(one, next, after);
        out[m] = l.or_and(l.and3(one, next, after), two, in_two_rows);
    }
    out
}

/// The best cells.
#[inline(always)]
pub(crate) fn best_cells<L: Quads, R: Registers<L>>(
    l: L,
    registers: R,
    s: &BoxRows<L::V>,
) -> R::Cells {
    let all = three(l, ALL);
    let mut sums = [all; 3];
    let mut carries = [all; 3];
    for r in 0..3 {
        sums[r] = over_triples!(l, xor3, &s.x[r]);
        carries[r] = over_triples!(l, maj, &s.x[r]);
    }
    let [a, b, c] = swap_fields(l, l.transpose(sums));
    let m = swap_fields(l, l.transpose(carries));
    // Candidates of a cell: one + 2 (m0 + m1 + m2 + carry).
    let one = l.xor3(a, b, c);
    let carry = l.maj(a, b, c);
    let any = l.or3(m[0], m[1], m[2]);
    let single = l.andnot(l.xor3(m[0], m[1], m[2]), l.maj(m[0], m[1], m[2]));
    let once = l.and(l.sel(carry, l.andnot(all, any), single), all);
    let open = l.and_or(all, any, carry);
    let pair = l.andnot(once, one);
    let triple = l.and(once, one);
    let best = if !l.is_zero(pair) {
        pair
    } else if !l.is_zero(triple) {
        triple
    } else {
        open
    };
    let count = open_peers(l, open, all);
    let mut cells = registers.cells(l, best);
    for bit in (0..5).rev() {
        cells = registers.narrowed(cells, registers.cells(l, count[bit]));
    }
    cells
}

/// The count of the peers of each cell, in five bit planes.
#[inline(always)]
fn open_peers<L: Quads>(l: L, open: L::V, all: L::V) -> [L::V; 5] {
    // The two other cells in the same row of the box, and in the same column.
    let (a, b) = l.turns(open);
    let u = l.next(open);
    let v = l.after(open);
    let pair = half_adder(l, a, b);
    let shut = [l.andnot(all, l.or(a, b)), l.andnot(all, l.or(u, v))];
    let mini = sum(l, [pair[0], shut[0]], [l.xor(u, v), shut[1]]);
    let block = sum(
        l,
        [l.next(pair[0]), l.next(pair[1])],
        [l.after(pair[0]), l.after(pair[1])],
    );
    let minirow = full_adder(l, open, a, b);
    let next = [next_stack(l, minirow[0]), next_stack(l, minirow[1])];
    let row = sum(l, next, [next_stack(l, next[0]), next_stack(l, next[1])]);
    let minicolumn = full_adder(l, open, u, v);
    let next = [next_band(l, minicolumn[0]), next_band(l, minicolumn[1])];
    let column = sum(l, next, [next_band(l, next[0]), next_band(l, next[1])]);
    total(l, row, column, mini, block)
}
