//! The search: passes for all lanes, a stack for each, lanes refilled from
//! the stream.

use super::choose::best_cells;
use super::propagate::{FIELD, Group, lanes_mask, pass, renew, rows_and_columns};
use super::text::{Codes, Parsed, READ, lane_planes, parse, planes};
use super::vector::Lanes;
use crate::engine::{Batch, Counters, Limits, Outcome, Status, Watch};

/// Records a lane's stack can hold: each guess on a path settles a cell.
const DEPTH: usize = 82;

/// A state to come back to: the 27 words of one lane.
#[derive(Clone, Copy)]
#[repr(C, align(128))]
struct Record([u32; 32]);

/// What a lane is at work on.
#[derive(Debug, Clone, Copy, Default)]
struct Lane {
    puzzle: u32,
    depth: u32,
    solutions: u64,
    guesses: u64,
    started: u64,
}

/// One thread's state.
pub(crate) struct Search<L: Lanes> {
    l: L,
    group: Group<L>,
    lanes: [Lane; 16],
    stacks: Vec<Record>,
    parsed: Parsed<L>,
    /// Words of `parsed`, with room to read a vector from any lane.
    ready: Vec<u32>,
    ready_puzzles: [u32; 16],
    ready_next: usize,
    ready_end: usize,
    codes: Box<[Codes; READ]>,
}

impl<L: Lanes> Search<L> {
    pub(crate) fn new(l: L) -> Search<L> {
        let zero = l.splat(0);
        Search {
            l,
            group: Group {
                x: [[zero; 9]; 3],
                nex: [zero; 9],
            },
            lanes: [Lane::default(); 16],
            stacks: vec![Record([0; 32]); L::N * DEPTH],
            parsed: Parsed { x: [[zero; 9]; 3] },
            ready: vec![0; 28 * L::N],
            ready_puzzles: [0; 16],
            ready_next: 0,
            ready_end: 0,
            codes: Box::new([[0; 96]; READ]),
        }
    }

    /// Solves a batch.
    #[inline(always)]
    pub(crate) fn run(
        &mut self,
        batch: &mut Batch<'_>,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Counters {
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
            let mut pops = 0;
            each(dead, |lane| {
                if self.lanes[lane].depth == 0 {
                    done |= 1 << lane;
                } else {
                    pops |= 1 << lane;
                }
            });
            dead = 0;
            let mut gave_up = 0;
            each(stuck, |lane| {
                if self.lanes[lane].guesses >= limits.guesses {
                    gave_up |= 1 << lane;
                }
            });
            stuck &= !gave_up;
            done |= gave_up;
            self.pop(pops);
            if done != 0 {
                let now = watch.now();
                self.finish(done, gave_up, now, batch, watch);
                let filled = self.refill(done, &mut next, batch, now);
                idle |= done & !filled;
            }
            if stuck != 0 {
                self.branch(stuck);
                counters.guesses += u64::from(stuck.count_ones());
                stuck = 0;
            }
            renew(l, &mut self.group);
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

    /// Takes the last state from the stack of each of these lanes.
    #[inline(always)]
    fn pop(&mut self, mut lanes: u32) {
        let l = self.l;
        while lanes != 0 {
            // Up to four lanes a sweep; a sweep with fewer repeats the last.
            let mut sets = [l.lanes(0); 4];
            let mut records = [0; 4];
            let mut lane = 0;
            for (set, record) in sets.iter_mut().zip(&mut records) {
                if lanes != 0 {
                    lane = lanes.trailing_zeros() as usize;
                    lanes &= lanes - 1;
                    self.lanes[lane].depth -= 1;
                    *set = l.lanes(1 << lane);
                }
                *record = lane * DEPTH + self.lanes[lane].depth as usize;
            }
            let [a, b, c, d] = records.map(|at| &self.stacks[at].0);
            for (w, word) in self.group.x.as_flattened_mut().iter_mut().enumerate() {
                let v = l.put(sets[0], *word, a[w]);
                let v = l.put(sets[1], v, b[w]);
                let v = l.put(sets[2], v, c[w]);
                *word = l.put(sets[3], v, d[w]);
            }
        }
    }

    /// Chooses a candidate in each of these lanes, pushes the state without
    /// it, and goes on in the state with it.
    #[inline(always)]
    fn branch(&mut self, lanes: u32) {
        let l = self.l;
        let best = best_cells(l, &self.group);
        // For each lane the cell's bits (all f) and the chosen one; places.
        let mut cell = [l.splat(0)];
        let mut keep = [l.splat(0); 3];
        let mut at = [0_u32; 9];
        each(lanes, |i| {
            let (place, b) = first_cell::<L>(&best, i);
            let words = L::words(self.group.x.as_flattened());
            let bits = (1 | 1 << 9 | 1 << 18) << b;
            let (mut t, mut chosen) = (0, 0);
            for triple in (0..3).rev() {
                let here = words[(9 * triple + place) * L::N + i] & bits;
                if here != 0 {
                    t = triple;
                    chosen = here & here.wrapping_neg();
                }
            }
            let lane = &mut self.lanes[i];
            let record = &mut self.stacks[i * DEPTH + lane.depth as usize].0;
            for w in 0..27 {
                record[w] = words[w * L::N + i];
            }
            record[9 * t + place] &= !chosen;
            lane.depth += 1;
            lane.guesses += 1;
            at[place] |= 1 << i;
            L::words_mut(&mut cell)[i] = bits;
            L::words_mut(&mut keep)[t * L::N + i] = chosen;
        });
        debug_assert_eq!(FIELD, 0x1ff);
        for p in 0..9 {
            let here = l.ones(l.lanes(at[p]));
            let clear = l.and(here, cell[0]);
            for t in 0..3 {
                self.group.x[t][p] = l.sel(clear, keep[t], self.group.x[t][p]);
            }
        }
    }
}

/// The first of a lane's best cells: its place and its box.
#[inline(always)]
fn first_cell<L: Lanes>(best: &[L::V; 3], lane: usize) -> (usize, u32) {
    let words = L::words(best);
    let mut r = 0;
    while r < 2 && words[r * L::N + lane] & super::propagate::ALL == 0 {
        r += 1;
    }
    let bit = (words[r * L::N + lane] | 1 << 26).trailing_zeros();
    (3 * r + bit as usize / 9, bit % 9)
}

/// Calls `f` for each lane of the set, lowest first.
#[inline(always)]
fn each(mut lanes: u32, mut f: impl FnMut(usize)) {
    while lanes != 0 {
        f(lanes.trailing_zeros() as usize);
        lanes &= lanes - 1;
    }
}
