//! Measuring engines so that the figures can be believed.

pub mod stats;
