//! New puzzles, in their own group until they are done or get a lane.
//!
//! They make their first passes together, until more than five eighths of them wait, as the result
//! of the third pass shows for the first time. Puzzles that are solved or have a contradiction by
//! then are done, without ever having had a lane. In a corpus of easy puzzles that is most of them.
//! The others go to lanes unchanged, so it does not matter where a pass was made. (Compared with
//! three passes and then a lane for each: easy puzzles 56 to 51 ns, 17 clues 160 to 144, the others
//! as before, on Zen 4 and with a half.)

use super::clash::clashing;
use super::completions::Completions;
use super::feed::Feed;
use super::isa::{IN_ORDER, Lanes, MOST_GROUPS, pass_over};
use super::layout::{Group, LaneSet, STATE, each};
use super::pass::{PassResult, valid};
use super::tables::BLANK_LINES;
use super::text::parse;
use crate::solver::{Counters, Observer, Outcome, Status};

/// Passes over new puzzles before their states are examined. A puzzle that is solved or has a
/// contradiction after the last of them makes no other. A stalled puzzle makes one more, as if
/// nobody had looked. (One to four passes are the same within 2 %.)
pub(in crate::kernel) const FIRST: u32 = 3;

/// Groups of new puzzles to search for clashes after a puzzle got a contradiction in its first
/// pass. Where there is one clash there are more, and a group takes little more time than a single
/// puzzle.
const WATCHED: u32 = 4;

/// A new puzzle that gets a lane.
pub(crate) struct New {
    pub(crate) puzzle: u32,
    /// How long it has been at work.
    pub(crate) ticks: u64,
    /// Whether it waits for a guess.
    pub(crate) stalled: bool,
}

/// The new puzzles.
#[repr(C, align(64))]
pub(crate) struct Incoming<L: Lanes> {
    pub(crate) group: Group<L::V>,
    l: L,
    /// The number of the first; the others follow it.
    first: u32,
    /// The puzzles that wait for a lane, and those of them that are stalled.
    left: LaneSet,
    stalled: LaneSet,
    /// How long they have been at work.
    ticks: u64,
    /// Groups that remain to be searched for clashes, see [`WATCHED`].
    watched: u32,
    /// The lanes with clues that clash, if they were searched for.
    clashing: Option<LaneSet>,
    /// For each group, the lanes that got new puzzles, and the lanes of the new puzzles, each
    /// lowest first. Their words remain to be moved.
    assigned: Assignments,
}

/// For each group, the lanes that take words, and the lanes that they take from.
pub(crate) type Assignments = [(u32, u32); MOST_GROUPS];

impl<L: Lanes> Incoming<L> {
    pub(crate) fn new(l: L) -> Incoming<L> {
        Incoming {
            group: Group::of(l.splat(0)),
            l,
            first: 0,
            left: 0,
            stalled: 0,
            ticks: 0,
            watched: 0,
            clashing: None,
            assigned: [(0, 0); MOST_GROUPS],
        }
    }

