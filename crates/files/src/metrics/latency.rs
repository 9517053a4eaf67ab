//! Histograms of times: a simple one for each worker, merged at the end.

use hdrhistogram::Histogram;
use serde::{Deserialize, Serialize};

/// Times in nanoseconds, to three significant digits.
///
/// Recording takes 2 to 3 ns, whatever the number of values. Merging takes 20 us at most. Memory
/// grows with the longest time: 264 KiB for an hour.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "Counts", into = "Counts")]
pub struct Latency(Histogram<u64>);

impl Latency {
    /// No times of chunks yet: in steps of 1,024 ns up to 2 ms, in which a run of one chunk takes
    /// 16 KiB of memory and not 120.
    pub(crate) fn of_chunks() -> Latency {
        let times = Histogram::new_with_bounds(1 << 10, 1 << 11, 3);
        let mut times = times.expect("three digits are few");
        times.auto(true);
        Latency(times)
    }

    /// Records that each of `count` events took `nanos`.
    #[inline]
    pub fn record(&mut self, nanos: u64, count: u64) {
        let recorded = self.0.record_n(nanos, count);
        recorded.expect("it grows with its values");
    }

    /// Adds all times of `other`.
    pub fn add(&mut self, other: &Latency) {
        let added = self.0.add(&other.0);
        added.expect("it grows with its values");
    }

    /// Forgets all times.
    pub(crate) fn clear(&mut self) {
        self.0.reset();
    }

    /// Number of times recorded.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.0.len()
    }

    /// The figures that a report shows.
    #[must_use]
    pub fn quantiles(&self) -> Quantiles {
        let at = |quantile| self.0.value_at_quantile(quantile);
        Quantiles {
            count: self.count(),
            mean: self.0.mean(),
            p50: at(0.5),
            p90: at(0.9),
            p99: at(0.99),
            p999: at(0.999),
            max: self.0.max(),
        }
    }
}

impl Default for Latency {
    /// No times.
    fn default() -> Latency {
        Latency(Histogram::new(3).expect("three digits are few"))
    }
}

/// A [`Latency`] for storage: the distinct times in nanoseconds, and the count of each.
#[derive(Serialize, Deserialize)]
struct Counts {
    counts: Vec<(u64, u64)>,
}

impl From<Latency> for Counts {
    fn from(latency: Latency) -> Counts {
        let steps = latency.0.iter_recorded();
        let counts = steps.map(|step| (step.value_iterated_to(), step.count_at_value()));
        Counts {
            counts: counts.collect(),
        }
    }
}

impl From<Counts> for Latency {
    fn from(stored: Counts) -> Latency {
        let mut latency = Latency::default();
        for (nanos, count) in stored.counts {
            latency.record(nanos, count);
        }
        latency
    }
}

/// Quantiles of a [`Latency`], in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default, Serialize)]
pub struct Quantiles {
    /// Number of times recorded.
    pub count: u64,
    /// Arithmetic mean.
    pub mean: f64,
    /// Half took no longer than this.
    pub p50: u64,
    /// 90 of 100 took no longer than this.
    pub p90: u64,
    /// 99 of 100.
    pub p99: u64,
    /// 999 of 1000.
    pub p999: u64,
    /// The longest.
    pub max: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_times() {
        let mut latency = Latency::default();
        for nanos in 1..=1000 {
            latency.record(nanos, 2);
        }
        let quantiles = latency.quantiles();
        assert_eq!(quantiles.count, 2000);
        assert_eq!((quantiles.p50, quantiles.p90), (500, 900));
        assert_eq!((quantiles.p99, quantiles.p999), (990, 999));
        assert_eq!(quantiles.max, 1000);
        assert!((quantiles.mean - 500.5).abs() < 1.0);
    }

    #[test]
    fn any_time_can_be_recorded() {
        let mut one = Latency::default();
        one.record(1 << 50, 3);
        one.record(0, 1);
        let mut all = Latency::default();
        all.record(7, 1);
        all.add(&one);
        let quantiles = all.quantiles();
        assert!(all.count() == 5 && quantiles.max >= 1 << 50);
        let stored = Latency::from(Counts::from(all.clone()));
        assert_eq!(stored.quantiles(), quantiles);
    }
}
