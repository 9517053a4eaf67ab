//! Prints results. It has no arithmetic: what it prints is in the summary of a run
//! ([`crate::metrics`]) or in the record of a measurement ([`crate::bench`]).
//!
//! [`human`] and [`json`] print the report of `solve`. [`html`] makes the page of results, histories
//! and comparisons from files ([`crate::bench::store`]).
//!
//! What must stay true: names and texts of others are escaped, so that no file name can fake a line
//! or a tag; a page is one file without scripts and loads nothing.

pub mod html;
pub mod human;
pub mod json;

/// The data of a report besides the [`Summary`](crate::metrics::summary::Summary).
#[derive(Debug, Clone, Default)]
pub struct Setting {
    /// The engine's name.
    pub engine: String,
    /// Its back end, if it has several.
    pub backend: Option<String>,
    /// Whether every solution was checked.
    pub verified: bool,
    /// Whether puzzles were timed one by one.
    pub timed: bool,
    /// Whether to print everything.
    pub stats: bool,
}
