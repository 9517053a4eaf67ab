//! Corpora: generated and rated.
//!
//! [`ninefold::generate`](crate::generate) and [`ninefold::rate`](crate::rate) are for puzzles in
//! memory, and the types here are theirs. Both ask an engine about hundreds of puzzles at a time
//! (`batch`), because engines are fast in batches alone.
//!
//! What must stay true:
//!
//! - All random choices follow from a seed and the puzzle's index, so a corpus is the same on any
//!   machine and with any number of threads. The generator of random numbers is part of the format
//!   (`Rng`).
//! - Difficulty does not depend on the engine: `logic` has its own reasoner.

pub(crate) mod batch;
pub(crate) mod datasets;
pub mod generate;
pub mod logic;
pub(crate) mod random;
pub mod rate;
pub(crate) mod short;

pub use generate::{Difficulty, GenerateSpec, GeneratedPuzzle, PuzzleKind, SpecError};
pub use logic::{Hardness, Level};
pub use rate::Rating;
