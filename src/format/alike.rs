//! Checks that inputs whose rows go into one output are rows of the same table.

use super::layout::{Format, Layout};
use super::open::Opened;
use crate::input::InputError;

/// The first input of a run, which the others must match.
#[derive(Debug)]
pub struct Alike {
    instead: &'static str,
    /// Its name, its format, and the names of its columns.
    first: Option<(String, Format, Vec<String>)>,
}

impl Alike {
    /// `instead` says what the user can do with inputs that do not match.
    pub(crate) fn new(instead: &'static str) -> Alike {
        Alike {
            instead,
            first: None,
        }
    }

    /// Whether this is the first input. `None` for an input of blank lines, which matches any
    /// other.
    ///
    /// # Errors
    /// The rows of this table do not match those of the first input.
    pub fn is_first(&mut self, input: &Opened) -> Result<Option<bool>, InputError> {
        if input.is_blank && !input.format.is_table() {
            return Ok(None);
        }
        let format = input.format.after_first();
        let name = input.source.name().to_owned();
        let Some((first, own, names)) = &self.first else {
            self.first = Some((name, format, input.names.clone()));
            return Ok(Some(true));
        };
        if !alike(*own, names, format, &input.names) {
            let reason = format!("its columns are not those of {first} ({})", self.instead);
            return Err(InputError::Refused { name, reason });
        }
        Ok(Some(false))
    }
}

/// Whether the rows of two inputs make one text. In JSON lines each line has its own names.
fn alike(one: Format, names: &[String], other: Format, others: &[String]) -> bool {
    match (one, other) {
        (Format::Csv(one), Format::Csv(other)) => {
            let shape = |layout: Layout| (layout.delimiter, layout.columns);
            shape(one) == shape(other) && names == others
        }
        (Format::Json(_), Format::Json(_)) => true,
        _ => !one.is_table() && !other.is_table(),
    }
}
