//! Eight lanes with AVX-512's instructions on half its vectors: for the lanes of both
//! groups that make a guess, go back or write their answers at one time, packed side by
//! side.
//!
//! On Zen 4, which runs a whole vector in two halves, the choice takes half the time
//! so, and a push a third (the hardest puzzles 5,290 to 4,640 ns with one group). With
//! two groups seven or eight lanes guess at one time where four or five did, and passes
//! are made with fewer lanes waiting (4,370 to 4,180).

use super::avx2::Avx2;
use super::avx512::Avx512;
use super::choose::{Choice, Words, choose};
use super::feed::Feed;
use super::propagate::{Group, others_at};
use super::search::{MOST_GROUPS, Search, lowest_eight, part};
use super::vector::{Lanes, Vector};
use crate::engine::Limits;
use std::arch::x86_64::*;
use std::sync::atomic::{Ordering, compiler_fence};

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

    /// [`Search::exchange`], for up to eight lanes that go back and up to eight that guess.
    #[inline(always)]
    pub(crate) fn exchange(self, search: &mut Search<Avx512>, pops: u32, stuck: u32) {
        if pops | stuck == 0 {
            search.take_up();
            return;
        }
        let popped = self.avx2.unpile(&search.pop(pops));
        let chosen = self.guess(search, stuck);
        let gifts = search.gifts();
        if gifts.iter().any(|&(to, _)| to != 0) {
            self.step::<true>(search, pops, &popped, stuck, &chosen, gifts);
        } else {
            self.step::<false>(search, pops, &popped, stuck, &chosen, gifts);
        }
    }

    /// Words go to their lanes: those of `pops` and those of `stuck`, side by side, and
    /// with `NEW` those of new puzzles.
    ///
    /// A fence keeps each word's load, change and store together: the compiler would rather
    /// hold all words in registers that it does not have (5 % slower on the hardest).
    #[inline(always)]
    fn step<const NEW: bool>(
        self,
        search: &mut Search<Avx512>,
        pops: u32,
        popped: &[__m256i; 27],
        stuck: u32,
        chosen: &Words<Half>,
        gifts: [(u32, u32); MOST_GROUPS],
    ) {
        let l = self.wide;
        let mut from = [l.splat(0); MOST_GROUPS];
        // In a vector of both, eight that go back and eight that guess.
        let (mut back, mut on) = (0, 8);
        for (g, from) in from.iter_mut().enumerate() {
            let (pops, stuck) = (part::<Avx512>(pops, g), part::<Avx512>(stuck, g));
            op!({
                let numbers = self.wide.numbers();
                let first = _mm512_add_epi32(numbers, _mm512_set1_epi32(back));
                let second = _mm512_add_epi32(numbers, _mm512_set1_epi32(on));
                *from = _mm512_maskz_expand_epi32(pops as __mmask16, first);
                *from = _mm512_mask_expand_epi32(*from, stuck as __mmask16, second);
            });
            back += pops.count_ones() as i32;
            on += stuck.count_ones() as i32;
        }
        let (groups, ready) = search.groups();
        for p in 0..9 {
            let mut words = [l.splat(0); 3];
            for t in 0..3 {
                let popped = op!(_mm512_castsi256_si512(popped[9 * t + p]));
                words[t] = op!(_mm512_inserti64x4::<1>(popped, chosen[t][p]));
            }
            for (g, Group { x, nex }) in groups.iter_mut().enumerate() {
                let to = part::<Avx512>(pops | stuck, g) as __mmask16;
                for t in 0..3 {
                    let word = &mut x[t][p];
                    *word = op!(_mm512_mask_permutexvar_epi32(*word, to, from[g], words[t]));
                    if NEW {
                        *word = l.take(gifts[g].0, *word, gifts[g].1, ready.x[t][p]);
                    }
                }
                nex[p] = others_at(l, x, p);
            }
            compiler_fence(Ordering::SeqCst);
        }
    }

    /// [`Search::emit`], with up to eight lanes of both groups packed side by side.
    #[inline(always)]
    pub(crate) fn emit(
        self,
        search: &mut Search<Avx512>,
        mut settled: u32,
        feed: &mut Feed<'_, '_>,
        limits: &Limits,
    ) -> u32 {
        let mut full = 0;
        while settled != 0 {
            let (numbers, taken) = lowest_eight::<Avx512>(&mut settled);
            let x = self.pack(&search.groups, taken);
            let packed = (1 << taken.count_ones()) - 1;
            full |= search.write(self, &x, packed, |k| numbers[k], feed, limits);
        }
        full
    }

    /// The words of at most eight lanes of both groups, side by side.
    #[inline(always)]
    fn pack(self, groups: &[Group<Avx512>; MOST_GROUPS], lanes: u32) -> Words<Half> {
        let mut x = [[self.splat(0); 9]; 3];
        op!({
            let numbers = self.wide.numbers();
            let low = _mm512_maskz_compress_epi32(lanes as u16, numbers);
            let high = _mm512_maskz_compress_epi32(
                (lanes >> 16) as u16,
                _mm512_or_si512(numbers, _mm512_set1_epi32(16)),
            );
            let n = (lanes & 0xffff).count_ones();
            let packed = _mm512_mask_expand_epi32(low, (0xffff_u32 << n) as u16, high);
            let [a, b] = groups;
            for ((x, a), b) in x
                .as_flattened_mut()
                .iter_mut()
                .zip(a.x.as_flattened())
                .zip(b.x.as_flattened())
            {
                *x = _mm512_castsi512_si256(_mm512_permutex2var_epi32(*a, packed, *b));
            }
        });
        x
    }

    /// Lanes of `stuck`, at most eight, choose, and push the state without what they chose;
    /// returns the one with it.
    #[inline(always)]
    fn guess(self, search: &mut Search<Avx512>, stuck: u32) -> Words<Half> {
        let (groups, records, at) = search.guess(stuck);
        let mut x = self.pack(groups, stuck);
        // Lanes beyond those that guess hold others' words, or rubbish: they choose, too,
        // and push to the record that nobody looks at.
        let choice = choose(self, &x, 0xff);
        self.avx2.stack(&self.without(x, &choice), records, at);
        for (words, digit) in x.iter_mut().zip(choice.digit) {
            for (word, cell) in words.iter_mut().zip(choice.cells) {
                *word = self.sel(cell, digit, *word);
            }
        }
        x
    }

    /// The words without the chosen candidates.
    #[inline(always)]
    fn without(self, mut x: Words<Half>, choice: &Choice<Half>) -> Words<Half> {
        for (words, digit) in x.iter_mut().zip(choice.digit) {
            for (word, cell) in words.iter_mut().zip(choice.cells) {
                *word = self.and_nand(*word, cell, digit);
            }
        }
        x
    }
}
