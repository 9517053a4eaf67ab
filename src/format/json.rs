//! JSON lines: one object a line, with the puzzle in one member.

use super::cells::{is_grid, separated};
use super::columns::{ColumnEvidence, NoTable, TableForm, Values, decide, sample};
use super::kind::Kind;
use super::layout::{Detected, Format, KNOWN, Member, NAMES, PUZZLES};
use super::lines::content_lines;
use super::records::{OtherKind, Records};
use super::text::no_column;
use crate::grid::CELLS;
use crate::lines::trim_end;
use memchr::memchr;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::borrow::Cow;
use std::fmt;

/// Finds the member with the puzzles, by its name or its content.
pub(super) fn objects(text: &[u8], wanted: Option<&str>) -> Result<Detected, NoTable> {
    let text = sample(text);
    let names = all_names(text);
    let has = |name: &str| names.iter().any(|own| own.eq_ignore_ascii_case(name));
    let mut columns: Vec<ColumnEvidence> = names.iter().cloned().map(ColumnEvidence::new).collect();
    let (name, is_guess) = match wanted {
        Some(name) if has(name) => (name, false),
        None if !names.is_empty() => {
            for row in TableForm::Json(names.clone()).rows(text) {
                let values = columns.iter_mut().zip(&row);
                values.for_each(|(column, value)| column.look(value));
            }
            let name = &names[decide(&columns)?.0][..];
            // Upper and lower case are equal, and the next object may use another.
            let is = |usual: &&str| usual.eq_ignore_ascii_case(name);
            let usual = NAMES.into_iter().find(is);
            (usual.unwrap_or(name), usual.is_none())
        }
        _ => return Err(NoTable::Other(no_column(text, names, wanted, PUZZLES))),
    };
    let too_long = || {
        let longest = Member::LONGEST;
        NoTable::Unclear(format!("the name '{name}' is longer than {longest} bytes"))
    };
    let member = Member::new(name).ok_or_else(too_long)?;
    Ok(Detected {
        names: content_lines(text)
            .find_map(self::names)
            .unwrap_or_default(),
        guessed: is_guess.then(|| name.to_owned()),
        ..Detected::new(Kind::Jsonl, Format::Json(member))
    })
}

/// Calls `each` with the name of every member of an object, and its value as written. `None` if the
/// text is not an object.
pub(super) fn members<'t>(text: &'t [u8], each: impl FnMut(&str, &'t str)) -> Option<()> {
    let mut json = serde_json::Deserializer::from_slice(text);
    json.deserialize_map(Members(each)).ok()?;
    json.end().ok()
}

struct Members<F>(F);

impl<'de, F: FnMut(&str, &'de str)> Visitor<'de> for Members<F> {
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

/// The names of the members of the object that a text begins with, if it does.
pub(super) fn first_names(text: &[u8]) -> Option<Vec<String>> {
    names(content_lines(text).next()?).filter(|names| !names.is_empty())
}

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

/// The values of an object's members of these names. `None` if the text is not an object.
pub(super) fn row(names: &[String], line: &[u8]) -> Option<Values> {
    let mut row = vec![Vec::new(); names.len()];
    members(line, |name, value| {
        let Some(i) = names.iter().position(|own| own == name) else {
            return;
        };
        row[i] = match value.as_bytes()[0] {
            b'"' => serde_json::from_str(value).map_or(Vec::new(), String::into_bytes),
            // An array that is no board is no answer.
            b'[' if separated(value.as_bytes()).is_none() => Vec::new(),
            b'[' | b'-' | b'0'..=b'9' => value.as_bytes().to_vec(),
            _ => Vec::new(),
        };
    })?;
    Some(row)
}

/// The names of an object's members. `None` if the text is not an object.
pub(super) fn names(text: &[u8]) -> Option<Vec<String>> {
    let mut names = Vec::new();
    members(text, |name, _| names.push(name.to_owned()))?;
    Some(names)
}

/// Finds the puzzles of a text of whole lines.
pub(super) fn find(member: Member, text: &[u8], records: &mut Records) {
    let mut at = 0;
    while at < text.len() {
        let feed = memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length);
        let line = trim_end(&text[at..feed]);
        let record = at..at + line.len();
        match puzzle(member, line) {
            Some((start, known)) => {
                records.add_puzzle(at + start, record, 0, known.map(|known| at + known));
            }
            None if line.trim_ascii().is_empty() => records.add_other(record, OtherKind::Blank),
            None => records.add_other(record, OtherKind::Malformed),
        }
        records.lines += 1;
        at = feed + 1;
    }
}

/// Where the puzzle begins in an object, and the known solution.
fn puzzle(member: Member, line: &[u8]) -> Option<(usize, Option<usize>)> {
    let [puzzle, known] = values(member, line)?;
    let place =
        |value: &str| cells(value).map(|cells| cells.as_ptr() as usize - line.as_ptr() as usize);
    let is_stated = |at: &usize| is_grid(&line[*at..*at + CELLS]);
    Some((place(puzzle?)?, known.and_then(place).filter(is_stated)))
}

/// The puzzle and the known solution of an object, as written. `None` if it is none.
fn values(member: Member, line: &[u8]) -> Option<[Option<&str>; 2]> {
    let mut found = [None; 2];
    members(line, |name, value| {
        let mut known = KNOWN.iter().chain(&["solved"]);
        if member.is(name) {
            found[0] = Some(value);
        } else if known.any(|known| known.eq_ignore_ascii_case(name)) {
            found[1] = Some(value);
        }
    })?;
    Some(found)
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
