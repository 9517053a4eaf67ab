//! Compares two results: what changed from the old one to the new one.

use super::page::{HtmlError, PageColumn, case_title, table};
use super::svg::escape_html;
use crate::bench::baseline::{self, Comparison, Thresholds, TimeChange};
use crate::bench::export;
use crate::bench::record::Record;
use crate::bench::stats::Judgement;
use crate::numbers::{change, count, time};
use std::fmt::Write;

pub(super) fn section(old: &Record, new: &Record) -> Result<String, HtmlError> {
    let terms = Thresholds::default();
    let found = baseline::compare(old, new, &terms)?;
    let mismatches = baseline::mismatches(old, new);
    let mut html = "<section id=\"changes\">\n<h2>What changed</h2>\n".to_owned();
    let side = |record: &Record| {
        let date = record.date.split('T').next().unwrap_or_default();
        format!(
            "<code>{}</code> ({})",
            escape_html(&record.builds()),
            escape_html(date)
        )
    };
    if mismatches.is_empty() {
        html += &verdict(&found);
    } else {
        html.push_str("<p class=\"warning\">These results do not belong together, so there is no verdict:</p>\n<ul>\n");
        for mismatch in &mismatches {
            let _ = writeln!(html, "<li>{}</li>", escape_html(&mismatch.to_string()));
        }
        html.push_str("</ul>\n");
    }
    let _ = writeln!(
        html,
        "<p>From {} to {}. These results are not paired: they were taken at different times, and what else the \
         machine did then is part of each change. <code>ninefold compare --paired</code> takes them in turns.</p>",
        side(old),
        side(new)
    );
    if mismatches.is_empty() {
        html += &meaning(&terms);
    }
    html += &times(&found, mismatches.is_empty());
    for note in export::compared_rounds(&found) {
        let _ = writeln!(
            html,
            "<p class=\"caption\">{}</p>",
            escape_html(&note.replace('\n', " "))
        );
    }
    html += &counts(&found);
    for unmatched in &found.unmatched {
        let case = escape_html(&case_title(&unmatched.case));
        let _ = writeln!(
            html,
            "<p>Only in the {} result: {case}.</p>",
            unmatched.only_in
        );
    }
    Ok(html + "</section>\n")
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
        "<p class=\"answer\">Verdict: <strong class=\"{verdict}\">{verdict}</strong> ({}).</p>\n",
        parts.join(", ")
    )
}

/// What the verdicts of single cases mean.
fn meaning(terms: &Thresholds) -> String {
    format!(
        "<p class=\"caption\">Slower or faster: the whole interval (99 % for all rows together) lies beyond {:.0} %. \
         Same: it lies within. Inconclusive: anything else, and fewer than {} rounds.</p>\n",
        100.0 * terms.threshold,
        terms.min_samples
    )
}

fn times(found: &Comparison, judged: bool) -> String {
    let row = |row: &TimeChange| {
        let verdict = if judged { row.verdict.name() } else { "-" };
        let interval = match row.ratio_low.zip(row.ratio_high) {
            Some((low, high)) => format!("{} to {}", change(low), change(high)),
            None => "too few rounds".to_owned(),
        };
        let cells = vec![
            case_title(&row.case),
            verdict.to_owned(),
            change(row.ratio),
            interval,
            time(row.old_ns),
            time(row.new_ns),
        ];
        (verdict, cells)
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
        PageColumn::right("change of time"),
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
