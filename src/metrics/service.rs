//! Service times as the clock counts them, for one worker.

use super::clock::Clock;
use super::latency::Latency;
use crate::solver::{Completion, Observer};

/// One worker's service times.
pub(crate) struct Service {
    clock: Clock,
    pub(crate) times: Latency,
}

impl Service {
    /// No times.
    pub(crate) fn new(clock: &Clock) -> Service {
        Service {
            clock: clock.clone(),
            times: Latency::default(),
        }
    }
}

impl Observer for Service {
    #[inline]
    fn now(&mut self) -> u64 {
        self.clock.ticks()
    }

    fn completed(&mut self, ended: &[Completion]) {
        for ended in ended {
            let nanos = self.clock.nanos(0, ended.ticks);
            self.times.record(nanos, u64::from(ended.puzzles));
        }
    }
}
