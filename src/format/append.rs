//! Writes tables: the rows of the input, with added columns.

use super::alike::Alike;
use super::annotate::{TableRows, Unfit, write_table};
use super::open::Opened;
use super::output::{Column, WriteOptions};
use super::records::{OtherKind, Records};
use super::value::Value;
use super::write::OutputRecord;
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
        let all = || Column::ALL.map(Column::name).join(", ");
        let column = Column::ALL.into_iter().find(|column| column.name() == name);
        let column = column.ok_or_else(|| format!("no column '{name}', but {}", all()))?;
        if renamed.is_some_and(|name| name.trim().is_empty() || name.contains(['\n', '\r'])) {
            return Err(format!("'{typed}' gives the column no name"));
        }
        Ok(Append {
            column,
            name: renamed.map(str::to_owned),
        })
    }
}

/// The columns added to the tables of one run, with their names.
pub(crate) type AppendColumns = Arc<[(Column, String)]>;

/// The added columns of one input.
#[derive(Clone)]
pub(crate) struct Added {
    pub(crate) columns: AppendColumns,
    /// Whether to write its header.
    pub(crate) header: bool,
}

/// The added columns of a run's tables.
pub(crate) struct Tables {
    asked: Vec<Append>,
    writing: WriteOptions,
    /// `None` if the run writes bare rows.
    alike: Option<Alike>,
    /// Whether the run that this one resumes has written the header.
    has_header: bool,
    /// The columns added to the first input, and so to all.
    columns: Option<AppendColumns>,
}

impl Tables {
    /// Adds those columns. If there are none, adds the usual ones for the question asked.
    pub(crate) fn new(
        asked: &[Append],
        writing: WriteOptions,
        alike: Option<Alike>,
        has_header: bool,
    ) -> Tables {
        Tables {
            asked: asked.to_vec(),
            writing,
            alike,
            has_header,
            columns: None,
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
        let Some(is_first) = is_first else {
            return Ok(None);
        };
        if !is_first {
            let added = |columns| Added {
                columns,
                header: false,
            };
            return Ok(self.columns.clone().map(added));
        }
        let refused = |reason| InputError::Refused {
            name: input.source.name().to_owned(),
            reason,
        };
        let columns = if input.format.is_table() {
            let columns = self.named(&input.names).map_err(refused)?;
            Some(AppendColumns::from(columns))
        } else if self.asked.is_empty() {
            None
        } else {
            return Err(refused(format!(
                "--append-column needs csv or JSON lines, and this is {} (--input-format)",
                input.kind
            )));
        };
        self.columns = columns.clone();
        let header = !self.has_header;
        Ok(columns.map(|columns| Added { columns, header }))
    }

    /// The names of the added columns for a table with these names.
    fn named(&self, names: &[String]) -> Result<Vec<(Column, String)>, String> {
        let mut taken: Vec<String> = names.to_vec();
        let mut columns = Vec::new();
        let asked = if self.asked.is_empty() {
            self.usual()
        } else {
            self.asked.clone()
        };
        for Append { column, name } in asked {
            let own = column.name();
            let is_taken = |name: &str| taken.iter().any(|t| t.eq_ignore_ascii_case(name));
            let other = format!("ninefold_{own}");
            let name = match name {
                None if self.asked.is_empty() && is_taken(own) => other.clone(),
                None => own.to_owned(),
                Some(name) => name,
            };
            if is_taken(&name) {
                return Err(format!(
                    "there is a column '{name}' already (--append-column {own}={other} \
                     gives the new one another name)"
                ));
            }
            taken.push(name.clone());
            columns.push((column, name));
        }
        Ok(columns)
    }

    /// The columns added by default.
    fn usual(&self) -> Vec<Append> {
        // The verdict distinguishes a complete count from a limit.
        let columns: &[Column] = match (self.writing.mode, self.writing.explain) {
            (Mode::Count, false) => &[Column::Count, Column::Verdict],
            (Mode::Count, true) => &[Column::Count, Column::Verdict, Column::Reason],
            (_, false) => &[Column::Solution],
            (_, true) => &[Column::Solution, Column::Verdict, Column::Reason],
        };
        let append = |&column| Append { column, name: None };
        columns.iter().map(append).collect()
    }
}

/// How to write the rows of a chunk.
pub(crate) struct Appending<'a> {
    pub(crate) columns: &'a [(Column, String)],
    /// Whether to write the header. Only the first input's header is written.
    pub(crate) header: bool,
    pub(crate) options: &'a WriteOptions,
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
    how: &Appending<'_>,
    out: &mut Vec<u8>,
) -> Result<(), Unfit> {
    out.clear();
    let only = how.options.only;
    let takes = |verdict, solutions| only.is_none_or(|only| only.takes(verdict, solutions));
    let hint = |column: Column| {
        let name = column.name();
        format!("--append-column {name}=ninefold_{name} gives the new one another name")
    };
    let columns = how.columns.iter();
    let table = TableRows {
        names: columns
            .map(|(column, name)| (&**name, hint(*column)))
            .collect(),
        header: how.header,
        keeps: |kind| matches!(kind, OtherKind::Blank | OtherKind::Comment) && only.is_none(),
    };
    write_table(
        text,
        records,
        &table,
        |i, values| {
            let cells = &text[records.starts[i] as usize..];
            let record = OutputRecord::of(cells, &rows[i], &outcomes[i], how.options);
            values.extend(how.columns.iter().map(|(column, _)| record.value(*column)));
            takes(record.verdict, outcomes[i].solutions)
        },
        |record, values| {
            let value = |column| match column {
                Column::Verdict => Value::name(Verdict::Malformed.name()),
                Column::Reason => Value::text(records.fault(record)),
                Column::Solution | Column::Count | Column::Guesses => Value::Nothing,
            };
            values.extend(how.columns.iter().map(|(column, _)| value(*column)));
            takes(Verdict::Malformed, 0)
        },
        out,
    )
}
