//! The rating of one puzzle.

use crate::corpus::logic::{Hardness, Level};
use crate::engine::EngineInfo;
use crate::grid::Puzzle;

/// The rating of a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rating {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Solutions up to the limit. `None` if two clues clash, or if the first engine gave up.
    pub solutions: Option<u64>,
    /// How hard it is. `None` if two clues clash.
    pub hardness: Option<Hardness>,
    /// For a puzzle with one solution: whether every clue is needed.
    pub minimal: Option<bool>,
    /// For a puzzle with one solution, how many digits you must know so that naked and hidden
    /// singles solve the rest: 0, 1, or 2 for more than one.
    pub backdoor: Option<u8>,
    /// The guesses of each engine. `None` if it gave up or two clues clash.
    pub guesses: Vec<Option<u64>>,
}

/// The names of the values of [`Rating::values`].
pub(super) fn value_names(engines: &[&'static EngineInfo]) -> Vec<String> {
    let own = [
        "clues",
        "solutions",
        "level",
        "guesses",
        "minimal",
        "backdoor",
    ];
    let of_engines = engines
        .iter()
        .map(|engine| format!("guesses-{}", engine.name));
    own.map(str::to_owned)
        .into_iter()
        .chain(of_engines)
        .collect()
}

impl Rating {
    /// The values, each in one word. Unknown ones are empty.
    pub(super) fn values(&self) -> Vec<String> {
        let number = |number: Option<u64>| number.map_or(String::new(), |n| n.to_string());
        let yes = |yes: Option<bool>| yes.map_or("", |yes| if yes { "yes" } else { "no" });
        let backdoor = match self.backdoor {
            None => "",
            Some(0) => "0",
            Some(1) => "1",
            Some(_) => "2+",
        };
        let level = match (&self.hardness, self.solutions) {
            (None, _) => "invalid",
            // Reasoning that stops at a guess tells nothing about several solutions.
            (Some(_), Some(2..)) => "",
            (Some(hardness), _) => hardness.level.name(),
        };
        let own = [
            self.puzzle.clues().to_string(),
            number(self.solutions),
            level.to_owned(),
            number(self.hardness.map(|hardness| hardness.guesses)),
            yes(self.minimal).to_owned(),
            backdoor.to_owned(),
        ];
        let of_engines = self.guesses.iter().map(|&guesses| number(guesses));
        own.into_iter().chain(of_engines).collect()
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
