//! Draws tables: in columns that fit the terminal, or as Markdown.

use super::ExportError;
use crate::escape::escape;
use std::borrow::Cow;
use std::io::Write;

/// How to draw a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// Columns aligned with spaces, on lines of this many characters. A wider table is split
    /// between columns, and its parts follow each other.
    Plain(usize),
    /// A Markdown table.
    Markdown,
}

impl Style {
    /// A text of one line. In Markdown it stays a text, whatever it holds: no link, no mark-up, no mention.
    pub(super) fn text(self, text: &str) -> Cow<'_, str> {
        if self != Style::Markdown {
            return text.into();
        }
        let mut escaped = String::new();
        for (i, c) in text.char_indices() {
            let rest = &text[i + c.len_utf8()..];
            match c {
                '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '~' => {
                    escaped.extend(['\\', c])
                }
                // Addresses become links where they stand.
                ':' if rest.starts_with('/') => escaped.push_str("\\:"),
                '.' if text[..i].to_ascii_lowercase().ends_with("www") => escaped.push_str("\\."),
                // So do mentions, after the mark-up was read: only another character prevents it.
                '@' | '#' => escaped.extend([c, WORD_JOINER]),
                c if c.is_control() => escaped.push(' '),
                c => escaped.push(c),
            }
        }
        escaped.into()
    }

    /// Lines as they are, such as what a solver printed.
    pub(super) fn block(self, lines: &[&str], out: &mut dyn Write) -> Result<(), ExportError> {
        // An indented block has no end mark that one of the lines could have.
        let indent = match self {
            Style::Markdown => "    ",
            Style::Plain(_) => "",
        };
        if self == Style::Markdown && !lines.is_empty() {
            writeln!(out)?;
        }
        for line in lines {
            writeln!(out, "{indent}{}", line.replace('\r', " "))?;
        }
        Ok(())
    }
}

/// It has no width and divides no word.
const WORD_JOINER: char = '\u{2060}';

/// Rows under a header.
pub(super) struct TextTable<'a> {
    pub(super) header: &'a [&'a str],
    /// This many first columns identify a row.
    pub(super) keys: usize,
    /// Columns that are aligned to the left. All others are aligned to the right.
    pub(super) left: &'a [usize],
    pub(super) rows: Vec<Vec<String>>,
}

impl TextTable<'_> {
    pub(super) fn draw(mut self, style: Style, out: &mut dyn Write) -> Result<(), ExportError> {
        for cell in self.rows.iter_mut().flatten() {
            *cell = escape(cell).to_string();
        }
        let all: Vec<usize> = (0..self.header.len()).collect();
        let Style::Plain(width) = style else {
            return self.draw_markdown(&all, out);
        };
        if self.width(&all) <= width {
            return self.draw_columns(&all, out);
        }
        let (same, keys): (Vec<usize>, Vec<usize>) =
            (0..self.keys).partition(|&key| key > 0 && self.is_same(key));
        if let [_, ..] = same[..] {
            let value = |&key: &usize| format!("{} {}", self.header[key], self.rows[0][key]);
            let values: Vec<String> = same.iter().map(value).collect();
            writeln!(out, "{}", values.join(", "))?;
        }
        for (i, part) in self.parts(&keys, width).iter().enumerate() {
            if i > 0 {
                writeln!(out)?;
            }
            self.draw_columns(part, out)?;
        }
        Ok(())
    }

    /// Whether all rows have the same value there.
    fn is_same(&self, column: usize) -> bool {
        let first = self.rows.first().map(|row| &row[column]);
        first.is_some() && self.rows.iter().all(|row| Some(&row[column]) == first)
    }

    /// Columns for each part, including the keys.
    fn parts(&self, keys: &[usize], width: usize) -> Vec<Vec<usize>> {
        let mut parts = vec![keys.to_vec()];
        for column in self.keys..self.header.len() {
            let last = parts.last_mut().expect("there is always one");
            last.push(column);
            if last.len() > keys.len() + 1 && self.width(last) > width {
                last.pop();
                parts.push([keys, &[column]].concat());
            }
        }
        parts
    }

    fn width(&self, columns: &[usize]) -> usize {
        let widths = columns.iter().map(|&column| self.width_of(column) + 2);
        widths.sum::<usize>().saturating_sub(2)
    }

    fn width_of(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|row| row[column].chars().count());
        let header = self.header[column].chars().count();
        cells.chain([header, 3]).max().unwrap_or(3)
    }

    fn draw_columns(&self, columns: &[usize], out: &mut dyn Write) -> Result<(), ExportError> {
        let widths: Vec<usize> = columns
            .iter()
            .map(|&column| self.width_of(column))
            .collect();
        let line = |cell: &dyn Fn(usize) -> String| {
            let cells = columns.iter().zip(&widths).map(|(&column, &width)| {
                let cell = cell(column);
                match self.left.contains(&column) {
                    true => format!("{cell:<width$}"),
                    false => format!("{cell:>width$}"),
                }
            });
            let cells: Vec<String> = cells.collect();
            cells.join("  ").trim_end().to_owned()
        };
        writeln!(out, "{}", line(&|column| self.header[column].to_owned()))?;
        for row in &self.rows {
            writeln!(out, "{}", line(&|column| row[column].clone()))?;
        }
        Ok(())
    }

    fn draw_markdown(&self, columns: &[usize], out: &mut dyn Write) -> Result<(), ExportError> {
        let rule = |column: &usize| match self.left.contains(column) {
            true => ":--",
            false => "--:",
        };
        let rules: Vec<&str> = columns.iter().map(rule).collect();
        let cells = |row: &mut dyn Iterator<Item = &str>| {
            let cells: Vec<_> = row.map(|cell| Style::Markdown.text(cell)).collect();
            cells.join(" | ")
        };
        writeln!(out, "| {} |", cells(&mut self.header.iter().copied()))?;
        writeln!(out, "| {} |", rules.join(" | "))?;
        for row in &self.rows {
            writeln!(out, "| {} |", cells(&mut row.iter().map(String::as_str)))?;
        }
        Ok(())
    }
}
