//! Collects the ended puzzles and their times, and reports many at a time.

use super::isa::MOST_LANES;
use crate::solver::{Completion, Observer};

/// Number of ended puzzles to collect before a report. (Reporting at each event costs 1 % more on
/// easy puzzles.)
const ENDED: usize = 256;

/// Completions that are not reported yet.
pub(crate) struct Completions {
    /// Their number, and their puzzles.
    ended: usize,
    puzzles: [u32; ENDED],
    /// The number of runs with the same time.
    runs: usize,
    times: [Completion; ENDED],
}

impl Completions {
    pub(crate) fn new() -> Completions {
        const { assert!(MOST_LANES < ENDED) };
        Completions {
            ended: 0,
            puzzles: [0; ENDED],
            runs: 0,
            times: [Completion::default(); ENDED],
        }
    }

    /// Adds a puzzle that ended. Call it at most as often as there are lanes between two calls of
    /// [`Completions::report_if_many`].
    #[inline(always)]
    pub(crate) fn add(&mut self, puzzle: u32) {
        debug_assert!(self.ended < ENDED);
        self.puzzles[self.ended % ENDED] = puzzle;
        self.ended += 1;
    }

    /// Adds the time of the puzzles that ended last.
    #[inline(always)]
    pub(crate) fn add_time(&mut self, ticks: u64, puzzles: u32) {
        self.times[self.runs % ENDED] = Completion { ticks, puzzles };
        self.runs += 1;
    }

    #[inline(always)]
    pub(crate) fn report_if_many(&mut self, observer: &mut dyn Observer) {
        if self.ended > ENDED - MOST_LANES {
            self.report(observer);
        }
    }

    /// Reports everything that was added.
    #[inline(never)]
    pub(crate) fn report(&mut self, observer: &mut dyn Observer) {
        let puzzles = std::mem::take(&mut self.ended);
        let runs = std::mem::take(&mut self.runs);
        debug_assert_eq!(
            self.times[..runs]
                .iter()
                .map(|time| time.puzzles as usize)
                .sum::<usize>(),
            puzzles,
            "every puzzle has its time"
        );
        observer.completed(&self.times[..runs], &self.puzzles[..puzzles]);
    }
}
