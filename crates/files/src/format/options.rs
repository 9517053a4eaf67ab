//! Options for the format of an input, and of answers.

use super::kind::Kind;
use super::output::OutputFormat;
use ninefold::internal::options;

options! {
    /// The specified format of an input.
    ///
    /// ```
    /// use ninefold_files::format::{FormatOptions, Kind};
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

options! {
    /// The specified form of the answers.
    ///
    /// ```
    /// use ninefold_files::format::OutputFormat;
    /// use ninefold_files::format::answers::AnswerOptions;
    /// // A table with a header, whose solutions stand below `answer`.
    /// let options = AnswerOptions::default()
    ///     .format(OutputFormat::Csv)
    ///     .solution("answer".to_owned());
    /// # drop(options);
    /// ```
    #[derive(Debug, Clone, Default)]
    #[non_exhaustive]
    pub struct AnswerOptions {
        /// The form, if it is not to be recognised.
        pub format: Option<OutputFormat> as into,
        /// The column or member with the solutions (csv, jsonl). If it is `None`, the usual names
        /// decide.
        pub solution: Option<String> as into,
        /// The column or member with the puzzles.
        pub puzzle: Option<String> as into,
    }
}

impl FormatOptions {
    /// Whether the text decides on everything.
    pub(super) fn is_open(&self) -> bool {
        self.kind.is_none() && self.column.is_none() && self.delimiter.is_none()
    }
}
