//! Corpora: generated, transformed, rated.
//!
//! [`ninefold::generate`](crate::generate) and [`ninefold::rate`](crate::rate) are for puzzles in
//! memory, and the types here are theirs. What works on files is for the program alone.
//!
//! The module `generate` makes puzzles from random numbers. `transform` and `rate` read puzzles of
//! any format through `stream`, which gives chunks to workers and takes the results in order. All
//! three ask an engine about hundreds of puzzles at a time (`batch`), because engines are fast in
//! batches alone.
//!
//! What must stay true:
//!
//! - All random choices follow from a seed and the puzzle's index, so a corpus is the same on any
//!   machine and with any number of threads. The generator of random numbers is part of the format
//!   (`Rng`).
//! - Difficulty does not depend on the engine: `logic` has its own reasoner.

mod batch;
#[cfg(feature = "files")]
#[doc(hidden)]
pub mod datasets;
#[cfg(feature = "files")]
mod error;
pub mod generate;
pub mod logic;
#[cfg(all(test, feature = "files"))]
mod nested_tests;
mod random;
pub mod rate;
pub(crate) mod short;
#[cfg(feature = "files")]
mod stream;
#[cfg(feature = "files")]
#[doc(hidden)]
pub mod transform;

#[cfg(feature = "files")]
#[doc(hidden)]
pub use error::RunError;
pub use generate::{Difficulty, GenerateSpec, GeneratedPuzzle, PuzzleKind, SpecError};
pub use logic::{Hardness, Level};
#[doc(hidden)]
pub use random::Rng;
pub use rate::Rating;
