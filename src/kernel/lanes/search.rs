//! The search: passes for all lanes, a stack for each, lanes refilled from
//! the stream.

use super::choose::{Choice, choose};
use super::propagate::{Group, lanes_mask, pass, renew, rows_and_columns};
use super::text::{Codes, Parsed, READ, lane_planes, parse, planes};
use super::vector::Lanes;
use crate::engine::{Batch, Counters, Limits, Outcome, Status, Watch};

/// Records a lane's stack can hold: each guess on a path settles a cell.
const DEPTH: usize = 82;

/// A state to come back to: the 27 words of one lane.
#[derive(Clone, Copy)]
#[repr(C, align(128))]
struct Record([u32; 32]);

/// First record of a lane.
fn base(lane: usize) -> u32 {
    (lane % 16 * DEPTH) as u32
}

/// What a lane is at work on.
#[derive(Debug, Clone, Copy, Default)]
struct Lane {
    puzzle: u32,
    solutions: u64,
    guesses: u64,
    started: u64,
}

/// One thread's state.
pub(crate) struct Search<L: Lanes> {
    l: L,
    group: Group<L>,
    lanes: [Lane; 16],
    /// Where each lane's next record goes; the last is for no lane.
    tops: [u32; 17],
    stacks: Vec<Record>,
    parsed: Parsed<L>,
    /// Words of `parsed`, with room to read a vector from any lane.
    ready: Vec<u32>,
    ready_puzzles: [u32; 16],
    ready_next: usize,
    ready_end: usize,
    codes: [Codes; READ],
}

impl<L: Lanes> Search<L> {
    pub(crate) fn new(l: L) -> Box<Search<L>> {
        let zero = l.splat(0);
        Box::new(Search {
            l,
            group: Group {
                x: [[zero; 9]; 3],
                nex: [zero; 9],
            },
            lanes: [Lane::default(); 16],
            tops: std::array::from_fn(base),
            stacks: vec![Record([0; 32]); 16 * DEPTH],
            parsed: Parsed { x: [[zero; 9]; 3] },
            ready: vec![0; 28 * L::N],
            ready_puzzles: [0; 16],
            ready_next: 0,
            ready_end: 0,
            codes: [[0; 96]; READ],
        })
    }

