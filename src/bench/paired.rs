//! Two programs measured side by side.
//!
//! Both run as processes and wait for orders. The one that has no order sleeps. Within a pair of
//! processes the order is old, new, new, old, repeatedly (the reverse in every other pair). So a
//! machine that steadily becomes slower or faster favours neither. A process keeps some conditions
//! for its lifetime, such as the position of its memory, which can make it a little faster or
//! slower than another process of the same program. So one pair of processes counts as *one* pair,
//! however many samples it takes, and then both start anew. The code of a file is at the same place
//! in memory for all its processes, so the caller starts another copy each time.

use super::baseline::{Comparison, Thresholds, compare_pairs};
use super::record::{Record, ResultRow};
use super::stats::{self, Judgement, StatsError};
use crate::setters::setters;
use std::time::{Duration, Instant};
use thiserror::Error;

/// The time of one pass over the puzzles of a sample, in nanoseconds.
#[derive(Debug, Clone, Copy)]
pub struct SampleTimes {
    /// Wall-clock time.
    pub wall_ns: f64,
    /// CPU time, if known.
    pub cpu_ns: Option<f64>,
    /// Time in which a command neither ran nor waited for a CPU, if known.
    pub idle_ns: Option<f64>,
    /// Time of a run with one puzzle, which was subtracted: of a command that starts for each sample.
    pub start_up_ns: Option<f64>,
}

impl SampleTimes {
    /// The times of one of several passes.
    pub(super) fn of_passes(
        wall: Duration,
        cpu: Option<Duration>,
        idle: Option<Duration>,
        passes: f64,
    ) -> SampleTimes {
        let of_one = |time: Duration| time.as_nanos() as f64 / passes;
        SampleTimes {
            wall_ns: of_one(wall).max(1.0),
            cpu_ns: cpu.map(of_one),
            idle_ns: idle.map(of_one),
            start_up_ns: None,
        }
    }
}

/// A solver that is idle for this share of its time is not judged by its CPU time.
const MOST_IDLE: f64 = 0.2;

/// One of the two programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Side {
    /// The old program.
    Old,
    /// The new program.
    New,
}

/// How pairs are taken.
///
/// ```
/// use ninefold::bench::paired::PairedPlan;
/// use std::time::Duration;
/// let plan = PairedPlan::default().time(Duration::from_secs(600));
/// # let _ = plan;
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
#[non_exhaustive]
pub struct PairedPlan {
    /// Thresholds of the verdict; its `min_samples` are the fewest pairs.
    pub thresholds: Thresholds,
    /// Most pairs.
    pub max_pairs: usize,
    /// How many times one pair goes through the order old, new, new, old.
    pub blocks: usize,
    /// The time for everything. A pair that would not end in time is not started, and one that does
    /// not end in time does not count.
    pub time: Duration,
}

impl Default for PairedPlan {
    /// 20 to 320 pairs of four blocks, within two minutes.
    fn default() -> PairedPlan {
        PairedPlan {
            thresholds: Thresholds::default(),
            max_pairs: 320,
            blocks: 4,
            time: Duration::from_secs(120),
        }
    }
}

setters! {
    PairedPlan {
        thresholds: Thresholds,
        max_pairs: usize,
        blocks: usize,
        time: Duration,
    }
}

/// One side: a program that gives samples.
pub trait PairedRunner {
    /// Its error type.
    type Error;

    /// Its cases, without samples.
    fn record(&self) -> Record;

    /// Starts new processes.
    ///
    /// # Errors
    /// The program cannot run.
    fn renew(&mut self) -> Result<(), Self::Error>;

    /// Takes one sample of a case.
    ///
    /// # Errors
    /// The program ended or gave a wrong answer.
    fn sample(&mut self, case: usize) -> Result<SampleTimes, Self::Error>;
}

/// Why a comparison failed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PairedError<E> {
    /// A program could not run, or gave a wrong answer.
    #[error("{1}")]
    Runner(Side, E),
    /// A time was invalid, such as zero.
    #[error("{0}")]
    Stats(String),
    /// The time was over before the first pair was complete.
    #[error("no pair was complete within the time")]
    OutOfTime,
}

impl<E> From<StatsError> for PairedError<E> {
    fn from(error: StatsError) -> PairedError<E> {
        PairedError::Stats(error.to_string())
    }
}

/// The state after some pairs.
#[derive(Debug)]
pub struct Interim<'a> {
    /// Pairs taken.
    pub pairs: usize,
    /// Time spent.
    pub elapsed: Duration,
    /// The last look, if there was one.
    pub last: Option<&'a Comparison>,
}

