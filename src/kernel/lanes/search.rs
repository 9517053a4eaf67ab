//! The search: passes for all lanes, a stack for each, lanes refilled from
//! the stream.
//!
//! ```text
//! new puzzles, a group at a time ──> passes ──> most are done here
//!                                     │
//!                                     v the rest, as lanes fall free
//! pass ──> dead      pop the stack, or no (further) solution: done
//!      ──> settled   write the answer; done, or pop for the next one
//!      ──> stuck     choose a candidate; push the state without it
//! done ──> the outcome is noted, the lane takes the next puzzle
//! ```
//!
//! A lane that waits is frozen: passes leave it as it is, so that what a
//! lane branches on depends on nothing but its own history, and answers and
//! counts are the same whatever runs beside it. At most eight lanes guess at one event,
//! and eight go back; others wait for the next. Events are handled when eight lanes are
//! stuck, or eight dead, or when more than a share of the lanes that are at work wait
//! ([`Lanes::SHARE`]): a pass costs the same for one lane as for sixteen, and so do most
//! parts of an event.
//!
//! A back end may have two groups of lanes at work, which make their passes in turn, and
//! events for both: the more lanes there are, the smaller the share that must wait for an
//! event to be worth its price.
//!
//! New puzzles go through their first passes as a group of their own, until more than
//! five eighths of them wait. What is settled or dead by then is done,
//! without ever having had a lane; that is most of a corpus of easy puzzles. The rest
//! goes to lanes as it is, so that nothing depends on where a pass was made.
//! (Against three passes and then a lane for each: easy puzzles 56 to 51 ns, 17
//! clues 160 to 144, the others as before, on Zen 4 and with a half.)
//!
//! A puzzle that needs more than [`SPLIT`] guesses is not worked off here: its
//! states, the stack and the current one, are handed out as jobs, which any
//! lane of any thread may search.

use super::choose::{Choice, Words};
use super::feed::{Feed, Heavy, Record, STATE};
use super::propagate::{Group, Seen, lanes_mask, others_at, renew, solved};
use super::score;
use super::text::{BLANK_LINES, lane_planes, parse, planes};
use super::vector::{Lanes, Vector};
use crate::engine::{Counters, Ended, Limits, Outcome, Status, Watch};
use crate::grid::BLANK_ROW;

/// Records a lane's stack can hold: each guess on a path settles a cell.
const DEPTH: usize = 82;

/// Lanes that make a guess at one event, at most, and lanes that go back.
const SERVED: u32 = 8;

/// Groups of lanes that any back end has at work.
pub(crate) const MOST_GROUPS: usize = 2;
/// Lanes that any back end has.
const MOST_LANES: usize = 16 * MOST_GROUPS;

/// Guesses after which a puzzle's states are handed out as jobs.
pub(crate) const SPLIT: u64 = 4096;
/// The same where solutions are scored: soon, because one puzzle is all there is,
/// and the best score is told to the others between jobs only.
const SPLIT_SCORED: u64 = 64;

/// Passes over new puzzles before anyone looks whether they wait. (One to four are
/// the same within 2 %.)
const FIRST: u32 = 3;

/// Puzzles that end before the watch is told of them. (Told at each event, it
/// costs 1 % more on easy puzzles.)
const ENDED: usize = 256;

/// First record of a lane.
fn base(lane: usize) -> u32 {
    (lane * DEPTH) as u32
}

/// What a lane is at work on.
#[derive(Debug, Clone, Copy, Default)]
struct Lane {
    puzzle: u32,
    solutions: u64,
    guesses: u64,
    started: u64,
    /// The largest score, where solutions are scored.
    best: u32,
}

/// How the lanes stand between two events, as sets of lanes.
#[derive(Debug, Clone, Copy, Default)]
struct Sets {
    idle: u32,
    dead: u32,
    settled: u32,
    stuck: u32,
}

