//! Measuring engines so that the figures can be believed.

pub mod baseline;
mod child;
pub mod corpus;
pub mod environment;
pub mod export;
pub mod latency;
pub mod measure;
pub mod paired;
mod prepared;
pub mod record;
pub mod stats;
pub mod store;
pub mod worker;
