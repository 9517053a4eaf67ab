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
//! of the three fields ([`Lanes::turns`]) and a step over the three words t.

use super::vector::Lanes;

/// All 27 bits of a word.
pub(crate) const ALL: u32 = 0x07ff_ffff;
/// Field f = 0.
pub(crate) const FIELD: u32 = 0x1ff;
/// Stack 0 of each group.
const LEAD: u32 = 0o111_111_111;
/// Band 0 of each field.
const BAND: u32 = 7 | 7 << 9 | 7 << 18;

/// State of as many puzzles as there are lanes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Group<L: Lanes> {
    /// Candidates, `x[t][3r + c]`.
    pub(crate) x: [[L::V; 9]; 3],
    /// Another digit is a candidate of the cell too.
    pub(crate) nex: [L::V; 9],
}

/// What a pass saw, as sets of lanes. A lane that was frozen is in none.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Seen {
    /// Without a solution.
    pub(crate) dead: u32,
    /// One place for every digit in every box, and not dead. Rows and columns
    /// are still to be looked at: [`rows_and_columns`].
    pub(crate) settled: u32,
    /// Neither, and the pass made no cell single.
    pub(crate) stuck: u32,
}

/// To the next stack: bit S moves to S + 1 in each group of three.
#[inline(always)]
pub(crate) fn next_stack<L: Lanes>(l: L, a: L::V) -> L::V {
    l.sel(l.splat(LEAD), l.shr::<2>(a), l.shl::<1>(a))
}

/// To the next band: group B moves to B + 1 in each field.
#[inline(always)]
pub(crate) fn next_band<L: Lanes>(l: L, a: L::V) -> L::V {
    l.sel(l.splat(BAND), l.shr::<6>(a), l.shl::<3>(a))
}

/// Which of three lines of three boxes are in a perfect matching, for each
/// line: the two others take the two other boxes, one way or the other.
macro_rules! matched {
    ($l:ident, $turn:ident, $m:ident) => {{
        let y = [$turn($l, $m[0]), $turn($l, $m[1]), $turn($l, $m[2])];
        [
            $turn($l, $l.or_and($l.and($m[1], y[2]), $m[2], y[1])),
            $turn($l, $l.or_and($l.and($m[2], y[0]), $m[0], y[2])),
            $turn($l, $l.or_and($l.and($m[0], y[1]), $m[1], y[0])),
        ]
    }};
}

