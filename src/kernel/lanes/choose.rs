//! Chooses the cell and the digit to guess, for all lanes at once.
//!
//! It prefers cells with two candidates, then with three, then any open cell. Among them it takes
//! the one with the most open peers, counted in bit slices for all 81 cells. A peer outside the box
//! counts one, a peer in the box two. Peers in the cell's own row or column of the box do not count
//! like that: each one that is not open counts one. All of this works on three words a lane, of 27
//! bits 9c + 3B + S each: a third of the work of the group's own layout, which has three words for
//! each cell.
//!
//! It prefers a digit that is a candidate in at least three cells of the box, in at least two rows.
//! If there are several solutions, that needs a sixth fewer guesses to find one than the lowest
//! digit. Counting the cells exactly saves little more, and each further bit of a number is a step
//! that waits for the last.

use super::layout::{ALL, FIELD, Words};
use super::turns::{next_band, next_stack, nine, swap_fields};
use super::vector::Vector;

/// A set of cells: `[r]`, bit 9c + 3B + S.
pub(crate) type Cells<L> = [<L as Vector>::V; 3];

/// A candidate of each stalled lane.
pub(crate) struct Choice<L: Vector> {
    /// For each position in the box, the bits of the cell for all f, in lanes whose cell is there.
    pub(crate) cells: [L::V; 9],
    /// The candidate: one bit in one of the three words t.
    pub(crate) digit: [L::V; 3],
}

/// Chooses for the lanes of `stalled`: the first of the best cells, and the lowest of its best
/// digits.
#[inline(always)]
pub(crate) fn choose<L: Vector>(l: L, x: &Words<L::V>, stalled: u32) -> Choice<L> {
    let best = best_cells(l, x);
    let stalled = l.lanes(stalled);
    let first = l.any(stalled, best[0]);
    let later = l.none(stalled, best[0]);
    let second = l.any(later, best[1]);
    let rows = [first, second, l.none(later, best[1])];
    let word = l.blend(first, l.blend(second, best[2], best[1]), best[0]);
    let low = l.and(l.lowest(word), l.ones(stalled));
    let (low9, low18) = l.turns(low);
    let cell = l.and(l.or3(low, low9, low18), l.splat(ALL));
    let columns = [
        l.any(stalled, l.and(low, l.splat(FIELD))),
        l.any(stalled, l.and(low, l.splat(FIELD << 9))),
        l.any(stalled, l.and(low, l.splat(FIELD << 18))),
    ];
    let in_rows = [l.ones(rows[0]), l.ones(rows[1]), l.ones(rows[2])];
    let in_columns = [l.ones(columns[0]), l.ones(columns[1]), l.ones(columns[2])];
    let cells = nine!(p, l.and3(cell, in_rows[p / 3], in_columns[p % 3]));
    // Three chains, so that one does not wait for another.
    let a = in_cells(l, &x[0], &cells);
    let b = in_cells(l, &x[1], &cells);
    let c = in_cells(l, &x[2], &cells);
    let [a, b, c] = best_digits(l, x, [a, b, c]);
    let no_a = l.none(stalled, a);
    let no_b = l.none(no_a, b);
    Choice {
        cells,
        digit: [
            l.lowest(a),
            l.and(l.lowest(b), l.ones(no_a)),
            l.and(l.lowest(c), l.ones(no_b)),
        ],
    }
}

/// The digits of a triple that are candidates in these cells.
#[inline(always)]
fn in_cells<L: Vector>(l: L, x: &[L::V; 9], cells: &[L::V; 9]) -> L::V {
    let mut of_rows = [l.splat(0); 3];
    for r in 0..3 {
        let p = 3 * r;
        let some = l.or_and(l.and(x[p], cells[p]), x[p + 1], cells[p + 1]);
        of_rows[r] = l.or_and(some, x[p + 2], cells[p + 2]);
    }
    l.or3(of_rows[0], of_rows[1], of_rows[2])
}

/// In each lane, the digits of a cell that are candidates in at least three cells of the box, not
/// all in one row. All digits if there are none.
#[inline(always)]
fn best_digits<L: Vector>(l: L, x: &Words<L::V>, digits: [L::V; 3]) -> [L::V; 3] {
    let mut has_three = [[l.splat(0)]; 3];
    for t in 0..3 {
        let mut one = [l.splat(0); 3];
        let mut two = [l.splat(0); 3];
        for r in 0..3 {
            let [a, b, c] = [x[t][3 * r], x[t][3 * r + 1], x[t][3 * r + 2]];
            one[r] = l.or3(a, b, c);
            two[r] = l.maj(a, b, c);
        }
        // A candidate in each row; or two in one row, and one in another.
        let in_all_rows = l.and3(one[0], one[1], one[2]);
        let in_two_rows = l.maj(one[0], one[1], one[2]);
        has_three[t] = [l.or_and(in_all_rows, l.or3(two[0], two[1], two[2]), in_two_rows)];
    }
    most(l, digits, &has_three)
}

