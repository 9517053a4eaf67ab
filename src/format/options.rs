//! Options for the format of an input.

use super::kind::Kind;
use crate::setters::setters;

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
    pub kind: Option<Kind>,
    /// The column with the puzzles (csv): its name, or its number from 1 if no column has that
    /// name. For JSON lines, the name of the member. If it is `None`, the usual names of puzzle
    /// collections and the content of the first rows decide.
    pub column: Option<String>,
    /// The delimiter of csv, if it is not to be recognised.
    pub delimiter: Option<u8>,
}

setters! {
    FormatOptions {
        kind: impl Into<Option<Kind>>,
        column: impl Into<Option<String>>,
        delimiter: impl Into<Option<u8>>,
    }
}

impl FormatOptions {
    /// The specified format. A column or a delimiter means csv, unless another format is specified.
    pub(super) fn asked_kind(&self) -> Option<Kind> {
        let has_fields = self.column.is_some() || self.delimiter.is_some();
        self.kind.or(has_fields.then_some(Kind::Csv))
    }

    /// Whether the options leave no choice of format.
    pub(super) fn names_format(&self) -> bool {
        self.kind.is_some() || self.column.is_some()
    }
}
