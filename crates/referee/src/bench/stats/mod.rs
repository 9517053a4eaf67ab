//! The statistics of measuring, as pure functions: no clock, no file, no global state, and the same
//! result for the same arguments.
//!
//! # How two programs are compared
//!
//! A *pair* is one measurement of the old and one of the new program, taken side by side. It counts
//! as one number: the logarithm of new time divided by old time (0 for equal, above 0 for slower).
//! A slow moment of the machine slows both halves of a pair, so it mostly cancels. The centre of
//! the pairs is their *midmean*, the mean of the middle half. It is nearly as precise as the mean
//! on quiet machines, and it ignores pairs in which one half was interrupted.
//!
//! The uncertainty comes from the *bootstrap* ([`bootstrap()`]): the pairs are drawn again with
//! replacement thousands of times, and the percentiles of the centres of those draws are the
//! interval. The percentile interval is
//! enough here: if old and new are equal, swapping them does not change the distribution of the
//! log-ratio, so there is no skew to correct. [`judge()`] turns the interval into one of four
//! verdicts.
//!
//! If you look again and again until something shows, you find something in the end. So the number
//! of looks is fixed beforehand ([`looks`]), and the looks share the one error budget
//! ([`Settings::share`]), as do the rows of one comparison.

/// A solver that is idle for this share of its time is not judged by its CPU time.
pub(crate) const MOST_IDLE: f64 = 0.2;

mod bootstrap;
mod change;
mod groups;
mod interval;
mod judge;

pub use bootstrap::{Centre, MIN_SAMPLES, Settings, bootstrap, bootstrap_difference};
pub use change::{ChangeKind, ChangePoint, change_points};
pub(super) use groups::is_of_both_parities;
pub use groups::{SampleGroups, sample_groups};
pub use interval::{Estimate, Interval, median_with_interval};
pub use judge::{Judgement, judge, looks, overall};

/// Natural logarithms of times.
///
/// # Panics
/// A time is not finite or not above zero, or there are none. Results that are read from files are
/// checked ([`super::store`]).
#[must_use]
pub fn logs(times: &[f64]) -> Vec<f64> {
    let mut logs = checked(times).to_vec();
    for time in &mut logs {
        assert!(*time > 0.0, "a time is above zero");
        *time = time.ln();
    }
    logs
}

/// `ln(new / old)` of each pair.
///
/// ```
/// use ninefold_referee::bench::stats::log_ratios;
/// let ratios = log_ratios(&[2.0, 2.0], &[2.0, 4.0]);
/// assert_eq!(ratios[0], 0.0);
/// assert!((ratios[1] - 2f64.ln()).abs() < 1e-15);
/// ```
///
/// # Panics
/// As [`logs`], or one side has more samples.
#[must_use]
pub fn log_ratios(old: &[f64], new: &[f64]) -> Vec<f64> {
    assert_eq!(old.len(), new.len(), "pairs have two sides");
    let old = logs(old);
    let new = logs(new);
    new.iter().zip(&old).map(|(new, old)| new - old).collect()
}

/// The middle value, or the mean of the two middle ones.
///
/// # Panics
/// There are no values, or one is not finite.
#[must_use]
pub fn median(values: &[f64]) -> f64 {
    bootstrap::Draws::new(values, Centre::Median, 0).centre()
}

/// The values, which statistics exist of.
fn checked(values: &[f64]) -> &[f64] {
    assert!(!values.is_empty(), "there are values");
    assert!(
        values.iter().all(|value| value.is_finite()),
        "values are finite"
    );
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_no_time_panics() {
        for bad in [&[][..], &[1.0, f64::NAN], &[f64::INFINITY], &[1.0, 0.0]] {
            assert!(std::panic::catch_unwind(|| logs(bad)).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn huge_ratios_stay_finite() {
        let ratios = log_ratios(&[f64::MIN_POSITIVE], &[f64::MAX]);
        assert!(ratios[0] > 1000.0 && ratios[0].is_finite());
    }

    #[test]
    fn the_median_of_even_and_odd_numbers_of_values() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), 2.5);
        assert_eq!(median(&[7.0]), 7.0);
    }
}
