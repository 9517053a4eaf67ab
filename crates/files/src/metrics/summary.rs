//! The events of a run, and the arithmetic on them. Reports print it.

use super::latency::Latency;
use super::trailer::Trailer;
use ninefold::engine::Counters;
use ninefold::engine::verdict::Verdict;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub use crate::format::KnownAnswers;
pub use ninefold::engine::verdict::Verdicts;

/// How many lines of each bad verdict to remember.
pub const EXAMPLES: usize = 5;

/// A line of an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputLine {
    /// The input's name.
    pub input: Arc<str>,
    /// Its line number, from 1.
    pub line: u64,
}

/// The events of a run. A checkpoint stores it, except for the parts that follow from the rest of
/// the checkpoint.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Summary {
    /// Lines of input, or records if the format has several lines a record.
    pub lines: u64,
    /// The verdicts on the lines that should be puzzles: all except blank lines, comments and
    /// headers.
    pub verdicts: Verdicts,
    /// The first few lines of each verdict other than solved, in the order of verdicts.
    pub examples: Vec<(Verdict, Vec<InputLine>)>,
    /// Why the first malformed line is no puzzle. `None` if there is none.
    pub malformed_reason: Option<String>,
    /// Solutions that the input states.
    pub known: KnownAnswers,
    /// The first few lines that state a wrong solution.
    pub known_wrong: Vec<InputLine>,
    /// The first few lines that state something that could not be compared.
    pub known_not_comparable: Vec<InputLine>,
    /// Puzzles that are full grids.
    pub without_blanks: u64,
    /// The engine's counts, the same in every run.
    #[serde(flatten)]
    pub counters: Counters,
    /// Bytes of input, decompressed.
    pub bytes_in: u64,
    /// Bytes of output.
    #[serde(skip)]
    pub bytes_out: u64,
    /// From the first read to the last row written, in nanoseconds.
    pub wall: u64,
    /// Time in the engine alone, in nanoseconds, sum of all threads.
    pub solving: u64,
    /// Time for checking and counting verdicts, in nanoseconds, sum of all threads.
    pub checking: u64,
    /// Time of all work on chunks (finding, solving, checking, rendering), in nanoseconds, sum of
    /// all threads.
    pub working: u64,
    /// Threads that could solve.
    #[serde(skip)]
    pub threads: usize,
    /// Number of chunks.
    pub chunks: u64,
    /// From a puzzle's entry into the engine to its end. The lane engine works on many puzzles at
    /// once, so its times include waiting for others.
    pub service: Latency,
    /// Time of the work on one chunk.
    pub chunk: Latency,
    /// From reading a puzzle's chunk to writing its rows.
    pub turnaround: Latency,
    /// Lines, bytes and checksum of the output, if requested.
    #[serde(skip)]
    pub trailer: Option<Trailer>,
}

impl Summary {
    /// The first lines of a verdict so far.
    pub(crate) fn examples_of(&mut self, verdict: Verdict) -> &mut Vec<InputLine> {
        let place = self.examples.binary_search_by_key(&verdict, |(of, _)| *of);
        let place = place.unwrap_or_else(|place| {
            self.examples.insert(place, (verdict, Vec::new()));
            place
        });
        &mut self.examples[place].1
    }

    /// Number of threads that had work.
    #[must_use]
    pub fn busy_threads(&self) -> u64 {
        self.chunks.min(self.threads as u64).max(1)
    }

    /// Puzzles a second, solving alone, of all threads together: the number of puzzles (without
    /// malformed lines), divided by the mean over the threads of the time in the engine.
    #[must_use]
    pub fn solving_rate(&self) -> f64 {
        rate(self.verdicts.puzzles(), self.solving / self.busy_threads())
    }

    /// Puzzles a second from the first read to the last write, without malformed lines.
    #[must_use]
    pub fn total_rate(&self) -> f64 {
        rate(self.verdicts.puzzles(), self.wall)
    }
}

/// Events a second. 0 if no time passed.
fn rate(events: u64, nanos: u64) -> f64 {
    if nanos == 0 {
        return 0.0;
    }
    events as f64 / (nanos as f64 / 1e9)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_follow_from_the_times() {
        let mut summary = Summary {
            threads: 2,
            chunks: 8,
            solving: 2_000_000_000,
            wall: 1_100_000_000,
            ..Summary::default()
        };
        summary.verdicts.count(Verdict::Solved, 900);
        summary.verdicts.count(Verdict::None, 100);
        // With those, there was nothing to solve.
        summary.verdicts.count(Verdict::Malformed, 500);
        assert_eq!(summary.solving_rate(), 1000.0);
        assert!((summary.total_rate() - 909.09).abs() < 0.01);
        assert_eq!(Summary::default().total_rate(), 0.0);
    }

    #[test]
    fn threads_without_a_chunk_do_not_count() {
        let mut summary = Summary {
            threads: 16,
            chunks: 1,
            solving: 1_000_000_000,
            ..Summary::default()
        };
        summary.verdicts.count(Verdict::Solved, 10);
        assert_eq!(summary.solving_rate(), 10.0);
    }

    #[test]
    fn verdicts_are_counted() {
        let mut verdicts = Verdicts::default();
        verdicts.count(Verdict::Solved, 3);
        assert!(verdicts.all_solved());
        let mut all = Verdicts::default();
        all.count(Verdict::GaveUp, 1);
        all.add(&verdicts);
        assert_eq!((all.total(), all.of(Verdict::Solved)), (4, 3));
        assert!(!all.all_solved());
    }
}
