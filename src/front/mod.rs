//! The functions that most users of the library need: they work on text in memory, and each has an
//! example.

mod error;
mod input;
mod many;
mod one;
mod options;
mod puzzles;
mod stream;
mod work;

pub use error::{SolveManyError, StreamError};
pub use many::solve_many;
pub use one::{AllSolutions, SolveError, count, is_unique, solutions, solve};
pub use options::SolveOptions;
pub use puzzles::Puzzles;
pub use stream::{Totals, solve_lines};
