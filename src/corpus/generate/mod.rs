//! Puzzles made anew, as many and of the kind that was asked for.

mod block;
mod dig;
mod fill;
mod run;
mod spec;
mod symmetry;

pub use block::{Digger, Effort, Made};
pub use fill::full_grid;
pub use run::{Run, Sink, Tally, run};
pub use spec::{Difficulty, EXTREME, Kind, Spec};
pub use symmetry::Symmetry;
