//! The event: lanes backtrack, guess and take new puzzles, all in one sweep over the words.
//! [`Search`] does this at the end of each event. [`search`](super::search) says when.

use super::choose::choose;
use super::incoming::Assignments;
use super::isa::{Lanes, MOST_GROUPS, Packs, pack, part, places};
use super::layout::{Group, LaneSet, STATE, Words};
use super::state::Search;
use super::turns::{has_other, renew};
use super::vector::Vector;
use std::sync::atomic::{Ordering, compiler_fence};

impl<L: Lanes> Search<L> {
    /// Lanes of `pops` backtrack to the last state of their stacks. In lanes of `guesses` a
    /// candidate is chosen: the state without it is pushed, and the lane continues in the state
    /// with it. Lanes take the new puzzles that they got. [`Group::has_other`] is computed again
    /// for all lanes that change.
    #[inline(always)]
    pub(super) fn exchange(&mut self, pops: LaneSet, guesses: LaneSet) {
        debug_assert!(pops & guesses == 0);
        if pops | guesses == 0 {
            self.load_new();
            return;
        }
        let ways = self.l.unpacking(pops, guesses);
        // If there are many solutions, few lanes backtrack. Then the popped words are old, and no
        // lane takes any of them.
        if pops != 0 {
            self.stacks.pop(pops);
        }
        let on = self.guess(guesses);
        let assigned = self.incoming.take_assigned();
        let mut to = 0;
        for g in 0..L::GROUPS {
            to |= assigned[g].0;
        }
        match (pops != 0 || !L::ONE_COSTS_LESS, to != 0) {
            (true, true) => self.step::<true, true>(ways, &on, assigned),
            (true, false) => self.step::<true, false>(ways, &on, assigned),
            (false, true) => self.step::<false, true>(ways, &on, assigned),
            (false, false) => self.step::<false, false>(ways, &on, assigned),
        }
        self.fresh = 0;
    }

    /// Lanes take the words of the new puzzles that they got.
    #[inline(always)]
    pub(super) fn take(&mut self) {
        let l = self.l;
        let assigned = self.incoming.take_assigned();
        for g in 0..L::GROUPS {
            let (to, from) = assigned[g];
            if to != 0 {
                self.fresh |= LaneSet::from(to) << (g * L::N);
                let words = &mut self.groups[g].x;
                let new = &self.incoming.group.x;
                let taking = l.taking(to, from);
                for t in 0..3 {
                    for p in 0..9 {
                        words[t][p] = l.take(taking, words[t][p], new[t][p]);
                    }
                }
            }
        }
    }

    /// Lanes take the words of the new puzzles that they got, and [`Group::has_other`] is computed
    /// for them.
    #[inline(always)]
    pub(super) fn load_new(&mut self) {
        self.take();
        let fresh = std::mem::take(&mut self.fresh);
        for g in 0..L::GROUPS {
            if part::<L>(fresh, g) != 0 {
                renew(self.l, &mut self.groups[g]);
            }
        }
    }

    /// Lanes choose a candidate, and push the state without it. Returns the state with it.
    #[inline(always)]
    fn guess(&mut self, lanes: LaneSet) -> Words<Packs<L>> {
        let packed = self.l.packed();
        let x = pack(self.l, &self.groups, lanes);
        for g in 0..L::GROUPS {
            self.guesses[g] = self.l.add(part::<L>(lanes, g), self.guesses[g], 1);
        }
        // Lanes beyond those that guess also choose, and push to a record that is never read.
        let (with, without) = split(packed, &x);
        debug_assert!(is_split::<L::Packed>(
            places::<L>(lanes),
            &x,
            &with,
            &without
        ));
        self.stacks.push(lanes, &without);
        with
    }

    /// Moves words to their lanes: with `BACK`, those of lanes that backtrack; those of lanes that
    /// continue; and with `NEW`, those of new puzzles.
    ///
    /// A fence keeps the load, change and store of each word together. Otherwise the compiler tries
    /// to keep all words in registers, and does not have enough (5 % slower on the hardest).
    #[inline(always)]
    fn step<const BACK: bool, const NEW: bool>(
        &mut self,
        ways: [L::Unpacking; MOST_GROUPS],
        on: &Words<Packs<L>>,
        assigned: Assignments,
    ) {
        let l = self.l;
        let new = &self.incoming.group.x;
        let back = &self.stacks.popped;
        let mut takings = [l.taking(0, 0); MOST_GROUPS];
        if NEW {
            for g in 0..L::GROUPS {
                takings[g] = l.taking(assigned[g].0, assigned[g].1);
            }
        }
        for p in 0..9 {
            for g in 0..L::GROUPS {
                let Group {
                    x,
                    has_other: other,
                } = &mut self.groups[g];
                for t in 0..3 {
                    let word = &mut x[t][p];
                    *word = if BACK {
                        l.unpack(ways[g], *word, back[9 * t + p], on[t][p])
                    } else {
                        l.unpack_on(ways[g], *word, on[t][p])
                    };
                    if NEW {
                        *word = l.take(takings[g], *word, new[t][p]);
                    }
                }
                other[p] = has_other(l, x, p);
            }
            compiler_fence(Ordering::SeqCst);
        }
    }
}

/// The state of each lane with the chosen candidate, and without it. Both are made in one loop,
/// while the words are at hand (1 to 3 % faster with AVX2).
#[inline(always)]
pub(crate) fn split<V: Vector>(v: V, x: &Words<V::V>) -> (Words<V::V>, Words<V::V>) {
    let choice = choose(v, x, V::EVERY);
    let mut with = [[v.splat(0); 9]; 3];
    let mut without = [[v.splat(0); 9]; 3];
    for t in 0..3 {
        for p in 0..9 {
            let cell = choice.cells[p];
            let digit = choice.digit[t];
            without[t][p] = v.and_nand(x[t][p], cell, digit);
            with[t][p] = v.sel(cell, digit, x[t][p]);
        }
    }
    (with, without)
}

/// Whether a state of these lanes was split into two parts, neither of which is the whole.
fn is_split<V: Vector>(
    lanes: u32,
    all: &Words<V::V>,
    with: &Words<V::V>,
    without: &Words<V::V>,
) -> bool {
    let [all, with, without] = [all, with, without].map(|x| V::words(x.as_flattened()));
    (0..V::N).filter(|lane| lanes >> lane & 1 == 1).all(|lane| {
        let words = || (0..STATE).map(|w| w * V::N + lane);
        words().all(|w| with[w] | without[w] == all[w])
            && words().any(|w| with[w] != all[w])
            && words().any(|w| without[w] != all[w])
    })
}