impl Sets {
    /// Adds what was seen of the lanes from `first`.
    #[inline(always)]
    fn add(&mut self, seen: Seen, first: usize) {
        self.dead |= seen.dead << first;
        self.settled |= seen.settled << first;
        self.stuck |= seen.stuck << first;
    }

    fn waiting(&self) -> u32 {
        self.dead | self.settled | self.stuck
    }
}

/// One thread's state.
#[repr(C, align(64))]
pub(crate) struct Search<L: Lanes> {
    /// Lane i is lane i % N of group i / N.
    pub(crate) groups: [Group<L>; MOST_GROUPS],
    /// New puzzles.
    ready: Group<L>,
    pub(crate) l: L,
    /// The last is no lane.
    lanes: [Lane; MOST_LANES + 1],
    /// Where each lane's first record goes, and its next; there are more than lanes, and
    /// the first of these is that of no lane.
    bases: [L::V; MOST_GROUPS + 1],
    tops: [L::V; MOST_GROUPS + 1],
    stacks: Vec<Record>,
    /// The lane whose turn it is, where more than eight wait for the same.
    turn: u32,
    ready_puzzles: [u32; 16],
    /// New puzzles that wait for a lane, and those of them that are stuck.
    ready_left: u32,
    ready_stuck: u32,
    /// For each group the lanes that were given new puzzles, and the new puzzles' lanes,
    /// each lowest first: their words are still to be taken.
    gifts: [(u32, u32); MOST_GROUPS],
    /// Lanes that took words since `nex` was made for them.
    fresh: u32,
    /// How long the new puzzles were at work before they waited for a lane.
    ready_ticks: u64,
    /// Puzzles of which the watch was not told yet: how many, which they are, and in how
    /// many runs they took the same time.
    ended: usize,
    puzzles: [u32; ENDED],
    runs: usize,
    ended_runs: [Ended; ENDED],
    /// Passes over lanes at work in this batch.
    lane_passes: u64,
    /// Lanes that an event was for in this batch.
    nodes: u64,
    /// No lane has as many guesses as a limit before the batch has this many.
    check_at: u64,
    /// See [`SPLIT`].
    split: u64,
    /// See [`Search::run`].
    floor: u32,
    /// Puzzles handed out in this batch, and their states in the order of search.
    pub(crate) heavy: Vec<Heavy>,
    pub(crate) handed_out: Vec<Record>,
}

impl<L: Lanes> Search<L> {
    /// Records of all lanes, and one of no lane.
    const RECORDS: usize = L::LANES * DEPTH + 1;
    /// All lanes.
    const ALL: u32 = u32::MAX >> (32 - L::LANES);

    pub(crate) fn new(l: L) -> Box<Search<L>> {
        let mut bases = [l.splat(0); MOST_GROUPS + 1];
        for (lane, word) in L::words_mut(&mut bases).iter_mut().enumerate() {
            *word = base(lane);
        }
        Box::new(Search {
            groups: [Group::new(l); MOST_GROUPS],
            ready: Group::new(l),
            l,
            lanes: [Lane::default(); MOST_LANES + 1],
            bases,
            tops: bases,
            stacks: vec![Record([0; 32]); Self::RECORDS],
            turn: 0,
            ready_puzzles: [0; 16],
            ready_left: 0,
            ready_stuck: 0,
            gifts: [(0, 0); MOST_GROUPS],
            fresh: 0,
            ready_ticks: 0,
            ended: 0,
            puzzles: [0; ENDED],
            runs: 0,
            ended_runs: [Ended::default(); ENDED],
            lane_passes: 0,
            nodes: 0,
            check_at: 0,
            split: SPLIT,
            floor: 0,
            heavy: Vec::new(),
            handed_out: Vec::new(),
        })
    }

