//! Eight lanes with AVX-512's instructions on half its vectors: for the lanes
//! that make a guess at one time, four or five of sixteen on hard puzzles.
//!
//! On Zen 4, which runs a whole vector in two halves, the choice takes half the time
//! so, and a push a third: the hardest puzzles 5,290 to 4,640 ns.

use super::avx2::Avx2;
use super::avx512::Avx512;
use super::choose::{Choice, Words, choose};
use super::search::Search;
use super::vector::Vector;
use std::arch::x86_64::*;

/// Proof of what the tokens in it prove.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Half {
    wide: Avx512,
    avx2: Avx2,
}

/// Operations that are AVX2's.
macro_rules! of_avx2 {
    ($($name:ident($($arg:ident: $type:ty),*) -> $out:ty;)*) => {$(
        #[inline(always)]
        fn $name(self, $($arg: $type),*) -> $out {
            self.avx2.$name($($arg),*)
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
    }
    #[inline(always)]
    fn shl<const K: u32>(self, a: __m256i) -> __m256i {
        self.avx2.shl::<K>(a)
    }
    #[inline(always)]
    fn shr<const K: u32>(self, a: __m256i) -> __m256i {
        self.avx2.shr::<K>(a)
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
    fn turns(self, a: __m256i) -> (__m256i, __m256i) {
        let top = self.shl::<5>(a);
        op!((
            _mm256_shldi_epi32::<9>(a, top),
            _mm256_shldi_epi32::<18>(a, top)
        ))
    }
}

impl Half {
    pub(crate) fn new(wide: Avx512, avx2: Avx2) -> Half {
        Half { wide, avx2 }
    }

    /// [`Search::branch`], for up to eight lanes at a time: packed side by side, and
    /// pushed through a transpose.
    #[inline(always)]
    pub(crate) fn branch(self, search: &mut Search<Avx512>, stuck: u32) -> Choice<Avx512> {
        let l = self.wide;
        let mut place = l.splat(9);
        let mut cell = l.splat(0);
        let mut digit = [l.splat(0); 3];
        let mut left = stuck;
        while left != 0 {
            let (part, x, records, at) = search.guess(&mut left);
            let x = self.pack(part, x);
            let choice = choose(self, &x, (1 << part.count_ones()) - 1);
            self.avx2.stack(&self.without(x, &choice), records, at);
            place = self.unpack(part, place, choice.place[0]);
            cell = self.unpack(part, cell, choice.cell);
            for t in 0..3 {
                digit[t] = self.unpack(part, digit[t], choice.digit[t]);
            }
        }
        let mut at = [l.lanes(0); 9];
        for (p, at) in at.iter_mut().enumerate() {
            *at = op!(_mm512_cmpeq_epi32_mask(place, l.splat(p as u32)));
        }
        Choice {
            at,
            place: [place],
            cell,
            digit,
        }
    }

    /// The lanes of `from`, at most eight, side by side.
    #[inline(always)]
    fn pack(self, from: u32, x: &Words<Avx512>) -> Words<Half> {
        let mut out = [[self.splat(0); 9]; 3];
        op!({
            let lanes = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
            let packed = _mm512_maskz_compress_epi32(from as __mmask16, lanes);
            for (out, x) in out.as_flattened_mut().iter_mut().zip(x.as_flattened()) {
                *out = _mm512_castsi512_si256(_mm512_permutexvar_epi32(packed, *x));
            }
        });
        out
    }

    /// The words without the chosen candidates.
    #[inline(always)]
    fn without(self, mut x: Words<Half>, choice: &Choice<Half>) -> Words<Half> {
        for (words, digit) in x.iter_mut().zip(choice.digit) {
            for (word, at) in words.iter_mut().zip(choice.at) {
                *word = self.andnot(*word, self.and(at, digit));
            }
        }
        x
    }

    /// Back to where they were, the lanes of `to`; the others keep `into`.
    #[inline(always)]
    fn unpack(self, to: u32, into: __m512i, x: __m256i) -> __m512i {
        op!(_mm512_mask_expand_epi32(
            into,
            to as __mmask16,
            _mm512_castsi256_si512(x)
        ))
    }
}
