//! The propagation pass: one step for all lanes, without a branch.

use super::layout::{ALL, BAND, Group, LEAD, LaneSet, Words};
use super::turns::{next_band, next_stack, nine};
use super::vector::Vector;
use std::sync::atomic::{Ordering, compiler_fence};

/// The result of a pass, as sets of lanes. A frozen lane is in none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct PassResult {
    /// Lanes with a contradiction.
    pub(crate) contradiction: LaneSet,
    /// Lanes with one candidate in every cell. [`valid`] finds out whether that is a solution.
    pub(crate) solved: LaneSet,
    /// Stalled lanes: neither of these, and the pass made no cell single.
    pub(crate) stalled: LaneSet,
}

impl PassResult {
    /// Lanes that need something other than a pass.
    #[inline(always)]
    pub(crate) fn waiting(self) -> LaneSet {
        self.contradiction | self.solved | self.stalled
    }

    /// Adds the result of the lanes from `first`, none of which waited.
    #[inline(always)]
    pub(crate) fn add(&mut self, seen: PassResult, first: usize) {
        debug_assert!(
            self.waiting() & seen.waiting() << first == 0,
            "a frozen lane was seen"
        );
        self.contradiction |= seen.contradiction << first;
        self.solved |= seen.solved << first;
        self.stalled |= seen.stalled << first;
    }

    /// From the findings in any lane, and the lanes that are not frozen. A lane is open if a cell
    /// has two candidates, and changed if a cell became single.
    #[inline(always)]
    pub(crate) fn of_lanes(contradiction: u32, open: u32, changed: u32, live: u32) -> PassResult {
        let alive = live & !contradiction;
        PassResult {
            contradiction: LaneSet::from(live & contradiction),
            solved: LaneSet::from(alive & !open),
            stalled: LaneSet::from(alive & open & !changed),
        }
    }
}

/// A word for each position in a box, for three digits.
type Nine<L> = [<L as Vector>::V; 9];
/// A word for each row, or each column, of a box.
type Three<L> = [<L as Vector>::V; 3];

/// Digits that are alone in a cell of the box.
#[inline(always)]
fn alone<L: Vector>(l: L, x: &Nine<L>, has_other: &Nine<L>) -> L::V {
    // Two chains, so that one does not wait for the other.
    let a = l.or_andnot(l.andnot(x[0], has_other[0]), x[1], has_other[1]);
    let b = l.or_andnot(l.andnot(x[2], has_other[2]), x[3], has_other[3]);
    let a = l.or_andnot(a, x[4], has_other[4]);
    let b = l.or_andnot(b, x[5], has_other[5]);
    let a = l.or_andnot(a, x[6], has_other[6]);
    let b = l.or_andnot(b, x[7], has_other[7]);
    l.or(b, l.or_andnot(a, x[8], has_other[8]))
}

/// A digit that is alone in a cell leaves the other cells of the box.
#[inline(always)]
fn leave_box<L: Vector>(l: L, x: &Nine<L>, alone: L::V, has_other: &Nine<L>) -> Nine<L> {
    nine!(p, l.and_nand(x[p], alone, has_other[p]))
}

/// For each row of the box, the digits that are candidates in it.
#[inline(always)]
pub(super) fn in_rows<L: Vector>(l: L, x: &Nine<L>) -> Three<L> {
    [
        l.or3(x[0], x[1], x[2]),
        l.or3(x[3], x[4], x[5]),
        l.or3(x[6], x[7], x[8]),
    ]
}

/// For each column of the box, the digits that are candidates in it.
#[inline(always)]
pub(super) fn in_columns<L: Vector>(l: L, x: &Nine<L>) -> Three<L> {
    [
        l.or3(x[0], x[3], x[6]),
        l.or3(x[1], x[4], x[7]),
        l.or3(x[2], x[5], x[8]),
    ]
}

/// The three words, each turned to the next box of the band.
#[inline(always)]
fn next_stacks<L: Vector>(l: L, m: &Three<L>) -> Three<L> {
    [
        next_stack(l, m[0]),
        next_stack(l, m[1]),
        next_stack(l, m[2]),
    ]
}

/// The three words, each turned to the next box of the stack.
#[inline(always)]
fn next_bands<L: Vector>(l: L, m: &Three<L>) -> Three<L> {
    [next_band(l, m[0]), next_band(l, m[1]), next_band(l, m[2])]
}

/// For each line, whether the two other lines can take two neighbouring boxes, one way or the
/// other. Turned once more, the result is for the third box: there the line is part of a perfect
/// matching of lines with boxes.
#[inline(always)]
fn others<L: Vector>(l: L, m: &Three<L>, y: &Three<L>) -> Three<L> {
    [
        l.or_and(l.and(m[1], y[2]), m[2], y[1]),
        l.or_and(l.and(m[2], y[0]), m[0], y[2]),
        l.or_and(l.and(m[0], y[1]), m[1], y[0]),
    ]
}

