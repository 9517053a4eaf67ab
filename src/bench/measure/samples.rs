//! The samples of a case: fresh puzzles, as many passes as make a sample long enough.

use super::cases::{Bench, CaseRunner, PATIENCE};
use crate::bench::corpus::Corpus;
use crate::bench::error::CaseError;
use crate::bench::record::{CaseClock, ResultRow};
use crate::bench::stats::{self, MOST_IDLE};
use crate::external::Usage;
use crate::external::command::Reply;
use crate::numbers::counted;
use std::mem;
use std::time::Duration;

/// Maximum number of puzzles of a sample, unless the corpus has more: for solvers that get each of them, and for
/// engines, which get passes.
const MOST_PUZZLES: usize = 1_000_000;
const MOST_OF_ENGINES: usize = 4_000_000;
/// The work of a sample should take this many times as long as start-up.
const OF_START_UP: u32 = 4;
/// Maximum number of puzzles for a new process before its sample.
const WARMING: usize = 100;
/// How often to time start-up before its time is known.
const STARTS: usize = 3;
/// A solver that is idle for more than half of its start, with one puzzle alone, and not with all, sleeps to be subtracted.
const SLEEPS: u32 = 2;
/// From this time on, samples show how many threads are busy: more are this many times as many as asked for. Some languages
/// have threads that tidy up.
const ENOUGH: Duration = Duration::from_millis(50);
const MORE_THREADS: f64 = 1.6;
/// How often to try a sample whose start-up alone took longer.
const TRIES: usize = 8;

/// The numbers of texts that no kept sample has: of warm-ups, of the search for a sample's length, of start-ups.
const WARM_UP: u64 = 1 << 40;
const SIZE: u64 = 2 << 40;
const START: u64 = 3 << 40;

/// The time of one pass over the puzzles of a sample, in nanoseconds.
#[derive(Debug, Clone, Copy)]
pub(in crate::bench) struct SampleTimes {
    /// Wall-clock time.
    pub(in crate::bench) wall_ns: f64,
    /// CPU time, if known.
    pub(in crate::bench) cpu_ns: Option<f64>,
    /// Instructions, if the system counts them.
    pub(in crate::bench) instructions: Option<f64>,
    /// The share of its time in which the solver neither ran nor waited for a CPU. 0 if it is not known.
    pub(in crate::bench) idle: f64,
    /// Time of a run with one puzzle, which was subtracted: of a command that starts for each sample.
    pub(in crate::bench) start_up_ns: Option<f64>,
}

impl SampleTimes {
    /// The times of one of several passes.
    fn of_passes(wall: Duration, usage: Usage, passes: f64) -> SampleTimes {
        let of_one = |time: Duration| time.as_nanos() as f64 / passes;
        // Some virtual machines have a counter that stands still.
        let counted = usage.instructions.filter(|&count| count > 0);
        let idle = usage.idle(wall).zip(usage.cpu).map_or(0.0, |(idle, cpu)| {
            idle.as_secs_f64() / (idle + cpu).as_secs_f64().max(1e-9)
        });
        SampleTimes {
            wall_ns: of_one(wall).max(1.0),
            cpu_ns: usage.cpu.map(of_one),
            instructions: counted.map(|count| count as f64 / passes),
            idle,
            start_up_ns: None,
        }
    }
}

fn median_of(samples: &[SampleTimes], of: impl Fn(&SampleTimes) -> f64) -> Option<f64> {
    let values: Vec<f64> = samples.iter().map(of).collect();
    (!values.is_empty()).then(|| stats::median(&values))
}

/// Writes samples into their rows, by the clock that decides, and returns the idle share of who makes it the wall clock.
///
/// CPU time decides on cases with one thread, because it excludes the time that another program had the CPU. A solver that
/// sleeps, or works in processes that nobody sees, has less of it than work: then the wall clock decides for all.
/// A low share of the CPU alone accuses nobody, because the machine may be busy.
pub(in crate::bench) fn write_samples(
    mut rows: Vec<(&mut ResultRow, &[SampleTimes])>,
) -> Option<f64> {
    let (mut are_known, mut most_idle) = (true, 0.0_f64);
    for (row, samples) in &mut rows {
        let idle = median_of(samples, |sample| sample.idle);
        if row.case.threads == 1 {
            are_known &= samples
                .iter()
                .all(|sample| sample.cpu_ns.is_some_and(|ns| ns > 0.0));
            most_idle = most_idle.max(idle.unwrap_or(0.0));
        }
        row.instructions = samples
            .iter()
            .filter_map(|sample| sample.instructions)
            .collect();
        if let Some(external) = &mut row.external {
            external.idle = idle;
            external.cpu_ns = samples.iter().filter_map(|sample| sample.cpu_ns).collect();
            let starts = samples.iter().filter_map(|sample| sample.start_up_ns);
            external.start_up_ns = starts.collect();
        }
    }
    let is_idle = most_idle >= MOST_IDLE;
    for (row, samples) in rows {
        row.samples_ns = samples.iter().map(|sample| sample.wall_ns).collect();
        if are_known && !is_idle && row.case.threads == 1 {
            row.clock = CaseClock::Cpu;
            let cpu = samples.iter().filter_map(|sample| sample.cpu_ns);
            row.wall_ns = mem::replace(&mut row.samples_ns, cpu.collect());
        }
    }
    is_idle.then_some(most_idle)
}

