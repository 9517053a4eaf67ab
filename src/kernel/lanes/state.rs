//! What one thread works on: lanes with their words and stacks, and new puzzles. What it does with them
//! is in [`search`](super::search) and [`exchange`](super::exchange).

use super::completions::Completions;
use super::feed::SplitPuzzle;
use super::incoming::Incoming;
use super::isa::{Lanes, MOST_GROUPS, MOST_LANES, PassForm};
use super::layout::{Group, LaneSet, StackEntry};
use super::stack::Stacks;
use super::team::HelperSets;
use crate::solver::Counters;

/// What a lane is at work on.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Lane {
    pub(super) puzzle: u32,
    pub(super) solutions: u64,
    pub(super) started: u64,
    /// Its team, where it is in one.
    pub(super) team: u8,
    /// It began again where a team began, and is not helped any more.
    pub(super) is_alone: bool,
}

/// One thread's state.
///
/// CPUs tell by the last twelve bits of addresses whether a load may have to wait for a store. So the
/// state, frames ([`simd`](crate::simd)) and records of stacks begin with pages, and the groups
/// lie where their addresses agree with the fewest of the others': left to chance, a
/// process now and then gets bad ones. (Zen 5: of eight such places one made SSE2 1.4 times as
/// slow; the one taken is 2.8 % faster with AVX-512 than chance, 2.6 with SSE2, 1.4 slower with
/// AVX2.)
#[repr(C, align(4096))]
pub(crate) struct Search<L: Lanes> {
    _place: [u8; 512],
    /// Lane i is lane i % N of group i / N.
    pub(super) groups: [Group<L::V>; MOST_GROUPS],
    pub(super) incoming: Incoming<L>,
    pub(super) l: L,
    pub(super) form: PassForm,
    pub(super) lanes: [Lane; MOST_LANES],
    /// Guesses that each lane made for its puzzle.
    pub(super) guesses: [L::V; MOST_GROUPS],
    pub(super) stacks: Stacks<L>,
    pub(super) teams: HelperSets<L>,
    /// The lane that is served first, where more wait for the same than are served at once.
    pub(super) next_served: u32,
    /// Events at which settled lanes were passed over since some were looked at.
    pub(super) passed_over: u32,
    /// Lanes that have found a solution, as a set: asked lane by lane it is hard to foresee.
    pub(super) found: LaneSet,
    /// Lanes that took words since [`Group::has_other`] was made for them.
    pub(super) fresh: LaneSet,
    pub(super) completions: Completions,
    /// Of this batch. A node is counted at the first event for which its lane waits.
    pub(super) counters: Counters,
    /// Puzzles of this batch that are known to have more than one solution, as soon as that is known: told at
    /// their ends alone, a count of many solutions took 1.7 times as long. One whose team was undone
    /// may count twice.
    pub(super) several: u64,
    /// No lane and no team has as many guesses as a limit before the batch has this many.
    pub(super) check_at: u64,
    /// Puzzles handed out in this batch, and their states in the order of search.
    pub(crate) heavy: Vec<SplitPuzzle>,
    pub(crate) handed_out: Vec<StackEntry>,
}

impl<L: Lanes> Search<L> {
    pub(crate) fn new(l: L, form: PassForm) -> Box<Search<L>> {
        Box::new(Search {
            _place: [0; 512],
            groups: [Group::of(l.splat(0)); MOST_GROUPS],
            incoming: Incoming::new(l, form),
            l,
            form,
            lanes: [Lane::default(); MOST_LANES],
            guesses: [l.splat(0); MOST_GROUPS],
            stacks: Stacks::new(l),
            teams: HelperSets::new(l),
            next_served: 0,
            passed_over: 0,
            found: 0,
            fresh: 0,
            completions: Completions::new(),
            counters: Counters::default(),
            several: 0,
            check_at: 0,
            heavy: Vec::new(),
            handed_out: Vec::new(),
        })
    }
}
