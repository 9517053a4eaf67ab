//! Old and new take turns.
//!
//! The one that has no request sleeps. Within a pair of processes the order is old, new, new, old, repeatedly (the
//! reverse in every other pair). So a machine that steadily becomes slower or faster favours neither.

use crate::bench::error::CaseError;
use crate::bench::measure::{Bench, SampleTimes};
use crate::bench::outcome::Side;
use crate::bench::record::Record;
use crate::bench::stats::{self, MOST_IDLE};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Duration, Instant};

/// Gives the samples of both sides.
pub(super) trait TurnTaker {
    /// Starts new processes.
    fn renew(&mut self);

    /// Takes sample `number` of a side on a case.
    fn sample(&mut self, side: Side, case: usize, number: u64) -> Result<SampleTimes, CaseError>;
}

impl TurnTaker for Bench<'_> {
    fn renew(&mut self) {
        self.begin_round();
    }

    fn sample(&mut self, side: Side, case: usize, number: u64) -> Result<SampleTimes, CaseError> {
        Bench::sample(self, self.of_side(side, case), number)
    }
}

/// A pair of times of one case, old and new, by each clock.
#[derive(Debug, Clone, Copy)]
struct Pair {
    wall: (f64, f64),
    cpu: Option<(f64, f64)>,
    /// The shares of its time in which each of them was idle.
    idle: (f64, f64),
}

/// Which clock decides on cases with one thread.
pub(super) struct DecidingClock {
    /// CPU time, and not the wall clock.
    pub(super) cpu_time: bool,
    /// If it is the wall clock because a solver is idle: for which share of its time.
    pub(super) idle: Option<f64>,
}

/// The pairs so far.
pub(super) struct Turns {
    /// Of each case. All cases that are still compared have the same number.
    pairs: Vec<Vec<Pair>>,
    /// The number of complete pairs.
    pub(super) taken: usize,
    /// Samples of each side and case in them.
    pub(super) samples: usize,
    /// Pairs begun.
    begun: usize,
    /// The number of the first sample's puzzles. Nobody can have asked for them in an earlier run.
    first: u64,
}

impl Turns {
    pub(super) fn new(cases: usize) -> Turns {
        Turns {
            pairs: vec![Vec::new(); cases],
            taken: 0,
            samples: 0,
            begun: 0,
            first: RandomState::new().build_hasher().finish() >> 32,
        }
    }

    /// Starts both programs anew, lets them take turns, and adds the pair of each of these cases. If the time is over
    /// before the end, returns false and adds nothing.
    pub(super) fn take(
        &mut self,
        sides: &mut dyn TurnTaker,
        cases: &[usize],
        blocks: usize,
        end: Option<Instant>,
    ) -> Result<bool, (Side, usize, CaseError)> {
        let (first, second) = match self.begun.is_multiple_of(2) {
            true => (Side::Old, Side::New),
            false => (Side::New, Side::Old),
        };
        let block = self.begun * blocks;
        self.begun += 1;
        sides.renew();
        let mut times = vec![[Vec::new(), Vec::new()]; cases.len()];
        for block in block..block + blocks {
            for (times, &case) in times.iter_mut().zip(cases) {
                for (nth, side) in [first, second, second, first].into_iter().enumerate() {
                    if is_over(end, Duration::ZERO) {
                        return Ok(false);
                    }
                    // Both sides get the same puzzles.
                    let number = self.first + (2 * block + nth / 2) as u64;
                    let sample = sides.sample(side, case, number);
                    let sample = sample.map_err(|error| (side, case, error))?;
                    times[side as usize].push(sample);
                }
            }
        }
        for (times, &case) in times.iter().zip(cases) {
            self.pairs[case].push(pair(times));
        }
        self.taken += 1;
        self.samples += 2 * blocks;
        Ok(true)
    }

    /// Which clock decides. CPU time excludes the time that another program had the CPU. A solver that sleeps, or works
    /// in processes that nobody sees, has less of it than work: then the wall clock decides for all. A low share
    /// of the CPU alone accuses nobody, because the machine may be busy.
    pub(super) fn clock(&self, old: &Record, cases: &[usize]) -> DecidingClock {
        let rows = old.rows.iter().zip(cases);
        let single = rows.filter(|(row, _)| row.case.threads == 1);
        let (mut known, mut idle): (bool, f64) = (true, 0.0);
        for pairs in single.map(|(_, &case)| &self.pairs[case]) {
            known &= pairs.iter().all(|pair| pair.cpu.is_some());
            for of in [|pair: &Pair| pair.idle.0, |pair: &Pair| pair.idle.1] {
                let shares: Vec<f64> = pairs.iter().map(of).collect();
                if !shares.is_empty() {
                    idle = idle.max(stats::median(&shares));
                }
            }
        }
        let is_idle = idle >= MOST_IDLE;
        DecidingClock {
            cpu_time: known && !is_idle,
            idle: is_idle.then_some(idle),
        }
    }

    /// The times that count, of old and new, for each of these cases.
    pub(super) fn times(
        &self,
        old: &Record,
        cases: &[usize],
        cpu_time: bool,
    ) -> Vec<Vec<(f64, f64)>> {
        let rows = old.rows.iter().zip(cases);
        let times = rows.map(|(row, &case)| {
            let by_cpu = cpu_time && row.case.threads == 1;
            let time = |pair: &Pair| pair.cpu.filter(|_| by_cpu).unwrap_or(pair.wall);
            self.pairs[case].iter().map(time).collect()
        });
        times.collect()
    }
}

/// Whether something that takes this long would not end in time.
pub(super) fn is_over(end: Option<Instant>, takes: Duration) -> bool {
    end.is_some_and(|end| end.saturating_duration_since(Instant::now()) <= takes)
}

/// Makes one pair of times from many samples: the median of the ratios of neighbouring samples.
fn pair([olds, news]: &[Vec<SampleTimes>; 2]) -> Pair {
    let pair = |olds: &[f64], news: &[f64]| {
        let ratio = stats::median(&stats::log_ratios(olds, news));
        let old = stats::median(olds);
        (old, old * ratio.exp())
    };
    let wall = |samples: &[SampleTimes]| -> Vec<f64> {
        samples.iter().map(|sample| sample.wall_ns).collect()
    };
    let cpu = |samples: &[SampleTimes]| -> Option<Vec<f64>> {
        let known = |sample: &SampleTimes| sample.cpu_ns.filter(|&cpu| cpu > 0.0);
        samples.iter().map(known).collect()
    };
    let both = cpu(olds).zip(cpu(news));
    Pair {
        wall: pair(&wall(olds), &wall(news)),
        cpu: both.map(|(olds, news)| pair(&olds, &news)),
        idle: (SampleTimes::idle_share(olds), SampleTimes::idle_share(news)),
    }
}
