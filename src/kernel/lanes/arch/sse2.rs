//! Four lanes with SSE2, which every 64-bit x86 CPU has: names for intrinsics.

use super::plain::Plain;
use crate::kernel::lanes::vector::Vector;
use crate::simd::{Sse2, op, ops};
use std::arch::x86_64::*;

impl Plain for Sse2 {}

// SAFETY: a vector is four words without padding, aligned as words or stricter.
unsafe impl Vector for Sse2 {
    type V = __m128i;
    type M = __m128i;
    const N: usize = 4;

    ops! {
        splat(self, value: u32) -> __m128i = _mm_set1_epi32(value as i32);
        and(self, a: __m128i, b: __m128i) -> __m128i = _mm_and_si128(a, b);
        or(self, a: __m128i, b: __m128i) -> __m128i = _mm_or_si128(a, b);
        xor(self, a: __m128i, b: __m128i) -> __m128i = _mm_xor_si128(a, b);
        andnot(self, a: __m128i, b: __m128i) -> __m128i = _mm_andnot_si128(b, a);
        shl<const K: u32>(self, a: __m128i) -> __m128i =
            _mm_sll_epi32(a, _mm_cvtsi32_si128(K as i32));
        shr<const K: u32>(self, a: __m128i) -> __m128i =
            _mm_srl_epi32(a, _mm_cvtsi32_si128(K as i32));
        nonzero(self, a: __m128i) -> u32 = {
            let zero = _mm_cmpeq_epi32(a, _mm_setzero_si128());
            _mm_movemask_ps(_mm_castsi128_ps(zero)) as u32 ^ 0xf
        };
        lanes(self, bits: u32) -> __m128i = {
            let one = _mm_setr_epi32(1, 2, 4, 8);
            _mm_cmpeq_epi32(_mm_and_si128(_mm_set1_epi32(bits as i32), one), one)
        };
        any(self, within: __m128i, a: __m128i) -> __m128i =
            _mm_andnot_si128(_mm_cmpeq_epi32(a, _mm_setzero_si128()), within);
        none(self, within: __m128i, a: __m128i) -> __m128i =
            _mm_and_si128(_mm_cmpeq_epi32(a, _mm_setzero_si128()), within);
        ones(self, m: __m128i) -> __m128i = m;
        blend(self, m: __m128i, a: __m128i, b: __m128i) -> __m128i = self.sel(m, b, a);
        lowest(self, a: __m128i) -> __m128i =
            _mm_and_si128(a, _mm_sub_epi32(_mm_setzero_si128(), a));
        pairs(self, a: __m128i, b: __m128i) -> [__m128i; 2] =
            [_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b)];
    }
}