/// The best cells of each lane: at least one if the lane has an open cell.
#[inline(always)]
pub(crate) fn best_cells<L: Vector>(l: L, x: &Words<L::V>) -> Cells<L> {
    let zero = l.splat(0);
    let mut open = [zero; 3];
    let mut pair = [zero; 3];
    let mut triple = [zero; 3];
    for r in 0..3 {
        let mut s = [zero; 3];
        let mut m = [zero; 3];
        for c in 0..3 {
            let p = 3 * r + c;
            s[c] = l.xor3(x[0][p], x[1][p], x[2][p]);
            m[c] = l.maj(x[0][p], x[1][p], x[2][p]);
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
    let every = l.lanes(L::EVERY);
    let some = l.any(every, l.or3(pair[0], pair[1], pair[2]));
    let three = l.any(every, l.or3(triple[0], triple[1], triple[2]));
    let mut best = [zero; 3];
    for r in 0..3 {
        best[r] = l.blend(some, l.blend(three, open[r], triple[r]), pair[r]);
    }
    most(l, best, &open_peers(l, &open))
}

/// Keeps, of each lane's bits in three words, those with the greatest number. `number[word][bit]`
/// are the bit planes of the numbers, lowest first.
#[inline(always)]
fn most<L: Vector, const N: usize>(
    l: L,
    mut bits: [L::V; 3],
    number: &[[L::V; N]; 3],
) -> [L::V; 3] {
    let every = l.lanes(L::EVERY);
    for bit in (0..N).rev() {
        let mut hit = [l.splat(0); 3];
        for i in 0..3 {
            hit[i] = l.and(bits[i], number[i][bit]);
        }
        let some = l.any(every, l.or3(hit[0], hit[1], hit[2]));
        for i in 0..3 {
            bits[i] = l.blend(some, bits[i], hit[i]);
        }
    }
    bits
}

/// The count of the peers of each cell, in five bit planes, `[r][bit]`.
#[inline(always)]
fn open_peers<L: Vector>(l: L, open: &Cells<L>) -> [[L::V; 5]; 3] {
    let zero = l.splat(0);
    // The two other cells in the same row of the box; all three, the same in each field.
    let all = l.splat(ALL);
    let mut pair = [[zero; 2]; 3];
    let mut shut = [zero; 3];
    let mut minirow = [[zero; 2]; 3];
    for r in 0..3 {
        let (a, b) = l.turns(open[r]);
        pair[r] = half_adder(l, a, b);
        shut[r] = l.andnot(all, l.or(a, b));
        minirow[r] = full_adder(l, open[r], a, b);
    }
    let minicolumn = full_adder(l, open[0], open[1], open[2]);
    let next = [next_band(l, minicolumn[0]), next_band(l, minicolumn[1])];
    let after = [next_band(l, next[0]), next_band(l, next[1])];
    // For each of three columns of the box, the two others; the same for rows.
    let column = sum(l, next, after);
    let mut out = [[zero; 5]; 3];
    for r in 0..3 {
        let next = [next_stack(l, minirow[r][0]), next_stack(l, minirow[r][1])];
        let after = [next_stack(l, next[0]), next_stack(l, next[1])];
        let row = sum(l, next, after);
        let block = sum(l, pair[(r + 1) % 3], pair[(r + 2) % 3]);
        // Three numbers of three bits, at most 6 + 6 + 4. The cells of the same row and column of
        // the box that are not open.
        let u = open[(r + 1) % 3];
        let v = open[(r + 2) % 3];
        let mini = sum(
            l,
            [pair[r][0], shut[r]],
            [l.xor(u, v), l.andnot(all, l.or(u, v))],
        );
        out[r] = total(l, row, column, mini, block);
    }
    out
}

/// The sum of three numbers of three bits, and twice a fourth: at most 6 + 6 + 4 + 8.
#[inline(always)]
pub(in crate::kernel) fn total<L: Vector>(
    l: L,
    row: [L::V; 3],
    column: [L::V; 3],
    mini: [L::V; 3],
    block: [L::V; 3],
) -> [L::V; 5] {
    // Each carry has the name of the bit that it goes to.
    let [ones, to_twos] = full_adder(l, row[0], column[0], mini[0]);
    let [twos, to_fours] = full_adder(l, row[1], column[1], mini[1]);
    let [fours, to_eights] = full_adder(l, row[2], column[2], mini[2]);
    let [twos, more_to_fours] = full_adder(l, twos, to_twos, block[0]);
    let [fours, more_to_eights] = full_adder(l, fours, to_fours, more_to_fours);
    let [fours, last_to_eights] = half_adder(l, fours, block[1]);
    let [eights, to_sixteens] = full_adder(l, to_eights, more_to_eights, last_to_eights);
    let [eights, more_to_sixteens] = half_adder(l, eights, block[2]);
    let sixteens = l.or(to_sixteens, more_to_sixteens);
    [ones, twos, fours, eights, sixteens]
}

/// The sum of two numbers of two bits.
#[inline(always)]
pub(in crate::kernel) fn sum<L: Vector>(l: L, a: [L::V; 2], b: [L::V; 2]) -> [L::V; 3] {
    let [ones, to_twos] = half_adder(l, a[0], b[0]);
    let [twos, fours] = full_adder(l, a[1], b[1], to_twos);
    [ones, twos, fours]
}

/// The sum of two bits, and the carry.
#[inline(always)]
pub(in crate::kernel) fn half_adder<L: Vector>(l: L, a: L::V, b: L::V) -> [L::V; 2] {
    [l.xor(a, b), l.and(a, b)]
}

/// The sum of three bits, and the carry.
#[inline(always)]
pub(in crate::kernel) fn full_adder<L: Vector>(l: L, a: L::V, b: L::V, c: L::V) -> [L::V; 2] {
    [l.xor3(a, b, c), l.maj(a, b, c)]
}
