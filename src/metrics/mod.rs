//! The measurements of a run: a fast clock, latency histograms, and the arithmetic of the final
//! report.

pub mod clock;
pub mod guesses;
pub mod largest;
pub mod latency;
pub(crate) mod service;
pub mod summary;
pub mod trailer;
