//! Four quads with AVX-512: names for intrinsics.

use crate::grid::CELLS;
use crate::kernel::single::quads::{BoxRows, Quads};
use crate::simd::{Avx512, op, ops};
use std::arch::x86_64::*;

impl Avx512 {
    ops! {
        /// Two quads, and two more.
        joined(self, low: __m256i, high: __m256i) -> __m512i =
            _mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high);
    }
}

impl Quads for Avx512 {
    const PAIRS: bool = true;

    ops! {
        shuffle<const ORDER: i32>(self, a: __m512i) -> __m512i = _mm512_shuffle_epi32::<ORDER>(a);
        is_zero(self, a: __m512i) -> bool = _mm512_test_epi32_mask(a, a) == 0;
    }
    #[inline(always)]
    fn read_one(self, text: &[u8; CELLS]) -> Option<BoxRows<__m512i>> {
        let found = self.avx2().read_one(text)?;
        let mut state = BoxRows::empty(self);
        for r in 0..3 {
            let x = self.joined(found.x[r][0], found.x[r][1]);
            state.x[r] = [x, x, x];
            state.has_other[r] = self.joined(found.has_other[r], found.has_other[r]);
        }
        Some(state)
    }
    #[inline(always)]
    fn quad(self, words: &[u32; 4]) -> __m512i {
        // SAFETY: the token proves the features; four words are readable.
        unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(words.as_ptr().cast())) }
    }
    #[inline(always)]
    fn transpose(self, [a, b, c]: [__m512i; 3]) -> [__m512i; 3] {
        op!({
            let c = _mm512_castsi512_ps(c);
            let low = _mm512_castsi512_ps(_mm512_unpacklo_epi32(a, b));
            let high = _mm512_castsi512_ps(_mm512_unpackhi_epi32(a, b));
            [
                _mm512_castps_si512(_mm512_shuffle_ps::<0b00_00_01_00>(low, c)),
                _mm512_castps_si512(_mm512_shuffle_ps::<0b01_01_11_10>(low, c)),
                _mm512_castps_si512(_mm512_shuffle_ps::<0b10_10_01_00>(high, c)),
            ]
        })
    }
    ops! {
        triples(self, x: &[__m512i; 3]) -> [__m512i; 3] = [
            x[0],
            _mm512_shuffle_i32x4::<0b00_00_10_01>(x[0], x[0]),
            _mm512_shuffle_i32x4::<0b01_01_00_10>(x[0], x[0]),
        ];
    }
    #[inline(always)]
    fn of_triples(self, [a, b, c]: [__m512i; 3]) -> [__m512i; 3] {
        let x = op!(_mm512_mask_blend_epi32(
            0xff00,
            _mm512_mask_blend_epi32(0x00f0, a, b),
            c
        ));
        [x, x, x]
    }
    #[inline(always)]
    fn in_order(self, a: __m512i) -> __m512i {
        op!(in_order(a))
    }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn in_order(mut a: __m512i) -> __m512i {
    // SAFETY: this is a comment for the assembler: it reads and writes nothing, and the vector
    // stays.
    unsafe {
        std::arch::asm!("/* {} */", inout(zmm_reg) a, options(nomem, nostack, preserves_flags))
    };
    a
}
