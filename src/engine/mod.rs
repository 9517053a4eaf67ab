//! What an engine is: a table entry that makes solvers. What a solver is asked and answers
//! is told in [`crate::solver`].

mod lanes;
mod lexicographic;
pub mod registry;
mod scalar;
mod solutions;
pub mod verdict;

pub use crate::kernel::lanes::Backend;
pub use crate::solver::{
    Batch, Counters, Ended, Limits, NoWatch, Outcome, Scored, Solver, Status, Watch,
};
pub use lexicographic::Lexicographic;
pub use registry::{ENGINES, EngineError, EngineInfo, EngineOptions};
pub(crate) use scalar::OneByOne;
pub use solutions::Solutions;
