//! Corpora: generated, transformed, rated.
//!
//! All random choices follow from a seed and the puzzle's index, so a corpus is the same on any
//! machine and with any number of threads.

mod batch;
pub mod datasets;
mod error;
pub mod generate;
pub mod logic;
#[cfg(test)]
mod nested_tests;
mod random;
pub mod rate;
mod stream;
pub mod transform;

pub use error::{GenerateSpecError, RunError};
pub use random::Rng;
