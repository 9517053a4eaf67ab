//! Which puzzle a case fails on.

use super::Case;
use crate::bench::corpus::Corpus;
use crate::bench::error::CaseError;
use crate::external::Trouble;
use ninefold_files::escape::escape;
use ninefold_files::numbers::count;
use std::time::{Duration, Instant};

/// A later request may take this many times as long as the first ones let expect.
pub(super) const PATIENCE: u32 = 20;
/// A search for the puzzle that fails gives a process at least this long, besides its start.
const LEAST: Duration = Duration::from_secs(2);

impl Case<'_> {
    /// Adds the puzzle to the failure of a request: the last of the shortest part from its start
    /// that fails, too. A solver that fails on the first puzzle and on the next one alone fails on
    /// all.
    pub(super) fn find(&mut self, asked: &Corpus, error: CaseError) -> CaseError {
        let trouble = match error {
            CaseError::Failed(trouble) if !trouble.is_general => trouble,
            error => return error,
        };
        let timeout = self.plan.limits.timeout;
        let corpus = self.corpus.corpus.clone();
        if asked.len() == 1 && asked.place(0) == 0 {
            let next = corpus.part(1, 1);
            // A slow one may take as long for each.
            if trouble.worked.is_some()
                || next.is_empty()
                || self.ask(&next, 1, timeout, None).is_err()
            {
                return CaseError::Failed(trouble);
            }
        }
        let mut good = 0;
        let mut bad = asked.len();
        // The time that the part had which failed.
        let mut had = timeout;
        let mut took = Duration::ZERO;
        let start = Duration::from_nanos((self.start_ns * self.slowdown) as u64);
        loop {
            // First by halves with little time, and then the part that was found with all of it: on
            // a busy machine it may have been slow for once.
            let (middle, time) = if bad - good > 1 {
                let least = (LEAST + start * 2).max(took * PATIENCE);
                (good.midpoint(bad), least.min(timeout))
            } else if had < timeout {
                (bad, timeout)
            } else {
                break;
            };
            let began = Instant::now();
            match self.ask_anew(&asked.part(0, middle), time) {
                Err(error @ CaseError::Other(_)) => return error,
                Err(_) => (bad, had) = (middle, time),
                Ok(()) => {
                    if middle == bad {
                        (bad, had) = (asked.len(), timeout);
                    }
                    (good, took) = (middle, began.elapsed());
                }
            }
        }
        // Perhaps it was not the puzzle, but what came before.
        let is_whole = bad > 1 && bad == asked.len();
        if is_whole && self.ask_anew(asked, timeout).is_ok() {
            return CaseError::Failed(trouble);
        }
        let number = asked.number(bad - 1);
        let mut reason = format!(
            "puzzle {} of {}: {}\n  puzzle  {}",
            count(number as u64),
            escape(asked.name()),
            trouble.reason,
            String::from_utf8_lossy(asked.puzzle(bad - 1))
        );
        if trouble.is_time_out {
            reason += &way_out(number);
        }
        CaseError::Failed(Trouble { reason, ..trouble })
    }

    /// Sends puzzles to a new process.
    fn ask_anew(&mut self, asked: &Corpus, timeout: Duration) -> Result<(), CaseError> {
        self.solver = None;
        self.ask(asked, 1, timeout, None).map(drop)
    }
}

/// What to do about a solver that needs too long for a puzzle.
fn way_out(number: usize) -> String {
    let easier = "\n  try     easier puzzles (ninefold generate --difficulty easy)";
    match number {
        0 | 1 => easier.to_owned(),
        _ => format!("{easier}, or --max-puzzles {}", number - 1),
    }
}
