//! What became of a batch.

use ninefold::engine::Outcome;
use ninefold::solver::verdict::{Mode, Verdict};

/// What became of each puzzle of a batch.
#[derive(Default)]
pub(crate) struct Answers {
    pub(crate) outcomes: Vec<Outcome>,
    pub(crate) mode: Mode,
}

impl Answers {
    pub(crate) fn verdict(&self, i: usize) -> Verdict {
        Verdict::of(&self.outcomes[i], self.mode)
    }

    pub(crate) fn is_solved(&self, i: usize) -> bool {
        self.verdict(i) == Verdict::Solved
    }
}
