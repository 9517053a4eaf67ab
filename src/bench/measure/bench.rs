//! Prepared cases, and their samples.

use super::cases::{CaseBuilder, CaseRunner};
use super::plan::{MeasureProgress, Plan};
use crate::bench::copies::WorkerProgram;
use crate::bench::corpus::Corpus;
use crate::bench::environment;
use crate::bench::error::MeasureError;
use crate::bench::record::{Case, CaseFailure, Record, ResultRow, SCHEMA, VERSION};
use crate::bench::sampler::subprocess::{RoundError, RoundWorkers, SubprocessSampler};
use crate::bench::sampler::{SampleTimes, Sampler};
use crate::bench::worker::WorkerConfig;
use crate::solver::BatchBuffers;
use std::cell::RefCell;
use std::rc::Rc;

/// Prepared cases.
pub(in crate::bench) struct Bench<'a> {
    plan: &'a Plan,
    corpora: &'a [Corpus],
    cases: Vec<CaseRunner>,
    buffers: Rc<RefCell<BatchBuffers>>,
    worker: Rc<SubprocessSampler>,
    /// Worker processes that take the samples of engines, if any.
    workers: Option<RoundWorkers>,
}

impl<'a> Bench<'a> {
    /// Solves every case once, checks all answers, and finds out how often to repeat each pass.
    ///
    /// # Errors
    /// Any [`MeasureError`]. A failing external solver is not an error: see [`Bench::failures`].
    pub(in crate::bench) fn prepare(
        plan: &'a Plan,
        corpora: &'a [Corpus],
        progress: &mut dyn MeasureProgress,
    ) -> Result<Bench<'a>, MeasureError> {
        let buffers = Rc::default();
        let worker = Rc::default();
        let mut builder = CaseBuilder::new(plan, corpora, Rc::clone(&buffers), Rc::clone(&worker));
        let mut cases = Vec::new();
        for (i, case) in plan.cases.iter().enumerate() {
            if plan.stop.is_stopped() {
                return Err(MeasureError::Stopped);
            }
            progress.next(i as f64 / plan.cases.len() as f64, "check", case);
            cases.push(builder.build(case, progress)?);
        }
        let mut bench = Bench {
            plan,
            corpora,
            cases,
            buffers,
            worker,
            workers: None,
        };
        bench.workers = plan
            .worker
            .as_ref()
            .and_then(|program| bench.round_workers(program));
        Ok(bench)
    }

    /// The worker processes of engines, if there are engines.
    fn round_workers(&self, program: &WorkerProgram) -> Option<RoundWorkers> {
        let is_external = |case: &Case| self.plan.solvers.iter().any(|s| s.name == case.engine);
        let engines = self.cases.iter().filter_map(|runner| {
            let sampler = runner.sampler.as_ref().ok()?;
            (!is_external(&runner.case)).then(|| self.row(runner, &**sampler))
        });
        let expected: Vec<ResultRow> = engines.collect();
        let cases: Vec<Case> = expected.iter().map(|row| row.case.clone()).collect();
        let used = |corpus: &&Corpus| cases.iter().any(|case| case.corpus == corpus.name());
        let used = self.corpora.iter().filter(used);
        // The number of repetitions is known.
        let config = WorkerConfig::new(cases.clone(), self.plan.guess_limit);
        let config = used.fold(config, WorkerConfig::corpus);
        (!expected.is_empty()).then(|| RoundWorkers {
            program: program.clone(),
            config,
            build: self.plan.build.clone(),
            expected,
            stop: self.plan.stop.clone(),
        })
    }

    /// The number of cases.
    pub(in crate::bench) fn len(&self) -> usize {
        self.cases.len()
    }

    /// Cases that failed so far.
    pub(in crate::bench) fn failures(&self) -> impl Iterator<Item = &CaseFailure> {
        self.cases
            .iter()
            .filter_map(|runner| runner.sampler.as_ref().err())
    }

    /// Takes one sample of case `i`.
    ///
    /// # Errors
    /// Answers or counters differ from the checked ones. For an external solver, any failure now or
    /// before.
    ///
    /// # Panics
    /// Panics if there is no case `i`.
    pub(in crate::bench) fn sample(&mut self, i: usize) -> Result<SampleTimes, MeasureError> {
        let (sampler, corpus) = self.sampler(i)?;
        let times = sampler.sample(corpus)?;
        Ok(SampleTimes {
            wall_ns: times.wall_ns.max(1.0),
            ..times
        })
    }

    /// Sets the number of passes in the samples of case `i`.
    pub(in crate::bench) fn set_repeats(
        &mut self,
        i: usize,
        repeats: usize,
    ) -> Result<(), MeasureError> {
        let (sampler, corpus) = self.sampler(i)?;
        sampler.set_repeats(corpus, repeats)
    }

    fn sampler(&mut self, i: usize) -> Result<(&mut dyn Sampler, &Corpus), MeasureError> {
        let runner = &mut self.cases[i];
        match &mut runner.sampler {
            Ok(sampler) => Ok((&mut **sampler, &self.corpora[runner.corpus])),
            Err(failure) => Err(MeasureError::External(failure.reason.clone())),
        }
    }

    /// Like [`Bench::sample`], in wall-clock nanoseconds. If an external solver fails now, it is
    /// left out from now on, and there is no sample.
    pub(super) fn sample_or_leave_out(
        &mut self,
        i: usize,
        progress: &mut dyn MeasureProgress,
    ) -> Result<Option<f64>, MeasureError> {
        match self.sample(i) {
            Ok(times) => Ok(Some(times.wall_ns)),
            // It was ended with the run.
            Err(_) if self.plan.stop.is_stopped() => Ok(None),
            Err(MeasureError::External(reason)) => {
                let failure = CaseFailure {
                    case: self.cases[i].case.clone(),
                    reason,
                    refused: false,
                };
                progress.failed(&failure);
                self.cases[i].sampler = Err(failure);
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Starts the worker process of a round, unless this process takes the samples. If none can
    /// start, this process takes them from then on.
    pub(super) fn begin_round(
        &mut self,
        done: f64,
        progress: &mut dyn MeasureProgress,
    ) -> Result<(), MeasureError> {
        let Some(workers) = &self.workers else {
            return Ok(());
        };
        progress.next(done, "start", &workers.expected[0].case);
        // The other process needs as much.
        self.buffers.take();
        match self.worker.begin_round(workers) {
            Ok(()) => Ok(()),
            Err(RoundError::Measure(error)) => Err(error),
            Err(RoundError::NoWorker(_)) if self.plan.stop.is_stopped() => {
                Err(MeasureError::Stopped)
            }
            Err(RoundError::NoWorker(reason)) => {
                progress.warn(&format!(
                    "{reason}\nengines are measured by this process from here on, and one file of a program can be slower \
                     than another with the same content"
                ));
                self.workers = None;
                Ok(())
            }
        }
    }

    /// Ends the worker process. From now on, this process takes the samples.
    pub(super) fn end_rounds(&mut self) {
        self.workers = None;
        self.worker.end_round();
    }

    /// The last round was a warm-up.
    pub(super) fn forget(&mut self) {
        let samplers = self.cases.iter_mut().map(|runner| &mut runner.sampler);
        samplers.flatten().for_each(|sampler| sampler.forget());
    }

    pub(super) fn has_failed(&self, i: usize) -> bool {
        self.cases[i].sampler.is_err()
    }

    /// The record of these samples, a list for each case. Failed cases have no row.
    pub(in crate::bench) fn record(&self, samples: Vec<Vec<f64>>) -> Record {
        let rows = self.cases.iter().zip(samples);
        let rows = rows.filter_map(|(runner, samples_ns)| {
            let sampler = runner.sampler.as_ref().ok()?;
            let row = self.row(runner, &**sampler);
            Some(ResultRow { samples_ns, ..row })
        });
        let rows: Vec<ResultRow> = rows.collect();
        let used = |corpus: &&Corpus| rows.iter().any(|row| row.case.corpus == corpus.name());
        Record {
            schema: SCHEMA.to_owned(),
            version: VERSION,
            date: environment::date(),
            build: self.plan.build.clone(),
            machine: environment::machine(),
            method: self
                .plan
                .method(rows.first().map_or(0, |row| row.samples_ns.len())),
            corpora: self.corpora.iter().filter(used).map(Corpus::info).collect(),
            rows,
            failures: self.failures().cloned().collect(),
        }
    }

    /// The row of a case, without samples.
    fn row(&self, runner: &CaseRunner, sampler: &dyn Sampler) -> ResultRow {
        let mut row = ResultRow::unmeasured(runner.case.clone());
        row.puzzles = self.corpora[runner.corpus].len() as u64;
        sampler.describe(&mut row);
        row
    }
}
