//! One self-contained page about a result or a history of results: inline
//! SVG and CSS, no script, nothing fetched from elsewhere; light and dark by
//! the reader's system, light on paper.
//!
//! Every mark that stands for a figure carries it in `data-value` (and what
//! it is of in `data-case`), so that a test, or a reader's own script, can
//! compare the picture with the numbers.

mod environment;
mod guesses;
mod history;
mod latency;
mod ratings;
mod scaling;
mod svg;
mod throughput;

use crate::bench::record::{Case, Figures, Record, Row};
use crate::bench::stats::{Settings, StatsError};
use crate::generate::Ratings;
use std::fmt::Write as _;
use std::io::{self, Write};
use thiserror::Error;

const STYLE: &str = include_str!("style.css");

/// Why there is no page.
#[derive(Debug, Error)]
pub enum HtmlError {
    /// It could not be written.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Samples that are no times.
    #[error("{0}")]
    Stats(#[from] StatsError),
    /// Nothing to show.
    #[error("there is no result to report on")]
    Nothing,
}

/// The last result with its figures, and all results, oldest first.
struct Page<'a> {
    record: &'a Record,
    figures: Vec<Figures>,
    history: &'a [Record],
}

impl Page<'_> {
    /// Rows with their figures and their place among all rows.
    fn rows(&self) -> impl Iterator<Item = (usize, &Row, &Figures)> {
        let rows = self.record.rows.iter().zip(&self.figures).enumerate();
        rows.map(|(i, (row, figures))| (i, row, figures))
    }

    /// Corpus and limit of each group of rows, in order of appearance.
    fn groups(&self) -> Vec<(&str, u64)> {
        let mut groups = Vec::new();
        for row in &self.record.rows {
            let group = (&*row.case.corpus, row.case.limit);
            if !groups.contains(&group) {
                groups.push(group);
            }
        }
        groups
    }

    /// Class of the colour of a series: an engine with its back end has the
    /// same one in all plots.
    fn colour(&self, case: &Case) -> usize {
        let mut names: Vec<String> = Vec::new();
        for row in &self.record.rows {
            let name = row.case.engine_and_backend();
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let name = case.engine_and_backend();
        names.iter().position(|other| *other == name).unwrap_or(0) % 8
    }
}

/// A heading of a group: corpus and limit.
fn group_title((corpus, limit): (&str, u64)) -> String {
    match limit {
        1 => format!("{corpus}, first solution"),
        2 => format!("{corpus}, uniqueness proved"),
        n => format!("{corpus}, up to {n} solutions"),
    }
}

/// Writes the page of one result, or of a history whose last result is shown
/// in full, and of summaries of ratings.
///
/// # Errors
/// See [`HtmlError`]; there must be a result or a summary.
pub fn write(
    history: &[Record],
    ratings: &[Ratings],
    out: &mut dyn Write,
) -> Result<(), HtmlError> {
    let rated = ratings.iter().enumerate();
    let mut sections: String = rated.map(|(i, r)| ratings::section(i, r)).collect();
    let record = history.last().filter(|record| !record.rows.is_empty());
    let html = match record {
        Some(record) => {
            sections.insert_str(0, &measured(record, history)?);
            document("Ninefold measured", &about(record), &sections)
        }
        None if ratings.is_empty() => return Err(HtmlError::Nothing),
        None => document("Puzzles rated by Ninefold", "", &sections),
    };
    Ok(out.write_all(html.as_bytes())?)
}

/// The sections about results.
fn measured(record: &Record, history: &[Record]) -> Result<String, HtmlError> {
    let figures: Result<Vec<_>, _> = record
        .rows
        .iter()
        .map(|row| row.figures(&Settings::default()))
        .collect();
    let page = Page {
        record,
        figures: figures?,
        history,
    };
    let sections = [
        throughput::section(&page),
        latency::section(&page),
        guesses::section(&page),
        scaling::section(&page),
        history::section(&page)?,
        throughput::table(&page),
        environment::section(record),
    ];
    Ok(sections.concat())
}

/// What was measured, and how, in a line.
fn about(record: &Record) -> String {
    format!(
        "Version {}, revision <code>{}</code>, on {} with {} CPUs, {}. {} rounds; every answer was checked; \
         the intervals are 99 % bootstrap intervals.",
        svg::escape(&record.build.version),
        svg::escape(&record.build.revision),
        svg::escape(&record.machine.cpu),
        record.machine.logical_cpus,
        svg::escape(record.date.split('T').next().unwrap_or_default()),
        record.method.rounds,
    )
}

fn document(title: &str, about: &str, sections: &str) -> String {
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

/// A section with a heading, a line about it, and panels side by side.
fn panels(id: &str, heading: &str, about: &str, panels: &[String]) -> String {
    if panels.is_empty() {
        return String::new();
    }
    format!(
        "<section id=\"{id}\">\n<h2>{heading}</h2>\n<p>{about}</p>\n<div class=\"panels\">\n{}</div>\n</section>\n",
        panels.concat()
    )
}

/// A plot with its title and a key of series: colour and name.
fn panel(title: &str, svg: &str, key: &[(usize, String)]) -> String {
    let mut html = format!(
        "<figure>\n<figcaption>{}</figcaption>\n{svg}",
        svg::escape(title)
    );
    if !key.is_empty() {
        html.push_str("<ul class=\"key\">");
        for (colour, name) in key {
            let _ = write!(
                html,
                "<li class=\"s{colour}\"><i></i>{}</li>",
                svg::escape(name)
            );
        }
        html.push_str("</ul>\n");
    }
    html + "</figure>\n"
}

#[cfg(test)]
mod tests;
