//! Which columns `solve` adds to a table, and whether the tables of all inputs have the same ones.
//! [`annotate`](super::annotate) writes the rows.

use super::annotate::{NewColumns, Unfit, new_names, write_table};
use super::layout::Format;
use super::open::Opened;
use super::output::{Column, WriteOptions};
use super::records::{OtherKind, Records};
use super::write::OutputRecord;
use crate::input::InputError;
use ninefold::engine::Outcome;
use ninefold::engine::verdict::{Mode, Verdict};
use ninefold::grid::Row;
use std::sync::Arc;

/// Checks that the inputs of a run match the first, so that their rows make one table.
#[derive(Debug)]
pub struct OneTable {
    instead: &'static str,
    /// Its name, its format, and the names of its columns.
    first: Option<(String, Format, Vec<String>)>,
    /// The names of new columns in the first input, and so in all.
    added: Option<Arc<[String]>>,
}

impl OneTable {
    /// `instead` says what the user can do with inputs that do not match.
    pub(crate) fn new(instead: &'static str) -> OneTable {
        OneTable {
            instead,
            first: None,
            added: None,
        }
    }

    /// The new columns of these names in an input. `None` if it is not a table.
    ///
    /// # Errors
    /// See [`OneTable::is_first`].
    pub(crate) fn columns(
        &mut self,
        input: &Opened,
        added: &[&str],
    ) -> Result<Option<NewColumns>, InputError> {
        let Some(header) = self.is_first(input)? else {
            return Ok(None);
        };
        if header && input.format.is_table() {
            self.added = Some(new_names(added, &input.names).into());
        }
        let names = self.added.clone();
        Ok(names.map(|names| NewColumns { names, header }))
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
        if !are_of_one_table(own, names, &format, &input.names) {
            let reason = format!("its columns are not those of {first} ({})", self.instead);
            return Err(InputError::Refused { name, reason });
        }
        Ok(Some(false))
    }
}

/// Whether the rows of two inputs make one text. In JSON lines each line has its own names.
fn are_of_one_table(one: &Format, names: &[String], other: &Format, others: &[String]) -> bool {
    match (one, other) {
        (Format::Csv(one), Format::Csv(other)) => {
            one.delimiter == other.delimiter && one.columns == other.columns && names == others
        }
        (Format::Json(_), Format::Json(_)) => true,
        _ => !one.is_table() && !other.is_table(),
    }
}

/// The added columns of one input.
#[derive(Clone)]
pub(crate) struct Added {
    columns: Arc<[Column]>,
    new: NewColumns,
}

/// The added columns of a run's tables.
pub(crate) struct Tables {
    columns: Arc<[Column]>,
    /// Whether they are those of the user's choice.
    is_asked: bool,
    /// `None` if the run writes bare rows.
    one_table: Option<OneTable>,
    /// Whether the run that this one resumes has written the header.
    has_header: bool,
}

impl Tables {
    /// Adds those columns. If there are none, adds the usual ones for the question asked.
    pub(crate) fn new(
        asked: &[Column],
        writing: &WriteOptions,
        one_table: Option<OneTable>,
        has_header: bool,
    ) -> Tables {
        // The verdict distinguishes a complete count from a limit.
        let columns: &[Column] = match (writing.mode, writing.explain) {
            _ if !asked.is_empty() => asked,
            (Mode::Count, false) => &[Column::Count, Column::Verdict],
            (Mode::Count, true) => &[Column::Count, Column::Verdict, Column::Reason],
            (_, false) => &[Column::Solution],
            (_, true) => &[Column::Solution, Column::Verdict, Column::Reason],
        };
        Tables {
            columns: columns.into(),
            is_asked: !asked.is_empty(),
            one_table,
            has_header,
        }
    }

    /// The columns added to an input. `None` if it is not a table, or if the run writes bare rows.
    ///
    /// # Errors
    /// The input is not a table, and columns are asked for, or its rows do not match those of
    /// earlier inputs.
    pub(crate) fn added(&mut self, input: &Opened) -> Result<Option<Added>, InputError> {
        let Some(one_table) = &mut self.one_table else {
            return Ok(None);
        };
        let names: Vec<&str> = self.columns.iter().map(|column| column.name()).collect();
        let Some(mut new) = one_table.columns(input, &names)? else {
            if !self.is_asked || input.is_blank {
                return Ok(None);
            }
            return Err(InputError::Refused {
                name: input.source.name().to_owned(),
                reason: format!(
                    "--append-column needs csv or JSON lines, and this is {} (--input-format)",
                    input.kind
                ),
            });
        };
        new.header &= !self.has_header;
        let columns = Arc::clone(&self.columns);
        Ok(Some(Added { columns, new }))
    }
}

/// Renders the rows of a table's chunk.
///
/// # Errors
/// A JSON object already has a member with the name of a new one.
pub(crate) fn render(
    text: &[u8],
    records: &Records,
    rows: &[Row],
    outcomes: &[Outcome],
    added: &Added,
    options: &WriteOptions,
    out: &mut Vec<u8>,
) -> Result<(), Unfit> {
    out.clear();
    let only = options.only;
    write_table(
        text,
        records,
        &added.new,
        |kind| matches!(kind, OtherKind::Blank | OtherKind::Comment) && only.is_none(),
        |i, values| {
            let start = records.starts[i] as usize;
            let record = OutputRecord::new(text, start, &rows[i], &outcomes[i], options);
            values.extend(added.columns.iter().map(|&column| record.value(column)));
            only.is_none_or(|only| only.takes(record.verdict, outcomes[i].solutions))
        },
        |record, values| {
            let record = OutputRecord::of_line(record, records, OtherKind::Malformed, options);
            values.extend(added.columns.iter().map(|&column| record.value(column)));
            only.is_none_or(|only| only.takes(Verdict::Malformed, 0))
        },
        out,
    )
}
