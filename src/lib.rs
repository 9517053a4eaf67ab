//! Ninefold solves corpora of 9x9 Sudoku puzzles.

pub mod bench;
pub mod engine;
pub mod grid;
#[doc(hidden)]
pub mod kernel;
pub mod report;
