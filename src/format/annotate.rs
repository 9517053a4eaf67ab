//! Writes tables with added columns of numbers and words.

use super::append::{Taken, Unfit, json_text, line_end, write_header, write_row};
use super::layout::Format;
use super::records::{OtherKind, Records};
use super::text::quote_csv;
use crate::lines::Line;

/// The columns to add to a table.
pub(crate) struct Annotation<'a> {
    pub(crate) names: &'a [String],
    /// Whether to write the header. Only the first input's header is written.
    pub(crate) header: bool,
}

/// The names of new columns after those of a table. A name that the table already has gets the
/// prefix `ninefold_`.
///
/// # Errors
/// The table has that name too.
pub(crate) fn new_names(own: &[String], table: &[String]) -> Result<Vec<String>, String> {
    let is_taken = |name: &str| table.iter().any(|taken| taken.eq_ignore_ascii_case(name));
    let name = |own: &String| match format!("ninefold_{own}") {
        _ if !is_taken(own) => Ok(own.clone()),
        other if !is_taken(&other) => Ok(other),
        other => Err(format!(
            "there are columns '{own}' and '{other}' already (--bare leaves out those of the table)"
        )),
    };
    own.iter().map(name).collect()
}

/// Appends the rows of a table's chunk to `out`, each followed by its values. Leaves out records
/// without values, such as malformed ones.
///
/// # Errors
/// A JSON object already has a member with the name of a new one.
pub(crate) fn annotate(
    text: &[u8],
    records: &Records,
    how: &Annotation<'_>,
    mut values: impl FnMut(usize) -> Option<Vec<String>>,
    out: &mut Vec<u8>,
) -> Result<(), Unfit> {
    let format = records.format;
    let bare = || "--bare leaves out what the table has".to_owned();
    let names = how.names.iter().map(|name| (name.as_str(), bare()));
    let taken = Taken::new(records, names);
    for line in records.in_order() {
        let i = match line {
            Line::Puzzle(i) => i,
            Line::Other(other) => {
                let record = &text[other.start as usize..other.end as usize];
                let end = line_end(text, other.end);
                match other.kind {
                    OtherKind::Header if how.header => {
                        let names = how.names.iter().map(String::as_str);
                        write_header(record, end, records, names, out);
                    }
                    OtherKind::Blank => {
                        out.extend_from_slice(record);
                        out.extend_from_slice(end);
                    }
                    _ => {}
                }
                continue;
            }
        };
        let Some(values) = values(i) else {
            continue;
        };
        let span = &records.spans[i];
        let row = &text[span.start as usize..span.end as usize];
        taken.check(row).map_err(|why| (span.start, why))?;
        let columns = how.names.iter().zip(&values).map(|(name, value)| {
            let put = move |out: &mut Vec<u8>| write_value(value, format, out);
            (name.as_str(), put)
        });
        write_row(row, span, format, columns, out);
        out.extend_from_slice(line_end(text, span.end));
    }
    Ok(())
}

fn write_value(value: &str, format: Format, out: &mut Vec<u8>) {
    let is_number = value.bytes().all(|byte| byte.is_ascii_digit());
    match format {
        Format::Csv(layout) => quote_csv(value.as_bytes(), layout.delimiter, out),
        _ if value.is_empty() => out.extend_from_slice(b"null"),
        _ if is_number => out.extend_from_slice(value.as_bytes()),
        _ => json_text(value, out),
    }
}
