//! Eight lanes with AVX-512's instructions on half its vectors: for what is packed.
//!
//! On Zen 4, which runs a whole vector in two halves, the choice takes half the time
//! so, and a push a third (the hardest puzzles 5,290 to 4,640 ns with one group).

use crate::kernel::lanes::isa::{MOST_PACKED, Packed};
use crate::kernel::lanes::layout::{STATE, StackEntry, Words};
use crate::kernel::lanes::vector::Vector;
use crate::simd::{Avx2, Avx512, op};
use std::arch::x86_64::*;

/// Proof of what the token in it proves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Half(pub(crate) Avx512);

/// Operations that are AVX2's.
macro_rules! of_avx2 {
    ($($name:ident($($arg:ident: $type:ty),*) -> $out:ty;)*) => {$(
        #[inline(always)]
        fn $name(self, $($arg: $type),*) -> $out {
            self.0.avx2().$name($($arg),*)
        }
    )*};
}

impl Vector for Half {
    type V = __m256i;
    type M = __m256i;
    const N: usize = 8;

    of_avx2! {
        splat(value: u32) -> __m256i;
        and(a: __m256i, b: __m256i) -> __m256i;
        or(a: __m256i, b: __m256i) -> __m256i;
        xor(a: __m256i, b: __m256i) -> __m256i;
        andnot(a: __m256i, b: __m256i) -> __m256i;
        nonzero(a: __m256i) -> u32;
        any(within: __m256i, a: __m256i) -> __m256i;
        none(within: __m256i, a: __m256i) -> __m256i;
        ones(m: __m256i) -> __m256i;
        lowest(a: __m256i) -> __m256i;
        pairs(a: __m256i, b: __m256i) -> [__m256i; 2];
    }
    #[inline(always)]
    fn shl<const K: u32>(self, a: __m256i) -> __m256i {
        self.0.avx2().shl::<K>(a)
    }
    #[inline(always)]
    fn shr<const K: u32>(self, a: __m256i) -> __m256i {
        self.0.avx2().shr::<K>(a)
    }
    #[inline(always)]
    fn lanes(self, bits: u32) -> __m256i {
        op!(_mm256_movm_epi32(bits as __mmask8))
    }
    #[inline(always)]
    fn blend(self, m: __m256i, a: __m256i, b: __m256i) -> __m256i {
        self.sel(m, b, a)
    }
    #[inline(always)]
    fn words(vectors: &[__m256i]) -> &[u32] {
        Avx2::words(vectors)
    }
    #[inline(always)]
    fn words_mut(vectors: &mut [__m256i]) -> &mut [u32] {
        Avx2::words_mut(vectors)
    }
    #[inline(always)]
    fn or3(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        op!(_mm256_ternarylogic_epi32::<0xfe>(a, b, c))
    }
    #[inline(always)]
    fn xor3(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        op!(_mm256_ternarylogic_epi32::<0x96>(a, b, c))
    }
    #[inline(always)]
    fn maj(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i {
        op!(_mm256_ternarylogic_epi32::<0xe8>(a, b, c))
    }
    #[inline(always)]
    fn sel(self, k: __m256i, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_ternarylogic_epi32::<0xca>(k, a, b))
    }
    #[inline(always)]
    fn and_or(self, x: __m256i, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_ternarylogic_epi32::<0xe0>(x, a, b))
    }
    #[inline(always)]
    fn and_nand(self, x: __m256i, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_ternarylogic_epi32::<0x70>(x, a, b))
    }
    #[inline(always)]
    fn turns(self, a: __m256i) -> (__m256i, __m256i) {
        let top = self.shl::<5>(a);
        op!((
            _mm256_shldi_epi32::<9>(a, top),
            _mm256_shldi_epi32::<18>(a, top)
        ))
    }
}

impl Packed for Half {
    #[inline(always)]
    fn scatter(self, words: &Words<__m256i>, records: &mut [StackEntry], at: [usize; MOST_PACKED]) {
        self.0.avx2().scatter(words, records, at);
    }
    #[inline(always)]
    fn gather(self, records: &[StackEntry], at: [usize; MOST_PACKED]) -> [__m256i; STATE] {
        self.0.avx2().gather(records, at)
    }
}
