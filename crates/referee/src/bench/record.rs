//! The versioned schema of a measurement.
//!
//! A result file is one [`Record`] as JSON. A history is one record a line. Raw samples are kept,
//! so that any other statistic can be computed later. The record also identifies the machine, the
//! build and the puzzles. In memory a row has its [`Sample`]s as they were taken;
//! [`super::columns`] is its form in files.

pub use super::build_identity::BuildIdentity;
use super::columns::RowColumns;
pub use super::figures::Figures;
use ninefold::engine::Counters;
use ninefold::escape::escape;
use ninefold::numbers::{count, counted};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The first field of every result file.
pub const SCHEMA: &str = "ninefold.bench";
/// The version of the schema that this program writes, and the oldest one that it reads.
pub const VERSION: u32 = 5;
pub(super) const OLDEST: u32 = 4;

/// Guesses after which an engine gives up on a puzzle.
pub const GUESS_LIMIT: u64 = 10_000_000;

/// Everything that one run of `bench` measured.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// [`SCHEMA`].
    pub schema: String,
    /// [`VERSION`].
    pub version: u32,
    /// When it was taken, RFC 3339 in UTC, to the second.
    pub date: String,
    /// The measuring program.
    pub build: Build,
    /// The machine.
    pub machine: Machine,
    /// The method.
    pub method: Method,
    /// The corpora.
    pub corpora: Vec<CorpusInfo>,
    /// The results, a row for each case.
    pub rows: Vec<ResultRow>,
    /// What cases failed on. They have no row, unless they answered the first puzzles.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<CaseFailure>,
}

/// What a case failed on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFailure {
    /// The case that failed.
    pub case: CaseKey,
    /// What the solver did, and what would have been right. It has several lines.
    pub reason: String,
    /// Whether the solver was not asked, because it cannot be measured in this way.
    pub refused: bool,
    /// Its build, if it is an external solver: for a page about results without a row of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<SolverBuild>,
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

/// The build of a program.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Build {
    /// Version of ninefold.
    pub version: String,
    /// Git revision, followed by `-dirty` if files were changed. `unknown` if the source was not a
    /// checkout.
    pub revision: String,
    /// The compiler, as `rustc --version` prints it.
    pub rustc: String,
    /// Target triple.
    pub target: String,
    /// `release` or `debug`.
    pub profile: String,
    /// CPU features that the compiler could assume.
    pub target_features: Vec<String>,
}

/// The machine of a measurement.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// Model name of the CPU.
    pub cpu: String,
    /// Vector and bit features that the CPU has.
    pub features: Vec<String>,
    /// CPUs that this process may use.
    pub logical_cpus: usize,
    /// Memory in bytes.
    pub memory_bytes: u64,
    /// Name and version of the operating system.
    pub os: String,
    /// Version of the kernel.
    pub kernel: String,
    /// Architecture.
    pub arch: String,
}

/// The method of a measurement.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Method {
    /// Rounds of samples, all complete.
    pub rounds: usize,
    /// Whether the run was stopped before its last round.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stopped: bool,
    /// Rounds before them, which were not kept: in version 4.
    #[serde(default, skip_serializing)]
    pub warm_up: usize,
    /// Guesses after which an engine gave up on a puzzle: [`GUESS_LIMIT`].
    pub guess_limit: u64,
    /// The minimum time of one sample, in nanoseconds. Shorter passes are repeated within the
    /// sample.
    pub min_sample_ns: u64,
    /// Whether each round had its puzzles in other equivalent forms: in every other round those of
    /// every run, and otherwise such that nobody can have seen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub fresh: bool,
}

/// A corpus.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CorpusInfo {
    /// Name, unique in the record.
    pub name: String,
    /// Number of puzzles.
    pub puzzles: u64,
    /// SHA-256 of the puzzles' cells in order (81 bytes and a line feed
    /// each), in hexadecimal.
    pub sha256: String,
    /// Lines of the input that are not puzzles, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<LeftOut>,
    /// The number of its puzzles that were measured, if not all: 0 if there was no time for the
    /// corpus. A result measures the first ones, a comparison any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<u64>,
}

