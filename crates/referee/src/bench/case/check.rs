//! A case answers its puzzles, and every answer is judged.

use super::Case;
use crate::bench::corpus::Corpus;
use crate::bench::error::CaseError;
use crate::bench::plan::MeasureProgress;
use crate::bench::record::AnswerCounts;
use crate::external::Work;
use ninefold::engine::Counters;
use ninefold_files::escape::escape;
use ninefold_files::numbers::count;
use std::time::{Duration, Instant};

/// Each request has at most this many times the puzzles of the one before.
const GROWTH: usize = 32;
/// The share of the time-out that the work on a request may be planned to take. So one that runs
/// into the time-out is a failure.
const SHARE: f64 = 0.1;
/// The share of it that a request may take if nothing of the one before was start-up. On one
/// puzzle, the two look the same. It is also the share that a request may be planned to take of the
/// time that is left.
const SAFE_SHARE: f64 = 0.5;
/// The least CPU time for a request after the first one.
const LEAST: Duration = Duration::from_secs(1);

/// How many puzzles a case answered, all right, and why not more.
#[derive(Debug)]
pub(in crate::bench) struct Answered {
    pub(in crate::bench) puzzles: usize,
    /// If it worked on the next ones until the time-out: which, in words.
    pub(in crate::bench) too_slow: Option<CaseError>,
}

impl Case<'_> {
    /// Makes it answer its first puzzle.
    ///
    /// # Errors
    /// Its solver cannot be started, or answers nothing.
    pub(in crate::bench) fn try_first(&mut self) -> Result<(), CaseError> {
        let first = self.corpus.corpus.part(0, 1);
        let reply = self.ask(&first, 1, self.plan.limits.timeout, None);
        reply.map(drop).map_err(|error| self.find(&first, error))
    }

    /// Makes it answer its puzzles, in requests that grow, until this moment; so long may it work
    /// on the first one, if that is limited. `done` is the finished share of the whole work.
    ///
    /// # Errors
    /// A wrong answer, or none, with its puzzle.
    pub(in crate::bench) fn check(
        &mut self,
        until: Option<Instant>,
        on_first: Option<Duration>,
        done: f64,
        progress: &mut MeasureProgress<'_>,
    ) -> Result<Answered, CaseError> {
        let corpus = self.corpus.corpus.clone();
        let is_plain = self.is_plain()?;
        let timeout = self.plan.limits.timeout;
        let mut answers = AnswerCounts::default();
        let mut counters = Counters::default();
        let mut pace = Pace::default();
        let mut size = 1;
        let mut too_slow = None;
        while pace.puzzles < corpus.len() && pace.may_continue(until) {
            let answered = count(pace.puzzles as u64);
            let all = count(corpus.len() as u64);
            let far = format!("{answered} of {all} puzzles");
            progress(done, "check", &self.row.case, &far);
            let asked = corpus.part(pace.puzzles, size);
            let is_first = pace.puzzles == 0;
            let most_cpu = if is_first { on_first } else { left(until) };
            let (reply, found) = match self.ask(&asked, 1, timeout, most_cpu) {
                Ok(reply) => reply,
                Err(error) if is_first => return Err(self.find(&asked, error)),
                Err(error) => {
                    too_slow = self.too_slow(&asked, error)?;
                    break;
                }
            };
            answers.add(&found);
            counters.add(&reply.work.counters);
            let quiet = quiet(&reply.work, self.row.case.threads);
            if is_first && is_plain && asked.len() < corpus.len() {
                pace.start_up = quiet;
            }
            pace.add(asked.len(), reply.work.wall, quiet);
            let left = left(until).unwrap_or(timeout);
            size = pace.next_size(asked.len(), reply.work.wall, timeout, left);
            self.puzzle_ns = pace.work.as_nanos() as f64 / pace.puzzles as f64;
            self.start_ns = pace.start_up.as_nanos() as f64;
            self.slowdown = pace.slowdown();
        }
        self.row.answers = answers;
        self.row.counters = counters;
        Ok(Answered {
            puzzles: pace.puzzles,
            too_slow,
        })
    }

    /// That it worked on these puzzles until the time-out, in words. `None` if it worked until
    /// there was no more time.
    ///
    /// # Errors
    /// It failed otherwise: the failure with its puzzle.
    fn too_slow(
        &mut self,
        asked: &Corpus,
        error: CaseError,
    ) -> Result<Option<CaseError>, CaseError> {
        let timeout = self.plan.limits.timeout;
        if let CaseError::Failed(trouble) = &error
            && let Some((_, took)) = trouble.worked.as_deref()
        {
            let is_time_out = *took >= timeout;
            return Ok(is_time_out.then(|| unanswered(asked, &trouble.reason)));
        }
        Err(self.find(asked, error))
    }
}

