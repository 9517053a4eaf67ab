//! Measuring engines so that the figures can be believed.

pub mod record;
pub mod stats;
pub mod store;
