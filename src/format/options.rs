//! Options for the format of an input.

use super::json;
use super::kind::Kind;
use crate::setters::options;

options! {
    /// The specified format of an input.
    ///
    /// ```
    /// use ninefold::format::{FormatOptions, Kind};
    /// // A table without commas, whose puzzles stand in its second column.
    /// let options = FormatOptions::default().kind(Kind::Csv).column("2".to_owned()).delimiter(b';');
    /// # drop(options);
    /// ```
    #[derive(Debug, Clone, Default)]
    #[non_exhaustive]
    pub struct FormatOptions {
        /// The format, if it is not to be recognised.
        pub kind: Option<Kind> as into,
        /// The column with the puzzles (csv): its name, or its number from 1 if no column has that
        /// name. For JSON lines, the name of the member. If it is `None`, the usual names of puzzle
        /// collections and the content of the first rows decide.
        pub column: Option<String> as into,
        /// The delimiter of csv, if it is not to be recognised.
        pub delimiter: Option<u8> as into,
    }
}

impl FormatOptions {
    /// The specified format. A delimiter means csv, and a column JSON lines if the text begins with
    /// an object, or else csv.
    pub(super) fn asked_kind(&self, text: &[u8]) -> Option<Kind> {
        let of_column = || match json::first_names(text) {
            Some(_) => Kind::Jsonl,
            None => Kind::Csv,
        };
        let of_delimiter = self.delimiter.map(|_| Kind::Csv);
        let asked = self.kind.or(of_delimiter);
        asked.or_else(|| self.column.as_ref().map(|_| of_column()))
    }

    /// Whether the text decides on everything.
    pub(super) fn is_open(&self) -> bool {
        self.kind.is_none() && self.column.is_none() && self.delimiter.is_none()
    }
}
