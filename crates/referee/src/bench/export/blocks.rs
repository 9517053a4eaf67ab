//! The parts of a view, as plain text and as Markdown.

use ninefold_files::escape::escape;

/// A part of a view. Its texts hold names as they are.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum ViewBlock {
    /// A line about what follows.
    Heading(String),
    /// A paragraph.
    Text(String),
    /// Short lines.
    List(Vec<String>),
    /// Lines of another program, as they are.
    Lines(Vec<String>),
    /// The columns of a table.
    Table(Vec<ViewColumn>),
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct ViewColumn {
    /// Its heading.
    pub name: String,
    /// Whether its cells are words, and not numbers.
    pub has_words: bool,
    /// A cell for each row. All columns of a table have the same number.
    pub cells: Vec<String>,
}

impl ViewColumn {
    pub(super) fn new(
        name: &str,
        has_words: bool,
        cells: impl Iterator<Item = String>,
    ) -> ViewColumn {
        ViewColumn {
            name: name.to_owned(),
            has_words,
            cells: cells.collect(),
        }
    }
}

/// How to write blocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Style {
    /// For a terminal: paragraphs of 80 columns, and tables as wide as they are.
    Plain,
    /// As Markdown.
    Markdown,
}

impl Style {
    /// Markdown if it is asked for.
    #[must_use]
    pub fn of(is_markdown: bool) -> Style {
        if is_markdown {
            Style::Markdown
        } else {
            Style::Plain
        }
    }
}

/// Columns of a paragraph.
const COLUMNS: usize = 80;

/// Writes blocks, each with a line feed at its end.
#[must_use]
pub fn draw(blocks: &[ViewBlock], style: Style) -> String {
    let mut out = String::new();
    for (i, block) in blocks.iter().enumerate() {
        let is_headed = matches!(blocks[..i].last(), Some(ViewBlock::Heading(_)));
        if i > 0 && !(is_headed && style == Style::Plain) {
            out.push('\n');
        }
        for line in style.lines(block) {
            out += &line;
            out.push('\n');
        }
    }
    out
}

impl Style {
    fn lines(self, block: &ViewBlock) -> Vec<String> {
        match (self, block) {
            (Style::Plain, ViewBlock::Heading(text) | ViewBlock::Text(text)) => {
                wrap(&self.text(text))
            }
            (Style::Markdown, ViewBlock::Heading(text)) => vec![format!("**{}**", self.text(text))],
            (Style::Markdown, ViewBlock::Text(text)) => vec![self.text(text)],
            (Style::Plain, ViewBlock::List(items) | ViewBlock::Lines(items)) => {
                self.list("", items)
            }
            (Style::Markdown, ViewBlock::List(items)) => self.list("- ", items),
            // An indented block has no end mark that one of the lines could have.
            (Style::Markdown, ViewBlock::Lines(lines)) => {
                let lines = lines.iter();
                lines.map(|line| format!("    {}", escape(line))).collect()
            }
            (_, ViewBlock::Table(columns)) => self.table(columns),
        }
    }

    fn list(self, before: &str, items: &[String]) -> Vec<String> {
        let items = items.iter();
        items
            .map(|item| format!("{before}{}", self.text(item)))
            .collect()
    }

    fn table(self, columns: &[ViewColumn]) -> Vec<String> {
        let texts: Vec<Vec<String>> = columns.iter().map(|column| self.texts(column)).collect();
        let rows = texts.first().map_or(0, Vec::len);
        let row = |row: usize| texts.iter().map(move |column| &*column[row]);
        if self == Style::Markdown {
            let mut lines = (0..rows).map(|i| line_of(" | ", row(i)));
            let rule = columns
                .iter()
                .map(|column| if column.has_words { ":--" } else { "--:" });
            let header = lines.next().into_iter().chain([line_of(" | ", rule)]);
            return header
                .chain(lines)
                .map(|line| format!("| {line} |"))
                .collect();
        }
        let mut widths = Vec::with_capacity(texts.len());
        for column in &texts {
            let lengths = column.iter().map(|cell| cell.chars().count());
            widths.push(lengths.max().unwrap_or(0));
        }
        let mut lines = Vec::with_capacity(rows);
        for i in 0..rows {
            let mut cells = Vec::with_capacity(texts.len());
            for (cell, (column, width)) in row(i).zip(columns.iter().zip(&widths)) {
                cells.push(if column.has_words {
                    format!("{cell:<width$}")
                } else {
                    format!("{cell:>width$}")
                });
            }
            lines.push(cells.join("  ").trim_end().to_owned());
        }
        lines
    }