impl Bench<'_> {
    /// Finds out how often to repeat a pass of `puzzles` puzzles, so that a sample takes long enough.
    ///
    /// # Errors
    /// The solver failed.
    pub(in crate::bench) fn set_size(
        &mut self,
        i: usize,
        puzzles: usize,
        min_sample: Duration,
    ) -> Result<(), CaseError> {
        let is_plain = self.is_plain(i)?;
        let runner = &mut self.cases[i];
        runner.puzzles = puzzles.min(runner.row.puzzles as usize);
        let threads = runner.row.case.threads;
        let mut start_up = Duration::ZERO;
        if is_plain {
            let starts = (0..STARTS as u64).map(|nth| self.start_up(i, SIZE + nth));
            let starts = starts.map(|start| start.map(|reply| reply.quiet(threads)));
            let mut starts = starts.collect::<Result<Vec<_>, _>>()?;
            starts.sort_unstable();
            start_up = starts[STARTS / 2];
        }
        let runner = &mut self.cases[i];
        let most = match runner.row.external {
            None => MOST_OF_ENGINES,
            Some(_) => MOST_PUZZLES,
        };
        let longest = runner.plan.longest_sample();
        let wanted = min_sample.max((start_up * OF_START_UP).min(longest));
        let most = (most / runner.puzzles).max(1);
        let expected = runner.puzzle_ns * runner.puzzles as f64;
        // Subtracting a single puzzle leaves nothing.
        let fewest = 1 + usize::from(is_plain && runner.puzzles == 1);
        let mut repeats = fewest;
        for number in SIZE.. {
            repeats = repeats.min(most);
            self.cases[i].row.repeats = repeats as u64;
            if repeats == 1 && expected >= wanted.as_nanos() as f64 {
                break;
            }
            let work = self.timed(i, number, repeats)?.quiet(threads);
            let work = work.saturating_sub(start_up);
            let runner = &mut self.cases[i];
            runner.puzzle_ns = work.as_nanos() as f64 / (runner.puzzles * repeats) as f64;
            if work >= wanted.mul_f64(0.8) || repeats >= most {
                break;
            }
            let factor = wanted.as_secs_f64() / work.as_secs_f64().max(1e-9);
            // A short time may have been noise.
            repeats = (repeats as f64 * factor.clamp(2.0, 64.0)).ceil() as usize;
        }
        Ok(())
    }

    /// The number that the forms of a corpus's fresh puzzles follow from.
    fn hash(&self, i: usize) -> Option<u64> {
        let CaseRunner { plan, corpus, .. } = self.cases[i];
        let hash = &self.infos[corpus].sha256[..16];
        let hash = || u64::from_str_radix(hash, 16).expect("it is in hexadecimal");
        plan.fresh.then(hash)
    }

    /// The text of sample `number` of a case: `passes` passes.
    pub(super) fn text(&mut self, i: usize, number: u64, passes: usize) -> Corpus {
        let CaseRunner {
            corpus, puzzles, ..
        } = self.cases[i];
        let key = (corpus, puzzles, passes, number);
        if let Some((_, text)) = self.text.as_ref().filter(|(of, _)| *of == key) {
            return text.clone();
        }
        let part = self.corpora[corpus].spread(puzzles, number as usize);
        let text = part.fresh(passes, self.hash(i), number);
        self.text = Some((key, text.clone()));
        text
    }

    /// Sends the puzzles of a sample of `repeats` passes.
    fn timed(&mut self, i: usize, number: u64, repeats: usize) -> Result<Reply, CaseError> {
        let (passes, of_text) = match self.cases[i].row.external {
            None => (repeats, 1),
            Some(_) => (1, repeats),
        };
        let asked = self.text(i, number, of_text);
        self.send_passes(i, &asked, passes)
    }

    fn send_passes(&mut self, i: usize, asked: &Corpus, passes: usize) -> Result<Reply, CaseError> {
        let CaseRunner {
            plan, puzzle_ns, ..
        } = self.cases[i];
        let expected = Duration::from_nanos((puzzle_ns * (asked.len() * passes) as f64) as u64);
        let timeout = plan.limits.timeout.max(expected * PATIENCE);
        self.send(i, asked, passes, timeout).map(|(reply, _)| reply)
    }

    /// Takes sample `number` of a case.
    ///
    /// # Errors
    /// The solver failed.
    pub(in crate::bench) fn sample(
        &mut self,
        i: usize,
        number: u64,
    ) -> Result<SampleTimes, CaseError> {
        match self.is_plain(i)? {
            true => self.sample_plain(i, number),
            false => self.sample_persistent(i, number),
        }
    }

    fn sample_persistent(&mut self, i: usize, number: u64) -> Result<SampleTimes, CaseError> {
        let CaseRunner { plan, row, .. } = &self.cases[i];
        let repeats = row.repeats as usize;
        // Long passes warm themselves up. The first of two short samples after a start needs as much as a sample has.
        let most = if plan.restarts { usize::MAX } else { WARMING };
        if (repeats > 1 || plan.restarts) && !mem::replace(&mut self.cases[i].is_warm, true) {
            let asked = self.text(i, WARM_UP + number, 1).part(0, most);
            self.send_passes(i, &asked, 1)?;
        }
        let Reply { wall, usage, .. } = self.timed(i, number, repeats)?;
        self.cases[i].busy.push((wall, usage.busy()));
        Ok(SampleTimes::of_passes(wall, usage, repeats as f64))
    }

    /// A sample of a plain command: it solves all passes, and one puzzle, in alternating order. The difference is
    /// the work.
    fn sample_plain(&mut self, i: usize, number: u64) -> Result<SampleTimes, CaseError> {
        let CaseRunner { puzzles, row, .. } = &self.cases[i];
        let (puzzles, repeats) = (*puzzles, row.repeats as usize);
        for attempt in 0..TRIES as u64 {
            let number = number + (attempt << 48);
            let (all, one) = if (number + attempt).is_multiple_of(2) {
                let all = self.timed(i, number, repeats)?;
                (all, self.start_up(i, number)?)
            } else {
                let one = self.start_up(i, number)?;
                (self.timed(i, number, repeats)?, one)
            };
            let idle = |of: &Reply| of.usage.idle(of.wall).unwrap_or_default();
            let slept = idle(&one).saturating_sub(idle(&all));
            // What it does only with one puzzle alone is not its start.
            let start_up = match slept > one.wall / SLEEPS {
                true => one.wall.saturating_sub(slept),
                false => one.wall,
            };
            let wall = all.wall.saturating_sub(start_up);
            // The one puzzle is part of what is subtracted.
            let passes = repeats as f64 - 1.0 / puzzles as f64;
            if wall.is_zero() || passes <= 0.0 {
                continue;
            }
            // The difference of two short runs says little of threads.
            self.cases[i].busy.push((all.wall, all.usage.busy()));
            let usage = all.usage.since(one.usage);
            return Ok(SampleTimes {
                start_up_ns: Some(start_up.as_nanos() as f64),
                ..SampleTimes::of_passes(wall, usage, passes)
            });
        }
        Err(CaseError::Failed(format!(
            "starting it for one puzzle took longer than solving {}, {TRIES} times: use the persistent protocol, or \
             measure more puzzles",
            puzzles * repeats
        )))
    }

    /// Makes a plain command solve one easy puzzle.
    fn start_up(&mut self, i: usize, number: u64) -> Result<Reply, CaseError> {
        let CaseRunner {
            plan,
            corpus,
            reference,
            ..
        } = &self.cases[i];
        let timeout = plan.limits.timeout;
        let one = self.corpora[*corpus].part(reference.easy, 1);
        match self.send(i, &one.fresh(1, self.hash(i), START + number), 1, timeout) {
            Err(CaseError::Wrong(reason)) => {
                Err(CaseError::Wrong(format!("with one puzzle alone: {reason}")))
            }
            reply => reply.map(|(reply, _)| reply),
        }
    }
}

