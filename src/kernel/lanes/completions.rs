//! Collects the times of ended puzzles, and reports many at a time.

use super::isa::MOST_LANES;
use crate::solver::{Completion, Observer};

/// Number of times to collect before a report. (Reporting at each event costs 1 % more on easy
/// puzzles.)
const ENDED: usize = 256;

/// Completions that are not reported yet.
pub(crate) struct Completions {
    len: usize,
    times: [Completion; ENDED],
}

impl Completions {
    pub(crate) fn new() -> Completions {
        const { assert!(MOST_LANES < ENDED) };
        Completions {
            len: 0,
            times: [Completion::default(); ENDED],
        }
    }

    /// Adds the time of some puzzles. Call it at most as often as there are lanes between two calls
    /// of [`Completions::report_if_many`].
    #[inline(always)]
    pub(crate) fn add(&mut self, ticks: u64, puzzles: u32) {
        debug_assert!(self.len < ENDED);
        self.times[self.len % ENDED] = Completion { ticks, puzzles };
        self.len += 1;
    }

    #[inline(always)]
    pub(crate) fn report_if_many(&mut self, observer: &mut dyn Observer) {
        if self.len > ENDED - MOST_LANES {
            self.report(observer);
        }
    }

    /// Reports everything that was added.
    #[inline(never)]
    pub(crate) fn report(&mut self, observer: &mut dyn Observer) {
        observer.completed(&self.times[..std::mem::take(&mut self.len)]);
    }
}
