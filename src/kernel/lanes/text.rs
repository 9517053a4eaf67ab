//! Reads text into lanes.

use super::isa::Lanes;
use super::layout::{ALL, Group};
use super::tables::{FAULT, PuzzleLines};
use super::turns::{has_other, nine};
use crate::grid::CELLS;

/// Converts lines to lanes, including [`Group::has_other`] for digits that are candidates. Returns
/// the lanes whose line has a byte that is not a cell. Their contents have no meaning.
#[inline(always)]
pub(crate) fn parse<L: Lanes>(l: L, lines: &PuzzleLines<'_>, into: &mut Group<L::V>) -> u32 {
    if l.read_common(lines, into) {
        return 0;
    }
    parse_any(l, lines, into)
}

/// Like [`parse`], for any lines.
///
/// A cell's code becomes nine bits, spread to bits 9f + 3t + S. Three boxes of a band make a full
/// word with t in place of B. Three such words, one for each band, then exchange their fields. So a
/// cell needs one look-up and not three.
///
/// Bytes become codes after they are in their lanes: 21 vectors. Before that, they would be two
/// vectors a line.
#[inline(always)]
pub(crate) fn parse_any<L: Lanes>(l: L, lines: &PuzzleLines<'_>, into: &mut Group<L::V>) -> u32 {
    let mut faults = l.splat(0);
    macro_rules! sixteen {
        ($at:expr) => {{
            let [a, b, c, d] = l.four_words(lines, $at);
            [
                l.codes(a, &mut faults),
                l.codes(b, &mut faults),
                l.codes(c, &mut faults),
                l.codes(d, &mut faults),
            ]
        }};
    }
    // The last cell is the last of the sixteen bytes that end with it.
    let last = l.codes(l.four_words(lines, CELLS - 16)[3], &mut faults);
    let words = [
        sixteen!(0),
        sixteen!(16),
        sixteen!(32),
        sixteen!(48),
        sixteen!(64),
        [last; 4],
    ];
    // Constants, so that no position is looked up and no shift is chosen at run time.
    macro_rules! cell {
        ($i:expr) => {{
            const I: usize = $i;
            const BYTE: usize = if I == CELLS - 1 { 3 } else { I % 4 };
            l.spread::<BYTE, { (I / 3 % 3) as u32 }>(&words[I / 16][I / 4 % 4])
        }};
    }
    // Three boxes of a band.
    macro_rules! band {
        ($i:expr) => {
            l.or3(cell!($i), cell!($i + 3), cell!($i + 6))
        };
    }
    let all = l.splat(ALL);
    let low = l.splat(7 | 7 << 9 | 7 << 18);
    let mid = l.splat(0o70 | 0o70 << 9 | 0o70 << 18);
    let _ = nine!(p, {
        const FIRST: usize = p / 3 * 9 + p % 3;
        let a = band!(FIRST);
        let b = band!(FIRST + 27);
        let d = band!(FIRST + 54);
        into.x[0][p] = l.and(all, l.sel(low, a, l.sel(mid, l.shl::<3>(b), l.shl::<6>(d))));
        let middle = l.sel(low, l.shr::<3>(a), l.sel(mid, b, l.shl::<3>(d)));
        into.x[1][p] = l.and(all, middle);
        into.x[2][p] = l.sel(low, l.shr::<6>(a), l.sel(mid, l.shr::<3>(b), d));
        into.has_other[p] = has_other(l, &into.x, p);
    });
    l.nonzero(l.and(faults, l.splat(FAULT)))
}
