//! Measures service times of single puzzles during a sample.

use super::record::LatencySummary;
use super::stats;
use crate::metrics::clock::Clock;
use crate::metrics::latency::Latency as Times;
use crate::metrics::service::Service;
use crate::parallel::Pool;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hdrhistogram::Histogram;
use hdrhistogram::serialization::{Deserializer, Serializer, V2DeflateSerializer};
use std::convert::Infallible;
use thiserror::Error;

/// Times of all chunks. Counters are used again, so none are allocated while the clock runs, except
/// for the first of each thread.
pub(super) struct Latencies {
    spare: Pool<Service>,
}

impl Latencies {
    pub(super) fn new() -> Latencies {
        let clock = Clock::new();
        let pool = Pool::new(1, move || Ok::<_, Infallible>(Service::new(&clock)));
        let Ok(spare) = pool;
        Latencies { spare }
    }

    /// The observer of a chunk.
    pub(super) fn observer(&self) -> Service {
        let mut service = self.spare.take();
        // No time is so slow that it is kept separately.
        service.begin(u64::MAX);
        service
    }

    /// Takes the times of an ended chunk.
    pub(super) fn take(&self, service: Service) {
        self.spare.put(service);
    }

    /// Summarises the times. `ratios` are the times of observed samples divided by those of
    /// unobserved ones beside them.
    pub(super) fn summary(self, ratios: &[f64]) -> Option<LatencySummary> {
        let mut all = Times::new();
        for service in self.spare.idle().iter() {
            service.add_to(&mut all);
        }
        let overhead = stats::median(ratios).ok()? - 1.0;
        let seen = all.quantiles();
        (seen.count > 0).then(|| LatencySummary {
            p50_ns: seen.p50,
            p99_ns: seen.p99,
            p999_ns: seen.p999,
            max_ns: seen.max,
            overhead,
            histogram: encode(all.histogram()),
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

/// The text is not a histogram.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the histogram cannot be read: {0}")]
pub struct HistogramError(String);

impl LatencySummary {
    /// The whole histogram, in nanoseconds.
    ///
    /// # Errors
    /// The text is not a histogram.
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
    use crate::metrics::latency::LONGEST;
    use crate::solver::Observer;

    #[test]
    fn times_of_all_chunks_come_together() {
        let latencies = Latencies::new();
        let (mut one, mut two) = (latencies.observer(), latencies.observer());
        assert!(one.now() <= one.now());
        (0..3).for_each(|_| one.record(1000));
        [0, 1 << 55].into_iter().for_each(|nanos| two.record(nanos));
        latencies.take(one);
        latencies.take(two);
        let summary = latencies.summary(&[1.5]).unwrap();
        assert_eq!(summary.overhead, 0.5);
        let histogram = summary.histogram().unwrap();
        assert!(histogram.equivalent(summary.p50_ns, 1000));
        assert_eq!((histogram.len(), histogram.min()), (5, 1));
        assert!(histogram.equivalent(histogram.max(), LONGEST));
    }

    #[test]
    fn nothing_seen_is_nothing_said() {
        assert_eq!(Latencies::new().summary(&[1.0]), None);
    }

    #[test]
    fn a_text_that_is_no_histogram_is_refused() {
        let latencies = Latencies::new();
        let mut observer = latencies.observer();
        observer.record(5);
        latencies.take(observer);
        let mut summary = latencies.summary(&[1.0]).unwrap();
        summary.histogram.truncate(12);
        assert!(summary.histogram().is_err());
        summary.histogram = "no base64!".to_owned();
        assert!(summary.histogram().is_err());
    }
}
