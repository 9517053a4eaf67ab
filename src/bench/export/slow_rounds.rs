//! Sentences about samples that make two groups, and which figures are of the quiet one.

use crate::bench::baseline::{Comparison, TimeChange};
use crate::bench::ranking::Rankings;
use crate::bench::record::{Figures, Record, ResultRow, RoundsUsed};
use crate::bench::stats::MIN_SAMPLES;
use crate::escape::escape;
use crate::numbers::counted;

/// That the samples of some rows make two groups, and what is of the quiet one.
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
        quiet_figures(record, rankings)
    ))
}

/// Which figures are of the quiet rounds alone.
fn quiet_figures(record: &Record, rankings: &[Rankings]) -> String {
    let used = |row: &ResultRow| {
        let on = rankings.iter().find_map(|rankings| rankings.on_corpus(row));
        let is_reference =
            |rankings: &Rankings| row.case.engine_and_backend() == rankings.reference;
        let is_other = !rankings
            .iter()
            .any(|rankings| rankings.has(row) && is_reference(rankings));
        on.filter(|_| is_other).map(|on| on.rounds)
    };
    let with = |wanted: RoundsUsed| {
        record
            .rows
            .iter()
            .filter(move |row| used(row) == Some(wanted))
    };
    let few: Vec<&ResultRow> = with(RoundsUsed::TooFewQuiet).collect();
    let has_quiet = with(RoundsUsed::Quiet).next().is_some();
    let why = format!("fewer than {MIN_SAMPLES} rounds were quiet for both solvers");
    match (&few[..], has_quiet) {
        ([], true) => "Speeds and ratios are of the quiet rounds.".to_owned(),
        ([], false) => "Speeds are of the quiet rounds.".to_owned(),
        (_, false) => format!("Speeds are of the quiet rounds, ratios\nof all rounds: {why}."),
        ([first, ..], true) => format!(
            "Speeds and ratios are of the quiet rounds,\nexcept the ratio of {}: {why}.",
            and_more(&solver_on_corpus(first), few.len())
        ),
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

/// The first of so many rows, and how many more there are.
fn and_more(first: &str, rows: usize) -> String {
    match rows {
        1 => first.to_owned(),
        _ => format!("{first} and {} more", counted(rows as u64 - 1, "row")),
    }
}

/// Which changes of a comparison are of the quiet rounds alone, and which would be if these were not too
/// few.
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
        let few = "Speeds are of the quiet rounds, ratios of all rounds: fewer than 8 rounds were quiet for both";
        assert!(note(20).contains(few), "{}", note(20));
        let mut more = record.rows[1].clone();
        more.case.engine = "mrv".to_owned();
        more.samples_ns = disturbed(1e6, |i| i < 15);
        record.rows.push(more);
        let brief = table(&record, TableDetail::Brief, 80);
        let mixed = "Speeds and ratios are of the quiet rounds,\nexcept the ratio of mrv-scan on tiny: fewer than 8 ";
        assert!(brief.contains(mixed), "{brief}");
    }

    #[test]
    fn a_comparison_says_which_rounds_it_is_of() {
        let said = |slow: usize| {
            let mut new = example();
            new.rows[0].samples_ns = disturbed(1e5, |i| i < slow);
            let found = compare(&example(), &new, &Thresholds::default()).unwrap();
            text(|out| comparison(&found, ["old", "new"], Style::Plain(80), out))
        };
        let rows = "\nlanes/avx2 x1 tiny limit 2: two groups of samples.\n";
        let quiet = "Only the quiet rounds are compared.\n";
        assert!(
            said(10).contains(rows) && said(10).contains(quiet),
            "{}",
            said(10)
        );
        let all = "Fewer than 8 rounds were quiet on a side, so all rounds are compared.\n";
        assert!(
            said(25).contains(rows) && said(25).contains(all),
            "{}",
            said(25)
        );
        assert!(!said(0).contains("groups"), "{}", said(0));
    }
}
