//! The resource limits of a process.

use ninefold::Stop;
use std::time::Duration;

/// All answers together may take this many times the time-out.
const WHOLE: u32 = 10;

/// The limits for an external solver.
#[derive(Debug, Clone)]
pub struct ResourceLimits {
    /// It is given up if it prints nothing for this long, or if one request takes ten times as
    /// long.
    pub timeout: Duration,
    /// It is given up if it has more bytes of memory, if the system tells.
    pub memory: u64,
    /// The request to stop.
    pub stop: Stop,
}

impl Default for ResourceLimits {
    /// 30 seconds, 8 GiB.
    fn default() -> ResourceLimits {
        ResourceLimits {
            timeout: Duration::from_secs(30),
            memory: 8 << 30,
            stop: Stop::new(),
        }
    }
}

impl ResourceLimits {
    pub(super) fn timeout_text(&self) -> humantime::FormattedDuration {
        humantime::format_duration(self.timeout)
    }

    pub(super) fn whole(&self) -> Duration {
        self.timeout.saturating_mul(WHOLE)
    }
}
