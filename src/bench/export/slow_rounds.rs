//! Sentences about samples that make two groups, and about the figures that are of the quiet one.

use crate::bench::baseline::{Comparison, TimeChange};
use crate::bench::ranking::Rankings;
use crate::bench::record::{Figures, Record, ResultRow, RoundsUsed};
use crate::bench::stats::MIN_SAMPLES;
use crate::escape::escape;
use crate::numbers::counted;

/// Says that the samples of some rows make two groups, and which figures are of the quiet one.
pub(crate) fn slow_rounds(
    record: &Record,
    figures: &[Figures],
    rankings: &[Rankings],
) -> Option<String> {
    let rows = record.rows.iter().zip(figures);
    let slow = rows.filter_map(|(row, figures)| Some((row, figures.slow_group?)));
    let slow: Vec<_> = slow.collect();
    let most = slow.iter();
    let (row, group) = most.max_by(|(_, a), (_, b)| a.factor.total_cmp(&b.factor))?;
    let rows = match slow.len() {
        1 => String::new(),
        number => format!(" (and {} more)", counted(number as u64 - 1, "row")),
    };
    Some(format!(
        "{}{rows}: two groups of samples, 1.0 and {:.1}; {:.0} % of the rounds are slow. Most\n\
         likely others use the machine. {}",
        solver_on_corpus(row),
        group.factor,
        100.0 * group.share,
        rounds_of_figures(record, figures, rankings)
    ))
}

/// Says which speeds and ratios are of the quiet rounds, and which are of all.
fn rounds_of_figures(record: &Record, figures: &[Figures], rankings: &[Rankings]) -> String {
    let speeds = record.rows.iter().zip(figures);
    let speeds = FigureRounds::of(speeds.map(|(row, figures)| (row, figures.rounds)));
    let ratio = |row| Some((row, ratio_rounds(row, rankings)?));
    let ratios = FigureRounds::of(record.rows.iter().filter_map(ratio));
    if speeds.is_quiet() && ratios.is_quiet() {
        return "Speeds and ratios are of the quiet rounds.".to_owned();
    }
    let sentences = [
        speeds.sentence("Speeds", "speed"),
        ratios.sentence("Ratios", "ratio"),
    ];
    let sentences: Vec<String> = sentences.into_iter().flatten().collect();
    sentences.join("\n")
}

/// The rounds that the ratio of a row is taken from, if it has one: the reference has none.
fn ratio_rounds(row: &ResultRow, rankings: &[Rankings]) -> Option<RoundsUsed> {
    let of_its_setting = rankings.iter().find(|rankings| rankings.has(row))?;
    let on = of_its_setting.on_corpus(row)?;
    (row.case.engine_and_backend() != of_its_setting.reference).then_some(on.rounds)
}

/// The rounds that one kind of figure of several rows is taken from.
struct FigureRounds<'a> {
    has_quiet: bool,
    /// The rows with too few quiet rounds.
    few: Vec<&'a ResultRow>,
}

