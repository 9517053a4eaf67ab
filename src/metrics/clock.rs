//! A clock cheap enough to be read once a puzzle.
//!
//! `Instant::now` takes 22 to 32 ns, which is what a whole easy puzzle takes
//! in the lane kernel. The processor's counter, read through `quanta`, takes
//! 9 to 14. It is calibrated against the system's clock when the first
//! [`Clock`] of the process is made: 0.6 to 3 ms, once. Where there is no such
//! counter `quanta` falls back to the system's clock by itself.

/// Reads ticks, and turns differences of them into nanoseconds.
#[derive(Debug, Clone)]
pub struct Clock(quanta::Clock);

impl Clock {
    /// The process's clock.
    pub fn new() -> Clock {
        Clock(quanta::Clock::new())
    }

    /// Ticks since some fixed moment.
    #[inline]
    pub fn ticks(&self) -> u64 {
        self.0.raw()
    }

    /// Nanoseconds from one reading to a later one; 0 if it is not later.
    #[inline]
    pub fn nanos(&self, from: u64, to: u64) -> u64 {
        self.0.delta_as_nanos(from, to)
    }
}

impl Default for Clock {
    fn default() -> Clock {
        Clock::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn ticks_become_nanoseconds() {
        let clock = Clock::new();
        let (start, ticks) = (Instant::now(), clock.ticks());
        std::thread::sleep(Duration::from_millis(20));
        let measured = clock.nanos(ticks, clock.ticks());
        let elapsed = start.elapsed().as_nanos() as u64;
        assert!(measured >= 19_000_000, "{measured}");
        assert!(measured <= elapsed + elapsed / 20, "{measured} {elapsed}");
        assert_eq!(clock.nanos(ticks + 1000, ticks), 0);
    }
}
