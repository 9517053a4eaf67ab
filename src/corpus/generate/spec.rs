//! Options of generated puzzles, and which of them exclude each other.

use crate::corpus::logic::{Hardness, Level};
use crate::grid::CELLS;
use crate::options;
use std::error::Error;
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

/// Guesses from which a puzzle is called extreme.
pub(crate) const EXTREME: u64 = 8;

/// How hard the puzzles must be, by [`Hardness`].
#[derive(Debug, Clone, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
pub enum Difficulty {
    /// Any hardness.
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
    /// This many guesses.
    Guesses(RangeInclusive<u64>),
}

impl Difficulty {
    /// Whether a puzzle of this hardness fits.
    #[must_use]
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

    /// The level that must solve the puzzle at every step of digging, if there is one.
    pub(super) fn cap(&self) -> Option<Level> {
        match self {
            Difficulty::Easy => Some(Level::NakedSingles),
            Difficulty::Medium => Some(Level::HiddenSingles),
            _ => None,
        }
    }
}

impl FromStr for Difficulty {
    type Err = SpecError;

    /// Reads `easy`, `medium`, `hard` or `extreme`.
    fn from_str(name: &str) -> Result<Difficulty, SpecError> {
        match name {
            "easy" => Ok(Difficulty::Easy),
            "medium" => Ok(Difficulty::Medium),
            "hard" => Ok(Difficulty::Hard),
            "extreme" => Ok(Difficulty::Extreme),
            _ => Err(SpecError(format!(
                "{name:?} is no difficulty: easy, medium, hard, extreme"
            ))),
        }
    }
}

/// How many solutions the puzzles must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[non_exhaustive]
pub enum PuzzleKind {
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

impl FromStr for PuzzleKind {
    type Err = SpecError;

    /// Reads `unique`, `multiple`, `unsolvable` or `invalid`.
    fn from_str(name: &str) -> Result<PuzzleKind, SpecError> {
        match name {
            "unique" => Ok(PuzzleKind::Unique),
            "multiple" => Ok(PuzzleKind::Multiple),
            "unsolvable" => Ok(PuzzleKind::Unsolvable),
            "invalid" => Ok(PuzzleKind::Invalid),
            _ => Err(SpecError(format!(
                "{name:?} is no kind of puzzles: unique, multiple, unsolvable, invalid"
            ))),
        }
    }
}

options! {
    /// Options of generated puzzles.
    ///
    /// ```
    /// use ninefold::corpus::GenerateSpec;
    /// let spec = GenerateSpec::default().seed(7).clues(24..=28).minimal(true);
    /// assert!(spec.check().is_ok());
    /// ```
    #[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub struct GenerateSpec {
        /// Seed of all random choices.
        pub seed: u64,
        /// Number of clues. `None` for a range that suits the other options.
        pub clues: Option<RangeInclusive<usize>> as into,
        /// The difficulty.
        pub difficulty: Difficulty,
        /// Whether every clue must be needed.
        pub minimal: bool,
        /// Number of solutions.
        pub kind: PuzzleKind,
    }
}

impl GenerateSpec {
    /// The range of clues: as specified, or as suits the other options.
    #[must_use]
    pub fn clue_range(&self) -> RangeInclusive<usize> {
        if let Some(range) = &self.clues {
            return range.clone();
        }
        match (self.kind, self.minimal, &self.difficulty) {
            (PuzzleKind::Multiple, _, _) => 18..=30,
            (PuzzleKind::Unique, false, Difficulty::Easy) => 30..=40,
            (PuzzleKind::Unique, false, Difficulty::Medium) => 26..=36,
            (PuzzleKind::Unique, _, _) => 17..=CELLS,
            (PuzzleKind::Unsolvable, _, _) => 17..=79,
            (PuzzleKind::Invalid, _, _) => 17..=CELLS,
        }
    }

