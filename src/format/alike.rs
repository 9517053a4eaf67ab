//! Checks that inputs whose rows go into one output are rows of the same table.

use super::kind::Kind;
use super::layout::{Format, Layout};
use super::open::Opened;
use crate::input::InputError;

/// The first input of a run, which the others must match.
#[derive(Debug)]
pub struct Alike {
    instead: &'static str,
    /// Its name, its kind and format, and the names of its columns.
    first: Option<(String, Kind, Format, Vec<String>)>,
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
        let Some((first, kind, own, names)) = &self.first else {
            let name = input.source.name().to_owned();
            self.first = Some((name, input.kind, format, input.names.clone()));
            return Ok(Some(true));
        };
        if !alike(*own, names, format, &input.names) {
            return Err(InputError::Refused {
                name: input.source.name().to_owned(),
                reason: format!(
                    "its columns are not those of {first}, so the rows of both ({kind} and {}) do not \
                     fit into one table ({})",
                    input.kind, self.instead,
                ),
            });
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
