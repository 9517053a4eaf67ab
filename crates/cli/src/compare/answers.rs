//! The first pass: makes a side answer every puzzle, before any time is compared.
//!
//! A side that fails is told from one that is slow: a request is never planned longer than a tenth of the
//! time-out, so a request that runs into the time-out is a failure, however much time is left for the others.

use super::sides::Sides;
use crate::messages::warn;
use ninefold::bench::baseline::Unchecked;
use ninefold::bench::corpus::Corpus;
use ninefold::bench::paired::Side;
use ninefold::bench::record::Case;
use ninefold::bench::worker::WorkerError;
use ninefold::escape::escape;
use ninefold::numbers::count;
use std::time::{Duration, Instant};

/// Each request has at most this many times the puzzles of the one before.
const GROWTH: usize = 32;
/// The share of the time-out that a request may be planned to take.
const SHARE: f64 = 0.1;
/// A search for the puzzle gives a process this many times what the puzzles before took, and at least this long.
const PATIENCE: u32 = 20;
const LEAST: Duration = Duration::from_secs(2);

/// The first pass of one side.
pub(super) struct FirstPass<'a> {
    pub(super) sides: &'a Sides<'a>,
    pub(super) side: Side,
    pub(super) cases: &'a [Case],
    /// No request starts later.
    pub(super) until: Option<Instant>,
    /// A request that takes longer has failed.
    pub(super) timeout: Duration,
}

impl FirstPass<'_> {
    /// Asks for the answers to all puzzles of these corpora. Returns the corpora that had not all answered when
    /// the time was over.
    ///
    /// # Errors
    /// A wrong answer, or a request without one, with its puzzle.
    pub(super) fn run(&self, corpora: &[Corpus]) -> Result<Vec<Unchecked>, WorkerError> {
        let mut unchecked = Vec::new();
        for corpus in corpora {
            let answered = self.corpus(corpus)?;
            if answered < corpus.len() {
                unchecked.push(Unchecked {
                    corpus: corpus.name().to_owned(),
                    answered: answered as u64,
                    puzzles: corpus.len() as u64,
                });
            }
        }
        Ok(unchecked)
    }

    /// Asks for the answers to a corpus. Returns the number of puzzles that it answered in time.
    fn corpus(&self, corpus: &Corpus) -> Result<usize, WorkerError> {
        let (mut answered, mut size) = (0, 1);
        while answered < corpus.len() {
            if self.until.is_some_and(|until| Instant::now() >= until) {
                break;
            }
            let began = Instant::now();
            let asked = corpus.part(answered, size);
            match self.request(&asked, self.timeout) {
                // Not a failure: the request would have run into its own time-out first.
                Err(WorkerError::OutOfTime { .. }) => break,
                answer => answer.map_err(|error| self.find(corpus, &asked, error))?,
            }
            answered += asked.len();
            let puzzle = began.elapsed().as_secs_f64() / asked.len() as f64;
            let planned = SHARE * self.timeout.as_secs_f64() / puzzle.max(1e-9);
            size = (planned as usize).clamp(1, size * GROWTH);
        }
        Ok(answered)
    }

    fn request(&self, corpus: &Corpus, timeout: Duration) -> Result<(), WorkerError> {
        let is_here = |case: &&Case| case.corpus == corpus.name();
        let cases: Vec<Case> = self.cases.iter().filter(is_here).cloned().collect();
        match cases.is_empty() {
            true => Ok(()),
            false => self.sides.check(self.side, &cases, corpus, timeout),
        }
    }

    /// Adds the puzzle to the failure of a request: the last of the shortest part from its start that fails, too. A side
    /// that fails on the first puzzle and on the next one alone fails on all.
    fn find(&self, corpus: &Corpus, asked: &Corpus, failed: WorkerError) -> WorkerError {
        let (program, reason) = match failed {
            WorkerError::Broken { program, reason } if !reason.starts_with("puzzle ") => {
                (program, reason)
            }
            other => return other,
        };
        if asked.number(0) == 1
            && asked.len() == 1
            && self.request(&corpus.part(1, 1), self.timeout).is_err()
        {
            return WorkerError::Broken { program, reason };
        }
        if asked.len() > 1 {
            warn("looking for the puzzle that fails");
        }
        let (mut good, mut bad, mut took) = (0, asked.len(), Duration::ZERO);
        while bad - good > 1 {
            let middle = good.midpoint(bad);
            let began = Instant::now();
            let timeout = (took * PATIENCE).max(LEAST).min(self.timeout);
            match self.request(&asked.part(0, middle), timeout) {
                Err(WorkerError::Stopped) => return WorkerError::Stopped,
                // The search has no answer, and must not name a puzzle that it did not try.
                Err(WorkerError::OutOfTime { .. }) => {
                    return WorkerError::Broken { program, reason };
                }
                Err(_) => bad = middle,
                Ok(()) => (good, took) = (middle, began.elapsed()),
            }
        }
        let (number, corpus) = (count(asked.number(bad - 1) as u64), escape(asked.name()));
        let puzzle = String::from_utf8_lossy(asked.puzzle(bad - 1)).into_owned();
        WorkerError::Broken {
            program,
            reason: format!("puzzle {number} of {corpus}: {reason}\n  puzzle  {puzzle}"),
        }
    }
}
