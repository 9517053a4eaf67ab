//! A worker process for each round, from another copy of this program, that takes the samples of
//! engines.

use super::SampleTimes;
use crate::bench::copies::{BinaryCopies, WorkerProgram};
use crate::bench::error::MeasureError;
use crate::bench::paired::PairedRunner;
use crate::bench::record::{Build, Case, ResultRow};
use crate::bench::worker::{Waiting, Worker, WorkerConfig};
use crate::escape::escape;
use crate::parallel::Stop;
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Duration;

/// Takes the samples of engines in a separate process, if one was started. The engines' samplers
/// share it.
#[derive(Default)]
pub(in crate::bench) struct SubprocessSampler {
    round: RefCell<Option<Round>>,
}

struct Round {
    worker: Worker,
    copies: Rc<BinaryCopies>,
}

/// How to start each round's process, and the results that it must find.
pub(in crate::bench) struct RoundWorkers {
    pub(in crate::bench) program: WorkerProgram,
    pub(in crate::bench) config: WorkerConfig,
    /// The build of this process.
    pub(in crate::bench) build: Build,
    /// The results of this process, a row for each case.
    pub(in crate::bench) expected: Vec<ResultRow>,
    pub(in crate::bench) stop: Stop,
}

/// Why a round has no process.
pub(in crate::bench) enum RoundError {
    /// It could not start, or is another program: in words.
    NoWorker(String),
    /// It found other results than this process.
    Measure(MeasureError),
}

impl RoundWorkers {
    /// Starts the process of a round, and checks that it found the same results as this process.
    fn start(&self) -> Result<Worker, RoundError> {
        let waiting = Waiting {
            timeout: Duration::MAX,
            until: None,
            stop: self.stop.clone(),
            memory: None,
        };
        let path = &self.program.path;
        let started = self.program.start(path, &self.config, &waiting);
        let worker = started
            .map_err(|error| RoundError::NoWorker(self.program.copies.named(error.to_string())))?;
        let record = worker.record();
        let found = |expected: &ResultRow| record.rows.iter().find(|row| row.case == expected.case);
        // If it could not be copied.
        if record.build != self.build || !self.expected.iter().all(|row| found(row).is_some()) {
            return Err(RoundError::NoWorker(format!(
                "{}: another program has taken its place",
                escape(path)
            )));
        }
        for expected in &self.expected {
            let found = found(expected).expect("it is there");
            let what = match () {
                () if found.answers != expected.answers => "answers",
                () if found.counters != expected.counters => "counters",
                () => continue,
            };
            let case = Box::new(expected.case.clone());
            return Err(RoundError::Measure(MeasureError::Unsteady(case, what)));
        }
        Ok(worker)
    }
}

impl SubprocessSampler {
    /// Starts the process of a round, after it ends the one before.
    pub(in crate::bench) fn begin_round(&self, workers: &RoundWorkers) -> Result<(), RoundError> {
        self.end_round();
        let round = Round {
            worker: workers.start()?,
            copies: Rc::clone(&workers.program.copies),
        };
        self.round.replace(Some(round));
        Ok(())
    }

    /// Ends the process. From now on, this process takes the samples.
    pub(in crate::bench) fn end_round(&self) {
        drop(self.round.take());
    }

    /// Takes one sample of a case, if there is a process.
    pub(super) fn sample(
        &self,
        case: &Case,
        repeats: usize,
    ) -> Option<Result<SampleTimes, MeasureError>> {
        let mut round = self.round.borrow_mut();
        let Round { worker, copies } = round.as_mut()?;
        let rows = &worker.record().rows;
        let place = rows.iter().position(|row| row.case == *case)?;
        let sample = worker.sample_repeats(place, repeats);
        Some(sample.map_err(|error| MeasureError::Worker(copies.named(error.to_string()))))
    }
}
