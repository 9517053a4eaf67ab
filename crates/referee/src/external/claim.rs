//! What a worker says of a library's time, beside what was seen from outside.
//!
//! The worker's own clock leaves out how it reads puzzles and prints answers. But the library is in
//! its process, and can make it say anything. So its word counts only as far as it agrees with the
//! CPU time of all its processes.

use super::work::{Trouble, Work, WorkUsed};
use ninefold_files::numbers;
use std::time::Duration;

/// How far the two may be apart: this share of the claim, and the time of reading puzzles and
/// printing answers, for each puzzle and each request. (They take 0.13 to 0.27 us and 0.08 ms,
/// beside eight busy loops, too. In memory that the system has yet to give, they took 0.6 us on
/// Zen 3.)
const APART: f64 = 0.05;
const OF_PUZZLE: Duration = Duration::from_nanos(400);
const OF_REQUEST: Duration = Duration::from_micros(200);
/// And this much besides, on all samples, and on each of them. (The shortest, of libraries in
/// `compare`, take 2 ms, so a claim gains at most 15 % by it.)
const SLACK: Duration = Duration::from_millis(1);
const SLACK_OF_REQUEST: Duration = Duration::from_micros(150);
/// One sample in ten, rounded up, may be apart by any time, which a busy system can add to it.
/// (Beside eight busy loops an honest library once used 2.9 ms for a claim of 0.2.)
const FORGIVEN: usize = 10;

/// CPU time of all samples of a library, one after another. The time of processes that it waited for
/// is known to 10 ms, and so better of all samples than of one.
#[derive(Debug, Default)]
pub(super) struct Claim {
    samples: Vec<CpuTime>,
}

/// CPU time as a worker says it, and as it was seen from outside.
#[derive(Debug, Clone, Copy)]
struct CpuTime {
    says: Duration,
    seen: Duration,
}

impl Claim {
    /// Takes over what a worker says of a request. If it says too little, too much, or nothing of its
    /// CPU time, what was seen counts.
    ///
    /// # Errors
    /// It says too little of too many samples.
    pub(super) fn compare(
        &mut self,
        work: &mut Work,
        used: WorkUsed,
        count: usize,
        is_sample: bool,
    ) -> Result<(), Trouble> {
        let ns = Duration::from_nanos;
        let around = OF_REQUEST + OF_PUZZLE * count.min(1 << 30) as u32;
        let seen = work.usage.cpu;
        let says = used.cpu_ns.map(ns).into_iter().chain(seen).min();
        let cpu = CpuTime {
            says: says.unwrap_or_default(),
            seen: seen.unwrap_or_default().saturating_sub(around),
        };
        if is_sample {
            self.samples.push(cpu);
            self.check()?;
        }
        // Who sleeps while others work is judged by the wall clock.
        let queued = work.usage.queued.unwrap_or_default();
        let queued = queued.saturating_sub(ns(used.queued_ns.unwrap_or_default()));
        let wall = work.wall.saturating_sub(work.late + queued + around);
        let seen_wall = work.wall;
        work.take(used);
        work.wall = work.wall.min(seen_wall);
        work.usage.cpu = if is_less(cpu.says, cpu.seen, SLACK) {
            Some(cpu.seen)
        } else {
            says
        };
        if is_less(work.wall, wall, SLACK) {
            work.wall = wall;
        }
        Ok(())
    }

