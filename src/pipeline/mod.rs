//! The pipeline from inputs to rows in order: read, solve in parallel, check, write.
//!
//! [`run`](fn@run) runs all of it. A reader splits the inputs into chunks of whole lines (`chunk`),
//! workers turn a chunk's text into rows (`worker`), and the caller's thread writes them in input
//! order and adds up the findings (`collect`). [`parallel`](crate::parallel) connects the three and
//! bounds the memory.
//!
//! The rows are the same, byte for byte, for any number of threads, any size
//! of chunk and any way of reading.

pub mod checkpoint;
mod chunk;
mod collect;
mod error;
mod job;
mod listing;
mod piece;
mod run;
mod runner;
mod sink;
pub mod state;
mod verify;
mod worker;

pub use error::PipelineError;
pub use job::{Job, Task, own_output};
pub use run::run;
pub use runner::Runner;
pub use sink::{Position, Progress, Sink};
pub use verify::{Alignment, Alone, Finding, Tally, Verification, verify};
