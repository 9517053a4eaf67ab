//! Three times sixteen lanes with AVX-512 (F, BW, DQ, VL, VBMI, VBMI2): names for intrinsics.

use super::assembly;
use crate::grid::Row;
use crate::kernel::lanes::isa::{Lanes, MOST_GROUPS, MOST_PACKED, Packed};
use crate::kernel::lanes::layout::{Group, LaneSet, STATE, StackEntry, Words};
use crate::kernel::lanes::pass::PassResult;
use crate::kernel::lanes::tables::{BIT, Bits, CODE, LEAST, PuzzleLines, SPREAD, WEIGHTS};
use crate::kernel::lanes::vector::Vector;
use crate::simd::{Avx512, op, ops};
use std::arch::x86_64::*;

#[inline]
#[target_feature(enable = "avx512f")]
fn not_sel(within: __mmask16, k: __m512i, mut a: __m512i, b: __m512i) -> __m512i {
    // SAFETY: the instruction is part of AVX-512 F, which this function has. It reads and writes
    // only the named registers.
    unsafe {
        std::arch::asm!(
            "vpternlogd {a}{{{within}}}{{z}}, {k}, {b}, 0x1d",
            a = inout(zmm_reg) a,
            k = in(zmm_reg) k,
            b = in(zmm_reg) b,
            within = in(kreg) within,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    a
}

impl Avx512 {
    ops! {
        /// Each lane's number.
        numbers(self) -> __m512i =
            _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    }

    /// Byte `K` of each word. The bits above it have no meaning.
    #[inline(always)]
    fn byte<const K: usize>(self, words: __m512i) -> __m512i {
        match K {
            0 => words,
            1 => self.shr::<8>(words),
            2 => self.shr::<16>(words),
            _ => self.shr::<24>(words),
        }
    }
}

impl Avx512 {
    ops! {
        /// Four words of sixteen rows: word i of row j becomes word j of vector i.
        turned(self, rows: [__m128i; 16]) -> [__m512i; 4] = {
            let mut z = [_mm512_setzero_si512(); 4];
            let mut j = 0;
            while j < 4 {
                let v = _mm512_castsi128_si512(rows[j]);
                let v = _mm512_inserti32x4::<1>(v, rows[j + 4]);
                let v = _mm512_inserti32x4::<2>(v, rows[j + 8]);
                z[j] = _mm512_inserti32x4::<3>(v, rows[j + 12]);
                j += 1;
            }
            let a = _mm512_unpacklo_epi32(z[0], z[1]);
            let b = _mm512_unpacklo_epi32(z[2], z[3]);
            let c = _mm512_unpackhi_epi32(z[0], z[1]);
            let d = _mm512_unpackhi_epi32(z[2], z[3]);
            [
                _mm512_unpacklo_epi64(a, b),
                _mm512_unpackhi_epi64(a, b),
                _mm512_unpacklo_epi64(c, d),
                _mm512_unpackhi_epi64(c, d),
            ]
        };
        /// Sixteen vectors of sixteen words: word j of each becomes vector j.
        transpose_words(self, r: [__m512i; 16]) -> [__m512i; 16] = {
            // First within blocks of four words, then the blocks.
            let mut q = [_mm512_setzero_si512(); 16];
            let mut i = 0;
            while i < 16 {
                let a = _mm512_unpacklo_epi32(r[i], r[i + 1]);
                let b = _mm512_unpackhi_epi32(r[i], r[i + 1]);
                let c = _mm512_unpacklo_epi32(r[i + 2], r[i + 3]);
                let d = _mm512_unpackhi_epi32(r[i + 2], r[i + 3]);
                q[i] = _mm512_unpacklo_epi64(a, c);
                q[i + 1] = _mm512_unpackhi_epi64(a, c);
                q[i + 2] = _mm512_unpacklo_epi64(b, d);
                q[i + 3] = _mm512_unpackhi_epi64(b, d);
                i += 4;
            }
            let mut out = q;
            let mut i = 0;
            while i < 4 {
                let a = _mm512_shuffle_i32x4::<0x44>(q[i], q[i + 4]);
                let b = _mm512_shuffle_i32x4::<0xee>(q[i], q[i + 4]);
                let c = _mm512_shuffle_i32x4::<0x44>(q[i + 8], q[i + 12]);
                let d = _mm512_shuffle_i32x4::<0xee>(q[i + 8], q[i + 12]);
                out[i] = _mm512_shuffle_i32x4::<0x88>(a, c);
                out[i + 4] = _mm512_shuffle_i32x4::<0xdd>(a, c);
                out[i + 8] = _mm512_shuffle_i32x4::<0x88>(b, d);
                out[i + 12] = _mm512_shuffle_i32x4::<0xdd>(b, d);
                i += 1;
            }
            out
        };
    }
}

// SAFETY: a vector is sixteen words without padding, aligned as words or stricter.
unsafe impl Vector for Avx512 {
    type V = __m512i;
    type M = __mmask16;
    const N: usize = 16;

    #[inline(always)]
    fn has_many_registers(self) -> bool {
        true
    }
    ops! {
        splat(self, value: u32) -> __m512i = _mm512_set1_epi32(value as i32);
        and(self, a: __m512i, b: __m512i) -> __m512i = _mm512_and_si512(a, b);
        or(self, a: __m512i, b: __m512i) -> __m512i = _mm512_or_si512(a, b);
        xor(self, a: __m512i, b: __m512i) -> __m512i = _mm512_xor_si512(a, b);
        andnot(self, a: __m512i, b: __m512i) -> __m512i = _mm512_andnot_si512(b, a);
        shl<const K: u32>(self, a: __m512i) -> __m512i = _mm512_slli_epi32::<K>(a);
        shr<const K: u32>(self, a: __m512i) -> __m512i = _mm512_srli_epi32::<K>(a);
        nonzero(self, a: __m512i) -> u32 = u32::from(_mm512_test_epi32_mask(a, a));
    }
    #[inline(always)]
    fn lanes(self, bits: u32) -> __mmask16 {
        bits as __mmask16
    }
    ops! {
        any(self, within: __mmask16, a: __m512i) -> __mmask16 =
            _mm512_mask_test_epi32_mask(within, a, a);
        none(self, within: __mmask16, a: __m512i) -> __mmask16 =
            _mm512_mask_testn_epi32_mask(within, a, a);
        ones(self, m: __mmask16) -> __m512i = _mm512_movm_epi32(m);
        blend(self, m: __mmask16, a: __m512i, b: __m512i) -> __m512i =
            _mm512_mask_blend_epi32(m, a, b);
        lowest(self, a: __m512i) -> __m512i =
            _mm512_and_si512(a, _mm512_sub_epi32(_mm512_setzero_si512(), a));
        pairs(self, a: __m512i, b: __m512i) -> [__m512i; 2] = {
            let low = _mm512_setr_epi32(0, 16, 1, 17, 2, 18, 3, 19, 4, 20, 5, 21, 6, 22, 7, 23);
            let high = _mm512_add_epi32(low, _mm512_set1_epi32(8));
            [
                _mm512_permutex2var_epi32(a, low, b),
                _mm512_permutex2var_epi32(a, high, b),
            ]
        };
    }
    ops! {
        or3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i =
            _mm512_ternarylogic_epi32::<0xfe>(a, b, c);
        xor3(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i =
            _mm512_ternarylogic_epi32::<0x96>(a, b, c);
        maj(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i =
            _mm512_ternarylogic_epi32::<0xe8>(a, b, c);
        sel(self, k: __m512i, a: __m512i, b: __m512i) -> __m512i =
            _mm512_ternarylogic_epi32::<0xca>(k, a, b);
        within(self, m: __mmask16, a: __m512i) -> __m512i = _mm512_maskz_mov_epi32(m, a);
        not_sel(self, within: __mmask16, k: __m512i, a: __m512i, b: __m512i) -> __m512i =
            not_sel(within, k, a, b);
        and_nand(self, x: __m512i, a: __m512i, b: __m512i) -> __m512i =
            _mm512_ternarylogic_epi32::<0x70>(x, a, b);
    }
    #[inline(always)]
    fn turns(self, a: __m512i) -> (__m512i, __m512i) {
        let top = self.shl::<5>(a);
        op!((
            _mm512_shldi_epi32::<9>(a, top),
            _mm512_shldi_epi32::<18>(a, top)
        ))
    }
}

/// The lanes to pack.
#[derive(Clone, Copy)]
pub(crate) struct Avx512Packing {
    /// For each packed position, the number of the lane. Its low four bits are its number in its
    /// group.
    from: __m512i,
    /// For each group, the packed positions from its first one on.
    places: [__mmask16; MOST_GROUPS],
}

impl Lanes for Avx512 {
    const GROUPS: usize = 3;
    type Packed = Avx512;
    type Packing = Avx512Packing;
    /// Lanes that take a word, and from where: sixteen that backtrack, then sixteen that guess.
    type Unpacking = (__mmask16, __m512i);
    /// The lanes that take, and the lanes that they take from.
    type Taking = (__mmask16, __mmask16);

    #[inline(always)]
    fn packed(self) -> Avx512 {
        self
    }
    ops! {
        first(self, lanes: LaneSet, n: usize) -> LaneSet = _pdep_u64((1 << n) - 1, lanes);
        add(self, to: u32, a: __m512i, n: u32) -> __m512i =
            _mm512_mask_add_epi32(a, to as __mmask16, a, self.splat(n));
    }
    #[inline(always)]
    fn packing(self, lanes: LaneSet) -> Avx512Packing {
        let mut packing = Avx512Packing {
            from: self.splat(0),
            places: [0; MOST_GROUPS],
        };
        let mut first = 0;
        for g in 0..Self::GROUPS {
            let set = (lanes >> (16 * g)) as __mmask16;
            let places = (0xffff_u64 << first) as __mmask16;
            packing.places[g] = places;
            packing.from = op!({
                let packed = _mm512_maskz_compress_epi32(set, self.numbers());
                _mm512_mask_expand_epi32(packing.from, places, packed)
            });
            first += set.count_ones();
        }
        packing
    }
    #[inline(always)]
    fn pack(
        self,
        Avx512Packing { from, places }: Avx512Packing,
        words: [__m512i; MOST_GROUPS],
    ) -> __m512i {
        op!({
            let mut packed = _mm512_permutexvar_epi32(from, words[0]);
            let mut g = 1;
            while g < Self::GROUPS {
                packed = _mm512_mask_permutexvar_epi32(packed, places[g], from, words[g]);
                g += 1;
            }
            packed
        })
    }
    #[inline(always)]
    fn unpacking(self, back: LaneSet, on: LaneSet) -> [(__mmask16, __m512i); MOST_GROUPS] {
        let mut all = [(0, self.splat(0)); MOST_GROUPS];
        let mut first_back = 0;
        let mut first_on = 16;
        for g in 0..Self::GROUPS {
            let (to, from) = &mut all[g];
            let back = (back >> (16 * g)) as __mmask16;
            let on = (on >> (16 * g)) as __mmask16;
            *to = back | on;
            op!({
                let numbers = self.numbers();
                let of_back = _mm512_add_epi32(numbers, _mm512_set1_epi32(first_back));
                let of_on = _mm512_add_epi32(numbers, _mm512_set1_epi32(first_on));
                *from = _mm512_maskz_expand_epi32(back, of_back);
                *from = _mm512_mask_expand_epi32(*from, on, of_on);
            });
            first_back += back.count_ones() as i32;
            first_on += on.count_ones() as i32;
        }
        all
    }
    #[inline(always)]
    fn unpack(
        self,
        (to, from): (__mmask16, __m512i),
        word: __m512i,
        back: __m512i,
        on: __m512i,
    ) -> __m512i {
        op!(_mm512_mask_mov_epi32(
            word,
            to,
            _mm512_permutex2var_epi32(back, from, on)
        ))
    }
    #[inline(always)]
    fn taking(self, to: u32, from: u32) -> (__mmask16, __mmask16) {
        (to as __mmask16, from as __mmask16)
    }
    #[inline(always)]
    fn take(self, (to, from): (__mmask16, __mmask16), word: __m512i, new: __m512i) -> __m512i {
        op!({
            let packed = _mm512_maskz_compress_epi32(from, self.numbers());
            let place = _mm512_maskz_expand_epi32(to, packed);
            _mm512_mask_permutexvar_epi32(word, to, place, new)
        })
    }
    #[inline(always)]
    fn four_words(self, lines: &PuzzleLines<'_>, at: usize) -> [__m512i; 4] {
        let piece = |line: usize| -> &[u8; 16] {
            lines[line][at..at + 16].try_into().expect("sixteen bytes")
        };
        let mut rows = [op!(_mm_setzero_si128()); 16];
        for line in 0..16 {
            // SAFETY: the token proves the features; the load is of 16 bytes.
            rows[line] = unsafe { _mm_loadu_si128(piece(line).as_ptr().cast()) };
        }
        self.turned(rows)
    }
    #[inline(always)]
    fn codes(self, text: __m512i, faults: &mut __m512i) -> __m512i {
        // SAFETY: the token proves the features; 128 bytes of the table's 256 are loaded.
        let codes = unsafe {
            let low = _mm512_loadu_si512(CODE.as_ptr().cast());
            let high = _mm512_loadu_si512(CODE.as_ptr().add(64).cast());
            _mm512_permutex2var_epi8(low, text, high)
        };
        // The look-up uses seven bits. With the eighth bit set, a byte is not a cell.
        *faults = self.or3(*faults, text, codes);
        codes
    }
    #[inline(always)]
    fn spread<const K: usize, const S: u32>(self, codes: &__m512i) -> __m512i {
        let codes = self.byte::<K>(*codes);
        // SAFETY: the token proves the features; the table has sixteen words.
        unsafe {
            let table = _mm512_loadu_si512(SPREAD[S as usize].as_ptr().cast());
            _mm512_permutexvar_epi32(codes, table)
        }
    }
    #[inline(always)]
    fn pass(self, g: &mut Group<__m512i>, frozen: u32) -> PassResult {
        assembly::avx512(self, g, frozen)
    }
    #[inline(always)]
    fn run<A, R>(self, on: A, work: impl FnOnce(A) -> R) -> R {
        Avx512::run(self, on, work)
    }
    #[inline(always)]
    fn prefetch_to_write<T>(self, what: &T) {
        self.avx2().prefetch_to_write(what);
    }
    #[inline(always)]
    fn prefetch_to_read<T>(self, what: &T) {
        // SAFETY: it is a hint, and the memory of a reference may be fetched.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(what).cast()) }
    }
}

impl Packed for Avx512 {
    #[inline(always)]
    fn scatter(self, words: &Words<__m512i>, records: &mut [StackEntry], at: [usize; MOST_PACKED]) {
        macro_rules! sixteen {
            ($from:literal, $words:literal) => {{
                let mut vectors = [self.splat(0); 16];
                for w in 0..$words {
                    let i = $from + w;
                    vectors[w] = words[i / 9][i % 9];
                }
                let turned = self.transpose_words(vectors);
                for j in 0..MOST_PACKED {
                    let words: &mut [u32; 16] = (&mut records[at[j]].0[$from..$from + 16])
                        .try_into()
                        .expect("sixteen words");
                    // SAFETY: the token proves the features; the store is of 16 words.
                    unsafe { _mm512_storeu_si512(words.as_mut_ptr().cast(), turned[j]) };
                }
            }};
        }
        sixteen!(0, 16);
        sixteen!(16, 11);
    }
    #[inline(always)]
    fn gather(self, records: &[StackEntry], at: [usize; MOST_PACKED]) -> [__m512i; STATE] {
        let mut all = [&records[at[0]]; MOST_PACKED];
        for j in 1..MOST_PACKED {
            all[j] = &records[at[j]];
        }
        macro_rules! four {
            ($from:literal) => {{
                let mut rows = [op!(_mm_setzero_si128()); 16];
                for j in 0..MOST_PACKED {
                    let words: &[u32; 4] =
                        all[j].0[$from..$from + 4].try_into().expect("four words");
                    // SAFETY: the token proves the features; the load is of 4 words.
                    rows[j] = unsafe { _mm_loadu_si128(words.as_ptr().cast()) };
                }
                self.turned(rows)
            }};
        }
        // Written out: an array filled in a loop would be zeroed first.
        let [a, b, c, d] = four!(0);
        let [e, f, g, h] = four!(4);
        let [i, j, k, l] = four!(8);
        let [m, n, o, p] = four!(12);
        let [q, r, s, t] = four!(16);
        let [u, v, w, x] = four!(20);
        let [y, z, last, _] = four!(24);
        [
            a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u, v, w, x, y, z, last,
        ]
    }
    #[inline(always)]
    fn write_row(self, planes: &Bits, row: &mut Row) {
        // SAFETY: the token proves the features. Loads and stores are of 64 bytes from 0 and from
        // 17: 81 in all, the size of the table. A row has 82.
        unsafe {
            let least = _mm512_set1_epi8(LEAST as i8);
            let mut low = least;
            let mut high = least;
            let mut i = 0;
            while i < 4 {
                let more = _mm512_set1_epi8(WEIGHTS[i] as i8);
                let (pair, last) = planes[i];
                low = _mm512_mask_add_epi8(low, pair, low, more);
                high = _mm512_mask_add_epi8(high, last.into(), high, more);
                i += 1;
            }
            let first = _mm512_loadu_si512(BIT.as_ptr().cast());
            let last = _mm512_loadu_si512(BIT.as_ptr().add(17).cast());
            let out = row.as_mut_ptr();
            _mm512_storeu_si512(out.cast(), _mm512_permutex2var_epi8(low, first, high));
            _mm512_storeu_si512(
                out.add(17).cast(),
                _mm512_permutex2var_epi8(low, last, high),
            );
        }
    }
}
