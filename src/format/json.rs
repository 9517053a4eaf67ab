//! JSON lines: one object a line, with the puzzle in one member.

use super::cells::is_grid;
use super::columns::{ColumnEvidence, decide, is_settled as is_settled_by, sample};
use super::comments::is_comment;
use super::layout::{KNOWN, Member, NAMES};
use super::leetcode;
use super::records::{Other, OtherKind, Records, Span};
use super::text::name_list;
use crate::escape::escape;
use crate::grid::CELLS;
use memchr::memchr;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::collections::{HashMap, HashSet};
use std::fmt;

/// The recognised form of JSON lines.
pub(super) struct Objects {
    pub(super) member: Member,
    /// The names of the first object's members.
    pub(super) names: Vec<String>,
    /// The name of the member, if it was found by its content.
    pub(super) guessed: Option<String>,
    /// If the values are boards of another kind, why they are not puzzles.
    pub(super) refusal: Option<String>,
}

/// Finds the member with the puzzles, by its name or its content.
pub(super) fn objects(text: &[u8], wanted: Option<&str>) -> Result<Objects, String> {
    let text = sample(text);
    let first = first_object(text);
    let names = names(first).unwrap_or_default();
    // If the first object does not decide, later ones may have members that it lacks.
    let all = match decides(first, wanted) {
        true => names.clone(),
        false => all_names(text),
    };
    // An empty text has no first line.
    let is_empty = text.trim_ascii().is_empty();
    let (mut refusal, mut is_guess) = (None, false);
    let name = match wanted {
        _ if is_empty => wanted.unwrap_or(NAMES[0]).to_owned(),
        Some(name) if all.iter().any(|n| n.eq_ignore_ascii_case(name)) => name.to_owned(),
        Some(_) => return Err(no_member(text, &all, wanted)),
        None if all.is_empty() => return Err(no_member(text, &all, None)),
        None => {
            let columns = columns(text, &all);
            let found = decide(&columns);
            let found = found.map_err(|reason| array_in(text, None).unwrap_or(reason))?;
            (refusal, is_guess) = (columns[found.column].refusal(), found.is_guess);
            let name = &columns[found.column].name;
            // Upper and lower case are equal, and the next object may use another.
            let is = |usual: &&str| usual.eq_ignore_ascii_case(name);
            let usual = NAMES.into_iter().find(is);
            usual.unwrap_or(name).to_owned()
        }
    };
    if let Some(reason) = array_in(text, Some(&name)) {
        return Err(reason);
    }
    let member = Member::new(&name);
    let too_long = || format!("the name '{name}' is longer than {} bytes", Member::LONGEST);
    Ok(Objects {
        member: member.ok_or_else(too_long)?,
        guessed: is_guess.then_some(name),
        names,
        refusal,
    })
}

/// The names of all members of the first objects.
fn all_names(text: &[u8]) -> Vec<String> {
    let mut seen = HashSet::new();
    let names = text
        .split(|&byte| byte == b'\n')
        .filter_map(names)
        .flatten();
    names.filter(|name| seen.insert(name.clone())).collect()
}

/// The values of the members of these names.
fn columns(text: &[u8], names: &[String]) -> Vec<ColumnEvidence> {
    let mut columns: Vec<ColumnEvidence> = names.iter().cloned().map(ColumnEvidence::new).collect();
    let places = names.iter().enumerate();
    let places: HashMap<&str, usize> = places.map(|(i, name)| (name.as_str(), i)).collect();
    for (i, line) in text.split(|&byte| byte == b'\n').enumerate() {
        for (name, value) in members(line).unwrap_or_default() {
            if let Some(&place) = places.get(name.as_str()) {
                columns[place].look(i + 1, as_text(value));
            }
        }
    }
    columns
}

/// The text of a value, without its quotes.
fn as_text(value: &RawValue) -> &[u8] {
    value.get().trim_matches('"').as_bytes()
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

/// The message if puzzles are arrays, for the first member that has one, or for the one of this name.
fn array_in(text: &[u8], wanted: Option<&str>) -> Option<String> {
    let line = text
        .split(|&byte| byte == b'\n')
        .find(|line| !line.trim_ascii().is_empty())?;
    let is_wanted = |name: &str| wanted.is_none_or(|wanted| wanted.eq_ignore_ascii_case(name));
    let is_array = |value: &RawValue| {
        let value = value.get();
        value.starts_with('[') && leetcode::cells(value.as_bytes()).is_some()
    };
    let mut members = members(line)?.into_iter();
    let (name, _) = members.find(|(name, value)| is_wanted(name) && is_array(value))?;
    Some(format!(
        "the member '{name}' is an array, and not text: write its boards one a line (jq -c '.\"{name}\"' FILE)"
    ))
}

fn no_member(text: &[u8], names: &[String], wanted: Option<&str>) -> String {
    let asked = match wanted {
        Some(name) => format!("'{}'", escape(name)),
        None => format!("named {}", NAMES.join(", ")),
    };
    if names.is_empty() {
        let line = text.trim_ascii_start().split(|&byte| byte == b'\n').next();
        let line = line.unwrap_or_default();
        let line = String::from_utf8_lossy(&line[..line.len().min(200)]);
        let line = escape(line.trim_end());
        return format!("no member {asked}: its first line is not a JSON object: {line}");
    }
    let names = name_list(names.iter().map(String::as_str));
    format!("no member {asked} in the first objects, but {names} (--column names one)")
}

/// Whether a line is an object with a usual name of puzzles.
pub(super) fn is_named(line: &[u8]) -> bool {
    let names = names(line).unwrap_or_default();
    names
        .iter()
        .any(|name| NAMES.iter().any(|usual| usual.eq_ignore_ascii_case(name)))
}

/// The first line that is an object.
fn first_object(text: &[u8]) -> &[u8] {
    let mut lines = text.split(|&byte| byte == b'\n');
    lines.find(|line| names(line).is_some()).unwrap_or_default()
}

/// Whether the first object shows which member has the puzzles. Then no other is considered,
/// whatever follows.
pub(super) fn is_settled(text: &[u8], wanted: Option<&str>) -> bool {
    decides(first_object(sample(text)), wanted)
}

/// Whether an object has the wanted member, or else a puzzle in a member with a usual name.
fn decides(line: &[u8], wanted: Option<&str>) -> bool {
    if let Some(wanted) = wanted {
        let names = names(line).unwrap_or_default();
        return names.iter().any(|name| name.eq_ignore_ascii_case(wanted));
    }
    let columns = members(line).unwrap_or_default().into_iter();
    let columns = columns.map(|(name, value)| {
        let mut column = ColumnEvidence::new(name);
        column.look(1, as_text(value));
        column
    });
    is_settled_by(&columns.collect::<Vec<_>>())
}

/// The names of the members of the object that a text begins with, if it does.
pub(super) fn first_names(text: &[u8]) -> Option<Vec<String>> {
    let mut lines = sample(text).split(|&byte| byte == b'\n');
    let first = lines.find(|line| !line.trim_ascii().is_empty() && !is_comment(line))?;
    names(first).filter(|names| !names.is_empty())
}

/// The names of an object's members. `None` if the text is not an object.
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

/// The value of the member that should have the puzzle. Empty if there is none.
pub(super) fn puzzle_field(member: Member, line: &[u8]) -> &[u8] {
    match values(member, line) {
        Some([Some(value), _]) => value.trim_matches('"').as_bytes(),
        _ => &[],
    }
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
