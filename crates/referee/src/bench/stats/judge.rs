//! Turns an interval into a verdict, and limits how often to look.

use super::Estimate;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The verdict of a comparison of new with old. The greatest of several is the verdict on all.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Judgement {
    /// The whole interval is within the threshold of equality.
    Same,
    /// The whole interval is beyond the threshold on the fast side.
    Faster,
    /// The interval crosses the threshold: more pairs would tell.
    Inconclusive,
    /// The whole interval is beyond the threshold on the slow side.
    Slower,
    /// A side gave wrong answers or none, so its times say nothing.
    Failed,
}

impl Judgement {
    /// The verdict as people read it. Files hold `inconclusive` instead of `cannot tell`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Judgement::Slower => "slower",
            Judgement::Faster => "faster",
            Judgement::Same => "same",
            Judgement::Inconclusive => "cannot tell",
            Judgement::Failed => "failed",
        }
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The verdict on the logarithm of new time over old time.
///
/// `threshold` is a share: with 0.02, changes within 2 % count as the same. With fewer than
/// `min_samples` samples, the verdict is inconclusive.
///
/// ```
/// use ninefold_referee::bench::stats::{Centre, Settings, Judgement, bootstrap, judge};
/// let tenth = bootstrap(&[1.1f64.ln(); 30], Centre::Midmean, &Settings::default());
/// assert_eq!(judge(&tenth, 0.02, 30), Judgement::Slower);
/// assert_eq!(judge(&tenth, 0.20, 30), Judgement::Same);
/// assert_eq!(judge(&tenth, 0.02, 31), Judgement::Inconclusive);
/// ```
#[must_use]
pub fn judge(log_ratio: &Estimate, threshold: f64, min_samples: usize) -> Judgement {
    let interval = log_ratio.interval;
    let beyond = threshold.max(0.0).ln_1p();
    if log_ratio.samples < min_samples || !interval.is_known() {
        Judgement::Inconclusive
    } else if interval.low > beyond {
        Judgement::Slower
    } else if interval.high < -beyond {
        Judgement::Faster
    } else if interval.low >= -beyond && interval.high <= beyond {
        Judgement::Same
    } else {
        Judgement::Inconclusive
    }
}

/// The verdict on several rows together: slower if any row is, else inconclusive if any row is,
/// else faster if any row is, else the same. Without rows it is inconclusive.
pub fn overall(rows: impl IntoIterator<Item = Judgement>) -> Judgement {
    rows.into_iter().max().unwrap_or(Judgement::Inconclusive)
}

/// The numbers of pairs at which to look at the verdict: the minimum, each doubling, and the
/// maximum.
///
/// ```
/// use ninefold_referee::bench::stats::looks;
/// assert_eq!(looks(30, 300), [30, 60, 120, 240, 300]);
/// assert_eq!(looks(300, 30), [300]);
/// ```
#[must_use]
pub fn looks(min: usize, max: usize) -> Vec<usize> {
    let min = min.max(1);
    let mut looks: Vec<usize> = std::iter::successors(Some(min), |&at| at.checked_mul(2))
        .take_while(|&at| at < max)
        .collect();
    looks.push(max.max(min));
    looks
}

#[cfg(test)]
mod tests {
    use super::super::Interval;
    use super::*;

    fn estimate(low: f64, high: f64) -> Estimate {
        Estimate {
            value: (low + high) / 2.0,
            interval: Interval { low, high },
            samples: 100,
        }
    }

    #[test]
    fn the_whole_interval_decides() {
        let verdict = |low, high| judge(&estimate(low, high), 0.02, 10);
        assert_eq!(verdict(0.03, 0.05), Judgement::Slower);
        assert_eq!(verdict(-0.05, -0.03), Judgement::Faster);
        assert_eq!(verdict(-0.01, 0.01), Judgement::Same);
        assert_eq!(verdict(0.01, 0.05), Judgement::Inconclusive);
        assert_eq!(verdict(-0.05, 0.05), Judgement::Inconclusive);
        assert_eq!(verdict(0.005, 0.015), Judgement::Same, "real but small");
    }

    #[test]
    fn what_is_not_known_is_inconclusive() {
        let unknown = Estimate {
            value: 5.0,
            interval: Interval::UNKNOWN,
            samples: 1000,
        };
        assert_eq!(judge(&unknown, 0.02, 1), Judgement::Inconclusive);
        let nan = estimate(f64::NAN, f64::NAN);
        assert_eq!(judge(&nan, 0.02, 1), Judgement::Inconclusive);
        assert_eq!(judge(&estimate(0.0, 0.0), f64::NAN, 1), Judgement::Same);
    }

    #[test]
    fn ratios_of_any_size_get_a_verdict() {
        assert_eq!(judge(&estimate(1400.0, 1401.0), 0.02, 1), Judgement::Slower);
        assert_eq!(
            judge(&estimate(-1401.0, -1400.0), 0.02, 1),
            Judgement::Faster
        );
    }

    #[test]
    fn one_slow_row_makes_all_slow() {
        use Judgement::{Faster, Inconclusive, Same, Slower};
        assert_eq!(overall([Same, Slower, Inconclusive, Faster]), Slower);
        assert_eq!(overall([Same, Inconclusive, Faster]), Inconclusive);
        assert_eq!(overall([Same, Faster]), Faster);
        assert_eq!(overall([Same]), Same);
        assert_eq!(overall([]), Inconclusive);
    }

    #[test]
    fn looks_end_at_the_greatest_number() {
        assert_eq!(looks(10, 10), [10]);
        assert_eq!(looks(0, 5), [1, 2, 4, 5]);
        assert_eq!(looks(usize::MAX, usize::MAX), [usize::MAX]);
    }
}
