//! Vectors of 64 or 32 bytes for the checker of answers. The functions are names for intrinsics. No
//! kernel uses them.

use super::{Avx2, Avx512};
use std::arch::x86_64::*;

/// Proof that the CPU has the features of [`Avx512::detect`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct ByteVector(Avx512);

impl ByteVector {
    /// A token, if this CPU has the operations.
    pub(crate) fn detect() -> Option<ByteVector> {
        Avx512::detect().map(ByteVector)
    }

    /// Calls `work` in a function whose operations become instructions. Elsewhere they are correct
    /// but slow.
    #[inline(always)]
    pub(crate) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        self.0.run((), |()| work())
    }

    ops! {
        pub(crate) splat(self, byte: u8) -> __m512i = _mm512_set1_epi8(byte as i8);
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
    ops! {
        /// The first 32 bytes.
        pub(crate) first_32(self, a: __m512i) -> __m256i = _mm512_castsi512_si256(a);
        /// The first 32 bytes of 64, and the others zero.
        pub(crate) as_64(self, a: __m256i) -> __m512i = _mm512_zextsi256_si512(a);
        /// Wraps around.
        pub(crate) sub(self, a: __m512i, b: __m512i) -> __m512i = _mm512_sub_epi8(a, b);
        /// Wraps around.
        pub(crate) sub_32(self, a: __m256i, b: __m256i) -> __m256i = _mm256_sub_epi8(a, b);
        pub(crate) xor3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i =
            _mm512_ternarylogic_epi64::<0x96>(a, b, c);
        /// The bytes for which `a` is at most `b`.
        pub(crate) at_most(self, a: __m512i, b: __m512i) -> u64 = _mm512_cmple_epu8_mask(a, b);
        /// The bytes for which `a` is at most `b`.
        pub(crate) at_most_32(self, a: __m256i, b: __m256i) -> u32 = _mm256_cmple_epu8_mask(a, b);
        /// `a - b` in the bytes of `within`, zero elsewhere.
        pub(crate) difference(self, within: u64, a: __m512i, b: __m512i) -> __m512i =
            _mm512_maskz_sub_epi8(within, a, b);
        /// `a - b` in the bytes of `within`, zero elsewhere.
        pub(crate) difference_32(self, within: u32, a: __m256i, b: __m256i) -> __m256i =
            _mm256_maskz_sub_epi8(within, a, b);
        /// `a - b` for each byte, or zero if `b` is greater.
        pub(crate) over(self, a: __m512i, b: __m512i) -> __m512i = _mm512_subs_epu8(a, b);
        /// `a - b` for each byte, or zero if `b` is greater.
        pub(crate) over_32(self, a: __m256i, b: __m256i) -> __m256i = _mm256_subs_epu8(a, b);
        pub(crate) or(self, a: __m512i, b: __m512i) -> __m512i = _mm512_or_si512(a, b);
        pub(crate) or_32(self, a: __m256i, b: __m256i) -> __m256i = _mm256_or_si256(a, b);
        pub(crate) or3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i =
            _mm512_ternarylogic_epi64::<0xfe>(a, b, c);
        pub(crate) is_zero(self, a: __m512i) -> bool = _mm512_test_epi64_mask(a, a) == 0;
        /// For each byte, the byte of `table` at the index of its low six bits.
        pub(crate) look_up(self, table: __m512i, index: __m512i) -> __m512i =
            _mm512_permutexvar_epi8(index, table);
        /// For each byte, the byte of `table` at the index of its low five bits.
        pub(crate) look_up_32(self, table: __m256i, index: __m256i) -> __m256i =
            _mm256_permutexvar_epi8(index, table);
        /// For each byte, the byte of `low` followed by `high` at the index of its low seven bits.
        pub(crate) pick(self, index: __m512i, low: __m512i, high: __m512i) -> __m512i =
            _mm512_permutex2var_epi8(low, index, high);
    }
}

/// Proof that the CPU has AVX2, for vectors of 32 bytes whose halves are processed separately.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bytes32(Avx2);

