//! Texts, lists and tables of a page.

use crate::bench::export::{ViewBlock, ViewColumn};
use crate::bench::record::{CaseKey, limit_words};
use ninefold_files::escape::escape;
use ninefold_files::numbers::counted;
use std::fmt::Write;

/// Maximum number of names in a list.
const MOST_LISTED: usize = 4;

/// Text that is safe between tags and in quoted attributes.
pub(super) fn escape_html(text: &str) -> String {
    let text = escape(text).to_string().replace('&', "&amp;");
    let text = text.replace('<', "&lt;").replace('>', "&gt;");
    text.replace('"', "&quot;").replace('\'', "&#39;")
}

/// A section, unless it would be empty.
pub(super) fn section(id: &str, heading: &str, content: &str) -> String {
    match content {
        "" => String::new(),
        _ => format!("<section id=\"{id}\">\n<h2>{heading}</h2>\n{content}</section>\n"),
    }
}

/// The parts of a view as HTML.
pub(super) fn blocks(blocks: &[ViewBlock]) -> String {
    let html = blocks.iter().map(|block| match block {
        ViewBlock::Heading(text) => format!("<h3>{}</h3>\n", escape_html(text)),
        ViewBlock::Text(text) => format!("<p>{}</p>\n", escape_html(text)),
        ViewBlock::List(items) => {
            let items = items
                .iter()
                .map(|item| format!("<li>{}</li>\n", escape_html(item)));
            format!("<ul>\n{}</ul>\n", items.collect::<String>())
        }
        ViewBlock::Lines(lines) => {
            let lines: Vec<String> = lines.iter().map(|line| escape_html(line)).collect();
            format!("<pre>{}</pre>\n", lines.join("\n"))
        }
        ViewBlock::Table(columns) => table(columns),
    });
    html.collect()
}

fn class_of(column: &ViewColumn) -> &'static str {
    if column.has_words {
        " class=\"words\""
    } else {
        ""
    }
}

fn table(columns: &[ViewColumn]) -> String {
    let mut html = "<div class=\"scroll\" tabindex=\"0\"><table>\n<tr>".to_owned();
    for column in columns {
        // Long headings may break after a slash.
        let name = escape_html(&column.name).replace('/', "/<wbr>");
        let _ = write!(html, "<th{}>{name}</th>", class_of(column));
    }
    for row in 0..columns.first().map_or(0, |column| column.cells.len()) {
        html.push_str("</tr>\n<tr>");
        for column in columns {
            let cell = escape_html(&column.cells[row]);
            let _ = write!(html, "<td{}>{cell}</td>", class_of(column));
        }
    }
    html + "</tr>\n</table></div>\n"
}

/// A case in words: `lanes/avx2, 2 threads, easy, uniqueness proved`.
pub(super) fn case_title(case: &CaseKey) -> String {
    let threads = counted(case.threads as u64, "thread");
    let solver = case.engine_and_backend();
    let limit = limit_words(case.limit);
    format!("{solver}, {threads}, {}, {limit}", case.corpus)
}

/// A name shortened to this many characters.
pub(super) fn cut(name: &str, most: usize) -> String {
    match name.chars().count() {
        n if n <= most => name.to_owned(),
        _ => name.chars().take(most - 1).chain(['…']).collect(),
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn odd_text_cannot_leave_its_place() {
        assert_eq!(
            escape_html("<a b=\"c\">&'\u{1}"),
            r"&lt;a b=&quot;c&quot;&gt;&amp;&#39;\u{1}"
        );
    }
}
