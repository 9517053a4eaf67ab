//! Who takes the samples of a case: an engine in this process or in a worker process, a library in
//! a worker process, a command.

pub(super) mod command;
pub(super) mod engine;
pub(super) mod library;
pub(super) mod subprocess;

use super::corpus::Corpus;
use super::error::MeasureError;
use super::latency::Latencies;
use super::record::ResultRow;
use std::time::Duration;

/// What one pass over a corpus took, in nanoseconds.
#[derive(Debug, Clone, Copy)]
pub(super) struct SampleTimes {
    /// By the clock.
    pub(super) wall_ns: f64,
    /// Of the CPUs, where it is known.
    pub(super) cpu_ns: Option<f64>,
}

impl SampleTimes {
    /// What one of so many passes took.
    pub(super) fn of_passes(wall: Duration, cpu: Option<Duration>, passes: f64) -> SampleTimes {
        let of_one = |time: Duration| time.as_nanos() as f64 / passes;
        SampleTimes {
            wall_ns: of_one(wall),
            cpu_ns: cpu.map(of_one),
        }
    }
}

/// Takes timed passes over a corpus. The answers of each pass are checked, or compared with
/// checked ones, after the clock was stopped.
pub(super) trait Sampler {
    /// Takes one sample: the times of one pass, of as many as make a sample.
    fn sample(&mut self, corpus: &Corpus) -> Result<SampleTimes, MeasureError>;

    /// Writes down what is known of the case beside its samples.
    fn describe(&self, row: &mut ResultRow);

    /// Makes the next sample one of `repeats` passes, if the sampler can be told.
    fn set_repeats(&mut self, corpus: &Corpus, repeats: usize) -> Result<(), MeasureError> {
        let _ = (corpus, repeats);
        Ok(())
    }

    /// Forgets the samples so far: they were for warming up.
    fn forget(&mut self) {}

    /// Whether [`Sampler::sample_latencies`] has latencies.
    fn has_latencies(&self) -> bool {
        false
    }

    /// Takes a sample with the latency of each puzzle; `None` where they cannot be told.
    fn sample_latencies(
        &mut self,
        corpus: &Corpus,
        into: &Latencies,
    ) -> Result<Option<SampleTimes>, MeasureError> {
        let _ = (corpus, into);
        Ok(None)
    }
}
