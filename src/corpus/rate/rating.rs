//! The rating of one puzzle.

use crate::corpus::logic::{Hardness, Level};
use crate::grid::Puzzle;

/// The rating of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Rating {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Solutions up to the limit. `None` if two clues clash, or if the engine gave up.
    pub solutions: Option<u64>,
    /// How hard it is. `None` if two clues clash.
    pub hardness: Option<Hardness>,
    /// For a puzzle with one solution: whether every clue is needed.
    pub minimal: Option<bool>,
}

impl Rating {
    /// The level, if the puzzle has one solution or none.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        let is_decided = self.solutions.is_some_and(|solutions| solutions < 2);
        self.hardness
            .filter(|_| is_decided)
            .map(|found| found.level)
    }
}
