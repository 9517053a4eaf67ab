//! Options for reading answers.

use crate::format::output::OutputFormat;
use crate::setters::options;

options! {
    /// The specified form of the answers.
    ///
    /// ```
    /// use ninefold::format::OutputFormat;
    /// use ninefold::format::answers::AnswerOptions;
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
