//! The pass: one step of propagation for all lanes, without a branch.
//!
//! # Layout
//!
//! A cell is named by its box (band B, stack S) and its place in the box (row
//! r, column c), a digit by its triple t and its number f in it:
//! digit = 3t + f + 1.
//!
//! ```text
//! x[t][3r + c], bit 9f + 3B + S      digit is a candidate of the cell
//!
//!       f = 2       f = 1       f = 0
//!    26 ..... 18 17 ..... 9  8 ..... 0
//!    B2  B1  B0  B2  B1  B0  B2  B1  B0     S = 2 1 0 in each group of three
//!
//! nex[3r + c], same bits             another digit is a candidate there
//! ```
//!
//! Inside a box everything is word against word; along a band it is a turn of
//! the three bits of a group ([`next_stack`]), along a stack a turn of the
//! three groups of a field ([`next_band`]), from digit to digit of a cell a turn
//! of the three fields ([`Vector::turns`]) and a step over the three words t.

use super::choose::Words;
use super::vector::Vector;
use std::sync::atomic::{Ordering, compiler_fence};

/// All 27 bits of a word.
pub(crate) const ALL: u32 = 0x07ff_ffff;
/// Field f = 0.
pub(crate) const FIELD: u32 = 0x1ff;
/// Stack 0 of each group.
pub(crate) const LEAD: u32 = 0o111_111_111;
/// Band 0 of each field.
pub(crate) const BAND: u32 = 7 | 7 << 9 | 7 << 18;

/// State of as many puzzles as there are lanes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Group<L: Vector> {
    /// Candidates, `x[t][3r + c]`.
    pub(crate) x: [[L::V; 9]; 3],
    /// Another digit is a candidate of the cell too.
    pub(crate) nex: [L::V; 9],
}

impl<L: Vector> Group<L> {
    /// No candidate anywhere.
    pub(crate) fn new(l: L) -> Group<L> {
        let none = [l.splat(0); 9];
        Group {
            x: [none; 3],
            nex: none,
        }
    }
}

/// What a pass saw, as sets of lanes. A lane that was frozen is in none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Without a solution.
    pub(crate) dead: u32,
    /// One candidate in every cell. Whether that is a solution is still to be looked at:
    /// [`solved`].
    pub(crate) settled: u32,
    /// Neither, and the pass made no cell single.
    pub(crate) stuck: u32,
}

impl Seen {
    /// From what was found in any lane, and the lanes that are not frozen. A lane is
    /// open if a cell has two candidates, and changed if a cell became single.
    #[inline(always)]
    pub(crate) fn of_lanes(dead: u32, open: u32, changed: u32, live: u32) -> Seen {
        let alive = live & !dead;
        Seen {
            dead: live & dead,
            settled: alive & !open,
            stuck: alive & open & !changed,
        }
    }
}

/// To the next stack: bit S moves to S + 1 in each group of three.
#[inline(always)]
pub(crate) fn next_stack<L: Vector>(l: L, a: L::V) -> L::V {
    l.sel(l.splat(LEAD), l.shr::<2>(a), l.shl::<1>(a))
}

/// To the next band: group B moves to B + 1 in each field.
#[inline(always)]
pub(crate) fn next_band<L: Vector>(l: L, a: L::V) -> L::V {
    l.sel(l.splat(BAND), l.shr::<6>(a), l.shl::<3>(a))
}

/// An array of nine, its expression written out for each place: constant
/// indices keep everything in registers from the start.
macro_rules! nine {
    ($p:ident, $value:expr) => {
        [
            nine!(@ $p 0 $value),
            nine!(@ $p 1 $value),
            nine!(@ $p 2 $value),
            nine!(@ $p 3 $value),
            nine!(@ $p 4 $value),
            nine!(@ $p 5 $value),
            nine!(@ $p 6 $value),
            nine!(@ $p 7 $value),
            nine!(@ $p 8 $value),
        ]
    };
    (@ $p:ident $n:literal $value:expr) => {{
        #[allow(non_upper_case_globals)]
        const $p: usize = $n;
        $value
    }};
}

pub(crate) use nine;

/// A word for each place of a box, three digits.
type Nine<L> = [<L as Vector>::V; 9];
/// A word for each row, or each column, of a box.
type Three<L> = [<L as Vector>::V; 3];

/// Digits that are alone in a cell of the box.
#[inline(always)]
fn alone<L: Vector>(l: L, x: &Nine<L>, nex: &Nine<L>) -> L::V {
    // Two chains, so that one does not wait for the other.
    let a = l.or_andnot(l.andnot(x[0], nex[0]), x[1], nex[1]);
    let b = l.or_andnot(l.andnot(x[2], nex[2]), x[3], nex[3]);
    let a = l.or_andnot(a, x[4], nex[4]);
    let b = l.or_andnot(b, x[5], nex[5]);
    let a = l.or_andnot(a, x[6], nex[6]);
    let b = l.or_andnot(b, x[7], nex[7]);
    l.or(b, l.or_andnot(a, x[8], nex[8]))
}

