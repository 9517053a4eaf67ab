//! The operations of a back end besides those of [`Vector`]: moving words between lanes, between
//! lanes and stacks, and between lanes and text.

use super::answers::{lane_planes, planes};
use super::layout::{Group, LaneSet, STATE, StackEntry, Words};
use super::pass::{PassResult, pass};
use super::tables::{Bits, PuzzleLines, write_row};
use super::turns::nine;
use super::vector::Vector;
use crate::grid::Row;

/// Maximum number of groups of lanes of any back end.
pub(crate) const MOST_GROUPS: usize = 3;
/// Maximum number of lanes of any back end.
pub(crate) const MOST_LANES: usize = 16 * MOST_GROUPS;
/// Maximum number of packed lanes of any back end.
pub(crate) const MOST_PACKED: usize = 16;
/// Each lane's own number.
pub(crate) const IN_ORDER: [u32; MOST_PACKED] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// A back end.
///
/// At an event, only some lanes have work. Their words are *packed*: moved side by side into
/// smaller vectors, for which the work takes less time, and moved back to their lanes. If such a
/// vector holds all lanes, each keeps its position.
pub(crate) trait Lanes: Packed {
    /// Vectors for the packed words of all groups.
    type Packed: Packed;
    /// A choice of lanes to pack.
    type Packing: Copy;
    /// What a group's lanes take from two packed words.
    type Unpacking: Copy;
    /// What a group's lanes take from another group's.
    type Taking: Copy;
    /// Number of groups of lanes. They make their passes one after another, and share the events.
    const GROUPS: usize;
    /// Whether taking one of two packed words is cheaper than taking both.
    const ONE_COSTS_LESS: bool = false;
    /// Number of lanes in all groups.
    const LANES: usize = Self::GROUPS * Self::N;
    /// Maximum number of lanes packed at one time.
    const PACKED: usize = <Self::Packed as Vector>::N;

    /// The token of the packed vectors.
    fn packed(self) -> Self::Packed;
    /// The lowest lanes of a set, at most `n`.
    #[inline(always)]
    fn first(self, lanes: LaneSet, n: usize) -> LaneSet {
        let mut later = lanes;
        for _ in 0..n {
            later &= later.wrapping_sub(1);
        }
        lanes & !later
    }
    /// The lowest lanes of a set, at most [`Lanes::PACKED`]: the lane at each packed position,
    /// followed by [`Lanes::LANES`], which is not a lane.
    #[inline(always)]
    fn list(self, mut lanes: LaneSet) -> [u32; MOST_PACKED] {
        let mut list = [Self::LANES as u32; MOST_PACKED];
        for place in &mut list[..Self::PACKED] {
            *place = lanes.trailing_zeros().min(Self::LANES as u32);
            lanes &= lanes.wrapping_sub(1);
        }
        list
    }
    /// Adds to the lanes of a set.
    #[inline(always)]
    fn add(self, to: u32, a: Self::V, n: u32) -> Self::V {
        let mut sum = [a];
        for (lane, word) in Self::words_mut(&mut sum).iter_mut().enumerate() {
            *word = word.wrapping_add(if to >> lane & 1 == 1 { n } else { 0 });
        }
        sum[0]
    }
    /// For the lowest lanes of a set, at most [`Lanes::PACKED`].
    fn packing(self, lanes: LaneSet) -> Self::Packing;
    /// Packs a word of all groups, lowest lane first. The other lanes hold other words, without
    /// meaning.
    fn pack(self, packing: Self::Packing, words: [Self::V; MOST_GROUPS]) -> Packs<Self>;
    /// For each group: lanes of `back` take their packed values from the first word, lanes of `on`
    /// from the second.
    fn unpacking(self, back: LaneSet, on: LaneSet) -> [Self::Unpacking; MOST_GROUPS];
    /// A group's word, after its lanes have taken their values.
    fn unpack(
        self,
        unpacking: Self::Unpacking,
        word: Self::V,
        back: Packs<Self>,
        on: Packs<Self>,
    ) -> Self::V;
    /// The same if no lane takes the first of the two. Used if [`Lanes::ONE_COSTS_LESS`].
    #[inline(always)]
    fn unpack_on(self, unpacking: Self::Unpacking, word: Self::V, on: Packs<Self>) -> Self::V {
        self.unpack(unpacking, word, on, on)
    }
    /// The lanes of `to`, lowest first, will take words from the lanes of `from`, lowest first.
    /// `from` has at least as many lanes as `to`.
    fn taking(self, to: u32, from: u32) -> Self::Taking;
    /// A group's word, after its lanes have taken values from another group's.
    fn take(self, taking: Self::Taking, word: Self::V, from: Self::V) -> Self::V;

