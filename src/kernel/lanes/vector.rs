//! What the kernel asks of a vector: about twenty operations on 32-bit lanes, and
//! what the search asks of a back end.
//!
//! An implementor is a *token*: a value that only [`super::Backend`] makes,
//! and only after the CPU was asked. Whoever holds one may use its operations,
//! so they are safe to call. All of them are `#[inline(always)]` and end up in
//! an entry point that enables the CPU's features; a call elsewhere is right
//! but slow.

use super::choose::{self, Choice, Words};
use super::feed::Feed;
use super::propagate::{self, Group, Seen};
use super::search::Search;
use super::text::{self, Bits, Lines};
use crate::engine::{Batch, Limits};
use crate::grid::Row;

/// Vectors of `N` lanes of 32 bits each.
///
/// Masks of lanes are plain `u32` bit sets, lane 0 at bit 0; [`Vector::M`] is
/// the form in which this CPU wants a mask that is used many times.
pub(crate) trait Vector: Copy + Send + Sync + 'static {
    /// A vector.
    type V: Copy + Send + Sync;
    /// A set of lanes.
    type M: Copy;
    /// Lanes in a vector, at most 16.
    const N: usize;

    fn splat(self, value: u32) -> Self::V;
    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !b`
    fn andnot(self, a: Self::V, b: Self::V) -> Self::V;
    fn shl<const K: u32>(self, a: Self::V) -> Self::V;
    fn shr<const K: u32>(self, a: Self::V) -> Self::V;

    /// Lanes that are not zero, as bits.
    fn nonzero(self, a: Self::V) -> u32;
    /// The set of lanes with these bits.
    fn lanes(self, bits: u32) -> Self::M;
    /// The lanes of the set that are not zero.
    fn any(self, within: Self::M, a: Self::V) -> Self::M;
    /// The lanes of the set that are zero.
    fn none(self, within: Self::M, a: Self::V) -> Self::M;
    /// All ones in the lanes of the set, zero elsewhere.
    fn ones(self, m: Self::M) -> Self::V;
    /// `b` in the lanes of the set, `a` elsewhere.
    fn blend(self, m: Self::M, a: Self::V, b: Self::V) -> Self::V;

    /// The lowest bit that is set.
    fn lowest(self, a: Self::V) -> Self::V;

    /// The vectors as words, lane by lane.
    fn words(vectors: &[Self::V]) -> &[u32];
    /// The vectors as words, lane by lane.
    fn words_mut(vectors: &mut [Self::V]) -> &mut [u32];

    /// The words of both by turns, lane by lane.
    #[inline(always)]
    fn pairs(self, a: Self::V, b: Self::V) -> [Self::V; 2] {
        let (from, mut out) = ([a, b], [a, b]);
        let from = Self::words(&from);
        let words = Self::words_mut(&mut out);
        for lane in 0..Self::N {
            words[2 * lane] = from[lane];
            words[2 * lane + 1] = from[Self::N + lane];
        }
        out
    }

    // What has one instruction on some CPUs and two or three on others.

    #[inline(always)]
    fn or3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.or(a, b), c)
    }
    #[inline(always)]
    fn and3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.and(self.and(a, b), c)
    }
    #[inline(always)]
    fn xor3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.xor(self.xor(a, b), c)
    }
    /// At least two of three.
    #[inline(always)]
    fn maj(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.and(a, b), self.and(c, self.or(a, b)))
    }
    /// `a` where `k` is set, else `b`.
    #[inline(always)]
    fn sel(self, k: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.or(self.and(k, a), self.andnot(b, k))
    }
    /// `acc | (a & b)`
    #[inline(always)]
    fn or_and(self, acc: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.or(acc, self.and(a, b))
    }
    /// `acc | (a & !b)`
    #[inline(always)]
    fn or_andnot(self, acc: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.or(acc, self.andnot(a, b))
    }
    /// `acc | (a ^ b)`
    #[inline(always)]
    fn or_xor(self, acc: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.or(acc, self.xor(a, b))
    }
    /// `x & !(a & b)`
    #[inline(always)]
    fn and_nand(self, x: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.andnot(x, self.and(a, b))
    }
    /// `x & (a | b)`
    #[inline(always)]
    fn and_or(self, x: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.and(x, self.or(a, b))
    }
    /// Of 27 bits, turned by 9 and by 18; bits 27 to 31 hold rubbish.
    #[inline(always)]
    fn turns(self, a: Self::V) -> (Self::V, Self::V) {
        (
            self.or(self.shl::<9>(a), self.shr::<18>(a)),
            self.or(self.shl::<18>(a), self.shr::<9>(a)),
        )
    }
}

/// What the search needs besides, on vectors of all its lanes.
pub(crate) trait Lanes: Vector {
    /// Groups of lanes at work, one or two.
    const GROUPS: usize = 1;
    /// Lanes at work, in all groups.
    const LANES: usize = Self::GROUPS * Self::N;
    /// Sixteenths of the lanes at work: when more wait, events are handled, and before if
    /// eight are stuck, or dead. (With one group, a quarter to two fifths: 2 to 15 % slower;
    /// with two groups eight or ten: the same within 1 %.)
    const SHARE: u32 = if Self::GROUPS == 1 { 8 } else { 9 };

    /// The lanes of `to`, lowest first, take the words that `b` has in the
    /// lanes of `from`, lowest first; the other lanes keep `a`. `from` has at
    /// least as many lanes as `to`.
    fn take(self, to: u32, a: Self::V, from: u32, b: Self::V) -> Self::V;

    /// Has the cache line fetched in which something lies that is to be written soon:
    /// stores wait for each other, so that one to far memory holds up those of the passes.
    #[inline(always)]
    fn fetch<T>(self, _what: &T) {}

    /// Has the text of a puzzle fetched that is read soon, if there is such a puzzle.
    #[inline(always)]
    fn fetch_text(self, _batch: &Batch<'_>, _puzzle: usize) {}

    // Parts of the kernel, inlined or as functions of their own. Where registers
    // are few, or the compiler must find the vectors, functions are faster.

    /// [`propagate::pass`]
    #[inline(always)]
    fn pass(self, g: &mut Group<Self>, frozen: u32) -> Seen {
        propagate::pass(self, g, frozen)
    }
    /// [`choose::choose`]
    #[inline(always)]
    fn choose(self, x: &Words<Self>, stuck: u32) -> Choice<Self> {
        choose::choose(self, x, stuck)
    }
    /// [`Search::emit`]
    #[inline(always)]
    fn emit(
        self,
        search: &mut Search<Self>,
        settled: u32,
        feed: &mut Feed<'_, '_>,
        limits: &Limits,
    ) -> u32 {
        search.emit(settled, feed, limits)
    }
    /// [`Search::exchange`]
    #[inline(always)]
    fn exchange(self, search: &mut Search<Self>, pops: u32, stuck: u32) {
        search.exchange(pops, stuck);
    }

    /// The bytes from `at` to `at + 15` of each lane's line, as four words.
    #[inline(always)]
    fn four_words(self, lines: &Lines<'_>, at: usize) -> [Self::V; 4] {
        let mut out = [self.splat(0); 4];
        let words = Self::words_mut(&mut out);
        for (lane, line) in lines[..Self::N].iter().enumerate() {
            for (k, bytes) in line[at..at + 16].chunks_exact(4).enumerate() {
                let bytes = bytes.try_into().expect("four bytes");
                words[k * Self::N + lane] = u32::from_le_bytes(bytes);
            }
        }
        out
    }
    /// [`text::CODE`] of each byte of each word. Bits of [`text::FAULT`] are set in `faults`
    /// where one is no cell, and perhaps other bits.
    #[inline(always)]
    fn codes(self, text: Self::V, faults: &mut Self::V) -> Self::V {
        let mut out = text;
        for word in Self::words_mut(std::slice::from_mut(&mut out)) {
            let codes = word.to_le_bytes().map(|byte| text::CODE[usize::from(byte)]);
            *word = u32::from_le_bytes(codes);
        }
        *faults = self.or(*faults, out);
        out
    }
    /// [`text::SPREAD`] for stack `S` of the low four bits of byte `K` of each word.
    #[inline(always)]
    fn spread<const K: usize, const S: u32>(self, codes: &Self::V) -> Self::V {
        let mut out = self.splat(0);
        let from = Self::words(std::slice::from_ref(codes));
        let to = Self::words_mut(std::slice::from_mut(&mut out));
        for (word, codes) in to.iter_mut().zip(from) {
            *word = text::SPREAD[0][usize::from(codes.to_le_bytes()[K] & 15)];
        }
        self.shl::<S>(out)
    }
    /// Writes an answer from its bit planes.
    #[inline(always)]
    fn write_row(self, planes: &Bits, row: &mut Row) {
        text::write_row(planes, row);
    }

    /// Byte `K` of each word, with rubbish above it.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    fn byte<const K: usize>(self, words: Self::V) -> Self::V {
        match K {
            0 => words,
            1 => self.shr::<8>(words),
            2 => self.shr::<16>(words),
            _ => self.shr::<24>(words),
        }
    }
}
