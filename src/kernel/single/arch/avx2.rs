//! Two quads with AVX2: names for intrinsics.

use crate::grid::Row;
use crate::kernel::single::quads::Quads;
use crate::simd::{Avx2, op, ops};
use std::arch::x86_64::*;

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
        [x[0], op!(_mm256_permute2x128_si256::<1>(x[0], x[0])), x[1]]
    }
    #[inline(always)]
    fn of_triples(self, [a, b, c]: [__m256i; 3]) -> [__m256i; 3] {
        [op!(_mm256_blend_epi32::<0xf0>(a, b)), c, c]
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
