//! The plan of a measurement: cases, duration, and progress reports.

use super::copies::BinaryCopies;
use super::corpus::Corpus;
use super::environment;
use super::record::{
    Build, CaseKey, CorpusInfo, ExternalDetails, GUESS_LIMIT, Machine, Method, Record, ResultRow,
    SCHEMA, VERSION,
};
use super::stats::MIN_SAMPLES;
use crate::external::{ResourceLimits, SolverSpec};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::rc::Rc;
use std::time::Duration;

/// The time for everything that samples are planned for if only rounds are given.
const USUAL: Duration = Duration::from_secs(60);

/// What to measure, and how.
#[derive(Debug, Clone)]
pub struct Plan {
    /// The cases, in the order of the rows.
    pub cases: Vec<CaseKey>,
    /// The build of the measuring program, for the record.
    pub build: Build,
    /// This machine.
    pub machine: Machine,
    /// The fewest and the most rounds.
    pub rounds: RangeInclusive<usize>,
    /// The time for everything, if it is limited: after the fewest rounds, none begins that would
    /// not end in time.
    pub time: Option<Duration>,
    /// How long external solvers may take to answer their puzzles, before the rounds, all together.
    pub check_time: Duration,
    /// Whether to leave out corpora that do not fit the time, because nobody named them. The first
    /// one stays if all others are left out.
    pub may_leave_out: bool,
    /// How many of the first puzzles of a corpus an older result has, to compare with.
    pub prefixes: Vec<(String, u64)>,
    /// A shorter pass is repeated within one sample until it takes this long.
    pub min_sample_time: Duration,
    /// Whether each round gets its puzzles in other equivalent forms, so that a solver gains
    /// nothing by remembering.
    pub fresh: bool,
    /// Whether persistent commands start anew for each turn, as workers do.
    pub restarts: bool,
    /// External solvers. They can be the engines of cases.
    pub solvers: Vec<SolverSpec>,
    /// Resource limits of a process; that of memory is for external solvers. After their request to
    /// stop, the result has the samples so far.
    pub limits: ResourceLimits,
    /// The program `ninefold` whose processes solve with engines and libraries (`ninefold worker`).
    pub program: PathBuf,
    /// The program `ninefold` whose processes supervise solvers (`ninefold supervise`).
    pub supervisor: PathBuf,
    /// Makes the copies from which workers start.
    pub copies: Rc<BinaryCopies>,
}

impl Plan {
    /// A plan with 30 rounds of fresh puzzles, and samples of at least 20 ms, of an unknown build,
    /// by processes of this program.
    #[must_use]
    pub fn new(cases: Vec<CaseKey>, program: PathBuf, copies: Rc<BinaryCopies>) -> Plan {
        Plan {
            cases,
            build: Build::default(),
            machine: environment::machine(),
            rounds: 30..=30,
            time: None,
            check_time: Duration::from_secs(20),
            may_leave_out: false,
            prefixes: Vec::new(),
            min_sample_time: Duration::from_millis(20),
            fresh: true,
            restarts: false,
            solvers: Vec::new(),
            limits: ResourceLimits::default(),
            supervisor: program.clone(),
            program,
            copies,
        }
    }

    /// The record of this plan without samples, to find comparable results before anything is
    /// measured.
    pub fn without_samples(&self, corpora: &[Corpus]) -> Record {
        let mut rows = Vec::with_capacity(self.cases.len());
        for case in &self.cases {
            rows.push(ResultRow {
                external: self.solver(case).map(|_| ExternalDetails::default()),
                case: case.clone(),
                ..ResultRow::default()
            });
        }
        let corpora = corpora.iter().map(Corpus::info).collect();
        self.record(0, corpora, rows)
    }

    /// The record of these rows, with this number of rounds.
    pub(super) fn record(
        &self,
        rounds: usize,
        corpora: Vec<CorpusInfo>,
        rows: Vec<ResultRow>,
    ) -> Record {
        Record {
            schema: SCHEMA.to_owned(),
            version: VERSION,
            date: environment::date(),
            build: self.build.clone(),
            machine: self.machine.clone(),
            method: self.method(rounds),
            corpora,
            rows,
            failures: Vec::new(),
        }
    }

    /// The external solver of a case, unless an engine solves it.
    pub(super) fn solver(&self, case: &CaseKey) -> Option<&SolverSpec> {
        self.solvers.iter().find(|spec| spec.name == case.engine)
    }

    /// The method, with this number of rounds.
    fn method(&self, rounds: usize) -> Method {
        Method {
            rounds,
            stopped: self.limits.stop.is_stopped(),
            guess_limit: GUESS_LIMIT,
            min_sample_ns: self.min_sample_time.as_nanos() as u64,
            fresh: self.fresh,
        }
    }

    /// How long a command that starts slowly may make its samples, so that the rounds for an
    /// interval fit into the time of this many cases. Each is solved about twice before them.
    pub(super) fn longest_sample(&self, cases: usize) -> Duration {
        let samples = cases.max(1) * (MIN_SAMPLES + 2);
        self.time.unwrap_or(USUAL).div_f64(samples as f64)
    }
}

/// Gets the finished share of the work (0 to 1), the next step, its case, and how far that is in
/// words.
pub type MeasureProgress<'a> = dyn FnMut(f64, &str, &CaseKey, &str) + 'a;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slow_start_makes_no_sample_without_end() {
        let copies = Rc::new(BinaryCopies::new().unwrap());
        let mut plan = Plan::new(Vec::new(), PathBuf::new(), copies);
        let longest = plan.longest_sample(2);
        assert!(longest <= USUAL / 16, "{longest:?}");
        plan.time = Some(USUAL * 3);
        assert_eq!(plan.longest_sample(2), longest * 3);
    }
}
