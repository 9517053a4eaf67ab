//! Ninefold solves corpora of 9x9 Sudoku puzzles.

pub mod engine;
pub mod generate;
pub mod grid;
#[doc(hidden)]
pub mod kernel;
