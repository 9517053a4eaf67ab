//! The verdict on a puzzle: one function for the writer, the report and the exit code.

use super::{Outcome, Status};
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// What the caller asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Mode {
    /// Any solution.
    #[default]
    First,
    /// The only solution.
    Unique,
    /// The number of solutions.
    Count,
    /// Every solution.
    All,
}

impl Mode {
    /// The question that a limit of solutions answers: two show which puzzles have several.
    #[must_use]
    pub fn of_limit(solutions: u64) -> Mode {
        match solutions {
            0 | 1 => Mode::First,
            _ => Mode::Unique,
        }
    }
}

/// The verdict on a puzzle. It prints as its name, and is read from it.
///
/// ```
/// use ninefold::engine::verdict::Verdict;
/// assert_eq!(Verdict::GaveUp.to_string(), "gave-up");
/// assert_eq!("gave-up".parse(), Ok(Verdict::GaveUp));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Verdict {
    /// It has a solution; in [`Mode::Unique`] exactly one.
    Solved,
    /// Its solutions were counted or listed up to the limit. There are more.
    AtLeast,
    /// It has more than one solution, and the question was whether it has exactly one.
    Multiple,
    /// It has no solution.
    None,
    /// The limit of guesses was reached first, or the deadline.
    GaveUp,
    /// Two clues clash.
    Invalid,
    /// The line is not a puzzle.
    Malformed,
}

impl Verdict {
    /// All of them, in the order of their numbers.
    pub const ALL: [Verdict; 7] = [
        Verdict::Solved,
        Verdict::AtLeast,
        Verdict::Multiple,
        Verdict::None,
        Verdict::GaveUp,
        Verdict::Invalid,
        Verdict::Malformed,
    ];

    /// The verdict on an outcome.
    #[inline]
    #[must_use]
    pub fn of(outcome: &Outcome, mode: Mode) -> Verdict {
        match outcome.status {
            Status::Malformed => Verdict::Malformed,
            Status::Invalid => Verdict::Invalid,
            Status::GaveUp | Status::OutOfTime => Verdict::GaveUp,
            Status::LimitReached => Verdict::AtLeast,
            Status::Finished => match outcome.solutions {
                0 => Verdict::None,
                1 => Verdict::Solved,
                _ if mode == Mode::Unique => Verdict::Multiple,
                _ => Verdict::Solved,
            },
        }
    }

    /// Whether this answers the question. The others are negative findings.
    #[inline]
    #[must_use]
    pub fn is_answer(self) -> bool {
        matches!(self, Verdict::Solved | Verdict::AtLeast)
    }

    /// The name of the verdict.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Solved => "solved",
            Verdict::AtLeast => "at-least",
            Verdict::Multiple => "multiple",
            Verdict::None => "none",
            Verdict::GaveUp => "gave-up",
            Verdict::Invalid => "invalid",
            Verdict::Malformed => "malformed",
        }
    }

    /// Appends the text that replaces a solution in a row: `!` and the name.
    pub fn write(self, out: &mut Vec<u8>) {
        out.push(b'!');
        out.extend_from_slice(self.name().as_bytes());
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A text is not the name of a [`Verdict`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownVerdict;

impl Error for UnknownVerdict {}

impl fmt::Display for UnknownVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "not the name of a verdict")
    }
}

impl FromStr for Verdict {
    type Err = UnknownVerdict;

    fn from_str(name: &str) -> Result<Verdict, UnknownVerdict> {
        let mut all = Verdict::ALL.into_iter();
        all.find(|verdict| verdict.name() == name)
            .ok_or(UnknownVerdict)
    }
}

/// Number of puzzles of each verdict.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Verdicts([u64; Verdict::ALL.len()]);

impl Verdicts {
    /// Adds `count` puzzles of a verdict.
    #[inline]
    pub fn count(&mut self, verdict: Verdict, count: u64) {
        self.0[verdict as usize] += count;
    }

    /// Puzzles of a verdict.
    #[must_use]
    pub fn of(&self, verdict: Verdict) -> u64 {
        self.0[verdict as usize]
    }

    /// Adds another count.
    pub fn add(&mut self, other: &Verdicts) {
        for (sum, more) in self.0.iter_mut().zip(other.0) {
            *sum += more;
        }
    }

    /// All puzzles.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.iter().sum()
    }

    /// All except malformed lines, which have nothing to solve.
    #[must_use]
    pub fn puzzles(&self) -> u64 {
        self.total() - self.of(Verdict::Malformed)
    }

    /// Whether every puzzle has the requested answer.
    #[must_use]
    pub fn all_solved(&self) -> bool {
        let answers = Verdict::ALL.into_iter().filter(|v| v.is_answer());
        self.total() == answers.map(|verdict| self.of(verdict)).sum::<u64>()
    }
}
