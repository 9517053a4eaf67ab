//! Writes tables: the rows of the input, with added columns.

use super::alike::Alike;
use super::json;
use super::layout::{Format, Layout};
use super::open::Opened;
use super::output::WriteOptions;
use super::records::{OtherKind, Records, Span};
use super::text::{put, quote_csv};
use super::write::OutputRecord;
use crate::grid::Row;
use crate::input::InputError;
use crate::lines::Line;
use crate::solver::Outcome;
use crate::solver::verdict::{Mode, Verdict};
use memchr::{memchr, memmem, memrchr};
use std::str::FromStr;
use std::sync::Arc;

/// The content of an added column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Column {
    /// The 81 digits of the solution, or nothing if there is none to show.
    Solution,
    /// The verdict.
    Verdict,
    /// Solutions found.
    Solutions,
    /// Number of guesses.
    Guesses,
    /// The reason why there is no answer.
    Reason,
}

impl Column {
    /// All of them.
    pub const ALL: [Column; 5] = [
        Column::Solution,
        Column::Verdict,
        Column::Solutions,
        Column::Guesses,
        Column::Reason,
    ];

    /// Its name, as an option and in the table.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Column::Solution => "solution",
            Column::Verdict => "verdict",
            Column::Solutions => "solutions",
            Column::Guesses => "guesses",
            Column::Reason => "reason",
        }
    }
}

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
            (Mode::Count, false) => &[Column::Solutions, Column::Verdict],
            (Mode::Count, true) => &[Column::Solutions, Column::Verdict, Column::Reason],
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

/// A row that cannot be written: its first byte, and the reason.
pub(crate) type Unfit = (u32, String);

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
    let hint = |column: Column| {
        let name = column.name();
        format!("--append-column {name}=ninefold_{name} gives the new one another name")
    };
    let names = how.columns.iter();
    let names = names.map(|(column, name)| (name.as_str(), hint(*column)));
    let taken = Taken::new(records, names);
    for line in records.in_order() {
        let i = match line {
            Line::Puzzle(i) => i,
            Line::Other(other) => {
                let record = &text[other.start as usize..other.end as usize];
                let end = line_end(text, other.end);
                match other.kind {
                    OtherKind::Header if how.header => {
                        let names = how.columns.iter().map(|(_, name)| name.as_str());
                        write_header(record, end, records, names, out);
                    }
                    OtherKind::Blank | OtherKind::Comment if how.options.only.is_none() => {
                        out.extend_from_slice(record);
                        out.extend_from_slice(end);
                    }
                    OtherKind::Malformed if takes(how, Verdict::Malformed, 0) => {
                        taken.check(record).map_err(|why| (other.start, why))?;
                        write_malformed(record, records, how, out);
                        out.extend_from_slice(end);
                    }
                    _ => {}
                }
                continue;
            }
        };
        let span = &records.spans[i];
        let puzzle = &text[records.starts[i] as usize..];
        let record = OutputRecord::of(puzzle, &rows[i], &outcomes[i], how.options);
        if takes(how, record.verdict, outcomes[i].solutions) {
            let row = &text[span.start as usize..span.end as usize];
            taken.check(row).map_err(|why| (span.start, why))?;
            let (record, format) = (&record, records.format);
            let columns = how.columns.iter().map(|(column, name)| {
                let put = move |out: &mut Vec<u8>| match format {
                    Format::Csv(layout) => csv_value(*column, record, layout.delimiter, out),
                    _ => json_value(*column, record, out),
                };
                (name.as_str(), put)
            });
            write_row(row, span, format, columns, out);
            out.extend_from_slice(line_end(text, span.end));
        }
    }
    Ok(())
}

fn takes(how: &Appending<'_>, verdict: Verdict, solutions: u64) -> bool {
    let only = how.options.only;
    only.is_none_or(|only| only.takes(verdict, solutions))
}

/// The line end after a record.
pub(super) fn line_end(text: &[u8], end: u32) -> &[u8] {
    let rest = &text[end as usize..];
    // The last line may have none, and a broken line has none here.
    let Some(feed) = memchr(b'\n', rest) else {
        return b"\n";
    };
    // A delimiter may end the row.
    let returned = memchr(b'\r', &rest[..feed]);
    &rest[returned.unwrap_or(feed)..=feed]
}

pub(super) fn write_header<'a>(
    record: &[u8],
    end: &[u8],
    records: &Records,
    names: impl Iterator<Item = &'a str>,
    out: &mut Vec<u8>,
) {
    let delimiter = records.layout().map_or(b',', |layout| layout.delimiter);
    out.extend_from_slice(record);
    for name in names {
        out.push(delimiter);
        quote_csv(name.as_bytes(), delimiter, out);
    }
    out.extend_from_slice(end);
}

/// Writes a record with added columns: the name of each, and the function that writes its value.
pub(super) fn write_row<'a, F: FnOnce(&mut Vec<u8>)>(
    row: &[u8],
    span: &Span,
    format: Format,
    columns: impl Iterator<Item = (&'a str, F)>,
    out: &mut Vec<u8>,
) {
    if let Format::Csv(layout) = format {
        out.extend_from_slice(row);
        pad(span.missing as usize, layout, out);
        for (_, put) in columns {
            out.push(layout.delimiter);
            put(out);
        }
        return;
    }
    let close = memrchr(b'}', row).expect("an object ends in a brace");
    out.extend_from_slice(&row[..close]);
    for (name, put) in columns {
        out.push(b',');
        json_text(name, out);
        out.push(b':');
        put(out);
    }
    out.extend_from_slice(&row[close..]);
}

