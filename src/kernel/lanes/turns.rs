//! Turns words: from box to box, and from digit to digit.

use super::layout::{BAND, FIELD, Group, LEAD, Words};
use super::vector::Vector;

/// Turns to the next stack: bit S moves to S + 1 in each group of three.
#[inline(always)]
pub(crate) fn next_stack<L: Vector>(l: L, a: L::V) -> L::V {
    l.sel(l.splat(LEAD), l.shr::<2>(a), l.shl::<1>(a))
}

/// Turns to the next band: group B moves to B + 1 in each field.
#[inline(always)]
pub(crate) fn next_band<L: Vector>(l: L, a: L::V) -> L::V {
    l.sel(l.splat(BAND), l.shr::<6>(a), l.shl::<3>(a))
}

/// Exchanges the fields of three words with three fields each: field i of word j becomes field j of
/// word i. Bits 27 to 31 have no meaning.
#[inline(always)]
pub(crate) fn swap_fields<L: Vector>(l: L, [a, b, c]: [L::V; 3]) -> [L::V; 3] {
    let low = l.splat(FIELD);
    let mid = l.splat(FIELD << 9);
    [
        l.sel(low, a, l.sel(mid, l.shl::<9>(b), l.shl::<18>(c))),
        l.sel(low, l.shr::<9>(a), l.sel(mid, b, l.shl::<9>(c))),
        l.sel(low, l.shr::<18>(a), l.sel(mid, l.shr::<9>(b), c)),
    ]
}

/// The word of [`Group::has_other`] for a position in the box.
#[inline(always)]
pub(crate) fn has_other<L: Vector>(l: L, x: &Words<L::V>, p: usize) -> L::V {
    let o = l.or3(x[0][p], x[1][p], x[2][p]);
    let j = l.maj(x[0][p], x[1][p], x[2][p]);
    let (o9, o18) = l.turns(o);
    l.or3(j, o9, o18)
}

/// Computes [`Group::has_other`] from the candidates.
#[inline(always)]
pub(crate) fn renew<L: Vector>(l: L, g: &mut Group<L::V>) {
    for p in 0..9 {
        g.has_other[p] = has_other(l, &g.x, p);
    }
}

/// An array of nine, with the expression written out for each index: constant indices keep
/// everything in registers from the start.
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
