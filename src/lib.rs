//! Ninefold solves corpora of 9x9 Sudoku puzzles.

pub mod engine;
pub mod format;
pub mod generate;
pub mod grid;
pub mod input;
mod kernel;
pub mod metrics;
pub mod pipeline;
pub mod report;
