//! What a run is measured by: a cheap clock, latency histograms, and the
//! arithmetic of the closing report.

pub mod clock;
pub mod largest;
pub mod latency;
pub(crate) mod service;
pub mod summary;
pub mod trailer;