impl CaseRunner<'_> {
    /// The expected time of a sample of `puzzles` puzzles that takes at least `min_sample`.
    pub(in crate::bench) fn expected(&self, puzzles: usize, min_sample: Duration) -> Duration {
        let work = self.puzzle_ns * puzzles as f64;
        let work = work
            .max(min_sample.as_nanos() as f64)
            .max(self.start_ns * f64::from(OF_START_UP));
        Duration::from_nanos(((work + 2.0 * self.start_ns) * self.slowdown) as u64)
    }

    /// Why it is left out, if more threads were busy than asked for: in the middle one of the second half of its samples.
    /// Before, some languages compile.
    pub(in crate::bench) fn uses_more_threads(&self) -> Option<CaseError> {
        let half = &self.busy[self.busy.len() / 2..];
        let wall: Duration = half.iter().map(|(wall, _)| wall).sum();
        let share = |(wall, busy): &(Duration, Duration)| busy.as_secs_f64() / wall.as_secs_f64();
        let shares: Vec<f64> = half.iter().map(share).collect();
        let threads = self.row.case.threads;
        let used = (wall >= ENOUGH).then(|| stats::median(&shares))?;
        (used > MORE_THREADS * threads as f64).then(|| {
            CaseError::Failed(format!(
                "it keeps {used:.1} threads at the same time busy, but may use {}: raise --threads ({{threads}} in \
                 its command becomes their number)",
                counted(threads as u64, "thread")
            ))
        })
    }

    /// Adds a kept sample.
    pub(super) fn keep(&mut self, times: SampleTimes) {
        self.samples.push(times);
        let wall = median_of(&self.samples, |sample| sample.wall_ns);
        self.puzzle_ns = wall.unwrap_or_default() / self.row.puzzles as f64;
    }
}
