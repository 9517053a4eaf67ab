//! Old and new take turns.
//!
//! The one that has no request sleeps. Within a pair of processes the order is old, new, new, old,
//! repeatedly (the reverse in every other pair). So a machine that steadily becomes slower or
//! faster favours neither.

use crate::bench::outcome::Side;
use crate::bench::record::Sample;
use crate::bench::stats;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::{Duration, Instant};

/// The samples of a case, old and new.
pub(super) type SamplePair = [Sample; 2];

/// The turns so far.
pub(super) struct Turns {
    /// Pairs begun.
    begun: usize,
    /// The number of the first sample's puzzles. Nobody can have asked for them in an earlier run.
    first: u64,
}

impl Turns {
    pub(super) fn new() -> Turns {
        Turns {
            begun: 0,
            first: RandomState::new().build_hasher().finish() >> 32,
        }
    }

    /// Lets both programs take turns on these cases, and returns a pair of samples of each, old
    /// and new. `sample` takes a sample of a side on a case, with the puzzles of a number. If the
    /// time is over before the end, returns nothing.
    pub(super) fn take<E>(
        &mut self,
        cases: usize,
        blocks: usize,
        end: Option<Instant>,
        sample: &mut dyn FnMut(Side, usize, u64) -> Result<Sample, E>,
    ) -> Result<Option<Vec<SamplePair>>, E> {
        let (first, second) = if self.begun.is_multiple_of(2) {
            (Side::Old, Side::New)
        } else {
            (Side::New, Side::Old)
        };
        let block = self.begun * blocks;
        self.begun += 1;
        let mut times = vec![[Vec::new(), Vec::new()]; cases];
        for block in block..block + blocks {
            for (case, times) in times.iter_mut().enumerate() {
                for (nth, side) in [first, second, second, first].into_iter().enumerate() {
                    if is_over(end, Duration::ZERO) {
                        return Ok(None);
                    }
                    // Both sides get the same puzzles.
                    let number = self.first + (2 * block + nth / 2) as u64;
                    times[side as usize].push(sample(side, case, number)?);
                }
            }
        }
        Ok(Some(times.iter().map(pair).collect()))
    }
}

/// Whether something that takes this long would not end in time.
pub(super) fn is_over(end: Option<Instant>, takes: Duration) -> bool {
    end.is_some_and(|end| end.saturating_duration_since(Instant::now()) <= takes)
}

/// Makes one pair of samples from many: by each clock, the median of the ratios of neighbouring
/// samples.
fn pair([olds, news]: &[Vec<Sample>; 2]) -> SamplePair {
    let wall = median_pair(olds, news, |sample| Some(sample.wall_ns)).expect("every sample has it");
    let cpu = median_pair(olds, news, |sample| sample.cpu_ns);
    let instructions = median_pair(olds, news, |sample| sample.instructions);
    [(0, olds), (1, news)].map(|(side, samples)| {
        let idle: Option<Vec<f64>> = samples.iter().map(|sample| sample.idle).collect();
        Sample {
            wall_ns: wall[side],
            cpu_ns: cpu.map(|cpu| cpu[side]),
            instructions: instructions.map(|counts| counts[side]),
            idle: idle.map(|idle| idle.iter().sum::<f64>() / samples.len() as f64),
        }
    })
}

/// One pair of a measure, old and new. `None` if some sample lacks it.
fn median_pair(
    olds: &[Sample],
    news: &[Sample],
    measure: fn(&Sample) -> Option<f64>,
) -> Option<[f64; 2]> {
    let olds: Vec<f64> = olds.iter().map(measure).collect::<Option<_>>()?;
    let news: Vec<f64> = news.iter().map(measure).collect::<Option<_>>()?;
    let ratio = stats::median(&stats::log_ratios(&olds, &news));
    let old = stats::median(&olds);
    Some([old, old * ratio.exp()])
}
