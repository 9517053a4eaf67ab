//! Service times as the clock counts them, for one worker.

use super::clock::Clock;
use super::largest::Largest;
use super::latency::Latency;
use crate::solver::{Completion, Observer};

/// Times below this many ticks, about 35 us, have counters here. Counting takes a tenth of the time
/// of recording in a histogram, and few puzzles take longer.
const COUNTED: u64 = 1 << 17;

/// Counters for times from one power of two to the next. The middle of the times that share a
/// counter is exact to a thousandth, like the histogram.
const STEPS: u64 = 512;

/// The counter for this many ticks. Below 2 * [`STEPS`] there is one for each, then one for two,
/// for four, and so on.
#[inline(always)]
fn counter(ticks: u64) -> usize {
    let halvings = (ticks | (2 * STEPS - 1)).ilog2() - STEPS.ilog2();
    (u64::from(halvings) * STEPS + (ticks >> halvings)) as usize
}

/// The middle of the times that share a counter.
fn middle(counter: usize) -> u64 {
    let halvings = (counter as u64 / STEPS).saturating_sub(1);
    let first = (counter as u64 - halvings * STEPS) << halvings;
    first + (1 << halvings) / 2
}

/// One worker's service times.
pub(crate) struct Service {
    clock: Clock,
    counters: Box<[u64]>,
    /// Times that were recorded one by one.
    recorded: Latency,
    slowest: Largest<u32>,
    /// Times below this many ticks have a counter, and are not among the slowest.
    counted: u64,
}

impl Service {
    /// No times.
    pub(crate) fn new(clock: &Clock) -> Service {
        Service {
            clock: clock.clone(),
            counters: vec![0; counter(COUNTED)].into(),
            recorded: Latency::new(),
            slowest: Largest::new(),
            counted: 0,
        }
    }

    /// Adds all times to `all`.
    pub(crate) fn add_to(&self, all: &mut Latency) {
        all.add(&self.recorded);
        for (i, &count) in self.counters.iter().enumerate() {
            if count != 0 {
                all.record(self.clock.nanos(0, middle(i)), count);
            }
        }
    }

    /// Forgets all times.
    pub(crate) fn clear(&mut self) {
        self.counters.fill(0);
        self.recorded.clear();
    }

    /// Begins a chunk. Its slowest puzzles are kept if they take more than `bar` nanoseconds.
    pub(crate) fn begin(&mut self, bar: u64) {
        self.slowest.clear();
        self.slowest.raise(bar);
        self.look_at_bar();
    }

    /// Ends a chunk and adds its slowest puzzles to `slowest`.
    pub(crate) fn end(&mut self, slowest: &mut Largest<u32>) {
        std::mem::swap(&mut self.slowest, slowest);
    }

    /// Times above the bar are not counted. (The power of two below it is close enough.)
    fn look_at_bar(&mut self) {
        let below = |ticks: &u64| self.clock.nanos(0, *ticks) <= self.slowest.bar();
        let mut powers = (0..=COUNTED.ilog2()).rev().map(|power| 1 << power);
        self.counted = powers.find(below).unwrap_or(0);
    }

    #[inline(never)]
    fn took_long(&mut self, ticks: u64, puzzle: u32) {
        let nanos = self.clock.nanos(0, ticks);
        self.recorded.record(nanos, 1);
        if nanos > self.slowest.bar() {
            self.slowest.offer(nanos, puzzle);
            self.look_at_bar();
        }
    }
}

impl Observer for Service {
    #[inline]
    fn now(&mut self) -> u64 {
        self.clock.ticks()
    }

    fn completed(&mut self, ended: &[Completion], puzzles: &[u32]) {
        let counted = self.counted;
        let mut long = false;
        for ended in ended {
            if ended.ticks < counted {
                self.counters[counter(ended.ticks)] += u64::from(ended.puzzles);
            } else {
                long = true;
            }
        }
        if long {
            let mut puzzles = puzzles.iter();
            for ended in ended {
                for &puzzle in puzzles.by_ref().take(ended.puzzles as usize) {
                    if ended.ticks >= counted {
                        self.took_long(ended.ticks, puzzle);
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_stands_for_times_that_differ_by_a_thousandth() {
        let mut last = 0;
        for ticks in 0..COUNTED {
            let counter = counter(ticks);
            assert!(counter == last || counter == last + 1, "{ticks}");
            assert!(middle(counter).abs_diff(ticks) <= ticks / 1000, "{ticks}");
            last = counter;
        }
        assert_eq!(last + 1, counter(COUNTED));
    }

    #[test]
    fn all_times_are_there_and_the_slowest_are_known() {
        let clock = Clock::new();
        let (mut service, mut slowest) = (Service::new(&clock), Largest::new());
        let mut expected = Latency::new();
        let mut last = 0;
        service.begin(0);
        let times = (0..1_000_000).step_by(7).chain([1 << 20, 1 << 40]);
        for (i, ticks) in times.chain(0..COUNTED).enumerate() {
            let as_if = match ticks < service.counted {
                true => middle(counter(ticks)),
                false => ticks,
            };
            expected.record(clock.nanos(0, as_if), 2);
            service.completed(&[Completion { ticks, puzzles: 2 }], &[i as u32, 9]);
            // The bar rises, and with it the limit for counting.
            assert!(service.counted >= last);
            last = service.counted;
        }
        assert_eq!(last, COUNTED);
        assert!(service.counters.iter().all(|&count| count >= 2));
        service.end(&mut slowest);
        let mut all = Latency::new();
        service.add_to(&mut all);
        assert_eq!(all, expected);
        let longest = slowest.iter().next().expect("there is one");
        assert_eq!(longest.0, clock.nanos(0, 1 << 40));
        service.clear();
        let mut none = Latency::new();
        service.add_to(&mut none);
        assert_eq!(none.count(), 0);
    }

    #[test]
    fn short_and_long_times_told_together_are_each_counted_once() {
        let clock = Clock::new();
        let (mut service, mut slowest) = (Service::new(&clock), Largest::new());
        service.begin(clock.nanos(0, COUNTED));
        let ended = |ticks, puzzles| Completion { ticks, puzzles };
        let ended = [
            ended(5, 1),
            ended(1 << 40, 2),
            ended(6, 3),
            ended(COUNTED, 1),
            ended(7, 1),
        ];
        service.completed(&ended, &[0, 1, 2, 3, 4, 5, 6, 7]);
        service.end(&mut slowest);
        let mut all = Latency::new();
        service.add_to(&mut all);
        assert_eq!(all.count(), 8);
        assert_eq!(
            slowest.iter().map(|slow| slow.1).collect::<Vec<_>>(),
            [1, 2]
        );
    }
}
