//! Tables for people: aligned for a terminal, or as Markdown for a comment.

use super::ExportError;
use super::columns::Table;
use crate::bench::baseline::Comparison;
use crate::bench::record::{Case, Record};
use crate::bench::stats::{Estimate, Settings, Verdict};
use crate::shown::shown;
use std::io::Write;

/// How a table is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// Columns aligned with spaces, on lines of this many characters: a table that is
    /// wider is cut between columns, and its parts stand below each other.
    Plain(usize),
    /// A Markdown table.
    Markdown,
}

/// Writes the table of a result. Ratios are speeds over that of `reference`,
/// the name of an engine (or of engine and back end, as `lanes/avx2`), on the
/// same threads, corpus and limit.
///
/// # Errors
/// [`ExportError::Io`] and [`ExportError::Stats`].
pub fn results(
    record: &Record,
    reference: Option<&str>,
    style: Style,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let header = [
        "engine",
        "threads",
        "corpus",
        "limit",
        "puzzles/s",
        "±99 %",
        "ns/puzzle",
        "ratio",
        "guesses/puzzle",
        "no guess",
        "p50",
        "p99",
        "max",
    ];
    let mut rows = Vec::new();
    let settings = Settings::default();
    let mut speeds = Vec::new();
    for row in &record.rows {
        speeds.push(row.figures(&settings)?);
    }
    let is_reference = |case: &Case, other: &Case| {
        reference.is_some_and(|name| other.engine == name || other.engine_and_backend() == name)
            && (case.threads, &case.corpus, case.limit)
                == (other.threads, &other.corpus, other.limit)
    };
    for (row, figures) in record.rows.iter().zip(&speeds) {
        let place = record
            .rows
            .iter()
            .position(|other| is_reference(&row.case, &other.case));
        let speed = figures.puzzles_per_second;
        let ratio = place.map(|place| speed.value / speeds[place].puzzles_per_second.value);
        let time = |pick: fn(&crate::bench::record::Latency) -> u64| {
            row.latency
                .as_ref()
                .map_or("-".to_owned(), |latency| short_ns(pick(latency) as f64))
        };
        rows.push(vec![
            row.case.engine_and_backend(),
            row.case.threads.to_string(),
            row.case.corpus.clone(),
            row.case.limit.to_string(),
            grouped(speed.value),
            spread(&speed),
            format!("{:.1}", figures.ns_per_puzzle),
            ratio.map_or("-".to_owned(), |ratio| format!("{ratio:.2}x")),
            format!("{:.3}", figures.guesses_per_puzzle),
            format!("{:.1} %", 100.0 * figures.without_guess),
            time(|latency| latency.p50_ns),
            time(|latency| latency.p99_ns),
            time(|latency| latency.max_ns),
        ]);
    }
    let table = Table {
        header: &header,
        keys: 4,
        left: &[0, 2],
        rows,
    };
    table.draw(style, out)
}

