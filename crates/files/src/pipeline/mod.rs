//! The pipeline from inputs to rows in order: read, solve in parallel, check, write.
//!
//! [`run`](fn@run) runs all of it. A reader splits the inputs into chunks of whole lines (`chunk`),
//! workers turn a chunk's text into rows (`worker`), and the caller's thread writes them in input
//! order and adds up the findings (`collect`). [`parallel`](crate::parallel) connects the three and
//! bounds the memory.
//!
//! ```text
//! inputs --> chunk: cut at record ends --> worker: find, solve, check, render --> collect --> Sink
//!            (the reader's thread)          (a pool, a chunk each)                (the caller)
//! ```
//!
//! A chunk's buffers are one set (`ChunkSet`), which goes in a circle and is used again. The worker
//! alone changes it while it works; the collector then takes the rows and the findings.
//!
//! What must stay true:
//!
//! - The rows are the same, byte for byte, for any number of threads, any size of chunk and any way
//!   of reading.
//! - No row is written before its answer passed the check, and rows are written in order. So what
//!   is written is always the beginning of the right rows.
//! - A lost or panicked worker is an error that names its lines, never a gap.
//! - Memory is bounded by threads and chunk size: rows that a chunk may have in any number are made
//!   piece by piece (`piece`).
//! - The state between two chunks is complete (`state`), so that a run can continue from it.

pub mod checkpoint;
mod chunk;
mod collect;
mod error;
mod job;
mod listing;
mod piece;
mod run;
mod sink;
pub mod state;
mod verify;
mod worker;

pub use error::PipelineError;
pub use job::{Job, Task, own_output};
pub use run::{resume, run};
pub use sink::{Position, Progress, Sink};
pub use verify::{Alignment, Alone, Finding, SWAPPED, Tally, Verification, verify};