/// A digit that is alone in a cell leaves the other cells of the box.
#[inline(always)]
fn leave_box<L: Vector>(l: L, x: &Nine<L>, alone: L::V, nex: &Nine<L>) -> Nine<L> {
    nine!(p, l.and_nand(x[p], alone, nex[p]))
}

/// Whether a digit has a place in each row of the box.
#[inline(always)]
fn in_rows<L: Vector>(l: L, x: &Nine<L>) -> Three<L> {
    [
        l.or3(x[0], x[1], x[2]),
        l.or3(x[3], x[4], x[5]),
        l.or3(x[6], x[7], x[8]),
    ]
}

/// Whether a digit has a place in each column of the box.
#[inline(always)]
fn in_columns<L: Vector>(l: L, x: &Nine<L>) -> Three<L> {
    [
        l.or3(x[0], x[3], x[6]),
        l.or3(x[1], x[4], x[7]),
        l.or3(x[2], x[5], x[8]),
    ]
}

/// Whether a digit has two places or more in each row of the box.
#[inline(always)]
fn twice_in_rows<L: Vector>(l: L, x: &Nine<L>) -> Three<L> {
    [
        l.maj(x[0], x[1], x[2]),
        l.maj(x[3], x[4], x[5]),
        l.maj(x[6], x[7], x[8]),
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

/// For each line, whether the two others can take two neighbouring boxes, one
/// way or the other. Turned once more it is said of the third box: there the
/// line is in a perfect matching of lines with boxes.
#[inline(always)]
fn others<L: Vector>(l: L, m: &Three<L>, y: &Three<L>) -> Three<L> {
    [
        l.or_and(l.and(m[1], y[2]), m[2], y[1]),
        l.or_and(l.and(m[2], y[0]), m[0], y[2]),
        l.or_and(l.and(m[0], y[1]), m[1], y[0]),
    ]
}

/// What is possible in each line, and all of it in frozen lanes.
#[inline(always)]
fn iced<L: Vector>(l: L, k: Three<L>, ice: L::V) -> Three<L> {
    [l.or(k[0], ice), l.or(k[1], ice), l.or(k[2], ice)]
}

#[inline(always)]
fn keep_rows<L: Vector>(l: L, x: &Nine<L>, k: Three<L>, ice: L::V) -> Nine<L> {
    let k = iced(l, k, ice);
    nine!(p, l.and(x[p], k[p / 3]))
}

#[inline(always)]
fn keep_columns<L: Vector>(l: L, x: &Nine<L>, k: Three<L>, ice: L::V) -> Nine<L> {
    let k = iced(l, k, ice);
    nine!(p, l.and(x[p], k[p % 3]))
}

/// Whether a digit has two places or more in the box.
#[inline(always)]
fn two_places<L: Vector>(l: L, rows: &Three<L>, twice: &Three<L>) -> L::V {
    l.or(
        l.or3(twice[0], twice[1], twice[2]),
        l.maj(rows[0], rows[1], rows[2]),
    )
}

/// One pass. Lanes of `frozen` keep their state.
///
/// In this order: naked singles leave their box; rows against boxes, then
/// columns against boxes, which is locked candidates of both kinds and both ways;
/// hidden singles of boxes take their cells. Hidden singles of rows and columns
/// need no step: the two in the middle make hidden singles of boxes of them.
///
/// The three triples a, b, c go through the first three steps one behind the other,
/// so that the shifts of one stand beside the logic of another. A triple that is
/// through is stored, and a fence keeps it so: the compiler would rather hold
/// it in registers that it does not have, and move it to its place at the end
/// (with 16 lanes on Zen 4 that is 108 ns a pass against 94).
#[inline(always)]
pub(crate) fn pass<L: Vector>(l: L, g: &mut Group<L>, frozen: u32) -> Seen {
    let ice = l.ones(l.lanes(frozen));

    let a1 = alone(l, &g.x[0], &g.nex);
    let a = leave_box(l, &g.x[0], a1, &g.nex);
    let am = in_rows(l, &a);
    let b1 = alone(l, &g.x[1], &g.nex);
    let ay = next_stacks(l, &am);
    let b = leave_box(l, &g.x[1], b1, &g.nex);
    let ak = others(l, &am, &ay);
    let bm = in_rows(l, &b);
    let ak = next_stacks(l, &ak);
    let c1 = alone(l, &g.x[2], &g.nex);
    let by = next_stacks(l, &bm);
    let a = keep_rows(l, &a, ak, ice);
    let bk = others(l, &bm, &by);
    let am = in_columns(l, &a);
    let bk = next_stacks(l, &bk);
    let c = leave_box(l, &g.x[2], c1, &g.nex);
    let ay = next_bands(l, &am);
    let b = keep_rows(l, &b, bk, ice);
    let ak = others(l, &am, &ay);
    let cm = in_rows(l, &c);
    let ak = next_bands(l, &ak);
    let bm = in_columns(l, &b);
    let cy = next_stacks(l, &cm);
    let a = keep_columns(l, &a, ak, ice);
    g.x[0] = a;
    compiler_fence(Ordering::SeqCst);
    let by = next_bands(l, &bm);
    let ck = others(l, &cm, &cy);
    let bk = others(l, &bm, &by);
    let ck = next_stacks(l, &ck);
    let am = in_rows(l, &a);
    let a2 = two_places(l, &am, &twice_in_rows(l, &a));
    let bk = next_bands(l, &bk);
    let c = keep_rows(l, &c, ck, ice);
    let b = keep_columns(l, &b, bk, ice);
    g.x[1] = b;
    compiler_fence(Ordering::SeqCst);
    let cm = in_columns(l, &c);
    let bm = in_rows(l, &b);
    let cy = next_bands(l, &cm);
    let ck = others(l, &cm, &cy);
    let b2 = two_places(l, &bm, &twice_in_rows(l, &b));
    let ck = next_bands(l, &ck);
    let c = keep_columns(l, &c, ck, ice);
    g.x[2] = c;
    let cm = in_rows(l, &c);
    let c2 = two_places(l, &cm, &twice_in_rows(l, &c));

    // A digit alone in a cell of a box where it has two places still: alone
    // in two cells. A box without a place for a digit is not full.
    let mut dead = l.or_and(l.or_and(l.and(a1, a2), b1, b2), c1, c2);
    let mut full = l.and3(
        l.or3(am[0], am[1], am[2]),
        l.or3(bm[0], bm[1], bm[2]),
        l.or3(cm[0], cm[1], cm[2]),
    );
    let (mut open, mut changed) = (l.splat(0), l.splat(0));
    let (a2, b2, c2) = (l.andnot(a2, ice), l.andnot(b2, ice), l.andnot(c2, ice));

    // Hidden singles: a digit with one place in the box takes the cell. Two
    // of them in one cell are death, and so is a cell without candidate.
    let _ = nine!(p, {
        let (a, b, c) = (g.x[0][p], g.x[1][p], g.x[2][p]);
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
        dead = l.or_and(dead, h, new);
        open = l.or_and(open, o, new);
        changed = l.or_xor(changed, g.nex[p], new);
        g.x[0][p] = x0;
        g.x[1][p] = x1;
        g.x[2][p] = x2;
        g.nex[p] = new;
    });

    let all = l.splat(ALL);
    Seen::of_lanes(
        l.nonzero(l.or_andnot(l.and(dead, all), all, full)),
        l.nonzero(open),
        l.nonzero(l.and(changed, all)),
        !frozen & lanes_mask::<L>(),
    )
}

/// Every lane of the back end.
#[inline(always)]
pub(crate) fn lanes_mask<L: Vector>() -> u32 {
    (1 << L::N) - 1
}

/// `nex` anew from the candidates, for lanes that were exchanged.
#[inline(always)]
pub(crate) fn renew<L: Vector>(l: L, g: &mut Group<L>) {
    for p in 0..9 {
        g.nex[p] = others_at(l, &g.x, p);
    }
}

/// The word of `nex` at a place.
#[inline(always)]
pub(crate) fn others_at<L: Vector>(l: L, x: &Words<L>, p: usize) -> L::V {
    let o = l.or3(x[0][p], x[1][p], x[2][p]);
    let j = l.maj(x[0][p], x[1][p], x[2][p]);
    let (o9, o18) = l.turns(o);
    l.or3(j, o9, o18)
}

/// Of settled lanes, those in which every box, every row and every column holds every
/// digit.
///
/// Three boxes that hold the digit once each hold it three times in three rows: once
/// each if, and only if, each row holds it an odd number of times.
#[inline(always)]
pub(crate) fn solved<L: Vector>(l: L, x: &Words<L>) -> u32 {
    let mut boxes = l.splat(ALL);
    let mut rows = l.splat(LEAD);
    let mut columns = l.splat(BAND);
    for x in x {
        let m = in_rows(l, x);
        boxes = l.and(boxes, l.or3(m[0], m[1], m[2]));
        for m in m {
            rows = l.and(rows, l.xor3(m, l.shr::<1>(m), l.shr::<2>(m)));
        }
        for n in in_columns(l, x) {
            columns = l.and(columns, l.xor3(n, l.shr::<3>(n), l.shr::<6>(n)));
        }
    }
    let missing = l.or3(
        l.andnot(l.splat(ALL), boxes),
        l.andnot(l.splat(LEAD), rows),
        l.andnot(l.splat(BAND), columns),
    );
    !l.nonzero(missing) & lanes_mask::<L>()
}
