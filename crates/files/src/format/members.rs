//! The members of objects of JSON, one object on each line.

use super::cells::{LONGEST_NUMBER, is_grid, separated};
use super::lines::content_lines;
use ninefold::grid::CELLS;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Calls `call` with the name of every member of an object, and its value as written. `None` if the
/// text is not an object.
pub(super) fn each<'t>(text: &'t [u8], call: impl FnMut(&str, &'t str)) -> Option<()> {
    let mut json = serde_json::Deserializer::from_slice(text);
    json.deserialize_map(EachMember(call)).ok()?;
    json.end().ok()
}

struct EachMember<F>(F);

impl<'de, F: FnMut(&str, &'de str)> Visitor<'de> for EachMember<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while let Some((Name(name), value)) = map.next_entry::<Name<'_>, &RawValue>()? {
            (self.0)(&name, value.get());
        }
        Ok(())
    }
}

/// A name, which is copied only if it has escapes.
#[derive(Deserialize)]
struct Name<'a>(#[serde(borrow)] Cow<'a, str>);

/// The names of the members of all objects of a text.
pub(super) fn all_names(text: &[u8]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for name in content_lines(text).filter_map(names).flatten() {
        if !all.contains(&name) {
            all.push(name);
        }
    }
    all
}

/// The value of a row for a long array that is no board. It may hold solutions, and is no answer.
pub(super) const ARRAY: &[u8] = b"[";

/// The values of an object's members of these names. `None` if the text is not an object.
pub(super) fn row(names: &[String], line: &[u8]) -> Option<Vec<Vec<u8>>> {
    let mut row = vec![Vec::new(); names.len()];
    each(line, |name, value| {
        let Some(i) = names.iter().position(|own| own == name) else {
            return;
        };
        row[i] = match value.as_bytes()[0] {
            b'"' => serde_json::from_str(value).map_or(Vec::new(), String::into_bytes),
            b'[' if separated(value.as_bytes()).is_none() => {
                if value.len() > LONGEST_NUMBER {
                    ARRAY.to_vec()
                } else {
                    Vec::new()
                }
            }
            b'[' | b'-' | b'0'..=b'9' => value.as_bytes().to_vec(),
            _ => Vec::new(),
        };
    })?;
    Some(row)
}

/// The names of an object's members. `None` if the text is not an object.
pub(super) fn names(text: &[u8]) -> Option<Vec<String>> {
    let mut names = Vec::new();
    each(text, |name, _| names.push(name.to_owned()))?;
    Some(names)
}

/// The value of an object's member of this name, in upper or lower case. `None` if the text is not
/// an object.
pub(super) fn value<'t>(text: &'t [u8], name: &str) -> Option<Option<&'t str>> {
    let mut found = None;
    each(text, |own, value| {
        if own.eq_ignore_ascii_case(name) {
            found = Some(value);
        }
    })?;
    Some(found)
}

/// The 81 cells of a string or an array, in any form.
pub(super) fn grid_of(value: &str) -> Option<[u8; CELLS]> {
    match value.as_bytes()[0] {
        b'"' => {
            let text: String = serde_json::from_str(value).ok()?;
            let text = text.trim().as_bytes();
            if is_grid(text) {
                return text.try_into().ok();
            }
            separated(text)
        }
        b'[' => separated(value.as_bytes()),
        _ => None,
    }
}
