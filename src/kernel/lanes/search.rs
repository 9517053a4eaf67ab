//! The search: passes for all lanes, and events for lanes that wait.
//!
//! ```text
//! new puzzles, a group at a time ──> passes ──> most are done here
//!                                     │
//!                                     v the rest, as lanes fall free
//! pass ──> contradiction   pop the stack, or no (further) solution: done
//!      ──> solved          write the answer; done, or pop for the next one
//!      ──> stalled         choose a candidate; push the state without it
//! done ──> the outcome is recorded, the lane takes the next puzzle
//! ```
//!
//! A lane that waits is frozen: passes do not change it. So its next guess depends only on its own
//! history, and answers and counts do not depend on the other lanes. At one event, as many lanes
//! guess as can be packed ([`Lanes::PACKED`]), and as many backtrack. Others wait for the next
//! event. An event comes when that many lanes are stalled, or have a contradiction, or when more
//! than a share of the lanes at work wait: a pass takes the same time for one lane as for sixteen,
//! and so do most parts of an event. So solved lanes wait while they are few and other kinds are
//! not.
//!
//! A back end may have several groups of lanes, which make their passes one after another and share
//! events. Then fourteen lanes guess at one time, not five as with one group, for the price of one
//! choice (AVX-512 on Zen 5, from two groups and eight packed lanes to three and sixteen: the
//! hardest puzzles 2,450 to 2,050 ns).
//!
//! A puzzle that needs more than [`SPLIT`] guesses is not finished here. Its states, the stack and
//! the current one, are handed out as jobs, which any lane of any thread may search. At the end of
//! a batch, the last puzzles are not finished here either: a pass takes as long for a few lanes as
//! for all of a group, so they are handed out to the kernel for one puzzle.

use super::LaneSearch;
use super::feed::{Feed, SplitPuzzle};
use super::isa::{IN_ORDER, Lanes, MOST_PACKED, Packed, pack, part, pass_over, place, places};
use super::layout::{LaneSet, STATE, StackEntry, each};
use super::pass::{PassResult, valid};
use super::state::{Lane, LaneSets, Search};
use crate::solver::{CHECK_EVERY, Counters, Limits, Observer, Outcome, Status};
use std::sync::atomic::{Ordering, compiler_fence};

/// Guesses after which a puzzle's states are handed out as jobs.
pub(crate) const SPLIT: u64 = 4096;

/// What lanes do that [`Search::close`] has served.
struct ClosedLanes {
    /// Continue in a state of their stacks.
    backtracking: LaneSet,
    /// Have finished their puzzles, whose outcomes are recorded.
    finished: LaneSet,
}

/// Lanes that need another guess and may not make it.
#[derive(Debug, Default)]
struct LanesAtBound {
    /// Those that reached the limit, or whose time ran out.
    ended: LaneSet,
    /// Those that handed out their states. Their puzzles end later.
    handed_out: LaneSet,
}

/// Lanes after new puzzles were given to them.
struct RefilledLanes {
    /// Those that got none.
    idle: LaneSet,
    /// Those whose new puzzle needs a guess.
    stalled: LaneSet,
}