impl Bytes32 {
    /// A token, if this CPU has the operations.
    pub(crate) fn detect() -> Option<Bytes32> {
        Avx2::detect().map(Bytes32)
    }

    /// Calls `work` in a function whose operations become instructions. Elsewhere they are correct
    /// but slow.
    #[inline(always)]
    pub(crate) fn run<R>(self, work: impl FnOnce() -> R) -> R {
        self.0.run((), |()| work())
    }

    ops! {
        pub(crate) splat(self, byte: u8) -> __m256i = _mm256_set1_epi8(byte as i8);
    }
    #[inline(always)]
    pub(crate) fn load(self, bytes: &[u8; 32]) -> __m256i {
        // SAFETY: the token proves the features; 32 bytes are readable.
        unsafe { _mm256_loadu_si256(bytes.as_ptr().cast()) }
    }
    /// Sixteen bytes in each half.
    #[inline(always)]
    pub(crate) fn load_halves(self, low: &[u8; 16], high: &[u8; 16]) -> __m256i {
        // SAFETY: the token proves the features; 16 bytes are readable twice.
        unsafe {
            let low = _mm256_castsi128_si256(_mm_loadu_si128(low.as_ptr().cast()));
            _mm256_inserti128_si256::<1>(low, _mm_loadu_si128(high.as_ptr().cast()))
        }
    }
    ops! {
        /// Wraps around.
        pub(crate) sub(self, a: __m256i, b: __m256i) -> __m256i = _mm256_sub_epi8(a, b);
        /// `a - b` for each byte, or zero if `b` is greater.
        pub(crate) over(self, a: __m256i, b: __m256i) -> __m256i = _mm256_subs_epu8(a, b);
        /// `a` in the bytes where `b` and `c` differ, zero elsewhere.
        pub(crate) where_differ(self, a: __m256i, b: __m256i, c: __m256i) -> __m256i =
            _mm256_andnot_si256(_mm256_cmpeq_epi8(b, c), a);
        pub(crate) or(self, a: __m256i, b: __m256i) -> __m256i = _mm256_or_si256(a, b);
        pub(crate) and(self, a: __m256i, b: __m256i) -> __m256i = _mm256_and_si256(a, b);
        pub(crate) xor(self, a: __m256i, b: __m256i) -> __m256i = _mm256_xor_si256(a, b);
        pub(crate) is_zero(self, a: __m256i) -> bool = _mm256_testz_si256(a, a) == 1;
        /// For each byte below 128, the byte of the same half of `table` at the index of its low
        /// four bits. Zero for others.
        pub(crate) look_up(self, table: __m256i, index: __m256i) -> __m256i =
            _mm256_shuffle_epi8(table, index);
        /// The halves, exchanged.
        pub(crate) swapped(self, a: __m256i) -> __m256i = _mm256_permute2x128_si256::<1>(a, a);
        /// Each half shifted down by `N` bytes.
        pub(crate) down<const N: i32>(self, a: __m256i) -> __m256i = _mm256_bsrli_epi128::<N>(a);
        /// In each half, the first eight bytes of `a` and then of `b`.
        pub(crate) first_eights(self, a: __m256i, b: __m256i) -> __m256i =
            _mm256_unpacklo_epi64(a, b);
        /// In each half, there are four runs of eight bytes, two of `a` and two of `b`. Returns for
        /// each the xor of its first four bytes with its last four.
        pub(crate) folded_eights(self, a: __m256i, b: __m256i) -> __m256i = {
            let a = _mm256_castsi256_ps(a);
            let b = _mm256_castsi256_ps(b);
            let first = _mm256_shuffle_ps::<0b10_00_10_00>(a, b);
            let last = _mm256_shuffle_ps::<0b11_01_11_01>(a, b);
            _mm256_castps_si256(_mm256_xor_ps(first, last))
        };
        /// The xor of each four bytes, in the first of them. The others have no meaning.
        pub(crate) folded_fours(self, a: __m256i) -> __m256i = {
            let a = _mm256_xor_si256(a, _mm256_srli_epi32::<16>(a));
            _mm256_xor_si256(a, _mm256_srli_epi32::<8>(a))
        };
    }
}
