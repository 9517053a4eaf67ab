//! Measures cases side by side: [`run`] for `bench`, and `Bench` for the two sides of a comparison in pairs.
//!
//! Every solver is a child process that gets puzzles as lines and prints answers: our engines and libraries by a worker
//! ([`super::worker`]), commands as they are ([`crate::external`]). `children` starts them. `cases` makes each case
//! answer all its puzzles, in requests that grow, so that a hang or a crash is known at once, with its puzzle, and the
//! length of a sample follows (`samples`). Then come rounds (`rounds`, or the pairs of [`super::paired`]). In each
//! round every case gives one sample, and every other round goes through the cases backwards, so that a slow moment of the machine
//! affects all alike. Every answer of every request is judged, after the clock has stopped. A case that fails is left
//! out and named, also one of our own engines; the others are measured.
//!
//! What must stay true:
//! - The puzzles of a sample are other equivalent forms each time ([`Plan::fresh`]), and the same in every run for the
//!   same round.
//! - Workers time from text in memory to rows in memory. Commands are timed from the request to the last answer, a
//!   plain one less its start-up.
//! - The position of a program's code in memory can make all of its processes a little slower or faster than those of a
//!   copy. So workers start anew each round, from new copies ([`super::copies`]).

mod cases;
mod children;
mod instructions;
mod plan;
mod rounds;
mod samples;

pub use super::error::MeasureError;
pub(in crate::bench) use cases::Bench;
pub use plan::{MeasureProgress, Plan};
pub use rounds::run;
pub(in crate::bench) use samples::SampleTimes;
#[cfg(test)]
pub(in crate::bench) use samples::write_samples;
