//! The first rows of a table, csv or JSON lines, which show what its columns hold.

use super::cut::{Cutter, unquoted};
use super::lines::{is_comment, line_at, lines_above};
use super::members;
use super::roles::{GridPlace, NoRole, is_puzzle_name, name_places};
use super::text::name_list;
use crate::escape::escape;
use ninefold::grid::CELLS;
use std::fmt::Write as _;

/// The number of lines, without blank ones and comments, to examine.
pub(super) const SAMPLE: usize = 200;

/// The first lines of a text, as many as needed to recognise it.
pub(super) fn sample(text: &[u8]) -> &[u8] {
    let mut lines = 0;
    let feeds = memchr::memchr_iter(b'\n', text);
    let mut start = 0;
    for feed in feeds {
        let line = text[start..feed].trim_ascii();
        lines += usize::from(!line.is_empty() && !is_comment(line));
        start = feed + 1;
        if lines == SAMPLE {
            return &text[..start];
        }
    }
    text
}

/// Whether a record names columns. It has several fields, each begins like a name, and none is as
/// long as a puzzle or ends like a sentence. The first field may be empty, above an index.
pub(super) fn has_names<'a>(fields: impl IntoIterator<Item = &'a [u8]>) -> bool {
    let mut count = 0;
    for field in fields {
        let field = field.trim_ascii();
        let may_be_index = count == 0 && field.is_empty();
        if !may_be_index && !is_name(field) {
            return false;
        }
        count += 1;
    }
    count > 1
}

/// Whether a field begins like a name, and is neither long nor a sentence.
fn is_name(field: &[u8]) -> bool {
    let begins_as_name = match field.first() {
        Some(&byte) => byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80,
        None => false,
    };
    begins_as_name && field.len() < CELLS / 2 && !field.ends_with(b".")
}

/// Whether a record of one field names its column: it is one word. Several words may be a sentence.
pub(super) fn is_lone_name(field: &[u8]) -> bool {
    let field = field.trim_ascii();
    is_name(field) && field.iter().all(|&byte| is_of_word(byte))
}

fn is_of_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-".contains(&byte) || byte >= 0x80
}

/// The values of a row.
pub(super) type Values = Vec<Vec<u8>>;

/// How the rows of a table are written.
#[derive(Debug, Clone)]
pub(super) enum TableForm {
    /// Csv. The next record may be a header.
    Csv(Cutter, bool),
    /// JSON lines, with the names of all members of the first objects.
    Json(Vec<String>),
}

impl TableForm {
    /// The values of the record that begins at `at`, unless it is blank, a comment or a header.
    /// Where the next one begins, and the line feeds in this one.
    pub(super) fn row(&mut self, text: &[u8], at: usize) -> (Option<Values>, usize, usize) {
        let mut row = Vec::new();
        let (next, feeds, is_header) = match self {
            TableForm::Csv(cutter, header) => {
                let cut = cutter.record(text, at, true, |number, field| {
                    row.truncate(number);
                    // More are too many, however many.
                    if cutter.columns.is_none_or(|columns| number <= columns) {
                        row.push(unquoted(&text[field]).into_owned());
                    }
                });
                let (next, feeds) = cut.map_or((text.len(), 0), |cut| (cut.next, cut.feeds));
                (next, feeds, header)
            }
            TableForm::Json(names) => {
                let (line, next) = line_at(text, at);
                // What is no object is a wrong answer.
                row = members::row(names, line).unwrap_or_else(|| vec![b"?".to_vec(); names.len()]);
                (next, 0, &mut false)
            }
        };
        let record = text[at..next].trim_ascii();
        let is_row = !record.is_empty() && !record.starts_with(b"#");
        let is_row = is_row && !std::mem::take(is_header);
        (is_row.then_some(row), next, feeds)
    }

