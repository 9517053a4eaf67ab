//! The state of a run, for storage and resuming.

use crate::metrics::latency::Latency;
use crate::metrics::summary::Summary;
use crate::metrics::trailer::Trailer;
use serde::{Deserialize, Serialize};

/// Where a run resumes in the inputs: before a chunk, or after the last input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NextChunk {
    /// Index of the input.
    pub input: usize,
    /// Number of its finished chunks.
    pub chunks: u64,
    /// Offset of the next chunk in the (decompressed) input.
    pub offset: u64,
    /// Number of its finished lines.
    pub lines: u64,
}

/// Everything that is known of a run between two chunks: where it resumes, and the part of the
/// final report so far.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct State {
    /// Where the run resumes.
    pub next: NextChunk,
    /// Lines, bytes and running checksum of the output.
    pub output: Trailer,
    #[serde(flatten)]
    summary: Summary,
}

impl State {
    /// The state before the chunk at `next`.
    pub(super) fn of(next: NextChunk, summary: &Summary) -> State {
        let mut summary = summary.clone();
        let output = summary.trailer.take().unwrap_or_default();
        // Not stored, because it follows from the output and the options.
        (summary.bytes_out, summary.threads) = (0, 0);
        State {
            next,
            output,
            summary,
        }
    }

    /// Finished lines of all inputs.
    #[must_use]
    pub fn lines(&self) -> u64 {
        self.summary.lines
    }

    /// Finished bytes (decompressed) of all inputs.
    #[must_use]
    pub fn bytes_in(&self) -> u64 {
        self.summary.bytes_in
    }

    /// Finished puzzles, without malformed lines.
    #[must_use]
    pub fn puzzles(&self) -> u64 {
        self.summary.verdicts.puzzles()
    }

    /// The results so far, as the start of a summary.
    #[must_use]
    pub fn summary(&self) -> Summary {
        let mut summary = self.summary.clone();
        summary.bytes_out = self.output.bytes;
        summary.trailer = Some(self.output);
        summary
    }
}

/// The summary of a new run.
pub(super) fn new_summary() -> Summary {
    Summary {
        trailer: Some(Trailer::default()),
        chunk: Latency::of_chunks(),
        turnaround: Latency::of_chunks(),
        ..Summary::default()
    }
}