/// The CPU time for a request that should end at this moment.
fn left(until: Option<Instant>) -> Option<Duration> {
    let left = until?.saturating_duration_since(Instant::now());
    Some(left.max(LEAST))
}

/// What the requests so far took.
#[derive(Default)]
struct Pace {
    puzzles: usize,
    /// The time of the first request to a plain command, which is mostly its start.
    start_up: Duration,
    /// The time of all requests: by the clock, on a quiet machine, and there without the starts.
    wall: Duration,
    quiet: Duration,
    work: Duration,
}

impl Pace {
    /// Whether there is time for another request. One puzzle says little of the others, so there
    /// are two requests at least.
    fn may_continue(&self, until: Option<Instant>) -> bool {
        self.puzzles <= 1 || until.is_none_or(|until| Instant::now() < until)
    }

    fn add(&mut self, puzzles: usize, wall: Duration, quiet: Duration) {
        self.puzzles += puzzles;
        self.wall += wall;
        self.quiet += quiet;
        self.work += quiet.saturating_sub(self.start_up);
    }

    /// How many times as long the work takes as on a quiet machine.
    fn slowdown(&self) -> f64 {
        self.wall.as_secs_f64() / self.quiet.as_secs_f64().max(1e-9)
    }

    /// The puzzles of the next request, after one of this many that took this long, if this much
    /// time is left. A request that does not end in that time has no answers.
    fn next_size(
        &self,
        puzzles: usize,
        wall: Duration,
        timeout: Duration,
        left: Duration,
    ) -> usize {
        let took = wall.as_secs_f64();
        let of_work = took - self.start_up.as_secs_f64() * self.slowdown();
        let timeout = timeout.as_secs_f64();
        let left = SAFE_SHARE * left.as_secs_f64();
        let planned = left.min(SHARE * timeout);
        let is_first = self.puzzles == puzzles;
        // After the first request, all of it may have been work.
        let safe = if is_first { left } else { f64::INFINITY };
        let safe = safe.min(SAFE_SHARE * timeout);
        let next = (planned / of_work.max(1e-6)).min(safe / took.max(1e-6));
        ((next * puzzles as f64) as usize).clamp(1, puzzles * GROWTH)
    }
}

/// That it gave no answer to these puzzles in time.
fn unanswered(asked: &Corpus, reason: &str) -> CaseError {
    let [first, last] = [0, asked.len() - 1].map(|i| count(asked.number(i) as u64));
    let which = match asked.len() {
        1 => format!("puzzle {first}"),
        _ => format!("puzzles {first} to {last}"),
    };
    CaseError::failed(format!("{which} of {}: {reason}", escape(asked.name())))
}

/// The time of some work without that in which its thread waited for a CPU, if it has one thread:
/// as long as it would take on a quiet machine.
pub(super) fn quiet(work: &Work, threads: usize) -> Duration {
    let queued = work.usage.queued.filter(|_| threads == 1);
    let quiet = work.wall.saturating_sub(queued.unwrap_or_default());
    // If it has more threads than asked for, they wait for longer than it takes.
    quiet.max(work.usage.cpu.unwrap_or_default().min(work.wall))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// After one puzzle of a plain command, which took 0.6 seconds.
    #[test]
    fn the_second_request_ends_in_the_time_that_is_left_even_if_nothing_was_start_up() {
        let took = Duration::from_millis(600);
        let pace = Pace {
            puzzles: 1,
            start_up: took,
            wall: took,
            quiet: took,
            work: Duration::ZERO,
        };
        let timeout = Duration::from_secs(30);
        let next = |left| pace.next_size(1, took, timeout, Duration::from_secs(left));
        assert_eq!([1, 4, 10, 100].map(next), [1, 3, 8, 25]);
    }
}
