//! The algorithms. They know nothing of files, threads or clocks.

pub mod lanes;
pub(crate) mod mrv_scan;
