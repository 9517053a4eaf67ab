//! Service times as the clock counts them, for one worker.

use super::clock::Clock;
use super::latency::Latency;
use ninefold::engine::{Completion, Observer};
use std::time::Duration;

/// One worker's service times, and the time that each puzzle has.
pub(crate) struct Service {
    clock: Clock,
    is_recorded: bool,
    deadline: Option<Duration>,
    pub(crate) times: Latency,
}

impl Service {
    /// No times. They are recorded if `is_recorded`.
    pub(crate) fn new(clock: &Clock, is_recorded: bool, deadline: Option<Duration>) -> Service {
        Service {
            clock: clock.clone(),
            is_recorded,
            deadline,
            times: Latency::default(),
        }
    }

    /// Whether anything needs the clock.
    pub(crate) fn is_needed(&self) -> bool {
        self.is_recorded || self.deadline.is_some()
    }
}

/// Whether the time of a puzzle that was begun at this tick is over.
pub(crate) fn is_over(clock: &Clock, started: u64, deadline: Option<Duration>) -> bool {
    deadline.is_some_and(|deadline| {
        let passed = clock.nanos(started, clock.ticks());
        Duration::from_nanos(passed) > deadline
    })
}

impl Observer for Service {
    #[inline]
    fn now(&mut self) -> u64 {
        self.clock.ticks()
    }

    fn completed(&mut self, ended: &[Completion]) {
        if !self.is_recorded {
            return;
        }
        for ended in ended {
            let nanos = self.clock.nanos(0, ended.ticks);
            self.times.record(nanos, u64::from(ended.puzzles));
        }
    }

    fn is_out_of_time(&self, started: u64) -> bool {
        is_over(&self.clock, started, self.deadline)
    }
}
