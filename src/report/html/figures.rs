//! All figures as a table, and the cases that could not be measured.

use super::page::{HtmlError, Page, PageColumn, case_title, table};
use super::svg::escape_html;
use crate::bench::export;
use crate::numbers::count;
use std::fmt::Write;

pub(super) fn section(page: &Page<'_>) -> Result<String, HtmlError> {
    if page.record.rows.is_empty() {
        return Ok(String::new());
    }
    let mut cells = export::cells(&page.record, &page.figures, &page.rankings);
    let same = match &cells.take_same(&page.record)[..] {
        [] => String::new(),
        same => format!("All rows: {}. ", same.join(", ")),
    };
    // The solver comes first: its column stays visible when the table scrolls.
    let keys = cells.header.iter();
    let keys = keys.filter(|name| export::KEYS.contains(name)).count();
    cells.header[..keys].rotate_right(1);
    let mut columns: Vec<PageColumn<'_>> = cells.header.iter().map(column).collect();
    columns.push(PageColumn::right("gave up"));
    let rows = cells.rows.into_iter().zip(&page.record.rows);
    let rows = rows.map(|(mut cells, row)| {
        cells[..keys].rotate_right(1);
        cells.push(match row.answers.gave_up {
            0 => "-".to_owned(),
            number => count(number),
        });
        ("", cells)
    });
    let rows: Vec<_> = rows.collect();
    Ok(format!(
        "<section id=\"figures\">\n<details>\n<summary><h2>Figures</h2></summary>\n<p>{same}(!) marks an interval that is wider than the \
         differences one looks for. \"No guess\" is the share of puzzles that took none; p50, p99 \
         and max are service times of single puzzles.</p>\n{}</details>\n</section>\n",
        table(&columns, &rows)
    ))
}

fn column(name: &&'static str) -> PageColumn<'static> {
    match export::KEYS.contains(name) {
        true => PageColumn::left(name),
        false => PageColumn::right(name),
    }
}

/// Cases of other solvers that failed, with what they did.
pub(super) fn failures(page: &Page<'_>) -> String {
    let failures = &page.record.failures;
    if failures.is_empty() {
        return String::new();
    }
    let mut html = "<section id=\"failures\">\n<h2>What failed</h2>\n<div class=\"scroll\" tabindex=\"0\"><table>\n\
                    <tr><th class=\"words\">left out</th><th class=\"words\">what it did</th></tr>\n"
        .to_owned();
    for failure in failures {
        let lines: Vec<String> = failure.reason.lines().map(escape_html).collect();
        let _ = writeln!(
            html,
            "<tr><td class=\"words\">{}</td><td class=\"words\"><pre>{}</pre></td></tr>",
            escape_html(&case_title(&failure.case)),
            lines.join("\n")
        );
    }
    html + "</table></div>\n</section>\n"
}
