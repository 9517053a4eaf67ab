//! A worker process for each round, of another copy of this program, that takes the samples of
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

/// Takes the samples of engines in a process of its own, where one was started; shared by the
/// engines' samplers.
#[derive(Default)]
pub(in crate::bench) struct SubprocessSampler {
    round: RefCell<Option<Round>>,
}

struct Round {
    worker: Worker,
    copies: Rc<BinaryCopies>,
}

/// What each round's process is, and must find.
pub(in crate::bench) struct RoundWorkers {
    pub(in crate::bench) program: WorkerProgram,
    pub(in crate::bench) config: WorkerConfig,
    /// That of this process.
    pub(in crate::bench) build: Build,
    /// What this process found, a row for each case.
    pub(in crate::bench) expected: Vec<ResultRow>,
    pub(in crate::bench) stop: Stop,
}

/// Why a round has no process.
pub(in crate::bench) enum RoundError {
    /// It could not be started, or is another program: in words.
    NoWorker(String),
    /// It found something else than this process.
    Measure(MeasureError),
}

impl RoundWorkers {
    /// Starts the process of a round, which has found what this process found.
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
        // Where it could not be copied.
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
    /// Starts the process of a round; the one before it is ended first.
    pub(in crate::bench) fn begin_round(&self, workers: &RoundWorkers) -> Result<(), RoundError> {
        self.end_round();
        let round = Round {
            worker: workers.start()?,
            copies: Rc::clone(&workers.program.copies),
        };
        self.round.replace(Some(round));
        Ok(())
    }

    /// Ends the process: from here on this one takes the samples.
    pub(in crate::bench) fn end_round(&self) {
        drop(self.round.take());
    }

    /// One sample of a case, where there is a process.
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
