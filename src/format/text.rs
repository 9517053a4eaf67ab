//! Writes pieces of text.

use super::comments::content_lines;
use crate::escape::escape;
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

/// The beginning of a text's first line with content, for a message.
pub(super) fn first_line(text: &[u8]) -> String {
    let line = content_lines(text).next().unwrap_or_default();
    let line = String::from_utf8_lossy(&line[..line.len().min(200)]);
    escape(line.trim()).to_string()
}

/// A field of a csv row that may hold anything.
pub(crate) fn quote_csv(field: &[u8], delimiter: u8, out: &mut Vec<u8>) {
    let odd = |&byte: &u8| byte == delimiter || b"\"\r\n".contains(&byte);
    if !field.iter().any(odd) {
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
