//! The figures of a row that people read, and the rounds that they are taken from.

use super::record::ResultRow;
use super::stats::{self, Centre, Estimate, MIN_SAMPLES, SampleGroups, Settings, StatsError};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The figures of a row that people read.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Figures {
    /// Puzzles a second: at the median time, with its interval.
    pub puzzles_per_second: Estimate,
    /// Median nanoseconds a puzzle.
    pub ns_per_puzzle: f64,
    /// Guesses a puzzle.
    pub guesses_per_puzzle: f64,
    /// Share of puzzles that took no guess.
    pub without_guess: f64,
    /// The slow samples, if they make a group.
    pub slow_group: Option<SlowGroup>,
    /// The rounds that speed and time are taken from.
    pub rounds: RoundsUsed,
}

/// Samples taken while something slowed the machine down.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SlowGroup {
    /// Their share of all samples.
    pub share: f64,
    /// Their times divided by those of the others.
    pub factor: f64,
}

/// The rounds that a figure of a row, or a ratio of two rows, is taken from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundsUsed {
    /// All, because the samples of each row are one group.
    All,
    /// The quiet ones, because the samples of a row make two groups.
    Quiet,
    /// All, although the samples of a row make two groups, because too few rounds are quiet.
    TooFewQuiet,
}

/// A row, and the two groups of its samples, if they make two.
#[derive(Debug)]
pub(super) struct GroupedRow<'a> {
    pub(super) row: &'a ResultRow,
    groups: Option<SampleGroups>,
}

impl<'a> GroupedRow<'a> {
    /// Finds the groups of a row.
    ///
    /// # Errors
    /// There are no samples, or a sample is not a time.
    pub(super) fn of(row: &'a ResultRow) -> Result<GroupedRow<'a>, StatsError> {
        let groups = stats::sample_groups(&row.samples_ns)?;
        Ok(GroupedRow { row, groups })
    }

    fn rounds(&self) -> Range<usize> {
        0..self.row.samples_ns.len()
    }

    fn is_slow(&self, round: usize) -> bool {
        let groups = self.groups.as_ref();
        groups.is_some_and(|groups| groups.is_slow[round])
    }

    /// Its samples in these rounds.
    pub(super) fn samples(&self, rounds: &[usize]) -> Vec<f64> {
        rounds.iter().map(|i| self.row.samples_ns[*i]).collect()
    }
}

/// For each set of rows, those of its rounds in which all its rows were quiet, if these are enough in
/// every set; otherwise all its rounds.
fn used_rounds<const N: usize>(
    sets: [(&[&GroupedRow<'_>], Range<usize>); N],
) -> ([Vec<usize>; N], RoundsUsed) {
    let quiet = sets.each_ref().map(|(rows, rounds)| {
        let is_quiet = |round: &usize| !rows.iter().any(|row| row.is_slow(*round));
        rounds.clone().filter(is_quiet).collect::<Vec<usize>>()
    });
    let mut rows = sets.iter().flat_map(|(rows, _)| *rows);
    let used = match rows.any(|row| row.groups.is_some()) {
        false => RoundsUsed::All,
        true if quiet.iter().all(|quiet| quiet.len() >= MIN_SAMPLES) => RoundsUsed::Quiet,
        true => RoundsUsed::TooFewQuiet,
    };
    let rounds = match used {
        RoundsUsed::TooFewQuiet => sets.map(|(_, rounds)| rounds.collect()),
        RoundsUsed::All | RoundsUsed::Quiet => quiet,
    };
    (rounds, used)
}

impl ResultRow {
    /// Computes the figures that people read: those of the quiet group if the samples make two.
    ///
    /// # Errors
    /// There are no samples, or a sample is not a time.
    pub fn figures(&self, settings: &Settings) -> Result<Figures, StatsError> {
        let row = GroupedRow::of(self)?;
        let ([used], rounds) = used_rounds([(&[&row], row.rounds())]);
        let logs = stats::logs(&row.samples(&used))?;
        let time = stats::bootstrap(&logs, Centre::Median, settings)?;
        let puzzles = self.puzzles as f64;
        let speed = time.negated().map(|log| puzzles * 1e9 * log.exp());
        let easy = self.guesses.iter().filter(|class| class.to == 0);
        Ok(Figures {
            puzzles_per_second: speed,
            ns_per_puzzle: time.value.exp() / puzzles,
            guesses_per_puzzle: self.counters.guesses as f64 / puzzles,
            without_guess: easy.map(|class| class.puzzles).sum::<u64>() as f64 / puzzles,
            slow_group: row.groups.map(|groups| SlowGroup {
                share: groups.slow_share(),
                factor: groups.factor,
            }),
            rounds,
        })
    }
}

/// The samples of two rows, measured at different times, that a ratio of the rows is taken from.
///
/// # Errors
/// There are no samples, or a sample is not a time.
pub(super) fn comparable_samples(
    old: &ResultRow,
    new: &ResultRow,
) -> Result<([Vec<f64>; 2], RoundsUsed), StatsError> {
    let (old, new) = (GroupedRow::of(old)?, GroupedRow::of(new)?);
    let sets = [(&[&old][..], old.rounds()), (&[&new], new.rounds())];
    let ([of_old, of_new], used) = used_rounds(sets);
    Ok(([old.samples(&of_old), new.samples(&of_new)], used))
}

/// The rounds of two rows of one result that a ratio of the rows is taken from: those in which both
/// were quiet, if these are enough.
pub(super) fn comparable_rounds(
    row: &GroupedRow<'_>,
    base: &GroupedRow<'_>,
) -> (Vec<usize>, RoundsUsed) {
    let rounds = 0..row.rounds().end.min(base.rounds().end);
    let ([rounds], used) = used_rounds([(&[row, base], rounds)]);
    (rounds, used)
}

#[cfg(test)]
mod tests {
    use super::super::record::tests::example;
    use super::*;

    #[test]
    fn figures_come_from_the_samples() {
        let record = example();
        let figures = record.rows[0].figures(&Settings::default()).unwrap();
        assert!((figures.ns_per_puzzle - 102.0).abs() < 0.01, "{figures:?}");
        let speed = figures.puzzles_per_second;
        assert!((speed.value - 1e9 / 102.0).abs() < 1e3);
        assert!(speed.interval.low < speed.value && speed.value < speed.interval.high);
        assert_eq!(
            (figures.guesses_per_puzzle, figures.without_guess),
            (0.5, 0.75)
        );
    }

    #[test]
    fn a_row_without_samples_has_no_figures() {
        let mut row = example().rows.remove(0);
        row.samples_ns.clear();
        assert_eq!(row.figures(&Settings::default()), Err(StatsError::Empty));
        row.samples_ns.push(-1.0);
        assert!(row.figures(&Settings::default()).is_err());
    }
}