    /// Solves what the feed has.
    ///
    /// With `SCORE` only solutions count that score more than `floor` and than
    /// the puzzle's (or job's) solutions before, and the last one is written.
    #[inline(always)]
    pub(crate) fn run<const SCORE: bool>(
        &mut self,
        feed: &mut Feed<'_, '_>,
        limits: &Limits,
        watch: &mut dyn Watch,
        floor: u32,
    ) -> Counters {
        align_frame!();
        let l = self.l;
        let mut counters = Counters::default();
        self.ready_left = 0;
        self.lane_passes = 0;
        self.nodes = 0;
        self.split = if SCORE { SPLIT_SCORED } else { SPLIT };
        self.floor = floor;
        self.check_at = limits.guesses.min(self.split);
        self.heavy.clear();
        self.handed_out.clear();
        let mut sets = Sets::default();
        let now = watch.now();
        (sets.idle, sets.stuck) = self.refill::<SCORE>(Self::ALL, feed, now, watch);
        self.take_up();
        let mut g = 0;
        while sets.idle != Self::ALL {
            let frozen = part::<L>(sets.waiting() | sets.idle, g);
            if frozen != lanes_mask::<L>() {
                sets.add(l.pass(&mut self.groups[g], frozen), g * L::N);
            }
            self.lane_passes += u64::from((lanes_mask::<L>() & !frozen).count_ones());
            g = (g + 1) % L::GROUPS;
            let at_work = Self::ALL & !sets.idle;
            let waiting = sets.waiting();
            // Not `&&`: that is three branches, each hard to foresee.
            if (16 * waiting.count_ones() <= L::SHARE * at_work.count_ones())
                & (sets.dead.count_ones() < SERVED)
                & (sets.stuck.count_ones() < SERVED)
            {
                continue;
            }
            if SCORE {
                let hopeless = self.hopeless(sets.stuck);
                sets.stuck &= !hopeless;
                sets.dead |= hopeless;
            }
            let (pops, mut done) = self.close::<SCORE>(&mut sets, feed, limits);
            let mut ended = done;
            let mut new_stuck = 0;
            if counters.guesses >= self.check_at {
                let (gave_up, handed) = self.bound(&mut sets.stuck, feed, counters.guesses, limits);
                ended |= gave_up;
                done |= gave_up | handed;
            }
            if done != 0 {
                let now = watch.now();
                self.finish(ended, now, watch);
                let (idle, stuck) = self.refill::<SCORE>(done, feed, now, watch);
                sets.idle |= idle;
                new_stuck = stuck;
            }
            let guess = self.some(sets.stuck);
            sets.stuck &= !guess;
            counters.guesses += u64::from(guess.count_ones());
            self.nodes += u64::from((waiting & !sets.waiting()).count_ones());
            l.exchange(self, pops, guess);
            // New puzzles that are stuck are looked at with the next event.
            sets.stuck |= new_stuck;
        }
        self.tell(watch);
        counters.lane_passes = self.lane_passes;
        counters.nodes = self.nodes;
        counters
    }

    /// Settled lanes write their answers; they and the dead ones go back to
    /// their stacks (the first set) or are done (the second), their outcomes
    /// noted.
    #[inline(always)]
    fn close<const SCORE: bool>(
        &mut self,
        sets: &mut Sets,
        feed: &mut Feed<'_, '_>,
        limits: &Limits,
    ) -> (u32, u32) {
        let mut done = 0;
        if sets.settled != 0 {
            if SCORE {
                self.emit_better(sets.settled, feed);
            } else {
                done = self.l.emit(self, sets.settled, feed, limits);
            }
        }
        sets.dead |= sets.settled & !done;
        sets.settled = 0;
        let l = self.l;
        let mut stacked = 0;
        for g in 0..L::GROUPS {
            stacked |= l.nonzero(l.xor(self.tops[g], self.bases[g])) << (g * L::N);
        }
        done |= sets.dead & !stacked;
        sets.dead &= stacked;
        let pops = self.some(sets.dead);
        sets.dead &= !pops;
        each(done, |i| self.note(i, Status::Finished, feed));
        (pops, done)
    }

