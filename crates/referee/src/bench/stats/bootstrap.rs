//! Centres of samples, and the bootstrap for their intervals.

use super::checked;
use super::interval::{Estimate, Interval};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// With fewer samples than this, there is no interval.
///
/// Eight drawn with replacement have 6435 different outcomes; with five there
/// are 126, too few for the ends of a 99 % interval.
pub const MIN_SAMPLES: usize = 8;

/// The kind of centre. Both are trimmed means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Centre {
    /// The middle value.
    Median,
    /// The mean of the middle half.
    Midmean,
}

impl Centre {
    /// How many of `n` sorted values to cut off at each end.
    fn cut(self, n: usize) -> usize {
        match self {
            Centre::Median => n.saturating_sub(1) / 2,
            Centre::Midmean => n / 4,
        }
    }
}

/// Settings of the bootstrap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Settings {
    /// Probability that the interval misses the truth, shared by both ends.
    pub error: f64,
    /// How often to draw the sample again.
    pub resamples: u32,
}

/// The seed of the draws.
const SEED: u64 = 9;

impl Default for Settings {
    /// A 99 % interval from 10,000 draws.
    fn default() -> Settings {
        Settings {
            error: 0.01,
            resamples: 10_000,
        }
    }
}

impl Settings {
    /// The same, for one of `parts` questions that share the error budget. It draws more often, so
    /// that the ends of the interval stay accurate.
    ///
    /// ```
    /// use ninefold_referee::bench::stats::Settings;
    /// let shared = Settings::default().share(10);
    /// assert_eq!(shared.error, 0.001);
    /// assert_eq!(shared.resamples, 40_000);
    /// ```
    #[must_use]
    pub fn share(&self, parts: usize) -> Settings {
        let error = self.error / parts.max(1) as f64;
        let enough = (40.0 / error).min(200_000.0) as u32;
        Settings {
            error,
            resamples: self.resamples.max(enough),
        }
    }
}

impl Estimate {
    /// Applies an increasing or a decreasing function to value and interval. An unknown interval
    /// stays unknown.
    #[must_use]
    pub fn map(&self, f: impl Fn(f64) -> f64) -> Estimate {
        let [one, other] = [self.interval.low, self.interval.high].map(&f);
        let low = one.min(other);
        let high = one.max(other);
        Estimate {
            value: f(self.value),
            interval: Interval { low, high },
            samples: self.samples,
        }
    }
}

/// The centre of `values` with a percentile bootstrap interval.
///
/// The cost is `values.len() * resamples` random draws of about 2 ns.
///
/// ```
/// use ninefold_referee::bench::stats::{Centre, Settings, bootstrap};
/// let values: Vec<f64> = (0..100).map(|i| f64::from(i % 10)).collect();
/// let estimate = bootstrap(&values, Centre::Midmean, &Settings::default());
/// assert_eq!(estimate.value, 4.5);
/// assert!(estimate.interval.low > 3.0 && estimate.interval.high < 6.0);
/// ```
///
/// # Panics
/// As [`median`](super::median).
#[must_use]
pub fn bootstrap(values: &[f64], centre: Centre, settings: &Settings) -> Estimate {
    let mut draws = Draws::new(values, centre, SEED);
    let value = draws.centre();
    estimate(value, values.len(), settings, || draws.draw())
}

/// The difference of centres, `new` minus `old`, of two samples that are not paired.
///
/// # Panics
/// As [`median`](super::median).
#[must_use]
pub fn bootstrap_difference(
    old: &[f64],
    new: &[f64],
    centre: Centre,
    settings: &Settings,
) -> Estimate {
    let samples = old.len().min(new.len());
    let mut old = Draws::new(old, centre, SEED);
    let mut new = Draws::new(new, centre, SEED ^ u64::MAX);
    let value = new.centre() - old.centre();
    estimate(value, samples, settings, || new.draw() - old.draw())
}

/// Draws samples again. Values are sorted first. A draw counts how often each is taken, so its
/// centre needs no sorting.
pub(super) struct Draws {
    sorted: Vec<f64>,
    /// How often each is taken: at first once.
    counts: Vec<u32>,
    centre: Centre,
    random: Xoshiro256PlusPlus,
}

impl Draws {
    pub(super) fn new(values: &[f64], centre: Centre, seed: u64) -> Draws {
        let mut sorted = checked(values).to_vec();
        sorted.sort_by(f64::total_cmp);
        Draws {
            counts: vec![1; values.len()],
            sorted,
            centre,
            random: Xoshiro256PlusPlus::seed_from_u64(seed),
        }
    }

    fn draw(&mut self) -> f64 {
        let n = self.sorted.len() as u64;
        self.counts.fill(0);
        for _ in 0..n {
            let place = ((self.random.next_u64() >> 32) * n) >> 32;
            self.counts[place as usize] += 1;
        }
        self.centre()
    }

    /// The centre of what was drawn last. It is computed around the first value, so that of
    /// identical values is exactly that value.
    pub(super) fn centre(&self) -> f64 {
        let n = self.sorted.len();
        let cut = self.centre.cut(n);
        let mut skip = cut;
        let mut take = n - 2 * cut;
        let mut first = None;
        let mut sum = 0.0;
        for (&value, &count) in self.sorted.iter().zip(&self.counts) {
            let skipped = skip.min(count as usize);
            skip -= skipped;
            let taken = take.min(count as usize - skipped);
            take -= taken;
            if taken > 0 {
                sum += (value - *first.get_or_insert(value)) * taken as f64;
            }
            if take == 0 {
                break;
            }
        }
        first.unwrap_or(f64::NAN) + sum / (n - 2 * cut) as f64
    }
}

/// The estimate of this value, with the percentiles of the centres of draws as the ends of its
/// interval.
fn estimate(
    value: f64,
    samples: usize,
    settings: &Settings,
    mut draw: impl FnMut() -> f64,
) -> Estimate {
    let mut interval = Interval::UNKNOWN;
    if samples >= MIN_SAMPLES {
        let n = settings.resamples.max(2) as usize;
        let mut centres: Vec<f64> = (0..n).map(|_| draw()).collect();
        centres.sort_by(f64::total_cmp);
        let tail = (settings.error / 2.0).clamp(0.0, 0.5);
        let low = ((tail * n as f64) as usize).min(n / 2);
        (interval.low, interval.high) = (centres[low], centres[n - 1 - low]);
    }
    Estimate {
        value,
        interval,
        samples,
    }
}

#[cfg(test)]
#[path = "bootstrap_tests.rs"]
mod tests;
