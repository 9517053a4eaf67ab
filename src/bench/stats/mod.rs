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

mod bootstrap;
mod change;
mod groups;
mod interval;
mod judge;

pub use bootstrap::{Centre, Estimate, MIN_SAMPLES, Settings, bootstrap, bootstrap_difference};
pub use change::{ChangeKind, ChangePoint, change_points};
pub use groups::{SampleGroups, sample_groups};
pub use interval::Interval;
pub use judge::{Judgement, judge, looks, overall};

use thiserror::Error;

/// Why statistics cannot be computed.
#[derive(Debug, Clone, Copy, PartialEq, Error)]
#[non_exhaustive]
pub enum StatsError {
    /// There are no samples at all.
    #[error("there are no samples")]
    Empty,
    /// A sample is NaN or infinite.
    #[error("sample {} is {value}, not a finite number", .index + 1)]
    NotFinite {
        /// Zero-based index of the sample.
        index: usize,
        /// Its value.
        value: f64,
    },
    /// A time is zero or negative.
    #[error("sample {} is {value}; a time is above zero", .index + 1)]
    NotPositive {
        /// Zero-based index of the sample.
        index: usize,
        /// Its value.
        value: f64,
    },
    /// Pairs need the same number of samples on each side.
    #[error("{old} samples of the old cannot be paired with {new} of the new")]
    Unequal {
        /// Samples of the old program.
        old: usize,
        /// Samples of the new program.
        new: usize,
    },
}

/// Natural logarithms of times.
///
/// # Errors
/// The first sample that is not finite or not above zero, or no samples at all.
pub fn logs(times: &[f64]) -> Result<Vec<f64>, StatsError> {
    finite(times)?;
    match times.iter().position(|&time| time <= 0.0) {
        Some(index) => Err(StatsError::NotPositive {
            index,
            value: times[index],
        }),
        None => Ok(times.iter().map(|time| time.ln()).collect()),
    }
}

/// `ln(new / old)` of each pair.
///
/// ```
/// use ninefold::bench::stats::log_ratios;
/// let ratios = log_ratios(&[2.0, 2.0], &[2.0, 4.0])?;
/// assert_eq!(ratios[0], 0.0);
/// assert!((ratios[1] - 2f64.ln()).abs() < 1e-15);
/// # Ok::<(), ninefold::bench::stats::StatsError>(())
/// ```
///
/// # Errors
/// The errors of [`logs`], and [`StatsError::Unequal`].
pub fn log_ratios(old: &[f64], new: &[f64]) -> Result<Vec<f64>, StatsError> {
    if old.len() != new.len() {
        return Err(StatsError::Unequal {
            old: old.len(),
            new: new.len(),
        });
    }
    let (old, new) = (logs(old)?, logs(new)?);
    Ok(new.iter().zip(&old).map(|(new, old)| new - old).collect())
}

/// The middle value, or the mean of the two middle ones.
///
/// # Errors
/// There are no samples, or one is not finite.
pub fn median(values: &[f64]) -> Result<f64, StatsError> {
    finite(values)?;
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    Ok(Centre::Median.of_sorted(&sorted))
}

fn finite(values: &[f64]) -> Result<(), StatsError> {
    if values.is_empty() {
        return Err(StatsError::Empty);
    }
    match values.iter().position(|value| !value.is_finite()) {
        Some(index) => Err(StatsError::NotFinite {
            index,
            value: values[index],
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bad_samples_are_named_by_place_and_value() {
        assert_eq!(logs(&[]), Err(StatsError::Empty));
        let nan = logs(&[1.0, f64::NAN]).unwrap_err();
        assert_eq!(nan.to_string(), "sample 2 is NaN, not a finite number");
        let infinite = median(&[f64::INFINITY]).unwrap_err();
        assert_eq!(infinite.to_string(), "sample 1 is inf, not a finite number");
        let zero = logs(&[1.0, 2.0, 0.0]).unwrap_err();
        assert_eq!(zero.to_string(), "sample 3 is 0; a time is above zero");
        let unequal = log_ratios(&[1.0], &[1.0, 2.0]).unwrap_err();
        assert_eq!(unequal, StatsError::Unequal { old: 1, new: 2 });
    }

    #[test]
    fn huge_ratios_stay_finite() {
        let ratios = log_ratios(&[f64::MIN_POSITIVE], &[f64::MAX]).unwrap();
        assert!(ratios[0] > 1000.0 && ratios[0].is_finite());
    }

    #[test]
    fn the_median_of_even_and_odd_numbers_of_values() {
        assert_eq!(median(&[3.0, 1.0, 2.0]), Ok(2.0));
        assert_eq!(median(&[4.0, 1.0, 3.0, 2.0]), Ok(2.5));
        assert_eq!(median(&[7.0]), Ok(7.0));
    }
}
