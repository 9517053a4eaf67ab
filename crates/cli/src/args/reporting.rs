//! Arguments about reports.

use clap::ValueEnum;

/// A report's form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportForm {
    /// A few lines for people.
    Human,
    /// One line of JSON.
    Json,
}
