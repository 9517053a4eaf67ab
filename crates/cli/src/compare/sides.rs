//! The two compared sides, started at the same time.

use super::args::CompareArgs;
use crate::args::Solvers;
use crate::bench::own_program;
use crate::failure::Failure;
use crate::messages::warn;
use crate::select::{BESIDE_OTHERS, Cases, Select};
use ninefold::Stop;
use ninefold::bench::baseline::Comparison;
use ninefold::bench::copies::BinaryCopies;
use ninefold::bench::corpus::Corpus;
use ninefold::bench::paired::Side;
use ninefold::bench::record::Case;
use ninefold::bench::worker::{Waiting, Worker, WorkerConfig, WorkerError};
use ninefold::escape::escape;
use ninefold::external::{ResourceLimits, SolverSpec};
use std::path::PathBuf;
use std::time::{Duration, Instant};

/// How long to wait for an answer by default: preparation takes time.
const LEAST_TIMEOUT: Duration = Duration::from_secs(30);

/// The common name of both solvers during the measurement, so that their cases match.
const COMMON: &str = "solver";
/// How many times the time-out of a solver to wait for the process that measures it: a sample is
/// several runs, and each may take ten times the time-out.
const OF_SOLVER: u32 = 100;

/// The compared sides, and the cases for both.
pub(super) struct Sides<'a> {
    args: &'a CompareArgs,
    pub(super) select: Select,
    /// `None` if they are builds of ninefold.
    pub(super) solvers: Option<Contest>,
    waiting: Waiting,
    copies: BinaryCopies,
}

/// Two solvers, each measured by this program.
pub(super) struct Contest {
    own: PathBuf,
    old: SolverSpec,
    new: SolverSpec,
    limits: ResourceLimits,
}

impl Contest {
    fn solver(&self, side: Side) -> &SolverSpec {
        match side {
            Side::Old => &self.old,
            Side::New => &self.new,
        }
    }

    /// Whether one of them is a command.
    pub(super) fn has_command(&self) -> bool {
        !(self.old.is_library() && self.new.is_library())
    }
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
            // The worker process gives up on the solver and says why.
            Some(Contest { limits, .. }) => (
                limits.timeout.saturating_mul(OF_SOLVER),
                Some(limits.memory),
            ),
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
            copies: BinaryCopies::new(),
        })
    }

    /// The cases on these corpora, and a note for each back end that is left out.
    ///
    /// # Errors
    /// As [`Select::cases`].
    pub(super) fn cases(&self, side: Side, corpora: &[Corpus]) -> Result<Cases, Failure> {
        let Some(contest) = &self.solvers else {
            return self.select.cases(corpora, &Solvers::default());
        };
        let solver = SolverSpec {
            name: COMMON.to_owned(),
            ..contest.solver(side).clone()
        };
        let solvers = Solvers {
            listed: vec![solver],
            ..Solvers::default()
        };
        self.select.only(COMMON).cases(corpora, &solvers)
    }

    /// Starts the worker of a side, with samples of at least this time, on these corpora.
    pub(super) fn start(
        &self,
        side: Side,
        cases: &[Case],
        sample: Duration,
        corpora: &[Corpus],
    ) -> Result<Worker, WorkerError> {
        let config = WorkerConfig::new(cases.to_vec(), self.select.max_guesses).sampling(sample, 1);
        self.start_worker(side, config, corpora, &self.waiting, None)
    }

    /// Checks the answers of a side to all puzzles of a corpus, within this time: a worker does that before it
    /// takes samples.
    pub(super) fn check(
        &self,
        side: Side,
        cases: &[Case],
        corpus: &Corpus,
        timeout: Duration,
    ) -> Result<(), WorkerError> {
        let config = WorkerConfig::new(cases.to_vec(), self.select.max_guesses);
        let is_command = |contest: &Contest| !contest.solver(side).is_library();
        let waiting = match self.solvers.as_ref().is_some_and(is_command) {
            // The worker process runs the command several times, gives up on it and says why.
            true => self.waiting.clone(),
            false => Waiting {
                until: None,
                timeout,
                ..self.waiting.clone()
            },
        };
        let corpora = std::slice::from_ref(corpus);
        self.start_worker(side, config, corpora, &waiting, Some(timeout))
            .map(drop)
    }

    fn start_worker(
        &self,
        side: Side,
        config: WorkerConfig,
        corpora: &[Corpus],
        waiting: &Waiting,
        timeout: Option<Duration>,
    ) -> Result<Worker, WorkerError> {
        let name = match side {
            Side::Old => &self.args.old,
            Side::New => &self.args.new,
        };
        let (program, config) = match &self.solvers {
            None => (name, config),
            Some(contest) => {
                let target = self.copies.typed(contest.solver(side));
                let limits = contest.limits.clone();
                let timeout = timeout.unwrap_or(limits.timeout);
                let config = config.solver(COMMON, &target, &limits.timeout(timeout));
                let programs = 2.0 * self.args.pairs.min_pairs as f64;
                let config = config.time(self.args.pairs.time.div_f64(programs));
                (&contest.own, config)
            }
        };
        let config = corpora.iter().fold(config, WorkerConfig::corpus);
        let started = self.copies.start(program, name, &config, waiting);
        if let Some(warning) = self.copies.take_warning() {
            warn(&warning);
        }
        started
    }

    /// How long a request of the first pass may take.
    pub(super) fn timeout(&self) -> Duration {
        let pairs = &self.args.pairs;
        pairs.timeout.unwrap_or(LEAST_TIMEOUT).min(pairs.time / 2)
    }

    /// Gives the cases of solvers, which have a common name during the measurement, the new
    /// solver's name.
    pub(super) fn name_cases(&self, found: &mut Comparison) {
        let Some(contest) = &self.solvers else {
            return;
        };
        let rows = found.rows.iter_mut().map(|row| &mut row.case);
        let counts = found.counts.iter_mut().map(|count| &mut count.case);
        for case in rows.chain(counts) {
            case.engine = contest.new.name.clone();
        }
    }

    /// The failure of a worker, with the original names of copied files.
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
        (Some(_), Some(_)) if args.select.names_engines() => {
            return Err(Failure::refused(
                "--engines is for builds of ninefold: with --solver, OLD and NEW say what is measured",
            ));
        }
        (Some(old), Some(new)) => {
            let timeout = args.pairs.timeout.unwrap_or(LEAST_TIMEOUT);
            return Ok(Some(Contest {
                own: own_program()?,
                old: old.clone(),
                new: new.clone(),
                limits: args.solvers.limits(timeout),
            }));
        }
        (None, None) if solvers.is_empty() => return Ok(None),
        (Some(_), None) => &args.new,
        (None, _) => &args.old,
    };
    Err(Failure::refused(format!(
        "there is no solver '{}': with --solver, OLD and NEW are both names of solvers",
        escape(other)
    )))
}
