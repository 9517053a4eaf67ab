//! What is wished for, and which wishes cannot come true.

use super::symmetry::Symmetry;
use crate::corpus::SpecError;
use crate::corpus::logic::{Hardness, Level};
use crate::grid::CELLS;
use crate::setters::setters;
use std::ops::RangeInclusive;

/// Guesses from which a puzzle is called extreme.
pub const EXTREME: u64 = 8;

/// How hard the puzzles shall be, by [`Hardness`].
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Difficulty {
    /// As they come.
    #[default]
    Any,
    /// Naked singles suffice.
    Easy,
    /// Naked and hidden singles suffice, naked singles alone do not.
    Medium,
    /// Needs locked candidates, or fewer than [`EXTREME`] guesses.
    Hard,
    /// Needs [`EXTREME`] guesses or more.
    Extreme,
    /// So many guesses.
    Guesses(RangeInclusive<u64>),
}

impl Difficulty {
    /// Whether a puzzle of this hardness is meant.
    pub fn admits(&self, hardness: &Hardness) -> bool {
        let Hardness { level, guesses } = *hardness;
        match self {
            Difficulty::Any => true,
            Difficulty::Easy => level == Level::NakedSingles,
            Difficulty::Medium => level == Level::HiddenSingles,
            Difficulty::Hard => level > Level::HiddenSingles && guesses < EXTREME,
            Difficulty::Extreme => guesses >= EXTREME,
            Difficulty::Guesses(range) => range.contains(&guesses),
        }
    }

    /// The level that must solve the puzzle at every step of digging, where
    /// there is one.
    pub(super) fn cap(&self) -> Option<Level> {
        match self {
            Difficulty::Easy => Some(Level::NakedSingles),
            Difficulty::Medium => Some(Level::HiddenSingles),
            _ => None,
        }
    }
}

/// How many solutions the puzzles shall have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Kind {
    /// One.
    #[default]
    Unique,
    /// Two or more.
    Multiple,
    /// None, though no two clues clash.
    Unsolvable,
    /// None, because two clues clash.
    Invalid,
}

/// What is wished for.
///
/// ```
/// use ninefold::corpus::generate::{Spec, Symmetry};
/// let spec = Spec::default().seed(7).clues(24..=28).symmetry(Symmetry::Rotational);
/// assert!(spec.check().is_ok());
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Spec {
    /// Everything random follows from it.
    pub seed: u64,
    /// Number of clues; `None`: what suits the rest.
    pub clues: Option<RangeInclusive<usize>>,
    /// How hard.
    pub difficulty: Difficulty,
    /// No clue can be left out.
    pub minimal: bool,
    /// Of the clues' places.
    pub symmetry: Symmetry,
    /// Number of solutions.
    pub kind: Kind,
    /// Grids to try for one puzzle before it is left out; 0: 100,000.
    pub attempts: u32,
}

setters! {
    Spec {
        seed: u64,
        clues: impl Into<Option<RangeInclusive<usize>>>,
        difficulty: Difficulty,
        minimal: bool,
        symmetry: Symmetry,
        kind: Kind,
        attempts: u32,
    }
}

impl Spec {
    /// The range of clues: what was asked for, or what suits the rest.
    pub fn clue_range(&self) -> RangeInclusive<usize> {
        if let Some(range) = &self.clues {
            return range.clone();
        }
        match (self.kind, self.minimal, &self.difficulty) {
            (Kind::Multiple, _, _) => 18..=30,
            (Kind::Unique, false, Difficulty::Easy) => 30..=40,
            (Kind::Unique, false, Difficulty::Medium) => 26..=36,
            (Kind::Unique, _, _) => 17..=CELLS,
            (Kind::Unsolvable, _, _) => 17..=79,
            (Kind::Invalid, _, _) => 17..=CELLS,
        }
    }

    /// Whether digging aims at a number of clues; else it goes on until no
    /// more can go.
    pub(super) fn aims(&self) -> bool {
        let easy = matches!(self.difficulty, Difficulty::Easy | Difficulty::Medium);
        !self.minimal
            && (self.clues.is_some()
                || self.kind == Kind::Multiple
                || (easy && self.kind == Kind::Unique))
    }