    /// Settled lanes write first solutions; returns those at their limit.
    ///
    /// This is for back ends with one group.
    #[inline(always)]
    pub(crate) fn emit(&mut self, settled: u32, feed: &mut Feed<'_, '_>, limits: &Limits) -> u32 {
        const { assert!(L::GROUPS == 1) };
        let x = self.groups[0].x;
        self.write(self.l, &x, settled, |i| i, feed, limits)
    }

    /// Writes first solutions from words, where lane k of those settled is the
    /// search's lane `lane(k)`; returns those at their limit.
    #[inline(always)]
    pub(crate) fn write<V: Vector>(
        &mut self,
        v: V,
        x: &Words<V>,
        settled: u32,
        lane: impl Fn(usize) -> usize,
        feed: &mut Feed<'_, '_>,
        limits: &Limits,
    ) -> u32 {
        let right = settled & solved(v, x);
        if right == 0 {
            return 0;
        }
        let mut full = 0;
        let values = planes(v, x);
        each(right, |k| {
            let i = lane(k);
            let lane = &mut self.lanes[i];
            if lane.solutions == 0 {
                let bits = lane_planes::<V>(&values, k);
                self.l.write_row(&bits, feed.row(lane.puzzle));
            }
            lane.solutions += 1;
            full |= u32::from(lane.solutions == limits.solutions) << i;
        });
        full
    }

    /// Settled lanes write solutions that score more than the lane's best.
    #[inline(never)]
    fn emit_better(&mut self, settled: u32, feed: &mut Feed<'_, '_>) {
        for g in 0..L::GROUPS {
            let x = &self.groups[g].x;
            let right = part::<L>(settled, g) & solved(self.l, x);
            let values = planes(self.l, x);
            each(right, |k| {
                let lane = &mut self.lanes[g * L::N + k];
                let mut row = BLANK_ROW;
                self.l.write_row(&lane_planes::<L>(&values, k), &mut row);
                let score = score::of_row(&row);
                if score > lane.best {
                    lane.best = score;
                    lane.solutions += 1;
                    *feed.row(lane.puzzle) = row;
                }
            });
        }
    }

    /// Lanes that cannot score more than their best.
    #[inline(never)]
    fn hopeless(&self, stuck: u32) -> u32 {
        let mut hopeless = 0;
        each(stuck, |i| {
            hopeless |= u32::from(score::at_most(&self.state(i)) <= self.lanes[i].best) << i;
        });
        hopeless
    }

    /// A lane's words.
    #[inline(always)]
    fn state(&self, i: usize) -> [u32; STATE] {
        let words = L::words(self.groups[i / L::N].x.as_flattened());
        std::array::from_fn(|w| words[w * L::N + i % L::N])
    }

    /// Stuck lanes that have reached the limit of guesses give up, and those
    /// that have reached [`SPLIT`] hand out their states.
    #[cold]
    #[inline(never)]
    fn bound(
        &mut self,
        stuck: &mut u32,
        feed: &mut Feed<'_, '_>,
        guesses: u64,
        limits: &Limits,
    ) -> (u32, u32) {
        let bound = limits.guesses.min(self.split);
        let (mut gave_up, mut handed, mut most) = (0, 0, 0);
        each(*stuck, |i| {
            if self.lanes[i].guesses < bound {
                return;
            }
            if self.lanes[i].guesses >= limits.guesses {
                gave_up |= 1 << i;
                self.note(i, Status::GaveUp, feed);
            } else {
                handed |= 1 << i;
                self.note(i, Status::Finished, feed);
                self.hand_out(i);
            }
        });
        let done = gave_up | handed;
        *stuck &= !done;
        for (i, lane) in self.lanes[..L::LANES].iter().enumerate() {
            if done >> i & 1 == 0 {
                most = most.max(lane.guesses);
            }
        }
        // A lane makes a guess at most once while the batch makes one. One at
        // its bound that is not stuck yet is looked at until it is.
        self.check_at = guesses + (bound - most.min(bound));
        (gave_up, handed)
    }

