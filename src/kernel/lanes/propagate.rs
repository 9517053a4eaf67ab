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

/// One pass. Lanes of `frozen` keep their state.
#[inline(always)]
pub(crate) fn pass<L: Lanes>(l: L, g: &mut Group<L>, frozen: u32) -> Seen {
    let ice = l.ones(l.lanes(frozen));
    macro_rules! n1 {
        ($t:literal) => {{
            let x = &g.x[$t];
            let nex = &g.nex;
            let a = l.or_andnot(l.andnot(x[0], nex[0]), x[1], nex[1]);
            let b = l.or_andnot(l.andnot(x[2], nex[2]), x[3], nex[3]);
            let a = l.or_andnot(a, x[4], nex[4]);
            let b = l.or_andnot(b, x[5], nex[5]);
            let a = l.or_andnot(a, x[6], nex[6]);
            let b = l.or_andnot(b, x[7], nex[7]);
            l.or(b, l.or_andnot(a, x[8], nex[8]))
        }};
    }
    macro_rules! n2 {
        ($t:literal, $alone:ident) => {
            nine!(p, l.and_nand(g.x[$t][p], $alone, g.nex[p]))
        };
    }
    macro_rules! r1 {
        ($y:ident) => {
            [
                l.or3($y[0], $y[1], $y[2]),
                l.or3($y[3], $y[4], $y[5]),
                l.or3($y[6], $y[7], $y[8]),
            ]
        };
    }
    macro_rules! c1 {
        ($y:ident) => {
            [
                l.or3($y[0], $y[3], $y[6]),
                l.or3($y[1], $y[4], $y[7]),
                l.or3($y[2], $y[5], $y[8]),
            ]
        };
    }
    macro_rules! icy {
        ($k:expr) => {{
            let k = $k;
            [l.or(k[0], ice), l.or(k[1], ice), l.or(k[2], ice)]
        }};
    }
    macro_rules! turn {
        ($f:ident, $m:ident) => {
            [$f(l, $m[0]), $f(l, $m[1]), $f(l, $m[2])]
        };
    }
    macro_rules! prod {
        ($m:ident, $y:ident) => {
            [
                l.or_and(l.and($m[1], $y[2]), $m[2], $y[1]),
                l.or_and(l.and($m[2], $y[0]), $m[0], $y[2]),
                l.or_and(l.and($m[0], $y[1]), $m[1], $y[0]),
            ]
        };
    }
    macro_rules! r5 {
        ($y:ident, $k:ident) => {
            nine!(p, l.and($y[p], $k[p / 3]))
        };
    }
    macro_rules! c5 {
        ($y:ident, $k:ident) => {
            nine!(p, l.and($y[p], $k[p % 3]))
        };
    }
    macro_rules! mj {
        ($y:ident) => {
            [
                l.maj($y[0], $y[1], $y[2]),
                l.maj($y[3], $y[4], $y[5]),
                l.maj($y[6], $y[7], $y[8]),
            ]
        };
    }
    let one = n1!(0);
    let a = n2!(0, one);
    let am = r1!(a);
    let two_ = n1!(1);
    let ay = turn!(next_stack, am);
    let b = n2!(1, two_);
    let ak = prod!(am, ay);
    let bm = r1!(b);
    let ak = icy!(turn!(next_stack, ak));
    let three = n1!(2);
    let by = turn!(next_stack, bm);
    let a = r5!(a, ak);
    let bk = prod!(bm, by);
    let am = c1!(a);
    let bk = icy!(turn!(next_stack, bk));
    let c = n2!(2, three);
    let ay = turn!(next_band, am);
    let b = r5!(b, bk);
    let ak = prod!(am, ay);
    let cm = r1!(c);
    let ak = icy!(turn!(next_band, ak));
    let bm = c1!(b);
    let cy = turn!(next_stack, cm);
    let a = c5!(a, ak);
    let by = turn!(next_band, bm);
    let ck = prod!(cm, cy);
    let bk = prod!(bm, by);
    let ck = icy!(turn!(next_stack, ck));
    let am = r1!(a);
    let aj = mj!(a);
    let bk = icy!(turn!(next_band, bk));
    let atwo = l.or(l.or3(aj[0], aj[1], aj[2]), l.maj(am[0], am[1], am[2]));
    let c = r5!(c, ck);
    let b = c5!(b, bk);
    let cm = c1!(c);
    let bm = r1!(b);
    let cy = turn!(next_band, cm);
    let bj = mj!(b);
    let ck = prod!(cm, cy);
    let btwo = l.or(l.or3(bj[0], bj[1], bj[2]), l.maj(bm[0], bm[1], bm[2]));
    let ck = icy!(turn!(next_band, ck));
    let c = c5!(c, ck);
    let cm = r1!(c);
    let cj = mj!(c);
    let ctwo = l.or(l.or3(cj[0], cj[1], cj[2]), l.maj(cm[0], cm[1], cm[2]));
    let mut dead = l.or_and(l.or_and(l.and(one, atwo), two_, btwo), three, ctwo);
    let mut full = l.and3(
        l.or3(am[0], am[1], am[2]),
        l.or3(bm[0], bm[1], bm[2]),
        l.or3(cm[0], cm[1], cm[2]),
    );
    struct S<L: Lanes> {
        x: [L::V; 9],
        two: L::V,
    }
    let a = S::<L> {
        x: a,
        two: l.andnot(atwo, ice),
    };
    let b = S::<L> {
        x: b,
        two: l.andnot(btwo, ice),
    };
    let c = S::<L> {
        x: c,
        two: l.andnot(ctwo, ice),
    };
    let mut changed = l.splat(0);

    // Hidden singles: a digit with one place in the box takes the cell.
    let _ = nine!(p, {
        let h = l.or_andnot(l.andnot(a.x[p], a.two), b.x[p], b.two);
        let h = l.or_andnot(h, c.x[p], c.two);
        let (h9, h18) = l.turns(h);
        let hh = l.or3(h, h9, h18);
        let x0 = l.and_nand(a.x[p], hh, a.two);
        let x1 = l.and_nand(b.x[p], hh, b.two);
        let x2 = l.and_nand(c.x[p], hh, c.two);
        let (o9, o18) = l.turns(l.or3(x0, x1, x2));
        let new = l.or3(l.maj(x0, x1, x2), o9, o18);
        full = l.and_or(full, new, l.or3(x0, x1, x2));
        dead = l.or_and(dead, h, new);
        changed = l.or_xor(changed, g.nex[p], new);
        g.x[0][p] = x0;
        g.x[1][p] = x1;
        g.x[2][p] = x2;
        g.nex[p] = new;
    });

    let all = l.splat(ALL);
    let dead = l.nonzero(l.or_andnot(l.and(dead, all), all, full)) & !frozen;
    let open = l.nonzero(l.or3(a.two, b.two, c.two));
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
