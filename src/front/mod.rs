//! The functions that most users of the library need: they work on text in memory, and each has an
//! example.
//!
//! - `request`: what to find, and what it may take. All functions are short forms of its methods.
//! - `one`: one puzzle, by a solver that the thread keeps. Nothing is started or allocated.
//! - `many`: a batch in memory. The caller's thread solves for a millisecond; if there is more, the
//!   call starts threads that end with it.
//! - `stream`: lines from a reader, rows to a writer, in order. While others solve, the caller's
//!   thread reads and writes.
//! - `verify`: an answer that somebody else gave.
//!
//! What must stay true: every solution passes [`crate::grid::check`] before the caller gets it;
//! results do not depend on the number of threads; and none of it needs a feature, a file or the
//! program.

mod error;
mod input;
mod many;
mod one;
mod puzzles;
mod request;
#[cfg(all(test, feature = "serde"))]
mod serde_tests;
mod solutions;
mod solvers;
mod stream;
mod time;
mod verify;
mod work;

pub use error::{SolveManyError, StreamError};
pub use many::{Watch, solve_many};
pub use one::{SolveError, count, is_unique, solutions, solve};
pub use puzzles::Puzzles;
pub use request::Request;
pub use solutions::AllSolutions;
pub use solvers::with_own_solver;
pub use stream::{Totals, solve_lines};
pub use verify::{VerifyError, verify};