impl<L: Lanes> LaneSearch for Search<L> {
    fn run(
        &mut self,
        feed: &mut Feed<'_, '_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters {
        let l = self.l;
        l.run(
            (self, feed),
            #[inline(always)]
            |(search, feed)| search.work(feed, limits, observer),
        )
    }

    fn handed_out(&self) -> (&[SplitPuzzle], &[StackEntry]) {
        (&self.split_puzzles, &self.handed_out)
    }
}

impl<L: Lanes> Search<L> {
    /// Sixteenths of the lanes at work. If more wait, an event comes. (With one group, a quarter to
    /// two fifths: 2 to 15 % slower; with several groups eight or ten: the same within 2 %.)
    const SHARE: u32 = if L::GROUPS == 1 { 8 } else { 9 };
    /// How many solved lanes make an event for them, unless there is little other work: it takes
    /// the same time for one as for sixteen. (AVX-512: several solutions 2 to 6 %, others up to 1.5
    /// % faster; AVX2 with three groups: several solutions 6 %, magictour up to 2; with two groups
    /// two or three are slower.)
    const SOLVED: u32 = if L::GROUPS < 3 { 1 } else { 3 };
    /// Maximum number of consecutive events at which solved lanes are left waiting because they
    /// are few. If solutions are rare, they would wait long for others. (AVX2: hardest 0.5 % faster
    /// at limit 1, 1 to 5 at limit 2, several solutions within 0.5 %. Not tried with AVX-512, whose
    /// 48 lanes lose little.)
    const PATIENCE: u32 = if L::PACKED < 16 { 3 } else { u32::MAX };
    /// Maximum number of lanes that are still at work when the last puzzles are handed out. (AVX2:
    /// with 4 or 12 lanes hard puzzles in batches of 16 to 128 take 2 to 5 % longer than with 8.
    /// AVX-512: with 12 or 16, batches of 10 to 32 take 4 to 50 % longer than with 9. With 4 to 8
    /// they take up to 25 % less, but large batches of 17 clues and easy puzzles 2 to 3 % longer,
    /// though these need no more instructions.)
    const ALONE: u32 = if L::LANES > 24 {
        9
    } else {
        L::LANES as u32 / 3
    };
    /// Guesses of all lanes between two questions whether there is time left. A guess of many lanes
    /// takes a third of the time of a guess of one.
    const CHECK_EVERY: u64 = if L::LANES < 16 {
        CHECK_EVERY
    } else {
        2 * CHECK_EVERY
    };
    /// All lanes.
    pub(super) const ALL: LaneSet = LaneSet::MAX >> (64 - L::LANES);

