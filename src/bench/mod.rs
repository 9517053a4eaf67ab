//! Measuring engines so that the figures can be believed.

pub mod corpus;
pub mod environment;
pub mod latency;
pub mod measure;
mod prepared;
pub mod record;
pub mod stats;
pub mod store;
