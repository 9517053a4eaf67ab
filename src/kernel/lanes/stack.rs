//! A stack of states for each lane: the part of its puzzle that remains to be searched.
//!
//! All stacks are in one piece of memory, one after another, with a record of 128 bytes for each
//! state. Lanes push and pop together, up to [`Lanes::PACKED`] at a time, with their words packed.

use super::isa::{Lanes, MOST_GROUPS, MOST_PACKED, Packed, Packs, part};
use super::layout::{LaneSet, STATE, StackEntry, Words};
use super::vector::Vector;

/// Records that a lane's stack can hold: each guess on a path decides a cell.
const DEPTH: usize = 82;

const PAGE: usize = 4096;
/// Records in a page.
const IN_PAGE: usize = PAGE / size_of::<StackEntry>();

/// The stacks of all lanes.
pub(crate) struct Stacks<L: Lanes> {
    l: L,
    /// The index of each lane's first record, and of its next. There are more entries than lanes.
    /// Entry [`Lanes::LANES`] is not a lane, and its record is never read.
    bases: [L::V; MOST_GROUPS + 1],
    tops: [L::V; MOST_GROUPS + 1],
    records: Vec<StackEntry>,
    /// The state popped last, packed.
    pub(super) popped: [Packs<L>; STATE],
    /// The first record, at the start of a page, see [`Search`](super::state::Search).
    first: usize,
}

impl<L: Lanes> Stacks<L> {
    /// Records of all lanes, one of no lane, and more up to a power of two, so that masking an
    /// index proves that the record exists.
    const RECORDS: usize = (L::LANES * DEPTH + 1).next_power_of_two();

    pub(crate) fn new(l: L) -> Stacks<L> {
        let records = vec![StackEntry([0; 32]); Self::RECORDS + IN_PAGE - 1];
        let mut bases = [l.splat(0); MOST_GROUPS + 1];
        for (lane, word) in L::words_mut(&mut bases).iter_mut().enumerate() {
            *word = (lane * DEPTH) as u32;
        }
        Stacks {
            l,
            bases,
            tops: bases,
            first: records.as_ptr().align_offset(PAGE) % IN_PAGE,
            records,
            popped: [l.packed().splat(0); STATE],
        }
    }

    /// Empties all stacks.
    pub(crate) fn reset(&mut self) {
        self.tops = self.bases;
    }

    /// The lanes whose stacks are not empty.
    #[inline(always)]
    pub(crate) fn filled(&self) -> LaneSet {
        let mut filled = 0;
        for g in 0..L::GROUPS {
            let heights = self.l.xor(self.tops[g], self.bases[g]);
            filled |= LaneSet::from(self.l.nonzero(heights)) << (g * L::N);
        }
        filled
    }

    /// Empties the stacks of a group's lanes.
    #[inline(always)]
    pub(crate) fn clear(&mut self, g: usize, lanes: u32) {
        let l = self.l;
        self.tops[g] = l.blend(l.lanes(lanes), self.tops[g], self.bases[g]);
    }

    /// A lane's states, the last pushed first.
    pub(crate) fn states(
        &self,
        lane: usize,
    ) -> impl DoubleEndedIterator<Item = &StackEntry> + ExactSizeIterator {
        let [base, top] = [&self.bases, &self.tops].map(|v| L::words(v)[lane] as usize);
        self.records[self.first + base..self.first + top]
            .iter()
            .rev()
    }

    /// The records at the tops of the stacks of a list's lanes, or this many below.
    #[inline(always)]
    fn at(&self, list: &[u32; MOST_PACKED], below: u32) -> [usize; MOST_PACKED] {
        let tops = L::words(&self.tops);
        let mut at = [0; MOST_PACKED];
        for k in 0..L::PACKED {
            at[k] = tops[list[k] as usize].wrapping_sub(below) as usize % Self::RECORDS;
        }
        at
    }

    /// Moves the tops of the lanes' stacks up or down.
    #[inline(always)]
    fn step(&mut self, lanes: LaneSet, by: u32) {
        for g in 0..L::GROUPS {
            self.tops[g] = self.l.add(part::<L>(lanes, g), self.tops[g], by);
        }
    }

    /// Lanes push one state each, packed.
    #[inline(always)]
    pub(crate) fn push(&mut self, lanes: LaneSet, words: &Words<Packs<L>>) {
        let list = self.l.list(lanes);
        let at = self.at(&list, 0);
        self.step(lanes, 1);
        let records = &mut self.records[self.first..][..Self::RECORDS];
        self.l.packed().scatter(words, records, at);
        debug_assert!(
            self.holds(&list, at, words.as_flattened()),
            "a push does not keep what it was given"
        );
    }

    /// Lanes pop the last state of their stacks to [`Stacks::popped`].
    #[inline(always)]
    pub(crate) fn pop(&mut self, lanes: LaneSet) {
        debug_assert!(lanes & !self.filled() == 0, "a stack is empty");
        let list = self.l.list(lanes);
        let at = self.at(&list, 1);
        self.step(lanes, 1_u32.wrapping_neg());
        self.popped = self
            .l
            .packed()
            .gather(&self.records[self.first..][..Self::RECORDS], at);
        debug_assert!(
            self.holds(&list, at, &self.popped),
            "a pop does not bring what was pushed"
        );
    }

    /// Whether these words are those of the lanes' records, each in its own stack: a pop must
    /// return what was pushed.
    fn holds(
        &self,
        list: &[u32; MOST_PACKED],
        at: [usize; MOST_PACKED],
        words: &[Packs<L>],
    ) -> bool {
        let words = <L::Packed as Vector>::words(words);
        let mut of_lanes = (0..L::PACKED).filter(|&k| (list[k] as usize) < L::LANES);
        of_lanes.all(|k| {
            let lane = list[k] as usize;
            let record = &self.records[self.first + at[k]].0;
            (lane * DEPTH..(lane + 1) * DEPTH).contains(&at[k])
                && (0..STATE).all(|w| record[w] == words[w * L::PACKED + k])
        })
    }
}
