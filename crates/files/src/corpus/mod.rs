//! Corpora in files: generated, transformed, rated.
//!
//! `generate` gives blocks of a corpus to threads. `transform` and `rate` read puzzles of any
//! format through `stream`, which gives chunks to workers and takes the results in order.

mod error;
pub mod generate;
#[cfg(test)]
mod nested_tests;
pub mod rate;
mod stream;
pub mod transform;

pub use error::RunError;
