//! Engines: table entries that create solvers. [`crate::solver`] defines the requests and answers
//! of a solver.

mod lanes;
mod lexicographic;
mod options;
pub mod registry;
mod scalar;
mod single;
mod solutions;

pub use crate::kernel::exact_cover::{ExactCover, Scored};
pub use crate::kernel::lanes::Backend;
pub use crate::solver::{
    Batch, Completion, Counters, Limits, NoObserver, Observer, Outcome, Solver, Status, verdict,
};
pub use lexicographic::Lexicographic;
pub use options::{EngineError, EngineOptions};
pub use registry::{ENGINES, EngineInfo};
pub use solutions::Solutions;
