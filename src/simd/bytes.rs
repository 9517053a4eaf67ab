//! Sixty-four bytes in a vector, or thirty-two, for the checker of answers: names for
//! intrinsics. No kernel calls what is here.

use super::Avx512;
use std::arch::x86_64::*;

/// Proof that the CPU has what [`Avx512::detect`] names.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ByteVector(Avx512);

impl ByteVector {
    /// A token, if this CPU has the operations.
    pub(crate) fn detect() -> Option<ByteVector> {
        Avx512::detect().map(ByteVector)
    }

    /// Does `work` where the operations in it are instructions; elsewhere they
    /// are right but slow.
    #[inline(always)]
    pub(crate) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        self.0.run((), |()| work())
    }

    #[inline(always)]
    pub(crate) fn splat(self, byte: u8) -> __m512i {
        op!(_mm512_set1_epi8(byte as i8))
    }
    #[inline(always)]
    pub(crate) fn load(self, bytes: &[u8; 64]) -> __m512i {
        // SAFETY: the token proves the features; 64 bytes are readable.
        unsafe { _mm512_loadu_si512(bytes.as_ptr().cast()) }
    }
    #[inline(always)]
    pub(crate) fn load_32(self, bytes: &[u8; 32]) -> __m256i {
        // SAFETY: the token proves the features; 32 bytes are readable.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }
    /// The first 32 bytes.
    #[inline(always)]
    pub(crate) fn first_32(self, a: __m512i) -> __m256i {
        op!(_mm512_castsi512_si256(a))
    }
    /// As the first 32 bytes of 64, the others zero.
    #[inline(always)]
    pub(crate) fn as_64(self, a: __m256i) -> __m512i {
        op!(_mm512_zextsi256_si512(a))
    }
    /// Wraps around.
    #[inline(always)]
    pub(crate) fn sub(self, a: __m512i, b: __m512i) -> __m512i {
        op!(_mm512_sub_epi8(a, b))
    }
    /// Wraps around.
    #[inline(always)]
    pub(crate) fn sub_32(self, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_sub_epi8(a, b))
    }
    #[inline(always)]
    pub(crate) fn xor3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        op!(_mm512_ternarylogic_epi64::<0x96>(a, b, c))
    }
    /// The bytes that are no greater in `a` than in `b`.
    #[inline(always)]
    pub(crate) fn at_most(self, a: __m512i, b: __m512i) -> u64 {
        op!(_mm512_cmple_epu8_mask(a, b))
    }
    /// The bytes that are no greater in `a` than in `b`.
    #[inline(always)]
    pub(crate) fn at_most_32(self, a: __m256i, b: __m256i) -> u32 {
        op!(_mm256_cmple_epu8_mask(a, b))
    }
    /// `a - b` in the bytes of `within`, zero elsewhere.
    #[inline(always)]
    pub(crate) fn difference(self, within: u64, a: __m512i, b: __m512i) -> __m512i {
        op!(_mm512_maskz_sub_epi8(within, a, b))
    }
    /// `a - b` in the bytes of `within`, zero elsewhere.
    #[inline(always)]
    pub(crate) fn difference_32(self, within: u32, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_maskz_sub_epi8(within, a, b))
    }
    /// How much each byte is greater in `a` than in `b`, else zero.
    #[inline(always)]
    pub(crate) fn over(self, a: __m512i, b: __m512i) -> __m512i {
        op!(_mm512_subs_epu8(a, b))
    }
    /// How much each byte is greater in `a` than in `b`, else zero.
    #[inline(always)]
    pub(crate) fn over_32(self, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_subs_epu8(a, b))
    }
    #[inline(always)]
    pub(crate) fn or(self, a: __m512i, b: __m512i) -> __m512i {
        op!(_mm512_or_si512(a, b))
    }
    #[inline(always)]
    pub(crate) fn or_32(self, a: __m256i, b: __m256i) -> __m256i {
        op!(_mm256_or_si256(a, b))
    }
    #[inline(always)]
    pub(crate) fn or3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        op!(_mm512_ternarylogic_epi64::<0xfe>(a, b, c))
    }
    #[inline(always)]
    pub(crate) fn is_zero(self, a: __m512i) -> bool {
        op!(_mm512_test_epi64_mask(a, a) == 0)
    }
    /// Of each byte's low six bits, that byte of `table`.
    #[inline(always)]
    pub(crate) fn look_up(self, table: __m512i, index: __m512i) -> __m512i {
        op!(_mm512_permutexvar_epi8(index, table))
    }
    /// Of each byte's low five bits, that byte of `table`.
    #[inline(always)]
    pub(crate) fn look_up_32(self, table: __m256i, index: __m256i) -> __m256i {
        op!(_mm256_permutexvar_epi8(index, table))
    }
    /// Of each byte's low seven bits, that byte of `low` and then `high`.
    #[inline(always)]
    pub(crate) fn pick(self, index: __m512i, low: __m512i, high: __m512i) -> __m512i {
        op!(_mm512_permutex2var_epi8(low, index, high))
    }
}