    /// Refuses what cannot be.
    ///
    /// # Errors
    /// The first reason found.
    pub fn check(&self) -> Result<(), SpecError> {
        if let Some(range) = &self.clues {
            self.check_clues(*range.start(), *range.end())?;
        }
        if let Difficulty::Guesses(range) = &self.difficulty
            && range.is_empty()
        {
            return Err(SpecError::EmptyGuesses(*range.start(), *range.end()));
        }
        match self.kind {
            Kind::Multiple if self.minimal => Err(SpecError::MinimalKind("--multiple")),
            Kind::Unsolvable if self.minimal => Err(SpecError::MinimalKind("--unsolvable")),
            Kind::Invalid if self.minimal => Err(SpecError::MinimalKind("--invalid")),
            Kind::Multiple | Kind::Invalid if self.difficulty != Difficulty::Any => {
                Err(SpecError::DifficultKind)
            }
            _ => Ok(()),
        }
    }

    fn check_clues(&self, low: usize, high: usize) -> Result<(), SpecError> {
        if low > high {
            return Err(SpecError::EmptyRange(low, high));
        }
        if high > CELLS {
            return Err(SpecError::TooMany(low, high));
        }
        match self.kind {
            Kind::Unique if high < 17 => return Err(SpecError::TooFewForUnique),
            Kind::Unsolvable | Kind::Invalid if high < 17 => {
                return Err(SpecError::TooFewToSpoil);
            }
            Kind::Unique if self.minimal && low > 40 => return Err(SpecError::TooManyForMinimal),
            Kind::Multiple if low > 77 => return Err(SpecError::TooManyForMultiple),
            Kind::Unsolvable if low > 79 => return Err(SpecError::TooManyForUnsolvable),
            _ => {}
        }
        if (low..=high).any(|clues| self.symmetry.allows(clues)) {
            Ok(())
        } else {
            Err(SpecError::Symmetry(self.symmetry.name(), low, high))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(spec: Spec) -> String {
        spec.check().unwrap_err().to_string()
    }

    #[test]
    fn impossible_wishes_are_refused_with_the_reason() {
        let clues = |clues| Spec {
            clues: Some(clues),
            ..Spec::default()
        };
        assert!(refusal(clues(3..=5)).contains("fewer than 17"));
        assert!(refusal(clues(30..=82)).contains("81 cells"));
        #[allow(clippy::reversed_empty_ranges, reason = "that is the mistake")]
        let reversed = clues(30..=20);
        assert!(refusal(reversed).contains("larger"));
        let quarter = Spec {
            symmetry: Symmetry::Quarter,
            ..clues(26..=27)
        };
        assert_eq!(
            refusal(quarter),
            "no pattern with quarter symmetry has 26 to 27 clues"
        );
        let minimal = Spec {
            minimal: true,
            ..clues(45..=50)
        };
        assert!(refusal(minimal.clone()).contains("more than 40"));
        let multiple = Spec {
            kind: Kind::Multiple,
            ..minimal
        };
        assert!(refusal(multiple).contains("--multiple"));
        let three = Spec {
            kind: Kind::Multiple,
            ..clues(3..=5)
        };
        assert_eq!(three.check(), Ok(()));
        assert_eq!(Spec::default().check(), Ok(()));
    }

    #[test]
    fn difficulties_divide_the_unique_puzzles() {
        for level in Level::ALL {
            for guesses in [0, 1, EXTREME - 1, EXTREME, 1000] {
                if (level == Level::Guessing) != (guesses > 0) {
                    continue;
                }
                let hardness = Hardness { level, guesses };
                let names = [
                    Difficulty::Easy,
                    Difficulty::Medium,
                    Difficulty::Hard,
                    Difficulty::Extreme,
                ];
                let count = names.iter().filter(|d| d.admits(&hardness)).count();
                assert_eq!(count, 1, "{hardness:?}");
            }
        }
    }
}
