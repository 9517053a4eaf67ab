//! A stack of states for each lane: what is still to be searched of its puzzle.
//!
//! All stacks lie in one piece, a record of 128 bytes for each state. Lanes push and pop
//! together, up to [`Lanes::PACKED`] at a time, their words packed.

use super::isa::{Lanes, MOST_GROUPS, MOST_PACKED, Packed, Packs};
use super::layout::{STATE, StackEntry, Words};
use super::vector::Vector;

/// Records that a lane's stack can hold: each guess on a path settles a cell.
const DEPTH: usize = 82;

/// The stacks of all lanes.
pub(crate) struct Stacks<L: Lanes> {
    l: L,
    /// Where each lane's first record goes, and its next. There are more than lanes; the
    /// first of these, number [`Lanes::LANES`], is no lane: nobody looks at its record.
    bases: [L::V; MOST_GROUPS + 1],
    tops: [L::V; MOST_GROUPS + 1],
    records: Vec<StackEntry>,
}

impl<L: Lanes> Stacks<L> {
    /// Records of all lanes, and one of no lane.
    const RECORDS: usize = L::LANES * DEPTH + 1;

    pub(crate) fn new(l: L) -> Stacks<L> {
        let mut bases = [l.splat(0); MOST_GROUPS + 1];
        for (lane, word) in L::words_mut(&mut bases).iter_mut().enumerate() {
            *word = (lane * DEPTH) as u32;
        }
        Stacks {
            l,
            bases,
            tops: bases,
            records: vec![StackEntry([0; 32]); Self::RECORDS],
        }
    }

    /// The lanes whose stacks are not empty.
    #[inline(always)]
    pub(crate) fn filled(&self) -> u32 {
        let mut filled = 0;
        for g in 0..L::GROUPS {
            let heights = self.l.xor(self.tops[g], self.bases[g]);
            filled |= self.l.nonzero(heights) << (g * L::N);
        }
        filled
    }

    /// Empties a lane's stack.
    #[inline(always)]
    pub(crate) fn clear(&mut self, lane: usize) {
        L::words_mut(&mut self.tops)[lane] = L::words(&self.bases)[lane];
    }

    /// A lane's states, the last pushed first.
    pub(crate) fn states(&self, lane: usize) -> impl ExactSizeIterator<Item = &StackEntry> {
        let bottom = L::words(&self.bases)[lane] as usize;
        let top = L::words(&self.tops)[lane] as usize;
        self.records[bottom..top].iter().rev()
    }

    /// The lanes of a list ([`lowest`]) push a state each, which are packed.
    #[inline(always)]
    pub(crate) fn push(&mut self, lanes: [usize; MOST_PACKED], words: &Words<Packs<L>>) {
        let mut at = lanes;
        for at in &mut at {
            let lane = *at;
            let top = &mut L::words_mut(&mut self.tops)[lane];
            *at = *top as usize;
            debug_assert!(
                lane == L::LANES || *at < (lane + 1) * DEPTH,
                "a stack is full"
            );
            *top += u32::from(lane < L::LANES);
        }
        let records = &mut self.records[..Self::RECORDS];
        self.l.packed().scatter(words, records, at);
        debug_assert!(
            self.holds(lanes, at, words.as_flattened()),
            "a push does not keep what it was given"
        );
    }

    /// The lanes of a list take the last state off their stacks; packed.
    #[inline(always)]
    pub(crate) fn pop(&mut self, lanes: [usize; MOST_PACKED]) -> [Packs<L>; STATE] {
        let mut at = lanes;
        for at in &mut at {
            let lane = *at;
            debug_assert!(
                lane == L::LANES || self.states(lane).len() > 0,
                "a stack is empty"
            );
            let top = &mut L::words_mut(&mut self.tops)[lane];
            *top = top.wrapping_sub(u32::from(lane < L::LANES));
            *at = *top as usize;
        }
        let words = self.l.packed().gather(&self.records[..Self::RECORDS], at);
        debug_assert!(
            self.holds(lanes, at, &words),
            "a pop does not bring what was pushed"
        );
        words
    }

    /// Whether these words are those of the records of the lanes of a list: what a push leaves
    /// is what a pop brings.
    fn holds(
        &self,
        lanes: [usize; MOST_PACKED],
        at: [usize; MOST_PACKED],
        words: &[Packs<L>],
    ) -> bool {
        let words = <L::Packed as Vector>::words(words);
        let mut of_lanes = (0..L::PACKED).filter(|&k| lanes[k] < L::LANES);
        of_lanes.all(|k| {
            let record = &self.records[at[k]].0;
            (0..STATE).all(|w| record[w] == words[w * L::PACKED + k])
        })
    }
}

/// Takes the lowest lanes out of the set, at most [`Lanes::PACKED`]: the lane in each place
/// where they are packed, or the number of no lane, and the places that have one.
#[inline(always)]
pub(crate) fn lowest<L: Lanes>(lanes: &mut u32) -> ([usize; MOST_PACKED], u32) {
    let mut list = [L::LANES; MOST_PACKED];
    if L::LANES == L::PACKED {
        for (lane, place) in list[..L::PACKED].iter_mut().enumerate() {
            *place = if *lanes >> lane & 1 == 1 {
                lane
            } else {
                L::LANES
            };
        }
        return (list, std::mem::take(lanes));
    }
    let count = lanes.count_ones().min(L::PACKED as u32);
    for place in &mut list[..L::PACKED] {
        *place = (lanes.trailing_zeros() as usize).min(L::LANES);
        *lanes &= lanes.wrapping_sub(1);
    }
    (list, (1 << count) - 1)
}
