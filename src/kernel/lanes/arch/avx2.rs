//! Three times eight lanes with AVX2 (and BMI): names for intrinsics.

mod text;

use super::assembly;
use crate::grid::Row;
use crate::kernel::lanes::isa::{Lanes, MOST_GROUPS, MOST_PACKED, Packed};
use crate::kernel::lanes::layout::{Group, LaneSet, STATE, StackEntry, Words};
use crate::kernel::lanes::pass::PassResult;
use crate::kernel::lanes::tables::{CODE, PuzzleLines, SPREAD};
use crate::kernel::lanes::vector::Vector;
use crate::simd::{Avx2, op, ops};
use std::arch::x86_64::*;

/// For each set of lanes, the number of the word of a run that each lane takes.
static RANK: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut lane = 0;
        let mut rank = 0;
        while lane < 8 {
            table[bits][lane] = rank;
            rank += (bits >> lane & 1) as u8;
            lane += 1;
        }
        bits += 1;
    }
    table
};

/// For each set of lanes, its lanes, lowest first.
static PLACE: [[u8; 8]; 256] = {
    let mut table = [[0; 8]; 256];
    let mut bits = 0;
    while bits < 256 {
        let mut lane = 0;
        let mut rank = 0;
        while lane < 8 {
            if bits >> lane & 1 == 1 {
                table[bits][rank] = lane as u8;
                rank += 1;
            }
            lane += 1;
        }
        bits += 1;
    }
    table
};

/// The kind of a byte that is a digit. Other cells have the kind of their high half.
const DIGIT: u8 = 1;

/// The kind of cells with this high half.
const fn kind(high: usize) -> u8 {
    if high == 3 { DIGIT } else { 1 << high & !DIGIT }
}

/// For each high half of a byte, the kind of cells that have it.
static BY_HIGH_HALF: [u8; 16] = {
    let mut table = [0; 16];
    let mut high = 0;
    while high < 8 {
        table[high] = kind(high);
        high += 1;
    }
    table
};

/// For each low half of a byte, the kinds of cells that have it.
static BY_LOW_HALF: [u8; 16] = {
    let mut table = [0; 16];
    let mut byte = 0;
    while byte < 256 {
        if CODE[byte] != 0x80 {
            table[byte % 16] |= kind(byte / 16);
        }
        byte += 1;
    }
    table
};

impl Avx2 {
    /// Sixteen bytes, in both halves.
    #[inline(always)]
    pub(in crate::kernel) fn twice(self, bytes: &[u8; 16]) -> __m256i {
        // SAFETY: the token proves the features; sixteen bytes are readable.
        unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) }
    }

    /// A set's row of a table.
    #[inline(always)]
    fn row(self, table: &[[u8; 8]; 256], bits: u32) -> __m256i {
        let row = &table[(bits & 0xff) as usize];
        // SAFETY: the token proves the features; eight bytes are readable.
        unsafe { _mm256_cvtepu8_epi32(_mm_loadl_epi64(row.as_ptr().cast())) }
    }

    /// Eight words of eight records, turned into eight vectors.
    #[inline(always)]
    fn transpose(self, records: &[&StackEntry; 8], from: usize) -> [__m256i; 8] {
        let mut r = [self.splat(0); 8];
        for j in 0..8 {
            let words: &[u32; 8] = records[j].0[from..from + 8]
                .try_into()
                .expect("eight words");
            // SAFETY: the token proves the features; the load is of 8 words.
            r[j] = unsafe { _mm256_loadu_si256(words.as_ptr().cast()) };
        }
        self.transpose_words(r)
    }

    ops! {
        /// Eight vectors of eight words: word j of each becomes vector j.
        transpose_words(self, r: [__m256i; 8]) -> [__m256i; 8] = {
            let mut q = [_mm256_setzero_si256(); 8];
            let mut i = 0;
            while i < 2 {
                let a = _mm256_unpacklo_epi32(r[4 * i], r[4 * i + 1]);
                let b = _mm256_unpackhi_epi32(r[4 * i], r[4 * i + 1]);
                let c = _mm256_unpacklo_epi32(r[4 * i + 2], r[4 * i + 3]);
                let d = _mm256_unpackhi_epi32(r[4 * i + 2], r[4 * i + 3]);
                q[4 * i] = _mm256_unpacklo_epi64(a, c);
                q[4 * i + 1] = _mm256_unpackhi_epi64(a, c);
                q[4 * i + 2] = _mm256_unpacklo_epi64(b, d);
                q[4 * i + 3] = _mm256_unpackhi_epi64(b, d);
                i += 1;
            }
            [
                _mm256_permute2x128_si256::<0x20>(q[0], q[4]),
                _mm256_permute2x128_si256::<0x20>(q[1], q[5]),
                _mm256_permute2x128_si256::<0x20>(q[2], q[6]),
                _mm256_permute2x128_si256::<0x20>(q[3], q[7]),
                _mm256_permute2x128_si256::<0x31>(q[0], q[4]),
                _mm256_permute2x128_si256::<0x31>(q[1], q[5]),
                _mm256_permute2x128_si256::<0x31>(q[2], q[6]),
                _mm256_permute2x128_si256::<0x31>(q[3], q[7]),
            ]
        };
    }

    /// Byte `K` of each word. The bits above it have no meaning.
    #[inline(always)]
    fn byte<const K: usize>(self, words: __m256i) -> __m256i {
        match K {
            0 => words,
            1 => self.shr::<8>(words),
            2 => self.shr::<16>(words),
            _ => self.shr::<24>(words),
        }
    }
}