fn pad(missing: usize, layout: Layout, out: &mut Vec<u8>) {
    out.extend(std::iter::repeat_n(layout.delimiter, missing));
}

fn csv_value(column: Column, record: &OutputRecord<'_>, delimiter: u8, out: &mut Vec<u8>) {
    let known = record.counted().is_some();
    match column {
        Column::Solution => out.extend_from_slice(record.digits().unwrap_or_default()),
        Column::Verdict => out.extend_from_slice(record.verdict.name().as_bytes()),
        Column::Solutions if known => put(out, format_args!("{}", record.outcome.solutions)),
        Column::Guesses if known => put(out, format_args!("{}", record.outcome.guesses)),
        Column::Reason => {
            let reason = record.reason().unwrap_or_default();
            quote_csv(reason.as_bytes(), delimiter, out);
        }
        Column::Solutions | Column::Guesses => {}
    }
}

fn json_value(column: Column, record: &OutputRecord<'_>, out: &mut Vec<u8>) {
    let known = record.counted().is_some();
    match column {
        Column::Solution => match record.digits() {
            Some(digits) => {
                out.push(b'"');
                out.extend_from_slice(digits);
                out.push(b'"');
            }
            None => out.extend_from_slice(b"null"),
        },
        Column::Verdict => json_text(record.verdict.name(), out),
        Column::Solutions if known => put(out, format_args!("{}", record.outcome.solutions)),
        Column::Guesses if known => put(out, format_args!("{}", record.outcome.guesses)),
        Column::Reason => match record.reason() {
            Some(reason) => json_text(&reason, out),
            None => out.extend_from_slice(b"null"),
        },
        Column::Solutions | Column::Guesses => out.extend_from_slice(b"null"),
    }
}

pub(super) fn json_text(text: &str, out: &mut Vec<u8>) {
    serde_json::to_writer(out, text).expect("memory can be written to");
}

/// Writes a record without a puzzle.
fn write_malformed(record: &[u8], records: &Records, how: &Appending<'_>, out: &mut Vec<u8>) {
    let reason = records.fault(record);
    if let Some(layout) = records.layout() {
        let missing = match records.broken {
            Some(_) => {
                quote_csv(records.visible(record), layout.delimiter, out);
                usize::from(layout.columns) - 1
            }
            None => layout.fit(record, out),
        };
        pad(missing, layout, out);
        for (column, _) in how.columns {
            out.push(layout.delimiter);
            match column {
                Column::Verdict => out.extend_from_slice(Verdict::Malformed.name().as_bytes()),
                Column::Reason => quote_csv(reason.as_bytes(), layout.delimiter, out),
                Column::Solution | Column::Solutions | Column::Guesses => {}
            }
        }
        return;
    }
    // A line that is not an object becomes a text in one.
    let mut between = true;
    let object = json::names(record).filter(|_| records.broken.is_none());
    let close = match object.and(memrchr(b'}', record)) {
        Some(close) => {
            out.extend_from_slice(&record[..close]);
            between = !record[..close].trim_ascii_end().ends_with(b"{");
            &record[close..]
        }
        None => {
            out.extend_from_slice(b"{\"malformed\":");
            json_text(&String::from_utf8_lossy(records.visible(record)), out);
            &b"}"[..]
        }
    };
    for (column, name) in how.columns {
        if between {
            out.push(b',');
        }
        between = true;
        json_text(name, out);
        out.push(b':');
        match column {
            Column::Verdict => json_text(Verdict::Malformed.name(), out),
            Column::Reason => json_text(&reason, out),
            Column::Solution | Column::Solutions | Column::Guesses => {
                out.extend_from_slice(b"null");
            }
        }
    }
    out.extend_from_slice(close);
}

/// Finds JSON objects that cannot get the new members.
pub(super) struct Taken<'a> {
    /// The names, each with a hint for objects that already have it.
    names: Vec<(&'a str, String)>,
    finders: Vec<memmem::Finder<'a>>,
}

impl<'a> Taken<'a> {
    pub(super) fn new(
        records: &Records,
        names: impl Iterator<Item = (&'a str, String)>,
    ) -> Taken<'a> {
        let is_json = matches!(records.format, Format::Json(_));
        let names: Vec<_> = names.filter(|_| is_json).collect();
        let finder = |(name, _): &(&'a str, String)| memmem::Finder::new(name.as_bytes());
        Taken {
            finders: names.iter().map(finder).collect(),
            names,
        }
    }

    pub(super) fn check(&self, row: &[u8]) -> Result<(), String> {
        if self.finders.is_empty() {
            return Ok(());
        }
        let seen = self.finders.iter().any(|finder| finder.find(row).is_some());
        let own = seen.then(|| json::names(row)).flatten().unwrap_or_default();
        let is_taken = |(name, _): &&(&str, String)| own.iter().any(|own| own == name);
        match self.names.iter().find(is_taken) {
            None => Ok(()),
            Some((name, hint)) => Err(format!("there is a member '{name}' already ({hint})")),
        }
    }
}
