//! What a measurement is, on paper: the versioned schema of a result.
//!
//! A result file is one [`Record`] as JSON; a history is one record a line.
//! Raw samples are kept, so that any other statistic can be computed later,
//! and a fingerprint says on what and of what they were taken.

pub use super::build_identity::BuildIdentity;
use super::stats::{self, MIN_SAMPLES, SampleGroups, StatsError};
use crate::escape::escape;
use crate::json_files::RESULT;
use crate::numbers::{count, counted};
use crate::solver::Counters;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The first field of every result file.
pub const SCHEMA: &str = RESULT.schema;
/// The version of the schema that this program writes and reads.
pub const VERSION: u32 = RESULT.version;

/// Everything that one run of `bench` found.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// [`SCHEMA`].
    pub schema: String,
    /// [`VERSION`].
    pub version: u32,
    /// When it was taken, RFC 3339 in UTC, to the second.
    pub date: String,
    /// The program that was measured.
    pub build: Build,
    /// The machine that it ran on.
    pub machine: Machine,
    /// How it was measured.
    pub method: Method,
    /// What was solved.
    pub corpora: Vec<CorpusInfo>,
    /// What was found, a row for each case.
    pub rows: Vec<ResultRow>,
    /// Cases of solvers that are not Ninefold's and that failed: they have no row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<CaseFailure>,
}

impl Record {
    /// A record of nothing.
    pub(super) fn empty() -> Record {
        Record {
            schema: SCHEMA.to_owned(),
            version: VERSION,
            date: String::new(),
            build: Build::default(),
            machine: Machine::default(),
            method: Method::default(),
            corpora: Vec::new(),
            rows: Vec::new(),
            failures: Vec::new(),
        }
    }
}

/// Why a case has no row.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CaseFailure {
    /// What was to be measured.
    pub case: Case,
    /// What the solver did, and what would have been right; several lines.
    pub reason: String,
    /// Whether it was not even asked, because it cannot be measured in this way.
    pub refused: bool,
}

/// Which program was measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Build {
    /// Version of ninefold.
    pub version: String,
    /// Git revision, with `-dirty` behind it where files were changed;
    /// `unknown` where the source was no checkout.
    pub revision: String,
    /// The compiler, as `rustc --version` prints it.
    pub rustc: String,
    /// Target triple.
    pub target: String,
    /// `release` or `debug`.
    pub profile: String,
    /// CPU features the compiler was allowed to count on.
    pub target_features: Vec<String>,
}

impl Default for Build {
    /// This version, of an unknown revision.
    fn default() -> Build {
        let unknown = || "unknown".to_owned();
        Build {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            revision: unknown(),
            rustc: unknown(),
            target: unknown(),
            profile: unknown(),
            target_features: Vec::new(),
        }
    }
}

/// Which machine it ran on.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Machine {
    /// Model name of the CPU.
    pub cpu: String,
    /// Vector and bit features the CPU has.
    pub features: Vec<String>,
    /// CPUs this process may use.
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

/// How it was measured.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Method {
    /// Rounds of samples.
    pub rounds: usize,
    /// Rounds before them that are not kept.
    pub warm_up: usize,
    /// Guesses after which a puzzle is given up.
    pub guess_limit: u64,
    /// The least time of one sample, in nanoseconds: shorter passes are
    /// repeated within the sample.
    pub least_sample_ns: u64,
}

/// What was solved.
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
    /// Lines of the input that are no puzzles, if there are any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_out: Option<LeftOut>,
}

/// Lines of an input that are no puzzles, and so were not measured.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LeftOut {
    /// How many there are.
    pub lines: u64,
    /// The number of the first, from 1.
    pub first_line: u64,
    /// Why it is none.
    pub reason: String,
}

