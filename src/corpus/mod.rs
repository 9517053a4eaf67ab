//! Corpora: generated, transformed, rated.
//!
//! [`generate`] makes puzzles from random numbers. [`transform`](mod@transform) and
//! [`rate`](mod@rate) read puzzles of any format through `stream`, which gives chunks to workers and
//! takes the results in order. All three ask an engine about hundreds of puzzles at a time
//! (`batch`), because engines are fast in batches alone.
//!
//! What must stay true:
//!
//! - All random choices follow from a seed and the puzzle's index, so a corpus is the same on any
//!   machine and with any number of threads. The generator of random numbers is part of the format
//!   ([`Rng`]).
//! - Difficulty does not depend on the engine: [`logic`] has its own reasoner.

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

pub use error::RunError;
pub use random::Rng;
