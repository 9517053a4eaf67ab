//! The rating of one puzzle.

use crate::corpus::logic::{Hardness, Level};
use crate::format::Value;
use crate::grid::Puzzle;

/// The rating of a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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

/// The names of the values of [`Rating::values`].
pub(super) const VALUE_NAMES: [&str; 5] = ["clues", "count", "level", "guesses", "minimal"];

impl Rating {
    /// The values, texts of one word or numbers.
    pub(super) fn values(&self) -> [Value<'static>; VALUE_NAMES.len()] {
        let yes = |yes| Value::name(if yes { "yes" } else { "no" });
        let level = match (&self.hardness, self.solutions) {
            (None, _) => Value::name("invalid"),
            // Reasoning that stops at a guess tells nothing about several solutions.
            (Some(_), Some(2..)) => Value::Nothing,
            (Some(hardness), _) => Value::name(hardness.level.name()),
        };
        [
            Value::Number(self.puzzle.clues() as u64),
            self.solutions.into(),
            level,
            self.hardness.map(|hardness| hardness.guesses).into(),
            self.minimal.map_or(Value::Nothing, yes),
        ]
    }

    /// The level, if the puzzle has one solution or none.
    #[must_use]
    pub fn level(&self) -> Option<Level> {
        let is_decided = self.solutions.is_some_and(|solutions| solutions < 2);
        self.hardness
            .filter(|_| is_decided)
            .map(|found| found.level)
    }
}