impl fmt::Display for LeftOut {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines = match self.lines {
            1 => "line is no puzzle",
            _ => "lines are no puzzles",
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

/// What is measured in one row; rows of two records with the same case can be
/// compared.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Name of the engine.
    pub engine: String,
    /// Back end of the lane kernel, where one was chosen by name.
    pub backend: Option<String>,
    /// Threads.
    pub threads: usize,
    /// Name of the corpus.
    pub corpus: String,
    /// Solutions at which a puzzle is done with: 2 proves uniqueness.
    pub limit: u64,
}

impl Case {
    /// Engine and back end, as `lanes/avx2`.
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

impl fmt::Display for Case {
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

/// What was found of one case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ResultRow {
    /// What was measured.
    pub case: Case,
    /// Puzzles in one pass over the corpus.
    pub puzzles: u64,
    /// What became of them.
    pub answers: AnswerCounts,
    /// Deterministic counts of one pass.
    pub counters: Counters,
    /// How many puzzles took how many guesses.
    pub guesses: Vec<GuessClass>,
    /// Passes over the corpus in each sample.
    pub repeats: u64,
    /// Time of one pass in nanoseconds (the mean over the repeats), a figure
    /// for each round, in the order in which they were taken.
    pub samples_ns: Vec<f64>,
    /// Service times of single puzzles, from samples of their own.
    pub latency: Option<LatencySummary>,
    /// What is known of a solver that is not Ninefold's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outside: Option<Outside>,
}

/// What is known of a solver that is not Ninefold's, and was measured from outside.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Outside {
    /// The command or library, as it was typed.
    pub target: String,
    /// `library`, `command`, or `stays-up` for a command that waits for requests.
    pub kind: String,
    /// Its revision, given or found: see [`SolverIdentity`](crate::foreign::SolverIdentity).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub revision: Option<String>,
    /// SHA-256 of its file or files, in hexadecimal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sha256: Option<String>,
    /// Time of a run with one puzzle in nanoseconds, a figure for each round: it was taken
    /// off the samples. Of a plain command only.
    pub start_up_ns: Vec<f64>,
    /// CPU time of one pass in nanoseconds, all threads together, a figure for each round;
    /// empty where the system does not tell.
    pub cpu_ns: Vec<f64>,
    /// The most bytes of memory that it was seen to have.
    pub peak_bytes: Option<u64>,
    /// The most threads that it was seen to have.
    pub threads: Option<u64>,
}

/// What became of the puzzles of one pass.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnswerCounts {
    /// At least one solution, found and checked.
    pub solved: u64,
    /// As many solutions as the limit asks for, and the limit above 1.
    pub multiple: u64,
    /// Searched to the end without a solution.
    pub none: u64,
    /// Limit of guesses reached.
    pub gave_up: u64,
    /// Clues that clash.
    pub refused: u64,
}

/// Puzzles that took `from` to `to` guesses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GuessClass {
    /// Fewest guesses of the class.
    pub from: u64,
    /// Most guesses of the class.
    pub to: u64,
    /// Puzzles in it.
    pub puzzles: u64,
}

/// Service times: a puzzle's entry into the kernel to its end. In the lane
/// kernel that includes waiting in lockstep with the other lanes.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LatencySummary {
    /// Median: half of the puzzles took no longer, in nanoseconds.
    pub p50_ns: u64,
    /// 99 % took no longer.
    pub p99_ns: u64,
    /// 99.9 % took no longer.
    pub p999_ns: u64,
    /// The longest.
    pub max_ns: u64,
    /// Time of a sample with the clock being read, over that of one beside it
    /// without, less 1; the median of some pairs.
    pub overhead: f64,
    /// The whole histogram: HdrHistogram V2 with deflate, in base64, values
    /// in nanoseconds.
    pub histogram: String,
}

/// The figures of a row that people read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    /// Puzzles a second: at the median time, with its interval.
    pub puzzles_per_second: stats::Estimate,
    /// Median nanoseconds a puzzle.
    pub ns_per_puzzle: f64,
    /// Guesses a puzzle.
    pub guesses_per_puzzle: f64,
    /// Share of puzzles that took no guess.
    pub without_guess: f64,
    /// The slow samples, where they make a group: speed and time are those of the others.
    pub slow_group: Option<SlowGroup>,
}

/// Samples that were taken while something slowed the machine down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlowGroup {
    /// Their share of all samples.
    pub share: f64,
    /// Their times over those of the others.
    pub factor: f64,
}

impl ResultRow {
    /// Nothing is known of it yet.
    pub(super) fn unmeasured(case: Case) -> ResultRow {
        ResultRow {
            case,
            puzzles: 0,
            answers: AnswerCounts::default(),
            counters: Counters::default(),
            guesses: Vec::new(),
            repeats: 0,
            samples_ns: Vec::new(),
            latency: None,
            outside: None,
        }
    }

    /// Which samples are of a slow group, and that group; `None` where the samples are one group, or
    /// too few would be left.
    ///
    /// # Errors
    /// No samples, or a sample that is no time.
    pub fn slow_samples(&self) -> Result<Option<SampleGroups>, StatsError> {
        let groups = stats::sample_groups(&self.samples_ns)?;
        let quiet =
            |groups: &SampleGroups| groups.is_slow.iter().filter(|is_slow| !**is_slow).count();
        Ok(groups.filter(|groups| quiet(groups) >= MIN_SAMPLES))
    }

    /// Computes the figures that people read: of the quiet group where the samples make two.
    ///
    /// # Errors
    /// No samples, or a sample that is no time.
    pub fn figures(&self, settings: &stats::Settings) -> Result<Figures, StatsError> {
        let groups = self.slow_samples()?;
        let is_quiet = |i: usize| groups.as_ref().is_none_or(|groups| !groups.is_slow[i]);
        let quiet = self
            .samples_ns
            .iter()
            .enumerate()
            .filter(|(i, _)| is_quiet(*i));
        let quiet: Vec<f64> = quiet.map(|(_, sample)| *sample).collect();
        let logs = stats::logs(&quiet)?;
        let time = stats::bootstrap(&logs, stats::Centre::Median, settings)?;
        let puzzles = self.puzzles as f64;
        let speed = time.negated().map(|log| puzzles * 1e9 * log.exp());
        let easy = self.guesses.iter().filter(|class| class.to == 0);
        Ok(Figures {
            puzzles_per_second: speed,
            ns_per_puzzle: time.value.exp() / puzzles,
            guesses_per_puzzle: self.counters.guesses as f64 / puzzles,
            without_guess: easy.map(|class| class.puzzles).sum::<u64>() as f64 / puzzles,
            slow_group: groups.map(|groups| SlowGroup {
                share: groups.slow_share(),
                factor: groups.factor,
            }),
        })
    }
}

