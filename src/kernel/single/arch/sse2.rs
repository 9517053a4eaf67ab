//! One quad with SSE2: names for intrinsics.

use crate::kernel::single::quads::Quads;
use crate::simd::{Sse2, op, ops};
use std::arch::x86_64::*;

impl Quads for Sse2 {
    ops! {
        shuffle<const ORDER: i32>(self, a: __m128i) -> __m128i = _mm_shuffle_epi32::<ORDER>(a);
        is_zero(self, a: __m128i) -> bool =
            _mm_movemask_epi8(_mm_cmpeq_epi32(a, _mm_setzero_si128())) == 0xffff;
    }
    #[inline(always)]
    fn quad(self, words: &[u32; 4]) -> __m128i {
        // SAFETY: the token proves the features; four words are readable.
        unsafe { _mm_loadu_si128(words.as_ptr().cast()) }
    }
    #[inline(always)]
    fn transpose(self, [a, b, c]: [__m128i; 3]) -> [__m128i; 3] {
        op!({
            let c = _mm_castsi128_ps(c);
            let low = _mm_castsi128_ps(_mm_unpacklo_epi32(a, b));
            let high = _mm_castsi128_ps(_mm_unpackhi_epi32(a, b));
            [
                _mm_castps_si128(_mm_shuffle_ps::<0b00_00_01_00>(low, c)),
                _mm_castps_si128(_mm_shuffle_ps::<0b01_01_11_10>(low, c)),
                _mm_castps_si128(_mm_shuffle_ps::<0b10_10_01_00>(high, c)),
            ]
        })
    }
}
