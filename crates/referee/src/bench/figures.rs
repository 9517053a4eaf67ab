//! The figures of a row that people read, and the rounds of a result that they are taken from.

use super::row::{CaseClock, ResultRow};
use super::stats::{self, Estimate, MIN_SAMPLES, SampleGroups, Settings};

/// The figures of a row that people read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Figures {
    /// Puzzles a second: at the median time, with its interval.
    pub puzzles_per_second: Estimate,
    /// Guesses a puzzle, if the solver counts them.
    pub guesses_per_puzzle: Option<f64>,
    /// The groups of samples, if they make two.
    pub groups: Option<SampleGroups>,
}

/// All rounds that these rows of a result have.
pub(super) fn all_rounds(rows: &[&ResultRow]) -> Vec<usize> {
    let rounds = rows.iter().map(|row| row.samples.len()).min();
    (0..rounds.unwrap_or(0)).collect()
}

/// The quiet rounds of these rows of one result: those in which no row was slow, by its clock. If
/// they are too few, one row may be slow in them, and so on, up to half of the rows that have two
/// groups of samples. So one solver that is often slow does not choose the rounds of all others.
/// `None` if no row has groups, or the rounds are still too few.
pub(super) fn quiet_rounds(rows: &[&ResultRow]) -> Option<Vec<usize>> {
    let all = all_rounds(rows);
    let groups = rows.iter();
    let groups = groups.filter_map(|row| stats::sample_groups(&row.times(row.clock)));
    let groups: Vec<SampleGroups> = groups.collect();
    if groups.is_empty() {
        return None;
    }
    let slow = |&round: &usize| groups.iter().filter(|of| of.is_slow[round]).count();
    (0..=groups.len() / 2).find_map(|most| {
        let mut quiet = all.clone();
        quiet.retain(|round| slow(round) <= most);
        let is_enough = quiet.len() >= MIN_SAMPLES && stats::is_of_both_parities(&quiet);
        is_enough.then_some(quiet)
    })
}

impl ResultRow {
    /// Computes the figures that people read, of these rounds.
    ///
    /// # Panics
    /// There are no rounds, or a sample is not a time.
    #[must_use]
    pub(crate) fn figures(&self, rounds: &[usize]) -> Figures {
        let guesses = self.counters.guesses as f64 / self.puzzles as f64;
        // A command does not count, and a library that does not count leaves 0.
        let counts = self.external.is_none() || guesses > 0.0;
        Figures {
            puzzles_per_second: self.speed_in(rounds, self.clock),
            guesses_per_puzzle: counts.then_some(guesses),
            groups: stats::sample_groups(&self.times(self.clock)),
        }
    }

    /// Puzzles a second at the median time of these rounds, with its interval.
    pub(super) fn speed_in(&self, rounds: &[usize], clock: CaseClock) -> Estimate {
        let logs = stats::logs(&self.times_in(rounds, clock));
        let time = stats::median_with_interval(&logs, Settings::default().error);
        time.map(|log| self.puzzles as f64 * 1e9 / log.exp())
    }

    /// The times of its samples in these rounds.
    pub(super) fn times_in(&self, rounds: &[usize], clock: CaseClock) -> Vec<f64> {
        rounds
            .iter()
            .map(|&round| self.samples[round].ns(clock))
            .collect()
    }

    /// Instructions a puzzle in the median round, if the system counts them.
    pub(super) fn instructions_per_puzzle(&self) -> Option<f64> {
        let counts: Option<Vec<f64>> = self
            .samples
            .iter()
            .map(|sample| sample.instructions)
            .collect();
        let counts = counts.filter(|counts| !counts.is_empty())?;
        Some(stats::median(&counts) / self.puzzles as f64)
    }
}

/// The clock by which all these rows have samples.
pub(crate) fn common_clock<'a>(mut rows: impl Iterator<Item = &'a ResultRow>) -> CaseClock {
    if rows.all(|row| row.clock == CaseClock::Cpu) {
        CaseClock::Cpu
    } else {
        CaseClock::Wall
    }
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::{example, set_times};
    use super::*;

    #[test]
    fn figures_come_from_the_samples() {
        let record = example();
        let row = &record.rows[0];
        let figures = row.figures(&all_rounds(&[row]));
        let speed = figures.puzzles_per_second;
        assert!((speed.value - 1e9 / 102.0).abs() < 1e3);
        assert!(speed.interval.low < speed.value && speed.value < speed.interval.high);
        assert_eq!(figures.guesses_per_puzzle, Some(0.5));
    }

    #[test]
    fn rounds_are_quiet_where_all_are_if_these_are_enough() {
        let slow = |from: usize| {
            let mut row = example().rows.remove(0);
            let time = |i: usize| if i < from { 1e5 } else { 1.7e5 } + i as f64;
            set_times(&mut row, (0..30).map(time));
            row
        };
        let one = slow(20);
        let other = slow(10);
        let few = slow(7);
        let up_to = |end: usize| Some((0..end).collect());
        assert_eq!(quiet_rounds(&[&one]), up_to(20));
        assert_eq!(quiet_rounds(&[&few]), None);
        assert_eq!(quiet_rounds(&[&example().rows[0]]), None);
        assert_eq!(quiet_rounds(&[&one, &other]), up_to(10));
        // One that is nearly always slow does not decide for others.
        assert_eq!(quiet_rounds(&[&one, &few]), up_to(20));
        // Each is slow in other even rounds, and odd rounds alone are not enough.
        let even = |rest: usize| {
            let mut row = example().rows.remove(0);
            let time = |i: usize| if i % 4 == rest { 1.7e5 } else { 1e5 } + i as f64;
            set_times(&mut row, (0..32).map(time));
            row
        };
        let rows = [0, 2].map(even);
        assert_eq!(
            quiet_rounds(&[&rows[0]]).map(|rounds| rounds.len()),
            Some(24)
        );
        let both = quiet_rounds(&[&rows[0], &rows[1]]);
        assert!(both.is_some_and(|rounds| rounds.len() == 32));
    }
}
