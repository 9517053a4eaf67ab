//! Compares two results: what changed from the old one to the new one.

use super::page::{HtmlError, PageColumn, case_title, stopped, table};
use super::svg::escape_html;
use crate::bench::baseline::{self, Comparison, Mismatch, Thresholds, TimeChange};
use crate::bench::export;
use crate::bench::record::Record;
use crate::bench::stats::Judgement;
use crate::numbers::{change, count, time};
use std::fmt::Write;

pub(super) fn section(old: &Record, new: &Record) -> Result<String, HtmlError> {
    let mismatches = baseline::mismatches(old, new);
    let mut html = format!(
        "<section id=\"changes\">\n<h2>What changed</h2>\n<p>From {} to {}.</p>\n",
        side(old),
        side(new)
    );
    match &mismatches[..] {
        [] => html += &compared(old, new)?,
        mismatches => html += &refused(mismatches),
    }
    Ok(html + "</section>\n")
}

/// A result's builds and date.
fn side(record: &Record) -> String {
    let date = record.date.split('T').next().unwrap_or_default();
    let stopped = stopped(record).map_or(String::new(), |stopped| format!(", {stopped}"));
    format!(
        "<code>{}</code> ({}{stopped})",
        escape_html(&record.builds()),
        escape_html(date)
    )
}

/// Why two results are not compared.
fn refused(mismatches: &[Mismatch]) -> String {
    let reasons = mismatches.iter().map(ToString::to_string);
    let reasons = reasons.map(|reason| format!("<li>{}</li>\n", escape_html(&reason)));
    format!(
        "<p class=\"warning\">These results do not belong together, so they are not compared:</p>\n<ul>\n{}</ul>\n",
        reasons.collect::<String>()
    )
}

/// What changed between results that belong together.
fn compared(old: &Record, new: &Record) -> Result<String, HtmlError> {
    let thresholds = Thresholds::default();
    let found = baseline::compare(old, new, &thresholds)?;
    let mut html = String::new();
    if found.rows.is_empty() {
        html.push_str(
            "<p class=\"warning\">They have no case in common, so nothing is compared.</p>\n",
        );
    } else {
        html += &verdict(&found);
        html.push_str(
            "<p>These results are not paired: they were measured at different times, so other work of the machine \
             is part of each change. <code>ninefold compare --paired</code> takes them in turns.</p>\n",
        );
        html += &meaning(&thresholds);
        html += &times(&found);
        for note in export::compared_rounds(&found) {
            let note = escape_html(&note.replace('\n', " "));
            let _ = writeln!(html, "<p class=\"caption\">{note}</p>");
        }
        html += &counts(&found);
    }
    for unmatched in &found.unmatched {
        let case = escape_html(&case_title(&unmatched.case));
        let _ = writeln!(
            html,
            "<p>Only in the {} result: {case}.</p>",
            unmatched.only_in
        );
    }
    Ok(html)
}

fn verdict(found: &Comparison) -> String {
    let kinds = [
        Judgement::Slower,
        Judgement::Faster,
        Judgement::Same,
        Judgement::Inconclusive,
    ];
    let number = |kind: Judgement| found.rows.iter().filter(|row| row.verdict == kind).count();
    let parts = kinds.map(|kind| (number(kind), kind));
    let parts = parts.iter().filter(|(number, _)| *number > 0);
    let parts = parts.map(|(number, kind)| format!("{number} {kind}"));
    let by_counts = found.by_counts.then(|| "a count is worse".to_owned());
    let parts: Vec<String> = by_counts.into_iter().chain(parts).collect();
    let verdict = found.verdict;
    format!(
        "<p class=\"answer\">Verdict: <strong class=\"{}\">{verdict}</strong> ({}).</p>\n",
        class(verdict),
        parts.join(", ")
    )
}

/// The class of what has a verdict: its colour.
fn class(verdict: Judgement) -> &'static str {
    match verdict {
        Judgement::Inconclusive => "untold",
        verdict => verdict.name(),
    }
}

/// What the verdicts of single cases mean.
fn meaning(thresholds: &Thresholds) -> String {
    format!(
        "<p class=\"caption\">Slower or faster: the whole interval (99 % for all rows together) lies beyond {:.0} %. \
         Same: it lies within. Cannot tell: anything else, and fewer than {} rounds.</p>\n",
        100.0 * thresholds.threshold,
        thresholds.min_samples
    )
}

fn times(found: &Comparison) -> String {
    let row = |row: &TimeChange| {
        let interval = match row.ratio_low.zip(row.ratio_high) {
            Some((low, high)) => format!("{} to {}", change(low), change(high)),
            None => "too few rounds".to_owned(),
        };
        let cells = vec![
            case_title(&row.case),
            row.verdict.name().to_owned(),
            change(row.ratio),
            interval,
            time(row.old_ns),
            time(row.new_ns),
        ];
        (class(row.verdict), cells)
    };
    // Rows that need attention come first.
    let order = |row: &&TimeChange| match row.verdict {
        Judgement::Slower => 0,
        Judgement::Faster => 1,
        Judgement::Inconclusive => 2,
        Judgement::Same => 3,
    };
    let mut rows: Vec<&TimeChange> = found.rows.iter().collect();
    rows.sort_by(|a, b| order(a).cmp(&order(b)).then(b.ratio.total_cmp(&a.ratio)));
    let columns = [
        PageColumn::left("case"),
        PageColumn::left("verdict"),
        PageColumn::right("new against old"),
        PageColumn::right("99 % interval"),
        PageColumn::right("old time"),
        PageColumn::right("new time"),
    ];
    table(&columns, &rows.into_iter().map(row).collect::<Vec<_>>())
}

fn counts(found: &Comparison) -> String {
    if found.counts.is_empty() {
        return "<p>Guesses, nodes and answers are the same.</p>\n".to_owned();
    }
    let rows = found.counts.iter().map(|change| {
        let class = if change.worse { "slower" } else { "faster" };
        let numbers = [count(change.old), count(change.new)];
        let cells = [
            &[case_title(&change.case), change.count.to_owned()][..],
            &numbers,
        ]
        .concat();
        (class, cells)
    });
    let columns = [
        PageColumn::left("count that differs"),
        PageColumn::left(""),
        PageColumn::right("old"),
        PageColumn::right("new"),
    ];
    table(&columns, &rows.collect::<Vec<_>>())
}
