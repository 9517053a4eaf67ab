//! Prints the report of `solve`, for people ([`human`]) and as JSON ([`json`]). It has no
//! arithmetic: what it prints is in the summary of the run ([`ninefold_files::metrics`]).
//!
//! What must stay true: names of others are escaped, so that no file name can fake a line.

pub(crate) mod human;
pub(crate) mod json;

/// The data of a report besides the [`Summary`](ninefold_files::metrics::summary::Summary).
#[derive(Debug, Clone, Default)]
pub(crate) struct Setting {
    /// The engine's name.
    pub(crate) engine: String,
    /// Its back end, if it has several.
    pub(crate) backend: Option<String>,
    /// Whether every solution was checked.
    pub(crate) verified: bool,
    /// Whether puzzles were timed one by one.
    pub(crate) timed: bool,
    /// Whether to print everything.
    pub(crate) stats: bool,
}
