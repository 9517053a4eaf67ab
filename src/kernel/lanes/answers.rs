//! The values of solved lanes as bits, from which rows of text are made.

use super::layout::Words;
use super::tables::Bits;
use super::turns::swap_fields;
use super::vector::Vector;

/// The values of the cells in row `r` of each box, as four planes of 27 bits 9c + 3B + S.
/// [`WEIGHTS`](super::tables::WEIGHTS) says what each plane adds. Bits 27 to 31 have no meaning.
#[inline(always)]
pub(crate) fn value_planes<L: Vector>(l: L, x: &Words<L::V>, r: usize) -> [L::V; 4] {
    let zero = l.splat(0);
    // Cells whose digit belongs to this triple.
    let mut of_triple = [zero; 3];
    for t in 1..3 {
        let [a, b, c] = swap_fields(l, [x[t][3 * r], x[t][3 * r + 1], x[t][3 * r + 2]]);
        of_triple[t] = l.or3(a, b, c);
    }
    let mut any = [zero; 3];
    for c in 0..3 {
        let p = 3 * r + c;
        any[c] = l.or3(x[0][p], x[1][p], x[2][p]);
    }
    let [_, one, two] = swap_fields(l, any);
    [l.or(of_triple[1], of_triple[2]), of_triple[2], two, one]
}

/// The values of solved lanes in four bit planes. Each has three words, one for each row r of the
/// boxes: r = 0 and 1 as pairs of words, lane by lane, and r = 2.
pub(crate) struct Planes<L: Vector> {
    pairs: [[L::V; 2]; 4],
    last: [L::V; 4],
}

/// The values of solved lanes as bit planes.
#[inline(always)]
pub(crate) fn planes<L: Vector>(l: L, x: &Words<L::V>) -> Planes<L> {
    let top = value_planes(l, x, 0);
    let middle = value_planes(l, x, 1);
    let zero = l.splat(0);
    let mut out = Planes {
        pairs: [[zero; 2]; 4],
        last: value_planes(l, x, 2),
    };
    for i in 0..4 {
        out.pairs[i] = l.pairs(top[i], middle[i]);
    }
    out
}

/// The planes of one lane.
#[inline(always)]
pub(crate) fn lane_planes<L: Vector>(planes: &Planes<L>, lane: usize) -> Bits {
    let last = L::words(&planes.last);
    let mut out = [(0, 0); 4];
    for i in 0..4 {
        let pairs = L::words(&planes.pairs[i]);
        let pair = u64::from(pairs[2 * lane]) | u64::from(pairs[2 * lane + 1]) << 32;
        out[i] = (pair, last[i * L::N + lane]);
    }
    out
}
