//! Rates puzzles: clues, solutions, the level and the guesses of a fixed search, whether each clue
//! is needed.
//!
//! A `Rater` rates the puzzles of a chunk on one thread: an engine counts solutions, and tests
//! each puzzle without each of its clues.

pub(crate) mod rater;
mod rating;

pub use rating::Rating;
