//! Data that every part of a page shares, and helpers to build it.

use super::svg::{self, cut};
use crate::bench::export::{self, ExportError};
use crate::bench::ranking::{self, Rankings};
use crate::bench::record::{Case, Figures, Record, ResultRow, limit_words};
use crate::bench::stats::StatsError;
use crate::escape::escape;
use crate::numbers::{count, counted};
use std::fmt::Write as _;
use std::io;
use thiserror::Error;

/// Maximum number of names in a list.
const MOST_LISTED: usize = 4;

/// Why a page could not be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum HtmlError {
    /// Writing failed.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// A sample is not a time.
    #[error("{0}")]
    Stats(#[from] StatsError),
    /// The reference is not an engine of the result.
    #[error("--reference: this result has no {}; choose from {}", escape(.0), escape(.1))]
    Reference(String, String),
    /// A table could not be made.
    #[error("{0}")]
    Export(#[from] ExportError),
    /// There is nothing to show.
    #[error("there is no result to report on")]
    Nothing,
}

/// The last result, and all results, oldest first.
pub(super) struct Page<'a> {
    /// The last result, sorted: by limit, threads and corpus, the fastest engine first.
    pub(super) record: Record,
    /// The figures of each row, for people.
    pub(super) figures: Vec<Figures>,
    pub(super) rankings: Vec<Rankings>,
    pub(super) history: &'a [Record],
    /// The engine that the user wants ratios to be relative to.
    pub(super) reference: Option<&'a str>,
    /// Engines, the fastest first.
    engines: Vec<String>,
}

impl Page<'_> {
    pub(super) fn new<'a>(
        last: &Record,
        history: &'a [Record],
        reference: Option<&'a str>,
    ) -> Result<Page<'a>, HtmlError> {
        if let Some(name) = reference
            && !last.rows.iter().any(|row| ranking::is_named(row, name))
        {
            let mut known: Vec<String> = Vec::new();
            known.extend(last.rows.iter().map(|row| row.case.engine_and_backend()));
            known.sort_unstable();
            known.dedup();
            return Err(HtmlError::Reference(name.to_owned(), known.join(", ")));
        }
        let rankings = ranking::rankings(last, reference)?;
        let mut engines: Vec<String> = Vec::new();
        for ranking in rankings.iter().flat_map(|rankings| &rankings.engines) {
            if !engines.contains(&ranking.engine) {
                engines.push(ranking.engine.clone());
            }
        }
        let (record, figures) = export::by_speed(last)?;
        Ok(Page {
            record,
            figures,
            rankings,
            history,
            reference,
            engines,
        })
    }

    /// Rows with their figures.
    pub(super) fn rows(&self) -> impl Iterator<Item = (&ResultRow, &Figures)> {
        self.record.rows.iter().zip(&self.figures)
    }

    /// The rank of an engine with its back end among all, the fastest first.
    pub(super) fn place(&self, engine: &str) -> usize {
        let mut engines = self.engines.iter();
        engines.position(|other| other == engine).unwrap_or(0)
    }

    /// Class of the colour of an engine with its back end, the same in all plots.
    pub(super) fn colour(&self, engine: &str) -> usize {
        self.place(engine) % 8
    }
}

/// The heading of a group: corpus and limit.
pub(super) fn group_title((corpus, limit): (&str, u64)) -> String {
    format!("{corpus}, {}", limit_words(limit))
}

/// A case in words: `lanes/avx2, 2 threads, easy, uniqueness proved`.
pub(super) fn case_title(case: &Case) -> String {
    let group = group_title((&case.corpus, case.limit));
    format!(
        "{}, {}, {group}",
        case.engine_and_backend(),
        threads(case.threads)
    )
}

/// That a run was stopped, and after how many rounds.
pub(super) fn stopped(record: &Record) -> Option<String> {
    let method = &record.method;
    let rounds = counted(method.rounds as u64, "round");
    method.stopped.then(|| format!("stopped after {rounds}"))
}

/// A number of threads in words.
pub(super) fn threads(number: usize) -> String {
    counted(number as u64, "thread")
}

