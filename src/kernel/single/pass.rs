//! The propagation pass for one puzzle. It does what [`lanes`](crate::kernel::lanes) does.

use super::quads::{self, BoxRows, Quads, over_triples, three};
use crate::kernel::lanes::layout::{ALL, BAND, LEAD};
use crate::kernel::lanes::turns::{next_band, next_stack};

/// What a pass found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum PassVerdict {
    Contradiction,
    /// One candidate in every cell. [`is_valid`] finds out whether that is a solution.
    Solved,
    /// No cell became single.
    Stalled,
    /// None of these.
    Progress,
}

/// A state of the search.
#[derive(Clone, Copy)]
pub(crate) struct Node<V> {
    pub(crate) state: BoxRows<V>,
    /// What the last pass found. [`PassVerdict::Progress`] before the first.
    pub(crate) found: PassVerdict,
    /// The number of passes.
    pub(crate) passes: u32,
}

impl<V> Node<V> {
    pub(crate) fn new(state: BoxRows<V>) -> Node<V> {
        Node {
            state,
            found: PassVerdict::Progress,
            passes: 0,
        }
    }

    /// No pass was made since the state was changed.
    #[inline(always)]
    pub(crate) fn begin(&mut self) {
        self.found = PassVerdict::Progress;
        self.passes = 0;
    }
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

/// A vector for each state, and there for each of the three triples or rows of the box. Written out
/// step by step, so that the vectors of a step, which do not depend on each other, stand side by
/// side: the CPU sees only some sixty operations ahead.
macro_rules! vectors {
    ($l:ident, $k:ident, $i:ident in $range:expr, $value:expr) => {{
        let mut out = [[$l.splat(0); 3]; K];
        for $i in $range {
            for $k in 0..K {
                let value = $value;
                out[$k][$i] = if K == 1 { value } else { $l.in_order(value) };
            }
        }
        out
    }};
}

/// Makes passes over states side by side, until one of them needs no more. A stalled one gets
/// `unseen` passes at least.
#[inline(always)]
pub(crate) fn settle<L: Quads, const K: usize>(
    l: L,
    nodes: &mut [&mut Node<L::V>; K],
    unseen: u32,
) {
    // In registers for all passes.
    let mut x = [[[l.splat(0); 3]; 3]; K];
    let mut has_other = [[l.splat(0); 3]; K];
    for k in 0..K {
        for r in 0..3 {
            for m in 0..L::VECTORS {
                x[k][r][m] = nodes[k].state.x[r][m];
            }
            has_other[k][r] = nodes[k].state.has_other[r];
        }
    }
    let mut found = [PassVerdict::Progress; K];
    let mut passes = 0;
    let mut is_done = false;
    while !is_done {
        found = pass(l, &mut x, &mut has_other);
        passes += 1;
        for found in found {
            let is_seen = found != PassVerdict::Stalled || passes > unseen;
            is_done |= found != PassVerdict::Progress && is_seen;
        }
    }
    for k in 0..K {
        nodes[k].found = found[k];
        nodes[k].passes += passes;
        for r in 0..3 {
            for m in 0..L::VECTORS {
                nodes[k].state.x[r][m] = x[k][r][m];
            }
            nodes[k].state.has_other[r] = has_other[k][r];
        }
    }
}

/// One pass over each state.
#[inline(always)]
fn pass<L: Quads, const K: usize>(
    l: L,
    x: &mut [[[L::V; 3]; 3]; K],
    has_other: &mut [[L::V; 3]; K],
) -> [PassVerdict; K] {
    // Naked singles leave the other cells of their box.
    let alone = vectors!(l, k, m in 0..L::VECTORS, {
        let alone = l.andnot(x[k][0][m], has_other[k][0]);
        let alone = l.or_andnot(alone, x[k][1][m], has_other[k][1]);
        l.or_andnot(alone, x[k][2][m], has_other[k][2])
    });
    let alone = vectors!(l, k, m in 0..L::VECTORS, l.any_of_three(alone[k][m]));
    for r in 0..3 {
        for m in 0..L::VECTORS {
            for k in 0..K {
                x[k][r][m] = l.and_nand(x[k][r][m], alone[k][m], has_other[k][r]);
            }
        }
    }
    // Rows against boxes.
    let rows = vectors!(l, k, m in 0..L::VECTORS, in_rows(l, [x[k][0][m], x[k][1][m], x[k][2][m]]));
    let turned = vectors!(l, k, m in 0..L::VECTORS, next_stack(l, rows[k][m]));
    let kept = vectors!(l, k, m in 0..L::VECTORS, matched(l, rows[k][m], turned[k][m]));
    let kept = vectors!(l, k, m in 0..L::VECTORS, next_stack(l, kept[k][m]));
    for m in 0..L::VECTORS {
        for k in 0..K {
            let kept = l.each_lane(kept[k][m]);
            for r in 0..3 {
                x[k][r][m] = l.and(x[k][r][m], kept[r]);
            }
        }
    }
    // Columns against boxes.
    let columns = vectors!(l, k, m in 0..L::VECTORS, l.or3(x[k][0][m], x[k][1][m], x[k][2][m]));
    let turned = vectors!(l, k, m in 0..L::VECTORS, next_band(l, columns[k][m]));
    let kept = vectors!(l, k, m in 0..L::VECTORS, matched(l, columns[k][m], turned[k][m]));
    let kept = vectors!(l, k, m in 0..L::VECTORS, next_band(l, kept[k][m]));
    for m in 0..L::VECTORS {
        for r in 0..3 {
            for k in 0..K {
                x[k][r][m] = l.and(x[k][r][m], kept[k][m]);
            }
        }
    }
    // Digits with at least one cell in the box, and with at least two.
    let mut contradiction = [l.splat(0); K];
    let mut full = [l.splat(ALL); K];
    let two = vectors!(l, k, m in 0..L::VECTORS, {
        let [a, b, c] = [x[k][0][m], x[k][1][m], x[k][2][m]];
        let one = l.or3(a, b, c);
        let in_column = l.maj(a, b, c);
        let next = l.next(one);
        let after = l.after(one);
        full[k] = l.and(full[k], l.or3(one, next, after));
        let two = l.or(l.any_of_three(in_column), l.maj(one, next, after));
        contradiction[k] = l.or_and(contradiction[k], alone[k][m], two);
        two
    });
    // Hidden singles of boxes take their cells.
    let hidden = vectors!(l, k, r in 0..3, {
        let mut hidden = [l.splat(0); 3];
        for m in 0..L::VECTORS {
            hidden[m] = l.andnot(x[k][r][m], two[k][m]);
        }
        over_triples!(l, or3, &hidden)
    });
    let taken = vectors!(l, k, r in 0..3, {
        let (h9, h18) = l.turns(hidden[k][r]);
        l.or3(hidden[k][r], h9, h18)
    });
    for r in 0..3 {
        for m in 0..L::VECTORS {
            for k in 0..K {
                x[k][r][m] = l.and_nand(x[k][r][m], taken[k][r], two[k][m]);
            }
        }
    }
    let mut open = [l.splat(0); K];
    let mut changed = [l.splat(0); K];
    for r in 0..3 {
        for k in 0..K {
            let (other, any) = quads::has_other(l, &x[k][r]);
            full[k] = l.and_or(full[k], other, any);
            contradiction[k] = l.or_and(contradiction[k], hidden[k][r], other);
            open[k] = l.or_and(open[k], any, other);
            changed[k] = l.or_xor(changed[k], has_other[k][r], other);
            has_other[k][r] = other;
        }
    }
    let mut found = [PassVerdict::Progress; K];
    for k in 0..K {
        found[k] = verdict(l, contradiction[k], full[k], open[k], changed[k]);
    }
    found
}

/// What a pass found: bits of contradictions, digits and cells with a candidate, cells with others,
/// and cells that became single.
#[inline(always)]
fn verdict<L: Quads>(
    l: L,
    contradiction: L::V,
    full: L::V,
    open: L::V,
    changed: L::V,
) -> PassVerdict {
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

/// Whether a solved state has every digit in every row, column and box. A box may lack one: the
/// hidden singles of a pass may remove the last two candidates of a digit, and only the next pass
/// would see it.
///
/// Three boxes that have the digit once each have it three times in three rows. It is once in each
/// row if, and only if, each row has it an odd number of times.
#[inline(always)]
pub(crate) fn is_valid<L: Quads>(l: L, s: &BoxRows<L::V>) -> bool {
    let mut rows = three(l, LEAD);
    let mut columns = three(l, BAND);
    let mut boxes = three(l, ALL);
    for m in 0..L::VECTORS {
        let x = [s.x[0][m], s.x[1][m], s.x[2][m]];
        let a = in_rows(l, x);
        let b = l.or3(x[0], x[1], x[2]);
        rows = l.and(rows, l.xor3(a, l.shr::<1>(a), l.shr::<2>(a)));
        columns = l.and(columns, l.xor3(b, l.shr::<3>(b), l.shr::<6>(b)));
        boxes = l.and(boxes, l.any_of_three(b));
    }
    l.is_zero(l.or3(
        l.xor(rows, three(l, LEAD)),
        l.xor(columns, three(l, BAND)),
        l.xor(boxes, three(l, ALL)),
    ))
}