    /// Heading and cells of a column.
    fn texts(self, column: &ViewColumn) -> Vec<String> {
        let texts = [&column.name].into_iter().chain(&column.cells);
        texts.map(|text| self.text(text)).collect()
    }

    /// A text on one line. In Markdown it stays a text, whatever it holds: no link, no mark-up, no
    /// mention.
    fn text(self, text: &str) -> String {
        let text = escape(text).to_string();
        match self {
            Style::Plain => text,
            Style::Markdown => escape_markdown(&text),
        }
    }
}

fn line_of<'a>(between: &str, cells: impl Iterator<Item = &'a str>) -> String {
    cells.collect::<Vec<_>>().join(between)
}

/// Lines of [`COLUMNS`], unless a word is longer.
fn wrap(text: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("there is always one");
        if line.is_empty() {
            line.push_str(word);
        } else if line.chars().count() + 1 + word.chars().count() <= COLUMNS {
            line.push(' ');
            line.push_str(word);
        } else {
            lines.push(word.to_owned());
        }
    }
    lines
}

/// It has no width and divides no word.
const WORD_JOINER: char = '\u{2060}';

fn escape_markdown(text: &str) -> String {
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
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    fn blocks() -> Vec<ViewBlock> {
        let column = |name: &str, has_words, cells: &[&str]| ViewColumn {
            name: name.to_owned(),
            has_words,
            cells: cells.iter().map(|cell| (*cell).to_owned()).collect(),
        };
        vec![
            ViewBlock::Heading("All".to_owned()),
            ViewBlock::Table(vec![
                column("name", true, &["a|b", "long one"]),
                column("n", false, &["1", "1,000"]),
            ]),
            ViewBlock::Text("word ".repeat(20).trim_end().to_owned()),
            ViewBlock::Lines(vec!["```".to_owned(), "@x".to_owned()]),
            ViewBlock::List(vec!["one".to_owned(), "two".to_owned()]),
        ]
    }

    #[test]
    fn plain_text_is_aligned_and_wrapped() {
        let text = draw(&blocks(), Style::Plain);
        let table = "All\nname          n\na|b           1\nlong one  1,000\n\nword word";
        assert!(text.starts_with(table), "{text}");
        assert!(text.ends_with("word word\nword word word word\n\n```\n@x\n\none\ntwo\n"));
        assert!(text.lines().all(|line| line.len() <= COLUMNS), "{text}");
    }

    #[test]
    fn markdown_keeps_texts_texts() {
        let text = draw(&blocks(), Style::Markdown);
        let table =
            "**All**\n\n| name | n |\n| :-- | --: |\n| a\\|b | 1 |\n| long one | 1,000 |\n\nword";
        assert!(text.starts_with(table), "{text}");
        assert!(
            text.ends_with("word\n\n    ```\n    @x\n\n- one\n- two\n"),
            "{text}"
        );
    }

    #[test]
    fn names_are_escaped_in_both() {
        let name = "[a](http://b.example) <img> @x #1 www.b.example\n`*_~&\x1b[2J";
        let block = [ViewBlock::Text(name.to_owned())];
        let plain = draw(&block, Style::Plain);
        assert_eq!(plain, format!("{}\n", escape(name)));
        let markdown = draw(&block, Style::Markdown);
        for part in ["[a](", " <img", "@x", "#1", "http://", "www.b", "\x1b"] {
            assert!(!markdown.contains(part), "{part}: {markdown}");
        }
    }
}
