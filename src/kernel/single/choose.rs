//! Chooses the cell and the digit to guess, as [`lanes`](crate::kernel::lanes) does. Here the rows r
//! of the box are in three lanes, so that one vector holds all 81 cells.

use super::quads::{BoxRows, Quads, over_triples, three};
use crate::kernel::lanes::choose::{full_adder, half_adder, sum, total};
use crate::kernel::lanes::layout::ALL;
use crate::kernel::lanes::turns::{next_band, next_stack, swap_fields};

/// A candidate.
pub(crate) struct GuessedCandidate {
    /// The row and the column of its cell in the box.
    pub(crate) r: usize,
    pub(crate) c: usize,
    /// The bits of the cell, for all f.
    pub(crate) cell: u32,
    /// The bit of the candidate in the word of each triple. One is set.
    pub(crate) digit: [u32; 3],
}

/// Chooses the first of the best cells, and the lowest of its best digits.
#[inline(always)]
pub(crate) fn choose<L: Quads>(l: L, s: &BoxRows<L::V>) -> GuessedCandidate {
    let best = best_cells(l, s);
    let in_three = in_three_cells(l, s);
    let (below, at) = match best.0 {
        0 => (64, u64::from(best.1)),
        low => (0, low),
    };
    let bit = below + at.trailing_zeros() % 64;
    let (r, bit) = (bit / 32, bit % 32);
    let c = bit / 9;
    let cell = (1 << 18 | 1 << 9 | 1) << (bit % 9);
    let (r, c) = (r as usize % 4 % 3, c as usize % 4);
    let mut digits = [0; 3];
    let mut good = [0; 3];
    for t in 0..3 {
        digits[t] = l.word(&s.x[r], t, c) & cell;
        good[t] = digits[t] & l.word(&in_three, t, 0);
    }
    let any = good[0] | good[1] | good[2];
    let mut before = 0;
    for t in 0..3 {
        let of = if any != 0 { good[t] } else { digits[t] };
        let lowest = of & of.wrapping_neg();
        digits[t] = if before == 0 { lowest } else { 0 };
        before |= digits[t];
    }
    GuessedCandidate {
        r,
        c,
        cell,
        digit: digits,
    }
}

/// Digits that are candidates in at least three cells of the box, not all in one row.
#[inline(always)]
fn in_three_cells<L: Quads>(l: L, s: &BoxRows<L::V>) -> [L::V; 3] {
    let mut out = [l.splat(0); 3];
    for m in 0..L::VECTORS {
        let [a, b, c] = l.transpose([s.x[0][m], s.x[1][m], s.x[2][m]]);
        let (one, two) = (l.or3(a, b, c), l.any_of_three(l.maj(a, b, c)));
        let (next, after) = (l.next(one), l.after(one));
        let in_two_rows = l.maj(one, next, after);
        out[m] = l.or_and(l.and3(one, next, after), two, in_two_rows);
    }
    out
}

/// The best cells, as a set: bit 9c + 3B + S of the word of row r ([`Quads::side_by_side`]).
#[inline(always)]
fn best_cells<L: Quads>(l: L, s: &BoxRows<L::V>) -> (u64, u32) {
    let all = three(l, ALL);
    let (mut sums, mut carries) = ([all; 3], [all; 3]);
    for r in 0..3 {
        sums[r] = over_triples!(l, xor3, &s.x[r]);
        carries[r] = over_triples!(l, maj, &s.x[r]);
    }
    let [a, b, c] = swap_fields(l, l.transpose(sums));
    let m = swap_fields(l, l.transpose(carries));
    // Candidates of a cell: one + 2 (m0 + m1 + m2 + carry).
    let (one, carry) = (l.xor3(a, b, c), l.maj(a, b, c));
    let any = l.or3(m[0], m[1], m[2]);
    let single = l.andnot(l.xor3(m[0], m[1], m[2]), l.maj(m[0], m[1], m[2]));
    let once = l.and(l.sel(carry, l.andnot(all, any), single), all);
    let open = l.and_or(all, any, carry);
    let (pair, triple) = (l.andnot(once, one), l.and(once, one));
    let best = if !l.is_zero(pair) {
        pair
    } else if !l.is_zero(triple) {
        triple
    } else {
        open
    };
    let count = open_peers(l, open, all);
    let (mut low, mut high) = l.side_by_side(best);
    for bit in (0..5).rev() {
        let (a, b) = l.side_by_side(count[bit]);
        let (a, b) = (a & low, b & high);
        let none = a | u64::from(b) == 0;
        low = if none { low } else { a };
        high = if none { high } else { b };
    }
    (low, high)
}

/// The count of the peers of each cell, in five bit planes.
#[inline(always)]
fn open_peers<L: Quads>(l: L, open: L::V, all: L::V) -> [L::V; 5] {
    // The two other cells in the same row of the box, and in the same column.
    let (a, b) = l.turns(open);
    let (u, v) = (l.next(open), l.after(open));
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
