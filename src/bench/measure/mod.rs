//! Measures cases side by side.
//!
//! Every case is prepared first: its corpus is solved once, [`crate::grid::check`] checks every
//! answer, and engines that disagree on a puzzle are found. Then come rounds. In each round every
//! case gives one sample, and every other round goes through the cases backwards, so that a slow
//! moment of the machine affects all alike. Only solving is timed, not reading, parsing or writing.
//! After the clock has stopped, the answers of every sample are compared with the checked ones.
//!
//! The position of a program's code in memory can make all of its processes a little slower or
//! faster than those of a copy. So each round may run in another process, from another copy
//! ([`Plan::worker`]).
//!
//! External solvers may take part ([`Plan::solvers`]). They are measured in the same rounds. Their
//! answers are compared with those of the default engine. If one fails, only its case is left out.

mod bench;
mod cases;
mod identities;
mod plan;
mod rounds;

pub use super::error::MeasureError;
pub(super) use bench::Bench;
pub use plan::{Budget, MeasureProgress, NoProgress, Plan};
pub use rounds::run;

#[cfg(test)]
mod tests;
