//! Service times of single puzzles while a sample is taken.

use super::record::Latency;
use super::stats;
use crate::engine::Watch;
use crate::metrics::clock::Clock;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Deserializer, Serializer, V2DeflateSerializer};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// The longest time that is kept apart: an hour. Longer ones count as an
/// hour.
const LONGEST_NS: u64 = 3_600_000_000_000;

/// An empty histogram of nanoseconds with three significant digits.
fn empty() -> Histogram<u64> {
    Histogram::new_with_bounds(1, LONGEST_NS, 3).expect("the bounds are in order")
}

/// Times of one chunk, taken by one thread.
pub(super) struct ChunkWatch {
    clock: Clock,
    times: Histogram<u64>,
}

impl Watch for ChunkWatch {
    fn now(&mut self) -> u64 {
        self.clock.ticks()
    }

    fn finished(&mut self, ticks: u64, puzzles: &[u32]) {
        let ns = self.clock.nanos(0, ticks).clamp(1, LONGEST_NS);
        self.times.saturating_record_n(ns, puzzles.len() as u64);
    }
}

/// Times of all chunks. Histograms are recycled, so that none is allocated
/// while the clock runs, but for the first of each thread.
pub(super) struct Latencies {
    clock: Clock,
    spare: Mutex<Vec<Histogram<u64>>>,
}

impl Latencies {
    pub(super) fn new() -> Latencies {
        Latencies {
            clock: Clock::new(),
            spare: Mutex::new(vec![empty()]),
        }
    }

    pub(super) fn watch(&self) -> ChunkWatch {
        let spare = self
            .spare
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .pop();
        ChunkWatch {
            clock: self.clock.clone(),
            times: spare.unwrap_or_else(empty),
        }
    }

    pub(super) fn take(&self, watch: ChunkWatch) {
        self.spare
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(watch.times);
    }

    /// What was seen; `times` are those of the passes that were watched,
    /// `unwatched` those of the ones that were not.
    pub(super) fn summary(self, times: &[f64], unwatched: &[f64]) -> Option<Latency> {
        let mut all = empty();
        let seen = self
            .spare
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner);
        for times in &seen {
            all.add(times).expect("both have the same bounds");
        }
        let watched = stats::median(times).ok()?;
        let overhead = watched / stats::median(unwatched).ok()? - 1.0;
        (!all.is_empty()).then(|| Latency {
            p50_ns: all.value_at_quantile(0.5),
            p99_ns: all.value_at_quantile(0.99),
            p999_ns: all.value_at_quantile(0.999),
            max_ns: all.max(),
            overhead,
            histogram: encode(&all),
        })
    }
}

fn encode(histogram: &Histogram<u64>) -> String {
    let mut bytes = Vec::new();
    V2DeflateSerializer::new()
        .serialize(histogram, &mut bytes)
        .expect("a histogram in memory can be written to memory");
    STANDARD.encode(bytes)
}

/// The text of a histogram is none.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the histogram cannot be read: {0}")]
pub struct HistogramError(String);

impl Latency {
    /// The whole histogram, in nanoseconds.
    ///
    /// # Errors
    /// The text is no histogram.
    pub fn histogram(&self) -> Result<Histogram<u64>, HistogramError> {
        let bytes = STANDARD.decode(&self.histogram);
        let bytes = bytes.map_err(|error| HistogramError(error.to_string()))?;
        Deserializer::new()
            .deserialize(&mut &bytes[..])
            .map_err(|error| HistogramError(error.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_all_chunks_come_together() {
        let latencies = Latencies::new();
        let (mut one, mut two) = (latencies.watch(), latencies.watch());
        assert!(one.now() <= one.now());
        one.finished(1000, &[0, 1, 2]);
        two.finished(0, &[0]);
        two.finished(1 << 55, &[1]);
        let thousand = latencies.clock.nanos(0, 1000);
        latencies.take(one);
        latencies.take(two);
        let summary = latencies.summary(&[3.0], &[2.0]).unwrap();
        assert_eq!(summary.overhead, 0.5);
        let histogram = summary.histogram().unwrap();
        assert!(histogram.equivalent(summary.p50_ns, thousand));
        assert_eq!((histogram.len(), histogram.min()), (5, 1));
        assert!(histogram.equivalent(histogram.max(), LONGEST_NS));
    }

    #[test]
    fn nothing_seen_is_nothing_said() {
        assert_eq!(Latencies::new().summary(&[1.0], &[1.0]), None);
    }

    #[test]
    fn a_text_that_is_no_histogram_is_refused() {
        let latencies = Latencies::new();
        let mut watch = latencies.watch();
        watch.finished(5, &[0]);
        latencies.take(watch);
        let mut summary = latencies.summary(&[1.0], &[1.0]).unwrap();
        summary.histogram.truncate(12);
        assert!(summary.histogram().is_err());
        summary.histogram = "no base64!".to_owned();
        assert!(summary.histogram().is_err());
    }
}
