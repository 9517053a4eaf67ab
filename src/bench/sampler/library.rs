//! A library that a separate worker process loads for each sample.

use super::{SampleTimes, Sampler};
use crate::bench::copies::BinaryCopies;
use crate::bench::corpus::Corpus;
use crate::bench::error::MeasureError;
use crate::bench::paired::PairedRunner;
use crate::bench::record::{ExternalDetails, ResultRow};
use crate::bench::worker::{Worker, WorkerError};
use std::rc::Rc;
use std::time::Duration;

/// Starts a process that has loaded a library, for samples of at least this time.
pub(in crate::bench) type Load = Box<dyn Fn(Duration) -> Result<Worker, WorkerError>>;

/// A library that another process loads for each sample.
pub(in crate::bench) struct LibrarySolver {
    load: Load,
    copies: Rc<BinaryCopies>,
    /// The results of the first process.
    checked: ResultRow,
    external: ExternalDetails,
}

impl LibrarySolver {
    /// Makes it solve the corpus once, with every answer judged, and finds out how often to repeat
    /// the corpus for a sample of this time.
    pub(in crate::bench) fn new(
        load: Load,
        sample: Duration,
        copies: Rc<BinaryCopies>,
        external: ExternalDetails,
    ) -> Result<LibrarySolver, String> {
        let worker = load(sample).map_err(|error| reason(&copies, error))?;
        Ok(LibrarySolver {
            checked: worker.record().rows[0].clone(),
            load,
            copies,
            external,
        })
    }
}

impl Sampler for LibrarySolver {
    fn sample(&mut self, _corpus: &Corpus) -> Result<SampleTimes, MeasureError> {
        let take = || {
            // The time of a pass is known.
            let mut worker = (self.load)(Duration::ZERO)?;
            worker.sample_repeats(0, self.checked.repeats as usize)
        };
        let times = take().map_err(|error| MeasureError::External(reason(&self.copies, error)))?;
        self.external.cpu_ns.extend(times.cpu_ns);
        Ok(times)
    }

    fn describe(&self, row: &mut ResultRow) {
        let checked = &self.checked;
        row.answers = checked.answers;
        row.repeats = checked.repeats;
        row.external = Some(self.external.clone());
        // A library that does not count leaves all at 0.
        if checked.counters.guesses > 0 {
            (row.counters, row.guesses) = (checked.counters, checked.guesses.clone());
        }
    }

    fn forget(&mut self) {
        self.external.cpu_ns.clear();
    }
}

/// The error of a worker, without the name of its program.
fn reason(copies: &BinaryCopies, error: WorkerError) -> String {
    copies.named(match error {
        WorkerError::Broken { reason, .. } | WorkerError::Refused { reason, .. } => reason,
        other => other.to_string(),
    })
}
