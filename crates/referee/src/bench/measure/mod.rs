//! Measures cases side by side, for `bench`.
//!
//! [`run`] makes each case answer its puzzles: all of them, or as many of the first ones as there
//! is time for (`prefix`). Then come rounds. In each round every case gives one sample, and every
//! other round goes through the cases backwards, so that a slow moment of the machine affects all
//! alike. A case that fails is left out and named, also one of our own engines; the others are
//! measured.
//!
//! What must stay true:
//! - All cases on a corpus are measured on the same puzzles, in other equivalent forms each round
//!   ([`Plan::fresh`]).
//! - In every other round the forms are those of every run, and otherwise such that nobody can have
//!   seen. Who is faster on what it may have seen remembers answers (`memory`).

mod memory;
mod prefix;
mod rounds;

pub use super::error::MeasureError;
pub use super::plan::{MeasureProgress, Plan};
pub use rounds::run;
