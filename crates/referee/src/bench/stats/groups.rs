//! Finds two groups among samples, as from a machine that is quiet and shared by turns.

use super::logs;

/// Minimum number of samples: in fewer, chance makes two groups too often.
const FEWEST: usize = 24;
/// Minimum share of the samples in a group. Fewer are outliers.
const LEAST_SHARE: f64 = 0.15;
/// Minimum factor between the groups.
const LEAST_FACTOR: f64 = 1.15;
/// Minimum distance of the groups, in standard deviations within the groups. The best cut of normal
/// noise gives 2.7. Of 30 samples of it, one case in 200 reaches 4.
const LEAST_DISTANCE: f64 = 4.0;
/// Minimum share of the quiet samples that are of even rounds, and of odd ones. A quiet time of the
/// machine comes in both. A solver that remembers is fast only in odd rounds, because the puzzles
/// of even ones are new.
const LEAST_OF_PARITY: f64 = 0.25;

/// Two groups of samples.
#[derive(Debug, Clone, PartialEq)]
pub struct SampleGroups {
    /// Whether each sample belongs to the slow group, in order.
    pub is_slow: Vec<bool>,
    /// Geometric mean of the slow group's times divided by that of the quiet group's.
    pub factor: f64,
}

impl SampleGroups {
    fn quiet_rounds(&self) -> Vec<usize> {
        let all = 0..self.is_slow.len();
        all.filter(|&round| !self.is_slow[round]).collect()
    }

    /// The share of the samples that is slow.
    #[must_use]
    pub fn slow_share(&self) -> f64 {
        1.0 - self.quiet_rounds().len() as f64 / self.is_slow.len() as f64
    }
}

/// Whether rounds have a fair part of the even ones, and of the odd ones.
pub(in crate::bench) fn is_of_both_parities(rounds: &[usize]) -> bool {
    let even = rounds
        .iter()
        .filter(|&&round| round.is_multiple_of(2))
        .count();
    let fewest = even.min(rounds.len() - even);
    fewest as f64 >= LEAST_OF_PARITY * rounds.len() as f64
}

/// The two groups of times, one for each round in order, if there are two: split where the
/// logarithms of both sides vary least (Otsu's method). Groups that follow the parity of the rounds
/// are none.
///
/// A program on the other thread of a core makes code that uses all execution ports 1.5 times as
/// slow, and code that waits 1.1 times, for a second or less at a time. The median of such samples
/// belongs to neither state.
///
/// ```
/// use ninefold_referee::bench::stats::sample_groups;
/// let state = |i| if i % 3 == 0 { 1.6 } else { 1.0 };
/// let times: Vec<f64> = (0..30).map(|i| state(i) + f64::from(i) / 1000.0).collect();
/// let groups = sample_groups(&times).expect("there are two");
/// assert!(groups.is_slow[0] && !groups.is_slow[1]);
/// assert!((groups.factor - 1.6).abs() < 0.05);
/// ```
///
/// # Panics
/// As [`logs`].
#[must_use]
pub fn sample_groups(times: &[f64]) -> Option<SampleGroups> {
    let logs = logs(times);
    let mut sorted = logs.clone();
    sorted.sort_by(f64::total_cmp);
    let number = sorted.len();
    let fewest = (LEAST_SHARE * number as f64).ceil() as usize;
    if number < FEWEST {
        return None;
    }
    let all: f64 = sorted.iter().sum();
    let mut below = 0.0;
    let mut best = (f64::MIN, 0, 0.0, 0.0);
    for cut in 1..number {
        below += sorted[cut - 1];
        let quiet = below / cut as f64;
        let slow = (all - below) / (number - cut) as f64;
        let between = (cut * (number - cut)) as f64 * (slow - quiet).powi(2);
        if between > best.0 {
            best = (between, cut, quiet, slow);
        }
    }
    let (_, cut, quiet, slow) = best;
    let within = squares(&sorted[..cut], quiet) + squares(&sorted[cut..], slow);
    let deviation = (within / (number - 2) as f64).sqrt();
    let distance = slow - quiet;
    let are_groups = cut.min(number - cut) >= fewest
        && distance >= LEAST_FACTOR.ln()
        && distance >= LEAST_DISTANCE * deviation;
    let groups = SampleGroups {
        is_slow: logs.iter().map(|log| *log >= sorted[cut]).collect(),
        factor: distance.exp(),
    };
    (are_groups && is_of_both_parities(&groups.quiet_rounds())).then_some(groups)
}

