//! Lanes at work on the same puzzle: what is known of them. How they become a team is in
//! [`help`](super::work_stealing).

use super::isa::{Lanes, MOST_GROUPS, part};
use super::layout::{LaneSet, StackEntry};
use super::stack::DEPTH;
use crate::solver::Counters;

/// Lanes at work on the same puzzle.
#[derive(Debug, Default)]
pub(super) struct Team {
    /// Those that are still at work.
    pub(super) lanes: LaneSet,
    /// The first lane's stack when the team began, the lowest state first, and then its own state; and the
    /// guesses it had made.
    pub(super) states: Vec<StackEntry>,
    pub(super) guesses: u64,
    /// What was found by lanes that left, and what they counted: nodes and passes since they joined, and all
    /// guesses.
    pub(super) solutions: u64,
    pub(super) counters: Counters,
}

impl Team {
    /// With room for all states that a lane may have, so that nothing is allocated later.
    fn new() -> Team {
        Team {
            states: Vec::with_capacity(DEPTH),
            ..Team::default()
        }
    }
}

/// The teams, at most one for each lane, and what their lanes count.
pub(super) struct HelperSets<L: Lanes> {
    l: L,
    pub(super) teams: Vec<Team>,
    /// The set of teams that have lanes, and the set of all their lanes.
    pub(super) used: u64,
    pub(super) lanes: LaneSet,
    /// What each lane counted since it joined; of those in no team, rubbish.
    pub(super) nodes: [L::V; MOST_GROUPS],
    pub(super) passes: [L::V; MOST_GROUPS],
}

impl<L: Lanes> HelperSets<L> {
    pub(super) fn new(l: L) -> HelperSets<L> {
        HelperSets {
            l,
            teams: (0..L::LANES).map(|_| Team::new()).collect(),
            used: 0,
            lanes: 0,
            nodes: [l.splat(0); MOST_GROUPS],
            passes: [l.splat(0); MOST_GROUPS],
        }
    }

    /// Counts a pass for lanes of a group.
    #[inline(always)]
    pub(super) fn count_pass(&mut self, g: usize, lanes: u32) {
        if self.lanes != 0 {
            self.passes[g] = self.l.add(lanes, self.passes[g], 1);
        }
    }

    /// Counts a node for each of these lanes.
    #[inline(always)]
    pub(super) fn count_nodes(&mut self, lanes: LaneSet) {
        if self.lanes != 0 {
            for g in 0..L::GROUPS {
                self.nodes[g] = self.l.add(part::<L>(lanes, g), self.nodes[g], 1);
            }
        }
    }

    /// A lane joins a team, and begins to count.
    pub(super) fn join(&mut self, lane: usize, team: usize) {
        self.teams[team].lanes |= 1 << lane;
        self.used |= 1 << team;
        self.lanes |= 1 << lane;
        L::words_mut(&mut self.nodes)[lane] = 0;
        L::words_mut(&mut self.passes)[lane] = 0;
    }

    /// A team has no lanes any more.
    pub(super) fn disband(&mut self, team: usize) {
        self.lanes &= !std::mem::take(&mut self.teams[team].lanes);
        self.used &= !(1 << team);
    }
}
