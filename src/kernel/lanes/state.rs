//! The state of one thread: lanes with their words and stacks, and new puzzles.
//! [`search`](super::search) and [`exchange`](super::exchange) work on it.

use super::completions::Completions;
use super::feed::SplitPuzzle;
use super::incoming::Incoming;
use super::isa::{Lanes, MOST_GROUPS, MOST_LANES};
use super::layout::{Group, LaneSet, StackEntry};
use super::pass::PassResult;
use super::stack::Stacks;
use crate::solver::Counters;

/// The work of a lane.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lane {
    pub(super) puzzle: u32,
    pub(super) solutions: u64,
    pub(super) started: u64,
}

/// The lanes of a batch that make no passes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LaneSets {
    /// Those that wait for an event, by what their last pass found.
    pub(super) waiting: PassResult,
    /// Those of `waiting` whose nodes are counted, because they waited at the last event, too.
    pub(super) counted: LaneSet,
    /// Those without a puzzle.
    pub(super) idle: LaneSet,
}

/// One thread's state.
///
/// By the last twelve bits of addresses, CPUs decide whether a load may have to wait for a store.
/// So the state, frames ([`simd`](crate::simd)) and records of stacks begin with pages, and the
/// groups are placed where their addresses conflict with the fewest others. By chance, a process
/// would sometimes get bad addresses. (Zen 5: of eight such places one made SSE2 1.4 times as slow.
/// The chosen one is 2.8 % faster with AVX-512 than chance, 2.6 % with SSE2, 1.4 % slower with
/// AVX2.)
#[repr(C, align(4096))]
pub(crate) struct Search<L: Lanes> {
    _place: [u8; 512],
    /// Lane i is lane i % N of group i / N.
    pub(super) groups: [Group<L::V>; MOST_GROUPS],
    pub(super) incoming: Incoming<L>,
    pub(super) l: L,
    pub(super) lanes: [Lane; MOST_LANES],
    /// Guesses of each lane for its puzzle.
    pub(super) guesses: [L::V; MOST_GROUPS],
    pub(super) stacks: Stacks<L>,
    /// The lane that is served first, if more wait than are served at once.
    pub(super) next_served: u32,
    /// Events at which solved lanes were left waiting, since some were served.
    pub(super) passed_over: u32,
    /// Lanes that have found a solution, as a set: a branch for each lane would be hard to predict.
    pub(super) found: LaneSet,
    /// Lanes that took words since [`Group::has_other`] was computed for them.
    pub(super) fresh: LaneSet,
    pub(super) completions: Completions,
    /// Counts of this batch. A node is counted at the first event for which its lane waits.
    pub(super) counters: Counters,
    /// No lane reaches a limit of guesses before the batch has this many.
    pub(super) check_at: u64,
    /// Puzzles handed out in this batch, and their states in the order of search.
    pub(super) split_puzzles: Vec<SplitPuzzle>,
    pub(super) handed_out: Vec<StackEntry>,
}

impl<L: Lanes> Search<L> {
    pub(crate) fn new(l: L) -> Box<Search<L>> {
        Box::new(Search {
            _place: [0; 512],
            groups: [Group::of(l.splat(0)); MOST_GROUPS],
            incoming: Incoming::new(l),
            l,
            lanes: [Lane::default(); MOST_LANES],
            guesses: [l.splat(0); MOST_GROUPS],
            stacks: Stacks::new(l),
            next_served: 0,
            passed_over: 0,
            found: 0,
            fresh: 0,
            completions: Completions::new(),
            counters: Counters::default(),
            check_at: 0,
            split_puzzles: Vec::new(),
            handed_out: Vec::new(),
        })
    }
}
