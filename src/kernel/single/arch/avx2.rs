//! Two quads with AVX2: names for intrinsics.

use crate::grid::{CELLS, Row};
use crate::kernel::lanes::layout::BAND;
use crate::kernel::lanes::vector::Vector;
use crate::kernel::single::quads::{BoxRows, Quads, three};
use crate::simd::{Avx2, op, ops};
use std::arch::x86_64::*;

/// A byte of an order that gives zero.
const NONE: u8 = 0x80;

/// From sixteen bytes in which a row of the grid begins at `from`: for each stack, its three cells,
/// each as the first byte of a lane.
const fn by_stacks(from: u8) -> [[u8; 16]; 3] {
    let mut orders = [[NONE; 16]; 3];
    let mut column = 0;
    while column < 9 {
        orders[column / 3][4 * (column % 3)] = from + column as u8;
        column += 1;
    }
    orders
}

static BY_STACKS: [[u8; 16]; 3] = by_stacks(0);
/// For sixteen bytes that end with the last row.
static BY_STACKS_OF_LAST: [[u8; 16]; 3] = by_stacks(7);

impl Avx2 {
    ops! {
        /// The halves, exchanged.
        swapped(self, a: __m256i) -> __m256i = _mm256_permute2x128_si256::<1>(a, a);
        /// Each word shifted by a number of its own.
        up(self, a: __m256i, by: __m256i) -> __m256i = _mm256_sllv_epi32(a, by);
        down(self, a: __m256i, by: __m256i) -> __m256i = _mm256_srlv_epi32(a, by);
        /// The same words in all lanes of each half.
        halves(self, low: u32, high: u32) -> __m256i = _mm256_blend_epi32::<0xf0>(
            _mm256_set1_epi32(low as i32),
            _mm256_set1_epi32(high as i32),
        );
    }

    /// The words of a row of boxes in two bands, from the positions of their bits: the columns of
    /// the box in three lanes, and none in the fourth. The group of three bits says which triple a
    /// digit belongs to, and its place in the group the stack.
    #[inline(always)]
    fn words_of_bands(self, bits: __m256i, orders: &[[u8; 16]; 3]) -> __m256i {
        let mut words = [self.splat(0); 3];
        for stack in 0..3 {
            let by = self.permuted(bits, self.twice(&orders[stack]));
            words[stack] = self.up(three(self, 1 << stack), by);
        }
        self.or3(words[0], words[1], words[2])
    }

    /// Exchanges the groups of three bits of three bands' words. `ab` has the first band in its low
    /// half and the second in its high half, `c` has the third in both.
    ///
    /// ```text
    /// groups, lowest first    a: t0 t1 t2    b: t2 t0 t1    c: t1 t2 t0
    /// ```
    #[inline(always)]
    fn by_triples(self, ab: __m256i, c: __m256i) -> ([__m256i; 3], __m256i) {
        let [g0, g1, g2] = [BAND, BAND << 3, BAND << 6];
        let ba = self.swapped(ab);
        // t0 in the low half, t1 in the high one.
        let near = self.or(
            self.and(ab, self.halves(g0, g2)),
            self.and(ba, self.splat(g1)),
        );
        let far = self.and(c, self.halves(g2, g0));
        let first = self.or(
            self.down(near, self.halves(0, 3)),
            self.up(far, self.halves(0, 6)),
        );
        // t2 in both.
        let part = self.and(ab, self.halves(g2, g0));
        let part = self.up(self.down(part, self.halves(6, 0)), self.halves(0, 3));
        let last = self.or3(
            part,
            self.swapped(part),
            self.shl::<3>(self.and(c, self.splat(g1))),
        );
        let part = self.and(self.down(ab, self.halves(27, 24)), self.halves(0o7, 0o70));
        let blanks = self.or3(
            part,
            self.swapped(part),
            self.and(self.shr::<21>(c), self.splat(0o700)),
        );
        let blanks = self.or3(blanks, self.shl::<9>(blanks), self.shl::<18>(blanks));
        let first = self.or(first, blanks);
        let last = self.or(last, blanks);
        ([first, last, last], blanks)
    }
}

impl Quads for Avx2 {
    const PAIRS: bool = true;

    ops! {
        shuffle<const ORDER: i32>(self, a: __m256i) -> __m256i = _mm256_shuffle_epi32::<ORDER>(a);
        is_zero(self, a: __m256i) -> bool = _mm256_testz_si256(a, a) == 1;
    }
    #[inline(always)]
    fn quad(self, words: &[u32; 4]) -> __m256i {
        // SAFETY: the token proves the features; four words are readable.
        unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(words.as_ptr().cast())) }
    }
    #[inline(always)]
    fn transpose(self, [a, b, c]: [__m256i; 3]) -> [__m256i; 3] {
        op!({
            let c = _mm256_castsi256_ps(c);
            let low = _mm256_castsi256_ps(_mm256_unpacklo_epi32(a, b));
            let high = _mm256_castsi256_ps(_mm256_unpackhi_epi32(a, b));
            [
                _mm256_castps_si256(_mm256_shuffle_ps::<0b00_00_01_00>(low, c)),
                _mm256_castps_si256(_mm256_shuffle_ps::<0b01_01_11_10>(low, c)),
                _mm256_castps_si256(_mm256_shuffle_ps::<0b10_10_01_00>(high, c)),
            ]
        })
    }
    #[inline(always)]
    fn triples(self, x: &[__m256i; 3]) -> [__m256i; 3] {
        [x[0], self.swapped(x[0]), x[1]]
    }
    #[inline(always)]
    fn of_triples(self, [a, b, c]: [__m256i; 3]) -> [__m256i; 3] {
        [op!(_mm256_blend_epi32::<0xf0>(a, b)), c, c]
    }
    #[inline(always)]
    fn read_one(self, text: &[u8; CELLS]) -> Option<BoxRows<__m256i>> {
        let mut state = BoxRows::empty(self);
        let mut faults = self.splat(0);
        for r in 0..3 {
            let ab = self.two_pieces([(text, 9 * r), (text, 27 + 9 * r)]);
            let (at, orders) = if r == 2 {
                (CELLS - 16, &BY_STACKS_OF_LAST)
            } else {
                (54 + 9 * r, &BY_STACKS)
            };
            let c = self.two_pieces([(text, at), (text, at)]);
            faults = self.or3(faults, self.unexpected(ab), self.unexpected(c));
            let ab = self.words_of_bands(self.bits_in_bands([0, 1], ab), &BY_STACKS);
            let c = self.words_of_bands(self.bits_in_bands([2, 2], c), orders);
            (state.x[r], state.has_other[r]) = self.by_triples(ab, c);
        }
        if !self.is_zero(faults) {
            return None;
        }
        Some(state)
    }
    #[inline(always)]
    fn write_planes(self, planes: [__m256i; 4], row: &mut Row) {
        self.write_nibbles(planes, row);
    }
    #[inline(always)]
    fn in_order(self, a: __m256i) -> __m256i {
        op!(in_order(a))
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn in_order(mut a: __m256i) -> __m256i {
    // SAFETY: this is a comment for the assembler: it reads and writes nothing, and the vector
    // stays.
    unsafe {
        std::arch::asm!("/* {} */", inout(ymm_reg) a, options(nomem, nostack, preserves_flags))
    };
    a
}