    /// Solves a batch.
    #[inline(always)]
    pub(crate) fn run(
        &mut self,
        batch: &mut Batch<'_>,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Counters {
        #[repr(align(64))]
        struct Pad(#[allow(dead_code)] u8);
        let mut pad = Pad(0);
        std::hint::black_box(&mut pad);
        let l = self.l;
        let all = lanes_mask::<L>();
        let mut counters = Counters::default();
        let mut next = 0;
        self.ready_next = 0;
        self.ready_end = 0;
        let mut idle = all & !self.refill(all, &mut next, batch, watch.now());
        renew(l, &mut self.group);
        let (mut dead, mut settled, mut stuck) = (0, 0, 0);
        while idle != all {
            let waiting = dead | settled | stuck;
            let seen = pass(l, &mut self.group, waiting | idle);
            counters.lane_passes += u64::from((all & !(waiting | idle)).count_ones());
            dead |= seen.dead;
            settled |= seen.settled;
            stuck |= seen.stuck;
            let waiting = dead | settled | stuck;
            if 2 * waiting.count_ones() < (all & !idle).count_ones() {
                continue;
            }
            counters.nodes += u64::from(waiting.count_ones());
            let mut done = 0;
            if settled != 0 {
                let right = settled & rows_and_columns(l, &self.group);
                dead |= settled & !right;
                let (full, more) = self.emit(right, batch, limits);
                done |= full;
                dead |= more;
                settled = 0;
            }
            let mut stacked = 0;
            for (i, &top) in self.tops[..L::N].iter().enumerate() {
                stacked |= u32::from(top != base(i)) << i;
            }
            done |= dead & !stacked;
            let pops = dead & stacked;
            dead = 0;
            let mut gave_up = 0;
            if counters.guesses >= limits.guesses {
                each(stuck, |lane| {
                    if self.lanes[lane].guesses >= limits.guesses {
                        gave_up |= 1 << lane;
                    }
                });
                stuck &= !gave_up;
                done |= gave_up;
            }
            if done != 0 {
                let now = watch.now();
                self.finish(done, gave_up, now, batch, watch);
                let filled = self.refill(done, &mut next, batch, now);
                idle |= done & !filled;
            }
            counters.guesses += u64::from(stuck.count_ones());
            self.exchange(pops, stuck);
            stuck = 0;
        }
        counters
    }

    /// Writes first solutions; returns the lanes at their limit and those that
    /// go on.
    #[inline(always)]
    fn emit(&mut self, right: u32, batch: &mut Batch<'_>, limits: &Limits) -> (u32, u32) {
        let (mut full, mut more) = (0, 0);
        if right == 0 {
            return (0, 0);
        }
        let values = planes(self.l, &self.group);
        each(right, |i| {
            let lane = &mut self.lanes[i];
            if lane.solutions == 0 {
                let bits = lane_planes::<L>(&values, i);
                self.l
                    .write_row(&bits, &mut batch.rows[lane.puzzle as usize]);
            }
            lane.solutions += 1;
            if lane.solutions == limits.solutions {
                full |= 1 << i;
            } else {
                more |= 1 << i;
            }
        });
        (full, more)
    }

    /// Notes what became of puzzles.
    #[inline(always)]
    fn finish(
        &mut self,
        mut done: u32,
        gave_up: u32,
        now: u64,
        batch: &mut Batch<'_>,
        watch: &mut dyn Watch,
    ) {
        each(done, |i| {
            let lane = &self.lanes[i];
            batch.outcomes[lane.puzzle as usize] = Outcome {
                solutions: lane.solutions,
                guesses: lane.guesses,
                status: if gave_up >> i & 1 == 1 {
                    Status::GaveUp
                } else {
                    Status::Finished
                },
            };
        });
        // Lanes that began together end together here: one note for them.
        while done != 0 {
            let started = self.lanes[done.trailing_zeros() as usize].started;
            let mut puzzles = [0; 16];
            let mut n = 0;
            let mut rest = 0;
            each(done, |i| {
                if self.lanes[i].started == started {
                    puzzles[n] = self.lanes[i].puzzle;
                    n += 1;
                } else {
                    rest |= 1 << i;
                }
            });
            watch.finished(now - started, &puzzles[..n]);
            done = rest;
        }
    }

    /// Gives puzzles to lanes; returns the lanes that got one.
    #[inline(always)]
    fn refill(&mut self, mut free: u32, next: &mut usize, batch: &mut Batch<'_>, now: u64) -> u32 {
        let mut filled = 0;
        while free != 0 {
            if self.ready_next == self.ready_end && !self.read(next, batch) {
                break;
            }
            let left = (self.ready_end - self.ready_next) as u32;
            let mut some = free;
            while some.count_ones() > left {
                some &= !(1 << (31 - some.leading_zeros()));
            }
            for t in 0..3 {
                for p in 0..9 {
                    let from = (9 * t + p) * L::N + self.ready_next;
                    self.group.x[t][p] =
                        self.l
                            .expand(some, self.group.x[t][p], &self.ready[from..from + L::N]);
                }
            }
            each(some, |i| {
                self.lanes[i] = Lane {
                    puzzle: self.ready_puzzles[self.ready_next],
                    started: now,
                    ..Lane::default()
                };
                self.tops[i] = base(i);
                self.ready_next += 1;
            });
            filled |= some;
            free &= !some;
        }
        filled
    }

    /// Reads the next puzzles of the batch; whether there were any.
    #[inline(always)]
    fn read(&mut self, next: &mut usize, batch: &mut Batch<'_>) -> bool {
        let mut n = 0;
        while n < L::N && *next < batch.len() {
            let i = *next;
            *next += 1;
            if self.l.normalise(batch.puzzle(i), &mut self.codes[n]) {
                self.ready_puzzles[n] = i as u32;
                n += 1;
            } else {
                batch.outcomes[i] = Outcome {
                    status: Status::Malformed,
                    ..Outcome::default()
                };
            }
        }
        if n == 0 {
            return false;
        }
        parse(self.l, &self.codes, &mut self.parsed);
        let words = 27 * L::N;
        self.ready[..words].copy_from_slice(L::words(self.parsed.x.as_flattened()));
        self.ready_next = 0;
        self.ready_end = n;
        true
    }

    /// Lanes of `pops` go back to the last state of their stacks. In lanes of
    /// `stuck` a candidate is chosen: the state without it is pushed, and the
    /// lane goes on in the state with it. `nex` is made anew for all.
    #[inline(always)]
    fn exchange(&mut self, pops: u32, stuck: u32) {
        let l = self.l;
        let choice = choose(l, &self.group, stuck);
        self.push(stuck, &choice);
        let mut pops = pops;
        let popped = self.unstack(&mut pops);
        let set = l.lanes(popped.1);
        let Group { x, nex } = &mut self.group;
        for p in 0..9 {
            let clear = l.and(l.ones(l.lanes(choice.at[p])), choice.cell);
            for t in 0..3 {
                let v = l.blend(set, x[t][p], popped.0[9 * t + p]);
                x[t][p] = l.sel(clear, choice.digit[t], v);
            }
            let o = l.or3(x[0][p], x[1][p], x[2][p]);
            let j = l.maj(x[0][p], x[1][p], x[2][p]);
            let (o9, o18) = l.turns(o);
            nex[p] = l.or3(j, o9, o18);
        }
        while pops != 0 {
            let popped = self.unstack(&mut pops);
            let set = l.lanes(popped.1);
            for (v, from) in self.group.x.as_flattened_mut().iter_mut().zip(popped.0) {
                *v = l.blend(set, *v, from);
            }
            renew(l, &mut self.group);
        }
    }

    /// The last states of up to eight lanes, which leave the set; and which.
    #[inline(always)]
    fn unstack(&mut self, lanes: &mut u32) -> ([L::V; 27], u32) {
        let mut records = [0; 8];
        let mut left = *lanes;
        for record in &mut records {
            // No lane is left: lane 16, whose record nobody looks at.
            let lane = left.trailing_zeros().min(16) as usize;
            left &= left.wrapping_sub(1);
            let top = self.tops[lane].wrapping_sub(u32::from(lane < 16));
            self.tops[lane] = top;
            *record = top as usize;
        }
        let taken = *lanes & !left;
        *lanes = left;
        let stacks = &self.stacks[..16 * DEPTH];
        let records = records.map(|at| &stacks[at].0);
        (self.l.unstack(taken, &records), taken)
    }

    #[inline(always)]
    fn push(&mut self, stuck: u32, choice: &Choice<L>) {
        let words: &[u32] = L::words(self.group.x.as_flattened());
        let digit = L::words(&choice.digit);
        let place = L::words(&choice.place);
        each(stuck, |i| {
            let top = &mut self.tops[i];
            let record = &mut self.stacks[*top as usize].0;
            *top += 1;
            for w in 0..27 {
                record[w] = words[w * L::N + i];
            }
            for t in 0..3 {
                record[9 * t + place[i] as usize] &= !digit[t * L::N + i];
            }
            self.lanes[i].guesses += 1;
        });
    }
}

/// Calls `f` for each lane of the set, lowest first.
#[inline(always)]
fn each(mut lanes: u32, mut f: impl FnMut(usize)) {
    while lanes != 0 {
        f(lanes.trailing_zeros() as usize);
        lanes &= lanes - 1;
    }
}
