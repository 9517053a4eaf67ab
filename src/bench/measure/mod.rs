//! Measures cases side by side.
//!
//! Every case is made ready first: its corpus is solved once, every answer is
//! checked by [`crate::grid::check`], and engines that differ on a puzzle are
//! caught. Then come rounds; in each round every case gives one sample, and
//! every other round goes backwards through the cases, so that whatever slows
//! the machine down for a while hits all of them alike. Only the solving is
//! timed: no reading, no parsing of files, no writing; the answers of every
//! sample are compared with the checked ones after the clock was stopped.
//!
//! By where a program's code lies in memory all of its processes can be a little slower or faster than
//! those of a copy of it. So each round may be taken by another process, of another copy
//! ([`Plan::worker`]).
//!
//! A solver that is not ours may take part ([`Plan::solvers`]). It is measured in the same
//! rounds, its answers are judged by what the default engine found, and if it fails its
//! case alone is left out.

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
