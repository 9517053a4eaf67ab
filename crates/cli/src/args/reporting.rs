//! Arguments about reports and colours.

use clap::ValueEnum;

/// A report's form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ReportForm {
    /// A few lines for people.
    Human,
    /// One line of JSON.
    Json,
}

/// When to use colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ColorArg {
    /// On a terminal that has colours.
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}