    /// The bytes from `at` to `at + 15` of each lane's line, as four words.
    fn four_words(self, lines: &PuzzleLines<'_>, at: usize) -> [Self::V; 4];
    /// [`CODE`](super::tables::CODE) of each byte of each word, in its low four bits. If a byte is
    /// not a cell, sets bits of [`FAULT`](super::tables::FAULT) in `faults`, and possibly others.
    fn codes(self, text: Self::V, faults: &mut Self::V) -> Self::V;
    /// [`SPREAD`](super::tables::SPREAD) for stack `S` of the low four bits of byte `K` of
    /// each word.
    fn spread<const K: usize, const S: u32>(self, codes: &Self::V) -> Self::V;
    /// Reads lines that have no other blanks than `0 * . _`, if the back end has a faster way for
    /// that. Otherwise, or if a line has another byte, it returns `false`, and the result has no
    /// meaning. It computes [`Group::has_other`] only for digits that are candidates. For the
    /// others, the first pass only compares it, and nobody reads that result.
    #[inline(always)]
    fn read_common(self, _lines: &PuzzleLines<'_>, _into: &mut Group<Self::V>) -> bool {
        false
    }

    /// Calls `work` in a separate function that has the CPU's features. Code inlined in it may use
    /// them. The data is an argument, so that the compiler knows that no other reference leads to
    /// it.
    fn run<A, R>(self, on: A, work: impl FnOnce(A) -> R) -> R;

    /// A pass: [`Lanes::compiled_pass`], or the same in assembly.
    #[inline(always)]
    fn pass(self, g: &mut Group<Self::V>, frozen: u32) -> PassResult {
        self.compiled_pass(g, frozen)
    }
    /// Calls [`pass()`] in a separate function that is never inlined: its 5 KB must be in the
    /// program, and in the cache of decoded instructions, only once. (Zen 5, AVX-512: easy puzzles
    /// 42 to 33 ns, when it was assembly.)
    #[inline(always)]
    fn compiled_pass(self, g: &mut Group<Self::V>, frozen: u32) -> PassResult {
        self.run(
            g,
            #[inline(always)]
            |g| pass(self, g, frozen),
        )
    }

    /// Prefetches memory that will soon be written. Stores wait for each other, so a store to far
    /// memory would delay those of the passes.
    #[inline(always)]
    fn prefetch_to_write<T>(self, _what: &T) {}
    /// Prefetches memory that will soon be read.
    #[inline(always)]
    fn prefetch_to_read<T>(self, _what: &T) {}
}

/// The lanes of a set that belong to a group.
#[inline(always)]
pub(super) fn part<L: Lanes>(set: LaneSet, g: usize) -> u32 {
    (set >> (g * L::N)) as u32 & L::EVERY
}

/// The packed positions of these lanes.
#[inline(always)]
pub(super) fn places<L: Lanes>(lanes: LaneSet) -> u32 {
    if L::LANES == L::PACKED {
        lanes as u32
    } else {
        (1 << lanes.count_ones()) - 1
    }
}

/// The position of lane `i` when these lanes are packed.
#[inline(always)]
pub(super) fn place<L: Lanes>(lanes: LaneSet, i: usize) -> usize {
    if L::LANES == L::PACKED {
        i
    } else {
        (lanes & ((1 << i) - 1)).count_ones() as usize
    }
}

/// A packed word of a back end.
pub(crate) type Packs<L> = <<L as Lanes>::Packed as Vector>::V;

/// Vectors, and the structures that hold one lane's words together: the records of stacks, each
/// with the state of one lane, and rows of text. Moving between them is a transpose.
pub(crate) trait Packed: Vector {
    /// Lane j of each word becomes a word of record `at[j]`. The last record may stay unchanged.
    fn scatter(self, words: &Words<Self::V>, records: &mut [StackEntry], at: [usize; MOST_PACKED]);
    /// The words of record `at[j]` become lane j. Those of the last record may be left out.
    fn gather(self, records: &[StackEntry], at: [usize; MOST_PACKED]) -> [Self::V; STATE];
    /// Writes the answers of the solved lanes of a set: that of lane j to row `at[j]`.
    #[inline(always)]
    fn write_rows(
        self,
        x: &Words<Self::V>,
        mut lanes: u32,
        rows: &mut [Row],
        at: &[u32; MOST_PACKED],
    ) {
        let planes = planes(self, x);
        while lanes != 0 {
            let j = lanes.trailing_zeros() as usize % Self::N;
            lanes &= lanes - 1;
            let row = &mut rows[at[j] as usize];
            self.write_row(&lane_planes::<Self>(&planes, j), row);
        }
    }
    /// Writes an answer from its bit planes.
    #[inline(always)]
    fn write_row(self, planes: &Bits, row: &mut Row) {
        write_row(planes, row);
    }
}

/// The words of at most [`Lanes::PACKED`] lanes of all groups, side by side.
#[inline(always)]
pub(crate) fn pack<L: Lanes>(
    l: L,
    groups: &[Group<L::V>; MOST_GROUPS],
    lanes: LaneSet,
) -> Words<Packs<L>> {
    let packing = l.packing(lanes);
    // Not filled in a loop: some compilers would zero it first, by a call.
    macro_rules! triple {
        ($t:literal) => {
            nine!(p, {
                let mut words = [groups[0].x[$t][p]; MOST_GROUPS];
                for g in 1..L::GROUPS {
                    words[g] = groups[g].x[$t][p];
                }
                l.pack(packing, words)
            })
        };
    }
    [triple!(0), triple!(1), triple!(2)]
}

/// Calls [`Lanes::pass`]. Debug builds check that the frozen lanes in `kept`, which are still
/// needed, stay unchanged, bit for bit.
#[inline(always)]
pub(crate) fn pass_over<L: Lanes>(
    l: L,
    g: &mut Group<L::V>,
    frozen: u32,
    kept: LaneSet,
) -> PassResult {
    let before = cfg!(debug_assertions).then(|| g.x);
    let seen = l.pass(g, frozen);
    debug_assert!(
        before.is_some_and(|before| is_same(l, kept, &before, &g.x)),
        "a frozen lane was changed"
    );
    seen
}

/// Whether these lanes hold the same words.
fn is_same<L: Lanes>(_: L, lanes: LaneSet, a: &Words<L::V>, b: &Words<L::V>) -> bool {
    let a = L::words(a.as_flattened());
    let b = L::words(b.as_flattened());
    (0..a.len()).all(|i| lanes >> (i % L::N) & 1 == 0 || a[i] == b[i])
}