/// Names as a list in words, without duplicates. If there are many, the first ones and the number
/// of the others.
pub(super) fn listed(names: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    let mut shown: Vec<String> = all.iter().map(|name| cut(name, 40)).collect();
    if shown.len() > MOST_LISTED {
        shown.truncate(MOST_LISTED - 1);
        shown.push(format!("{} more", all.len() - shown.len()));
    }
    match shown.pop() {
        Some(last) if !shown.is_empty() => format!("{} and {last}", shown.join(", ")),
        last => last.unwrap_or_default(),
    }
}

/// A section with a heading, a line of explanation, and panels side by side.
pub(super) fn panels(id: &str, heading: &str, about: &str, panels: &[String]) -> String {
    if panels.is_empty() {
        return String::new();
    }
    format!(
        "<section id=\"{id}\">\n<h2>{heading}</h2>\n<p>{about}</p>\n<div class=\"panels\">\n{}</div>\n</section>\n",
        panels.concat()
    )
}

/// A plot with its title and its legend.
pub(super) fn panel(title: &str, svg: &str, key: &[Key]) -> String {
    let mut html = format!(
        "<figure>\n<figcaption>{}</figcaption>\n{svg}",
        svg::escape_html(title)
    );
    if !key.is_empty() {
        html.push_str("<ul class=\"key\">");
        for Key { class, name } in key {
            let _ = write!(
                html,
                "<li><svg class=\"line\" viewBox=\"0 0 36 10\"><path class=\"curve {class}\" d=\"M0 5H36\"/></svg>{}</li>",
                svg::escape_html(name)
            );
        }
        html.push_str("</ul>\n");
    }
    html + "</figure>\n"
}

/// The line style of a series, and its name.
pub(super) struct Key {
    /// Classes of its line.
    pub(super) class: String,
    pub(super) name: String,
}

/// A column of a table.
pub(super) struct PageColumn<'a> {
    name: &'a str,
    left: bool,
}

impl PageColumn<'_> {
    /// A column of words.
    pub(super) fn left(name: &str) -> PageColumn<'_> {
        PageColumn { name, left: true }
    }

    /// A column of numbers.
    pub(super) fn right(name: &str) -> PageColumn<'_> {
        PageColumn { name, left: false }
    }
}

/// A table of rows, each with its class, without columns in which all cells are `-`.
pub(super) fn table(columns: &[PageColumn<'_>], rows: &[(&str, Vec<String>)]) -> String {
    let some = |i: &usize| rows.iter().any(|(_, cells)| cells[*i] != "-");
    let shown: Vec<usize> = (0..columns.len()).filter(some).collect();
    let class = |i: usize| {
        if columns[i].left {
            " class=\"words\""
        } else {
            ""
        }
    };
    let mut html = "<div class=\"scroll\" tabindex=\"0\"><table>\n<tr>".to_owned();
    for &i in &shown {
        // Long titles may break after a slash.
        let mut name = svg::escape_html(columns[i].name);
        if name.len() > 10 {
            name = name.replace('/', "/<wbr>");
        }
        let _ = write!(html, "<th{}>{name}</th>", class(i));
    }
    html.push_str("</tr>\n");
    for (of, cells) in rows {
        let _ = write!(html, "<tr class=\"{of}\">");
        for &i in &shown {
            let _ = write!(html, "<td{}>{}</td>", class(i), svg::escape_html(&cells[i]));
        }
        html.push_str("</tr>\n");
    }
    html + "</table></div>\n"
}

/// A ratio with three digits.
pub(super) fn ratio(value: f64) -> String {
    let rounded: f64 = format!("{value:.2e}").parse().unwrap_or(value);
    match rounded {
        1000.0.. => count(value.round() as u64),
        _ => {
            let decimals = (2.0 - rounded.log10().floor()).clamp(0.0, 9.0) as usize;
            format!("{value:.decimals$}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_have_three_digits() {
        let shown = [0.0123456, 0.9999, 9.999, 19.24, 999.9, 123_456.7].map(ratio);
        let expected = ["0.0123", "1.00", "10.0", "19.2", "1,000", "123,457"];
        assert_eq!(shown, expected);
    }
}
