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
use std::str::FromStr;
use std::sync::Arc;

/// A column to add.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Append {
    /// Its content.
    pub column: Column,
    /// Its name in the table, if it differs.
    pub name: Option<String>,
}

impl FromStr for Append {
    type Err = String;

    /// Reads `NAME` or `NAME=AS`.
    fn from_str(typed: &str) -> Result<Append, String> {
        let (name, renamed) = match typed.split_once('=') {
            Some((name, renamed)) => (name, Some(renamed)),
            None => (typed, None),
        };
        let column = Column::ALL.iter().find(|column| column.name() == name);
        let &column = column.ok_or_else(|| {
            let all: Vec<&str> = Column::ALL.iter().map(|column| column.name()).collect();
            format!("no column '{name}', but {}", all.join(", "))
        })?;
        if renamed.is_some_and(|name| name.trim().is_empty() || name.contains(['\n', '\r'])) {
            return Err(format!("'{typed}' gives the column no name"));
        }
        Ok(Append {
            column,
            name: renamed.map(str::to_owned),
        })
    }
}

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
    /// Whether they are those of the user's choice.
    is_asked: bool,
    columns: Arc<[Column]>,
    /// Their names, and whether those are fixed.
    asked: Vec<(String, bool)>,
    /// `None` if the run writes bare rows.
    alike: Option<Alike>,
    /// Whether the run that this one resumes has written the header.
    has_header: bool,
    /// Their names in the first input, and so in all.
    names: Option<Arc<[String]>>,
}

/// What to do if a table has a column of the name already.
const HINT: &str = "--append-column NAME=AS gives the new one another name";

impl Tables {
    /// Adds those columns. If there are none, adds the usual ones for the question asked.
    pub(crate) fn new(
        asked: &[Append],
        writing: &WriteOptions,
        alike: Option<Alike>,
        has_header: bool,
    ) -> Tables {
        // The verdict distinguishes a complete count from a limit.
        let usual: &[Column] = match (writing.mode, writing.explain) {
            (Mode::Count, false) => &[Column::Count, Column::Verdict],
            (Mode::Count, true) => &[Column::Count, Column::Verdict, Column::Reason],
            (_, false) => &[Column::Solution],
            (_, true) => &[Column::Solution, Column::Verdict, Column::Reason],
        };
        let asked_name = |one: &Append| {
            let own = || one.column.name().to_owned();
            (one.name.clone().unwrap_or_else(own), true)
        };
        let is_asked = !asked.is_empty();
        Tables {
            is_asked,
            columns: match is_asked {
                true => asked.iter().map(|one| one.column).collect(),
                false => usual.into(),
            },
            asked: match is_asked {
                true => asked.iter().map(asked_name).collect(),
                false => usual
                    .iter()
                    .map(|one| (one.name().to_owned(), false))
                    .collect(),
            },
            alike,
            has_header,
            names: None,
        }
    }

    /// The columns added to an input. `None` if it is not a table, or if the run writes bare rows.
    ///
    /// # Errors
    /// The columns cannot be added, or the rows of the table do not match those of earlier inputs.
    pub(crate) fn added(&mut self, input: &Opened) -> Result<Option<Added>, InputError> {
        let is_first = match &mut self.alike {
            Some(alike) => alike.is_first(input)?,
            None => None,
        };
        let refused = |reason| InputError::Refused {
            name: input.source.name().to_owned(),
            reason,
        };
        match is_first {
            None => return Ok(None),
            Some(true) if input.format.is_table() => {
                let names = new_names(&self.asked, &input.names, HINT).map_err(refused)?;
                self.names = Some(names.into());
            }
            Some(true) if self.is_asked => {
                return Err(refused(format!(
                    "--append-column needs csv or JSON lines, and this is {} (--input-format)",
                    input.kind
                )));
            }
            Some(_) => {}
        }
        Ok(self.names.clone().map(|names| Added {
            columns: Arc::clone(&self.columns),
            names,
            header: is_first == Some(true) && !self.has_header,
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
        hint: HINT,
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
