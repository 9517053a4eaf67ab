//! Finds the revisions at which a series of figures changed.

use super::{Estimate, median};

/// Maximum number of results in a level: the last ones since the last mark.
const LEVEL: usize = 5;
/// Results that must confirm a change before it counts as lasting.
const CONFIRM: usize = 2;
/// A result is far from the level beyond this many times its half interval, and beyond this many
/// standard deviations of the level's results.
const FAR: f64 = 3.0;
/// A result is back at the old level if it is this many times nearer to it than the change was
/// large.
const RETURNS: f64 = 3.0;
/// Standard deviations in a median absolute deviation of normal noise.
const DEVIATIONS: f64 = 1.48;

/// A change in a series.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ChangePoint {
    /// Zero-based index of the first figure after the change.
    pub index: usize,
    /// The level before it: the median of at most five figures.
    pub before: f64,
    /// The level from it on. For a change that is not confirmed, or that the next one outweighs,
    /// the figure itself.
    pub after: f64,
    /// What the next figures say about it.
    pub kind: ChangeKind,
}

/// What the figures after a change say about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// The next two figures confirm it: neither returned to the old level.
    Lasting,
    /// There are not two figures after it yet, or one of them returned to the old level. It may be
    /// as true as the return.
    Unconfirmed,
}

/// The changes of a series of figures, each with the name of its revision, in order.
///
/// A change begins at the first figure of a revision that lies far from the level, which is the
/// median of the last figures (at most five) since the last change. Far is more than `least` (in
/// the series' unit), more than three times half the figure's interval, and more than three
/// standard deviations of the level's figures. A figure without an interval changes nothing. If one
/// of the next two figures is back at the old level, both the change and the return are
/// unconfirmed, and the level stays. The cost is that of one walk over the series.
///
/// ```
/// use ninefold_referee::bench::stats::{ChangeKind, Estimate, Interval, change_points};
/// let figure = |value: f64| Estimate {
///     value,
///     interval: Interval { low: value - 0.2, high: value + 0.2 },
///     samples: 8,
/// };
/// let speeds = [10.0, 10.1, 9.9, 12.0, 12.1, 11.9];
/// let series: Vec<_> = ('a'..).map(String::from).zip(speeds.map(figure)).collect();
/// let changes = change_points(&series, 0.5);
/// assert_eq!(changes.len(), 1);
/// assert_eq!((changes[0].index, changes[0].kind), (3, ChangeKind::Lasting));
/// let one_revision: Vec<_> = series.iter().map(|(_, figure)| ("a", *figure)).collect();
/// assert_eq!(change_points(&one_revision, 0.5), []);
/// ```
///
/// # Panics
/// A figure is not finite.
#[must_use]
pub fn change_points<R: PartialEq>(series: &[(R, Estimate)], least: f64) -> Vec<ChangePoint> {
    let values: Vec<f64> = series.iter().map(|(_, figure)| figure.value).collect();
    let mut changes = Vec::new();
    let mut level: Vec<f64> = values.iter().copied().take(1).collect();
    let mut index = 1;
    while index < series.len() {
        let (revision, figure) = &series[index];
        let recent = &level[level.len().saturating_sub(LEVEL)..];
        let before = median(recent);
        let reach = reach(figure, before, recent, least);
        let is_far = (figure.value - before).abs() > reach;
        if !is_far || *revision == series[index - 1].0 {
            level.push(figure.value);
            index += 1;
        } else if let Some(back) = first_return(&values, index, before, reach) {
            changes.push(unconfirmed(&values, index, before));
            changes.push(unconfirmed(&values, back, values[back - 1]));
            level.push(values[back]);
            index = back + 1;
        } else {
            changes.push(step(&values, index, before));
            level = vec![figure.value];
            index += 1;
        }
    }
    changes
}

/// The index of the first figure that is back at the old level, among those that would confirm the
/// change at `index`. One that has come back only a part of the way is not.
fn first_return(values: &[f64], index: usize, before: f64, reach: f64) -> Option<usize> {
    let step = (values[index] - before).abs();
    let end = values.len().min(index + 1 + CONFIRM);
    (index + 1..end).find(|&at| {
        let apart = (values[at] - before).abs();
        apart <= reach && apart * RETURNS < step
    })
}

