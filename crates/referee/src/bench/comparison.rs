//! The versioned schema of a comparison: what has changed from one result to another, and the
//! verdict on it. A file has it as JSON.

use super::outcome::{Side, SideFailure, Unchecked};
use super::record::{CaseKey, CorpusInfo};
use super::stats::Judgement;
use serde::{Deserialize, Serialize};

/// The first field of every comparison.
pub const SCHEMA: &str = "ninefold.comparison";
/// The version of the schema that this program writes and reads.
pub const VERSION: u32 = 4;

/// The result of a comparison.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Comparison {
    /// [`SCHEMA`].
    pub schema: String,
    /// [`VERSION`].
    pub version: u32,
    /// What old and new are called.
    pub names: [String; 2],
    /// When the new side was measured, RFC 3339 in UTC.
    pub date: String,
    /// The CPU of the new side's machine.
    pub cpu: String,
    /// Whether old and new were measured side by side.
    pub paired: bool,
    /// Whether the times of cases with one thread are CPU times and not wall-clock times. CPU times
    /// do not include time that another program had the CPU.
    pub cpu_time: bool,
    /// If they are wall-clock times because a solver slept, or worked in processes that were not
    /// seen: the share of its time in which it neither ran nor waited for a CPU.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub idle: Option<f64>,
    /// All corpora that were named, and how much of each was measured.
    pub corpora: Vec<CorpusInfo>,
    /// Deterministic counts that differ.
    pub counts: Vec<CountChange>,
    /// Times, a row for each case that both have.
    pub rows: Vec<TimeChange>,
    /// The times of all rows together, if pairs of several rows were taken.
    pub together: Option<Together>,
    /// Cases that only one of them has.
    pub unmatched: Vec<Unmatched>,
    /// Corpora of which a side did not answer all puzzles before `--time` was over. The verdict on
    /// a new side that has some is not that it is the same or faster.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unchecked: Vec<Unchecked>,
    /// The sides that failed, the new one first, and on what. They have no row.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<SideFailure>,
    /// The side that failed; the new one if both did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failed_side: Option<Side>,
    /// The overall verdict.
    pub verdict: Judgement,
    /// Whether a worse count decided it, whatever the times are.
    pub by_counts: bool,
    /// Whether instructions decided it, because times could not, or because they were asked for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_instructions: bool,
    /// Whether the solvers report counts (guesses, nodes, passes), so that these were compared.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub has_counts: bool,
}

/// A count that has changed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CountChange {
    /// The case.
    pub case: CaseKey,
    /// What was counted.
    pub count: String,
    /// What the old one counted.
    pub old: u64,
    /// What the new one counted.
    pub new: u64,
    /// Whether it decides: answers that differ, or more work than before.
    pub worse: bool,
}

/// The change of a time.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TimeChange {
    /// The case.
    pub case: CaseKey,
    /// Median time of one pass of the old program, in nanoseconds.
    pub old_ns: f64,
    /// The same of the new one.
    pub new_ns: f64,
    /// New time over old: 1.1 is a tenth slower.
    pub ratio: f64,
    /// Low end of the ratio's interval. `None` if there were too few samples.
    pub ratio_low: Option<f64>,
    /// High end of the ratio's interval.
    pub ratio_high: Option<f64>,
    /// New instructions over old, if somebody counts them: the system in the median rounds, or
    /// valgrind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub instructions: Option<f64>,
    /// If the samples of a side make two groups, so that nobody can tell: how much slower one is
    /// than the other.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub two_groups: Option<f64>,
    /// Pairs, or samples of the side that has fewer.
    pub samples: usize,
    /// `ln(new / old)` of each pair, if there were pairs.
    pub pairs: Vec<f64>,
    /// The verdict on this row.
    pub verdict: Judgement,
}

/// The change of all rows together: the mean of their log-ratios in each pair. It is much more
/// certain than any row, because the noise of the rows evens out.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Together {
    /// Geometric mean over the rows of new time over old.
    pub ratio: f64,
    /// Low end of its interval. `None` if there were too few pairs.
    pub ratio_low: Option<f64>,
    /// High end of its interval.
    pub ratio_high: Option<f64>,
    /// The verdict on it.
    pub verdict: Judgement,
}

/// A case that only one result has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Unmatched {
    /// The case.
    pub case: CaseKey,
    /// Which one has it.
    pub only_in: Side,
    /// The number of its puzzles there.
    #[serde(default)]
    pub puzzles: u64,
}
