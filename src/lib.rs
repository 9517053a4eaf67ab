//! Ninefold solves corpora of 9x9 Sudoku puzzles.

pub mod engine;
pub mod grid;
mod kernel;

/// Compiles and runs the README's example with the other doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