/// The change at `index`, which no figure takes back: a lasting one, if there are enough figures
/// to confirm it.
fn step(values: &[f64], index: usize, before: f64) -> ChangePoint {
    let mut change = unconfirmed(values, index, before);
    if let Some(confirmed) = values.get(index..=index + CONFIRM) {
        change.kind = ChangeKind::Lasting;
        let level = median(confirmed);
        // The next change may go the other way, and further.
        if (level > before) == (change.after > before) {
            change.after = level;
        }
    }
    change
}

fn unconfirmed(values: &[f64], index: usize, before: f64) -> ChangePoint {
    ChangePoint {
        index,
        before,
        after: values[index],
        kind: ChangeKind::Unconfirmed,
    }
}

/// How far from the level chance may take a figure, as it scatters those of the level.
fn reach(figure: &Estimate, level: f64, recent: &[f64], least: f64) -> f64 {
    let half = (figure.interval.high - figure.interval.low) / 2.0;
    let apart: Vec<f64> = recent.iter().map(|value| (value - level).abs()).collect();
    let deviation = DEVIATIONS * median(&apart);
    least.max(FAR * half.max(deviation))
}

#[cfg(test)]
mod tests {
    use super::super::Interval;
    use super::*;
    use rand_xoshiro::Xoshiro256PlusPlus;
    use rand_xoshiro::rand_core::{Rng, SeedableRng};

