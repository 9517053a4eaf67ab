//! The time of a call.

use crate::engine::{Completion, Observer};
use crate::parallel::Stop;
use std::time::{Duration, Instant};

/// The time of a call: an observer that measures nothing. Without a deadline it reads no clock.
#[derive(Clone, Copy)]
pub(super) struct Time<'a> {
    stop: Option<&'a Stop>,
    /// From when the others count. `None` if there is no clock, or none is needed.
    begin: Option<Instant>,
    /// When everything ends.
    deadline: Duration,
    /// The time of each puzzle.
    each: Duration,
    /// Until when this thread takes puzzles. It has as long again to finish those that it took.
    until: Duration,
}

/// Whether the target has a clock. In a browser only scripts have one.
const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

impl<'a> Time<'a> {
    /// The time of a call that begins now.
    pub(super) fn of_call(stop: Option<&'a Stop>, deadline: Option<Duration>) -> Time<'a> {
        Time {
            stop,
            begin: (HAS_CLOCK && deadline.is_some()).then(Instant::now),
            deadline: deadline.unwrap_or(Duration::MAX),
            each: Duration::MAX,
            until: Duration::MAX,
        }
    }

    /// When a call ends that begins now.
    pub(super) fn end(deadline: Option<Duration>) -> Option<Instant> {
        let deadline = deadline.filter(|_| HAS_CLOCK)?;
        Instant::now().checked_add(deadline)
    }

    /// The time of a call in which each puzzle has its own deadline.
    pub(super) fn of_each(stop: Option<&'a Stop>, deadline: Option<Duration>) -> Time<'a> {
        let time = Time::of_call(stop, deadline);
        Time {
            deadline: Duration::MAX,
            each: time.deadline,
            ..time
        }
    }

    /// The same, but this thread only takes puzzles for this long.
    pub(super) fn at_most(self, until: Duration) -> Time<'a> {
        let begin = self.begin.unwrap_or_else(Instant::now);
        Time {
            begin: Some(begin),
            until,
            ..self
        }
    }

    /// The time since the call began, or 0 without a clock.
    fn passed(&self) -> Duration {
        self.begin.map_or(Duration::ZERO, |begin| begin.elapsed())
    }

    /// Whether this time ended, and another one did not.
    pub(super) fn ends_before(&self, other: &Time<'_>) -> bool {
        self.until < Duration::MAX && self.passed() >= self.until && !other.is_over()
    }

    /// Whether the work is over.
    pub(super) fn is_over(&self) -> bool {
        self.is_out_of_time(0)
    }
}

impl Observer for Time<'_> {
    fn now(&mut self) -> u64 {
        match self.each {
            Duration::MAX => 0,
            _ => self.passed().as_nanos() as u64,
        }
    }

    fn completed(&mut self, _ended: &[Completion]) {}

    fn takes_more(&mut self) -> bool {
        self.until == Duration::MAX || self.passed() < self.until
    }

    fn is_out_of_time(&self, started: u64) -> bool {
        if self.stop.is_some_and(Stop::is_stopped) {
            return true;
        }
        let end = self.deadline.min(self.until.saturating_mul(2));
        if end == Duration::MAX && self.each == Duration::MAX {
            return false;
        }
        let passed = self.passed();
        let of_puzzle = passed.saturating_sub(Duration::from_nanos(started));
        passed > end || of_puzzle > self.each
    }
}

#[cfg(test)]
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod tests {
    use super::*;

    /// Otherwise all that a thread found in its time is lost if one search is not done by then.
    #[test]
    fn puzzles_that_were_taken_in_time_have_time_to_end() {
        let until = Duration::from_secs(10);
        let after = |seconds| Time {
            begin: Instant::now().checked_sub(Duration::from_secs(seconds)),
            ..Time::of_call(None, None).at_most(until)
        };
        let states = [5, 15, 25].map(|seconds| {
            let mut time = after(seconds);
            (time.takes_more(), time.is_out_of_time(0))
        });
        assert_eq!(states, [(true, false), (false, false), (false, true)]);
        let deadline = Some(Duration::from_secs(12));
        let late = Time {
            begin: after(15).begin,
            ..Time::of_call(None, deadline).at_most(until)
        };
        assert!(late.is_over());
    }
}
