//! Where a figure lies.

use serde::{Deserialize, Serialize};

/// From a low to a high end. Infinite ends mean that nothing is known.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Interval {
    /// The low end.
    pub low: f64,
    /// The high end.
    pub high: f64,
}

impl Interval {
    /// Nothing is known.
    pub const UNKNOWN: Interval = Interval {
        low: f64::NEG_INFINITY,
        high: f64::INFINITY,
    };

    /// Whether both ends are finite.
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.low.is_finite() && self.high.is_finite()
    }

    /// Both ends through an increasing function; nothing stays nothing.
    #[must_use]
    pub fn map(&self, f: impl Fn(f64) -> f64) -> Interval {
        if !self.is_known() {
            return Interval::UNKNOWN;
        }
        Interval {
            low: f(self.low),
            high: f(self.high),
        }
    }
}
