//! A clock cheap enough to be read once a puzzle.
//!
//! `Instant::now` takes 22 to 32 ns, as long as a whole easy puzzle in the lane kernel. The
//! processor's counter takes 9 to 14. Its rate is measured by the system's clock: both are read
//! when the process creates its first [`Clock`], and when the first time is requested. If no
//! counter runs evenly, ticks are the system's nanoseconds. wasm32-unknown-unknown has neither: no
//! time passes there.

use ninefold::internal::counter;
use std::hint::spin_loop;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Reads ticks, and converts differences of them to nanoseconds.
#[derive(Debug, Clone)]
pub struct Clock(&'static Origin);

/// After this time the rate is known to a ten thousandth: each of two pairs of readings takes about
/// 20 ns.
const LEAST: Duration = Duration::from_micros(300);

/// Pairs of readings to try. The closest one is taken, because the thread may have waited between
/// others.
const TRIES: u32 = 5;

/// What is read, and the moment from which it counts.
#[derive(Debug)]
enum Origin {
    /// The processor's counter.
    Counter(CounterOrigin),
    /// The system's clock.
    System(Instant),
    /// Nothing.
    Still,
}

/// The moment from which the counter's rate is measured.
#[derive(Debug)]
struct CounterOrigin {
    instant: Instant,
    ticks: u64,
    /// Nanoseconds a tick, after the first time was requested.
    rate: OnceLock<f64>,
}

impl Clock {
    /// Ticks since some fixed moment.
    #[inline]
    #[must_use]
    pub fn ticks(&self) -> u64 {
        self.0.now()
    }

    /// Nanoseconds from one reading to a later one; 0 if it is not later.
    ///
    /// A new clock runs for 0.3 ms before it returns its first time.
    #[inline]
    #[must_use]
    pub fn nanos(&self, from: u64, to: u64) -> u64 {
        (to.saturating_sub(from) as f64 * self.0.rate()) as u64
    }
}

impl Default for Clock {
    /// The process's clock.
    fn default() -> Clock {
        static ORIGIN: OnceLock<Origin> = OnceLock::new();
        Clock(ORIGIN.get_or_init(|| Origin::new(counter::runs_evenly())))
    }
}

impl Origin {
    fn new(counts: bool) -> Origin {
        if counts {
            let (instant, ticks) = pair();
            let rate = OnceLock::new();
            return Origin::Counter(CounterOrigin {
                instant,
                ticks,
                rate,
            });
        }
        if cfg!(all(target_family = "wasm", target_os = "unknown")) {
            Origin::Still
        } else {
            Origin::System(Instant::now())
        }
    }

    #[inline]
    fn now(&self) -> u64 {
        match self {
            Origin::Counter(_) => counter::read(),
            Origin::System(instant) => instant.elapsed().as_nanos() as u64,
            Origin::Still => 0,
        }
    }

    #[inline]
    fn rate(&self) -> f64 {
        match self {
            Origin::Counter(origin) => *origin.rate.get_or_init(|| origin.measured()),
            Origin::System(_) | Origin::Still => 1.0,
        }
    }
}

impl CounterOrigin {
    #[cold]
    fn measured(&self) -> f64 {
        loop {
            let (instant, ticks) = pair();
            let passed = instant - self.instant;
            // Ticks do not advance if the counter of a machine was reset during sleep.
            let ticks = ticks.saturating_sub(self.ticks);
            if passed >= LEAST && ticks > 0 {
                return passed.as_nanos() as f64 / ticks as f64;
            }
            spin_loop();
        }
    }
}

/// The system's clock, and the counter at that moment: between two reads of the counter that are as
/// near as they come.
fn pair() -> (Instant, u64) {
    let mut nearest = u64::MAX;
    let mut pair = (Instant::now(), 0);
    for _ in 0..TRIES {
        let before = counter::read();
        let instant = Instant::now();
        let apart = counter::read().saturating_sub(before);
        if apart < nearest {
            nearest = apart;
            pair = (instant, before + apart / 2);
        }
    }
    pair
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock that uses the counter, if there is one, and one that does not.
    fn clocks() -> [Clock; 2] {
        let of = |counts| Clock(Box::leak(Box::new(Origin::new(counts))));
        [of(counter::runs_evenly()), of(false)]
    }

    #[test]
    fn ticks_become_nanoseconds() {
        for clock in clocks() {
            let outside = Instant::now();
            let outer = clock.ticks();
            let inside = Instant::now();
            let inner = clock.ticks();
            while inside.elapsed() < Duration::from_millis(20) {
                spin_loop();
            }
            let inner = clock.nanos(inner, clock.ticks());
            let passed = inside.elapsed();
            let outer = clock.nanos(outer, clock.ticks());
            let all = outside.elapsed();
            // A thousandth for the rate. Any interruption in between is in one of the two.
            let least = passed.as_nanos() as u64;
            let most = all.as_nanos() as u64;
            assert!(outer + outer / 1000 + 1 >= least, "{outer} {least}");
            assert!(inner <= most + most / 1000 + 1, "{inner} {most}");
        }
    }

    #[test]
    fn what_is_not_later_takes_no_time() {
        for clock in clocks() {
            let ticks = clock.ticks();
            assert_eq!(clock.nanos(ticks + 1000, ticks), 0);
            assert_eq!(clock.nanos(ticks, ticks), 0);
        }
    }

    #[test]
    fn a_time_is_the_same_whenever_it_is_told() {
        for clock in clocks() {
            let first = clock.nanos(0, 1 << 40);
            let start = Instant::now();
            while start.elapsed() < 4 * LEAST {
                spin_loop();
            }
            assert_eq!(clock.nanos(0, 1 << 40), first);
        }
    }
}
