//! Generates puzzles of a requested kind.

mod block;
mod dig;
mod fill;
mod run;
mod spec;

pub use block::{Digger, Effort, GeneratedPuzzle};
pub use fill::full_grid;
pub use run::{GenerateTally, PuzzleSink, Run, run};
pub use spec::{Difficulty, EXTREME, GenerateSpec, PuzzleKind};
