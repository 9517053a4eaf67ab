//! A case answers its puzzles, and every answer is judged.

use super::Case;
use crate::bench::corpus::Corpus;
use crate::bench::error::CaseError;
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
/// puzzle, the two look the same.
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
    /// on the first one, if that is limited. `progress` gets what it does, in words.
    ///
    /// # Errors
    /// A wrong answer, or none, with its puzzle.
    pub(in crate::bench) fn check(
        &mut self,
        until: Option<Instant>,
        on_first: Option<Duration>,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Answered, CaseError> {
        let corpus = self.corpus.corpus.clone();
        let is_plain = self.is_plain()?;
        let timeout = self.plan.limits.timeout;
        let threads = self.row.case.threads;
        let mut answers = AnswerCounts::default();
        let mut counters = Counters::default();
        let mut done = Answered {
            puzzles: 0,
            too_slow: None,
        };
        let mut size = 1;
        let mut start_up = None;
        let [mut work, mut all_wall, mut all_quiet] = [Duration::ZERO; 3];
        // One puzzle says little of the others, so there are two requests at least.
        while done.puzzles < corpus.len()
            && (done.puzzles <= 1 || until.is_none_or(|until| Instant::now() < until))
        {
            let words = format!(
                "{} of {}",
                count(done.puzzles as u64),
                count(corpus.len() as u64)
            );
            progress(&words);
            let asked = corpus.part(done.puzzles, size);
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            let most_cpu = match done.puzzles {
                0 => on_first,
                _ => left.map(|left| left.max(LEAST)),
            };
            let (reply, found) = match self.ask(&asked, 1, timeout, most_cpu) {
                Ok(reply) => reply,
                Err(CaseError::Failed(trouble)) if done.puzzles > 0 => {
                    match trouble.worked.as_deref() {
                        // There is no more time.
                        Some((_, took)) if *took < timeout => break,
                        // It may need longer for one of them than it may.
                        Some(_) => {
                            done.too_slow = Some(unanswered(&asked, &trouble.reason));
                            break;
                        }
                        None => return Err(self.find(&asked, CaseError::Failed(trouble))),
                    }
                }
                Err(error) => return Err(self.find(&asked, error)),
            };
            let quiet = quiet(&reply.work, threads);
            let start_up = *start_up.get_or_insert(if is_plain && asked.len() < corpus.len() {
                quiet
            } else {
                Duration::ZERO
            });
            work += quiet.saturating_sub(start_up);
            all_wall += reply.work.wall;
            all_quiet += quiet;
            done.puzzles += asked.len();
            answers.add(&found);
            counters.add(&reply.work.counters);
            self.puzzle_ns = work.as_nanos() as f64 / done.puzzles as f64;
            self.start_ns = start_up.as_nanos() as f64;
            self.slowdown = all_wall.as_secs_f64() / all_quiet.as_secs_f64().max(1e-9);
            let took = reply.work.wall.as_secs_f64();
            let of_work = took - start_up.as_secs_f64() * self.slowdown;
            let in_all = timeout.as_secs_f64() * asked.len() as f64;
            let planned = SHARE * in_all / of_work.max(1e-6);
            let safe = SAFE_SHARE * in_all / took.max(1e-6);
            size = (planned.min(safe) as usize).clamp(1, size * GROWTH);
        }
        (self.row.answers, self.row.counters) = (answers, counters);
        Ok(done)
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