// SAFETY: a vector is eight words without padding, aligned as words or stricter.
unsafe impl Vector for Avx2 {
    type V = __m256i;
    type M = __m256i;
    const N: usize = 8;

    ops! {
        splat(self, value: u32) -> __m256i = _mm256_set1_epi32(value as i32);
        and(self, a: __m256i, b: __m256i) -> __m256i = _mm256_and_si256(a, b);
        or(self, a: __m256i, b: __m256i) -> __m256i = _mm256_or_si256(a, b);
        xor(self, a: __m256i, b: __m256i) -> __m256i = _mm256_xor_si256(a, b);
        andnot(self, a: __m256i, b: __m256i) -> __m256i = _mm256_andnot_si256(b, a);
        shl<const K: u32>(self, a: __m256i) -> __m256i =
            _mm256_sll_epi32(a, _mm_cvtsi32_si128(K as i32));
        shr<const K: u32>(self, a: __m256i) -> __m256i =
            _mm256_srl_epi32(a, _mm_cvtsi32_si128(K as i32));
        nonzero(self, a: __m256i) -> u32 = {
            let zero = _mm256_cmpeq_epi32(a, _mm256_setzero_si256());
            _mm256_movemask_ps(_mm256_castsi256_ps(zero)) as u32 ^ 0xff
        };
        lanes(self, bits: u32) -> __m256i = {
            let one = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
            _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(bits as i32), one), one)
        };
        any(self, within: __m256i, a: __m256i) -> __m256i =
            _mm256_andnot_si256(_mm256_cmpeq_epi32(a, _mm256_setzero_si256()), within);
        none(self, within: __m256i, a: __m256i) -> __m256i =
            _mm256_and_si256(_mm256_cmpeq_epi32(a, _mm256_setzero_si256()), within);
        ones(self, m: __m256i) -> __m256i = m;
        blend(self, m: __m256i, a: __m256i, b: __m256i) -> __m256i = _mm256_blendv_epi8(a, b, m);
        lowest(self, a: __m256i) -> __m256i =
            _mm256_and_si256(a, _mm256_sub_epi32(_mm256_setzero_si256(), a));
        pairs(self, a: __m256i, b: __m256i) -> [__m256i; 2] = {
            let low = _mm256_unpacklo_epi32(a, b);
            let high = _mm256_unpackhi_epi32(a, b);
            [
                _mm256_permute2x128_si256::<0x20>(low, high),
                _mm256_permute2x128_si256::<0x31>(low, high),
            ]
        };
    }
}

/// The lanes to pack.
#[derive(Clone, Copy)]
pub(crate) struct Avx2Packing {
    /// For each packed position, the number of the lane in its group.
    from: __m256i,
    /// For each group, the packed positions from its first one on.
    places: [__m256i; MOST_GROUPS],
}

/// The lanes that take a word, and from which positions.
#[derive(Clone, Copy)]
pub(crate) struct Taking {
    to: __m256i,
    from: __m256i,
}

impl Lanes for Avx2 {
    const GROUPS: usize = 3;
    const ONE_COSTS_LESS: bool = true;
    type Packed = Avx2;
    type Packing = Avx2Packing;
    /// For lanes that backtrack, and for lanes that guess.
    type Unpacking = [Taking; 2];
    type Taking = Taking;

