//! The propagation pass for one puzzle. It does what [`lanes`](crate::kernel::lanes) does.

use super::quads::{self, BoxRows, Quads, over_triples, three};
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

/// A vector for each of the three triples, or for each row of the box. Written out step by step, so
/// that the vectors of a step, which do not depend on each other, stand side by side: the CPU sees
/// only some sixty operations ahead.
macro_rules! vectors {
    ($l:ident, $i:ident in $range:expr, $value:expr) => {{
        let mut out = [$l.splat(0); 3];
        for $i in $range {
            out[$i] = $value;
        }
        out
    }};
}

/// One pass over a state.
#[inline(always)]
pub(super) fn pass<L: Quads>(l: L, s: &mut BoxRows<L::V>) -> PassVerdict {
    let BoxRows { x, has_other } = s;
    // Naked singles leave the other cells of their box.
    let alone = vectors!(l, m in 0..L::VECTORS, {
        let alone = l.or_andnot(l.andnot(x[0][m], has_other[0]), x[1][m], has_other[1]);
        l.or_andnot(alone, x[2][m], has_other[2])
    });
    let alone = vectors!(l, m in 0..L::VECTORS, l.any_of_three(alone[m]));
    for r in 0..3 {
        for m in 0..L::VECTORS {
            x[r][m] = l.and_nand(x[r][m], alone[m], has_other[r]);
        }
    }
    // Rows against boxes.
    let rows = vectors!(l, m in 0..L::VECTORS, in_rows(l, [x[0][m], x[1][m], x[2][m]]));
    let turned = vectors!(l, m in 0..L::VECTORS, next_stack(l, rows[m]));
    let kept = vectors!(l, m in 0..L::VECTORS, matched(l, rows[m], turned[m]));
    let kept = vectors!(l, m in 0..L::VECTORS, next_stack(l, kept[m]));
    for m in 0..L::VECTORS {
        let kept = l.each_lane(kept[m]);
        for r in 0..3 {
            x[r][m] = l.and(x[r][m], kept[r]);
        }
    }
    // Columns against boxes.
    let columns = vectors!(l, m in 0..L::VECTORS, l.or3(x[0][m], x[1][m], x[2][m]));
    let turned = vectors!(l, m in 0..L::VECTORS, next_band(l, columns[m]));
    let kept = vectors!(l, m in 0..L::VECTORS, matched(l, columns[m], turned[m]));
    let kept = vectors!(l, m in 0..L::VECTORS, next_band(l, kept[m]));
    for m in 0..L::VECTORS {
        for r in 0..3 {
            x[r][m] = l.and(x[r][m], kept[m]);
        }
    }
    // Digits with at least one cell in the box, and with at least two.
    let mut contradiction = l.splat(0);
    let mut full = l.splat(ALL);
    let two = vectors!(l, m in 0..L::VECTORS, {
        let one = l.or3(x[0][m], x[1][m], x[2][m]);
        let in_column = l.maj(x[0][m], x[1][m], x[2][m]);
        let (next, after) = (l.next(one), l.after(one));
        full = l.and(full, l.or3(one, next, after));
        let two = l.or(l.any_of_three(in_column), l.maj(one, next, after));
        contradiction = l.or_and(contradiction, alone[m], two);
        two
    });
    // Hidden singles of boxes take their cells.
    let hidden = vectors!(l, r in 0..3, {
        let hidden = vectors!(l, m in 0..L::VECTORS, l.andnot(x[r][m], two[m]));
        over_triples!(l, or3, &hidden)
    });
    let taken = vectors!(l, r in 0..3, {
        let (h9, h18) = l.turns(hidden[r]);
        l.or3(hidden[r], h9, h18)
    });
    for r in 0..3 {
        for m in 0..L::VECTORS {
            x[r][m] = l.and_nand(x[r][m], taken[r], two[m]);
        }
    }
    let (mut open, mut changed) = (l.splat(0), l.splat(0));
    for r in 0..3 {
        let (other, any) = quads::has_other(l, &x[r]);
        full = l.and_or(full, other, any);
        contradiction = l.or_and(contradiction, hidden[r], other);
        open = l.or_and(open, any, other);
        changed = l.or_xor(changed, has_other[r], other);
        has_other[r] = other;
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
