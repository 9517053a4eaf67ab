//! One self-contained page about a result, a comparison or a history of results: inline SVG and CSS, no script,
//! and nothing fetched from elsewhere. It follows the reader's light or dark theme, and is light on
//! paper.
//!
//! Every mark that shows a figure has it in `data-value` (and its case in `data-case`). So a test,
//! or a reader's own script, can compare the picture with the numbers.

mod answer;
mod changes;
mod environment;
mod figures;
mod history;
mod page;
mod ratings;
mod svg;
mod throughput;

pub use page::HtmlError;

use crate::bench::baseline::Comparison;
use crate::bench::record::{Case, Record, ResultRow};
use crate::corpus::rate::Ratings;
use crate::numbers::counted;
use page::{Page, listed};
use std::fmt::Write as _;
use std::io::Write;

const STYLE: &str = include_str!("style.css");

/// Writes the page of a result, of two compared results, of a history with its last result in full,
/// of comparisons, and of summaries of ratings. `reference` is the engine that ratios of speeds are relative to.
/// The default is chosen by [`rankings`](crate::bench::ranking::rankings).
///
/// # Errors
/// See [`HtmlError`]. There must be a result, a comparison or a summary.
pub fn write(
    history: &[Record],
    comparisons: &[Comparison],
    ratings: &[Ratings],
    reference: Option<&str>,
    out: &mut dyn Write,
) -> Result<(), HtmlError> {
    let compared = comparisons.iter().map(changes::comparison);
    let mut sections: String = compared.collect();
    if !ratings.is_empty() {
        sections += &ratings::section(ratings);
    }
    let known = |record: &&Record| !record.rows.is_empty() || !record.failures.is_empty();
    let html = match history.last().filter(known) {
        Some(record) => {
            sections.insert_str(0, &measured(&Page::new(record, history, reference)?)?);
            document(&title(record), &about(record), &sections)
        }
        None if !comparisons.is_empty() => {
            let (title, about) = changes::heading(comparisons);
            document(&title, &about, &sections)
        }
        None if ratings.is_empty() => return Err(HtmlError::Nothing),
        None => {
            let corpora = listed(ratings.iter().map(|ratings| ratings.name.clone()));
            let about = "Rated by <code>ninefold rate</code>.";
            document(&format!("Ratings of {corpora}"), about, &sections)
        }
    };
    Ok(out.write_all(html.as_bytes())?)
}

/// The sections about results.
fn measured(page: &Page<'_>) -> Result<String, HtmlError> {
    let changes = match page.history {
        [old, new] => changes::section(old, new)?,
        _ => String::new(),
    };
    let sections = [
        changes,
        answer::section(page),
        figures::failures(page),
        throughput::section(page),
        history::section(page)?,
        figures::section(page)?,
        environment::section(&page.record),
    ];
    Ok(sections.concat())
}

/// The solvers and corpora, external solvers first: `mine, lanes and mrv on easy and 17_clue`.
fn title(record: &Record) -> String {
    let is_external = |row: &&ResultRow| row.external.is_some();
    let (external, engines): (Vec<_>, Vec<_>) = record.rows.iter().partition(is_external);
    let failed = record.failures.iter().map(|failure| &failure.case);
    let cases = external.iter().map(|row| &row.case).chain(failed);
    let cases = cases.chain(engines.iter().map(|row| &row.case));
    let solvers = listed(cases.clone().map(Case::engine_and_backend));
    let corpora = listed(cases.map(|case| case.corpus.clone()));
    format!("{solvers} on {corpora}")
}

/// The build, the machine and the method, in a line.
fn about(record: &Record) -> String {
    format!(
        "Measured by Ninefold {} (<code>{}</code>) on {} with {}, {}, in {}. Every answer was checked. \
         Intervals are 99 % bootstrap intervals.",
        svg::escape_html(&record.build.version),
        svg::escape_html(&record.build.revision),
        svg::escape_html(&record.machine.cpu),
        counted(record.machine.logical_cpus as u64, "CPU"),
        svg::escape_html(record.date.split('T').next().unwrap_or_default()),
        counted(record.method.rounds as u64, "round"),
    )
}

fn document(title: &str, about: &str, sections: &str) -> String {
    let title = svg::escape_html(title);
    let mut html =
        String::from("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
    html.push_str("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
    html.push_str("<meta name=\"color-scheme\" content=\"light dark\">\n");
    html.push_str("<link rel=\"icon\" href=\"data:,\">\n");
    let _ = writeln!(
        html,
        "<title>{title}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>{title}</h1>\n<p>{about}</p></header>\n<main>"
    );
    html.push_str(sections);
    html.push_str("</main>\n</body>\n</html>\n");
    html
}

#[cfg(test)]
mod tests;
