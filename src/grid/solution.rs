//! A solved grid.

use super::CELLS;
use super::check::{Fault, check};
use super::puzzle::cell_count;
use std::error::Error;
use std::fmt;
use std::str::FromStr;

/// 81 digits in row-major order that solve a puzzle: each row, column and box has all nine.
///
/// It prints as text, compares with text, and is ordered as text:
///
/// ```
/// let puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let solution = ninefold::solve(puzzle)?;
/// assert!(solution.as_str().starts_with("534678912"));
/// assert_eq!(solution.values()[..9], [5, 3, 4, 6, 7, 8, 9, 1, 2]);
/// assert_eq!(solution.to_string(), solution.as_str());
/// assert_eq!(solution.as_str().parse(), Ok(solution));
/// # Ok::<(), ninefold::SolveError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Solution([u8; CELLS]);

impl Solution {
    /// From 81 digits in ASCII.
    pub(crate) fn from_digits(digits: [u8; CELLS]) -> Solution {
        debug_assert!(digits.iter().all(|digit| (b'1'..=b'9').contains(digit)));
        Solution(digits)
    }

    /// The digits as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("digits are ASCII")
    }

    /// The digits in ASCII.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8; CELLS] {
        &self.0
    }

    /// The digits as values, 1 to 9.
    #[must_use]
    pub fn values(&self) -> [u8; CELLS] {
        self.0.map(|digit| digit - b'0')
    }
}

impl AsRef<str> for Solution {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq<str> for Solution {
    fn eq(&self, text: &str) -> bool {
        self.0 == text.as_bytes()
    }
}

impl PartialEq<&str> for Solution {
    fn eq(&self, text: &&str) -> bool {
        *self == **text
    }
}

/// Why a text is not a solution.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum SolutionError {
    /// The text has this many bytes, not 81.
    Length(usize),
    /// What [the checker](crate::grid::check) says.
    Fault(Fault),
}

impl Error for SolutionError {}

impl fmt::Display for SolutionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolutionError::Length(bytes) => write!(f, "has {}, not 81", cell_count(*bytes)),
            SolutionError::Fault(fault) => fault.fmt(f),
        }
    }
}

impl FromStr for Solution {
    type Err = SolutionError;

    fn from_str(text: &str) -> Result<Solution, SolutionError> {
        let digits = text.as_bytes().try_into();
        let digits = digits.map_err(|_| SolutionError::Length(text.len()))?;
        check(&[b'.'; CELLS], &digits).map_err(SolutionError::Fault)?;
        Ok(Solution::from_digits(digits))
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solution({self})")
    }
}