/// The digits that each line cannot have, turned to the next box by `RIGHT` and `LEFT`. Empty in
/// frozen lanes.
#[inline(always)]
fn excluded<L: Vector, const RIGHT: u32, const LEFT: u32>(
    l: L,
    live: L::M,
    lead: u32,
    k: &Three<L>,
) -> Three<L> {
    let lead = l.splat(lead);
    [
        l.not_sel(live, lead, l.shr::<RIGHT>(k[0]), l.shl::<LEFT>(k[0])),
        l.not_sel(live, lead, l.shr::<RIGHT>(k[1]), l.shl::<LEFT>(k[1])),
        l.not_sel(live, lead, l.shr::<RIGHT>(k[2]), l.shl::<LEFT>(k[2])),
    ]
}

#[inline(always)]
fn leave_rows<L: Vector>(l: L, x: &Nine<L>, excluded: &Three<L>) -> Nine<L> {
    nine!(p, l.andnot(x[p], excluded[p / 3]))
}

#[inline(always)]
fn leave_columns<L: Vector>(l: L, x: &Nine<L>, excluded: &Three<L>) -> Nine<L> {
    nine!(p, l.andnot(x[p], excluded[p % 3]))
}

/// Whether a digit is a candidate in two or more cells of the box, which are in two rows or in two
/// columns. Not in frozen lanes.
#[inline(always)]
fn two_places<L: Vector>(
    l: L,
    live: L::M,
    rows: &Three<L>,
    columns: &Three<L>,
    excluded: &Three<L>,
) -> L::V {
    let columns = [
        l.andnot(columns[0], excluded[0]),
        l.andnot(columns[1], excluded[1]),
        l.andnot(columns[2], excluded[2]),
    ];
    let two_rows = l.maj(rows[0], rows[1], rows[2]);
    l.within(
        live,
        l.or(two_rows, l.maj(columns[0], columns[1], columns[2])),
    )
}

/// Statements with a fence after each, if registers are few. The compiler tries to keep more words
/// than there are registers. With the fences it loads and stores the rest where it is needed (AVX2:
/// 82.7 to 79.4 ns a pass; 1 to 4 % slower with AVX-512).
macro_rules! steps {
    ($l:ident; $($step:stmt;)*) => {
        $(
            $step
            if !$l.has_many_registers() {
                compiler_fence(Ordering::SeqCst);
            }
        )*
    };
}

/// The words just stored, or the same read again if registers are few. Otherwise the compiler does
/// not vectorise plain Rust.
#[inline(always)]
fn again<L: Vector>(l: L, words: Nine<L>, stored: &Nine<L>) -> Nine<L> {
    if l.has_many_registers() {
        words
    } else {
        *stored
    }
}

