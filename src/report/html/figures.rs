//! All figures as a table, and what could not be measured.

use super::page::{HtmlError, Page, PageColumn, case_title, limit_title, table, threads};
use super::svg::escape_html;
use crate::bench::export;
use crate::bench::record::Case;
use crate::numbers::count;
use std::fmt::Write;

pub(super) fn section(page: &Page<'_>) -> Result<String, HtmlError> {
    let rows = &page.record.rows;
    if rows.is_empty() {
        return Ok(String::new());
    }
    let export::RowCells {
        mut header,
        rows: mut cells,
    } = export::cells(&page.record, None)?;
    // What is the same in all rows is said once.
    let mut same = String::new();
    let Case {
        threads: number,
        limit,
        ..
    } = rows[0].case;
    let one_number = rows.iter().all(|row| row.case.threads == number);
    let one_limit = rows.iter().all(|row| row.case.limit == limit);
    for (name, one, words) in [
        ("threads", one_number, threads(number)),
        ("limit", one_limit, limit_title(limit)),
    ] {
        if let Some(i) = header.iter().position(|column| one && *column == name) {
            same += &format!("All rows: {words}. ");
            header.remove(i);
            cells.iter_mut().for_each(|row| drop(row.remove(i)));
        }
    }
    header.push("gave up");
    for (cells, row) in cells.iter_mut().zip(rows) {
        let number = row.answers.gave_up;
        cells.push(if number > 0 {
            count(number)
        } else {
            "-".to_owned()
        });
    }
    let column = |name: &&'static str| match *name {
        "engine" | "corpus" => PageColumn::left(name),
        _ => PageColumn::right(name),
    };
    let columns: Vec<PageColumn<'_>> = header.iter().map(column).collect();
    let rows: Vec<_> = cells.into_iter().map(|cells| ("", cells)).collect();
    Ok(format!(
        "<section id=\"figures\">\n<h2>Figures</h2>\n<p>{same}(!) marks an interval that is wider than the \
         differences one looks for. \"No guess\" is the share of puzzles that took none; p50, p99 \
         and max are service times of single puzzles.</p>\n{}</section>\n",
        table(&columns, &rows)
    ))
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
