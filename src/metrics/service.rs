//! Service times as the clock counts them, for one worker.

use super::clock::Clock;
use super::latency::Latency;
use super::slowest::Slowest;
use crate::engine::Watch;

/// Ticks from which on a time is recorded by itself: 3 us at 2.6 GHz. Shorter
/// ones, which most are, have counters: that costs a tenth of a record.
const SHORT: u64 = 1 << 13;

/// Ticks that share a counter: one or two nanoseconds, which is what the
/// histogram tells apart there. With one tick each, the counters take 64 KiB and
/// cost 0.5 % more on easy puzzles.
const SHARE: u64 = 4;

/// One worker's service times.
pub(crate) struct Service {
    clock: Clock,
    short: Box<[u64]>,
    long: Latency,
    slowest: Slowest<u32>,
    /// No short time is among the slowest.
    all_short: bool,
}

impl Service {
    /// No times.
    pub(crate) fn new(clock: &Clock) -> Service {
        Service {
            clock: clock.clone(),
            short: vec![0; (SHORT / SHARE) as usize].into(),
            long: Latency::new(),
            slowest: Slowest::new(),
            all_short: false,
        }
    }

    /// Records that a puzzle took so many nanoseconds.
    pub(crate) fn record(&mut self, nanos: u64) {
        self.long.record(nanos, 1);
    }

    /// Adds all times to `all`.
    pub(crate) fn add_to(&self, all: &mut Latency) {
        all.add(&self.long);
        for (i, &count) in self.short.iter().enumerate() {
            if count != 0 {
                let ticks = i as u64 * SHARE + SHARE / 2;
                all.record(self.clock.nanos(0, ticks), count);
            }
        }
    }

    /// Forgets all times.
    pub(crate) fn clear(&mut self) {
        self.short.fill(0);
        self.long.clear();
    }

    /// Begins a chunk, whose slowest puzzles are kept if they take more than
    /// `bar` nanoseconds.
    pub(crate) fn begin(&mut self, bar: u64) {
        self.slowest.clear();
        self.slowest.raise(bar);
        self.all_short = self.is_below(bar);
    }

    /// Ends a chunk; its slowest puzzles are in `slowest` then.
    pub(crate) fn end(&mut self, slowest: &mut Slowest<u32>) {
        std::mem::swap(&mut self.slowest, slowest);
    }

    /// Whether every short time is, in nanoseconds.
    fn is_below(&self, bar: u64) -> bool {
        self.clock.nanos(0, SHORT) <= bar
    }

    #[inline(never)]
    fn count_long(&mut self, ticks: u64, puzzle: u32) {
        let nanos = self.clock.nanos(0, ticks);
        self.long.record(nanos, 1);
        if nanos > self.slowest.bar() {
            self.slowest.offer(nanos, puzzle);
            self.all_short = self.is_below(self.slowest.bar());
        }
    }
}

impl Watch for Service {
    #[inline]
    fn now(&mut self) -> u64 {
        self.clock.ticks()
    }

    fn finished(&mut self, ticks: &[u64], puzzles: &[u32]) {
        let mut long = 0;
        if self.all_short {
            for &ticks in ticks {
                match self.short.get_mut((ticks / SHARE) as usize) {
                    Some(short) => *short += 1,
                    None => long += 1,
                }
            }
        }
        let every = !self.all_short;
        if every || long > 0 {
            for (&ticks, &puzzle) in ticks.iter().zip(puzzles) {
                if every || ticks >= SHORT {
                    self.count_long(ticks, puzzle);
                }
            }
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
        let mut note = |service: &mut Service, ticks: u64, as_if: u64| {
            service.finished(&[ticks, ticks], &[ticks as u32, 9]);
            expected.record(clock.nanos(0, as_if), 2);
        };
        service.begin(0);
        for ticks in (0..12_000).step_by(7).chain([1 << 20, 1 << 40]) {
            // Until ten long ones are known, each counts by itself.
            let shared = ticks < SHORT && service.all_short;
            let middle = ticks / SHARE * SHARE + SHARE / 2;
            note(&mut service, ticks, if shared { middle } else { ticks });
        }
        // Now that the bar is high, short times take the short way.
        for ticks in 0..SHORT {
            note(&mut service, ticks, ticks / SHARE * SHARE + SHARE / 2);
        }
        assert!(service.short.iter().all(|&count| count >= 2 * SHARE));
        service.end(&mut slowest);
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

    #[test]
    fn short_and_long_times_told_together_are_each_counted_once() {
        let (mut service, mut slowest) = (Service::new(&Clock::new()), Slowest::new());
        service.begin(1 << 30);
        service.finished(&[5, 1 << 40, 6, SHORT, SHORT - 1], &[0, 1, 2, 3, 4]);
        service.end(&mut slowest);
        let mut all = Latency::new();
        service.add_to(&mut all);
        assert_eq!(all.count(), 5);
        assert_eq!(slowest.iter().map(|slow| slow.1).collect::<Vec<_>>(), [1]);
    }
}
