//! The samples of a case: fresh puzzles, as many passes as make a sample long enough.

use super::Case;
use super::check::quiet;
use super::find::PATIENCE;
use crate::bench::corpus::{Corpus, Selection, unseen_from};
use crate::bench::error::CaseError;
use crate::bench::record::{CaseClock, Sample};
use crate::bench::stats::{self, MOST_IDLE};
use crate::external::{Usage, Work};
use ninefold_files::numbers::counted;
use std::mem;
use std::time::Duration;

/// Maximum number of puzzles of a sample, unless the corpus has more: for solvers that get each of
/// them, and for engines, which get passes.
const MOST_PUZZLES: usize = 1_000_000;
const MOST_OF_ENGINES: usize = 4_000_000;
/// A sample of a plain command should take this many times as long as its start, which is a part of
/// it.
const OF_START_UP: u32 = 16;
/// Maximum number of puzzles for a new process before its sample.
const WARMING: usize = 100;
/// A sample of an external solver in `bench` is cut off after this many times the CPU time
/// expected, and this much at least. Some forms of a puzzle take a slow solver a thousand times as
/// long as others.
const LONGER: u32 = 8;
const LEAST_CPU: Duration = Duration::from_secs(1);
/// From this time on, samples show how many threads are busy: more are this many times as many as
/// asked for. Some languages have threads that tidy up.
const ENOUGH: Duration = Duration::from_millis(50);
const MORE_THREADS: f64 = 1.6;

/// From here on are the numbers of texts that no kept sample has: of warm-ups, and of the search
/// for a sample's length.
const WARM_UP: u64 = 1 << 40;
const SIZE: u64 = 2 << 40;

impl Sample {
    /// One of several passes.
    fn of_passes(work: &Work, passes: f64) -> Sample {
        let Work { wall, usage, .. } = work;
        // Some virtual machines have a counter that stands still.
        let counted = usage.instructions.filter(|&count| count > 0);
        let idle = work
            .idle
            .zip(usage.cpu)
            .map(|(idle, cpu)| idle.as_secs_f64() / (idle + cpu).as_secs_f64().max(1e-9));
        Sample {
            wall_ns: (wall.as_nanos() as f64 / passes).max(1.0),
            cpu_ns: usage
                .cpu
                .map(|cpu| cpu.as_nanos() as f64 / passes)
                .filter(|&ns| ns > 0.0),
            instructions: counted.map(|count| count as f64 / passes),
            idle,
        }
    }
}

