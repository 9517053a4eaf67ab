//! Events of a back end with two groups of lanes at work: at most eight lanes of both that
//! make a guess, go back or write their answers at one time are packed side by side.
//!
//! With two groups seven or eight lanes guess at one time where four or five did, for the
//! price of one choice, and passes are made with fewer lanes waiting (AVX-512 on Zen 4: the
//! hardest puzzles 4,370 to 4,180 ns).

use super::avx2::Avx2;
use super::choose::{Words, choose};
use super::feed::Feed;
use super::propagate::{Group, others_at};
use super::search::{MOST_GROUPS, Search, lowest_eight};
use super::vector::{Lanes, Vector};
use crate::engine::Limits;
use std::arch::x86_64::__m256i;
use std::sync::atomic::{Ordering, compiler_fence};

/// What a back end with two groups knows of packing lanes.
pub(crate) trait Pairs: Lanes {
    /// Eight lanes of both groups, side by side.
    type Packed: Vector<V = __m256i>;
    /// Which lanes are packed.
    type Packing: Copy;
    /// What a group's lanes take of two packed words.
    type Unpacking: Copy;

    fn packed(self) -> Self::Packed;
    fn avx2(self) -> Avx2;
    /// For at most eight lanes of both groups, lowest first.
    fn packing(self, lanes: u32) -> Self::Packing;
    /// Packs a word of both groups. Lanes beyond those wanted hold others' words, or rubbish.
    fn pack(self, packing: Self::Packing, words: [Self::V; MOST_GROUPS]) -> __m256i;
    /// For each group: lanes of `back` take what is packed for them in the first word, lanes
    /// of `on` in the second.
    fn unpacking(self, back: u32, on: u32) -> [Self::Unpacking; MOST_GROUPS];
    /// A group's word, with what its lanes take.
    fn unpack(
        self,
        unpacking: Self::Unpacking,
        word: Self::V,
        back: __m256i,
        on: __m256i,
    ) -> Self::V;
}

/// [`Search::exchange`], for up to eight lanes that go back and up to eight that guess.
#[inline(always)]
pub(crate) fn exchange<L: Pairs>(l: L, search: &mut Search<L>, pops: u32, stuck: u32) {
    if pops | stuck == 0 {
        search.take_up();
        return;
    }
    let popped = l.avx2().unpile(&search.pop(pops));
    let chosen = guess(l, search, stuck);
    let gifts = search.gifts();
    if gifts.iter().any(|&(to, _)| to != 0) {
        step::<L, true>(l, search, pops, &popped, stuck, &chosen, gifts);
    } else {
        step::<L, false>(l, search, pops, &popped, stuck, &chosen, gifts);
    }
}

/// Words go to their lanes: those of `pops` and those of `stuck`, side by side, and
/// with `NEW` those of new puzzles.
///
/// A fence keeps each word's load, change and store together: the compiler would rather
/// hold all words in registers that it does not have (5 % slower on the hardest).
#[inline(always)]
fn step<L: Pairs, const NEW: bool>(
    l: L,
    search: &mut Search<L>,
    pops: u32,
    popped: &[__m256i; 27],
    stuck: u32,
    chosen: &Words<L::Packed>,
    gifts: [(u32, u32); MOST_GROUPS],
) {
    let ways = l.unpacking(pops, stuck);
    let (groups, ready) = search.groups();
    for p in 0..9 {
        for (g, Group { x, nex }) in groups.iter_mut().enumerate() {
            for t in 0..3 {
                let word = &mut x[t][p];
                *word = l.unpack(ways[g], *word, popped[9 * t + p], chosen[t][p]);
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
pub(crate) fn emit<L: Pairs>(
    l: L,
    search: &mut Search<L>,
    mut settled: u32,
    feed: &mut Feed<'_, '_>,
    limits: &Limits,
) -> u32 {
    let mut full = 0;
    while settled != 0 {
        let (numbers, taken) = lowest_eight::<L>(&mut settled);
        let x = pack(l, &search.groups, taken);
        let packed = (1 << taken.count_ones()) - 1;
        full |= search.write(l.packed(), &x, packed, |k| numbers[k], feed, limits);
    }
    full
}

/// The words of at most eight lanes of both groups, side by side.
#[inline(always)]
fn pack<L: Pairs>(l: L, groups: &[Group<L>; MOST_GROUPS], lanes: u32) -> Words<L::Packed> {
    let mut x = [[l.packed().splat(0); 9]; 3];
    let packing = l.packing(lanes);
    for t in 0..3 {
        for p in 0..9 {
            x[t][p] = l.pack(packing, [groups[0].x[t][p], groups[1].x[t][p]]);
        }
    }
    x
}

/// Lanes of `stuck`, at most eight, choose, and push the state without what they chose;
/// returns the one with it.
#[inline(always)]
fn guess<L: Pairs>(l: L, search: &mut Search<L>, stuck: u32) -> Words<L::Packed> {
    let packed = l.packed();
    let (groups, records, at) = search.guess(stuck);
    let mut x = pack(l, groups, stuck);
    // Lanes beyond those that guess choose, too, and push to the record that nobody looks at.
    let choice = choose(packed, &x, 0xff);
    // Both in one go, while the words are at hand: 1 to 3 % faster with AVX2.
    let mut without = x;
    for t in 0..3 {
        for p in 0..9 {
            let (cell, digit) = (choice.cells[p], choice.digit[t]);
            without[t][p] = packed.and_nand(x[t][p], cell, digit);
            x[t][p] = packed.sel(cell, digit, x[t][p]);
        }
    }
    l.avx2().stack(&without, records, at);
    x
}
