//! An engine, or a library loaded into this process.

use super::subprocess::SubprocessSampler;
use super::{SampleTimes, Sampler};
use crate::bench::corpus::Corpus;
use crate::bench::error::MeasureError;
use crate::bench::prepared::Prepared;
use crate::bench::record::ResultRow;
use crate::solver::BatchBuffers;
use std::cell::RefCell;
use std::rc::Rc;

/// An engine that was checked in this process. If the round has a worker process, that takes its
/// samples.
pub(in crate::bench) struct EngineSampler {
    prepared: Prepared,
    /// All engines share these, because one of them works at a time.
    buffers: Rc<RefCell<BatchBuffers>>,
    worker: Rc<SubprocessSampler>,
}

impl EngineSampler {
    pub(in crate::bench) fn new(
        prepared: Prepared,
        buffers: Rc<RefCell<BatchBuffers>>,
        worker: Rc<SubprocessSampler>,
    ) -> EngineSampler {
        EngineSampler {
            prepared,
            buffers,
            worker,
        }
    }

    fn sample_here(&self, corpus: &Corpus) -> Result<SampleTimes, MeasureError> {
        let buffers = &mut self.buffers.borrow_mut();
        self.prepared.sample(corpus, buffers)
    }
}

impl Sampler for EngineSampler {
    fn sample(&mut self, corpus: &Corpus) -> Result<SampleTimes, MeasureError> {
        let worker = self
            .worker
            .sample(&self.prepared.case, self.prepared.repeats);
        worker.unwrap_or_else(|| self.sample_here(corpus))
    }

    fn describe(&self, row: &mut ResultRow) {
        row.answers = self.prepared.answers;
        row.counters = self.prepared.counters();
        row.guesses = self.prepared.guesses.clone();
        row.repeats = self.prepared.repeats as u64;
    }

    fn set_repeats(&mut self, corpus: &Corpus, repeats: usize) -> Result<(), MeasureError> {
        // Short passes have cold caches if other code ran meanwhile.
        if repeats > 1 {
            self.prepared.repeats = 1;
            self.sample_here(corpus)?;
        }
        self.prepared.repeats = repeats;
        Ok(())
    }
}
