//! One self-contained page about a result, a comparison or a history of results: inline SVG and
//! CSS, no script, and nothing fetched from elsewhere. It follows the reader's light or dark theme,
//! and is light on paper.
//!
//! Texts and tables are the blocks of [`export`], written by [`parts`]. There is one kind of plot,
//! [`dots`]: a line for each figure, with its name, a dot, and a whisker for its interval.
//! [`speeds`], [`changes`] and [`history`] choose the figures.
//!
//! Every dot has its figure in `data-value` (and its case in `data-case`). So a test, or a reader's
//! own script, can compare the picture with the numbers.

mod changes;
mod dots;
mod history;
mod parts;
mod speeds;

use crate::bench::baseline::Comparison;
use crate::bench::export::{self, Measured, ViewBlock};
use crate::bench::record::{CaseKey, Record};
use ninefold_files::numbers::{count, counted};
use parts::{blocks, escape_html, listed, section};
use thiserror::Error;

const STYLE: &str = include_str!("style.css");

/// Why a page could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HtmlError {
    /// The reference is not an engine of the result: in words.
    #[error("{0}")]
    Reference(String),
    /// There is nothing to show.
    #[error("there is no result to report on")]
    Nothing,
}

/// The page of a result, of a history with its last result in full, and of comparisons. `reference`
/// is the engine that ratios of speeds are relative to. The default is chosen by
/// [`rankings`](crate::bench::ranking::rankings).
///
/// # Errors
/// See [`HtmlError`]. There must be a result or a comparison.
pub fn page(
    history: &[Record],
    comparisons: &[Comparison],
    reference: Option<&str>,
) -> Result<String, HtmlError> {
    let last = history.last();
    let last = last.filter(|record| !record.rows.is_empty() || !record.failures.is_empty());
    let mut sections = String::new();
    let (title, about) = match last {
        Some(last) => {
            let cases = last.rows.iter().map(|row| &row.case);
            CaseKey::check_reference(reference, cases).map_err(HtmlError::Reference)?;
            sections += &measured(last, history, reference);
            (title(last), about(last))
        }
        None if comparisons.is_empty() => return Err(HtmlError::Nothing),
        None => changes::heading(comparisons),
    };
    sections.extend(comparisons.iter().map(changes::compared));
    Ok(document(&title, &about, &sections))
}

/// The sections about results.
fn measured(last: &Record, history: &[Record], reference: Option<&str>) -> String {
    let of = Measured::new(last, reference);
    let left_out = blocks(&export::left_out(last));
    let figures = blocks(&of.table(true));
    let figures = format!("<details>\n<summary>As a table</summary>\n{figures}</details>\n");
    [
        section("left-out", "What was left out", &left_out),
        speeds::section(&of),
        history::section(last, history, reference),
        if last.rows.is_empty() {
            String::new()
        } else {
            section("figures", "Figures", &figures)
        },
        section("environment", "Environment", &environment(last)),
    ]
    .concat()
}

/// The solvers and corpora, external solvers first: `mine, lanes and mrv on easy and 17_clue`.
fn title(record: &Record) -> String {
    let rows = record.rows.iter();
    let (external, engines): (Vec<_>, Vec<_>) = rows.partition(|row| row.external.is_some());
    let failed = record.failures.iter().map(|failure| &failure.case);
    let cases = external.iter().map(|row| &row.case).chain(failed);
    let cases = cases.chain(engines.iter().map(|row| &row.case));
    let solvers = listed(cases.clone().map(CaseKey::engine_and_backend));
    let corpora = listed(cases.map(|case| case.corpus.clone()));
    format!("{solvers} on {corpora}")
}

/// The build, the machine and the method, in a line.
fn about(record: &Record) -> String {
    format!(
        "Measured by Ninefold {} ({}) on {} with {}, {}, in {}. Every answer was checked. Intervals hold the true \
         value with 99 % confidence.",
        record.build.version,
        record.build.revision,
        record.machine.cpu,
        counted(record.machine.logical_cpus as u64, "CPU"),
        record.date.split('T').next().unwrap_or_default(),
        counted(record.method.rounds as u64, "round"),
    )
}

fn document(title: &str, about: &str, sections: &str) -> String {
    let title = escape_html(title);
    let about = escape_html(about);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n<link rel=\"icon\" href=\"data:,\">\n\
         <title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{title}</h1>\n<p>{about}</p></header>\n<main>{sections}</main>\n</body>\n</html>\n"
    )
}

/// What else the figures depend on: the build, the machine, the solvers and the corpora.
fn environment(record: &Record) -> String {
    let build = &record.build;
    let machine = &record.machine;
    let method = &record.method;
    let gib = machine.memory_bytes as f64 / f64::from(1 << 30);
    let stopped = if method.stopped { ", stopped" } else { "" };
    let mut facts = vec![
        format!("{} for {}, {}", build.rustc, build.target, build.profile),
        format!("compiled for {}", build.target_features.join(" ")),
        format!("{}, kernel {}, {gib:.1} GiB", machine.os, machine.kernel),
        format!("CPU features: {}", machine.features.join(" ")),
        format!("guess limit {}{stopped}", count(method.guess_limit)),
    ];
    for row in &record.rows {
        let words = row.external.as_ref().map(|details| details.build_words(64));
        let fact = words.map(|words| format!("{}: {words}", row.case.engine));
        facts.extend(fact.filter(|fact| !facts.contains(fact)));
    }
    let corpora = record.corpora.iter();
    let corpora = corpora.map(|corpus| format!("{}; SHA-256 {}", corpus.extent(), corpus.sha256));
    facts.extend(corpora);
    blocks(&[ViewBlock::List(facts)])
}

#[cfg(test)]
mod tests;
