//! From text to words and back.

use super::quads::{BoxRows, Quads, has_other, over_triples};
use crate::grid::{CELLS, Row};
use crate::kernel::lanes::layout::BAND;
use crate::kernel::lanes::tables::{CODE, SPREAD};
use crate::kernel::lanes::turns::swap_fields;

/// The bit of a word of [`CELL`] for a byte that is not a cell. It stays in the word when it moves
/// by two.
const FAULT: u32 = 1 << 29;

/// The bits of a cell in stack 0, by its byte: digit 3t + f + 1 has bit 9f + 3t, and a blank has
/// all of them.
static CELL: [u32; 256] = {
    let mut table = [FAULT; 256];
    let mut byte = 0;
    while byte < 256 {
        if CODE[byte] != 0x80 {
            table[byte] = SPREAD[0][CODE[byte] as usize];
        }
        byte += 1;
    }
    table
};

/// Reads a puzzle. `None` if a byte is not a cell.
#[inline(always)]
pub(super) fn parse<L: Quads>(l: L, text: &[u8; CELLS]) -> Option<BoxRows<L::V>> {
    if let Some(state) = l.read_one(text) {
        return Some(state);
    }
    by_table(l, text)
}

/// Reads a puzzle, byte by byte.
#[inline(always)]
fn by_table<L: Quads>(l: L, text: &[u8; CELLS]) -> Option<BoxRows<L::V>> {
    // Three boxes of a band make a full word with t in place of B: `[r][B][c]`.
    let mut bands = [[[0; 4]; 3]; 3];
    let mut any = 0;
    for r in 0..3 {
        for band in 0..3 {
            for c in 0..3 {
                let first = 27 * band + 9 * r + c;
                let word = CELL[usize::from(text[first])]
                    | CELL[usize::from(text[first + 3])] << 1
                    | CELL[usize::from(text[first + 6])] << 2;
                any |= word;
                bands[r][band][c] = word;
            }
        }
    }
    if any >= FAULT {
        return None;
    }
    let mut s = BoxRows::empty(l);
    // Then three such words exchange their parts.
    let low = l.splat(BAND);
    let mid = l.splat(BAND << 3);
    for r in 0..3 {
        let [a, b, c] = [
            l.quad(&bands[r][0]),
            l.quad(&bands[r][1]),
            l.quad(&bands[r][2]),
        ];
        let high = l.splat(BAND << 6);
        s.x[r] = l.of_triples([
            l.or3(
                l.and(a, low),
                l.shl::<3>(l.and(b, low)),
                l.shl::<6>(l.and(c, low)),
            ),
            l.or3(
                l.shr::<3>(l.and(a, mid)),
                l.and(b, mid),
                l.shl::<3>(l.and(c, mid)),
            ),
            l.or3(
                l.shr::<6>(l.and(a, high)),
                l.shr::<3>(l.and(b, high)),
                l.and(c, high),
            ),
        ]);
        s.has_other[r] = has_other(l, &s.x[r]).0;
    }
    Some(s)
}

/// Writes a solved state as text.
#[inline(always)]
pub(super) fn write<L: Quads>(l: L, s: &BoxRows<L::V>, row: &mut Row) {
    // By triple, the cells that have one of its digits.
    let mut of_triple = [l.splat(0); 3];
    for m in 0..L::VECTORS {
        let [a, b, c] = swap_fields(l, l.transpose([s.x[0][m], s.x[1][m], s.x[2][m]]));
        of_triple[m] = l.or3(a, b, c);
    }
    let mut any = [l.splat(0); 3];
    for r in 0..3 {
        any[r] = over_triples!(l, or3, &s.x[r]);
    }
    let [_, f1, f2] = swap_fields(l, l.transpose(any));
    // The first quad of these belongs to t = 1 and to t = 2.
    let [_, t1, t2] = l.triples(&of_triple);
    l.write_planes([l.or(t1, t2), t2, f2, f1], row);
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;
    use crate::simd::{Avx2, Avx512};
    use proptest::prelude::*;

    const COMMON: &[u8] = b"123456789.0*_";

    /// Checks that the back end's way reads what the table reads, but for `has_other` of digits
    /// that are no candidates.
    fn does_the_same<L: Quads>(l: L, text: &[u8; CELLS]) -> Result<(), TestCaseError> {
        let is_common = text.iter().all(|byte| COMMON.contains(byte));
        let found = l.read_one(text);
        prop_assert_eq!(found.is_some(), is_common);
        let Some(found) = found else {
            return Ok(());
        };
        let expected = by_table(l, text).expect("every byte is a cell");
        for r in 0..3 {
            let words = |x: &[L::V]| L::words(x).to_vec();
            let read = &found.x[r][..L::VECTORS];
            prop_assert_eq!(words(read), words(&expected.x[r][..L::VECTORS]));
            let candidates = over_triples!(l, or3, &found.x[r]);
            let others = [found, expected].map(|state| l.and(state.has_other[r], candidates));
            prop_assert_eq!(words(&others[..1]), words(&others[1..]));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn the_fast_way_reads_what_the_table_reads(
            bytes in prop::collection::vec(prop::sample::select(COMMON), CELLS),
            other in prop::option::of((0..CELLS, any::<u8>())),
        ) {
            let mut text: [u8; CELLS] = bytes.try_into().expect("81 cells");
            if let Some((at, byte)) = other {
                text[at] = byte;
            }
            if let Some(l) = Avx2::detect() {
                does_the_same(l, &text)?;
            }
            if let Some(l) = Avx512::detect() {
                does_the_same(l, &text)?;
            }
        }
    }
}
