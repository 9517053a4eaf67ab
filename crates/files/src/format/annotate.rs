//! Writes the rows of tables with new columns, for `solve` ([`append`](super::append)) and `rate`.

use super::layout::{Format, Layout};
use super::members;
use super::records::{OtherKind, Records};
use super::text::{Value, json_text, quote_csv};
use memchr::{memchr, memmem, memrchr};
use ninefold::internal::Line;
use std::sync::Arc;

/// The names of new columns after those of a table. One that is taken gets the prefix `ninefold_`.
pub(crate) fn new_names(added: &[&str], table: &[String]) -> Vec<String> {
    let mut taken = table.to_vec();
    for name in added {
        let mut name = (*name).to_owned();
        while taken.iter().any(|taken| taken.eq_ignore_ascii_case(&name)) {
            name = format!("ninefold_{name}");
        }
        taken.push(name);
    }
    taken.split_off(table.len())
}

/// A row that cannot be written: its first byte, and the reason.
pub(crate) type Unfit = (u32, String);

/// The new columns of a table.
#[derive(Clone)]
pub(crate) struct NewColumns {
    pub(crate) names: Arc<[String]>,
    /// Whether to write the header. Only the first input's header is written.
    pub(crate) header: bool,
}

/// Adds the names of new columns to the header of a table.
fn write_names(columns: &NewColumns, format: &Format, out: &mut Vec<u8>) {
    let Format::Csv(layout) = format else {
        return;
    };
    for name in &*columns.names {
        out.push(layout.delimiter);
        quote_csv(name.as_bytes(), layout.delimiter, out);
    }
}

/// Writes the rows of a table's chunk with new columns, and the lines without a puzzle that it
/// `keeps`. `puzzle` and `malformed` add the values of a row, and return whether to write it.
///
/// # Errors
/// A JSON object already has a member with the name of a new one.
pub(crate) fn write_table<'v>(
    text: &'v [u8],
    records: &Records,
    columns: &NewColumns,
    keeps: impl Fn(OtherKind) -> bool,
    mut puzzle: impl FnMut(usize, &mut Vec<Value<'v>>) -> bool,
    mut malformed: impl FnMut(&'v [u8], &mut Vec<Value<'v>>) -> bool,
    out: &mut Vec<u8>,
) -> Result<(), Unfit> {
    let is_json = matches!(records.format, Format::Json(_));
    let finders = columns.names.iter().filter(|_| is_json);
    let finders: Vec<memmem::Finder<'_>> = finders.map(memmem::Finder::new).collect();
    let mut values = Vec::new();
    for line in records.in_order() {
        values.clear();
        let (start, end, missing) = match line {
            Line::Puzzle(i) if puzzle(i, &mut values) => {
                let span = &records.spans[i];
                (span.start, span.end, Some(span.missing as usize))
            }
            Line::Other(other) if other.kind == OtherKind::Malformed => {
                let record = other.line(text);
                if !malformed(record, &mut values) {
                    continue;
                }
                (other.start, other.end, None)
            }
            Line::Other(other) => {
                if other.kind == OtherKind::Header && columns.header {
                    out.extend_from_slice(other.line(text));
                    write_names(columns, &records.format, out);
                    out.extend_from_slice(line_end(text, other.end));
                } else if keeps(other.kind) {
                    out.extend_from_slice(other.line(text));
                    out.extend_from_slice(line_end(text, other.end));
                }
                continue;
            }
            Line::Puzzle(_) => continue,
        };
        let row = &text[start as usize..end as usize];
        if finders.iter().any(|finder| finder.find(row).is_some()) {
            let own = members::names(row).unwrap_or_default();
            if let Some(name) = columns.names.iter().find(|name| own.contains(name)) {
                let why = "which the first objects lack (--output-format jsonl writes other rows)";
                return Err((start, format!("there is a member '{name}' already, {why}")));
            }
        }
        match &records.format {
            Format::Csv(layout) => {
                let missing = match missing {
                    Some(missing) => {
                        out.extend_from_slice(row);
                        missing
                    }
                    None => write_malformed(row, records, *layout, out),
                };
                out.extend(std::iter::repeat_n(layout.delimiter, missing));
                for value in &values {
                    out.push(layout.delimiter);
                    value.csv(layout.delimiter, out);
                }
            }
            _ => write_object(row, records, columns.names.iter().zip(&values), out),
        }
        out.extend_from_slice(line_end(text, end));
    }
    Ok(())
}

/// Copies a malformed record of csv. One with too many fields, or an open quote, becomes a text in
/// the first column. Returns the number of missing fields.
fn write_malformed(row: &[u8], records: &Records, layout: Layout, out: &mut Vec<u8>) -> usize {
    let columns = layout.columns;
    match layout.cutter().record(row, 0, true, |_, _| {}) {
        Some(cut) if records.broken.is_none() && !cut.is_open && cut.fields <= columns => {
            out.extend_from_slice(&row[..cut.end]);
            columns - cut.fields
        }
        _ => {
            quote_csv(records.visible(row), layout.delimiter, out);
            columns - 1
        }
    }
}

/// Writes an object with further members. A line that is not an object becomes a text in one.
fn write_object<'a, 'v: 'a>(
    row: &[u8],
    records: &Records,
    members: impl Iterator<Item = (&'a String, &'a Value<'v>)>,
    out: &mut Vec<u8>,
) {
    let is_object = records.broken.is_none()
        && (row.trim_ascii_end().ends_with(b"}") && members::names(row).is_some());
    let close = memrchr(b'}', row).filter(|_| is_object);
    match close {
        Some(close) => out.extend_from_slice(&row[..close]),
        None => {
            out.extend_from_slice(b"{\"malformed\":");
            json_text(records.visible(row), out);
        }
    }
    let mut between = close.is_none_or(|close| !row[..close].trim_ascii_end().ends_with(b"{"));
    for (name, value) in members {
        if std::mem::replace(&mut between, true) {
            out.push(b',');
        }
        json_text(name.as_bytes(), out);
        out.push(b':');
        value.json(out);
    }
    out.extend_from_slice(close.map_or(&b"}"[..], |close| &row[close..]));
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
