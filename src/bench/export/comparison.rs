//! Writes the tables of a comparison, aligned for a terminal or as Markdown for a comment.

use super::ExportError;
use super::columns::{Style, TextTable};
use super::results::puzzles;
use super::slow_rounds::compared_rounds;
use crate::bench::baseline::{Comparison, CountChange, TimeChange, Together, Unchecked};
use crate::bench::stats::Judgement;
use crate::escape::escape;
use crate::numbers::{change, count, time};
use std::io::Write;

/// Writes the tables of a comparison: counts first, then times, then how much of each corpus was
/// measured, then the overall verdict.
///
/// # Errors
/// [`ExportError::Io`].
pub fn comparison(
    comparison: &Comparison,
    style: Style,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let names = comparison.names.each_ref().map(|name| &**name);
    counts(comparison, names, style, out)?;
    for unmatched in &comparison.unmatched {
        let case = escape(&unmatched.case.to_string()).to_string();
        let text = format!("Only in the {} result: {case}", unmatched.only_in);
        heading(&text, style, out)?;
    }
    writeln!(out)?;
    times(comparison, names, style, out)?;
    writeln!(out)?;
    for note in compared_rounds(comparison) {
        writeln!(out, "{}\n", style.text(&note))?;
    }
    if !comparison.corpora.is_empty() {
        for corpus in &comparison.corpora {
            puzzles(corpus, style, out)?;
        }
        writeln!(out)?;
    }
    for Unchecked {
        corpus,
        answered,
        puzzles,
    } in &comparison.unchecked
    {
        let (corpus, answered) = (escape(corpus), count(*answered));
        let text = format!(
            "Not checked: {corpus}: {answered} of {} puzzles were answered in time; give more --time, or ask for fewer \
             with --max-puzzles",
            count(*puzzles)
        );
        heading(&text, style, out)?;
    }
    let why = match comparison.by_counts {
        true => ", because a count is worse",
        false => "",
    };
    let text = format!("Verdict: {}{why}", comparison.verdict);
    heading(&text, style, out)
}

fn heading(text: &str, style: Style, out: &mut dyn Write) -> Result<(), ExportError> {
    match style {
        Style::Plain(_) => writeln!(out, "{text}")?,
        Style::Markdown => writeln!(out, "**{}**\n", style.text(text))?,
    }
    Ok(())
}

/// The counts that differ.
fn counts(
    comparison: &Comparison,
    [old, new]: [&str; 2],
    style: Style,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    if comparison.counts.is_empty() {
        return heading("Guesses, nodes and passes: the same in both", style, out);
    }
    heading("Guesses, nodes and passes that differ", style, out)?;
    let table = TextTable {
        header: &["case", "count", old, new, ""],
        keys: 2,
        left: &[0, 1, 4],
        rows: comparison.counts.iter().map(count_row).collect(),
    };
    table.draw(style, out)
}

/// Writes the times, and how they were measured.
fn times(
    comparison: &Comparison,
    [old, new]: [&str; 2],
    style: Style,
    out: &mut dyn Write,
) -> Result<(), ExportError> {
    let kind = match (comparison.paired, comparison.cpu_time, comparison.idle) {
        (true, true, _) => "paired; CPU time of one thread, wall clock of several".to_owned(),
        (true, false, Some(idle)) => format!(
            "paired; wall clock, because a solver slept {:.0} % of its time or worked in other processes",
            100.0 * idle
        ),
        (true, false, None) => "paired; wall clock".to_owned(),
        (false, ..) => "not paired: taken at different times".to_owned(),
    };
    heading(&format!("Times ({kind})"), style, out)?;
    let rows = comparison.rows.iter().map(time_row);
    let rows = rows.chain(comparison.together.as_ref().map(together_row));
    let against = format!("{new} against {old}");
    let taken = match comparison.paired {
        true => "pairs",
        false => "samples",
    };
    let table = TextTable {
        header: &["case", old, new, &against, "interval", taken, "verdict"],
        keys: 1,
        left: &[0, 6],
        rows: rows.collect(),
    };
    table.draw(style, out)
}