    /// Hands out the states of a lane, first the one it is in, then those of
    /// its stack from the top.
    fn hand_out(&mut self, i: usize) {
        let first = self.handed_out.len();
        let mut state = Record([0; 32]);
        state.0[..STATE].copy_from_slice(&self.state(i));
        self.handed_out.push(state);
        let stack = base(i) as usize..L::words(&self.tops)[i] as usize;
        self.handed_out.extend(self.stacks[stack].iter().rev());
        self.heavy.push(Heavy {
            puzzle: self.lanes[i].puzzle,
            started: self.lanes[i].started,
            states: first..self.handed_out.len(),
        });
    }

    /// Notes what became of a lane's puzzle.
    #[inline(always)]
    fn note(&self, i: usize, status: Status, feed: &mut Feed<'_, '_>) {
        let lane = &self.lanes[i];
        let outcome = Outcome {
            solutions: lane.solutions,
            guesses: lane.guesses,
            status,
        };
        feed.note(lane.puzzle, outcome);
    }

    /// Notes the times of puzzles that ended, to tell the watch of many at once.
    #[inline(always)]
    fn finish(&mut self, ended: u32, now: u64, watch: &mut dyn Watch) {
        each(ended, |i| {
            let ticks = now.wrapping_sub(self.lanes[i].started);
            self.ended(self.lanes[i].puzzle);
            self.took(ticks, 1);
        });
        self.tell_if_many(watch);
    }

    /// Notes that a puzzle ended; at most as many as there are lanes between two times
    /// that [`Search::tell_if_many`] is called.
    #[inline(always)]
    fn ended(&mut self, puzzle: u32) {
        self.puzzles[self.ended % ENDED] = puzzle;
        self.ended += 1;
    }

    /// Notes how long the puzzles took that ended last.
    #[inline(always)]
    fn took(&mut self, ticks: u64, puzzles: u32) {
        self.ended_runs[self.runs % ENDED] = Ended { ticks, puzzles };
        self.runs += 1;
    }

    #[inline(always)]
    fn tell_if_many(&mut self, watch: &mut dyn Watch) {
        if self.ended > ENDED - MOST_LANES {
            self.tell(watch);
        }
    }

    /// Tells the watch what was noted.
    #[inline(never)]
    fn tell(&mut self, watch: &mut dyn Watch) {
        let puzzles = std::mem::take(&mut self.ended);
        let runs = std::mem::take(&mut self.runs);
        watch.finished(&self.ended_runs[..runs], &self.puzzles[..puzzles]);
    }

    /// Gives puzzles to lanes. Returns the lanes that got none, and those whose
    /// puzzle is stuck.
    #[inline(always)]
    fn refill<const SCORE: bool>(
        &mut self,
        mut free: u32,
        feed: &mut Feed<'_, '_>,
        mut now: u64,
        watch: &mut dyn Watch,
    ) -> (u32, u32) {
        let mut stuck = 0;
        while free != 0 {
            if self.ready_left == 0 {
                self.take();
                if !self.read::<SCORE>(feed, &mut now, watch) {
                    break;
                }
            }
            while free != 0 && self.ready_left != 0 {
                let i = free.trailing_zeros() as usize;
                let new = self.ready_left.trailing_zeros() as usize;
                free &= free - 1;
                self.ready_left &= self.ready_left - 1;
                let (to, from) = &mut self.gifts[i / L::N];
                *to |= 1 << (i % L::N);
                *from |= 1 << new;
                stuck |= (self.ready_stuck >> new & 1) << i;
                self.lanes[i] = Lane {
                    puzzle: self.ready_puzzles[new],
                    started: now.wrapping_sub(self.ready_ticks),
                    best: self.floor,
                    ..Lane::default()
                };
                L::words_mut(&mut self.tops)[i] = base(i);
            }
        }
        (free, stuck)
    }

