//! The algorithms. They know nothing of files, threads or clocks.

pub(crate) mod exact_cover;
pub(crate) mod lanes;
pub(crate) mod lexicographic;
pub(crate) mod mrv;
pub(crate) mod mrv_scan;
pub(crate) mod naive;
pub(crate) mod single;