    #[inline(always)]
    fn work(
        &mut self,
        feed: &mut Feed<'_, '_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters {
        let bound = limits.guesses.min(SPLIT);
        self.counters = Counters::default();
        self.check_at = bound.min(Self::CHECK_EVERY);
        self.split_puzzles.clear();
        self.handed_out.clear();
        self.stacks.reset();
        let mut sets = LaneSets::default();
        let now = observer.now();
        let refilled = self.refill(Self::ALL, feed, now, observer);
        sets.idle = refilled.idle;
        sets.waiting.stalled = refilled.stalled;
        self.load_new();
        while sets.idle != Self::ALL {
            for g in 0..L::GROUPS {
                self.pass(g, &mut sets);
            }
            if Self::is_event(&sets) {
                self.event(&mut sets, bound, feed, limits, observer);
            }
        }
        self.completions.report(observer);
        debug_assert!(self.incoming.is_empty(), "a new puzzle has no lane");
        self.counters
    }

    /// Serves lanes that wait. Lanes finish first, and then new puzzles take their places, so that
    /// one sweep over the words ([`Search::exchange`]) serves all.
    #[inline(always)]
    fn event(
        &mut self,
        sets: &mut LaneSets,
        bound: u64,
        feed: &mut Feed<'_, '_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) {
        let ends = sets.waiting.waiting() & !sets.counted;
        self.counters.nodes += u64::from(ends.count_ones());
        let closed = self.close(&mut sets.waiting, feed, limits);
        let mut ended = closed.finished;
        let mut free = closed.finished;
        if self.counters.guesses >= self.check_at {
            let at_bound = self.bound(&mut sets.waiting.stalled, sets.idle, bound, feed, observer);
            ended |= at_bound.ended;
            free |= at_bound.ended | at_bound.handed_out;
        }
        // New puzzles that are stalled guess at the next event.
        let mut stalled_later = 0;
        if free != 0 {
            let now = observer.now();
            self.finish(ended, now, observer);
            let refilled = self.refill(free, feed, now, observer);
            sets.idle |= refilled.idle;
            stalled_later = refilled.stalled;
        }
        let guessing = self.take_up_to_packed(sets.waiting.stalled);
        sets.waiting.stalled &= !guessing;
        self.counters.guesses += u64::from(guessing.count_ones());
        let l = self.l;
        l.run(
            &mut *self,
            #[inline(always)]
            |search| search.exchange(closed.backtracking, guessing),
        );
        sets.counted = sets.waiting.waiting();
        sets.waiting.stalled |= stalled_later;
        if sets.idle.count_ones() >= L::LANES as u32 - Self::ALONE {
            self.leave(sets, feed);
        }
    }

    /// One pass over a group, whose waiting and idle lanes are frozen.
    #[inline(always)]
    fn pass(&mut self, g: usize, sets: &mut LaneSets) {
        let l = self.l;
        let group = &mut self.groups[g];
        let waiting = &mut sets.waiting;
        let frozen = part::<L>(waiting.waiting() | sets.idle, g);
        if frozen != L::EVERY {
            let kept = LaneSet::from(part::<L>(waiting.stalled | waiting.solved, g));
            let seen = pass_over(l, group, frozen, kept);
            waiting.add(seen, g * L::N);
        }
        self.counters.lane_passes += u64::from((L::EVERY & !frozen).count_ones());
    }

    /// Whether enough lanes wait to make serving them worthwhile.
    #[inline(always)]
    fn is_event(sets: &LaneSets) -> bool {
        let waiting = sets.waiting;
        let at_work = Self::ALL & !sets.idle;
        let served = L::PACKED as u32;
        // One branch. `||` would be three, each hard to predict.
        (16 * waiting.waiting().count_ones() > Self::SHARE * at_work.count_ones())
            | (waiting.contradiction.count_ones() >= served)
            | (waiting.stalled.count_ones() >= served)
    }

    /// Solved lanes, unless they are few, write their answers. These lanes, and those with a
    /// contradiction, backtrack or finish their puzzles.
    #[inline(always)]
    fn close(
        &mut self,
        waiting: &mut PassResult,
        feed: &mut Feed<'_, '_>,
        limits: &Limits,
    ) -> ClosedLanes {
        let mut done = 0;
        let solved = waiting.solved.count_ones();
        let others = (waiting.contradiction | waiting.stalled).count_ones();
        let are_few = solved < Self::SOLVED && others >= L::PACKED as u32 / 2;
        if solved != 0 {
            if are_few && self.passed_over < Self::PATIENCE {
                self.passed_over += 1;
            } else {
                self.passed_over = 0;
                done = self.emit(waiting.solved, feed, limits);
                waiting.contradiction |= waiting.solved & !done;
                waiting.solved = 0;
            }
        }
        let filled = self.stacks.filled();
        done |= waiting.contradiction & !filled;
        waiting.contradiction &= filled;
        each(done, |i| self.record_outcome(i, Status::Finished, feed));
        let backtracking = self.take_up_to_packed(waiting.contradiction);
        waiting.contradiction &= !backtracking;
        ClosedLanes {
            backtracking,
            finished: done,
        }
    }

    /// Solved lanes write first solutions. Returns those that have reached the limit.
    #[inline(always)]
    fn emit(&mut self, mut solved: LaneSet, feed: &mut Feed<'_, '_>, limits: &Limits) -> LaneSet {
        let l = self.l;
        let mut full = 0;
        while solved != 0 {
            // The loop rarely runs twice. But the compiler would load all words of all groups
            // before it, and store them on the stack.
            compiler_fence(Ordering::SeqCst);
            let x = pack(l, &self.groups, solved);
            let served = l.first(solved, L::PACKED);
            solved &= !served;
            let right = places::<L>(served) & valid(l.packed(), &x);
            if right == 0 {
                continue;
            }
            let mut lanes = served;
            if right != places::<L>(served) {
                let list = l.list(served);
                each(
                    LaneSet::from(places::<L>(served) & !right),
                    #[inline(always)]
                    |k| lanes &= !(1 << list[k]),
                );
            }
            let first = lanes & !self.found;
            let more = lanes & self.found;
            self.found |= first;
            let mut places = 0;
            let mut at = IN_ORDER;
            each(
                first,
                #[inline(always)]
                |i| {
                    let lane = &mut self.lanes[i];
                    debug_assert_eq!(lane.solutions, 0);
                    lane.solutions = 1;
                    let place = place::<L>(served, i);
                    places |= 1 << place;
                    at[place % MOST_PACKED] = lane.puzzle;
                },
            );
            if places != 0 {
                l.packed().write_rows(&x, places, feed.answers().0, &at);
            }
            if limits.solutions == 1 {
                full |= first;
            }
            each(
                more,
                #[inline(always)]
                |i| {
                    let lane = &mut self.lanes[i];
                    debug_assert!((1..limits.solutions).contains(&lane.solutions));
                    lane.solutions += 1;
                    full |= LaneSet::from(lane.solutions == limits.solutions) << i;
                },
            );
        }
        full
    }

    /// Guesses that a lane made for its puzzle.
    #[inline(always)]
    pub(super) fn guesses_of(&self, i: usize) -> u64 {
        u64::from(L::words(&self.guesses)[i])
    }

    /// A lane's words.
    pub(super) fn state(&self, i: usize) -> StackEntry {
        let x = &self.groups[i / L::N].x;
        let mut state = StackEntry([0; 32]);
        for (w, word) in state.0[..STATE].iter_mut().enumerate() {
            *word = L::words(&x[w / 9])[w % 9 * L::N + i % L::N];
        }
        state
    }

    /// Handles stalled lanes that have reached the bound of guesses, or whose time ran out. At
    /// [`SPLIT`] they hand out their states, whether or not that is also the limit. Below it they
    /// give up. A state that is handed out makes one more pass, which may do what the guess would
    /// have done. So the result of a limit does not depend on it.
    #[cold]
    #[inline(never)]
    fn bound(
        &mut self,
        stalled: &mut LaneSet,
        idle: LaneSet,
        bound: u64,
        feed: &mut Feed<'_, '_>,
        observer: &dyn Observer,
    ) -> LanesAtBound {
        let mut at_bound = LanesAtBound::default();
        let mut oldest = u64::MAX;
        each(Self::ALL & !idle, |i| {
            oldest = oldest.min(self.lanes[i].started)
        });
        let some_are_late = observer.is_out_of_time(oldest);
        each(*stalled, |i| {
            if self.guesses_of(i) >= bound && bound == SPLIT {
                at_bound.handed_out |= 1 << i;
                self.record_outcome(i, Status::Finished, feed);
                self.hand_out(i, false);
            } else if self.guesses_of(i) >= bound {
                at_bound.ended |= 1 << i;
                self.record_outcome(i, Status::GaveUp, feed);
            } else if some_are_late && observer.is_out_of_time(self.lanes[i].started) {
                at_bound.ended |= 1 << i;
                self.record_outcome(i, Status::OutOfTime, feed);
            }
        });
        let done = at_bound.ended | at_bound.handed_out;
        *stalled &= !done;
        let mut most = 0;
        each(Self::ALL & !idle & !done, |i| {
            most = most.max(self.guesses_of(i))
        });
        // A lane makes a guess only when the batch makes one. A lane that is late or at its bound,
        // and not stalled yet, is examined until it is.
        let until_bound = bound - most.min(bound);
        let patience = if some_are_late { 0 } else { Self::CHECK_EVERY };
        self.check_at = self.counters.guesses + until_bound.min(patience);
        at_bound
    }

    /// Hands out the states of a lane: first the current one, then those of its stack from the top.
    fn hand_out(&mut self, i: usize, is_last: bool) {
        let first = self.handed_out.len();
        self.handed_out.push(self.state(i));
        self.handed_out.extend(self.stacks.states(i));
        self.split_puzzles.push(SplitPuzzle {
            puzzle: self.lanes[i].puzzle,
            started: self.lanes[i].started,
            states: first..self.handed_out.len(),
            is_last,
        });
    }

    /// The last lanes of a batch hand out their states, if none of them waits: a state that waits
    /// has made its last pass.
    #[cold]
    #[inline(never)]
    fn leave(&mut self, sets: &mut LaneSets, feed: &mut Feed<'_, '_>) {
        if sets.waiting.waiting() == 0 && matches!(feed, Feed::Text { .. }) {
            each(Self::ALL & !sets.idle, |i| {
                self.record_outcome(i, Status::Finished, feed);
                self.hand_out(i, true);
            });
            sets.idle = Self::ALL;
        }
    }

    /// Records the outcome of a lane's puzzle.
    #[inline(always)]
    fn record_outcome(&self, i: usize, status: Status, feed: &mut Feed<'_, '_>) {
        let lane = &self.lanes[i];
        let outcome = Outcome {
            solutions: lane.solutions,
            guesses: self.guesses_of(i),
            status,
        };
        feed.record_outcome(lane.puzzle, outcome);
        debug_assert!(
            !feed.has_clash(lane.puzzle),
            "a puzzle with clues that clash got a lane"
        );
    }

    /// Adds the times of puzzles that ended, so that many are reported at once.
    #[inline(always)]
    fn finish(&mut self, ended: LaneSet, now: u64, observer: &mut dyn Observer) {
        each(ended, |i| {
            let ticks = now.wrapping_sub(self.lanes[i].started);
            self.completions.add(ticks, 1);
        });
        self.completions.report_if_many(observer);
    }

    /// Gives puzzles to lanes.
    #[inline(always)]
    fn refill(
        &mut self,
        mut free: LaneSet,
        feed: &mut Feed<'_, '_>,
        mut now: u64,
        observer: &mut dyn Observer,
    ) -> RefilledLanes {
        let mut stalled = 0;
        let all = free;
        self.found &= !all;
        while free != 0 {
            if self.incoming.is_empty() {
                self.take();
                let completions = &mut self.completions;
                let counters = &mut self.counters;
                let more = self.l.run(
                    (&mut self.incoming, &mut *feed),
                    #[inline(always)]
                    |(incoming, feed)| {
                        incoming.read(feed, &mut now, observer, completions, counters)
                    },
                );
                if !more {
                    break;
                }
            }
            while free != 0 && !self.incoming.is_empty() {
                let i = free.trailing_zeros() as usize;
                free &= free - 1;
                let new = self.incoming.give(i);
                stalled |= LaneSet::from(new.stalled) << i;
                self.lanes[i] = Lane {
                    puzzle: new.puzzle,
                    started: now.wrapping_sub(new.ticks),
                    ..Lane::default()
                };
            }
        }
        for g in 0..L::GROUPS {
            let given = part::<L>(all & !free, g);
            let zero = self.l.splat(0);
            self.guesses[g] = self.l.blend(self.l.lanes(given), self.guesses[g], zero);
            self.stacks.clear(g, given);
        }
        RefilledLanes {
            idle: free,
            stalled,
        }
    }

    /// As many lanes of a set as are served at once. If there are more, each is served in turn.
    #[inline(always)]
    fn take_up_to_packed(&mut self, set: LaneSet) -> LaneSet {
        // Without a branch, which would be hard to predict.
        let turned = set.rotate_right(self.next_served);
        let taken = self
            .l
            .first(turned, L::PACKED)
            .rotate_left(self.next_served);
        let more = u32::from(taken != set) * L::PACKED as u32;
        self.next_served = (self.next_served + more) % L::LANES as u32;
        taken
    }
}
