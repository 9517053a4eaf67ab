//! All solutions of one puzzle, one after another.

use super::request::Request;
use super::time::Time;
use crate::engine::{self, Outcome, Status};
use crate::grid::{Puzzle, Solution};
use crate::parallel::Stop;
use std::iter::FusedIterator;
use std::time::Instant;

/// The solutions of a puzzle in lexicographic order: the iterator of
/// [`solutions`](crate::solutions()) and [`Request::solutions`].
#[derive(Debug)]
pub struct AllSolutions {
    search: engine::Solutions,
    /// Solutions that may still be returned.
    left: u64,
    stop: Option<Stop>,
    /// When the time ends.
    end: Option<Instant>,
    is_out_of_time: bool,
}

impl AllSolutions {
    pub(super) fn new(puzzle: &Puzzle, request: &Request) -> AllSolutions {
        AllSolutions {
            search: engine::Solutions::new(puzzle, request.limits.guesses),
            left: request.limits.solutions,
            stop: request.stop.clone(),
            end: Time::end(request.deadline),
            is_out_of_time: false,
        }
    }

    /// The result so far: solutions returned, guesses made, and what ran out, if anything. If the
    /// list ended at [the limit of solutions](Request::limit), there may be more.
    #[must_use]
    pub fn outcome(&self) -> Outcome {
        let mut outcome = self.search.outcome();
        if self.is_out_of_time {
            outcome.status = Status::OutOfTime;
        }
        outcome
    }
}

impl Iterator for AllSolutions {
    type Item = Solution;

    fn next(&mut self) -> Option<Solution> {
        if self.left == 0 {
            return None;
        }
        let stop = &self.stop;
        let end = self.end;
        let is_out = || {
            let is_stopped = stop.as_ref().is_some_and(Stop::is_stopped);
            is_stopped || end.is_some_and(|end| Instant::now() >= end)
        };
        if is_out() {
            self.is_out_of_time = true;
            self.left = 0;
            return None;
        }
        let found = self.search.next_in_time(&is_out);
        self.left = if found.is_some() { self.left - 1 } else { 0 };
        found.map(Solution::from_digits)
    }
}

// After the end there is nothing left.
impl FusedIterator for AllSolutions {}