/// One pass. Lanes of `frozen` keep their state.
#[inline(always)]
pub(crate) fn pass<L: Lanes>(l: L, g: &mut Group<L>, frozen: u32) -> Seen {
    let ice = l.ones(l.lanes(frozen));
    let zero = l.splat(0);
    let mut x = g.x;
    let nex = g.nex;
    let mut two = [zero; 3];
    let mut dead = zero;
    let mut full = l.splat(!0);

    // Naked singles, inside the box: a digit that is alone in its cell leaves
    // the other cells of the box.
    let mut alone = [zero; 3];
    for t in 0..3 {
        let mut a = l.andnot(x[t][0], nex[0]);
        for p in 1..9 {
            a = l.or_andnot(a, x[t][p], nex[p]);
        }
        for p in 0..9 {
            x[t][p] = l.and_nand(x[t][p], a, nex[p]);
        }
        alone[t] = a;
    }

    // Rows against boxes: locked candidates of both kinds.
    for t in 0..3 {
        let m = [
            l.or3(x[t][0], x[t][1], x[t][2]),
            l.or3(x[t][3], x[t][4], x[t][5]),
            l.or3(x[t][6], x[t][7], x[t][8]),
        ];
        let k = matched!(l, next_stack, m);
        for p in 0..9 {
            x[t][p] = l.and_or(x[t][p], k[p / 3], ice);
        }
    }

    // Columns against boxes.
    for t in 0..3 {
        let n = [
            l.or3(x[t][0], x[t][3], x[t][6]),
            l.or3(x[t][1], x[t][4], x[t][7]),
            l.or3(x[t][2], x[t][5], x[t][8]),
        ];
        let k = matched!(l, next_band, n);
        for p in 0..9 {
            x[t][p] = l.and_or(x[t][p], k[p % 3], ice);
        }
    }

    // Places of a digit in a box: none is death, two or more are `two`.
    for t in 0..3 {
        let mut m = [zero; 3];
        let mut j = [zero; 3];
        for r in 0..3 {
            m[r] = l.or3(x[t][3 * r], x[t][3 * r + 1], x[t][3 * r + 2]);
            j[r] = l.maj(x[t][3 * r], x[t][3 * r + 1], x[t][3 * r + 2]);
        }
        full = l.and(full, l.or3(m[0], m[1], m[2]));
        let mine = l.or(l.or3(j[0], j[1], j[2]), l.maj(m[0], m[1], m[2]));
        dead = l.or_and(dead, alone[t], mine);
        two[t] = l.andnot(mine, ice);
    }

    // Hidden singles: a digit with one place in the box takes the cell.
    let mut changed = zero;
    for p in 0..9 {
        let h = l.or_andnot(
            l.or_andnot(l.andnot(x[0][p], two[0]), x[1][p], two[1]),
            x[2][p],
            two[2],
        );
        let (h9, h18) = l.turns(h);
        let hh = l.or3(h, h9, h18);
        for t in 0..3 {
            x[t][p] = l.and_nand(x[t][p], hh, two[t]);
        }
        let o = l.or3(x[0][p], x[1][p], x[2][p]);
        let j = l.maj(x[0][p], x[1][p], x[2][p]);
        let (o9, o18) = l.turns(o);
        let new = l.or3(j, o9, o18);
        full = l.and_or(full, new, o);
        dead = l.or_and(dead, h, new);
        changed = l.or_xor(changed, nex[p], new);
        g.nex[p] = new;
    }
    g.x = x;

    let all = l.splat(ALL);
    let dead = l.nonzero(l.or_andnot(l.and(dead, all), all, full)) & !frozen;
    let open = l.nonzero(l.or3(two[0], two[1], two[2]));
    let live = !(frozen | dead);
    Seen {
        dead,
        settled: live & !open & lanes_mask::<L>(),
        stuck: live & open & !l.nonzero(l.and(changed, all)),
    }
}

/// Every lane of the back end.
#[inline(always)]
pub(crate) fn lanes_mask<L: Lanes>() -> u32 {
    (1 << L::N) - 1
}

/// `nex` anew from the candidates, for lanes that were exchanged.
#[inline(always)]
pub(crate) fn renew<L: Lanes>(l: L, g: &mut Group<L>) {
    for p in 0..9 {
        let o = l.or3(g.x[0][p], g.x[1][p], g.x[2][p]);
        let j = l.maj(g.x[0][p], g.x[1][p], g.x[2][p]);
        let (o9, o18) = l.turns(o);
        g.nex[p] = l.or3(j, o9, o18);
    }
}

/// Of settled lanes, those in which every row and every column holds every
/// digit.
///
/// Three boxes hold the digit once each, so three rows hold it three times in
/// all: once each if, and only if, each holds it an odd number of times.
#[inline(always)]
pub(crate) fn rows_and_columns<L: Lanes>(l: L, g: &Group<L>) -> u32 {
    let mut rows = l.splat(LEAD);
    let mut columns = l.splat(BAND);
    for x in &g.x {
        for i in 0..3 {
            let m = l.or3(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
            rows = l.and(rows, l.xor3(m, l.shr::<1>(m), l.shr::<2>(m)));
            let n = l.or3(x[i], x[i + 3], x[i + 6]);
            columns = l.and(columns, l.xor3(n, l.shr::<3>(n), l.shr::<6>(n)));
        }
    }
    let missing = l.or(
        l.andnot(l.splat(LEAD), rows),
        l.andnot(l.splat(BAND), columns),
    );
    !l.nonzero(missing) & lanes_mask::<L>()
}
