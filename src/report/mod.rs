//! Prints results. It has no arithmetic.

pub mod html;
pub mod human;
pub mod json;
pub mod saved;

use crate::setters::setters;

/// The data of a report besides the [`Summary`](crate::metrics::summary::Summary).
///
/// ```
/// use ninefold::report::Setting;
/// let setting = Setting::default().engine("lanes".to_owned()).verified(true);
/// # drop(setting);
/// ```
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
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
    /// Whether to use colour.
    pub color: bool,
}

setters! {
    Setting {
        engine: String,
        backend: impl Into<Option<String>>,
        verified: bool,
        timed: bool,
        stats: bool,
        color: bool,
    }
}