/// Puts numbers of guesses into classes: 0, 1, 2, 3-4, 5-8, and so on, each
/// up to a power of two; classes up to the highest that holds any.
///
/// ```
/// use ninefold::bench::record::guess_classes;
/// let classes = guess_classes([0, 0, 7, 1]);
/// let shown: Vec<_> = classes.iter().map(|c| (c.from, c.to, c.puzzles)).collect();
/// assert_eq!(shown, [(0, 0, 2), (1, 1, 1), (2, 2, 0), (3, 4, 0), (5, 8, 1)]);
/// ```
pub fn guess_classes(guesses: impl IntoIterator<Item = u64>) -> Vec<GuessClass> {
    let mut counts = [0u64; 66];
    for guesses in guesses {
        let class = match guesses {
            0 => 0,
            n => 1 + (64 - (n - 1).leading_zeros()) as usize,
        };
        counts[class] += 1;
    }
    let used = counts
        .iter()
        .rposition(|&count| count > 0)
        .map_or(0, |last| last + 1);
    let class = |(i, &puzzles): (usize, &u64)| {
        let to = |i: usize| {
            if i == 0 {
                0
            } else {
                1u64.checked_shl(i as u32 - 1).unwrap_or(u64::MAX)
            }
        };
        let from = if i == 0 { 0 } else { to(i - 1) + 1 };
        GuessClass {
            from,
            to: to(i),
            puzzles,
        }
    };
    counts[..used].iter().enumerate().map(class).collect()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A record with two rows whose samples are round numbers.
    pub(crate) fn example() -> Record {
        let row = |engine: &str, ns: f64| ResultRow {
            case: Case {
                engine: engine.to_owned(),
                backend: (engine == "lanes").then(|| "avx2".to_owned()),
                threads: 1,
                corpus: "tiny".to_owned(),
                limit: 2,
            },
            puzzles: 1000,
            answers: AnswerCounts {
                solved: 1000,
                ..AnswerCounts::default()
            },
            counters: Counters {
                guesses: 500,
                nodes: 2000,
                lane_passes: 0,
            },
            guesses: guess_classes((0..1000).map(|i| if i < 750 { 0 } else { 2 })),
            repeats: 3,
            samples_ns: (0..20)
                .map(|i| ns * (1.0 + f64::from(i % 5) / 100.0))
                .collect(),
            latency: None,
            outside: None,
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
                warm_up: 1,
                guess_limit: 10_000_000,
                least_sample_ns: 1000,
            },
            corpora: vec![CorpusInfo {
                name: "tiny".to_owned(),
                puzzles: 1000,
                sha256: "00".to_owned(),
                left_out: None,
            }],
            rows: vec![row("lanes", 1e5), row("mrv-scan", 1e6)],
            failures: Vec::new(),
        }
    }

    #[test]
    fn figures_come_from_the_samples() {
        let record = example();
        let figures = record.rows[0].figures(&stats::Settings::default()).unwrap();
        assert!((figures.ns_per_puzzle - 102.0).abs() < 0.01, "{figures:?}");
        let speed = figures.puzzles_per_second;
        assert!((speed.value - 1e9 / 102.0).abs() < 1e3);
        assert!(speed.interval.low < speed.value && speed.value < speed.interval.high);
        assert_eq!(
            (figures.guesses_per_puzzle, figures.without_guess),
            (0.5, 0.75)
        );
    }

    #[test]
    fn a_row_without_samples_has_no_figures() {
        let mut row = example().rows.remove(0);
        row.samples_ns.clear();
        assert_eq!(
            row.figures(&stats::Settings::default()),
            Err(StatsError::Empty)
        );
        row.samples_ns.push(-1.0);
        assert!(row.figures(&stats::Settings::default()).is_err());
    }

    #[test]
    fn the_classes_of_guesses_reach_to_the_largest_number() {
        let classes = guess_classes([u64::MAX, 1 << 63, 3]);
        let last = classes.last().unwrap();
        assert_eq!(
            (last.from, last.to, last.puzzles),
            ((1 << 63) + 1, u64::MAX, 1)
        );
        assert_eq!(classes[classes.len() - 2].puzzles, 1);
        assert_eq!(classes[3].puzzles, 1);
        assert_eq!(guess_classes([]), []);
    }

    #[test]
    fn a_record_survives_json() {
        let mut record = example();
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record);
        // What only solvers from outside have is not there otherwise.
        assert!(!text.contains("outside") && !text.contains("failures"));
        record.rows[1].outside = Some(Outside {
            cpu_ns: vec![1.5],
            threads: Some(2),
            ..Outside::default()
        });
        record.failures.push(CaseFailure {
            case: record.rows[0].case.clone(),
            reason: "it ended".to_owned(),
            refused: false,
        });
        let text = serde_json::to_string(&record).unwrap();
        assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record);
    }
}