    /// Lanes take the words of the new puzzles that they were given.
    #[inline(always)]
    fn take(&mut self) {
        let l = self.l;
        let gifts = self.gifts();
        for (g, (to, from)) in gifts.into_iter().enumerate() {
            if to != 0 {
                self.fresh |= to << (g * L::N);
                let words = self.groups[g].x.as_flattened_mut().iter_mut();
                for (x, &new) in words.zip(self.ready.x.as_flattened()) {
                    *x = l.take(to, *x, from, new);
                }
            }
        }
    }

    /// Lanes take the words of the new puzzles that they were given, and all of a new
    /// lane is made good.
    #[inline(always)]
    pub(crate) fn take_up(&mut self) {
        self.take();
        let fresh = std::mem::take(&mut self.fresh);
        for g in 0..L::GROUPS {
            if part::<L>(fresh, g) != 0 {
                renew(self.l, &mut self.groups[g]);
            }
        }
    }

    /// For each group the lanes that are to take the words of new puzzles, and the new
    /// puzzles' lanes, each lowest first; then there are none any more.
    #[inline(always)]
    pub(crate) fn gifts(&mut self) -> [(u32, u32); MOST_GROUPS] {
        std::mem::take(&mut self.gifts)
    }

    /// Reads the next puzzles of the feed, or states; whether there were any.
    /// Those that end with their first passes are done.
    #[inline(always)]
    fn read<const SCORE: bool>(
        &mut self,
        feed: &mut Feed<'_, '_>,
        now: &mut u64,
        watch: &mut dyn Watch,
    ) -> bool {
        self.ready_stuck = 0;
        self.ready_ticks = 0;
        if let Some((first, states)) = feed.states(L::N) {
            let words = L::words_mut(self.ready.x.as_flattened_mut());
            for (lane, state) in states.iter().enumerate() {
                for w in 0..STATE {
                    words[w * L::N + lane] = state.0[w];
                }
                self.ready_puzzles[lane] = first + lane as u32;
            }
            self.ready_left = (1 << states.len()) - 1;
            return !states.is_empty();
        }
        let mut lines = BLANK_LINES;
        let mut n = 0;
        while n < L::N
            && let Some((puzzle, line)) = feed.line()
        {
            lines[n] = line;
            self.ready_puzzles[n] = puzzle;
            feed.fetch(self.l, puzzle);
            n += 1;
        }
        if n == 0 {
            return false;
        }
        let faulty = parse(self.l, &lines, &mut self.ready);
        self.ready_left = (1 << n) - 1;
        if faulty != 0 {
            self.refuse(faulty, feed);
            if self.ready_left == 0 {
                return true;
            }
        }
        for _ in 0..FIRST {
            self.l.pass(&mut self.ready, 0);
        }
        self.lane_passes += u64::from(FIRST * self.ready_left.count_ones());
        if !SCORE {
            self.begin(feed, now, watch);
        }
        true
    }

    /// Notes of new puzzles that they are malformed: they are done.
    #[cold]
    #[inline(never)]
    fn refuse(&mut self, faulty: u32, feed: &mut Feed<'_, '_>) {
        let status = Status::Malformed;
        each(faulty, |i| {
            let outcome = Outcome {
                status,
                ..Outcome::default()
            };
            feed.note(self.ready_puzzles[i], outcome);
        });
        self.ready_left &= !faulty;
    }

