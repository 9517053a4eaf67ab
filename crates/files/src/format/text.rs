//! Writes values of rows, and pieces of text.

use super::lines::content_lines;
use crate::escape::escape;
use memchr::{memchr, memchr3};
use std::borrow::Cow;
use std::io::Write as _;

/// The number of names in a message.
const LISTED: usize = 12;

/// The first names, for a message.
pub(super) fn name_list(names: impl IntoIterator<Item: AsRef<str>>) -> String {
    let names = names.into_iter().take(LISTED + 1);
    let mut names: Vec<String> = names.map(|name| name.as_ref().to_owned()).collect();
    if names.len() > LISTED {
        names[LISTED] = "...".to_owned();
    }
    escape(&names.join(", ")).to_string()
}

/// Says that no column, or member of objects, has what is `wanted`, or a usual name, but what names
/// there are, and the option that chooses among them.
pub(super) fn no_column(
    text: &[u8],
    names: Vec<String>,
    wanted: Option<&str>,
    [usual, option]: [&str; 2],
) -> String {
    if names.is_empty() {
        let first = first_line(text);
        return match first.as_bytes().first() {
            Some(b'{' | b'[') => "no object in it has 81 cells in a member".to_owned(),
            _ => format!("no JSON object, but {first}"),
        };
    }
    let wanted = wanted.map_or(format!("named {usual}"), |name| {
        format!("'{}'", escape(name))
    });
    let names = name_list(names);
    format!("no column {wanted}, but {names} ({option} takes a name or a number)")
}

/// The beginning of a text's first line with content, for a message.
pub(super) fn first_line(text: &[u8]) -> String {
    let line = content_lines(text).next().unwrap_or_default();
    let line = String::from_utf8_lossy(&line[..line.len().min(200)]);
    escape(line.trim()).to_string()
}

/// A field of a csv row that may hold anything.
pub(crate) fn quote_csv(field: &[u8], delimiter: u8, out: &mut Vec<u8>) {
    let has_delimiter = memchr(delimiter, field).is_some();
    if !has_delimiter && memchr3(b'"', b'\r', b'\n', field).is_none() {
        return out.extend_from_slice(field);
    }
    out.push(b'"');
    for &byte in field {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}

/// Adds formatted text.
pub(super) fn put(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("memory can be written to");
}

/// A value.
#[derive(Debug, Clone)]
pub(crate) enum Value<'a> {
    /// An empty field, or null.
    Nothing,
    Number(u64),
    /// A grid of digits, which needs no quotes in csv and no escapes in JSON.
    Digits(&'a [u8]),
    Text(Cow<'a, [u8]>),
}

impl From<Option<u64>> for Value<'_> {
    fn from(number: Option<u64>) -> Self {
        number.map_or(Value::Nothing, Value::Number)
    }
}

impl<'a> Value<'a> {
    pub(crate) fn name(text: &'a str) -> Value<'a> {
        Value::Text(text.as_bytes().into())
    }

    pub(super) fn text(text: String) -> Value<'a> {
        Value::Text(text.into_bytes().into())
    }

    /// Writes it as a field of csv.
    pub(crate) fn csv(&self, delimiter: u8, out: &mut Vec<u8>) {
        match self {
            Value::Nothing => {}
            Value::Number(number) => put(out, format_args!("{number}")),
            Value::Digits(digits) => out.extend_from_slice(digits),
            Value::Text(text) => quote_csv(text, delimiter, out),
        }
    }

    /// Writes it as a value of JSON.
    pub(super) fn json(&self, out: &mut Vec<u8>) {
        match self {
            Value::Nothing => out.extend_from_slice(b"null"),
            Value::Number(number) => put(out, format_args!("{number}")),
            Value::Digits(digits) => {
                out.push(b'"');
                out.extend_from_slice(digits);
                out.push(b'"');
            }
            Value::Text(text) => json_text(text, out),
        }
    }
}

/// Writes a text of JSON.
pub(super) fn json_text(text: &[u8], out: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(text);
    serde_json::to_writer(out, &text).expect("memory can be written to");
}
