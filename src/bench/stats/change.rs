//! Where a series of figures, one a revision, changed its level.

use super::{StatsError, finite};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Fewest figures on each side of a change.
const SIDE: usize = 3;
/// Reshufflings a change has to beat.
const SHUFFLES: usize = 999;
/// A change counts when at most this share of reshufflings is as strong.
const CHANCE: f64 = 0.01;

/// A lasting change in a series.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChangePoint {
    /// Zero-based place of the first figure after the change.
    pub index: usize,
    /// Mean of the figures between the last change and this one.
    pub before: f64,
    /// Mean of the figures between this change and the next one.
    pub after: f64,
}

/// The lasting changes of a series, in order.
///
/// Cuts the series in two where the levels on both sides differ most, keeps
/// the cut if shuffled series nearly never have one as strong, and goes on
/// with both parts. Changes smaller than `least` (in the series' unit) are
/// passed over. The cost is about 1000 walks over the series for each cut.
///
/// ```
/// use ninefold::bench::stats::change_points;
/// let series = [10.0, 10.1, 9.9, 10.0, 10.1, 10.0, 12.0, 12.1, 11.9, 12.0, 12.1, 12.0];
/// let changes = change_points(&series, 0.5)?;
/// assert_eq!(changes.len(), 1);
/// assert_eq!(changes[0].index, 6);
/// # Ok::<(), ninefold::bench::stats::StatsError>(())
/// ```
///
/// # Errors
/// No figures, or one that is not finite.
pub fn change_points(series: &[f64], least: f64) -> Result<Vec<ChangePoint>, StatsError> {
    finite(series)?;
    let mut cuts = Vec::new();
    let mut open = vec![(0, series.len())];
    while let Some((start, end)) = open.pop() {
        if let Some(cut) = significant_cut(&series[start..end], least) {
            cuts.push(start + cut);
            open.extend([(start, start + cut), (start + cut, end)]);
        }
    }
    cuts.sort_unstable();
    let edges: Vec<usize> = [&[0], &cuts[..], &[series.len()]].concat();
    let level = |part: usize| mean(&series[edges[part]..edges[part + 1]]);
    let change = |(part, &index): (usize, &usize)| ChangePoint {
        index,
        before: level(part),
        after: level(part + 1),
    };
    Ok(cuts.iter().enumerate().map(change).collect())
}

fn significant_cut(series: &[f64], least: f64) -> Option<usize> {
    let (cut, strength) = strongest_cut(series)?;
    let (before, after) = series.split_at(cut);
    if strength == 0.0 || (mean(after) - mean(before)).abs() < least {
        return None;
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut shuffled = series.to_vec();
    let as_strong = (0..SHUFFLES).filter(|_| {
        shuffle(&mut shuffled, &mut random);
        strongest_cut(&shuffled).is_some_and(|(_, other)| other >= strength)
    });
    let chance = (as_strong.count() + 1) as f64 / (SHUFFLES + 1) as f64;
    (chance <= CHANCE).then_some(cut)
}

/// The cut at which the levels of both sides differ most, measured in
/// standard errors up to a factor that all cuts of one series share.
fn strongest_cut(series: &[f64]) -> Option<(usize, f64)> {
    let n = series.len();
    if n < 2 * SIDE {
        return None;
    }
    let level = mean(series);
    let mut sum = 0.0;
    let mut best = (SIDE, -1.0);
    for cut in 1..=n - SIDE {
        sum += series[cut - 1] - level;
        let strength = f64::abs(sum) / ((cut * (n - cut)) as f64).sqrt();
        if cut >= SIDE && strength > best.1 {
            best = (cut, strength);
        }
    }
    Some(best)
}

fn shuffle(values: &mut [f64], random: &mut Xoshiro256PlusPlus) {
    for last in (1..values.len()).rev() {
        let other = ((random.next_u64() >> 32) * (last as u64 + 1)) >> 32;
        values.swap(last, other as usize);
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wobble(i: usize) -> f64 {
        ((i * 7919) % 13) as f64 / 13.0
    }

    #[test]
    fn a_level_series_has_no_change() {
        let series: Vec<f64> = (0..60).map(|i| 100.0 + wobble(i)).collect();
        assert_eq!(change_points(&series, 0.0), Ok(vec![]));
        assert_eq!(change_points(&[5.0; 30], 0.0), Ok(vec![]));
    }

    #[test]
    fn short_series_and_bad_figures_are_handled() {
        assert_eq!(change_points(&[1.0], 0.0), Ok(vec![]));
        assert_eq!(change_points(&[1.0, 2.0, 9.0, 9.0, 9.0], 0.0), Ok(vec![]));
        assert_eq!(change_points(&[], 0.0), Err(StatsError::Empty));
        assert!(change_points(&[1.0, f64::NAN], 0.0).is_err());
    }

    #[test]
    fn two_changes_are_found_in_order_with_their_levels() {
        let level = |i| [100.0, 110.0, 105.0][i / 20];
        let series: Vec<f64> = (0..60).map(|i| level(i) + wobble(i)).collect();
        let changes = change_points(&series, 1.0).unwrap();
        let places: Vec<usize> = changes.iter().map(|change| change.index).collect();
        assert_eq!(places, [20, 40]);
        assert!((changes[0].after - 110.5).abs() < 0.5);
        assert_eq!(changes[0].after, changes[1].before);
    }

    #[test]
    fn small_changes_are_passed_over_when_asked() {
        let series: Vec<f64> = (0..40)
            .map(|i| if i < 20 { 100.0 } else { 101.0 })
            .collect();
        assert_eq!(change_points(&series, 0.5).unwrap().len(), 1);
        assert_eq!(change_points(&series, 2.0), Ok(vec![]));
    }

    #[test]
    fn one_outlier_is_no_change() {
        let series: Vec<f64> = (0..30)
            .map(|i| if i == 12 { 500.0 } else { 100.0 + wobble(i) })
            .collect();
        assert_eq!(change_points(&series, 0.0), Ok(vec![]));
    }
}