impl<'a> FigureRounds<'a> {
    fn of(rows: impl Iterator<Item = (&'a ResultRow, RoundsUsed)>) -> FigureRounds<'a> {
        let (mut has_quiet, mut few) = (false, Vec::new());
        for (row, rounds) in rows {
            match rounds {
                RoundsUsed::All => {}
                RoundsUsed::Quiet => has_quiet = true,
                RoundsUsed::TooFewQuiet => few.push(row),
            }
        }
        FigureRounds { has_quiet, few }
    }

    /// Whether all that could be are of the quiet rounds.
    fn is_quiet(&self) -> bool {
        self.has_quiet && self.few.is_empty()
    }

    fn sentence(&self, all: &str, one: &str) -> Option<String> {
        let why = format!("fewer than {MIN_SAMPLES} rounds were quiet");
        match (&self.few[..], self.has_quiet) {
            ([], false) => None,
            ([], true) => Some(format!("{all} are of the quiet rounds.")),
            (_, false) => Some(format!("{all} are of all rounds: {why}.")),
            ([first, ..], true) => Some(format!(
                "{all} are of the quiet rounds, except the {one} of\n{}: {why}.",
                and_more(&solver_on_corpus(first), self.few.len())
            )),
        }
    }
}

/// A row in words: `lanes/avx2 on easy`.
fn solver_on_corpus(row: &ResultRow) -> String {
    let case = &row.case;
    format!(
        "{} on {}",
        escape(&case.engine_and_backend()),
        escape(&case.corpus)
    )
}

/// The first of several rows, and the number of the others.
fn and_more(first: &str, rows: usize) -> String {
    match rows {
        1 => first.to_owned(),
        _ => format!("{first} and {} more", counted(rows as u64 - 1, "row")),
    }
}

/// Says which changes of a comparison are only of the quiet rounds, and which have too few quiet rounds.
pub(crate) fn compared_rounds(found: &Comparison) -> Vec<String> {
    let note = |used: RoundsUsed, what: &str| {
        let is = |row: &&TimeChange| row.rounds == used;
        let rows: Vec<&TimeChange> = found.rows.iter().filter(is).collect();
        let first = escape(&rows.first()?.case.to_string()).to_string();
        Some(format!(
            "{}: two groups of samples.\n{what}",
            and_more(&first, rows.len())
        ))
    };
    let few = format!(
        "Fewer than {MIN_SAMPLES} rounds were quiet on a side, so all rounds are compared."
    );
    let notes = [
        note(
            RoundsUsed::Quiet,
            "Most likely others use the machine. Only the quiet rounds are compared.",
        ),
        note(RoundsUsed::TooFewQuiet, &few),
    ];
    notes.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::text;
    use super::super::{Style, TableDetail, comparison, results};
    use super::*;
    use crate::bench::baseline::{Thresholds, compare};
    use crate::bench::record::tests::example;

    fn table(record: &Record, detail: TableDetail, columns: usize) -> String {
        text(|out| results(record, None, detail, Style::Plain(columns), out))
    }

    /// 30 samples of `ns`, of which those at `slow` places take 1.7 times as long.
    fn disturbed(ns: f64, slow: impl Fn(usize) -> bool) -> Vec<f64> {
        let state = |i| if slow(i) { 1.7 } else { 1.0 };
        (0..30).map(|i| ns * state(i) + i as f64).collect()
    }

    #[test]
    fn two_groups_of_samples_are_said_and_speeds_are_of_the_quiet_one() {
        let mut record = example();
        record.rows[0].samples_ns = disturbed(1e5, |i| i % 3 == 0);
        record.rows[1].samples_ns = (0..30)
            .map(|i| if i % 3 == 0 { 1.1e6 } else { 1e6 })
            .collect();
        let brief = table(&record, TableDetail::Brief, 80);
        // The other row has one group, and its ratio is of the quiet rounds of the first.
        assert!(
            brief.contains("  9,998,") && brief.contains("  0.10x\n"),
            "{brief}"
        );
        let note = "\n\nlanes/avx2 on tiny: two groups of samples, 1.0 and 1.7; 33 % of the rounds are slow.";
        assert!(brief.contains(note), "{brief}");
        let wide = table(&record, TableDetail::Wide, usize::MAX);
        assert!(wide.contains("33 % at 1.70x"), "{wide}");
    }

    #[test]
    fn ratios_of_all_rounds_are_not_called_those_of_the_quiet_ones() {
        let mut record = example();
        record.rows[0].samples_ns = disturbed(1e5, |i| i < 15);
        let mut note = |from: usize| {
            record.rows[1].samples_ns = disturbed(1e6, |i| i >= from);
            let brief = table(&record, TableDetail::Brief, 80);
            let (_, note) = brief.split_once("likely others").unwrap();
            note.replace('\n', " ")
        };
        // 10 and 5 rounds are quiet for both.
        assert!(
            note(25).contains("Speeds and ratios are of the quiet rounds. "),
            "{}",
            note(25)
        );
        let few = "Speeds are of the quiet rounds. Ratios are of all rounds: fewer than 8 rounds were quiet.";
        assert!(note(20).contains(few), "{}", note(20));
        let mut more = record.rows[1].clone();
        more.case.engine = "mrv".to_owned();
        more.samples_ns = disturbed(1e6, |i| i < 15);
        record.rows.push(more);
        let brief = table(&record, TableDetail::Brief, 80);
        let mixed = "Speeds are of the quiet rounds.\nRatios are of the quiet rounds, except the ratio of\nmrv-scan on tiny: fewer than 8 ";
        assert!(brief.contains(mixed), "{brief}");
    }

    #[test]
    fn speeds_of_all_rounds_are_not_called_those_of_the_quiet_ones() {
        let mut record = example();
        record.rows[0].samples_ns = disturbed(1e5, |i| i < 12);
        record.rows[1].samples_ns = disturbed(1e6, |i| i < 24);
        let brief = table(&record, TableDetail::Brief, 80);
        let mixed = "Speeds are of the quiet rounds, except the speed of\nmrv-scan on tiny: fewer than 8 rounds were quiet.\nRatios are of all rounds:";
        assert!(brief.contains(mixed), "{brief}");
        record.rows[0].samples_ns = disturbed(1e5, |i| i < 24);
        let brief = table(&record, TableDetail::Brief, 80);
        let none =
            "Speeds are of all rounds: fewer than 8 rounds were quiet.\nRatios are of all rounds:";
        assert!(brief.contains(none), "{brief}");
    }

    #[test]
    fn a_comparison_says_which_rounds_it_is_of() {
        let shown = |slow: usize| {
            let mut new = example();
            new.rows[0].samples_ns = disturbed(1e5, |i| i < slow);
            let found = compare(&example(), &new, &Thresholds::default()).unwrap();
            text(|out| comparison(&found, Style::Plain(80), out))
        };
        let rows = "\nlanes/avx2 x1 tiny limit 2: two groups of samples.\n";
        let quiet = "Only the quiet rounds are compared.\n";
        assert!(
            shown(10).contains(rows) && shown(10).contains(quiet),
            "{}",
            shown(10)
        );
        let all = "Fewer than 8 rounds were quiet on a side, so all rounds are compared.\n";
        assert!(
            shown(25).contains(rows) && shown(25).contains(all),
            "{}",
            shown(25)
        );
        assert!(!shown(0).contains("groups"), "{}", shown(0));
    }
}