    /// Passes over the new puzzles until more than five eighths of them wait. Those that are
    /// settled or dead are done: they have no stack yet.
    #[inline(always)]
    fn begin(&mut self, feed: &mut Feed<'_, '_>, now: &mut u64, watch: &mut dyn Watch) {
        let l = self.l;
        let new = self.ready_left;
        let mut sets = Sets {
            idle: lanes_mask::<L>() & !new,
            ..Sets::default()
        };
        while 8 * sets.waiting().count_ones() <= 5 * new.count_ones() {
            let resting = sets.waiting() | sets.idle;
            let seen = l.pass(&mut self.ready, resting);
            self.lane_passes += u64::from((new & !resting).count_ones());
            sets.add(seen, 0);
        }
        let done = sets.settled | sets.dead;
        self.ready_left = new & !done;
        self.ready_stuck = sets.stuck;
        let started = std::mem::replace(now, watch.now());
        self.ready_ticks = now.wrapping_sub(started);
        if done == 0 {
            return;
        }
        self.nodes += u64::from(done.count_ones());
        let right = sets.settled & solved(l, &self.ready.x);
        let values = planes(l, &self.ready.x);
        // Not by `each`: so large a closure would become a function of its own,
        // which knows nothing of the CPU's features.
        let mut left = done;
        while left != 0 {
            let i = left.trailing_zeros() as usize;
            left &= left - 1;
            let puzzle = self.ready_puzzles[i];
            let solved = right >> i & 1 == 1;
            if solved {
                l.write_row(&lane_planes::<L>(&values, i), feed.row(puzzle));
            }
            let outcome = Outcome {
                solutions: u64::from(solved),
                guesses: 0,
                status: Status::Finished,
            };
            feed.note(puzzle, outcome);
            self.ended(puzzle);
        }
        self.took(self.ready_ticks, done.count_ones());
        self.tell_if_many(watch);
    }

    /// At most eight lanes of a set, which are served now: where there are more, each has
    /// its turn.
    #[inline(always)]
    fn some(&mut self, set: u32) -> u32 {
        if L::LANES <= SERVED as usize {
            return set;
        }
        // Without a branch, which would be hard to foresee.
        let turned = set.rotate_right(self.turn);
        let mut later = turned;
        for _ in 0..SERVED {
            later &= later.wrapping_sub(1);
        }
        let some = (turned & !later).rotate_left(self.turn);
        self.turn = (self.turn + SERVED * u32::from(later != 0)) % 32;
        some
    }

    /// Lanes of `pops` go back to the last state of their stacks. In lanes of
    /// `stuck` a candidate is chosen: the state without it is pushed, and the
    /// lane goes on in the state with it. Lanes take the new puzzles that they were
    /// given. `nex` is made anew where anything is.
    ///
    /// This is for back ends with one group, in which an event serves every lane.
    #[inline(always)]
    pub(crate) fn exchange(&mut self, pops: u32, stuck: u32) {
        const { assert!(L::GROUPS == 1 && L::N <= SERVED as usize) };
        if pops | stuck == 0 {
            self.take_up();
            return;
        }
        self.take();
        self.fresh = 0;
        let l = self.l;
        let choice = l.choose(&self.groups[0].x, stuck);
        self.push(stuck, &choice);
        let popped = unstack(l, pops, &self.pop(pops));
        let set = l.lanes(pops);
        let Group { x, nex } = &mut self.groups[0];
        for p in 0..9 {
            for t in 0..3 {
                let v = l.blend(set, x[t][p], popped[9 * t + p]);
                x[t][p] = l.sel(choice.cells[p], choice.digit[t], v);
            }
            nex[p] = others_at(l, x, p);
        }
    }

    /// The last records of up to eight lanes, lowest lane first, which leave their stacks.
    #[inline(always)]
    pub(crate) fn pop(&mut self, mut lanes: u32) -> [&[u32; 32]; 8] {
        let (mut records, _) = lowest_eight::<L>(&mut lanes);
        for record in &mut records {
            let top = &mut L::words_mut(&mut self.tops)[*record];
            *top = top.wrapping_sub(u32::from(*record < L::LANES));
            *record = *top as usize;
        }
        let stacks = &self.stacks[..Self::RECORDS];
        records.map(|at| &stacks[at].0)
    }