/// Writes the tables of a comparison: counts first, then times, then the
/// verdict on all.
///
/// # Errors
/// [`ExportError::Io`].
pub fn comparison(
    comparison: &Comparison,
    style: Style,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let heading = |out: &mut dyn Write, text: &str| match style {
        Style::Plain(_) => writeln!(out, "{text}"),
        Style::Markdown => writeln!(out, "**{text}**\n"),
    };
    if comparison.counts.is_empty() {
        heading(out, "Deterministic counts: all the same")?;
    } else {
        heading(out, "Deterministic counts that differ")?;
        let row = |c: &crate::bench::baseline::CountChange| {
            let word = match (c.worse, c.new > c.old) {
                (true, true) => "more",
                (true, false) => "fewer answers",
                (false, _) => "less work",
            };
            vec![
                c.case.to_string(),
                c.count.to_owned(),
                c.old.to_string(),
                c.new.to_string(),
                word.to_owned(),
            ]
        };
        let table = Table {
            header: &["case", "count", "old", "new", ""],
            keys: 2,
            left: &[0, 1, 4],
            rows: comparison.counts.iter().map(row).collect(),
        };
        table.draw(style, out)?;
    }
    for unmatched in &comparison.unmatched {
        heading(
            out,
            &format!(
                "Only in the {} result: {}",
                unmatched.only_in,
                shown(&unmatched.case.to_string())
            ),
        )?;
    }
    writeln!(out)?;
    let kind = if comparison.paired {
        "paired"
    } else {
        "not paired: taken at different times, so no gate"
    };
    heading(out, &format!("Times ({kind})"))?;
    let table = Table {
        header: &[
            "case", "old", "new", "new/old", "interval", "samples", "verdict",
        ],
        keys: 1,
        left: &[0, 6],
        rows: comparison.rows.iter().map(time_row).collect(),
    };
    table.draw(style, out)?;
    writeln!(out)?;
    Ok(heading(out, &format!("Verdict: {}", comparison.verdict))?)
}

fn time_row(row: &crate::bench::baseline::TimeChange) -> Vec<String> {
    let interval = match (row.ratio_low, row.ratio_high) {
        (Some(low), Some(high)) => format!("{} to {}", percent(low), percent(high)),
        _ => "too few samples".to_owned(),
    };
    let mark = match row.verdict {
        Verdict::Slower => "slower (!)",
        other => other.name(),
    };
    vec![
        row.case.to_string(),
        short_ns(row.old_ns),
        short_ns(row.new_ns),
        percent(row.ratio),
        interval,
        row.samples.to_string(),
        mark.to_owned(),
    ]
}

/// A ratio as a change: `+5.0 %`; as a factor where it is huge.
fn percent(ratio: f64) -> String {
    if (0.1..10.0).contains(&ratio) {
        format!("{:+.2} %", 100.0 * (ratio - 1.0))
    } else {
        format!("x{ratio:.3e}")
    }
}

fn spread(estimate: &Estimate) -> String {
    if !estimate.interval.is_known() {
        return "?".to_owned();
    }
    let half = (estimate.interval.high - estimate.interval.low) / 2.0;
    format!("{:.1} %", 100.0 * half / estimate.value)
}

/// A time in the unit that keeps it short.
pub(crate) fn short_ns(ns: f64) -> String {
    let (value, unit) = match ns {
        ns if ns < 1e3 => (ns, "ns"),
        ns if ns < 1e6 => (ns / 1e3, "us"),
        ns if ns < 1e9 => (ns / 1e6, "ms"),
        ns => (ns / 1e9, "s"),
    };
    let digits = usize::from(value < 100.0) + usize::from(value < 10.0);
    format!("{value:.digits$} {unit}")
}

