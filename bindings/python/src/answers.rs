//! The answers of a batch.

use ninefold::engine::Outcome;
use ninefold::engine::verdict::{Mode, Verdict};

/// The answer to each puzzle of a batch.
pub(crate) struct Answers {
    /// `None` if only solutions are wanted and the limit is 1. Then a puzzle is solved if its row
    /// is not blank.
    pub(crate) outcomes: Option<Vec<Outcome>>,
    pub(crate) mode: Mode,
}

impl Answers {
    pub(crate) fn outcome(&self, i: usize) -> &Outcome {
        &self.outcomes.as_ref().expect("outcomes are wanted")[i]
    }

    pub(crate) fn verdict(&self, i: usize) -> Verdict {
        Verdict::of(self.outcome(i), self.mode)
    }

    /// Whether a puzzle is solved, by the content of its row.
    pub(crate) fn is_solved(&self, i: usize, row: &[u8]) -> bool {
        match self.outcomes {
            Some(_) => self.verdict(i) == Verdict::Solved,
            None => !matches!(row[0], 0 | b'.'),
        }
    }
}
