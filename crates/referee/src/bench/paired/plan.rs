//! How two programs are compared, and why there may be no comparison.

use crate::bench::baseline::Thresholds;
use crate::bench::error::MeasureError;
use crate::bench::outcome::Side;
use std::time::Duration;
use thiserror::Error;

/// How two programs are compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PairedPlan {
    /// Thresholds of the verdict; its `min_samples` are the fewest pairs.
    pub thresholds: Thresholds,
    /// Most pairs.
    pub max_pairs: usize,
    /// A shorter pass is repeated within one sample until it takes this long.
    pub min_sample_time: Duration,
    /// The time for everything. A pair that would not end in time is not started, and one that does
    /// not end in time does not count.
    pub time: Duration,
    /// Whether each sample has all puzzles of its corpus.
    pub has_all_puzzles: bool,
    /// Whether to count instructions with valgrind in place of taking pairs.
    pub counts_instructions: bool,
    /// Whether the user specified the inputs: then all of their puzzles must be answered.
    pub is_specified: bool,
}

/// Why there is no comparison.
#[derive(Debug, Clone, PartialEq, Error)]
#[non_exhaustive]
pub enum PairedError {
    /// Nothing could be measured, or a stop was requested before any pair was complete.
    #[error("{0}")]
    Measure(#[from] MeasureError),
    /// A side cannot be measured so: in words.
    #[error("{1}")]
    Refused(Side, String),
    /// Instructions were to be counted, and there is no valgrind.
    #[error("--instructions needs valgrind (apt-get install valgrind)")]
    NoValgrind,
    /// The time is too short for one pair. This should be enough for everything.
    #[error("no pair fits into the time")]
    OutOfTime(Duration),
}
