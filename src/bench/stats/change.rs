//! Finds where a series of figures, one a revision, changed its level.

use super::{Estimate, Interval, StatsError, finite};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// Fewest revisions on each side of a change.
const SIDE: usize = 3;
/// Random shuffles that a change must beat.
const SHUFFLES: usize = 999;
/// A change counts if at most this share of the shuffles is as strong.
const CHANCE: f64 = 0.01;

/// A lasting change in a series.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChangePoint {
    /// Zero-based index of the first figure after the change.
    pub index: usize,
    /// Mean of the revisions between the last change and this one.
    pub before: f64,
    /// Mean of the revisions between this change and the next one.
    pub after: f64,
}

/// The level of a revision: all its consecutive figures together.
struct Level {
    /// Index of the first of them.
    first: usize,
    /// Their mean.
    value: f64,
    /// The interval that covers all of their intervals.
    interval: Interval,
}

/// The lasting changes of a series of figures, each with the name of its revision, in order.
///
/// Consecutive figures of one revision count as one: their differences are noise, or a machine
/// under load. The function splits the series of revisions where the levels on both sides differ
/// most. It keeps the split if shuffled series almost never have one as strong and if the intervals
/// of both sides are apart. Then it continues with both parts. It ignores changes smaller than
/// `least` (in the series' unit), and figures without an interval. The cost is about 1000 walks
/// over the series for each split.
///
/// ```
/// use ninefold::bench::stats::{Estimate, Interval, change_points};
/// let figure = |value: f64| Estimate {
///     value,
///     interval: Interval { low: value - 0.2, high: value + 0.2 },
///     samples: 8,
/// };
/// let speeds = [10.0, 10.1, 9.9, 10.0, 10.1, 10.0, 12.0, 12.1, 11.9, 12.0, 12.1, 12.0];
/// let series: Vec<_> = ('a'..).map(String::from).zip(speeds.map(figure)).collect();
/// let changes = change_points(&series, 0.5)?;
/// assert_eq!(changes.len(), 1);
/// assert_eq!(changes[0].index, 6);
/// let one_revision: Vec<_> = series.iter().map(|(_, figure)| ("a", *figure)).collect();
/// assert_eq!(change_points(&one_revision, 0.5)?, []);
/// # Ok::<(), ninefold::bench::stats::StatsError>(())
/// ```
///
/// # Errors
/// There are no figures, or one is not finite.
pub fn change_points<R: PartialEq>(
    series: &[(R, Estimate)],
    least: f64,
) -> Result<Vec<ChangePoint>, StatsError> {
    finite(
        &series
            .iter()
            .map(|(_, figure)| figure.value)
            .collect::<Vec<_>>(),
    )?;
    let levels = levels(series);
    let mut cuts = Vec::new();
    let mut open = vec![(0, levels.len())];
    while let Some((start, end)) = open.pop() {
        if let Some(cut) = significant_cut(&levels[start..end], least) {
            cuts.push(start + cut);
            open.extend([(start, start + cut), (start + cut, end)]);
        }
    }
    cuts.sort_unstable();
    let edges: Vec<usize> = [&[0], &cuts[..], &[levels.len()]].concat();
    let level = |part: usize| mean(levels[edges[part]..edges[part + 1]].iter().map(|l| l.value));
    let change = |(part, &cut): (usize, &usize)| ChangePoint {
        index: levels[cut].first,
        before: level(part),
        after: level(part + 1),
    };
    Ok(cuts.iter().enumerate().map(change).collect())
}

fn levels<R: PartialEq>(series: &[(R, Estimate)]) -> Vec<Level> {
    let mut levels = Vec::new();
    let mut first = 0;
    for figures in series.chunk_by(|a, b| a.0 == b.0) {
        let ends = |pick: fn(&Interval) -> f64| figures.iter().map(move |f| pick(&f.1.interval));
        levels.push(Level {
            first,
            value: mean(figures.iter().map(|(_, figure)| figure.value)),
            interval: Interval {
                low: ends(|i| i.low).fold(f64::INFINITY, f64::min),
                high: ends(|i| i.high).fold(f64::NEG_INFINITY, f64::max),
            },
        });
        first += figures.len();
    }
    levels
}

fn significant_cut(levels: &[Level], least: f64) -> Option<usize> {
    let series: Vec<f64> = levels.iter().map(|level| level.value).collect();
    let (cut, strength) = strongest_cut(&series)?;
    let side = |side: &[Level]| {
        let of = |pick: fn(&Level) -> f64| mean(side.iter().map(pick));
        (
            of(|l| l.interval.low),
            of(|l| l.value),
            of(|l| l.interval.high),
        )
    };
    let (before, after) = levels.split_at(cut);
    let (before, after) = (side(before), side(after));
    let apart = before.2 < after.0 || after.2 < before.0;
    if strength == 0.0 || !apart || (after.1 - before.1).abs() < least {
        return None;
    }
    let mut random = Xoshiro256PlusPlus::seed_from_u64(9);
    let mut shuffled = series;
    let as_strong = (0..SHUFFLES).filter(|_| {
        shuffle(&mut shuffled, &mut random);
        strongest_cut(&shuffled).is_some_and(|(_, other)| other >= strength)
    });
    let chance = (as_strong.count() + 1) as f64 / (SHUFFLES + 1) as f64;
    (chance <= CHANCE).then_some(cut)
}

