//! Rates puzzles: clues, solutions, the level and the guesses of a fixed search, whether each clue
//! is needed.
//!
//! A [`Rater`] rates the puzzles of a chunk on one thread: an engine counts solutions, and tests
//! each puzzle without each of its clues. For files, `rows` writes the ratings as csv, or as
//! further columns of the table that the puzzles came from. The caller adds up the chunks'
//! `RatingSummary`.

#[cfg(feature = "files")]
mod files;
mod rater;
mod rating;
#[cfg(feature = "files")]
mod rows;
#[cfg(feature = "files")]
mod summary;

#[cfg(feature = "files")]
#[doc(hidden)]
pub use files::{Rate, rate};
#[doc(hidden)]
pub use rater::Rater;
pub use rating::Rating;
#[cfg(feature = "files")]
#[doc(hidden)]
pub use summary::RatingSummary;
