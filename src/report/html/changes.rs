//! Compares two results: what changed from the old one to the new one.

use super::page::{HtmlError, PageColumn, case_title, listed, stopped, table};
use super::svg::{Figure, Plot, Scale, axis_of, escape_html};
use super::throughput::{END, ROW};
use crate::bench::baseline::{self, Comparison, Mismatch, Thresholds, TimeChange};
use crate::bench::export;
use crate::bench::record::Record;
use crate::bench::stats::{Estimate, Interval, Judgement};
use crate::numbers::{change, count, time, trimmed};
use std::collections::HashSet;
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

/// The title of a page of comparisons, and what it is about.
pub(super) fn heading(comparisons: &[Comparison]) -> (String, String) {
    let against = comparisons.iter().map(against);
    let corpora = comparisons.iter().flat_map(|found| &found.corpora);
    let corpora = listed(corpora.map(|corpus| corpus.name.clone()));
    let title = format!("{} on {corpora}", listed(against));
    let places = comparisons.iter().map(|found| {
        let date = found.date.split('T').next().unwrap_or_default();
        match date {
            "" => found.cpu.clone(),
            date => format!("{}, {date}", found.cpu),
        }
    });
    let about = format!(
        "Compared by <code>ninefold compare</code> on {}. Every answer was checked.",
        escape_html(&listed(places))
    );
    (title, about)
}

fn against(found: &Comparison) -> String {
    let [old, new] = &found.names;
    format!("{new} against {old}")
}

/// The section of a saved comparison.
pub(super) fn comparison(found: &Comparison) -> String {
    let mut html = format!(
        "<section id=\"comparison\">\n<h2>{}</h2>\n{}",
        escape_html(&against(found)),
        verdict(found)
    );
    let how = match found.paired {
        true => "Both were measured in turns, so that other work of the machine slows both alike.",
        false => NOT_PAIRED,
    };
    let _ = writeln!(html, "<p>{how}</p>");
    html += &plot(found);
    html += &details(found);
    html + "</section>\n"
}

const NOT_PAIRED: &str = "These results are not paired: they were measured at different times, so other work of the machine \
                          is part of each change. <code>ninefold compare --paired</code> takes them in turns.";

/// Changes of time as dots with their intervals.
fn plot(found: &Comparison) -> String {
    // Short names fit on a phone.
    let short = |row: &TimeChange| {
        let case = &row.case;
        format!("{} on {}", case.engine_and_backend(), case.corpus)
    };
    let names: HashSet<String> = found.rows.iter().map(short).collect();
    let row = |row: &TimeChange| {
        let name = match names.len() == found.rows.len() {
            true => short(row),
            false => case_title(&row.case),
        };
        (
            name,
            row.ratio,
            (row.ratio_low, row.ratio_high),
            row.verdict,
        )
    };
    let mut rows: Vec<_> = found.rows.iter().map(row).collect();
    if let Some(all) = &found.together {
        let ends = (all.ratio_low, all.ratio_high);
        rows.push(("all together".to_owned(), all.ratio, ends, all.verdict));
    }
    let percent = |ratio: f64| 100.0 * (ratio - 1.0);
    let figure = |ratio: f64, ends: (Option<f64>, Option<f64>)| Estimate {
        value: percent(ratio),
        interval: ends
            .0
            .zip(ends.1)
            .map_or(Interval::UNKNOWN, |(low, high)| Interval {
                low: percent(low),
                high: percent(high),
            }),
        samples: 0,
    };
    let figures: Vec<Estimate> = rows.iter().map(|row| figure(row.1, row.2)).collect();
    if figures.is_empty() {
        return String::new();
    }
    let (low, high) = axis_of(&figures);
    let scale = Scale::linear(low.min(-1.0), high.max(1.0), 4.0, END);
    let height = rows.len() as f64 * ROW;
    let (mut names, mut svg) = (
        String::new(),
        Plot::fluid("comparison", "Change of time", height),
    );
    let ticks = scale.ticks();
    for &tick in &ticks {
        let class = if tick == 0.0 { "zero" } else { "rule" };
        svg.line(class, (scale.at(tick), 0.0), (scale.at(tick), height));
    }
    for (i, ((name, ratio, _, verdict), figure)) in rows.iter().zip(&figures).enumerate() {
        let _ = write!(names, "<li>{}</li>", escape_html(name));
        let (at, middle) = (scale.at(figure.value), (i as f64 + 0.5) * ROW);
        let mut right = at;
        if figure.interval.is_known() {
            let ends = [figure.interval.low, figure.interval.high].map(|end| scale.at(end));
            svg.level_interval(middle, ends, [4.0, END]);
            right = ends[1].min(END).max(at);
        }
        let mark = Figure {
            colour: 0,
            case: name,
            what: "change_percent",
            value: figure.value,
            reads: format!("{name}: {}, {}", change(*ratio), verdict.name()),
        };
        svg.mark((at, middle), &mark);
        svg.text("value", "start", (right, middle + 4.5), verdict.name());
    }
    let mut axis = Plot::fluid("axis", "Change of time", ROW);
    for tick in ticks {
        axis.text(
            "tick",
            "middle",
            (scale.at(tick), 14.0),
            &format!("{} %", trimmed(tick, 3)),
        );
    }
    format!(
        "<figure>\n<div class=\"bars\">\n<ul>{names}</ul>\n{}{}<p>change of time: right of 0 is slower</p>\n</div>\n</figure>\n",
        svg.finish(),
        axis.finish()
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
        let _ = writeln!(html, "<p>{NOT_PAIRED}</p>");
        html += &meaning(&thresholds);
    }
    Ok(html + &details(&found))
}

/// The tables, and what is not in them.
fn details(found: &Comparison) -> String {
    let mut html = String::new();
    if !found.rows.is_empty() {
        html += &times(found);
        for note in export::compared_rounds(found) {
            let note = escape_html(&note.replace('\n', " "));
            let _ = writeln!(html, "<p class=\"caption\">{note}</p>");
        }
        html += &counts(found);
    }
    for unmatched in &found.unmatched {
        let case = escape_html(&case_title(&unmatched.case));
        let _ = writeln!(
            html,
            "<p>Only in the {} result: {case}.</p>",
            escape_html(&unmatched.only_in)
        );
    }
    for unchecked in &found.unchecked {
        let _ = writeln!(
            html,
            "<p class=\"warning\">Not checked: {}: {} of {} puzzles were answered in time.</p>",
            escape_html(&unchecked.corpus),
            count(unchecked.answered),
            count(unchecked.puzzles)
        );
    }
    for corpus in &found.corpora {
        if corpus.measured.is_some() || corpus.left_out.is_some() {
            let extent = format!("{}: {}", corpus.name, corpus.extent());
            let _ = writeln!(html, "<p class=\"warning\">{}.</p>", escape_html(&extent));
        }
    }
    html
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
    let against = against(found);
    let [old, new] = found.names.each_ref().map(|name| format!("{name} time"));
    let columns = [
        PageColumn::left("case"),
        PageColumn::left("verdict"),
        PageColumn::right(&against),
        PageColumn::right("99 % interval"),
        PageColumn::right(&old),
        PageColumn::right(&new),
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
            &[case_title(&change.case), change.count.clone()][..],
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
