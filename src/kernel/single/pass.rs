//! The propagation pass for one puzzle. It does what [`lanes`](crate::kernel::lanes) does.

use super::quads::{BoxRows, Quads, has_other, over_triples, three};
use crate::kernel::lanes::layout::{ALL, BAND, LEAD};
use crate::kernel::lanes::turns::{next_band, next_stack};

/// What a pass found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PassVerdict {
    Contradiction,
    /// One candidate in every cell. [`is_valid`] finds out whether that is a solution.
    Solved,
    /// No cell became single.
    Stalled,
    /// None of these.
    Progress,
}

/// For three lines in three lanes: where a line is part of a perfect matching of lines with boxes.
/// `y` is `m` turned to the next box, and the result is still to be turned.
#[inline(always)]
fn matched<L: Quads>(l: L, m: L::V, y: L::V) -> L::V {
    l.or_and(l.and(l.next(m), l.after(y)), l.after(m), l.next(y))
}

/// The digits that are candidates in each row of the box, with the rows in three lanes.
#[inline(always)]
fn in_rows<L: Quads>(l: L, x: [L::V; 3]) -> L::V {
    let [a, b, c] = l.transpose(x);
    l.or3(a, b, c)
}

/// One pass over a state.
#[inline(always)]
pub(super) fn pass<L: Quads>(l: L, s: &mut BoxRows<L::V>) -> PassVerdict {
    let zero = l.splat(0);
    let mut contradiction = zero;
    let mut full = l.splat(ALL);
    let mut two = [zero; 3];
    for m in 0..L::VECTORS {
        let mut x = [s.x[0][m], s.x[1][m], s.x[2][m]];
        // Naked singles leave the other cells of their box.
        let alone = l.or_andnot(l.andnot(x[0], s.has_other[0]), x[1], s.has_other[1]);
        let alone = l.any_of_three(l.or_andnot(alone, x[2], s.has_other[2]));
        for r in 0..3 {
            x[r] = l.and_nand(x[r], alone, s.has_other[r]);
        }
        // Rows against boxes, then columns against boxes.
        let rows = in_rows(l, x);
        let kept = next_stack(l, matched(l, rows, next_stack(l, rows)));
        let kept = l.each_lane(kept);
        for r in 0..3 {
            x[r] = l.and(x[r], kept[r]);
        }
        let columns = l.or3(x[0], x[1], x[2]);
        let kept = next_band(l, matched(l, columns, next_band(l, columns)));
        for r in 0..3 {
            x[r] = l.and(x[r], kept);
            s.x[r][m] = x[r];
        }
        // Digits with at least one cell in the box, and with at least two.
        let (one, in_column) = (l.or3(x[0], x[1], x[2]), l.maj(x[0], x[1], x[2]));
        let (next, after) = (l.next(one), l.after(one));
        full = l.and(full, l.or3(one, next, after));
        two[m] = l.or(l.any_of_three(in_column), l.maj(one, next, after));
        contradiction = l.or_and(contradiction, alone, two[m]);
    }
    let (mut open, mut changed) = (zero, zero);
    for r in 0..3 {
        // Hidden singles of boxes take their cells.
        let mut hidden = [zero; 3];
        for m in 0..L::VECTORS {
            hidden[m] = l.andnot(s.x[r][m], two[m]);
        }
        let hidden = over_triples!(l, or3, &hidden);
        let (h9, h18) = l.turns(hidden);
        let taken = l.or3(hidden, h9, h18);
        for m in 0..L::VECTORS {
            s.x[r][m] = l.and_nand(s.x[r][m], taken, two[m]);
        }
        let (other, any) = has_other(l, &s.x[r]);
        full = l.and_or(full, other, any);
        contradiction = l.or_and(contradiction, hidden, other);
        open = l.or_and(open, any, other);
        changed = l.or_xor(changed, s.has_other[r], other);
        s.has_other[r] = other;
    }
    let all = three(l, ALL);
    if !l.is_zero(l.and(l.or_andnot(contradiction, all, full), all)) {
        PassVerdict::Contradiction
    } else if l.is_zero(open) {
        PassVerdict::Solved
    } else if l.is_zero(l.and(changed, all)) {
        PassVerdict::Stalled
    } else {
        PassVerdict::Progress
    }
}

/// Whether a solved state has every digit in every row and column. The boxes have them, because
/// there is no contradiction.
///
/// Three boxes that have the digit once each have it three times in three rows. It is once in each
/// row if, and only if, each row has it an odd number of times.
#[inline(always)]
pub(super) fn is_valid<L: Quads>(l: L, s: &BoxRows<L::V>) -> bool {
    let (mut rows, mut columns) = (three(l, LEAD), three(l, BAND));
    for m in 0..L::VECTORS {
        let x = [s.x[0][m], s.x[1][m], s.x[2][m]];
        let (a, b) = (in_rows(l, x), l.or3(x[0], x[1], x[2]));
        rows = l.and(rows, l.xor3(a, l.shr::<1>(a), l.shr::<2>(a)));
        columns = l.and(columns, l.xor3(b, l.shr::<3>(b), l.shr::<6>(b)));
    }
    l.is_zero(l.or(l.xor(rows, three(l, LEAD)), l.xor(columns, three(l, BAND))))
}
