//! Corpora of our own: made, rated, transformed.
//!
//! Everything random follows from a seed and the puzzle's index, so a corpus
//! is the same on any machine and with any number of threads.

mod ask;
mod block;
mod canonical;
mod clashing;
mod dig;
mod fill;
mod isomorph;
pub mod logic;
#[cfg(test)]
mod nested_tests;
mod random;
mod rate;
pub(crate) mod ratings;
mod run;
mod search;
mod sort;
mod spec;
mod stream;
pub(crate) mod summary;
mod symmetry;
mod transform;

pub use block::{Digger, Effort, Made};
pub use canonical::{Canonizer, canonical};
pub use fill::full_grid;
pub use isomorph::Isomorph;
pub use random::Rng;
pub use rate::{Rater, Rating, header, rate};
pub use ratings::Ratings;
pub use run::{Run, RunError, Sink, Tally, run};
pub use search::{Crew, Goal, Search, StateError, Top};
pub use sort::ScratchError;
pub use spec::{Difficulty, EXTREME, Kind, Spec, SpecError};
pub use stream::Read;
pub use summary::Summary;
pub use symmetry::Symmetry;
pub use transform::{Change, Changed, Transform, transform};