/// One pass. Lanes of `frozen` keep their state.
///
/// The steps are: naked singles leave their box; rows against boxes, then columns against boxes,
/// which is locked candidates of both kinds and in both directions; hidden singles of boxes take
/// their cells. Hidden singles of rows and columns need no step, because the two steps in the
/// middle turn them into hidden singles of boxes.
///
/// The three triples a, b, c go through the first three steps one after another, so that the shifts
/// of one overlap with the logic of another. A finished triple is stored, and a fence keeps that
/// order. Otherwise the compiler tries to keep it in registers that it does not have, and moves it
/// to its place at the end (with 16 lanes on Zen 4, that is 108 ns a pass against 94).
#[inline(always)]
pub(crate) fn pass<L: Vector>(l: L, g: &mut Group<L::V>, frozen: u32) -> PassResult {
    let live = l.lanes(!frozen & L::EVERY);
    steps! { l;
        let a1 = alone(l, &g.x[0], &g.has_other);
        let a = leave_box(l, &g.x[0], a1, &g.has_other);
        let am = in_rows(l, &a);
        let b1 = alone(l, &g.x[1], &g.has_other);
        let ay = next_stacks(l, &am);
        let b = leave_box(l, &g.x[1], b1, &g.has_other);
        let ak = others(l, &am, &ay);
        let bm = in_rows(l, &b);
        let ak = excluded::<L, 2, 1>(l, live, LEAD, &ak);
        let c1 = alone(l, &g.x[2], &g.has_other);
        let by = next_stacks(l, &bm);
        let a = leave_rows(l, &a, &ak);
        let bk = others(l, &bm, &by);
        let an = in_columns(l, &a);
        let bk = excluded::<L, 2, 1>(l, live, LEAD, &bk);
        let c = leave_box(l, &g.x[2], c1, &g.has_other);
        let ay = next_bands(l, &an);
        let b = leave_rows(l, &b, &bk);
        let ak = others(l, &an, &ay);
        let cm = in_rows(l, &c);
        let ak = excluded::<L, 6, 3>(l, live, BAND, &ak);
        let bn = in_columns(l, &b);
        let cy = next_stacks(l, &cm);
        let a = leave_columns(l, &a, &ak);
        g.x[0] = a;
        compiler_fence(Ordering::SeqCst);
        let by = next_bands(l, &bn);
        let ck = others(l, &cm, &cy);
        let bk = others(l, &bn, &by);
        let ck = excluded::<L, 2, 1>(l, live, LEAD, &ck);
        let am = in_rows(l, &again(l, a, &g.x[0]));
        let a2 = two_places(l, live, &am, &an, &ak);
        let bk = excluded::<L, 6, 3>(l, live, BAND, &bk);
        let c = leave_rows(l, &c, &ck);
        let b = leave_columns(l, &b, &bk);
        g.x[1] = b;
        compiler_fence(Ordering::SeqCst);
        let cn = in_columns(l, &c);
        let bm = in_rows(l, &again(l, b, &g.x[1]));
        let cy = next_bands(l, &cn);
        let ck = others(l, &cn, &cy);
        let b2 = two_places(l, live, &bm, &bn, &bk);
        let ck = excluded::<L, 6, 3>(l, live, BAND, &ck);
        let c = leave_columns(l, &c, &ck);
        g.x[2] = c;
        let cm = in_rows(l, &again(l, c, &g.x[2]));
        let c2 = two_places(l, live, &cm, &cn, &ck);
    }

    // A digit that is alone in a cell but has two cells in the box is alone in two cells. A box
    // without a cell for a digit is incomplete.
    let mut contradiction = l.or_and(l.or_and(l.and(a1, a2), b1, b2), c1, c2);
    let mut full = l.and3(
        l.or3(am[0], am[1], am[2]),
        l.or3(bm[0], bm[1], bm[2]),
        l.or3(cm[0], cm[1], cm[2]),
    );
    let mut open = l.splat(0);
    let mut changed = l.splat(0);

    // Hidden singles: a digit that is a candidate in one cell of the box takes the cell. Two of
    // them in one cell are a contradiction, and so is a cell without a candidate.
    let _ = nine!(p, {
        let a = g.x[0][p];
        let b = g.x[1][p];
        let c = g.x[2][p];
        let h = l.or_andnot(l.andnot(a, a2), b, b2);
        let h = l.or_andnot(h, c, c2);
        let (h9, h18) = l.turns(h);
        let hh = l.or3(h, h9, h18);
        let x0 = l.and_nand(a, hh, a2);
        let x1 = l.and_nand(b, hh, b2);
        let x2 = l.and_nand(c, hh, c2);
        let o = l.or3(x0, x1, x2);
        let (o9, o18) = l.turns(o);
        let new = l.or3(l.maj(x0, x1, x2), o9, o18);
        full = l.and_or(full, new, o);
        contradiction = l.or_and(contradiction, h, new);
        open = l.or_and(open, o, new);
        changed = l.or_xor(changed, g.has_other[p], new);
        g.x[0][p] = x0;
        g.x[1][p] = x1;
        g.x[2][p] = x2;
        g.has_other[p] = new;
    });

    let all = l.splat(ALL);
    PassResult::of_lanes(
        l.nonzero(l.or_andnot(l.and(contradiction, all), all, full)),
        l.nonzero(open),
        l.nonzero(l.and(changed, all)),
        !frozen & L::EVERY,
    )
}

/// The solved lanes in which every box, every row and every column has every digit.
///
/// Three boxes that have the digit once each have it three times in three rows. It is once in each
/// row if, and only if, two of the rows have it an odd number of times.
#[inline(always)]
pub(crate) fn valid<L: Vector>(l: L, x: &Words<L::V>) -> u32 {
    let mut boxes = l.splat(ALL);
    let mut rows = l.splat(LEAD);
    let mut columns = l.splat(BAND);
    for x in x {
        let m = in_rows(l, x);
        boxes = l.and(boxes, l.or3(m[0], m[1], m[2]));
        for m in [m[0], m[1]] {
            rows = l.and(rows, l.xor3(m, l.shr::<1>(m), l.shr::<2>(m)));
        }
        let n = in_columns(l, x);
        for n in [n[0], n[1]] {
            columns = l.and(columns, l.xor3(n, l.shr::<3>(n), l.shr::<6>(n)));
        }
    }
    let missing = l.or3(
        l.andnot(l.splat(ALL), boxes),
        l.andnot(l.splat(LEAD), rows),
        l.andnot(l.splat(BAND), columns),
    );
    !l.nonzero(missing) & L::EVERY
}
