//! Work stealing at the end of a batch: lanes without a puzzle help others.
//!
//! A lane without a puzzle takes the lowest state of another lane's stack, usually the largest part
//! of its remaining search. Lanes that work on one puzzle are a *team*. When the last of them is
//! done, their results are added up. Whatever their order, the sum is the result of one lane, as
//! long as the search visits all states: if there is at most one solution while two or more are
//! requested, and if there are fewer guesses than the limit and [`SPLIT`](super::search::SPLIT).
//! Otherwise the team is undone: its counts are taken back, and one of its lanes starts again,
//! alone, where the team began. So answers, guesses and counters are the same as without help.
//!
//! No lane gets help while the puzzles that are known to have several solutions are more than a
//! quarter of those that ended.
//!
//! (AVX-512 on Zen 5, limit 2: puzzles with 17 clues 3 to 7 % faster in batches of 3,200, 22 % in batches of
//! 400 and of 50; in batches of 50 magictour 17 %, the hardest 9, those without solution 9.)

use super::feed::Feed;
use super::isa::Lanes;
use super::layout::{LaneSet, each};
use super::state::{Lane, Search};
use super::team::Team;
use crate::solver::Counters;

/// Guesses that a puzzle has needed before its lane gets help.
const GUESSES_BEFORE_HELP: u64 = 4;

/// Lanes that left their teams, or whose teams were undone, and did not finish a puzzle by that.
#[derive(Debug, Default)]
pub(super) struct TeamChange {
    /// Those that have no work.
    pub(super) idle: LaneSet,
    /// Those that start again where their team began: like lanes with a contradiction, they wait to
    /// backtrack.
    pub(super) restarted: LaneSet,
}

impl<L: Lanes> Search<L> {
    /// Whether few puzzles are known to have several solutions, compared with those that ended.
    /// There is no puzzle left for a lane.
    #[inline(always)]
    pub(super) fn is_stealing_worthwhile(&self, idle: LaneSet, feed: &Feed<'_, '_>) -> bool {
        let alone = Self::ALL & !idle & !self.teams.lanes;
        let at_work = alone.count_ones() + self.teams.used.count_ones();
        4 * self.several <= feed.len() as u64 - u64::from(at_work)
    }

    /// Idle lanes join others. Returns those that joined: like lanes with a contradiction, they
    /// wait to take the state that they got.
    #[inline(always)]
    pub(super) fn steal_work(&mut self, idle: LaneSet, waiting: LaneSet) -> LaneSet {
        // A waiting lane has made its last pass. If it started again from there, it would make one
        // more. And a lane with a contradiction needs its stack itself.
        let helped = self.stacks.filled() & !idle & !waiting;
        if helped == 0 {
            0
        } else {
            self.steal_from(idle, helped)
        }
    }

    /// Does the work of [`Search::steal_work`], if there is a lane with a stack.
    #[inline(never)]
    fn steal_from(&mut self, idle: LaneSet, mut helped: LaneSet) -> LaneSet {
        let mut left = idle;
        while left != 0 && helped != 0 {
            let from = helped.trailing_zeros() as usize;
            helped &= helped - 1;
            let Some(team) = self.join_or_begin(from) else {
                continue;
            };
            let to = left.trailing_zeros() as usize;
            left &= left - 1;
            self.stacks.give(from, to);
            self.lanes[to] = Lane {
                solutions: 0,
                ..self.lanes[from]
            };
            L::words_mut(&mut self.guesses)[to] = 0;
            self.found &= !(1 << to);
            self.teams.join(to, team);
        }
        idle & !left
    }

    /// The team of a lane, or a new one if it is in none and may get help.
    fn join_or_begin(&mut self, lane: usize) -> Option<usize> {
        let Lane {
            team,
            is_alone,
            solutions,
            ..
        } = self.lanes[lane];
        if self.teams.lanes >> lane & 1 == 1 {
            return Some(usize::from(team));
        }
        if is_alone || solutions != 0 || self.guesses_of(lane) < GUESSES_BEFORE_HELP {
            return None;
        }
        let free = self.teams.used.trailing_ones() as usize;
        let mut states = std::mem::take(&mut self.teams.teams[free].states);
        states.clear();
        states.extend(self.stacks.states(lane).rev());
        states.push(self.state(lane));
        self.teams.teams[free] = Team {
            states,
            guesses: self.guesses_of(lane),
            ..Team::default()
        };
        self.lanes[lane].team = free as u8;
        self.teams.join(lane, free);
        Some(free)
    }

