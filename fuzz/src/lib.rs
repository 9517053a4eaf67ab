//! Properties that must hold for any bytes.
//!
//! Each property is a function that takes bytes and panics if something does not hold. A fuzz
//! target calls one of them and nothing else. `crates/cli/tests/fuzz_seeds.rs` calls them
//! with the committed seeds, so that no fault comes back that a fuzzer has found.
#![deny(unsafe_code)]

mod answers;
mod checkpoints;
mod engines;
mod formats;
mod inputs;
mod lines;
mod material;
mod pipeline;
mod results;
mod tables;

pub use answers::answers;
pub use checkpoints::checkpoints;
pub use engines::{engines, heavy};
pub use formats::{formats, round_trip, shares};
pub use inputs::{chunks, damaged, inputs};
pub use lines::lines;
pub use pipeline::pipeline;
pub use results::results;
pub use tables::tables;

/// A property of bytes.
pub type Property = fn(&[u8]);

/// Every property, by the name of its fuzz target and of its folder of seeds.
pub const PROPERTIES: &[(&str, Property)] = &[
    ("lines", lines),
    ("formats", formats),
    ("round_trip", round_trip),
    ("chunks", chunks),
    ("inputs", inputs),
    ("damaged", damaged),
    ("results", results),
    ("checkpoints", checkpoints),
    ("engines", engines),
    ("heavy", heavy),
    ("pipeline", pipeline),
    ("tables", tables),
    ("shares", shares),
    ("answers", answers),
];
