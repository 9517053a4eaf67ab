//! Measures engines and external solvers, with evidence for every figure.

pub mod baseline;
mod build_identity;
pub mod copies;
pub mod corpus;
pub mod environment;
mod error;
pub mod export;
mod figures;
mod judge;
pub mod measure;
pub mod outcome;
pub mod paired;
pub mod ranking;
pub mod record;
pub mod stats;
pub mod store;
pub mod worker;
