//! What is to be measured, for how long, and who hears of it.

use crate::bench::copies::WorkerProgram;
use crate::bench::corpus::Corpus;
use crate::bench::environment;
use crate::bench::record::{Build, Case, CaseFailure, Method, Outside, Record, ResultRow};
use crate::bench::stats::MIN_SAMPLES;
use crate::foreign::{ResourceLimits, SolverSpec};
use crate::parallel::Stop;
use crate::setters::setters;
use std::time::Duration;

/// When to stop taking rounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Budget {
    /// After so many.
    Rounds(usize),
    /// When the time is over, checks before and latencies after the rounds included; after
    /// one round at least.
    Time(Duration),
    /// At whichever of both comes first, after the number of rounds at least that an interval
    /// needs.
    Either(usize, Duration),
}

impl Budget {
    /// The time after which it is spent, if there is one.
    pub(super) fn time(self) -> Option<Duration> {
        match self {
            Budget::Rounds(_) => None,
            Budget::Time(time) | Budget::Either(_, time) => Some(time),
        }
    }

    /// The fewest rounds.
    pub(super) fn fewest(self) -> usize {
        match self {
            Budget::Rounds(rounds) => rounds,
            Budget::Time(_) => 1,
            Budget::Either(rounds, _) => rounds.min(MIN_SAMPLES),
        }
    }

    /// The most rounds.
    pub(super) fn most(self) -> usize {
        match self {
            Budget::Rounds(rounds) | Budget::Either(rounds, _) => rounds,
            Budget::Time(_) => usize::MAX,
        }
    }
}

/// What to measure, and how.
///
/// ```
/// use ninefold::bench::measure::{Budget, Plan};
/// let plan = Plan::new(Vec::new()).budget(Budget::Rounds(100)).latency(false);
/// # drop(plan);
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Plan {
    /// The cases, in the order of the rows.
    pub cases: Vec<Case>,
    /// The program that measures, as the record names it.
    pub build: Build,
    /// Guesses after which a puzzle is given up.
    pub guess_limit: u64,
    /// Rounds that are not kept.
    pub warm_up: usize,
    /// When to stop.
    pub budget: Budget,
    /// Shorter passes are repeated within one sample up to this time.
    pub least_sample: Duration,
    /// Whether to take latencies in rounds of their own.
    pub latency: bool,
    /// External solvers: the engine of a case may be one of them.
    pub solvers: Vec<SolverSpec>,
    /// The limits that those work within.
    pub limits: ResourceLimits,
    /// The program whose processes take the samples of engines and libraries; none: this process
    /// does.
    pub worker: Option<WorkerProgram>,
    /// The request to stop: what was measured until then is the result.
    pub stop: Stop,
}

impl Plan {
    /// A plan with 30 rounds after 2 for warming up, and samples of at least
    /// 20 ms, of a program that does not say what it was built from.
    #[must_use]
    pub fn new(cases: Vec<Case>) -> Plan {
        Plan {
            cases,
            build: Build::default(),
            guess_limit: 10_000_000,
            warm_up: 2,
            budget: Budget::Rounds(30),
            least_sample: Duration::from_millis(20),
            latency: true,
            solvers: Vec::new(),
            limits: ResourceLimits::default(),
            worker: None,
            stop: Stop::new(),
        }
    }

    /// The result that measuring this is to have, without a sample: what can be compared with others
    /// before anything is measured.
    pub fn without_samples(&self, corpora: &[Corpus]) -> Record {
        let row = |case: &Case| {
            let is_external = self.solvers.iter().any(|spec| spec.name == case.engine);
            ResultRow {
                outside: is_external.then(Outside::default),
                ..ResultRow::unmeasured(case.clone())
            }
        };
        Record {
            build: self.build.clone(),
            machine: environment::machine(),
            method: self.method(0),
            corpora: corpora.iter().map(Corpus::info).collect(),
            rows: self.cases.iter().map(row).collect(),
            ..Record::empty()
        }
    }

    /// How it is measured, in this number of rounds.
    pub(super) fn method(&self, rounds: usize) -> Method {
        Method {
            rounds,
            warm_up: self.warm_up,
            guess_limit: self.guess_limit,
            least_sample_ns: self.least_sample.as_nanos() as u64,
        }
    }

    /// How long a sample may take so that the rounds for an interval fit the time: each case is
    /// solved about twice before them.
    pub(super) fn longest_sample(&self) -> Duration {
        let samples = self.cases.len().max(1) * (MIN_SAMPLES + self.warm_up + 2);
        let share = |time: Duration| time.div_f64(samples as f64);
        self.budget.time().map_or(Duration::MAX, share)
    }
}

setters! {
    Plan {
        cases: Vec<Case>,
        build: Build,
        guess_limit: u64,
        warm_up: usize,
        budget: Budget,
        least_sample: Duration,
        latency: bool,
        solvers: Vec<SolverSpec>,
        limits: ResourceLimits,
        worker: impl Into<Option<WorkerProgram>>,
        stop: Stop,
    }
}

/// Hears how far the measuring is.
pub trait MeasureProgress {
    /// Called before each sample with the share of the work that is done (0
    /// to 1) and what comes next.
    fn next(&mut self, done: f64, doing: &str, case: &Case);

    /// What a puzzle of a case takes in nanoseconds, as far as is known after `rounds` rounds: 0
    /// where none is complete.
    fn estimate(&mut self, case: &Case, ns_per_puzzle: f64, rounds: usize) {
        let _ = (case, ns_per_puzzle, rounds);
    }

    /// Something makes the figures less certain than they could be.
    fn warn(&mut self, text: &str) {
        let _ = text;
    }

    /// A case of a solver that is not ours is left out.
    fn failed(&mut self, failure: &CaseFailure) {
        let _ = failure;
    }
}

/// Hears nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoProgress;

impl MeasureProgress for NoProgress {
    fn next(&mut self, _done: f64, _doing: &str, _case: &Case) {}
}
