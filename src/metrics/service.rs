//! Service times as the clock counts them, for one worker.

use super::clock::Clock;
use super::latency::Latency;
use super::slowest::Slowest;
use crate::engine::Watch;

/// Ticks up to which a time has a counter of its own: 3 us at 2.6 GHz. It
/// costs a third of a histogram's record, and most puzzles take no longer.
const SHORT: usize = 1 << 13;

/// One worker's service times.
pub(crate) struct Service {
    clock: Clock,
    short: Box<[u64]>,
    long: Latency,
}

impl Service {
    /// No times.
    pub(crate) fn new(clock: &Clock) -> Service {
        Service {
            clock: clock.clone(),
            short: vec![0; SHORT].into(),
            long: Latency::new(),
        }
    }

    /// Records that a puzzle took so many nanoseconds.
    pub(crate) fn record(&mut self, nanos: u64) {
        self.long.record(nanos, 1);
    }

    /// Adds all times to `all`.
    pub(crate) fn add_to(&self, all: &mut Latency) {
        all.add(&self.long);
        for (ticks, &count) in self.short.iter().enumerate() {
            if count != 0 {
                all.record(self.clock.nanos(0, ticks as u64), count);
            }
        }
    }

    /// Forgets all times.
    pub(crate) fn clear(&mut self) {
        self.short.fill(0);
        self.long.clear();
    }

    /// Watches a chunk; its slowest puzzles are told to `slowest`.
    pub(crate) fn watch<'a>(&'a mut self, slowest: &'a mut Slowest<u32>) -> ServiceWatch<'a> {
        ServiceWatch {
            all_short: self.is_below(slowest.bar()),
            service: self,
            slowest,
        }
    }

    /// Whether every short time is, in nanoseconds.
    fn is_below(&self, bar: u64) -> bool {
        self.clock.nanos(0, SHORT as u64) <= bar
    }
}

/// Takes the times of a chunk's puzzles.
pub(crate) struct ServiceWatch<'a> {
    service: &'a mut Service,
    slowest: &'a mut Slowest<u32>,
    /// No short time is among the slowest.
    all_short: bool,
}

impl Watch for ServiceWatch<'_> {
    #[inline]
    fn now(&mut self) -> u64 {
        self.service.clock.ticks()
    }

    #[inline]
    fn finished(&mut self, ticks: u64, puzzles: &[u32]) {
        let count = puzzles.len() as u64;
        let short = usize::try_from(ticks).unwrap_or(usize::MAX);
        match self.service.short.get_mut(short) {
            Some(short) if self.all_short => *short += count,
            _ => self.finished_long(ticks, puzzles),
        }
    }
}

impl ServiceWatch<'_> {
    #[inline(never)]
    fn finished_long(&mut self, ticks: u64, puzzles: &[u32]) {
        let nanos = self.service.clock.nanos(0, ticks);
        self.service.long.record(nanos, puzzles.len() as u64);
        if nanos > self.slowest.bar() {
            for &puzzle in puzzles {
                self.slowest.offer(nanos, puzzle);
            }
            self.all_short = self.service.is_below(self.slowest.bar());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_and_long_times_are_all_there_and_the_slowest_are_known() {
        let clock = Clock::new();
        let (mut service, mut slowest) = (Service::new(&clock), Slowest::new());
        let mut expected = Latency::new();
        let times = (0..12_000).step_by(7).chain([1 << 20, 1 << 40]);
        let mut watch = service.watch(&mut slowest);
        for (i, ticks) in times.enumerate() {
            watch.finished(ticks, &[i as u32, 9]);
            expected.record(clock.nanos(0, ticks), 2);
        }
        // Now that the bar is high, short times take the short way.
        for ticks in 0..SHORT as u64 {
            watch.finished(ticks, &[1]);
            expected.record(clock.nanos(0, ticks), 1);
        }
        assert!(service.short.iter().all(|&count| count > 0));
        let mut all = Latency::new();
        service.add_to(&mut all);
        assert_eq!(all.counts(), expected.counts());
        let longest = slowest.iter().next().expect("there is one");
        assert_eq!(longest.0, clock.nanos(0, 1 << 40));
        service.clear();
        let mut none = Latency::new();
        service.add_to(&mut none);
        assert_eq!(none.count(), 0);
    }
}
