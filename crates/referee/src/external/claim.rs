//! What a worker says of a library's time, beside what was seen from outside.
//!
//! The worker's own clock leaves out how it reads puzzles and prints answers. But the library is in
//! its process, and can make it say anything. So its word counts only as far as it agrees with the
//! CPU time of all its processes.

use super::work::{Trouble, Work, WorkUsed};
use ninefold_files::numbers;
use std::time::Duration;

/// How far the two may be apart: this share of the claim, and the time of reading puzzles and
/// printing answers, for each puzzle and each request. (They take 0.2 to 0.3 us and 0.08 ms, beside
/// eight busy loops, too.)
const APART: f64 = 0.05;
const OF_PUZZLE: Duration = Duration::from_nanos(400);
const OF_REQUEST: Duration = Duration::from_micros(200);
/// And this much besides, on all requests to a process, and on each of them. (On a machine with
/// eight times as much to do as it can, libraries once used 3 to 46 ms more than their workers
/// said, in how many requests is not known. The shortest samples, of libraries in `compare`, take
/// 2 ms, so a claim gains at most 8 % by it.)
const SLACK: Duration = Duration::from_millis(1);
const SLACK_OF_REQUEST: Duration = Duration::from_micros(150);

/// CPU time of all requests to a process: as its worker says it, and as it was seen from outside.
/// The time of processes that it waited for is known to 10 ms, and so better of all requests than
/// of one.
#[derive(Debug, Default)]
pub(super) struct Claim {
    says: Duration,
    seen: Duration,
    requests: u32,
}

impl Claim {
    /// Takes over what a worker says of a request, if it agrees.
    ///
    /// # Errors
    /// It says too little.
    pub(super) fn compare(
        &mut self,
        work: &mut Work,
        used: WorkUsed,
        count: usize,
    ) -> Result<(), Trouble> {
        let ns = Duration::from_nanos;
        let around = OF_REQUEST + OF_PUZZLE * count.min(1 << 30) as u32;
        let seen = work.usage.cpu.unwrap_or_default();
        self.seen += seen.saturating_sub(around);
        self.says += used.cpu_ns.map_or(seen, ns);
        self.requests += 1;
        let slack = SLACK + SLACK_OF_REQUEST * self.requests;
        if is_less(self.says, self.seen, slack) {
            let [says, seen] = [self.says, self.seen];
            let [says, seen] = [says, seen].map(|time| numbers::time(time.as_nanos() as f64));
            return Err(Trouble {
                is_general: true,
                ..Trouble::from(format!(
                    "its worker says {says} of CPU time, but its processes used {seen}"
                ))
            });
        }
        // Who sleeps while others work is judged by the wall clock.
        let queued = work.usage.queued.unwrap_or_default();
        let queued = queued.saturating_sub(ns(used.queued_ns.unwrap_or_default()));
        let seen = work.wall.saturating_sub(work.late + queued + around);
        let says = ns(used.wall_ns);
        work.take(used);
        if is_less(says, seen, SLACK) {
            work.wall = seen;
        }
        Ok(())
    }
}

fn is_less(says: Duration, seen: Duration, slack: Duration) -> bool {
    seen > says.mul_f64(1.0 + APART) + slack
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::external::usage::Usage;
    use ninefold::engine::Counters;

    /// Whether claims of these milliseconds agree with what was seen.
    fn agrees(claims: &[(u64, u64)]) -> bool {
        let mut claim = Claim::default();
        claims.iter().all(|&(says, seen)| {
            let seen = Duration::from_millis(seen);
            let usage = Usage {
                cpu: Some(seen),
                ..Usage::default()
            };
            let mut work = Work::new(seen, Duration::ZERO, usage);
            let says = says * 1_000_000;
            let used = WorkUsed {
                wall_ns: says,
                cpu_ns: Some(says),
                queued_ns: Some(0),
                instructions: None,
                counters: Counters::default(),
            };
            claim.compare(&mut work, used, 100).is_ok()
        })
    }

    #[test]
    fn a_claim_that_is_more_than_a_twentieth_too_low_is_none() {
        assert!(agrees(&[(100, 104)]) && agrees(&[(100, 90)]));
        assert!(!agrees(&[(100, 107)]));
        // All requests count together.
        assert!(agrees(&[(20, 21), (20, 21)]) && !agrees(&[(20, 22); 40]));
        // Each request may have a little around it, and no more.
        assert!(!agrees(&[(0, 1); 100]));
        let slack = SLACK + SLACK_OF_REQUEST * 100;
        assert!(slack < Duration::from_millis(20), "{slack:?}");
    }

    #[test]
    fn the_wall_clock_is_believed_as_far_as_it_was_seen() {
        let usage = Usage {
            cpu: Some(Duration::from_millis(1)),
            ..Usage::default()
        };
        let wall = |says: u64| {
            let mut work = Work::new(Duration::from_millis(50), Duration::ZERO, usage);
            let used = WorkUsed {
                wall_ns: says,
                cpu_ns: Some(1_000_000),
                queued_ns: Some(0),
                instructions: None,
                counters: Counters::default(),
            };
            Claim::default().compare(&mut work, used, 100).unwrap();
            work.wall
        };
        assert_eq!(wall(49_000_000), Duration::from_millis(49));
        assert!(wall(1_000_000) > Duration::from_millis(49));
    }
}
