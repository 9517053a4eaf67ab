//! JSON lines: an object a line, one member of it the puzzle.

use super::layout::{KNOWN, Member, NAMES};
use super::records::{Other, OtherKind, Records, Span};
use crate::grid::CELLS;
use crate::input::LONGEST_LINE;
use memchr::memchr;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// The member with the puzzles, by the first line that is not blank, and all names in
/// that.
pub(super) fn member(text: &[u8], wanted: Option<&str>) -> Result<(Member, Vec<String>), String> {
    let line = text.trim_ascii_start().split(|&byte| byte == b'\n').next();
    let line = line.unwrap_or_default();
    let names = names(line).unwrap_or_default();
    let has = |name: &&str| names.iter().any(|n| n.eq_ignore_ascii_case(name));
    let found = match wanted {
        Some(name) => Some(name).filter(has),
        None => NAMES.into_iter().find(|name| has(name)),
    };
    // An empty text has no first line to ask.
    let found = found.or(wanted.or(Some(NAMES[0])).filter(|_| line.is_empty()));
    if let Some(name) = found {
        let too_long = || format!("the name '{name}' is longer than {} bytes", Member::LONGEST);
        return Ok((Member::new(name).ok_or_else(too_long)?, names));
    }
    let shown = String::from_utf8_lossy(&line[..line.len().min(200)]);
    let shown = shown.trim_end().escape_debug();
    let asked = match wanted {
        Some(name) => format!("'{name}'"),
        None => format!("named {}", NAMES.join(", ")),
    };
    Err(format!(
        "no member {asked} in the first object (--field names it): {shown}"
    ))
}

/// The names of an object's members; `None` where the text is no object.
pub(super) fn names(text: &[u8]) -> Option<Vec<String>> {
    let mut all = Vec::new();
    object(text, |name| {
        all.push(name.to_owned());
        None
    })?;
    Some(all)
}

/// Finds the puzzles of a text of whole lines.
pub(super) fn find(member: Member, text: &[u8], records: &mut Records) {
    let mut at = 0;
    while at < text.len() {
        let feed = memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length);
        let line = trimmed(&text[at..feed.min(at + LONGEST_LINE)]);
        let end = (at + line.len()) as u32;
        match puzzle(member, line) {
            Some((start, known)) => {
                records.starts.push((at + start) as u32);
                records.spans.push(Span {
                    start: at as u32,
                    end,
                    known: known.map(|known| (at + known) as u32),
                    missing: 0,
                });
            }
            None => records.others.push(Other {
                before: records.starts.len() as u32,
                start: at as u32,
                end,
                kind: if line.trim_ascii().is_empty() {
                    OtherKind::Blank
                } else {
                    OtherKind::Malformed
                },
            }),
        }
        records.lines += 1;
        at = feed + 1;
    }
}

fn trimmed(mut line: &[u8]) -> &[u8] {
    while let [rest @ .., b'\r'] = line {
        line = rest;
    }
    line
}

/// Where the puzzle begins in an object, and the known solution.
fn puzzle(member: Member, line: &[u8]) -> Option<(usize, Option<usize>)> {
    let [puzzle, known] = values(member, line)?;
    let place =
        |value: &str| cells(value).map(|cells| cells.as_ptr() as usize - line.as_ptr() as usize);
    let digits = |at: &usize| {
        line[*at..*at + CELLS]
            .iter()
            .all(|byte| (b'1'..=b'9').contains(byte))
    };
    Some((place(puzzle?)?, known.and_then(place).filter(digits)))
}

/// The puzzle and the known solution of an object, as they are written.
fn values(member: Member, line: &[u8]) -> Option<[Option<&str>; 2]> {
    object(line, |name| {
        let is_known = || KNOWN.iter().any(|known| known.eq_ignore_ascii_case(name));
        if member.is(name) {
            Some(0)
        } else {
            is_known().then_some(1)
        }
    })
}

/// The 81 bytes of a string.
fn cells(value: &str) -> Option<&[u8]> {
    let inner = value.strip_prefix('"')?.strip_suffix('"')?;
    (inner.len() == CELLS).then_some(inner.as_bytes())
}

/// What should be the puzzle of an object; nothing where it has none.
pub(super) fn puzzle_field(member: Member, line: &[u8]) -> &[u8] {
    match values(member, line) {
        Some([Some(value), _]) => value.trim_matches('"').as_bytes(),
        _ => &[],
    }
}

/// What is wrong with a line that is no puzzle.
pub(super) fn fault(member: Member, line: &[u8]) -> String {
    match values(member, line) {
        None => "no JSON object".to_owned(),
        Some([None, _]) => format!("no member {member:?}"),
        Some([Some(value), _]) => match value.strip_prefix('"') {
            Some(text) => format!("length {}", text.len() - 1),
            None => format!("the member {member:?} is no text"),
        },
    }
}

/// The values of two members, as they are written: `slot` tells which a name is.
/// `None` where the text is no object.
fn object(text: &[u8], slot: impl FnMut(&str) -> Option<usize>) -> Option<[Option<&str>; 2]> {
    let mut json = serde_json::Deserializer::from_slice(text);
    let found = json.deserialize_map(Object(slot)).ok()?;
    json.end().ok()?;
    Some(found)
}

struct Object<F>(F);

impl<'de, F: FnMut(&str) -> Option<usize>> Visitor<'de> for Object<F> {
    type Value = [Option<&'de str>; 2];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut found = [None; 2];
        while let Some(slot) = map.next_key_seed(Name(&mut self.0))? {
            match slot {
                Some(slot) => found[slot] = Some(map.next_value::<&RawValue>()?.get()),
                None => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        Ok(found)
    }
}

/// A name, of which only the slot is kept.
struct Name<'f, F>(&'f mut F);

impl<'de, F: FnMut(&str) -> Option<usize>> DeserializeSeed<'de> for Name<'_, F> {
    type Value = Option<usize>;

    fn deserialize<D: Deserializer<'de>>(self, json: D) -> Result<Self::Value, D::Error> {
        json.deserialize_str(self)
    }
}

impl<F: FnMut(&str) -> Option<usize>> Visitor<'_> for Name<'_, F> {
    type Value = Option<usize>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok((self.0)(name))
    }
}