    /// The rows of a text.
    pub(super) fn rows(&self, text: &[u8]) -> Vec<Values> {
        let mut form = self.clone();
        let mut rows = Vec::new();
        let mut at = lines_above(text);
        while at < text.len() {
            let (row, next, _) = form.row(text, at);
            rows.extend(row);
            at = next;
        }
        rows
    }
}

/// Why a text is no table of puzzles, for a message.
#[derive(Debug, Clone)]
pub(super) enum NoTable {
    /// It has a table's form, but it is not clear where the puzzles are.
    Unclear(String),
    /// It has a table's form, and full grids alone.
    OnlySolutions(String),
    /// It has a table's form, and no puzzles.
    Empty(String),
    /// It is no table.
    Other(String),
}

impl NoTable {
    pub(super) fn reason(self) -> String {
        match self {
            NoTable::Unclear(reason)
            | NoTable::OnlySolutions(reason)
            | NoTable::Empty(reason)
            | NoTable::Other(reason) => reason,
        }
    }
}

/// No column has puzzles, and what stands there instead.
pub(super) fn no_grids(places: &[GridPlace]) -> NoTable {
    let names = name_list(places.iter().map(|place| &place.name));
    let mut reason = format!("no puzzles of 81 cells in {names}");
    let mut named = places.iter().filter(|place| is_puzzle_name(&place.name));
    if let Some(place) = places.iter().find(|place| place.boards > 0) {
        let _ = write!(reason, ", but boards in {}", escape(&place.name));
    } else if let Some(place) = named.find(|place| place.others > 0) {
        let value = String::from_utf8_lossy(&place.first_other);
        let first: String = value.chars().take(30).collect();
        let length = place.first_other.len();
        let _ = write!(reason, ", but {} (length {length})", escape(&first));
    }
    NoTable::Empty(reason)
}

/// Why no column, or member, has the puzzles.
pub(super) fn no_place(places: &[GridPlace], why: NoRole) -> NoTable {
    match why {
        NoRole::NoGrids => no_grids(places),
        NoRole::OnlySolutions(places_of) => {
            let names = name_places(places, &places_of, " and ");
            let open: usize = places_of.iter().map(|&i| places[i].open).sum();
            NoTable::OnlySolutions(match open {
                0 => format!("no puzzles, only full grids in {names}, which are solutions"),
                _ => format!(
                    "mostly full grids in {names}, which are solutions (--column gives the column \
                     to solve all the same)"
                ),
            })
        }
        NoRole::Several(places_of) => {
            let names = name_places(places, &places_of, " or ");
            NoTable::Unclear(format!(
                "the puzzles could be {names} (specify the column with --column)"
            ))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_begin_as_names_do() {
        let names = |record: &str| has_names(record.split(',').map(str::as_bytes));
        for record in [
            "id,grid",
            ",grid,answer",
            "Unnamed: 0,grid",
            "_a, b",
            "数独,答え",
        ] {
            assert!(names(record), "{record}");
        }
        let long = format!("id,{}", "x".repeat(CELLS));
        for (name, is_name) in [
            ("grid", true),
            (" start_grid-2 ", true),
            ("r\u{e4}tsel", true),
            ("", false),
            ("two words", false),
            ("7", false),
            ("easy:", false),
        ] {
            assert_eq!(is_lone_name(name.as_bytes()), is_name, "{name}");
        }
        for record in [
            "grid",
            "",
            ",",
            "grid,",
            "1,grid",
            "a,,b",
            "So, it ends.",
            &long,
        ] {
            assert!(!names(record), "{record}");
        }
    }

    #[test]
    fn a_sample_has_so_many_lines_that_are_neither_blank_nor_comments() {
        assert_eq!(sample(b"a\n\nb"), b"a\n\nb");
        let text = "\n\nx\n".repeat(300);
        assert_eq!(sample(text.as_bytes()).len(), 4 * SAMPLE);
        let text = "# c\nx\n".repeat(300);
        assert_eq!(sample(text.as_bytes()).len(), 6 * SAMPLE);
    }
}
