//! A clock cheap enough to be read once a puzzle.
//!
//! `Instant::now` takes 22 to 32 ns, which is what a whole easy puzzle takes
//! in the lane kernel. The processor's counter takes 9 to 14. How fast it counts, the system's
//! clock tells: both are read when the first [`Clock`] of the process is made, and when the first
//! time is told. Where no counter runs evenly, ticks are the system's nanoseconds.

use crate::simd::counter;
use std::hint::spin_loop;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// Reads ticks, and turns differences of them into nanoseconds.
#[derive(Debug, Clone)]
pub struct Clock(&'static Origin);

/// From when a rate is known to a ten thousandth: two pairs of readings are each some 20 ns apart.
const LEAST: Duration = Duration::from_micros(300);

/// Readings of a pair, of which the nearest two are taken: between others a thread may have waited.
const TRIES: u32 = 5;

/// The moment from which the ticks' rate is measured.
#[derive(Debug)]
struct Origin {
    instant: Instant,
    ticks: u64,
    /// Whether the processor's counter is read.
    counts: bool,
    /// Nanoseconds a tick, once a time was told.
    rate: OnceLock<f64>,
}

impl Clock {
    /// The process's clock.
    pub fn new() -> Clock {
        static ORIGIN: OnceLock<Origin> = OnceLock::new();
        Clock(ORIGIN.get_or_init(|| Origin::new(counter::runs_evenly())))
    }

    /// Ticks since some fixed moment.
    #[inline]
    #[must_use]
    pub fn ticks(&self) -> u64 {
        self.0.now()
    }

    /// Nanoseconds from one reading to a later one; 0 if it is not later.
    ///
    /// Of a clock that was just made the first time is told only when it has run for 0.3 ms.
    #[inline]
    #[must_use]
    pub fn nanos(&self, from: u64, to: u64) -> u64 {
        (to.saturating_sub(from) as f64 * self.0.rate()) as u64
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::new()
    }
}

impl Origin {
    fn new(counts: bool) -> Origin {
        let mut origin = Origin {
            instant: Instant::now(),
            ticks: 0,
            counts,
            rate: OnceLock::new(),
        };
        if counts {
            (origin.instant, origin.ticks) = pair();
        } else {
            let _ = origin.rate.set(1.0);
        }
        origin
    }

    #[inline]
    fn now(&self) -> u64 {
        match self.counts {
            true => counter::read(),
            false => self.instant.elapsed().as_nanos() as u64,
        }
    }

    #[inline]
    fn rate(&self) -> f64 {
        *self.rate.get_or_init(|| self.measured())
    }

    #[cold]
    fn measured(&self) -> f64 {
        loop {
            let (instant, ticks) = pair();
            let passed = instant - self.instant;
            // Ticks stand still where a machine that slept began to count anew.
            let ticks = ticks.saturating_sub(self.ticks);
            if passed >= LEAST && ticks > 0 {
                return passed.as_nanos() as f64 / ticks as f64;
            }
            spin_loop();
        }
    }
}

/// The system's clock, and the counter at that moment.
fn pair() -> (Instant, u64) {
    let tried = || {
        let before = counter::read();
        let instant = Instant::now();
        let apart = counter::read().saturating_sub(before);
        (apart, instant, before + apart / 2)
    };
    let mut nearest = tried();
    for _ in 1..TRIES {
        let next = tried();
        if next.0 < nearest.0 {
            nearest = next;
        }
    }
    (nearest.1, nearest.2)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A clock by the counter, where there is one, and one without.
    fn clocks() -> [Clock; 2] {
        let of = |counts| Clock(Box::leak(Box::new(Origin::new(counts))));
        [of(counter::runs_evenly()), of(false)]
    }

    #[test]
    fn ticks_become_nanoseconds() {
        for clock in clocks() {
            let (outside, outer) = (Instant::now(), clock.ticks());
            let (inside, inner) = (Instant::now(), clock.ticks());
            while inside.elapsed() < Duration::from_millis(20) {
                spin_loop();
            }
            let (inner, passed) = (clock.nanos(inner, clock.ticks()), inside.elapsed());
            let (outer, all) = (clock.nanos(outer, clock.ticks()), outside.elapsed());
            // A thousandth for the rate; whatever waited in between is in one of the two.
            let (least, most) = (passed.as_nanos() as u64, all.as_nanos() as u64);
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
            while clock.0.instant.elapsed() < 4 * LEAST {
                spin_loop();
            }
            assert_eq!(clock.nanos(0, 1 << 40), first);
        }
    }
}