    /// Index and kind of each change of a series with a revision for each figure, known up to
    /// `known`.
    fn changes(series: &[f64], known: f64, least: f64) -> Vec<(usize, ChangeKind)> {
        let figure = |(i, &value): (usize, &f64)| (i, estimate(value, known));
        let series: Vec<_> = series.iter().enumerate().map(figure).collect();
        let found = change_points(&series, least);
        found
            .iter()
            .map(|change| (change.index, change.kind))
            .collect()
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

    /// Numbers from 0 to 1, and normal noise of deviation 1.
    struct Noise(Xoshiro256PlusPlus);

    impl Noise {
        fn uniform(&mut self) -> f64 {
            (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
        }

        fn normal(&mut self) -> f64 {
            (0..12).map(|_| self.uniform()).sum::<f64>() - 6.0
        }
    }

    #[test]
    fn a_step_lasts_and_is_marked_at_its_revision() {
        let steps = [100.0, 100.2, 99.9, 110.0, 110.1, 109.8, 105.0, 105.1, 105.0];
        let expected = [(3, ChangeKind::Lasting), (6, ChangeKind::Lasting)];
        assert_eq!(changes(&steps, 0.3, 1.0), expected);
        let figures = steps.map(|value| estimate(value, 0.3));
        let series: Vec<_> = figures.into_iter().enumerate().collect();
        let levels = change_points(&series, 1.0);
        assert_eq!((levels[0].before, levels[0].after), (100.0, 110.0));
        assert_eq!((levels[1].before, levels[1].after), (110.0, 105.0));
        // The second result of a history can already be a step.
        assert_eq!(
            changes(&[100.0, 90.0, 90.0, 90.0], 0.3, 1.0),
            [(1, ChangeKind::Lasting)]
        );
    }

    #[test]
    fn steps_of_neighbours_are_each_marked() {
        let steps = [100.0, 100.0, 97.0, 88.0, 125.0, 125.1, 125.0];
        let lasting = [2, 3, 4].map(|index| (index, ChangeKind::Lasting));
        assert_eq!(changes(&steps, 0.3, 1.0), lasting);
        // Each goes the way of its own figure.
        let ways =
            [100.0, 100.0, 160.0, 40.0, 40.0, 40.0].map(|value| (value, estimate(value, 0.3)));
        let levels = change_points(&ways, 1.0);
        assert_eq!([levels[0].after, levels[1].after], [160.0, 40.0]);
    }

    /// A true improvement may be taken back by the next commit. Nobody knows, so both marks stay.
    #[test]
    fn a_change_that_is_taken_back_stays_and_neither_is_confirmed() {
        let unconfirmed = |places: &[usize]| -> Vec<(usize, ChangeKind)> {
            let mark = |&place| (place, ChangeKind::Unconfirmed);
            places.iter().map(mark).collect()
        };
        let improved = [100.0, 100.1, 120.0];
        assert_eq!(changes(&improved, 0.3, 1.0), unconfirmed(&[2]));
        let taken_back = [100.0, 100.1, 120.0, 100.0, 99.9, 100.0];
        assert_eq!(changes(&taken_back, 0.3, 1.0), unconfirmed(&[2, 3]));
        let figures = taken_back.map(|value| estimate(value, 0.3));
        let series: Vec<_> = figures.into_iter().enumerate().collect();
        let found = change_points(&series, 1.0);
        assert_eq!((found[1].before, found[1].after), (120.0, 100.0));
        let longer = [100.0, 100.1, 90.0, 90.2, 99.9, 100.0];
        assert_eq!(changes(&longer, 0.3, 1.0), unconfirmed(&[2, 4]));
        // The next one keeps a part of it.
        let part = [100.0, 100.1, 130.0, 114.0, 114.1, 113.9];
        assert_eq!(changes(&part, 5.0, 1.0)[0], (2, ChangeKind::Lasting));
    }

    #[test]
    fn the_last_results_are_unconfirmed() {
        for figures in [&[100.0, 100.1, 90.0][..], &[100.0, 100.1, 90.0, 90.1]] {
            assert_eq!(changes(figures, 0.3, 1.0), [(2, ChangeKind::Unconfirmed)]);
        }
    }

    #[test]
    fn what_chance_or_too_little_explains_is_no_change() {
        let step = [100.0, 100.0, 101.0, 101.0, 101.0];
        assert_eq!(changes(&step, 0.1, 0.5), [(2, ChangeKind::Lasting)]);
        assert_eq!(changes(&step, 0.1, 2.0), [], "below the least change");
        assert_eq!(changes(&step, 0.4, 0.5), [], "within three half intervals");
        assert_eq!(changes(&step, f64::INFINITY, 0.5), [], "without interval");
        let scattered = [100.0, 103.0, 97.0, 102.0, 106.0, 98.0];
        assert_eq!(changes(&scattered, 0.1, 4.0), [], "as the level scatters");
        assert_eq!(changes(&[1.0], 0.0, 0.0), []);
        assert_eq!(changes(&[5.0; 30], 0.0, 0.0), []);
    }

    #[test]
    fn a_revision_does_not_differ_from_itself() {
        let of = |revisions: [u8; 6]| {
            let values = [100.0, 100.0, 100.0, 110.0, 110.0, 110.0];
            let figures = values.map(|value| estimate(value, 1.0));
            let series: Vec<_> = revisions.into_iter().zip(figures).collect();
            change_points(&series, 0.0).len()
        };
        assert_eq!([of([1; 6]), of([1, 1, 1, 2, 2, 2])], [0, 1]);
    }

    /// Histories of equal revisions on a machine that disturbs a tenth of the results, and of a
    /// step of 5 %.
    #[test]
    fn a_tenth_of_disturbed_results_leaves_hardly_a_lasting_mark() {
        let mut noise = Noise(Xoshiro256PlusPlus::seed_from_u64(7));
        let mut history = |step: f64| -> Vec<f64> {
            let result = |i| {
                let disturbed = if noise.uniform() < 0.1 {
                    0.02 + 0.2 * noise.uniform()
                } else {
                    0.0
                };
                0.003 * noise.normal() + disturbed + if i < 50 { 0.0 } else { step }
            };
            (0..100).map(result).collect()
        };
        let mut marks = 0;
        let mut lasting = 0;
        let mut found = 0;
        for _ in 0..100 {
            let equal = changes(&history(0.0), 0.003, 0.01);
            let is_lasting = |kind: &(usize, ChangeKind)| kind.1 == ChangeKind::Lasting;
            marks += equal.len();
            lasting += equal.iter().filter(|kind| is_lasting(kind)).count();
            let stepped = changes(&history(0.05), 0.003, 0.01);
            let near = |kind: &(usize, ChangeKind)| (48..=53).contains(&kind.0);
            found += usize::from(stepped.iter().any(|kind| is_lasting(kind) && near(kind)));
        }
        // Of 10,000 results, a thousand of which are disturbed, and of 100 steps. A disturbed
        // result and the return are both marked, and neither is confirmed.
        assert!(
            marks < 2200 && lasting <= 60 && found >= 90,
            "{marks} {lasting} {found}"
        );
    }
}
