//! Values of rows, as csv and JSON have them.

use super::text::{put, quote_csv};
use std::borrow::Cow;

/// A value.
#[derive(Debug, Clone)]
pub(crate) enum Value<'a> {
    /// An empty field, or null.
    Nothing,
    Number(u64),
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
            Value::Text(text) => quote_csv(text, delimiter, out),
        }
    }

    /// Writes it as a value of JSON.
    pub(super) fn json(&self, out: &mut Vec<u8>) {
        match self {
            Value::Nothing => out.extend_from_slice(b"null"),
            Value::Number(number) => put(out, format_args!("{number}")),
            Value::Text(text) => json_text(text, out),
        }
    }
}

/// Writes a text of JSON.
pub(super) fn json_text(text: &[u8], out: &mut Vec<u8>) {
    let text = String::from_utf8_lossy(text);
    serde_json::to_writer(out, &text).expect("memory can be written to");
}