/// Takes pairs until there is a verdict, or the limit of pairs or time is reached.
///
/// `seen` gets a report on each pair.
///
/// # Errors
/// See [`PairedError`].
pub fn run<R: PairedRunner>(
    plan: &PairedPlan,
    sides: &mut [R; 2],
    seen: &mut dyn FnMut(&Interim<'_>),
) -> Result<Comparison, PairedError<R::Error>> {
    let began = Instant::now();
    // There is no end if it is too far away to represent.
    let end = began.checked_add(plan.time);
    let looks = stats::looks(plan.thresholds.min_samples, plan.max_pairs);
    let (old, new) = (sides[0].record(), sides[1].record());
    let mut pairs: Vec<Vec<Pair>> = vec![Vec::new(); old.rows.len()];
    let mut last: Option<Comparison> = None;
    let mut longest = Duration::ZERO;
    for number in 1.. {
        let pair_began = Instant::now();
        let is_complete = one_pair(plan, number, &mut pairs, sides, end)?;
        longest = longest.max(pair_began.elapsed());
        let taken = number - usize::from(!is_complete);
        let over = !is_complete || taken >= plan.max_pairs || is_over(end, longest);
        if taken == 0 {
            return Err(PairedError::OutOfTime);
        }
        if over || looks.contains(&taken) {
            let (cpu_time, idle) = clock(&old, &pairs);
            let times = chosen(&old, &pairs, cpu_time);
            let mut look = compare_pairs(&old, &new, &times, looks.len(), &plan.thresholds)?;
            (look.cpu_time, look.idle) = (cpu_time, idle);
            if over || look.verdict != Judgement::Inconclusive {
                return Ok(look);
            }
            last = Some(look);
        }
        seen(&Interim {
            pairs: taken,
            elapsed: began.elapsed(),
            last: last.as_ref(),
        });
    }
    unreachable!("the loop ends with a return")
}

/// Whether something that takes this long would not end in time.
fn is_over(end: Option<Instant>, takes: Duration) -> bool {
    end.is_some_and(|end| end.saturating_duration_since(Instant::now()) <= takes)
}

/// A pair of times of one case, old and new, by each clock.
#[derive(Debug, Clone, Copy)]
struct Pair {
    wall: (f64, f64),
    cpu: Option<(f64, f64)>,
    /// The shares of its time in which each of them was idle.
    idle: (f64, f64),
}

/// Whether CPU time decides on cases with one thread. It excludes the time that another program had
/// the CPU. A solver that sleeps, or works in processes that nobody sees, has less of it than work:
/// then the clock on the wall decides for all, and this is the share in which it was idle. A low share of the
/// CPU alone accuses nobody, because the machine may be busy.
fn clock(old: &Record, pairs: &[Vec<Pair>]) -> (bool, Option<f64>) {
    let single = old.rows.iter().zip(pairs);
    let single = single.filter(|(row, _)| row.case.threads == 1);
    let (mut known, mut idle): (bool, f64) = (true, 0.0);
    for (_, pairs) in single {
        known &= pairs.iter().all(|pair| pair.cpu.is_some());
        for of in [|pair: &Pair| pair.idle.0, |pair: &Pair| pair.idle.1] {
            let shares: Vec<f64> = pairs.iter().map(of).collect();
            idle = idle.max(stats::median(&shares).unwrap_or(0.0));
        }
    }
    let is_idle = idle >= MOST_IDLE;
    (known && !is_idle, is_idle.then_some(idle))
}

/// The times that count.
fn chosen(old: &Record, pairs: &[Vec<Pair>], cpu_time: bool) -> Vec<Vec<(f64, f64)>> {
    let of_case = |(row, pairs): (&ResultRow, &Vec<Pair>)| {
        let by_cpu = cpu_time && row.case.threads == 1;
        let time = |pair: &Pair| pair.cpu.filter(|_| by_cpu).unwrap_or(pair.wall);
        pairs.iter().map(time).collect()
    };
    old.rows.iter().zip(pairs).map(of_case).collect()
}

/// Starts both programs anew, lets them take turns, and adds the pair of each case. If the time is over before the end,
/// returns false and adds nothing.
fn one_pair<R: PairedRunner>(
    plan: &PairedPlan,
    number: usize,
    pairs: &mut [Vec<Pair>],
    [old, new]: &mut [R; 2],
    end: Option<Instant>,
) -> Result<bool, PairedError<R::Error>> {
    let of_old = |error| PairedError::Runner(Side::Old, error);
    let of_new = |error| PairedError::Runner(Side::New, error);
    old.renew().map_err(of_old)?;
    new.renew().map_err(of_new)?;
    let old_first = number % 2 == 1;
    let mut times = vec![(Vec::new(), Vec::new()); pairs.len()];
    for _ in 0..plan.blocks.max(1) {
        for (case, (olds, news)) in times.iter_mut().enumerate() {
            for old_now in [old_first, !old_first, !old_first, old_first] {
                if is_over(end, Duration::ZERO) {
                    return Ok(false);
                }
                if old_now {
                    olds.push(old.sample(case).map_err(of_old)?);
                } else {
                    news.push(new.sample(case).map_err(of_new)?);
                }
            }
        }
    }
    for (pairs, (olds, news)) in pairs.iter_mut().zip(&times) {
        pairs.push(pair(olds, news)?);
    }
    Ok(true)
}

/// Makes one pair of times from many samples: the median of the ratios of neighbouring samples.
fn pair(olds: &[SampleTimes], news: &[SampleTimes]) -> Result<Pair, StatsError> {
    let pair = |olds: &[f64], news: &[f64]| {
        let ratio = stats::median(&stats::log_ratios(olds, news)?)?;
        let old = stats::median(olds)?;
        Ok((old, old * ratio.exp()))
    };
    let wall = |samples: &[SampleTimes]| -> Vec<f64> {
        samples.iter().map(|sample| sample.wall_ns).collect()
    };
    let cpu = |samples: &[SampleTimes]| -> Option<Vec<f64>> {
        let known = |sample: &SampleTimes| sample.cpu_ns.filter(|&cpu| cpu > 0.0);
        samples.iter().map(known).collect()
    };
    let both = cpu(olds).zip(cpu(news));
    Ok(Pair {
        wall: pair(&wall(olds), &wall(news))?,
        cpu: both.map(|(olds, news)| pair(&olds, &news)).transpose()?,
        idle: (idle(olds), idle(news)),
    })
}

/// The share of their time in which samples were idle.
fn idle(samples: &[SampleTimes]) -> f64 {
    let sum = |of: fn(&SampleTimes) -> Option<f64>| samples.iter().filter_map(of).sum::<f64>();
    let (idle, cpu) = (sum(|sample| sample.idle_ns), sum(|sample| sample.cpu_ns));
    if idle > 0.0 { idle / (idle + cpu) } else { 0.0 }
}

#[cfg(test)]
#[path = "paired_tests.rs"]
mod tests;
