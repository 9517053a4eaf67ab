//! Where to branch: the cell, for all lanes at once.
//!
//! Cells with two candidates, else with three, else any open one; among them
//! the one with the most open peers, counted bit-sliced for all 81 cells. All
//! of this happens on three words a lane, 27 bits 9c + 3B + S each: a third of
//! the work of the group's own layout, in which a cell stands three times.

use super::propagate::{ALL, Group, lanes_mask, next_band, next_stack};
use super::text::swap_fields;
use super::vector::Lanes;

/// A set of cells: `[r]`, bit 9c + 3B + S.
pub(crate) type Cells<L> = [<L as Lanes>::V; 3];

/// The best cells of each lane; at least one where the lane has an open cell.
#[inline(always)]
pub(crate) fn best_cells<L: Lanes>(l: L, g: &Group<L>) -> Cells<L> {
    let zero = l.splat(0);
    let mut open = [zero; 3];
    let mut pair = [zero; 3];
    let mut triple = [zero; 3];
    for r in 0..3 {
        let mut s = [zero; 3];
        let mut m = [zero; 3];
        for c in 0..3 {
            let p = 3 * r + c;
            s[c] = l.xor3(g.x[0][p], g.x[1][p], g.x[2][p]);
            m[c] = l.maj(g.x[0][p], g.x[1][p], g.x[2][p]);
        }
        let s = swap_fields(l, s);
        let m = swap_fields(l, m);
        // Candidates of a cell: one + 2 (m0 + m1 + m2 + carry).
        let one = l.xor3(s[0], s[1], s[2]);
        let carry = l.maj(s[0], s[1], s[2]);
        let any = l.or3(m[0], m[1], m[2]);
        let single = l.andnot(l.xor3(m[0], m[1], m[2]), l.maj(m[0], m[1], m[2]));
        let all = l.splat(ALL);
        let once = l.and(l.sel(carry, l.andnot(carry, any), single), all);
        open[r] = l.and_or(all, any, carry);
        pair[r] = l.andnot(once, one);
        triple[r] = l.and(once, one);
    }
    let some = l.lanes(l.nonzero(l.or3(pair[0], pair[1], pair[2])));
    let three = l.lanes(l.nonzero(l.or3(triple[0], triple[1], triple[2])));
    let mut best = [zero; 3];
    for r in 0..3 {
        best[r] = l.blend(some, l.blend(three, open[r], triple[r]), pair[r]);
    }
    let count = open_peers(l, &open);
    for level in (0..5).rev() {
        let mut hit = [zero; 3];
        for r in 0..3 {
            hit[r] = l.and(best[r], count[r][level]);
        }
        let some = l.lanes(l.nonzero(l.or3(hit[0], hit[1], hit[2])));
        for r in 0..3 {
            best[r] = l.blend(some, best[r], hit[r]);
        }
    }
    let _ = lanes_mask::<L>();
    best
}

/// Open cells in the row and column outside the box, and in the box, as five
/// bit planes for each cell: `[r][bit]`.
#[inline(always)]
fn open_peers<L: Lanes>(l: L, open: &Cells<L>) -> [[L::V; 5]; 3] {
    let zero = l.splat(0);
    // Minirows, 0 to 3, the same in each field; minicolumns in their field.
    let mut low = [zero; 3];
    let mut high = [zero; 3];
    for r in 0..3 {
        let (a, b) = l.turns(open[r]);
        low[r] = l.xor3(open[r], a, b);
        high[r] = l.maj(open[r], a, b);
    }
    let column = [
        l.xor3(open[0], open[1], open[2]),
        l.maj(open[0], open[1], open[2]),
    ];
    // The box: the sum of its minirows.
    let b0 = l.xor3(low[0], low[1], low[2]);
    let k0 = l.maj(low[0], low[1], low[2]);
    let h1 = l.xor3(high[0], high[1], high[2]);
    let h2 = l.maj(high[0], high[1], high[2]);
    let b1 = l.xor(h1, k0);
    let k1 = l.and(h1, k0);
    let (b2, b3) = (l.xor(h2, k1), l.and(h2, k1));
    // The column outside the box, 0 to 6; box and column, 0 to 15.
    let [c0, c1, c2] = two_others(l, column, next_band);
    let s0 = l.xor(b0, c0);
    let k = l.and(b0, c0);
    let s1 = l.xor3(b1, c1, k);
    let k = l.maj(b1, c1, k);
    let s2 = l.xor3(b2, c2, k);
    let k = l.maj(b2, c2, k);
    let s3 = l.or(b3, k);
    let mut out = [[zero; 5]; 3];
    for r in 0..3 {
        let [r0, r1, r2] = two_others(l, [low[r], high[r]], next_stack);
        let k = l.and(s0, r0);
        out[r][0] = l.xor(s0, r0);
        out[r][1] = l.xor3(s1, r1, k);
        let k = l.maj(s1, r1, k);
        out[r][2] = l.xor3(s2, r2, k);
        let k = l.maj(s2, r2, k);
        out[r][3] = l.xor(s3, k);
        out[r][4] = l.and(s3, k);
    }
    out
}

/// Of three numbers of two bits, for each the sum of the two others.
#[inline(always)]
fn two_others<L: Lanes>(l: L, [low, high]: [L::V; 2], next: impl Fn(L, L::V) -> L::V) -> [L::V; 3] {
    let (a0, a1) = (next(l, low), next(l, high));
    let (b0, b1) = (next(l, a0), next(l, a1));
    let k = l.and(a0, b0);
    [l.xor(a0, b0), l.xor3(a1, b1, k), l.maj(a1, b1, k)]
}
