//! The two that are compared, started side by side.

use super::args::CompareArgs;
use crate::args::Solvers;
use crate::bench::own_program;
use crate::failure::Failure;
use crate::select::{BESIDE_OTHERS, Select};
use crate::tell::warn;
use ninefold::bench::copies::Copies;
use ninefold::bench::paired::Side;
use ninefold::bench::worker::{Waiting, Worker, WorkerError};
use ninefold::foreign::{self, Spec};
use ninefold::pipeline::Stop;
use ninefold::shown::shown;
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long an answer is waited for where nothing is said of it: preparing takes
/// its time.
const LEAST_TIMEOUT: Duration = Duration::from_secs(30);

/// The name that both solvers have while they are measured, so that their cases match.
const COMMON: &str = "solver";
/// So many times a solver's time-out is who measures it waited for: some of its runs make a
/// sample, and each may take ten times as long.
const OF_SOLVER: u32 = 100;

/// What is compared, and what is asked of both.
pub(super) struct Sides<'a> {
    args: &'a CompareArgs,
    pub(super) select: Select,
    /// None: they are builds of ninefold.
    pub(super) solvers: Option<Contest>,
    waiting: Waiting,
    copies: Copies,
}

/// Two solvers, each measured by this program.
pub(super) struct Contest {
    own: PathBuf,
    old: Spec,
    new: Spec,
    terms: foreign::Terms,
}

impl<'a> Sides<'a> {
    pub(super) fn of(
        args: &'a CompareArgs,
        stop: Stop,
        until: Option<Instant>,
    ) -> Result<Sides<'a>, Failure> {
        let solvers = contest(args, &args.solvers.solvers()?)?;
        let timeout = args.pairs.timeout;
        let (timeout, memory) = match &solvers {
            None => (timeout.unwrap_or(args.pairs.time.max(LEAST_TIMEOUT)), None),
            // Who measures the solver gives it up, and says why.
            Some(Contest { terms, .. }) => {
                (terms.timeout.saturating_mul(OF_SOLVER), Some(terms.memory))
            }
        };
        let waiting = Waiting {
            timeout,
            until,
            stop,
            memory,
        };
        Ok(Sides {
            args,
            select: args.select.or_engines(&BESIDE_OTHERS),
            solvers,
            waiting,
            copies: Copies::new(),
        })
    }

    /// Starts the worker of a side, with samples of at least this time, on these inputs.
    pub(super) fn start(
        &self,
        side: Side,
        sample: Duration,
        inputs: &[PathBuf],
    ) -> Result<Worker, WorkerError> {
        let (name, handicap) = match side {
            Side::Old => (&self.args.old, 0.0),
            Side::New => (&self.args.new, self.args.pairs.handicap),
        };
        let (program, errand) = match &self.solvers {
            None => (name, self.select.errand()),
            Some(contest) => {
                let solver = match side {
                    Side::Old => &contest.old,
                    Side::New => &contest.new,
                };
                let target = self.copies.typed(solver);
                let errand = self.select.errand_of(COMMON);
                let errand = errand.solver(COMMON, &target).terms(&contest.terms);
                let programs = 2.0 * self.args.pairs.min_pairs as f64;
                let errand = errand.time(self.args.pairs.time.div_f64(programs));
                (&contest.own, errand)
            }
        };
        let errand = errand.sampling(sample, 1, handicap).inputs(inputs);
        let started = self.copies.start(program, name, &errand, &self.waiting);
        if let Some(warning) = self.copies.take_warning() {
            warn(&warning);
        }
        started
    }

    /// What went wrong with a worker, by the name of what was copied.
    pub(super) fn failure(&self, error: WorkerError) -> Failure {
        let mut failure = match error {
            WorkerError::Refused { .. } => Failure::refused(error),
            error => Failure::io(error),
        };
        failure.message = self.copies.named(failure.message);
        failure
    }
}

/// The solvers that OLD and NEW name, if they do.
fn contest(args: &CompareArgs, solvers: &Solvers) -> Result<Option<Contest>, Failure> {
    let find = |path: &PathBuf| path.to_str().and_then(|name| solvers.find(name));
    let other = match (find(&args.old), find(&args.new)) {
        (Some(old), Some(new)) => {
            let timeout = args.pairs.timeout.unwrap_or(LEAST_TIMEOUT);
            return Ok(Some(Contest {
                own: own_program()?,
                old: old.clone(),
                new: new.clone(),
                terms: args.solvers.terms(timeout),
            }));
        }
        (None, None) if solvers.is_empty() => return Ok(None),
        (Some(_), None) => &args.new,
        (None, _) => &args.old,
    };
    Err(Failure::refused(format!(
        "'{}' is the name of no solver: with --solver, OLD and NEW are both such names",
        shown(other)
    )))
}