/// The split at which the levels of both sides differ most, measured in standard errors up to a
/// factor that all splits of one series share.
fn strongest_cut(series: &[f64]) -> Option<(usize, f64)> {
    let n = series.len();
    if n < 2 * SIDE {
        return None;
    }
    let level = mean(series.iter().copied());
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

fn mean(values: impl ExactSizeIterator<Item = f64>) -> f64 {
    let number = values.len() as f64;
    values.sum::<f64>() / number
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wobble(i: usize) -> f64 {
        ((i * 7919) % 13) as f64 / 13.0
    }

    /// The changes of a series with a revision for each figure, known up to `known`.
    fn changes(series: &[f64], known: f64, least: f64) -> Result<Vec<ChangePoint>, StatsError> {
        let figure = |(i, &value): (usize, &f64)| (i, estimate(value, known));
        let series: Vec<_> = series.iter().enumerate().map(figure).collect();
        change_points(&series, least)
    }

    fn estimate(value: f64, known: f64) -> Estimate {
        Estimate {
            value,
            interval: Interval {
                low: value - known,
                high: value + known,
            },
            samples: 20,
        }
    }

    #[test]
    fn a_level_series_has_no_change() {
        let series: Vec<f64> = (0..60).map(|i| 100.0 + wobble(i)).collect();
        assert_eq!(changes(&series, 0.0, 0.0), Ok(vec![]));
        assert_eq!(changes(&[5.0; 30], 0.0, 0.0), Ok(vec![]));
    }

    #[test]
    fn short_series_and_bad_figures_are_handled() {
        assert_eq!(changes(&[1.0], 0.0, 0.0), Ok(vec![]));
        assert_eq!(changes(&[1.0, 2.0, 9.0, 9.0, 9.0], 0.0, 0.0), Ok(vec![]));
        assert_eq!(changes(&[], 0.0, 0.0), Err(StatsError::Empty));
        assert!(changes(&[1.0, f64::NAN], 0.0, 0.0).is_err());
    }

    #[test]
    fn two_changes_are_found_in_order_with_their_levels() {
        let level = |i| [100.0, 110.0, 105.0][i / 20];
        let series: Vec<f64> = (0..60).map(|i| level(i) + wobble(i)).collect();
        let changes = changes(&series, 1.0, 1.0).unwrap();
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
        assert_eq!(changes(&series, 0.1, 0.5).unwrap().len(), 1);
        assert_eq!(changes(&series, 0.1, 2.0), Ok(vec![]));
    }

    #[test]
    fn a_change_lies_beyond_the_intervals_of_both_sides() {
        let series: Vec<f64> = (0..40).map(|i| 100.0 + (i / 20) as f64).collect();
        assert_eq!(changes(&series, 0.4, 0.0).unwrap().len(), 1);
        assert_eq!(changes(&series, 0.6, 0.0), Ok(vec![]));
        assert_eq!(changes(&series, f64::INFINITY, 0.0), Ok(vec![]));
    }

    #[test]
    fn figures_of_one_revision_count_as_one() {
        let of = |each: usize| -> Vec<(usize, Estimate)> {
            let level = |i: usize| if i < 20 { 100.0 } else { 110.0 };
            (0..40)
                .map(|i| (i / each, estimate(level(i), 1.0)))
                .collect()
        };
        assert_eq!(change_points(&of(40), 0.0), Ok(vec![]));
        assert_eq!(change_points(&of(20), 0.0), Ok(vec![]), "two prove nothing");
        let found = change_points(&of(2), 0.0).unwrap();
        assert_eq!((found.len(), found[0].index), (1, 20));
        // Load during the measurement of one revision is within its interval.
        let load = |i: usize| if i % 4 < 2 { 0.0 } else { 20.0 };
        let drifting = of(4).into_iter().enumerate();
        let drifting: Vec<_> = drifting
            .map(|(i, (revision, e))| (revision, estimate(e.value + load(i), 1.0)))
            .collect();
        assert_eq!(change_points(&drifting, 0.0), Ok(vec![]));
    }

    #[test]
    fn one_outlier_is_no_change() {
        let series: Vec<f64> = (0..30)
            .map(|i| if i == 12 { 500.0 } else { 100.0 + wobble(i) })
            .collect();
        assert_eq!(changes(&series, 0.0, 0.0), Ok(vec![]));
    }
}
