//! Rates the puzzles of files: `rows` writes the ratings as csv, or as further columns of the
//! table that the puzzles came from. The caller adds up the chunks' [`RatingSummary`].

mod files;
mod rows;
mod summary;

pub use files::{Rate, rate};
pub use summary::RatingSummary;