impl Case<'_> {
    /// Finds out how often to repeat a pass of `puzzles` puzzles, so that a sample takes long
    /// enough, and of a command that starts slowly not longer than it may. Times the start of a
    /// command for that. The puzzles have forms that no run has had, or a memory of answers would
    /// make the samples so long that no time is left to answer them.
    ///
    /// # Errors
    /// The solver failed.
    pub(in crate::bench) fn set_size(
        &mut self,
        puzzles: usize,
        min_sample: Duration,
        longest: Duration,
    ) -> Result<(), CaseError> {
        let is_plain = self.is_plain()?;
        self.time_starts()?;
        self.puzzles = puzzles.min(self.corpus.corpus.len());
        let threads = self.row.case.threads;
        let starts = self.row.external.iter().flat_map(|of| &of.start_up_ns);
        let starts: Vec<f64> = starts.copied().filter(|_| is_plain).collect();
        let mut start_up = Duration::ZERO;
        if !starts.is_empty() {
            start_up = Duration::from_nanos(stats::median(&starts) as u64);
        }
        let most = match self.spec {
            None => MOST_OF_ENGINES,
            Some(_) => MOST_PUZZLES,
        };
        let wanted = min_sample.max((start_up * OF_START_UP).min(longest));
        let most = (most / self.puzzles).max(1);
        let expected = self.puzzle_ns * self.puzzles as f64;
        let mut repeats = 1;
        for number in unseen_from(SIZE).. {
            repeats = repeats.min(most);
            self.row.repeats = repeats as u64;
            if repeats == 1 && expected >= wanted.as_nanos() as f64 {
                break;
            }
            let work = quiet(&self.timed(number, repeats)?, threads);
            let work = work.saturating_sub(start_up);
            self.puzzle_ns = work.as_nanos() as f64 / (self.puzzles * repeats) as f64;
            let factor = wanted.as_secs_f64() / work.as_secs_f64().max(1e-9);
            if work >= wanted.mul_f64(0.8) || repeats >= most {
                // A slow solver is quick with some puzzles, and those before these may have been
                // such.
                if factor < 0.5 {
                    self.row.repeats = (repeats as f64 * factor).ceil() as u64;
                }
                break;
            }
            // A short time may have been noise.
            repeats = (repeats as f64 * factor.clamp(2.0, 64.0)).ceil() as usize;
        }
        Ok(())
    }

    fn text(&self, number: u64, passes: usize) -> Corpus {
        self.corpus.text(Selection {
            puzzles: self.puzzles,
            passes,
            number,
        })
    }

    /// Sends the puzzles of a sample of `repeats` passes.
    fn timed(&mut self, number: u64, repeats: usize) -> Result<Work, CaseError> {
        let (passes, of_text) = match self.spec {
            None => (repeats, 1),
            Some(_) => (1, repeats),
        };
        let asked = self.text(number, of_text);
        self.send_passes(&asked, passes)
    }

    fn send_passes(&mut self, asked: &Corpus, passes: usize) -> Result<Work, CaseError> {
        // To take memory for the sample takes less than to solve it, or a second.
        let puzzles = asked.len() * passes + self.reserve.unwrap_or(0);
        let expected = self.puzzle_ns * puzzles as f64;
        let slow = Duration::from_nanos((expected * self.slowdown) as u64);
        let timeout = self.plan.limits.timeout.max(slow * PATIENCE);
        let cpu = Duration::from_nanos((expected + self.start_ns) as u64);
        let most_cpu = self.is_cut.then(|| (cpu * LONGER).max(LEAST_CPU));
        let reply = self.ask(asked, passes, timeout, most_cpu);
        reply.map(|(reply, _)| reply.work)
    }

    /// Takes sample `number` within a turn.
    ///
    /// # Errors
    /// The solver failed.
    pub(in crate::bench) fn sample(&mut self, number: u64) -> Result<Sample, CaseError> {
        let repeats = self.row.repeats as usize;
        let restarts = self.plan.restarts;
        // No sample is the first request to a process, or a solver could know it by that. The first
        // of two short samples after a start needs as much as a sample has, and long passes warm
        // themselves up.
        let most = match (restarts, repeats) {
            (true, _) => usize::MAX,
            (false, 1) => 1,
            (false, _) => WARMING,
        };
        let is_cold = !mem::replace(&mut self.is_warm, true);
        if is_cold && !self.is_plain()? {
            // An engine gets the puzzles of one pass, and its own clock counts.
            self.reserve = self.spec.map(|_| self.puzzles * repeats);
            let asked = self.text(WARM_UP + number, 1).part(0, most);
            self.send_passes(&asked, 1)?;
        }
        self.is_sample = true;
        let work = self.timed(number, repeats)?;
        self.busy.push((work.wall, work.usage.busy()));
        Ok(Sample::of_passes(&work, repeats as f64))
    }

    /// Takes sample `number` in a turn of its own. If its time is over while it works, the time so
    /// far is the sample.
    ///
    /// # Errors
    /// The solver failed.
    pub(in crate::bench) fn turn(&mut self, number: u64) -> Result<Sample, CaseError> {
        self.begin_turn()?;
        self.is_cut = self.spec.is_some();
        let sample = self.sample(number);
        self.is_cut = false;
        self.end_turn();
        let (usage, wall) = match sample {
            Err(CaseError::Failed(trouble)) if trouble.worked.is_some() => {
                *trouble.worked.unwrap_or_default()
            }
            sample => return sample,
        };
        if let Some(external) = &mut self.row.external {
            external.unanswered += 1;
        }
        let work = Work {
            wall,
            usage: Usage {
                instructions: None,
                ..usage
            },
            ..Work::default()
        };
        Ok(Sample::of_passes(&work, self.row.repeats as f64))
    }

    /// The expected time of a sample of `puzzles` puzzles that takes at least `min_sample`.
    pub(in crate::bench) fn expected(&self, puzzles: usize, min_sample: Duration) -> Duration {
        let work = self.puzzle_ns * puzzles as f64;
        let work = work
            .max(min_sample.as_nanos() as f64)
            .max(self.start_ns * f64::from(OF_START_UP));
        Duration::from_nanos(((work + self.start_ns) * self.slowdown) as u64)
    }

    /// Why it is left out, if more threads were busy than asked for: in the middle one of the
    /// second half of its samples. Before, some languages compile.
    pub(in crate::bench) fn uses_more_threads(&self) -> Option<CaseError> {
        let half = &self.busy[self.busy.len() / 2..];
        let wall: Duration = half.iter().map(|(wall, _)| wall).sum();
        let shares = half
            .iter()
            .map(|(wall, busy)| busy.as_secs_f64() / wall.as_secs_f64());
        let shares: Vec<f64> = shares.collect();
        let threads = self.row.case.threads;
        let used = (wall >= ENOUGH).then(|| stats::median(&shares))?;
        (used > MORE_THREADS * threads as f64).then(|| {
            CaseError::failed(format!(
                "it keeps {used:.1} threads at the same time busy, but may use {}: raise --threads ({{threads}} in \
                 its command becomes their number)",
                counted(threads as u64, "thread")
            ))
        })
    }

    /// Chooses the clock of the samples. CPU time decides for one thread, because it excludes the
    /// time that another program had the CPU. A solver that sleeps, or lets somebody work that is
    /// not its process, has less of it than work: then the wall clock decides.
    pub(in crate::bench) fn choose_clock(&mut self) {
        let samples = &self.row.samples;
        let idle: Option<Vec<f64>> = samples.iter().map(|sample| sample.idle).collect();
        let idle = idle.filter(|idle| !idle.is_empty());
        let idle = idle.map(|idle| stats::median(&idle));
        let is_known = samples.iter().all(|sample| sample.cpu_ns.is_some());
        let works = idle.is_none_or(|idle| idle < MOST_IDLE);
        self.row.clock = if is_known && works && self.row.case.threads == 1 {
            CaseClock::Cpu
        } else {
            CaseClock::Wall
        };
        if let Some(external) = &mut self.row.external {
            external.idle = idle;
        }
    }
}
