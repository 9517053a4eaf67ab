//! What is asked of answers.

use crate::format::output::OutputFormat;

/// What is known of the form of the answers.
#[derive(Debug, Clone, Default)]
pub struct AnswerOptions {
    /// The form, where it is not to be recognised.
    pub format: Option<OutputFormat>,
    /// The column or member with the solutions (csv, jsonl); without one, the
    /// names that are usual are looked for.
    pub solution: Option<String>,
    /// The one with the puzzles.
    pub puzzle: Option<String>,
}
