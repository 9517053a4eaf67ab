//! The operations of a back end on groups of four lanes.

use crate::grid::{CELLS, Row};
use crate::kernel::lanes::isa::Lanes;
use crate::kernel::lanes::tables::Bits;

/// Vectors whose lanes form groups of four, called quads. Three lanes of a quad hold the three
/// columns, or the three rows, of a box. The fourth has no meaning, or is empty.
///
/// A word for each triple t of digits takes [`Quads::VECTORS`] vectors: quad t has triple t, and
/// quads behind the last have that of the last. [`Quads::triples`] begins with t = 0, 1, 2 in the
/// first quad. A word without a triple is the same in all quads.
pub(crate) trait Quads: Lanes {
    /// Vectors for the three triples.
    const VECTORS: usize = 3_usize.div_ceil(Self::N / 4);

    /// Whether passes over two states side by side take clearly less time than one after the other.
    const PAIRS: bool = false;

    /// Lane i of each quad takes lane `ORDER >> 2i & 3`.
    fn shuffle<const ORDER: i32>(self, a: Self::V) -> Self::V;
    /// Whether all lanes are zero.
    fn is_zero(self, a: Self::V) -> bool;
    /// Four words, in each quad.
    fn quad(self, words: &[u32; 4]) -> Self::V;
    /// Lane i of vector j becomes lane j of vector i, in each quad. Fourth lanes have no meaning.
    fn transpose(self, x: [Self::V; 3]) -> [Self::V; 3];
    /// Vectors in which each quad has one of the three triples, and no two have the same. So a
    /// symmetric function of the three is a function of all triples, in each quad.
    #[inline(always)]
    fn triples(self, x: &[Self::V; 3]) -> [Self::V; 3] {
        *x
    }
    /// The vectors for triples whose words are `x`.
    #[inline(always)]
    fn of_triples(self, x: [Self::V; 3]) -> [Self::V; 3] {
        x
    }

    /// The same vector. The compiler keeps the order of these calls, so that what stands side by
    /// side is executed side by side.
    #[inline(always)]
    fn in_order(self, a: Self::V) -> Self::V {
        a
    }

    /// Each of three lanes takes the next one.
    #[inline(always)]
    fn next(self, a: Self::V) -> Self::V {
        self.shuffle::<0b11_00_10_01>(a)
    }
    /// Each of three lanes takes the one after the next.
    #[inline(always)]
    fn after(self, a: Self::V) -> Self::V {
        self.shuffle::<0b11_01_00_10>(a)
    }
    /// Each of three lanes, in all lanes of its quad.
    #[inline(always)]
    fn each_lane(self, a: Self::V) -> [Self::V; 3] {
        [
            self.shuffle::<0b00_00_00_00>(a),
            self.shuffle::<0b01_01_01_01>(a),
            self.shuffle::<0b10_10_10_10>(a),
        ]
    }
    /// The bits of three lanes, in each of them.
    #[inline(always)]
    fn any_of_three(self, a: Self::V) -> Self::V {
        self.or3(a, self.next(a), self.after(a))
    }
    /// The words of three lanes of the first quad, side by side.
    #[inline(always)]
    fn side_by_side(self, a: Self::V) -> (u64, u32) {
        let a = [a];
        let words = Self::words(&a);
        (u64::from(words[0]) | u64::from(words[1]) << 32, words[2])
    }
    /// Writes an answer from its bit planes ([`Bits`]), whose rows of boxes are in the lanes of the
    /// first quad.
    #[inline(always)]
    fn write_planes(self, planes: [Self::V; 4], row: &mut Row) {
        let mut bits: Bits = [(0, 0); 4];
        for plane in 0..4 {
            bits[plane] = self.side_by_side(planes[plane]);
        }
        self.write_row(&bits, row);
    }
    /// Reads a puzzle that has no other blanks than `0 * . _`, if the back end has a faster way for
    /// that. Otherwise, or if the text has another byte, `None`. Of cells that are not blank,
    /// [`BoxRows::has_other`] has nothing: the first pass only compares it, and nobody reads that
    /// result.
    #[inline(always)]
    fn read_one(self, _text: &[u8; CELLS]) -> Option<BoxRows<Self::V>> {
        None
    }
    /// A word of each vector for triples: that of triple `t` and lane `lane`.
    #[inline(always)]
    fn word(self, x: &[Self::V; 3], t: usize, lane: usize) -> u32 {
        Self::words(x)[4 * t + lane]
    }
}

/// The same word in three lanes of each quad, and none in the fourth.
#[inline(always)]
pub(crate) fn three<L: Quads>(l: L, word: u32) -> L::V {
    l.quad(&[word, word, word, 0])
}

/// The state of a puzzle: the words of [`layout`](crate::kernel::lanes::layout), with the columns c
/// of a box in three lanes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct BoxRows<V> {
    /// Candidates, by row of the box: vectors for triples.
    pub(crate) x: [[V; 3]; 3],
    /// By row of the box: whether another digit is also a candidate of the cell.
    pub(crate) has_other: [V; 3],
}

impl<V: Copy> BoxRows<V> {
    /// No candidates.
    #[inline(always)]
    pub(crate) fn empty<L: Quads<V = V>>(l: L) -> BoxRows<V> {
        let zero = l.splat(0);
        BoxRows {
            x: [[zero; 3]; 3],
            has_other: [zero; 3],
        }
    }

    /// Copies another state. (An assignment would be a call.)
    #[inline(always)]
    pub(crate) fn copy_from<L: Quads<V = V>>(&mut self, _: L, from: &BoxRows<V>) {
        for r in 0..3 {
            for m in 0..L::VECTORS {
                self.x[r][m] = from.x[r][m];
            }
            self.has_other[r] = from.has_other[r];
        }
    }
}

/// A symmetric function of a row's words of three triples.
macro_rules! over_triples {
    ($l:ident, $function:ident, $row:expr) => {{
        let [a, b, c] = $l.triples($row);
        $l.$function(a, b, c)
    }};
}
pub(crate) use over_triples;

/// The word of [`BoxRows::has_other`] for a row of the box, and the digits that are candidates.
#[inline(always)]
pub(crate) fn has_other<L: Quads>(l: L, row: &[L::V; 3]) -> (L::V, L::V) {
    let [a, b, c] = l.triples(row);
    let o = l.or3(a, b, c);
    let (o9, o18) = l.turns(o);
    (l.or3(l.maj(a, b, c), o9, o18), o)
}
