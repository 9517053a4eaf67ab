//! The figures of a row that people read, and the rounds that they are taken from.

use super::record::ResultRow;
use super::stats::{self, Centre, Estimate, MIN_SAMPLES, SampleGroups, Settings, StatsError};
use serde::Serialize;

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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum RoundsUsed {
    /// All, because the samples of each row are one group.
    All,
    /// The quiet ones, because the samples of a row make two groups.
    Quiet,
    /// All, although the samples of a row make two groups, because too few rounds are quiet.
    TooFewQuiet,
}

impl RoundsUsed {
    /// The choice for this number of quiet rounds.
    fn of(has_groups: bool, quiet: usize) -> RoundsUsed {
        match (has_groups, quiet) {
            (false, _) => RoundsUsed::All,
            (true, MIN_SAMPLES..) => RoundsUsed::Quiet,
            (true, _) => RoundsUsed::TooFewQuiet,
        }
    }
}

impl ResultRow {
    /// Computes the figures that people read: those of the quiet group if the samples make two.
    ///
    /// # Errors
    /// There are no samples, or a sample is not a time.
    pub fn figures(&self, settings: &Settings) -> Result<Figures, StatsError> {
        let groups = stats::sample_groups(&self.samples_ns)?;
        let quiet = quiet_samples(self, groups.as_ref());
        let rounds = RoundsUsed::of(groups.is_some(), quiet.len());
        let samples = match rounds {
            RoundsUsed::Quiet => &quiet,
            _ => &self.samples_ns,
        };
        let logs = stats::logs(samples)?;
        let time = stats::bootstrap(&logs, Centre::Median, settings)?;
        let puzzles = self.puzzles as f64;
        let speed = time.negated().map(|log| puzzles * 1e9 * log.exp());
        let easy = self.guesses.iter().filter(|class| class.to == 0);
        Ok(Figures {
            puzzles_per_second: speed,
            ns_per_puzzle: time.value.exp() / puzzles,
            guesses_per_puzzle: self.counters.guesses as f64 / puzzles,
            without_guess: easy.map(|class| class.puzzles).sum::<u64>() as f64 / puzzles,
            slow_group: groups.map(|groups| SlowGroup {
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
    let mut has_groups = false;
    let mut quiet = |row: &ResultRow| {
        let groups = stats::sample_groups(&row.samples_ns)?;
        has_groups |= groups.is_some();
        Ok(quiet_samples(row, groups.as_ref()))
    };
    let quiet = [quiet(old)?, quiet(new)?];
    let used = RoundsUsed::of(has_groups, quiet[0].len().min(quiet[1].len()));
    Ok(match used {
        RoundsUsed::TooFewQuiet => ([old.samples_ns.clone(), new.samples_ns.clone()], used),
        _ => (quiet, used),
    })
}

/// The rounds of two rows of one result that a ratio of the rows is taken from: those in which both
/// were quiet, if these are enough.
///
/// # Errors
/// There are no samples, or a sample is not a time.
pub(super) fn comparable_rounds(
    row: &ResultRow,
    base: &ResultRow,
) -> Result<(Vec<usize>, RoundsUsed), StatsError> {
    let groups = [
        stats::sample_groups(&row.samples_ns)?,
        stats::sample_groups(&base.samples_ns)?,
    ];
    let rounds = 0..row.samples_ns.len().min(base.samples_ns.len());
    let is_slow = |round: usize| groups.iter().flatten().any(|groups| groups.is_slow[round]);
    let quiet: Vec<usize> = rounds.clone().filter(|round| !is_slow(*round)).collect();
    let used = RoundsUsed::of(groups.iter().any(Option::is_some), quiet.len());
    Ok(match used {
        RoundsUsed::TooFewQuiet => (rounds.collect(), used),
        _ => (quiet, used),
    })
}

/// The samples outside the slow group.
fn quiet_samples(row: &ResultRow, groups: Option<&SampleGroups>) -> Vec<f64> {
    let is_quiet = |i: &usize| groups.is_none_or(|groups| !groups.is_slow[*i]);
    let quiet = (0..row.samples_ns.len()).filter(is_quiet);
    quiet.map(|i| row.samples_ns[i]).collect()
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