/// The sum of the squares of distances from the mean.
fn squares(logs: &[f64], mean: f64) -> f64 {
    logs.iter().map(|log| (log - mean).powi(2)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    /// Sums of twelve uniform numbers: nearly normal, of deviation 1.
    fn noise(seed: u64) -> impl FnMut() -> f64 {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        move || {
            let uniform =
                |rng: &mut Xoshiro256PlusPlus| (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
            (0..12).map(|_| uniform(&mut rng)).sum::<f64>() - 6.0
        }
    }

    #[test]
    fn two_states_are_told_apart_and_noise_is_one_group() {
        let mut found = 0;
        let mut invented = 0;
        for seed in 0..200 {
            let mut noise = noise(seed);
            let mut times = |factor: f64| -> Vec<f64> {
                let time = |i: usize| {
                    let state = if i % 5 < 2 { factor } else { 1.0 };
                    100.0 * state * (0.06 * noise()).exp()
                };
                (0..30).map(time).collect()
            };
            if let Some(groups) = sample_groups(&times(1.6)) {
                let right = groups
                    .is_slow
                    .iter()
                    .enumerate()
                    .all(|(i, is_slow)| *is_slow == (i % 5 < 2));
                found += usize::from(right && (groups.slow_share() - 0.4).abs() < 1e-9);
            }
            invented += usize::from(sample_groups(&times(1.0)).is_some());
        }
        assert!(found >= 195 && invented == 0, "{found} {invented}");
    }

    #[test]
    fn few_samples_outliers_and_small_differences_are_no_groups() {
        let two = |number: usize, slow: usize, factor: f64| -> Vec<f64> {
            (0..number)
                .map(|i| if i < slow { factor } else { 1.0 })
                .collect()
        };
        for (times, expected) in [
            (two(30, 10, 1.5), true),
            (two(23, 10, 1.5), false),
            (two(30, 4, 1.5), false),
            (two(30, 26, 1.5), false),
            (two(30, 10, 1.1), false),
            (two(30, 0, 1.5), false),
        ] {
            assert_eq!(sample_groups(&times).is_some(), expected, "{times:?}");
        }
    }

    /// They are those of a solver that remembers the puzzles of odd rounds.
    #[test]
    fn what_is_fast_in_odd_rounds_alone_is_no_group() {
        let times = |fast: &[usize]| -> Vec<f64> {
            (0..30)
                .map(|i| if fast.contains(&i) { 1.0 } else { 24.0 })
                .collect()
        };
        let odd = [1, 5, 9, 13, 17, 21, 25, 29];
        assert_eq!(sample_groups(&times(&odd)), None);
        assert_eq!(sample_groups(&times(&odd.map(|i| i - 1))), None);
        let mostly_odd = [1, 5, 9, 13, 17, 20, 24, 29];
        assert!(sample_groups(&times(&mostly_odd)).is_some());
        let in_a_row = [9, 10, 11, 12, 13, 14, 15];
        assert!(sample_groups(&times(&in_a_row)).is_some());
    }

    proptest! {
        #[test]
        fn a_group_is_never_within_the_other(times in prop::collection::vec(1e-3..1e9f64, 1..80)) {
            if let Some(groups) = sample_groups(&times) {
                let of = |slow: bool| times.iter().zip(&groups.is_slow).filter(move |(_, is)| **is == slow);
                let quiet = of(false).map(|(time, _)| *time).fold(0.0, f64::max);
                let slow = of(true).map(|(time, _)| *time).fold(f64::MAX, f64::min);
                prop_assert!(quiet < slow && groups.factor > 1.0);
            }
        }
    }
}