    /// The guesses of a lane of a team (all its puzzle's, if it was the first), its other counts
    /// since it joined, and the solutions it found.
    fn counted(&self, lane: usize) -> (Counters, u64) {
        let counters = Counters {
            guesses: self.guesses_of(lane),
            nodes: u64::from(L::words(&self.teams.nodes)[lane]),
            lane_passes: u64::from(L::words(&self.teams.passes)[lane]),
        };
        (counters, self.lanes[lane].solutions)
    }

    /// The counts and results of the lanes of a team.
    fn sum(&self, team: usize) -> (Counters, u64) {
        let team = &self.teams.teams[team];
        let (mut counters, mut solutions) = (team.counters, team.solutions);
        each(team.lanes, |lane| {
            let (more, found) = self.counted(lane);
            counters.add(&more);
            solutions += found;
        });
        (counters, solutions)
    }

    /// Guesses of the team with the most.
    pub(super) fn most_guesses_of_teams(&self) -> u64 {
        let mut most = 0;
        each(self.teams.used, |t| most = most.max(self.sum(t).0.guesses));
        most
    }

    /// Lanes that are done leave their teams. The last one takes the results of all.
    #[cold]
    #[inline(never)]
    pub(super) fn leave_teams(&mut self, done: LaneSet, bound: u64) -> TeamChange {
        let mut change = TeamChange::default();
        each(done & self.teams.lanes, |lane| {
            let t = usize::from(self.lanes[lane].team);
            if self.teams.teams[t].lanes != 1 << lane {
                let (counters, solutions) = self.counted(lane);
                let team = &mut self.teams.teams[t];
                team.lanes &= !(1 << lane);
                team.counters.add(&counters);
                team.solutions += solutions;
                self.teams.lanes &= !(1 << lane);
                change.idle |= 1 << lane;
                return;
            }
            let (counters, solutions) = self.sum(t);
            if is_whole(counters, solutions, bound) {
                self.lanes[lane].solutions = solutions;
                L::words_mut(&mut self.guesses)[lane] = counters.guesses as u32;
                self.teams.disband(t);
            } else {
                self.begin_again(t, lane, counters);
                change.restarted |= 1 << lane;
            }
        });
        change
    }

    /// Undoes teams that found more than one solution, or reached the bound of guesses.
    #[cold]
    #[inline(never)]
    pub(super) fn undo_teams(&mut self, bound: u64) -> TeamChange {
        let mut change = TeamChange::default();
        each(self.teams.used, |t| {
            let lanes = self.teams.teams[t].lanes;
            let (counters, solutions) = self.sum(t);
            if !is_whole(counters, solutions, bound) {
                let lane = lanes.trailing_zeros() as usize;
                self.begin_again(t, lane, counters);
                change.idle |= lanes & !(1 << lane);
                change.restarted |= 1 << lane;
            }
        });
        change
    }

    /// One lane of a team, which has these counts, starts again where the team began. It waits to
    /// backtrack to the state of then.
    fn begin_again(&mut self, t: usize, lane: usize, counters: Counters) {
        let team = &self.teams.teams[t];
        self.stacks.set(lane, &team.states);
        L::words_mut(&mut self.guesses)[lane] = team.guesses as u32;
        self.lanes[lane].solutions = 0;
        self.lanes[lane].is_alone = true;
        self.found &= !(1 << lane);
        let guesses = counters.guesses - team.guesses;
        self.counters.guesses -= guesses;
        self.counters.nodes -= counters.nodes;
        self.counters.lane_passes -= counters.lane_passes;
        self.check_at = self.check_at.saturating_sub(guesses);
        self.teams.disband(t);
    }
}

/// Whether a team's results and counts are those of a single lane.
fn is_whole(counters: Counters, solutions: u64, bound: u64) -> bool {
    solutions <= 1 && counters.guesses < bound
}
