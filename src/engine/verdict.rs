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
}

/// What became of a puzzle, in one word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// It has a solution; in [`Mode::Unique`] exactly one.
    Solved,
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
    pub const ALL: [Verdict; 6] = [
        Verdict::Solved,
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
            Status::Finished => match outcome.solutions {
                0 => Verdict::None,
                1 => Verdict::Solved,
                _ if mode == Mode::Unique => Verdict::Multiple,
                _ => Verdict::Solved,
            },
        }
    }

    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Solved => "solved",
            Verdict::Multiple => "multiple",
            Verdict::None => "none",
            Verdict::GaveUp => "gave-up",
            Verdict::Invalid => "invalid",
            Verdict::Malformed => "malformed",
        }
    }
}
