//! Engines whose samples another process takes, in each round another one.

use super::plan::Plan;
use crate::bench::copies::Apart;
use crate::bench::corpus::Corpus;
use crate::bench::error::MeasureError;
use crate::bench::paired::Runner;
use crate::bench::record::{Build, Case, Record};
use crate::bench::worker::{Errand, Waiting, Worker, WorkerError};
use crate::parallel::Stop;
use crate::shown::shown;
use std::time::Duration;

/// Engines that are measured apart.
pub(super) struct Engines {
    apart: Apart,
    cases: Vec<Case>,
    errand: Errand,
    /// This process's: theirs is the same.
    build: Build,
    /// That of this round.
    worker: Option<Worker>,
}

impl Engines {
    /// Those of these cases, if there is one, each beside the place of its corpus.
    pub(super) fn of(
        apart: &Apart,
        plan: &Plan,
        corpora: &[Corpus],
        cases: &[(&Case, usize)],
    ) -> Option<Engines> {
        let of_corpus = |&(place, _): &(usize, &Corpus)| cases.iter().any(|case| case.1 == place);
        let used = corpora.iter().enumerate().filter(of_corpus);
        let names: Vec<&Case> = cases.iter().map(|case| case.0).collect();
        // How often a pass is repeated is known.
        let errand = Errand::of_cases(&names, plan.guess_limit);
        let errand = errand.sampling(Duration::ZERO, 0, plan.handicap);
        let errand = used.fold(errand, |errand, (_, corpus)| errand.corpus(corpus));
        (!cases.is_empty()).then(|| Engines {
            apart: apart.clone(),
            cases: names.into_iter().cloned().collect(),
            build: plan.build.clone(),
            errand,
            worker: None,
        })
    }

    /// The first case.
    pub(super) fn first(&self) -> &Case {
        &self.cases[0]
    }

    /// Starts the process of the next round. Says what it found, or why there is none.
    pub(super) fn begin_round(&mut self) -> Result<&Record, String> {
        // The one before it is ended first.
        self.worker = None;
        let waiting = Waiting {
            timeout: Duration::MAX,
            until: None,
            stop: Stop::new(),
            memory: None,
        };
        let program = &self.apart.program;
        let worker = self.apart.start(program, &self.errand, &waiting);
        let worker = worker.map_err(|error| self.failed(&error))?;
        let record = worker.record();
        let has = |case: &Case| record.rows.iter().any(|row| row.case == *case);
        // Where it could not be copied.
        if record.build != self.build || !self.cases.iter().all(has) {
            return Err(format!(
                "{}: another program has taken its place",
                shown(program)
            ));
        }
        Ok(self.worker.insert(worker).record())
    }

    /// One sample of a case, where there is a process: nanoseconds, and those of the CPUs.
    pub(super) fn sample(
        &mut self,
        case: &Case,
        repeats: usize,
    ) -> Option<Result<(f64, Option<f64>), MeasureError>> {
        let worker = self.worker.as_mut()?;
        let rows = &worker.record().rows;
        let place = rows.iter().position(|row| row.case == *case)?;
        let sample = worker.sample_with_cpu(place, Some(repeats));
        Some(sample.map_err(|error| MeasureError::Apart(self.failed(&error))))
    }

    fn failed(&self, error: &WorkerError) -> String {
        self.apart.copies.named(error.to_string())
    }
}
