//! The rows of a [`Record`](super::record::Record): a case, the answers to its puzzles, and its
//! samples. In memory they are as they were taken; `columns` is their form in files.

mod columns;

use columns::RowColumns;
use ninefold::engine::Counters;
use ninefold_files::escape::escape;
use ninefold_files::numbers::counted;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The subject of one row. Rows of two records with the same case can be compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseKey {
    /// Name of the engine.
    pub engine: String,
    /// Back end of the lane kernel, if specified.
    pub backend: Option<String>,
    /// Threads.
    pub threads: usize,
    /// Name of the corpus.
    pub corpus: String,
    /// Solutions after which the search of a puzzle stops: 2 proves uniqueness.
    pub limit: u64,
}

impl CaseKey {
    /// Whether a name is that of its engine, or of engine and back end.
    #[must_use]
    pub fn is_of(&self, name: &str) -> bool {
        self.engine == name || self.engine_and_backend() == name
    }

    /// Checks that one of these cases is of the reference, if one is named.
    ///
    /// # Errors
    /// None is: in words, with those to choose from.
    pub fn check_reference<'a>(
        name: Option<&str>,
        cases: impl Iterator<Item = &'a CaseKey> + Clone,
    ) -> Result<(), String> {
        let Some(name) = name.filter(|name| !cases.clone().any(|case| case.is_of(name))) else {
            return Ok(());
        };
        let mut others: Vec<String> = cases.map(CaseKey::engine_and_backend).collect();
        others.sort_unstable();
        others.dedup();
        Err(format!(
            "--reference {}: no engine or solver of this name is measured; choose from {}",
            escape(name),
            escape(&others.join(", "))
        ))
    }

    /// Engine and back end, such as `lanes/avx2`.
    #[must_use]
    pub fn engine_and_backend(&self) -> String {
        match &self.backend {
            Some(backend) => format!("{}/{backend}", self.engine),
            None => self.engine.clone(),
        }
    }
}

/// A limit of solutions in words.
pub(crate) fn limit_words(limit: u64) -> String {
    match limit {
        1 => "first solution".to_owned(),
        2 => "uniqueness proved".to_owned(),
        n => format!("up to {n} solutions"),
    }
}

/// Threads and limit in words.
pub(crate) fn setting_words(threads: usize, limit: u64) -> String {
    format!(
        "{}, {}",
        counted(threads as u64, "thread"),
        limit_words(limit)
    )
}

impl fmt::Display for CaseKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} x{} {} limit {}",
            self.engine_and_backend(),
            self.threads,
            self.corpus,
            self.limit
        )
    }
}

/// The clock by which a case is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CaseClock {
    /// CPU time of all threads and processes together: it excludes the time that another program
    /// had the CPU.
    Cpu,
    /// The wall clock: for several threads, and where CPU time is not known or does not show the
    /// work.
    #[default]
    Wall,
}

impl CaseClock {
    /// Its name in a table.
    pub(crate) fn words(self) -> &'static str {
        match self {
            CaseClock::Cpu => "CPU time",
            CaseClock::Wall => "wall clock",
        }
    }
}

/// The time of one pass over the puzzles of a case, in nanoseconds.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Sample {
    /// By the wall clock.
    pub wall_ns: f64,
    /// CPU time of all processes and threads of the solver, if known.
    pub cpu_ns: Option<f64>,
    /// Instructions of all processes and threads, if the system counts them.
    pub instructions: Option<f64>,
    /// The share of the time in which the solver neither ran nor waited for a CPU or for us, if
    /// known. It is not in files.
    pub idle: Option<f64>,
}

impl Sample {
    /// The time by a clock. Without CPU time, it is that of the wall.
    #[must_use]
    pub fn ns(&self, clock: CaseClock) -> f64 {
        match (clock, self.cpu_ns) {
            (CaseClock::Cpu, Some(ns)) => ns,
            _ => self.wall_ns,
        }
    }
}

/// The results of one case.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(from = "RowColumns", into = "RowColumns")]
pub struct ResultRow {
    /// The case.
    pub case: CaseKey,
    /// Puzzles in one pass.
    pub puzzles: u64,
    /// The outcomes of the puzzles.
    pub answers: AnswerCounts,
    /// Deterministic counts of one pass.
    pub counters: Counters,
    /// Passes over the puzzles in each sample.
    pub repeats: u64,
    /// The clock that decides.
    pub clock: CaseClock,
    /// The mean of the repeats, one for each round, in order.
    pub samples: Vec<Sample>,
    /// Data about an external solver.
    pub external: Option<ExternalDetails>,
}

/// The build of an external solver, as far as known.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SolverBuild {
    /// Its revision, specified or found: see [`SolverIdentity`](crate::external::SolverIdentity).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// SHA-256 of its file or files, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// The subject of the commit that was checked out in its folder.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
}

/// Data about an external solver.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExternalDetails {
    /// The command or library, as specified.
    pub target: String,
    /// `library`, `command`, or `persistent` for a persistent command.
    pub kind: String,
    /// As in [`SolverBuild`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// As in [`SolverBuild`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// As in [`SolverBuild`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub subject: Option<String>,
    /// CPU time of its start in nanoseconds, each time that it was timed alone. It is part of the
    /// samples of a plain command.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start_up_ns: Vec<f64>,
    /// The share of its time in which it neither ran nor waited for a CPU or for us, in the middle
    /// sample, if known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle: Option<f64>,
    /// Rounds in which it did not answer in time while it worked. They count as that long.
    #[serde(default, skip_serializing_if = "is_none")]
    pub unanswered: u64,
    /// The maximum bytes of memory observed.
    pub peak_bytes: Option<u64>,
    /// The maximum number of threads observed.
    pub threads: Option<u64>,
    /// How its processes were accounted for: `cgroup` in a control group of their own, or
    /// `processes` one by one.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub account: String,
}

impl ExternalDetails {
    /// Takes over a build.
    pub(super) fn set_build(&mut self, build: &SolverBuild) {
        self.revision.clone_from(&build.revision);
        self.sha256.clone_from(&build.sha256);
        self.subject.clone_from(&build.subject);
    }

    /// Its build.
    #[must_use]
    pub fn build(&self) -> SolverBuild {
        SolverBuild {
            revision: self.revision.clone(),
            sha256: self.sha256.clone(),
            subject: self.subject.clone(),
        }
    }
}

fn is_none(number: &u64) -> bool {
    *number == 0
}

/// The outcomes of the puzzles of one pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerCounts {
    /// At least one solution, found and checked.
    pub solved: u64,
    /// Puzzles with as many solutions as the limit, if the limit is above 1.
    pub multiple: u64,
    /// Searched to the end without a solution.
    pub none: u64,
    /// The engine reached the limit of guesses.
    pub gave_up: u64,
    /// Clues that clash.
    pub refused: u64,
}

impl AnswerCounts {
    /// Adds those of other puzzles.
    pub(super) fn add(&mut self, more: &AnswerCounts) {
        self.solved += more.solved;
        self.multiple += more.multiple;
        self.none += more.none;
        self.gave_up += more.gave_up;
        self.refused += more.refused;
    }
}

impl ResultRow {
    /// The times of the samples by a clock.
    #[must_use]
    pub fn times(&self, clock: CaseClock) -> Vec<f64> {
        self.samples.iter().map(|sample| sample.ns(clock)).collect()
    }
}
