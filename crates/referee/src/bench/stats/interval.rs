//! The interval of a figure.

use serde::{Deserialize, Serialize};

/// A low and a high end. Infinite ends mean that nothing is known.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The low end.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

impl Interval {
    /// The interval if nothing is known.
    pub const UNKNOWN: Interval = Interval {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };

    /// Whether both ends are finite.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }
}
