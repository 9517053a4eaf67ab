//! Lanes that work on the same puzzle, and their results. [`help`](super::work_stealing) makes the
//! teams.

use super::isa::{Lanes, MOST_GROUPS, part};
use super::layout::{LaneSet, StackEntry};
use super::stack::DEPTH;
use crate::solver::Counters;

/// Lanes at work on the same puzzle.
#[derive(Debug, Default)]
pub(super) struct Team {
    /// Its lanes that are still at work.
    pub(super) lanes: LaneSet,
    /// The first lane's stack when the team began, the lowest state first, followed by its current
    /// state; and its guesses until then.
    pub(super) states: Vec<StackEntry>,
    pub(super) guesses: u64,
    /// The results of lanes that left, and their counts: nodes and passes since they joined, and
    /// all guesses.
    pub(super) solutions: u64,
    pub(super) counters: Counters,
}

impl Team {
    /// It allocates memory for all states that a lane may have, so that nothing is allocated later.
    fn new() -> Team {
        Team {
            states: Vec::with_capacity(DEPTH),
            ..Team::default()
        }
    }
}

/// The teams, at most one for each lane, and the counts of their lanes.
pub(super) struct HelperSets<L: Lanes> {
    l: L,
    pub(super) teams: Vec<Team>,
    /// The set of teams that have lanes, and the set of all their lanes.
    pub(super) used: u64,
    pub(super) lanes: LaneSet,
    /// The counts of each lane since it joined. They have no meaning for lanes in no team.
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

    /// A lane joins a team, and starts to count.
    pub(super) fn join(&mut self, lane: usize, team: usize) {
        self.teams[team].lanes |= 1 << lane;
        self.used |= 1 << team;
        self.lanes |= 1 << lane;
        L::words_mut(&mut self.nodes)[lane] = 0;
        L::words_mut(&mut self.passes)[lane] = 0;
    }

    /// A team has lost its last lane.
    pub(super) fn disband(&mut self, team: usize) {
        self.lanes &= !std::mem::take(&mut self.teams[team].lanes);
        self.used &= !(1 << team);
    }
}