fn count_row(change: &CountChange) -> Vec<String> {
    let word = match (change.worse, change.new > change.old) {
        (true, true) => "more",
        (true, false) => "fewer answers",
        (false, _) => "less work",
    };
    vec![
        change.case.to_string(),
        change.count.clone(),
        change.old.to_string(),
        change.new.to_string(),
        word.to_owned(),
    ]
}

fn time_row(row: &TimeChange) -> Vec<String> {
    vec![
        row.case.to_string(),
        time(row.old_ns),
        time(row.new_ns),
        known(row.ratio, row.ratio_low),
        interval(row.ratio_low, row.ratio_high),
        row.samples.to_string(),
        mark(row.verdict),
    ]
}

fn together_row(all: &Together) -> Vec<String> {
    vec![
        "all together".to_owned(),
        String::new(),
        String::new(),
        known(all.ratio, all.ratio_low),
        interval(all.ratio_low, all.ratio_high),
        String::new(),
        mark(all.verdict),
    ]
}

/// A change whose interval is known. Without one, a few samples may show anything.
fn known(ratio: f64, low: Option<f64>) -> String {
    low.map_or_else(|| "unknown".to_owned(), |_| change(ratio))
}

fn interval(low: Option<f64>, high: Option<f64>) -> String {
    match (low, high) {
        (Some(low), Some(high)) => format!("{} to {}", change(low), change(high)),
        _ => "too few samples".to_owned(),
    }
}

fn mark(verdict: Judgement) -> String {
    match verdict {
        Judgement::Slower => "slower (!)".to_owned(),
        other => other.name().to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::text;
    use super::*;
    use crate::bench::baseline::{Thresholds, compare};
    use crate::bench::record::tests::example;

    #[test]
    fn a_comparison_shows_counts_then_times_then_the_verdict() {
        let mut new = example();
        new.rows[0].counters.guesses = 600;
        new.rows[1].samples_ns.iter_mut().for_each(|ns| *ns *= 2e6);
        let mut found = compare(&example(), &new, &Thresholds::default()).unwrap();
        found.names = ["mine", "yours"].map(str::to_owned);
        for style in [Style::Plain(80), Style::Markdown] {
            let text = text(|out| comparison(&found, style, out));
            let place = |what: &str| text.find(what).unwrap_or_else(|| panic!("{what}: {text}"));
            assert!(place("guesses") < place("not paired"));
            assert!(place("not paired") < place("puzzles\n"));
            assert!(place("puzzles\n") < place("Verdict"));
            assert!(place("not paired") < place("Verdict: slower, because a count is worse"));
            assert!(
                text.contains("2e6 times slower") && text.contains("slower (!)"),
                "{text}"
            );
            assert!(text.contains("yours against mine"), "{text}");
        }
    }

    #[test]
    fn a_comparison_without_enough_samples_says_so() {
        let mut few = example();
        few.rows
            .iter_mut()
            .for_each(|row| row.samples_ns.truncate(2));
        let found = compare(&few, &few, &Thresholds::default()).unwrap();
        let text = text(|out| comparison(&found, Style::Plain(usize::MAX), out));
        assert!(
            text.contains("unknown  too few samples") && text.contains("the same in both"),
            "{text}"
        );
    }

    #[test]
    fn what_was_not_measured_is_named_wherever_a_comparison_is_shown() {
        let mut found = compare(&example(), &example(), &Thresholds::default()).unwrap();
        found.corpora[0].puzzles = 20_000;
        found.corpora[0].measured = Some(44);
        let mut none = found.corpora[0].clone();
        (none.name, none.measured) = ("hard".to_owned(), Some(0));
        found.corpora.push(none);
        for style in [Style::Plain(80), Style::Markdown] {
            let text = text(|out| comparison(&found, style, out));
            assert!(
                text.contains("tiny: 44 of 20,000 puzzles measured"),
                "{text}"
            );
            assert!(
                text.contains("hard: not measured, for lack of time (20,000 puzzles)"),
                "{text}"
            );
        }
        let json = serde_json::to_value(&found).unwrap();
        assert_eq!(json["corpora"][0]["measured"], 44);
        assert_eq!(json["corpora"][1]["measured"], 0);
        let read: Comparison = serde_json::from_value(json).unwrap();
        assert_eq!(read, found);
    }
}
