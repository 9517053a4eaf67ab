//! The figures of a row that people read, and the rounds that they are taken from.

use super::record::{CaseClock, ResultRow};
use super::stats::{self, Centre, Estimate, MIN_SAMPLES, SampleGroups, Settings};

/// The figures of a row that people read.
#[derive(Debug, Clone, PartialEq)]
pub struct Figures {
    /// Puzzles a second: at the median time, with its interval.
    pub puzzles_per_second: Estimate,
    /// Guesses a puzzle, if the solver counts them.
    pub guesses_per_puzzle: Option<f64>,
    /// The groups of samples, if they make two.
    pub groups: Option<SampleGroups>,
}

/// A row, and the two groups of its samples, if they make two.
#[derive(Debug)]
pub(super) struct GroupedRow<'a> {
    pub(super) row: &'a ResultRow,
    times: &'a [f64],
    groups: Option<SampleGroups>,
}

impl<'a> GroupedRow<'a> {
    /// Finds the groups of a row.
    pub(super) fn of(row: &'a ResultRow) -> GroupedRow<'a> {
        GroupedRow::by(row, row.clock)
    }

    /// The same, by the wall clock or the row's own.
    pub(super) fn by(row: &'a ResultRow, clock: CaseClock) -> GroupedRow<'a> {
        let times = if clock == row.clock {
            &row.samples_ns
        } else {
            row.wall()
        };
        let groups = stats::sample_groups(times);
        GroupedRow { row, times, groups }
    }

    fn is_quiet(&self, round: usize) -> bool {
        let groups = self.groups.as_ref();
        groups.is_none_or(|groups| !groups.is_slow[round])
    }

    /// Its samples in these rounds.
    pub(super) fn samples(&self, rounds: &[usize]) -> Vec<f64> {
        rounds.iter().map(|i| self.times[*i]).collect()
    }
}

/// The rounds in which all these rows were quiet, if these are enough.
fn quiet_rounds(rows: &[&GroupedRow<'_>]) -> Option<Vec<usize>> {
    let is_quiet = |round: &usize| rows.iter().all(|row| row.is_quiet(*round));
    let quiet: Vec<usize> = all_rounds(rows).into_iter().filter(is_quiet).collect();
    (quiet.len() >= MIN_SAMPLES).then_some(quiet)
}

/// The rounds that all these rows have.
fn all_rounds(rows: &[&GroupedRow<'_>]) -> Vec<usize> {
    let rounds = rows.iter().map(|row| row.times.len());
    (0..rounds.min().unwrap_or(0)).collect()
}

/// The rounds that a ratio of rows of one result, or a figure of one row, is taken from.
pub(super) fn used_rounds(rows: &[&GroupedRow<'_>]) -> Vec<usize> {
    quiet_rounds(rows).unwrap_or_else(|| all_rounds(rows))
}

impl ResultRow {
    /// Computes the figures that people read: those of the quiet rounds if these are enough.
    ///
    /// # Panics
    /// There are no samples, or a sample is not a time.
    #[must_use]
    pub fn figures(&self) -> Figures {
        self.figures_by(self.clock, &Settings::default())
    }

    /// The same, by the wall clock or the row's own.
    pub(crate) fn figures_by(&self, clock: CaseClock, settings: &Settings) -> Figures {
        let row = GroupedRow::by(self, clock);
        let logs = stats::logs(&row.samples(&used_rounds(&[&row])));
        let time = stats::bootstrap(&logs, Centre::Median, settings);
        let puzzles = self.puzzles as f64;
        let guesses = self.counters.guesses as f64 / puzzles;
        // A command does not count, and a library that does not count leaves 0.
        let counts = self.external.is_none() || guesses > 0.0;
        Figures {
            puzzles_per_second: time.map(|log| puzzles * 1e9 / log.exp()),
            guesses_per_puzzle: counts.then_some(guesses),
            groups: row.groups,
        }
    }

    /// Instructions a puzzle in the median round, if the system counts them.
    pub(super) fn instructions_per_puzzle(&self) -> Option<f64> {
        let of_pass = (!self.instructions.is_empty()).then(|| stats::median(&self.instructions));
        of_pass.map(|count| count / self.puzzles as f64)
    }
}

/// The clock by which all these rows have samples.
pub(crate) fn common_clock<'a>(mut rows: impl Iterator<Item = &'a ResultRow>) -> CaseClock {
    match rows.all(|row| row.clock == CaseClock::Cpu) {
        true => CaseClock::Cpu,
        false => CaseClock::Wall,
    }
}

/// The samples of two rows, measured at different times, that a ratio of the rows is taken from, and whether these are
/// only those of quiet rounds. They are by the clock of both rows, or else by the wall clock.
pub(super) fn comparable_samples(old: &ResultRow, new: &ResultRow) -> ([Vec<f64>; 2], bool) {
    let clock = common_clock([old, new].into_iter());
    let [old, new] = [old, new].map(|row| GroupedRow::by(row, clock));
    let are_groups = old.groups.is_some() || new.groups.is_some();
    let quiet = quiet_rounds(&[&old]).zip(quiet_rounds(&[&new]));
    match quiet.filter(|_| are_groups) {
        Some(quiet) => ([old.samples(&quiet.0), new.samples(&quiet.1)], true),
        None => ([&old, &new].map(|row| row.times.to_vec()), false),
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::example;
    use super::*;

    #[test]
    fn figures_come_from_the_samples() {
        let record = example();
        let figures = record.rows[0].figures();
        let speed = figures.puzzles_per_second;
        assert!((speed.value - 1e9 / 102.0).abs() < 1e3);
        assert!(speed.interval.low < speed.value && speed.value < speed.interval.high);
        assert_eq!(figures.guesses_per_puzzle, Some(0.5));
    }

    #[test]
    fn rounds_are_quiet_where_these_are_enough() {
        let slow = |from: usize| {
            let mut row = example().rows.remove(0);
            row.samples_ns = (0..30)
                .map(|i| if i < from { 1e5 } else { 1.7e5 } + i as f64)
                .collect();
            row
        };
        let (one, other) = (slow(20), slow(10));
        let rows = [&one, &other].map(GroupedRow::of);
        assert_eq!(used_rounds(&[&rows[0]]), (0..20).collect::<Vec<_>>());
        assert_eq!(
            used_rounds(&[&rows[0], &rows[1]]),
            (0..10).collect::<Vec<_>>()
        );
        let few = slow(7);
        let few = GroupedRow::of(&few);
        assert_eq!(used_rounds(&[&rows[0], &few]).len(), 30);
    }
}
