//! Writes tables: the rows of the input, with added columns.

use super::alike::Alike;
use super::annotate::{TableRows, Unfit, new_names, write_table};
use super::open::Opened;
use super::output::{Column, WriteOptions};
use super::records::{OtherKind, Records};
use super::write::{OutputRecord, value_of_other};
use crate::grid::Row;
use crate::input::InputError;
use crate::solver::Outcome;
use crate::solver::verdict::{Mode, Verdict};
use std::sync::Arc;

/// The added columns of one input.
#[derive(Clone)]
pub(crate) struct Added {
    columns: Arc<[Column]>,
    names: Arc<[String]>,
    /// Whether to write its header. Only the first input's header is written.
    header: bool,
}

/// The added columns of a run's tables.
pub(crate) struct Tables {
    columns: Arc<[Column]>,
    /// Whether they are those of the user's choice.
    is_asked: bool,
    /// `None` if the run writes bare rows.
    alike: Option<Alike>,
    /// Whether the run that this one resumes has written the header.
    has_header: bool,
    /// Their names in the first input, and so in all.
    names: Option<Arc<[String]>>,
}

impl Tables {
    /// Adds those columns. If there are none, adds the usual ones for the question asked.
    pub(crate) fn new(
        asked: &[Column],
        writing: &WriteOptions,
        alike: Option<Alike>,
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
            alike,
            has_header,
            names: None,
        }
    }

    /// The columns added to an input. `None` if it is not a table, or if the run writes bare rows.
    ///
    /// # Errors
    /// The input is not a table, and columns are asked for, or its rows do not match those of earlier
    /// inputs.
    pub(crate) fn added(&mut self, input: &Opened) -> Result<Option<Added>, InputError> {
        let is_first = match &mut self.alike {
            Some(alike) => alike.is_first(input)?,
            None => None,
        };
        let Some(is_first) = is_first else {
            return Ok(None);
        };
        if is_first && input.format.is_table() {
            let names: Vec<&str> = self.columns.iter().map(|column| column.name()).collect();
            self.names = Some(new_names(&names, &input.names).into());
        } else if is_first && self.is_asked {
            return Err(InputError::Refused {
                name: input.source.name().to_owned(),
                reason: format!(
                    "--append-column needs csv or JSON lines, and this is {} (--input-format)",
                    input.kind
                ),
            });
        }
        Ok(self.names.clone().map(|names| Added {
            columns: Arc::clone(&self.columns),
            names,
            header: is_first && !self.has_header,
        }))
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
    let takes = |verdict, solutions| only.is_none_or(|only| only.takes(verdict, solutions));
    let table = TableRows {
        names: &added.names,
        header: added.header,
        keeps: |kind| matches!(kind, OtherKind::Blank | OtherKind::Comment) && only.is_none(),
    };
    write_table(
        text,
        records,
        &table,
        |i, values| {
            let start = records.starts[i] as usize;
            let record = OutputRecord::new(text, start, &rows[i], &outcomes[i], options);
            values.extend(added.columns.iter().map(|&column| record.value(column)));
            takes(record.verdict, outcomes[i].solutions)
        },
        |record, values| {
            let value = |&column| value_of_other(records, OtherKind::Malformed, record, column);
            values.extend(added.columns.iter().map(value));
            takes(Verdict::Malformed, 0)
        },
        out,
    )
}