    #[inline(always)]
    fn packed(self) -> Avx2 {
        self
    }
    ops! {
        first(self, lanes: LaneSet, n: usize) -> LaneSet = _pdep_u64((1 << n) - 1, lanes);
        add(self, to: u32, a: __m256i, n: u32) -> __m256i =
            _mm256_add_epi32(a, _mm256_and_si256(self.lanes(to), self.splat(n)));
    }
    #[inline(always)]
    fn packing(self, lanes: LaneSet) -> Avx2Packing {
        let mut packing = Avx2Packing {
            from: self.splat(0),
            places: [self.splat(0); MOST_GROUPS],
        };
        let mut first = 0;
        for g in 0..Self::GROUPS {
            let set = (lanes >> (8 * g)) as u32 & 0xff;
            let places = self.lanes((0xff_u64 << first) as u32);
            packing.places[g] = places;
            let from = self.row(&PLACE, set);
            packing.from = op!({
                let numbers = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
                let turned = _mm256_sub_epi32(numbers, _mm256_set1_epi32(first as i32));
                let moved = _mm256_permutevar8x32_epi32(from, turned);
                _mm256_blendv_epi8(packing.from, moved, places)
            });
            first += set.count_ones();
        }
        packing
    }
    #[inline(always)]
    fn pack(
        self,
        Avx2Packing { from, places }: Avx2Packing,
        words: [__m256i; MOST_GROUPS],
    ) -> __m256i {
        op!({
            let mut packed = _mm256_permutevar8x32_epi32(words[0], from);
            let mut g = 1;
            while g < Self::GROUPS {
                let moved = _mm256_permutevar8x32_epi32(words[g], from);
                packed = _mm256_blendv_epi8(packed, moved, places[g]);
                g += 1;
            }
            packed
        })
    }
    #[inline(always)]
    fn unpacking(self, back: LaneSet, on: LaneSet) -> [[Taking; 2]; MOST_GROUPS] {
        let nobody = Taking {
            to: self.splat(0),
            from: self.splat(0),
        };
        let mut all = [[nobody; 2]; MOST_GROUPS];
        let sets = [back, on];
        for k in 0..2 {
            let mut first = 0;
            for g in 0..Self::GROUPS {
                let set = (sets[k] >> (8 * g)) as u32 & 0xff;
                let rank = self.row(&RANK, set);
                all[g][k] = Taking {
                    to: self.lanes(set),
                    from: op!(_mm256_add_epi32(rank, self.splat(first))),
                };
                first += set.count_ones();
            }
        }
        all
    }
    #[inline(always)]
    fn unpack(
        self,
        [of_back, of_on]: [Taking; 2],
        word: __m256i,
        back: __m256i,
        on: __m256i,
    ) -> __m256i {
        op!({
            let back = _mm256_permutevar8x32_epi32(back, of_back.from);
            let on = _mm256_permutevar8x32_epi32(on, of_on.from);
            let word = _mm256_blendv_epi8(word, back, of_back.to);
            _mm256_blendv_epi8(word, on, of_on.to)
        })
    }
    #[inline(always)]
    fn unpack_on(self, [_, of_on]: [Taking; 2], word: __m256i, on: __m256i) -> __m256i {
        self.take(of_on, word, on)
    }
    #[inline(always)]
    fn taking(self, to: u32, from: u32) -> Taking {
        let packed = self.row(&PLACE, from);
        let rank = self.row(&RANK, to);
        Taking {
            to: self.lanes(to),
            from: op!(_mm256_permutevar8x32_epi32(packed, rank)),
        }
    }
    #[inline(always)]
    fn take(self, Taking { to, from }: Taking, word: __m256i, new: __m256i) -> __m256i {
        op!(_mm256_blendv_epi8(
            word,
            _mm256_permutevar8x32_epi32(new, from),
            to
        ))
    }
    #[inline(always)]
    fn four_words(self, lines: &PuzzleLines<'_>, at: usize) -> [__m256i; 4] {
        self.words_of_lines(lines, at)
    }
    #[inline(always)]
    fn read_common(self, lines: &PuzzleLines<'_>, into: &mut Group<__m256i>) -> bool {
        Avx2::read_common(self, lines, into)
    }
    #[inline(always)]
    fn codes(self, text: __m256i, faults: &mut __m256i) -> __m256i {
        // A byte's kind by its low half and by its high half. None if they differ. Bytes from 0x80
        // have none.
        let by_low = self.twice(&BY_LOW_HALF);
        let by_high = self.twice(&BY_HIGH_HALF);
        op!({
            let high = _mm256_and_si256(_mm256_srli_epi16::<4>(text), _mm256_set1_epi8(15));
            let kind = _mm256_and_si256(
                _mm256_shuffle_epi8(by_low, text),
                _mm256_shuffle_epi8(by_high, high),
            );
            let none = _mm256_cmpeq_epi8(kind, _mm256_setzero_si256());
            let digit = _mm256_cmpeq_epi8(kind, _mm256_set1_epi8(DIGIT as i8));
            *faults = _mm256_or_si256(*faults, none);
            _mm256_and_si256(text, digit)
        })
    }
    #[inline(always)]
    fn spread<const K: usize, const S: u32>(self, codes: &__m256i) -> __m256i {
        let codes = self.byte::<K>(*codes);
        // SAFETY: the token proves the features; the table has sixteen words, eight for each load.
        unsafe {
            let low = _mm256_loadu_si256(SPREAD[S as usize].as_ptr().cast());
            let high = _mm256_loadu_si256(SPREAD[S as usize].as_ptr().add(8).cast());
            let a = _mm256_permutevar8x32_epi32(low, codes);
            let b = _mm256_permutevar8x32_epi32(high, codes);
            let above = _mm256_slli_epi32::<28>(codes);
            _mm256_castps_si256(_mm256_blendv_ps(
                _mm256_castsi256_ps(a),
                _mm256_castsi256_ps(b),
                _mm256_castsi256_ps(above),
            ))
        }
    }
    #[inline(always)]
    fn pass(self, g: &mut Group<__m256i>, frozen: u32) -> PassResult {
        assembly::avx2(self, g, frozen)
    }
    #[inline(always)]
    fn run<A, R>(self, on: A, work: impl FnOnce(A) -> R) -> R {
        Avx2::run(self, on, work)
    }
    #[inline(always)]
    fn prefetch_to_write<T>(self, what: &T) {
        // SAFETY: it is a hint, and the memory of a reference may be fetched.
        unsafe { _mm_prefetch::<_MM_HINT_ET0>(std::ptr::from_ref(what).cast()) }
    }
}

