//! What happened in a run, and the arithmetic on it. Printing is for reports.

use super::latency::Latency;
use super::trailer::Trailer;
use crate::solver::Counters;
use crate::solver::verdict::Verdict;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

pub use crate::solver::verdict::Verdicts;

/// How many lines of each bad verdict are remembered.
pub const EXAMPLES: usize = 5;

/// A line of an input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(String, u64)", into = "(String, u64)")]
pub struct InputLine {
    /// The input's name.
    pub input: Arc<str>,
    /// Line in it, from 1.
    pub line: u64,
}

impl From<(String, u64)> for InputLine {
    fn from((input, line): (String, u64)) -> InputLine {
        let input = Arc::from(input);
        InputLine { input, line }
    }
}

impl From<InputLine> for (String, u64) {
    fn from(place: InputLine) -> (String, u64) {
        (place.input.to_string(), place.line)
    }
}

/// How the solutions that the input itself names (a column of a csv file) compare
/// with ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(from = "[u64; 3]", into = "[u64; 3]")]
pub struct KnownAnswers {
    /// Puzzles whose line names a solution.
    pub compared: u64,
    /// Of those, the ones whose solution is none: it breaks a rule or a clue.
    pub wrong: u64,
    /// Of those, the ones whose solution is right and not ours: the puzzle has
    /// several.
    pub other: u64,
}

impl KnownAnswers {
    /// Adds those of another count.
    pub fn add(&mut self, more: &KnownAnswers) {
        self.compared += more.compared;
        self.wrong += more.wrong;
        self.other += more.other;
    }
}

impl From<[u64; 3]> for KnownAnswers {
    fn from([compared, wrong, other]: [u64; 3]) -> KnownAnswers {
        KnownAnswers {
            compared,
            wrong,
            other,
        }
    }
}

impl From<KnownAnswers> for [u64; 3] {
    fn from(known: KnownAnswers) -> [u64; 3] {
        [known.compared, known.wrong, known.other]
    }
}

/// A puzzle that took long.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlowPuzzle {
    /// Where it is.
    #[serde(rename = "line")]
    pub place: InputLine,
    /// Its service time.
    pub nanos: u64,
    /// The guesses it took.
    pub guesses: u64,
}

/// A puzzle that took many guesses.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "(InputLine, u64)", into = "(InputLine, u64)")]
pub struct HardPuzzle {
    /// Where it is.
    pub place: InputLine,
    /// The guesses it took.
    pub guesses: u64,
}

impl From<(InputLine, u64)> for HardPuzzle {
    fn from((place, guesses): (InputLine, u64)) -> HardPuzzle {
        HardPuzzle { place, guesses }
    }
}

impl From<HardPuzzle> for (InputLine, u64) {
    fn from(hard: HardPuzzle) -> (InputLine, u64) {
        (hard.place, hard.guesses)
    }
}

/// What happened in a run. A checkpoint holds it as it is, but for what follows
/// from the rest of the checkpoint.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Summary {
    /// Lines of input, or records of a format that has several lines each.
    pub lines: u64,
    /// Lines that should be puzzles: all but blank lines, comments, headers.
    pub puzzles: u64,
    /// What became of them.
    pub verdicts: Verdicts,
    /// The first few lines of each verdict other than solved.
    pub examples: Vec<(Verdict, Vec<InputLine>)>,
    /// Solutions named in the input.
    pub known: KnownAnswers,
    /// The first few lines that name a wrong solution.
    pub known_wrong: Vec<InputLine>,
    /// The engine's counts, the same from run to run.
    #[serde(flatten)]
    pub counters: Counters,
    /// Bytes of input, decompressed.
    pub bytes_in: u64,
    /// Bytes of output.
    #[serde(skip)]
    pub bytes_out: u64,
    /// From the first read to the last row written, in nanoseconds.
    pub wall: u64,
    /// Time in the engine alone, in nanoseconds, all threads together.
    pub solving: u64,
    /// Time in the checker and counting verdicts, in nanoseconds, all threads
    /// together.
    pub checking: u64,
    /// Time of all work on chunks (finding, solving, checking, rendering), in
    /// nanoseconds, all threads together.
    pub working: u64,
    /// Threads that could solve.
    #[serde(skip)]
    pub threads: usize,
    /// Chunks that there were.
    pub chunks: u64,
    /// From a puzzle's entry into the engine to its end. The lane engine works
    /// on many puzzles at once, so there it includes waiting in lockstep.
    pub service: Latency,
    /// Work on one chunk.
    pub chunk: Latency,
    /// From a puzzle's chunk being read to its rows being written.
    pub turnaround: Latency,
    /// The puzzles with the most guesses, those first; of as many guesses the
    /// earlier lines. The same from run to run.
    pub hardest: Vec<HardPuzzle>,
    /// The puzzles with the longest service times, slowest first.
    pub slowest: Vec<SlowPuzzle>,
    /// Sum of the numbers in the top left corners, if that was the task.
    #[serde(skip)]
    pub corners: u64,
    /// Lines, bytes and checksum of the output, if asked for.
    #[serde(skip)]
    pub trailer: Option<Trailer>,
}

impl Summary {
    /// Threads that had something to do at all.
    #[must_use]
    pub fn busy_threads(&self) -> u64 {
        self.chunks.min(self.threads as u64).max(1)
    }

    /// Puzzles a second of solving alone: puzzles (malformed lines are none)
    /// divided by the mean over the threads of the time each spent in the engine.
    #[must_use]
    pub fn solving_rate(&self) -> f64 {
        rate(self.verdicts.puzzles(), self.solving / self.busy_threads())
    }

    /// Puzzles a second from the first read to the last write; malformed lines
    /// are none.
    #[must_use]
    pub fn total_rate(&self) -> f64 {
        rate(self.verdicts.puzzles(), self.wall)
    }

    /// What the way from file to file takes beyond solving alone, as a share
    /// of solving alone. Checking is part of it.
    #[must_use]
    pub fn overhead(&self) -> f64 {
        self.beyond(self.solving)
    }

    /// What the way from file to file takes beyond solving and checking, as a
    /// share of those.
    #[must_use]
    pub fn pipeline_overhead(&self) -> f64 {
        self.beyond(self.solving + self.checking)
    }

    fn beyond(&self, all_threads: u64) -> f64 {
        let alone = all_threads / self.busy_threads();
        if alone == 0 {
            return 0.0;
        }
        self.wall as f64 / alone as f64 - 1.0
    }
}

/// Events a second, 0 where no time passed.
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
    fn rates_and_overhead_follow_from_the_times() {
        let mut summary = Summary {
            puzzles: 1500,
            threads: 2,
            chunks: 8,
            solving: 2_000_000_000,
            wall: 1_100_000_000,
            ..Summary::default()
        };
        summary.verdicts.count(Verdict::Solved, 900);
        summary.verdicts.count(Verdict::None, 100);
        // With those there was nothing to solve.
        summary.verdicts.count(Verdict::Malformed, 500);
        assert_eq!(summary.solving_rate(), 1000.0);
        assert!((summary.total_rate() - 909.09).abs() < 0.01);
        assert!((summary.overhead() - 0.1).abs() < 1e-9);
        assert_eq!(summary.pipeline_overhead(), summary.overhead());
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
