//! Engines: table entries that create solvers. [`crate::solver`] defines the requests and answers
//! of a solver.
//!
//! [`registry`] has the one table, from which the program, its help, the tests and the benches take
//! names, back ends and constructors. An entry makes a [`Solver`], which belongs to one thread and
//! keeps its memory from batch to batch. `scalar` makes one of a kernel that solves one puzzle at a
//! time; `lanes` and `single` choose the back end by the CPU ([`Backend`]).
//!
//! What must stay true:
//!
//! - What the caller may rely on does not depend on the engine: numbers of solutions up to the
//!   limit, and which puzzles have none. Which solution comes first does, unless `lexicographic`
//!   is around the solver.
//! - `lanes` divides the search of a puzzle that takes long among its lanes, and `single` takes
//!   over the last puzzles of a batch, and small batches. Neither changes an answer or a count.

mod lanes;
mod lexicographic;
mod options;
pub mod registry;
mod scalar;
mod single;
mod solutions;

use crate::kernel::exact_cover::ExactCover;
pub use crate::kernel::lanes::Backend;
pub use crate::kernel::noip2009;
pub use crate::solver::{
    Batch, Completion, Counters, Limits, NoObserver, Observer, Outcome, Solver, Status, verdict,
};
pub use lexicographic::Lexicographic;
pub use options::{EngineError, EngineOptions};
pub use registry::{ENGINES, EngineInfo};
pub use solutions::Solutions;

/// A solver for the NOIP 2009 task "target sudoku": the row of a puzzle is the solution with the
/// largest [score](noip2009::score), and no outcome has more than one solution. Of
/// the limits, it only takes that of guesses.
#[must_use]
pub fn scorer() -> Box<dyn Solver> {
    Box::new(scalar::OneByOne(ExactCover::for_scores()))
}