impl Packed for Avx2 {
    #[inline(always)]
    fn scatter(self, words: &Words<__m256i>, records: &mut [StackEntry], at: [usize; MOST_PACKED]) {
        macro_rules! eight {
            ($from:literal, $words:literal) => {{
                let mut vectors = [self.splat(0); 8];
                for w in 0..$words {
                    let i = $from + w;
                    vectors[w] = words[i / 9][i % 9];
                }
                let turned = self.transpose_words(vectors);
                for j in 0..8 {
                    let words: &mut [u32; 8] = (&mut records[at[j]].0[$from..$from + 8])
                        .try_into()
                        .expect("eight words");
                    // SAFETY: the token proves the features; the store is of 8 words.
                    unsafe { _mm256_storeu_si256(words.as_mut_ptr().cast(), turned[j]) };
                }
            }};
        }
        eight!(0, 8);
        eight!(8, 8);
        eight!(16, 8);
        eight!(24, 3);
    }
    #[inline(always)]
    fn gather(self, records: &[StackEntry], at: [usize; MOST_PACKED]) -> [__m256i; STATE] {
        let mut eight = [&records[at[0]]; 8];
        for j in 1..8 {
            eight[j] = &records[at[j]];
        }
        let records = &eight;
        // Written out: an array filled in a loop would be zeroed first.
        let [a0, a1, a2, a3, a4, a5, a6, a7] = self.transpose(records, 0);
        let [b0, b1, b2, b3, b4, b5, b6, b7] = self.transpose(records, 8);
        let [c0, c1, c2, c3, c4, c5, c6, c7] = self.transpose(records, 16);
        let [d0, d1, d2, ..] = self.transpose(records, 24);
        [
            a0, a1, a2, a3, a4, a5, a6, a7, b0, b1, b2, b3, b4, b5, b6, b7, c0, c1, c2, c3, c4, c5,
            c6, c7, d0, d1, d2,
        ]
    }
    #[inline(always)]
    fn write_rows(self, x: &Words<__m256i>, lanes: u32, rows: &mut [Row], at: &[u32; MOST_PACKED]) {
        Avx2::write_rows(self, x, lanes, rows, at);
    }
}