impl CorpusInfo {
    /// Its name and size, what was measured of it, and what was left out, in words.
    #[must_use]
    pub fn extent(&self) -> String {
        let puzzles = counted(self.puzzles, "puzzle");
        let mut text = match self.measured {
            None => format!("{}: {puzzles}", self.name),
            Some(0) => format!("{}: not measured, for lack of time ({puzzles})", self.name),
            Some(measured) => format!("{}: {} of {puzzles} measured", self.name, count(measured)),
        };
        if let Some(left_out) = &self.left_out {
            text += &format!("; {left_out}");
        }
        text
    }
}

/// Lines of an input that are not puzzles, and were not measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// Their number.
    pub lines: u64,
    /// The number of the first, from 1.
    pub first_line: u64,
    /// Why it is not a puzzle.
    pub reason: String,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = match self.lines {
            1 => "line is not a puzzle",
            _ => "lines are not puzzles",
        };
        write!(
            f,
            "{} {lines} and left out, the first in line {}: {}",
            count(self.lines),
            count(self.first_line),
            escape(&self.reason)
        )
    }
}

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
    /// CPU times of version 4, which become those of the samples.
    #[serde(default, skip_serializing)]
    pub(crate) cpu_ns: Vec<f64>,
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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Replaces the samples of a row by these times of the wall clock.
    pub(crate) fn set_times(row: &mut ResultRow, times: impl Iterator<Item = f64>) {
        let sample = |wall_ns| Sample {
            wall_ns,
            ..Sample::default()
        };
        row.samples = times.map(sample).collect();
    }

    /// A record with two rows whose samples are round numbers.
    pub(crate) fn example() -> Record {
        let row = |engine: &str, ns: f64| {
            let case = CaseKey {
                engine: engine.to_owned(),
                backend: (engine == "lanes").then(|| "avx2".to_owned()),
                threads: 1,
                corpus: "tiny".to_owned(),
                limit: 2,
            };
            let samples = (0..20).map(|i| Sample {
                wall_ns: ns * (1.0 + f64::from(i % 5) / 100.0),
                ..Sample::default()
            });
            let mut counters = Counters::default();
            counters.guesses = 500;
            counters.nodes = 2000;
            ResultRow {
                puzzles: 1000,
                answers: AnswerCounts {
                    solved: 1000,
                    ..AnswerCounts::default()
                },
                counters,
                repeats: 3,
                samples: samples.collect(),
                case,
                ..ResultRow::default()
            }
        };
        Record {
            schema: SCHEMA.to_owned(),
            version: VERSION,
            date: "2026-01-02T03:04:05Z".to_owned(),
            build: Build {
                version: "0.1.0".to_owned(),
                revision: "abc1234".to_owned(),
                ..Build::default()
            },
            machine: Machine {
                cpu: "Example <CPU> & \"co\"".to_owned(),
                logical_cpus: 2,
                ..Machine::default()
            },
            method: Method {
                rounds: 20,
                stopped: false,
                warm_up: 0,
                guess_limit: GUESS_LIMIT,
                min_sample_ns: 1000,
                fresh: false,
            },
            corpora: vec![CorpusInfo {
                name: "tiny".to_owned(),
                puzzles: 1000,
                sha256: "00".to_owned(),
                left_out: None,
                measured: None,
            }],
            rows: vec![row("lanes", 1e5), row("mrv-scan", 1e6)],
            failures: Vec::new(),
        }
    }

    #[test]
    fn a_record_survives_json() {
        let mut record = example();
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record);
        // Fields of external solvers are absent otherwise.
        assert!(!text.contains("external") && !text.contains("failures"));
        record.rows[1].external = Some(ExternalDetails {
            revision: Some("v1".to_owned()),
            threads: Some(2),
            ..ExternalDetails::default()
        });
        record.rows[0].clock = CaseClock::Cpu;
        for sample in &mut record.rows[0].samples {
            (sample.cpu_ns, sample.instructions) = (Some(sample.wall_ns / 3.0), Some(2.5));
        }
        // Not every sample of the other has them.
        record.rows[1].samples[0].instructions = Some(2.5);
        record.failures.push(CaseFailure {
            case: record.rows[0].case.clone(),
            reason: "it ended".to_owned(),
            refused: false,
            build: Some(SolverBuild::default()),
        });
        let text = serde_json::to_string(&record).unwrap();
        record.rows[1].samples[0].instructions = None;
        assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record);
    }
}