    /// Whether no puzzle waits for a lane.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.left == 0
    }

    /// Gives the next puzzle to a lane. There must be one. Its words remain to be moved.
    #[inline(always)]
    pub(crate) fn give(&mut self, lane: usize) -> New {
        debug_assert!(!self.is_empty());
        let new = self.left.trailing_zeros() as usize;
        self.left &= self.left - 1;
        let (to, from) = &mut self.assigned[lane / L::N];
        debug_assert!(*to >> (lane % L::N) == 0, "lanes get puzzles lowest first");
        *to |= 1 << (lane % L::N);
        *from |= 1 << new;
        New {
            puzzle: self.first + new as u32,
            ticks: self.ticks,
            stalled: self.stalled >> new & 1 != 0,
        }
    }

    /// The assignments since the last call.
    #[inline(always)]
    pub(crate) fn take_assigned(&mut self) -> Assignments {
        std::mem::replace(&mut self.assigned, [(0, 0); MOST_GROUPS])
    }

    /// Reads the next puzzles of the feed, or states. Returns whether there were any. Puzzles that
    /// end in their first passes are done.
    #[inline(always)]
    pub(crate) fn read(
        &mut self,
        feed: &mut Feed<'_, '_>,
        now: &mut u64,
        observer: &mut dyn Observer,
        completions: &mut Completions,
        counters: &mut Counters,
    ) -> bool {
        debug_assert!(self.is_empty() && self.assigned == [(0, 0); MOST_GROUPS]);
        self.stalled = 0;
        self.ticks = 0;
        self.clashing = None;
        if let Some((first, states)) = feed.states(L::N) {
            for (lane, state) in states.iter().enumerate() {
                for w in 0..STATE {
                    let words = L::words_mut(&mut self.group.x[w / 9]);
                    words[w % 9 * L::N + lane] = state.0[w];
                }
            }
            self.first = first;
            self.left = (1 << states.len()) - 1;
            return !states.is_empty();
        }
        let mut lines = BLANK_LINES;
        let (first, n) = feed.read(L::N, &mut lines, observer);
        if n == 0 {
            return false;
        }
        feed.prefetch(self.l, first, n);
        self.first = first;
        let faulty = LaneSet::from(parse(self.l, &lines, &mut self.group));
        self.left = (1 << n) - 1;
        if self.watched != 0 {
            self.watched -= 1;
            let l = self.l;
            let clashing = l.run(
                &self.group,
                #[inline(always)]
                |group| clashing(l, group),
            );
            self.clashing = Some(LaneSet::from(clashing));
        }
        if faulty != 0 {
            self.refuse(faulty, feed);
        }
        if self.left != 0 {
            let (result, suspects) = self.propagate(counters);
            let started = std::mem::replace(now, observer.now());
            self.ticks = now.wrapping_sub(started);
            let done = result.contradiction | result.solved;
            if done != 0 {
                debug_assert!(
                    suspects & !result.contradiction == 0,
                    "a lane keeps its contradiction"
                );
                self.finish(done, result.solved, suspects, feed, completions);
                counters.nodes += u64::from(done.count_ones());
                completions.report_if_many(observer);
            }
        }
        true
    }

    /// Passes over the new puzzles until more than five eighths of them wait. Returns the results,
    /// and the puzzles that got a contradiction in the first pass, as all with clues that clash do.
    #[inline(always)]
    fn propagate(&mut self, counters: &mut Counters) -> (PassResult, LaneSet) {
        let l = self.l;
        let suspects = l.pass(&mut self.group, 0).contradiction & self.left;
        let mut last = PassResult::default();
        for _ in 1..FIRST {
            last = l.pass(&mut self.group, 0);
        }
        counters.lane_passes += u64::from(FIRST * self.left.count_ones());
        let mut all = PassResult {
            contradiction: last.contradiction & self.left,
            solved: last.solved & self.left,
            stalled: 0,
        };
        while 8 * all.waiting().count_ones() <= 5 * self.left.count_ones() {
            let frozen = L::EVERY & !((self.left & !all.waiting()) as u32);
            let kept = all.stalled | all.solved;
            let seen = pass_over(l, &mut self.group, frozen, kept);
            counters.lane_passes += u64::from((L::EVERY & !frozen).count_ones());
            all.add(seen, 0);
        }
        self.stalled = all.stalled;
        (all, suspects)
    }

    /// Puzzles that are solved or have a contradiction are done, because they have no stack yet.
    /// Those with a contradiction in their first pass may have clues that clash.
    #[inline(always)]
    fn finish(
        &mut self,
        done: LaneSet,
        solved: LaneSet,
        suspects: LaneSet,
        feed: &mut Feed<'_, '_>,
        completions: &mut Completions,
    ) {
        debug_assert!(done & !self.left == 0, "who is done was at work");
        self.left &= !done;
        let right = solved & LaneSet::from(valid(self.l, &self.group.x));
        // This is not a closure: such a large one would become a separate function without the
        // CPU's features. It also calls no function, because no vector would stay in a register
        // across the call.
        let (rows, outcomes) = feed.answers();
        let rows = &mut rows[self.first as usize..];
        self.l
            .write_rows(&self.group.x, right as u32, rows, &IN_ORDER);
        let mut left = done;
        while left != 0 {
            let i = left.trailing_zeros() % L::N as u32;
            left &= left - 1;
            let puzzle = self.first + i;
            outcomes[puzzle as usize] = Outcome {
                solutions: right >> i & 1,
                guesses: 0,
                status: Status::Finished,
            };
        }
        if suspects != 0 {
            self.note_clashes(suspects, feed);
        }
        completions.add(self.ticks, done.count_ones());
    }

    /// Notes which of these puzzles, which got a contradiction in their first pass, have clues that
    /// clash. The next groups will be searched in their lanes.
    #[inline(always)]
    fn note_clashes(&mut self, suspects: LaneSet, feed: &mut Feed<'_, '_>) {
        self.watched = WATCHED;
        let first = self.first;
        match self.clashing {
            Some(clashing) => each(suspects & clashing, |i| feed.note_clash(first + i as u32)),
            None => each(suspects, |i| feed.look_for_clash(first + i as u32)),
        }
    }

    /// Notes that new puzzles are malformed, and so done.
    #[cold]
    #[inline(never)]
    fn refuse(&mut self, faulty: LaneSet, feed: &mut Feed<'_, '_>) {
        let mut left = faulty & self.left;
        self.left &= !faulty;
        while left != 0 {
            let outcome = Outcome {
                status: Status::Malformed,
                ..Outcome::default()
            };
            feed.record_outcome(self.first + left.trailing_zeros(), outcome);
            left &= left - 1;
        }
    }
}
