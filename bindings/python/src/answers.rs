//! What became of a batch.

use ninefold::engine::Outcome;
use ninefold::solver::verdict::{Mode, Verdict};

/// What became of each puzzle of a batch.
#[derive(Default)]
pub(crate) struct Answers {
    /// None where solutions alone are wanted, and any solution is one.
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

    /// Whether a puzzle has the solution that stands in its row, which is blank where
    /// none was found.
    pub(crate) fn is_solved(&self, i: usize, row: &[u8]) -> bool {
        match self.outcomes {
            Some(_) => self.verdict(i) == Verdict::Solved,
            None => !matches!(row[0], 0 | b'.'),
        }
    }
}
