//! Verifies an answer that somebody else gave.

use crate::grid::check::{self, Fault};
use crate::grid::{CellError, Puzzle, cell_count};
use std::error::Error;
use std::fmt;

/// Why an answer is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum VerifyError {
    /// The puzzle's text is not 81 cells, so nothing can be said about the answer.
    Malformed(CellError),
    /// The answer has this many bytes, not 81.
    Length(usize),
    /// What is wrong with the answer.
    Wrong(Fault),
}

impl VerifyError {
    /// The error with its cause, in one line.
    ///
    /// ```
    /// let error = ninefold::verify("1", "").unwrap_err();
    /// assert_eq!(error.with_cause(), "the puzzle is malformed: has 1 cell, not 81");
    /// ```
    #[must_use]
    pub fn with_cause(&self) -> String {
        match self.source() {
            Some(cause) => format!("{self}: {cause}"),
            None => self.to_string(),
        }
    }
}

impl Error for VerifyError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            VerifyError::Malformed(error) => Some(error),
            VerifyError::Length(_) => None,
            VerifyError::Wrong(fault) => Some(fault),
        }
    }
}

impl fmt::Display for VerifyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VerifyError::Malformed(_) => write!(f, "the puzzle is malformed"),
            VerifyError::Length(bytes) => {
                write!(f, "the answer has {}, not 81", cell_count(*bytes))
            }
            VerifyError::Wrong(_) => write!(f, "the answer is wrong"),
        }
    }
}

/// Verifies that an answer solves a puzzle, by the checker that every answer of Ninefold passes.
///
/// The answer is right if each row, column and box has all nine digits, and every clue is in its
/// place. Whether the puzzle has other solutions does not matter: [`is_unique`](crate::is_unique)
/// tells. A call takes some twenty nanoseconds, and more if the puzzle is a text.
///
/// ```
/// use ninefold::{VerifyError, grid::check::Fault, verify};
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let solution = ninefold::solve(puzzle)?;
/// assert_eq!(verify(puzzle, solution.as_str()), Ok(()));
/// let wrong = solution.as_str().replacen('5', "6", 1);
/// assert_eq!(verify(puzzle, &wrong), Err(VerifyError::Wrong(Fault::ClueChanged(0))));
/// assert_eq!(verify(puzzle, "none"), Err(VerifyError::Length(4)));
/// # Ok::<(), ninefold::SolveError>(())
/// ```
///
/// # Errors
/// See [`VerifyError`].
pub fn verify(
    puzzle: impl TryInto<Puzzle, Error: Into<CellError>>,
    answer: &str,
) -> Result<(), VerifyError> {
    let puzzle = puzzle.try_into();
    let puzzle = puzzle.map_err(|error| VerifyError::Malformed(error.into()))?;
    let digits = answer.as_bytes().try_into();
    let digits = digits.map_err(|_| VerifyError::Length(answer.len()))?;
    check::check(&puzzle.to_text(), &digits).map_err(VerifyError::Wrong)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_fault_has_its_error() {
        let puzzle = "1".to_owned() + &".".repeat(80);
        let solution = crate::solve(&puzzle).unwrap();
        assert_eq!(verify(&puzzle, solution.as_str()), Ok(()));
        let error = verify("1", solution.as_str()).unwrap_err();
        assert_eq!(error.to_string(), "the puzzle is malformed");
        assert_eq!(error.source().unwrap().to_string(), "has 1 cell, not 81");
        let unfinished = verify(&puzzle, &puzzle).unwrap_err();
        assert_eq!(unfinished, VerifyError::Wrong(Fault::NotADigit(1)));
        assert_eq!(unfinished.to_string(), "the answer is wrong");
        let other = crate::solve(&("2".to_owned() + &".".repeat(80))).unwrap();
        let changed = verify(&puzzle, other.as_str());
        assert_eq!(changed, Err(VerifyError::Wrong(Fault::ClueChanged(0))));
        let same = "1".repeat(81);
        let clash = verify(&puzzle, &same);
        assert!(matches!(clash, Err(VerifyError::Wrong(Fault::Clash(_)))));
        let short = verify(&puzzle, "").unwrap_err();
        assert_eq!(short, VerifyError::Length(0));
        assert_eq!(short.with_cause(), "the answer has 0 cells, not 81");
    }
}
