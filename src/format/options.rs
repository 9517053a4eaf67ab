//! What is known of the format of an input before it is looked at.

use super::kind::Kind;
use crate::setters::setters;

/// What is asked of the format of an input.
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
    /// The format, where it is not to be recognised.
    pub kind: Option<Kind>,
    /// The name of the column with the puzzles, or its number from 1 where no column
    /// has that name (csv); the name of the member with them (JSON lines). Without
    /// one, the names that puzzle collections use are looked for, and what stands in the first rows
    /// decides.
    pub column: Option<String>,
    /// What separates the fields of csv, where it is not to be recognised.
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
    /// The format that is asked for: what has a column, or a delimiter, is csv unless another is named.
    pub(super) fn asked_kind(&self) -> Option<Kind> {
        let has_fields = self.column.is_some() || self.delimiter.is_some();
        self.kind.or(has_fields.then_some(Kind::Csv))
    }

    /// Whether so much is said of the format that it cannot be another.
    pub(super) fn names_format(&self) -> bool {
        self.kind.is_some() || self.column.is_some()
    }
}