    /// The groups at work, in which `nex` is to be made anew, and the one of new puzzles.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn groups(&mut self) -> (&mut [Group<L>; MOST_GROUPS], &Group<L>) {
        self.fresh = 0;
        (&mut self.groups, &self.ready)
    }

    /// Up to eight lanes make a guess: all groups, the records, and which record each of
    /// these lanes pushes next, lowest lane first.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub(crate) fn guess(
        &mut self,
        mut lanes: u32,
    ) -> (&[Group<L>; MOST_GROUPS], &mut [Record], [usize; 8]) {
        let (mut at, _) = lowest_eight::<L>(&mut lanes);
        for at in &mut at {
            let top = &mut L::words_mut(&mut self.tops)[*at];
            self.lanes[*at].guesses += 1;
            let next = *top as usize;
            *top += u32::from(*at < L::LANES);
            *at = next;
        }
        (&self.groups, &mut self.stacks[..Self::RECORDS], at)
    }

    /// Of lanes of `stuck`, the state without the chosen candidate is pushed.
    #[inline(always)]
    fn push(&mut self, stuck: u32, choice: &Choice<L>) {
        let words: &[u32] = L::words(self.groups[0].x.as_flattened());
        let digit = L::words(&choice.digit);
        let place = L::words(&choice.place);
        each(stuck, |i| {
            let top = &mut L::words_mut(&mut self.tops)[i];
            let record = &mut self.stacks[*top as usize].0;
            *top += 1;
            for w in 0..27 {
                // SAFETY: what a reference points to may be read. Volatile,
                // because the compiler would make gathers, which are slower.
                record[w] = unsafe { std::ptr::read_volatile(&words[w * L::N + i]) };
            }
            let place = (3 * (place[i] >> 2) + (place[i] & 3)) as usize;
            for t in 0..3 {
                record[9 * t + place] &= !digit[t * L::N + i];
            }
            self.lanes[i].guesses += 1;
        });
    }
}

/// Puts the words of up to eight records into the lanes of `lanes`, first
/// record to the lowest lane; the other lanes hold rubbish.
#[inline(always)]
fn unstack<L: Lanes>(l: L, lanes: u32, records: &[&[u32; 32]; 8]) -> [L::V; STATE] {
    let mut out = [l.splat(0); STATE];
    let words = L::words_mut(&mut out);
    let mut left = lanes;
    for record in records {
        let lane = left.trailing_zeros() as usize;
        if lane < L::N {
            for w in 0..STATE {
                words[w * L::N + lane] = record[w];
            }
        }
        left &= left.wrapping_sub(1);
    }
    out
}

/// A group's lanes of a set.
#[inline(always)]
pub(crate) fn part<L: Lanes>(set: u32, g: usize) -> u32 {
    set >> (g * L::N) & lanes_mask::<L>()
}

/// Takes the lowest eight lanes out of the set: their numbers, and the set of them. Where
/// there are fewer, the rest is the number of no lane, whose record nobody looks at.
#[inline(always)]
pub(crate) fn lowest_eight<L: Lanes>(lanes: &mut u32) -> ([usize; 8], u32) {
    let mut numbers = [0; 8];
    let mut left = *lanes;
    for number in &mut numbers {
        *number = (left.trailing_zeros() as usize).min(L::LANES);
        left &= left.wrapping_sub(1);
    }
    let taken = *lanes & !left;
    *lanes = left;
    (numbers, taken)
}

/// Calls `f` for each lane of the set, lowest first.
#[inline(always)]
fn each(mut lanes: u32, mut f: impl FnMut(usize)) {
    while lanes != 0 {
        f(lanes.trailing_zeros() as usize);
        lanes &= lanes - 1;
    }
}
