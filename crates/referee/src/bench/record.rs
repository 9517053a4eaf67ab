//! The versioned schema of a measurement.
//!
//! A result file is one [`Record`] as JSON. A history is one record a line. Raw samples are kept,
//! so that any other statistic can be computed later. The record also identifies the machine, the
//! build and the puzzles.

pub(crate) use super::figures::Figures;
pub use super::row::{
    AnswerCounts, CaseClock, CaseKey, ExternalDetails, ResultRow, Sample, SolverBuild,
};
pub(crate) use super::row::{limit_words, setting_words};
use ninefold_files::escape::escape;
use ninefold_files::numbers::{count, counted};
use serde::{Deserialize, Serialize};
use std::fmt;

/// The first field of every result file.
pub const SCHEMA: &str = "ninefold.bench";
/// The version of the schema that this program writes and reads. Version 4 subtracted the start-up
/// of commands.
pub const VERSION: u32 = 5;

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

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use ninefold::engine::Counters;

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
