//! Cells, digits, clues, puzzles, and the independent checker.
//!
//! The text of a puzzle is 81 cells in row-major order. A clue is one of `1`-`9`, and a blank is
//! any of `0 . * _ X x`. [`check`] checks every answer. It shares no code or table with any kernel.
//!
//! Everything else of the library stands on this folder, and it on nothing but [`crate::simd`].
//! [`Puzzle`] is a parsed puzzle; engines take text and parse it themselves.
//!
//! What must stay true: a text is a puzzle for [`Puzzle::from_text`] exactly if it is one for every
//! engine, and an answer counts only if [`check::check`] accepts it.

pub mod check;
mod clues;
mod puzzle;
mod solution;
#[cfg(feature = "serde")]
mod texts;
pub mod units;

pub(crate) use puzzle::cell_count;
pub use puzzle::{CellError, Digits, Puzzle};
pub use solution::{Solution, SolutionError};

/// Cells of a grid.
pub const CELLS: usize = 81;

/// A row of output: the 81 digits of a solution in ASCII and a line feed.
///
/// Rows follow each other in memory, so a batch in which every puzzle was solved is its own output
/// text.
pub type Row = [u8; CELLS + 1];

/// A row of blanks, to fill buffers with: 81 dots and a line feed.
pub const BLANK_ROW: Row = {
    let mut row = [b'.'; CELLS + 1];
    row[CELLS] = b'\n';
    row
};
