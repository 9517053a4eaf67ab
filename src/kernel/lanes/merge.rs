//! Fewer groups at the end of a batch: when no puzzle is left for them, lanes move to free lanes of
//! other groups, so that fewer groups make passes.
//!
//! A pass takes the same time for one lane as for a whole group. So without this, a last puzzle in
//! each of three groups takes three times as long.

use super::isa::{Lanes, part};
use super::layout::{LaneSet, each, moved};
use super::state::{Lane, LaneSets, Search};

impl<L: Lanes> Search<L> {
    /// Empties groups whose lanes have room in others. Only lanes in no team may move.
    #[inline(always)]
    pub(super) fn merge_groups(&mut self, sets: &mut LaneSets) {
        let at_work = Self::ALL & !sets.idle;
        let used = (0..L::GROUPS).filter(|&g| part::<L>(at_work, g) != 0);
        let needed = at_work.count_ones().div_ceil(L::N as u32) as usize;
        if needed < used.count() {
            self.empty_a_group(sets);
        }
    }

    /// Moves the lanes of the group with the fewest to other groups, which have room for them.
    #[cold]
    #[inline(never)]
    fn empty_a_group(&mut self, sets: &mut LaneSets) {
        let at_work = Self::ALL & !sets.idle;
        let lanes = |g: usize| part::<L>(at_work, g);
        let used = (0..L::GROUPS).filter(|&g| lanes(g) != 0);
        let Some(emptied) = used.clone().min_by_key(|&g| lanes(g).count_ones()) else {
            return;
        };
        let others = used.filter(|&g| g != emptied);
        let mut room = others.fold(0, |room, g| {
            room | LaneSet::from(L::EVERY & !lanes(g)) << (g * L::N)
        });
        each(LaneSet::from(lanes(emptied)) << (emptied * L::N), |from| {
            let to = room.trailing_zeros() as usize;
            room &= room - 1;
            self.move_lane(from, to);
            sets.moved(from, to);
        });
    }

    /// A lane's work becomes that of another, which is idle.
    fn move_lane(&mut self, from: usize, to: usize) {
        let words = |lane: usize| (lane / L::N, lane % L::N);
        let ((g, i), (h, j)) = (words(from), words(to));
        for p in 0..9 {
            for t in 0..3 {
                let word = L::words(&self.groups[g].x[t])[p * L::N + i];
                L::words_mut(&mut self.groups[h].x[t])[p * L::N + j] = word;
            }
            let other = L::words(&self.groups[g].has_other)[p * L::N + i];
            L::words_mut(&mut self.groups[h].has_other)[p * L::N + j] = other;
        }
        self.lanes[to] = std::mem::take::<Lane>(&mut self.lanes[from]);
        let guesses = L::words_mut(&mut self.guesses);
        guesses[to] = guesses[from];
        self.stacks.move_to(from, to);
        self.found = moved(self.found, from, to);
    }
}
