//! What is said of a puzzle: one function for the writer, the report and the
//! exit code alike.

use super::{Outcome, Status};

/// What was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
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

/// What became of a puzzle, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// It has a solution; in [`Mode::Unique`] exactly one.
    Solved,
    /// Its solutions were counted or listed up to the limit, and not beyond.
    AtLeast,
    /// It has more than one solution, and one alone was asked for.
    Multiple,
    /// It has no solution.
    None,
    /// The limit of guesses was reached first.
    GaveUp,
    /// Two clues clash.
    Invalid,
    /// The line is no puzzle.
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
    pub fn of(outcome: &Outcome, mode: Mode) -> Verdict {
        match outcome.status {
            Status::Malformed => Verdict::Malformed,
            Status::Invalid => Verdict::Invalid,
            Status::GaveUp => Verdict::GaveUp,
            Status::LimitReached => Verdict::AtLeast,
            Status::Finished => match outcome.solutions {
                0 => Verdict::None,
                1 => Verdict::Solved,
                _ if mode == Mode::Unique => Verdict::Multiple,
                _ => Verdict::Solved,
            },
        }
    }

    /// Whether it answers what was asked. The others are negative findings.
    #[inline]
    pub fn is_answer(self) -> bool {
        matches!(self, Verdict::Solved | Verdict::AtLeast)
    }

    /// The word for it.
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
}
