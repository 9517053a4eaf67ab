//! JSON lines: one object a line, with the puzzle in one member.

use super::cells::is_grid;
use super::columns::{ColumnEvidence, NoTable, decide, sample};
use super::comments::content_lines;
use super::kind::Kind;
use super::layout::{Detected, Format, KNOWN, Member, NAMES};
use super::records::{Other, OtherKind, Records, Span};
use super::text::name_list;
use crate::escape::escape;
use crate::grid::CELLS;
use memchr::memchr;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::fmt;

/// Finds the member with the puzzles, by its name or its content.
pub(super) fn objects(text: &[u8], wanted: Option<&str>) -> Result<Detected, NoTable> {
    let text = sample(text);
    let objects: Vec<Vec<(String, &RawValue)>> = content_lines(text).filter_map(members).collect();
    let names = |object: &Vec<(String, &RawValue)>| -> Vec<String> {
        object.iter().map(|(name, _)| name.clone()).collect()
    };
    let first = objects.first().map(names).unwrap_or_default();
    let mut columns: Vec<ColumnEvidence> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (name, value) in objects.iter().flatten() {
        let place = *places.entry(name).or_insert_with(|| {
            columns.push(ColumnEvidence::new(name.clone()));
            columns.len() - 1
        });
        columns[place].look(value.get().trim_matches('"').as_bytes());
    }
    let all = || columns.iter().map(|column| column.name.as_str());
    let (name, is_guess) = match wanted {
        Some(name) if all().any(|n| n.eq_ignore_ascii_case(name)) => (name, false),
        Some(_) => return Err(NoTable::Other(no_member(text, all(), wanted))),
        None if columns.is_empty() => return Err(NoTable::Other(no_member(text, all(), None))),
        None => {
            let found = decide(&columns)?;
            let name = &columns[found.column].name;
            // Upper and lower case are equal, and the next object may use another.
            let is = |usual: &&str| usual.eq_ignore_ascii_case(name);
            (NAMES.into_iter().find(is).unwrap_or(name), found.is_guess)
        }
    };
    let too_long = || {
        let longest = Member::LONGEST;
        NoTable::Unclear(format!("the name '{name}' is longer than {longest} bytes"))
    };
    let member = Member::new(name).ok_or_else(too_long)?;
    Ok(Detected {
        names: first,
        guessed: is_guess.then(|| name.to_owned()),
        ..Detected::new(Kind::Jsonl, Format::Json(member))
    })
}

/// The members of an object, as written.
fn members(line: &[u8]) -> Option<Vec<(String, &RawValue)>> {
    let mut json = serde_json::Deserializer::from_slice(line);
    let members = json.deserialize_map(Members).ok()?;
    json.end().ok()?;
    Some(members)
}

struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}

fn no_member<'a>(
    text: &[u8],
    mut names: impl Iterator<Item = &'a str>,
    wanted: Option<&str>,
) -> String {
    let asked = match wanted {
        Some(name) => format!("'{}'", escape(name)),
        None => format!("named {}", NAMES.join(", ")),
    };
    let Some(first) = names.next() else {
        let line = content_lines(text).next().unwrap_or_default();
        let line = String::from_utf8_lossy(&line[..line.len().min(200)]);
        let line = escape(line.trim());
        return format!(
            "no member {asked}: its first line is not a JSON object (jq -c . FILE writes one a line): {line}"
        );
    };
    let names = name_list(std::iter::once(first).chain(names));
    format!("no member {asked} in the first objects, but {names} (--column names one)")
}

/// The names of the members of the object that a text begins with, if it does.
pub(super) fn first_names(text: &[u8]) -> Option<Vec<String>> {
    names(content_lines(text).next()?).filter(|names| !names.is_empty())
}

/// The names of an object's members. `None` if the text is not an object.
pub(super) fn names(text: &[u8]) -> Option<Vec<String>> {
    let names = members(text)?.into_iter().map(|(name, _)| name);
    Some(names.collect())
}

/// Finds the puzzles of a text of whole lines.
pub(super) fn find(member: Member, text: &[u8], records: &mut Records) {
    let mut at = 0;
    while at < text.len() {
        let feed = memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length);
        let line = trimmed(&text[at..feed]);
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
    let is_stated = |at: &usize| is_grid(&line[*at..*at + CELLS]);
    Some((place(puzzle?)?, known.and_then(place).filter(is_stated)))
}

/// The puzzle and the known solution of an object, as written.
fn values(member: Member, line: &[u8]) -> Option<[Option<&str>; 2]> {
    object(line, |name| {
        let mut known = KNOWN.iter().chain(&["solved"]);
        let mut is_known = || known.any(|known| known.eq_ignore_ascii_case(name));
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

/// What is wrong with a malformed line.
pub(super) fn fault(member: Member, line: &[u8]) -> String {
    match values(member, line) {
        None => "not a JSON object".to_owned(),
        Some([None, _]) => format!("no member {member:?}"),
        Some([Some(value), _]) => match value.strip_prefix('"') {
            Some(text) => format!("length {}", text.len() - 1),
            None => format!("the member {member:?} is not text"),
        },
    }
}

/// The values of two members, as written. `slot` returns the slot of a name. `None` if the text is
/// not an object.
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
