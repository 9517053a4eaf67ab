//! Operations of a back end that work one word at a time, because it has no instructions for them.

use crate::kernel::lanes::isa::{Lanes, MOST_GROUPS, MOST_PACKED, Packed};
use crate::kernel::lanes::layout::{LaneSet, STATE, StackEntry, Words};
use crate::kernel::lanes::tables::{CODE, PuzzleLines, SPREAD};
use crate::kernel::lanes::vector::Vector;
use crate::simd;

/// Vectors that are so short that one holds all lanes. Each lane keeps its position when it is
/// packed.
pub(crate) trait Plain: Vector {}

impl<T: Plain> Lanes for T {
    type Packed = T;
    type Packing = ();
    /// The lanes that backtrack, and those that continue.
    type Unpacking = [T::M; 2];
    /// The lanes that take, and the lanes that they take from.
    type Taking = (u32, u32);
    const GROUPS: usize = 1;

    #[inline(always)]
    fn packed(self) -> T {
        self
    }
    /// Each lane keeps its position.
    #[inline(always)]
    fn list(self, lanes: LaneSet) -> [u32; MOST_PACKED] {
        let mut list = [T::N as u32; MOST_PACKED];
        for lane in 0..T::N {
            if lanes >> lane & 1 == 1 {
                list[lane] = lane as u32;
            }
        }
        list
    }
    #[inline(always)]
    fn packing(self, _lanes: LaneSet) {}
    #[inline(always)]
    fn pack(self, (): (), [word, ..]: [T::V; MOST_GROUPS]) -> T::V {
        word
    }
    #[inline(always)]
    fn unpacking(self, back: LaneSet, on: LaneSet) -> [[T::M; 2]; MOST_GROUPS] {
        [[self.lanes(back as u32), self.lanes(on as u32)]; MOST_GROUPS]
    }
    #[inline(always)]
    fn unpack(self, [to_back, to_on]: [T::M; 2], word: T::V, back: T::V, on: T::V) -> T::V {
        self.blend(to_on, self.blend(to_back, word, back), on)
    }
    #[inline(always)]
    fn taking(self, to: u32, from: u32) -> (u32, u32) {
        (to, from)
    }
    #[inline(always)]
    fn take(self, (to, mut from): (u32, u32), word: T::V, new: T::V) -> T::V {
        let mut out = [word];
        let new = [new];
        let new = T::words(&new);
        let words = T::words_mut(&mut out);
        for lane in 0..T::N {
            if to >> lane & 1 == 1 {
                words[lane] = new[from.trailing_zeros() as usize % 4];
                from &= from.wrapping_sub(1);
            }
        }
        out[0]
    }
    #[inline(always)]
    fn four_words(self, lines: &PuzzleLines<'_>, at: usize) -> [T::V; 4] {
        let mut out = [self.splat(0); 4];
        let words = T::words_mut(&mut out);
        for lane in 0..T::N {
            let line: &[u8; 16] = lines[lane][at..at + 16].try_into().expect("sixteen bytes");
            for k in 0..4 {
                let four = [
                    line[4 * k],
                    line[4 * k + 1],
                    line[4 * k + 2],
                    line[4 * k + 3],
                ];
                words[k * T::N + lane] = u32::from_le_bytes(four);
            }
        }
        out
    }
    #[inline(always)]
    fn codes(self, text: T::V, faults: &mut T::V) -> T::V {
        let mut out = text;
        for word in T::words_mut(std::slice::from_mut(&mut out)) {
            let mut codes = word.to_le_bytes();
            for byte in &mut codes {
                *byte = CODE[usize::from(*byte)];
            }
            *word = u32::from_le_bytes(codes);
        }
        *faults = self.or(*faults, out);
        out
    }
    #[inline(always)]
    fn spread<const K: usize, const S: u32>(self, codes: &T::V) -> T::V {
        let mut out = self.splat(0);
        let from = T::words(std::slice::from_ref(codes));
        let to = T::words_mut(std::slice::from_mut(&mut out));
        for lane in 0..T::N {
            to[lane] = SPREAD[0][usize::from(from[lane].to_le_bytes()[K] & 15)];
        }
        self.shl::<S>(out)
    }
    #[inline(always)]
    fn run<A, R>(self, on: A, work: impl FnOnce(A) -> R) -> R {
        simd::apart(on, work)
    }
}

impl<T: Plain> Packed for T {
    #[inline(always)]
    fn scatter(self, words: &Words<T::V>, records: &mut [StackEntry], at: [usize; MOST_PACKED]) {
        for w in (0..STATE).step_by(4) {
            let word = |i: usize| {
                let i = (w + i).min(STATE - 1);
                words[i / 9][i % 9]
            };
            let rows = transpose(self, [word(0), word(1), word(2), word(3)]);
            let words = T::words(&rows);
            for j in 0..4 {
                *four_mut(&mut records[at[j]].0, w) = *four(words, 4 * j);
            }
        }
    }
    #[inline(always)]
    fn gather(self, records: &[StackEntry], at: [usize; MOST_PACKED]) -> [T::V; STATE] {
        let mut out = [self.splat(0); STATE];
        for w in (0..STATE).step_by(4) {
            let mut rows = [self.splat(0); 4];
            let words = T::words_mut(&mut rows);
            for j in 0..4 {
                *four_mut(words, 4 * j) = *four(&records[at[j]].0, w);
            }
            let turned = transpose(self, rows);
            for i in 0..(STATE - w).min(4) {
                out[w + i] = turned[i];
            }
        }
        out
    }
}

/// Four words of several.
#[inline(always)]
fn four(words: &[u32], from: usize) -> &[u32; 4] {
    words[from..from + 4].try_into().expect("four words")
}

/// Four words of several.
#[inline(always)]
fn four_mut(words: &mut [u32], from: usize) -> &mut [u32; 4] {
    let words = &mut words[from..from + 4];
    words.try_into().expect("four words")
}

/// Word j of vector i becomes word i of vector j.
#[inline(always)]
fn transpose<T: Plain>(l: T, [a, b, c, d]: [T::V; 4]) -> [T::V; 4] {
    let [ac, ac_high] = l.pairs(a, c);
    let [bd, bd_high] = l.pairs(b, d);
    let [first, second] = l.pairs(ac, bd);
    let [third, fourth] = l.pairs(ac_high, bd_high);
    [first, second, third, fourth]
}
