//! The measurements of a run: a fast clock, latency histograms, and the arithmetic of the final
//! report.
//!
//! A worker reads the [`clock`] when puzzles end, and counts each time in its own histogram
//! ([`service`], which becomes a [`latency`] histogram). With the chunk's other findings it goes to
//! the collector, which adds them up in one [`summary`]. The program prints that.
//!
//! What must stay true: measuring does not allocate, and sums do not depend on the order of chunks.

pub mod clock;
pub mod latency;
pub(crate) mod service;
pub mod summary;
pub mod trailer;
