//! Takes the samples of a case: from an engine in this process or in a worker process, a library in
//! a worker process, or a command.

pub(super) mod command;
pub(super) mod engine;
pub(super) mod library;
pub(super) mod subprocess;

use super::corpus::Corpus;
use super::error::MeasureError;
use super::record::ResultRow;
use std::time::Duration;

/// The time of one pass over a corpus, in nanoseconds.
#[derive(Debug, Clone, Copy)]
pub struct SampleTimes {
    /// Wall-clock time.
    pub wall_ns: f64,
    /// CPU time, if known.
    pub cpu_ns: Option<f64>,
    /// Time in which a command neither ran nor waited for a CPU, if known.
    pub idle_ns: Option<f64>,
}

impl SampleTimes {
    /// The time of one of several passes.
    pub(super) fn of_passes(wall: Duration, cpu: Option<Duration>, passes: f64) -> SampleTimes {
        let of_one = |time: Duration| time.as_nanos() as f64 / passes;
        SampleTimes {
            wall_ns: of_one(wall),
            cpu_ns: cpu.map(of_one),
            idle_ns: None,
        }
    }
}

/// Takes timed passes over a corpus. The answers of each pass are checked, or compared with checked
/// ones, after the clock has stopped.
pub(super) trait Sampler {
    /// Takes one sample: the times of one pass, averaged over the passes of the sample.
    fn sample(&mut self, corpus: &Corpus) -> Result<SampleTimes, MeasureError>;

    /// Adds the known data of the case to a row, except the samples.
    fn describe(&self, row: &mut ResultRow);

    /// Makes the next sample one of `repeats` passes, if the sampler supports it.
    fn set_repeats(&mut self, corpus: &Corpus, repeats: usize) -> Result<(), MeasureError> {
        let _ = (corpus, repeats);
        Ok(())
    }

    /// Forgets the warm-up samples.
    fn forget(&mut self) {}
}