    /// Compares all samples together, but for those that are forgiven.
    ///
    /// # Errors
    /// The claims are too low.
    fn check(&mut self) -> Result<(), Trouble> {
        self.samples
            .sort_by_key(|cpu| cpu.seen.saturating_sub(cpu.says));
        let count = self.samples.len();
        let kept = &self.samples[..count - count.div_ceil(FORGIVEN)];
        let says = kept.iter().map(|cpu| cpu.says).sum();
        let seen = kept.iter().map(|cpu| cpu.seen).sum();
        let slack = SLACK + SLACK_OF_REQUEST * kept.len() as u32;
        if !is_less(says, seen, slack) {
            return Ok(());
        }
        let [says, seen] = [says, seen].map(|time| numbers::time(time.as_nanos() as f64));
        Err(Trouble {
            is_general: true,
            ..Trouble::from(format!(
                "its worker says {says} of CPU time, but its processes used {seen}"
            ))
        })
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

    fn ms(time: f64) -> Duration {
        Duration::from_nanos((time * 1e6) as u64)
    }

    /// Compares a claim of CPU time and one of the wall clock with what was seen, in milliseconds.
    fn compared(claim: &mut Claim, cpu: (f64, f64), wall: (f64, f64)) -> Result<Work, Trouble> {
        compared_with(claim, (Some(cpu.0), cpu.1), wall)
    }

    /// The same for a worker that may say nothing of its CPU time.
    fn compared_with(
        claim: &mut Claim,
        cpu: (Option<f64>, f64),
        wall: (f64, f64),
    ) -> Result<Work, Trouble> {
        let usage = Usage {
            cpu: Some(ms(cpu.1)),
            ..Usage::default()
        };
        let mut work = Work::new(ms(wall.1), Duration::ZERO, usage);
        let used = WorkUsed {
            wall_ns: ms(wall.0).as_nanos() as u64,
            cpu_ns: cpu.0.map(|says| ms(says).as_nanos() as u64),
            queued_ns: Some(0),
            instructions: None,
            counters: Counters::default(),
        };
        claim.compare(&mut work, used, 100, true)?;
        Ok(work)
    }

    /// Whether claims of these milliseconds agree with what was seen.
    fn agrees(claims: &[(f64, f64)]) -> bool {
        let mut claim = Claim::default();
        claims
            .iter()
            .all(|&cpu| compared(&mut claim, cpu, cpu).is_ok())
    }

    #[test]
    fn a_claim_that_is_more_than_a_twentieth_too_low_is_none() {
        assert!(agrees(&[(100.0, 104.0); 20]) && agrees(&[(100.0, 90.0); 20]));
        assert!(!agrees(&[(100.0, 107.0); 2]));
        // All requests count together.
        assert!(agrees(&[(20.0, 21.0); 2]) && !agrees(&[(20.0, 22.0); 40]));
        // Each request may have a little around it, and no more.
        assert!(!agrees(&[(0.0, 1.0); 100]));
        let slack = SLACK + SLACK_OF_REQUEST * 100;
        assert!(slack < Duration::from_millis(20), "{slack:?}");
    }

    #[test]
    fn a_busy_system_leaves_no_library_out() {
        assert!(agrees(&[(0.183, 2.87), (2.0, 2.1), (2.0, 2.1)]));
        let mut claims = [(2.0, 2.1); 40];
        for burst in [3, 12, 25, 39] {
            claims[burst].1 = 14.0;
        }
        assert!(agrees(&claims));
        // The time of a process that it waited for shows in one request of five.
        let waited = [(0.2, 0.2), (0.2, 0.2), (0.2, 10.2), (0.2, 0.2), (0.2, 0.2)];
        assert!(!agrees(&waited.repeat(4)));
    }

    #[test]
    fn a_claim_that_is_too_high_saves_nothing_for_later() {
        let mut claim = Claim::default();
        let work = compared(&mut claim, (400.0, 2.0), (400.0, 2.0)).unwrap();
        assert_eq!((work.usage.cpu, work.wall), (Some(ms(2.0)), ms(2.0)));
        let later = [(1.0, 2.0); 40].map(|cpu| compared(&mut claim, cpu, cpu));
        assert!(later.iter().any(Result::is_err));
    }

    #[test]
    fn what_was_seen_counts_where_nothing_is_claimed() {
        for seen in [0.5, 50.0] {
            let found = compared_with(&mut Claim::default(), (None, seen), (10.0, 10.0));
            assert_eq!(found.unwrap().usage.cpu, Some(ms(seen)));
        }
    }

    #[test]
    fn what_was_seen_counts_where_a_claim_is_too_low() {
        let cpu = |says| {
            let work = compared(&mut Claim::default(), (says, 50.0), (says, 50.0));
            work.unwrap().usage.cpu.unwrap()
        };
        assert_eq!(cpu(49.0), ms(49.0));
        assert!(cpu(1.0) > ms(49.0));
        let wall = |says| {
            let work = compared(&mut Claim::default(), (1.0, 1.0), (says, 50.0));
            work.unwrap().wall
        };
        assert_eq!(wall(49.0), ms(49.0));
        assert!(wall(1.0) > ms(49.0));
    }
}
