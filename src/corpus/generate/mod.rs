//! Generates puzzles of a requested kind.
//!
//! `fill` makes a random full grid. `dig` removes clues from it, cell by cell in random order, as
//! long as the puzzle passes the test of its kind ([`spec`](GenerateSpec)). It is a state machine
//! that proposes a puzzle and gets the outcome. So `block` can ask an engine about the proposals of
//! 512 puzzles in one batch. `run` gives blocks of indices to threads, and their puzzles to the
//! caller in order.
//!
//! What must stay true: the puzzle of an index follows from the seed, the options and the index
//! alone.

pub(crate) mod block;
mod dig;
pub(crate) mod fill;
pub(crate) mod spec;

pub use block::GeneratedPuzzle;
pub use spec::{Difficulty, GenerateSpec, PuzzleKind, SpecError};
