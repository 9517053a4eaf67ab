//! The interval of a figure.

use super::{checked, median};
use serde::{Deserialize, Serialize};

/// A low and a high end. Infinite ends mean that nothing is known.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The low end.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

impl Interval {
    /// The interval if nothing is known.
    pub const UNKNOWN: Interval = Interval {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };

    /// Whether both ends are finite.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }
}

/// A centre and its interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The centre of the samples.
    pub value: f64,
    /// The interval of the true centre. [`Interval::UNKNOWN`] for fewer than
    /// [`MIN_SAMPLES`](super::MIN_SAMPLES) samples.
    pub interval: Interval,
    /// Number of samples (of the smaller side, if there are two).
    pub samples: usize,
}

/// The median of `values`, and the interval that misses the true one with at most this probability.
///
/// Half of all values are below the true median, so the number of those in a sample is binomial,
/// whatever their distribution: the ends are values of the sample, and with eight and an error of
/// 1 % the first and the last. (The bootstrap misses it seven times as often there: it hardly ever
/// draws a median that is the first value.)
///
/// ```
/// use ninefold_referee::bench::stats::median_with_interval;
/// let estimate = median_with_interval(&[5.0, 3.0, 4.0, 1.0, 8.0, 2.0, 6.0, 7.0], 0.01);
/// assert_eq!(estimate.value, 4.5);
/// assert_eq!((estimate.interval.low, estimate.interval.high), (1.0, 8.0));
/// ```
///
/// # Panics
/// As [`median`].
#[must_use]
pub fn median_with_interval(values: &[f64], error: f64) -> Estimate {
    let mut sorted = checked(values).to_vec();
    sorted.sort_by(f64::total_cmp);
    let n = sorted.len();
    let mut interval = Interval::UNKNOWN;
    if let Some(end) = last_end(n, error) {
        interval.low = sorted[end];
        interval.high = sorted[n - 1 - end];
    }
    Estimate {
        value: median(values),
        interval,
        samples: n,
    }
}

/// How many values at each end of `n` can be cut off, so that the true median is outside of the
/// others with at most this probability. `None` if it is more even with all.
fn last_end(n: usize, error: f64) -> Option<usize> {
    let mut outside = 0.0;
    // The logarithm: of many values, the share of the first is below every float.
    let mut share = -(n as f64) * 2f64.ln();
    let mut end = None;
    for below in 0..n / 2 {
        outside += share.exp();
        if 2.0 * outside > error {
            break;
        }
        end = Some(below);
        share += ((n - below) as f64 / (below + 1) as f64).ln();
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    #[test]
    fn ends_are_those_of_the_binomial_distribution() {
        for (n, error, expected) in [
            (7, 0.01, None),
            (8, 0.01, Some(0)),
            (11, 0.01, Some(0)),
            // 2 (1 + 12) / 4096 is 0.63 %.
            (12, 0.01, Some(1)),
            (5, 0.05, None),
            (6, 0.05, Some(0)),
            (30, 0.01, Some(7)),
            // 1.29 times the root of 10,000.
            (10_000, 0.01, Some(4870)),
            (0, 0.01, None),
        ] {
            assert_eq!(last_end(n, error), expected, "{n}");
        }
    }

    #[test]
    fn the_true_median_is_outside_as_often_as_it_may_be() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(1);
        for n in [8, 13, 30] {
            let mut missed = 0;
            for _ in 0..20_000 {
                // Skewed, with a median of ln 2.
                let uniform = |random: &mut Xoshiro256PlusPlus| {
                    (random.next_u64() >> 11) as f64 / (1u64 << 53) as f64
                };
                let values: Vec<f64> = (0..n).map(|_| -(1.0 - uniform(&mut random)).ln()).collect();
                let found = median_with_interval(&values, 0.01).interval;
                let truth = 2f64.ln();
                missed += u32::from(truth < found.low || truth > found.high);
            }
            // 200 is 1 %.
            assert!((20..230).contains(&missed), "{n}: {missed}");
        }
    }
}