/// A whole number with its thousands apart: `12 345 678`.
pub(crate) fn grouped(value: f64) -> String {
    let digits = format!("{value:.0}");
    let mut out = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i) % 3 == 0 {
            out.push(' ');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::super::baseline::{Terms, compare};
    use super::super::super::record::tests::example;
    use super::*;

    fn text(write: impl Fn(&mut Vec<u8>) -> Result<(), ExportError>) -> String {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn a_result_is_a_table_with_ratios_to_the_reference() {
        let table =
            text(|out| results(&example(), Some("mrv-scan"), Style::Plain(usize::MAX), out));
        let lines: Vec<&str> = table.lines().collect();
        assert_eq!(lines.len(), 3);
        assert!(lines[0].starts_with("engine") && lines[0].ends_with("max"));
        assert!(
            lines[1].starts_with("lanes/avx2") && lines[1].contains("  10.00x  "),
            "{table}"
        );
        assert!(
            lines[1].contains("9 803 922") && lines[1].contains("75.0 %"),
            "{table}"
        );
        assert!(lines[2].contains("  1.00x  "));
        let none = text(|out| results(&example(), None, Style::Plain(usize::MAX), out));
        assert!(none.lines().nth(1).unwrap().contains("   -  "), "{none}");
    }

    #[test]
    fn a_table_is_cut_between_columns_and_no_cell_is_lost() {
        let whole = text(|out| results(&example(), Some("mrv-scan"), Style::Plain(500), out));
        let cells = |text: &str| -> std::collections::BTreeSet<String> {
            let cells = text.lines().flat_map(|line| line.split("  "));
            cells
                .map(|cell| cell.trim().to_owned())
                .filter(|cell| !cell.is_empty())
                .collect()
        };
        for columns in [80, 60, 40, 1] {
            let table =
                text(|out| results(&example(), Some("mrv-scan"), Style::Plain(columns), out));
            let longest = table.lines().map(|line| line.chars().count()).max();
            assert!(columns < 40 || longest <= Some(columns), "{table}");
            let (have, want) = (cells(&table), cells(&whole));
            let missing: Vec<&String> = want.difference(&have).collect();
            // What is the same in all rows is said above them.
            assert!(
                missing
                    .iter()
                    .all(|cell| table.lines().next().unwrap().contains(cell.as_str())),
                "{missing:?}: {table}"
            );
        }
    }

    #[test]
    fn names_in_a_table_are_escaped() {
        let mut record = example();
        record.rows[0].case.corpus = "a\x1b[2Jb\nc".to_owned();
        for style in [Style::Plain(80), Style::Markdown] {
            let table = text(|out| results(&record, None, style, out));
            assert!(
                table.contains(r"a\u{1b}[2Jb\nc") && !table.contains('\x1b'),
                "{table}"
            );
        }
    }

    #[test]
    fn markdown_has_a_rule_and_a_column_for_each_cell() {
        let mut record = example();
        record.rows[0].case.corpus = "a|b".to_owned();
        let table = text(|out| results(&record, None, Style::Markdown, out));
        assert!(
            table
                .lines()
                .nth(1)
                .unwrap()
                .starts_with("| :-- | --: | :-- |")
        );
        assert!(table.contains("a\\|b"));
        let bars = |line: &str| line.replace("\\|", "").matches('|').count();
        assert!(table.lines().all(|line| bars(line) == 14), "{table}");
    }

    #[test]
    fn a_comparison_shows_counts_then_times_then_the_verdict() {
        let mut new = example();
        new.rows[0].counters.guesses = 600;
        new.rows[1].samples_ns.iter_mut().for_each(|ns| *ns *= 1e6);
        let found = compare(&example(), &new, &Terms::default()).unwrap();
        for style in [Style::Plain(80), Style::Markdown] {
            let text = text(|out| comparison(&found, style, out));
            let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
            assert!(place("guesses") < place("not paired"));
            assert!(place("not paired") < place("Verdict: slower"));
            assert!(
                text.contains("x1.000e6") && text.contains("slower (!)"),
                "{text}"
            );
        }
    }

    #[test]
    fn a_comparison_without_enough_samples_says_so() {
        let mut few = example();
        few.rows
            .iter_mut()
            .for_each(|row| row.samples_ns.truncate(2));
        let found = compare(&few, &few, &Terms::default()).unwrap();
        let text = text(|out| comparison(&found, Style::Plain(usize::MAX), out));
        assert!(
            text.contains("too few samples") && text.contains("all the same"),
            "{text}"
        );
    }

    #[test]
    fn times_and_numbers_are_short() {
        let shown = [1.234, 12.34, 999.0, 1234.0, 5.6e7, 7.8e9].map(short_ns);
        assert_eq!(
            shown,
            [
                "1.23 ns", "12.3 ns", "999 ns", "1.23 us", "56.0 ms", "7.80 s"
            ]
        );
        assert_eq!(grouped(1234567.0), "1 234 567");
        assert_eq!(grouped(12.0), "12");
    }
}