    /// Whether digging has a target number of clues. Otherwise it removes clues as long as
    /// possible.
    pub(super) fn aims(&self) -> bool {
        let easy = matches!(self.difficulty, Difficulty::Easy | Difficulty::Medium);
        !self.minimal
            && (self.clues.is_some()
                || self.kind == PuzzleKind::Multiple
                || (easy && self.kind == PuzzleKind::Unique))
    }

    /// Refuses options that no puzzle can fit.
    ///
    /// # Errors
    /// The first reason found.
    pub fn check(&self) -> Result<(), SpecError> {
        let clues = self.clues.clone().unwrap_or(17..=40);
        let low = *clues.start();
        let high = *clues.end();
        let few = "those with one solution have 17 clues or more";
        let reason = match (self.kind, &self.difficulty) {
            _ if low > high => format!("clues {low}..{high}: the first number is the larger"),
            _ if high > CELLS => format!("clues {low}..{high}: a grid has {CELLS} cells"),
            (_, Difficulty::Guesses(range)) if range.is_empty() => {
                let low = range.start();
                let high = range.end();
                format!("guesses {low}..{high}: the first number is the larger")
            }
            (PuzzleKind::Unique, _) if high < 17 => {
                format!("no puzzle with fewer than 17 clues has a single solution: {few}")
            }
            (PuzzleKind::Unsolvable | PuzzleKind::Invalid, _) if high < 17 => {
                format!("these are made from puzzles with one solution: {few}")
            }
            (PuzzleKind::Unique, _) if self.minimal && low > 40 => {
                "no minimal puzzle with more than 40 clues is known".to_owned()
            }
            (PuzzleKind::Multiple, _) if low > 77 => {
                "with more than 77 clues no puzzle has two solutions".to_owned()
            }
            (PuzzleKind::Unsolvable, _) if low > 79 => {
                "with more than 79 clues a puzzle without a solution has clues that clash"
                    .to_owned()
            }
            (PuzzleKind::Unique, _) => return Ok(()),
            _ if self.minimal => {
                "minimal puzzles have one solution and cannot be of another kind".to_owned()
            }
            (PuzzleKind::Unsolvable, _) | (_, Difficulty::Any) => return Ok(()),
            (PuzzleKind::Invalid, _) => no_difficulty("clues that clash"),
            _ => no_difficulty("several solutions"),
        };
        Err(SpecError(reason))
    }
}

fn no_difficulty(what: &str) -> String {
    format!("puzzles with {what} have no difficulty")
}

/// Why no puzzle can fit the options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SpecError(String);

impl Error for SpecError {}

impl fmt::Display for SpecError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(spec: GenerateSpec) -> String {
        spec.check().unwrap_err().to_string()
    }

    #[test]
    fn impossible_wishes_are_refused_with_the_reason() {
        let clues = |clues| GenerateSpec {
            clues: Some(clues),
            ..GenerateSpec::default()
        };
        assert!(refusal(clues(3..=5)).contains("fewer than 17"));
        assert!(refusal(clues(30..=82)).contains("81 cells"));
        #[allow(clippy::reversed_empty_ranges, reason = "that is the mistake")]
        let reversed = clues(30..=20);
        assert!(refusal(reversed).contains("larger"));
        let minimal = GenerateSpec {
            minimal: true,
            ..clues(45..=50)
        };
        assert!(refusal(minimal.clone()).contains("more than 40"));
        let multiple = GenerateSpec {
            kind: PuzzleKind::Multiple,
            ..minimal
        };
        assert!(refusal(multiple).contains("another kind"));
        let three = GenerateSpec {
            kind: PuzzleKind::Multiple,
            ..clues(3..=5)
        };
        assert_eq!(three.check(), Ok(()));
        assert_eq!(GenerateSpec::default().check(), Ok(()));
    }

    #[test]
    fn difficulties_and_kinds_have_names() {
        assert_eq!("extreme".parse(), Ok(Difficulty::Extreme));
        assert_eq!("unsolvable".parse(), Ok(PuzzleKind::Unsolvable));
        let unknown = "Easy".parse::<Difficulty>().unwrap_err();
        assert!(unknown.to_string().contains("medium"));
        assert!("".parse::<PuzzleKind>().is_err());
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
