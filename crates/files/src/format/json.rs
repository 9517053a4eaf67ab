//! Objects of JSON: one on each line, with the puzzle in one member.

use super::cells::{LONGEST_NUMBER, is_full, is_grid, is_open, separated};
use super::columns::{NoTable, TableForm, no_place, sample};
use super::kind::Kind;
use super::layout::{Detected, Format, Members, PUZZLES};
use super::lines::content_lines;
use super::members;
use super::records::{OtherKind, Records};
use super::roles::{self, GridPlace, NoRole, Roles, is_puzzle_name};
use super::stated::{Stated, stated};
use super::text::no_column;
use memchr::memchr;
use ninefold::grid::CELLS;
use ninefold::internal::trim_end;
use serde_json::value::RawValue;
use std::sync::Arc;

/// Finds the members with the puzzles and the known solutions. `kind` is JSON lines, or the form of
/// which these lines were made.
pub(super) fn objects(text: &[u8], kind: Kind, wanted: Option<&str>) -> Result<Detected, NoTable> {
    let text = sample(text);
    let names = members::all_names(text);
    let mut places: Vec<GridPlace> = names.iter().cloned().map(GridPlace::new).collect();
    let mut drawn = vec![false; names.len()];
    for row in TableForm::Json(names.clone()).rows(text) {
        for (i, value) in row.iter().enumerate() {
            match together(value) {
                Some(cells) => {
                    drawn[i] = true;
                    places[i].see(&cells);
                }
                None => places[i].see(value),
            }
        }
    }
    let roles = match wanted {
        _ if names.is_empty() => {
            return Err(NoTable::Other(no_column(text, names, wanted, PUZZLES)));
        }
        None => match roles::decide(&places) {
            Ok(roles) => roles,
            // Its members are names of puzzles, or numbers, and each object is a list of them.
            Err(NoRole::Several(_)) if are_numbers(&names) || !is_repeated(text, &names) => {
                return Err(NoTable::Other("each member is a puzzle".to_owned()));
            }
            Err(NoRole::OnlySolutions(_)) if names.iter().any(|name| is_open(name.as_bytes())) => {
                let reason = "its puzzles are names of members (a puzzle must be the value of one)";
                return Err(NoTable::Unclear(reason.to_owned()));
            }
            Err(why) => return Err(no_place(&places, why)),
        },
        Some(name) => {
            let mut own = names.iter();
            let Some(puzzle) = own.position(|own| own.eq_ignore_ascii_case(name)) else {
                return Err(NoTable::Other(no_column(text, names, wanted, PUZZLES)));
            };
            Roles {
                puzzle,
                known: roles::known_place(&places, puzzle),
                others: Vec::new(),
            }
        }
    };
    if kind == Kind::Jsonl && drawn[roles.puzzle] {
        let reason = format!("the member '{}' is a board", names[roles.puzzle]);
        return Err(NoTable::Other(reason));
    }
    let name = names[roles.puzzle].clone();
    let members = Members {
        puzzle: name.clone(),
        known: roles.known.map(|known| names[known].clone()),
    };
    Ok(Detected {
        guessed: (wanted.is_none() && !is_puzzle_name(&name)).then_some(name),
        left_out: roles.others.iter().map(|&i| names[i].clone()).collect(),
        names,
        ..Detected::new(kind, Format::Json(Arc::new(members)))
    })
}

/// Whether all names are numbers, as those of rows are.
fn are_numbers(names: &[String]) -> bool {
    names
        .iter()
        .all(|name| name.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Whether any of these names stands in two objects.
fn is_repeated(text: &[u8], names: &[String]) -> bool {
    let objects = content_lines(text).filter_map(members::names);
    objects.map(|own| own.len()).sum::<usize>() > names.len()
}

/// The cells of a board whose cells do not stand together.
fn together(value: &[u8]) -> Option<[u8; CELLS]> {
    if is_grid(value.trim_ascii()) {
        return None;
    }
    separated(value)
}

/// Finds the puzzles of a text of whole lines.
pub(super) fn find(members: &Members, text: &[u8], records: &mut Records) {
    let mut at = 0;
    while at < text.len() {
        let feed = memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length);
        let line = trim_end(&text[at..feed]);
        let record = at..at + line.len();
        match puzzle(members, line, at, records) {
            Some(start) => records.add_puzzle(start, record, 0),
            None if line.trim_ascii().is_empty() => records.add_other(record, OtherKind::Blank),
            None => records.add_other(record, OtherKind::Malformed),
        }
        records.lines += 1;
        at = feed + 1;
    }
}

/// Where the puzzle of an object begins, in a text in which the object begins at `at`. Adds what
/// the other members state of its solution.
fn puzzle(members: &Members, line: &[u8], at: usize, records: &mut Records) -> Option<usize> {
    let mut puzzle = None;
    let mut is_known_open = false;
    members::each(line, |name, value| {
        if name.eq_ignore_ascii_case(&members.puzzle) {
            puzzle = Some(value);
            return;
        }
        let known_name = members.known.as_deref();
        let is_known = known_name.is_some_and(|known| name.eq_ignore_ascii_case(known));
        if !is_known && value.len() <= LONGEST_NUMBER {
            return;
        }
        let (found, is_open) = known(value, is_known);
        is_known_open |= is_open && is_known;
        let is_grid = is_open || matches!(found, Stated::Digits(_));
        if is_grid || !state_within(value, line, at, DEEPEST, records) {
            let start = at + offset_in(line, value);
            records.state(found, start..start + value.len());
        }
    })?;
    let cells = cells(puzzle?)?;
    // Then the values of the two members were exchanged.
    let is_moved = is_known_open && is_full(cells);
    (!is_moved).then(|| at + offset_in(line, cells))
}

/// Where a part of a line begins in it.
fn offset_in(line: &[u8], part: impl AsRef<[u8]>) -> usize {
    part.as_ref().as_ptr().addr() - line.as_ptr().addr()
}

/// How deep in a value solutions are looked for. What is deeper is looked at as a text.
const DEEPEST: usize = 8;

/// Adds the solutions within a list or an object that is no grid itself, up to `deepest` levels
/// down. Its line begins at `at`. Returns whether there are any.
fn state_within(
    value: &str,
    line: &[u8],
    at: usize,
    deepest: usize,
    records: &mut Records,
) -> bool {
    let has_values = value.len() > LONGEST_NUMBER && value.starts_with(['[', '{']);
    if deepest == 0 || !has_values {
        return false;
    }
    let mut all: Vec<&str> = Vec::new();
    if value.starts_with('{') {
        let _ = members::each(value.as_bytes(), |_, inner| all.push(inner));
    } else if let Ok(items) = serde_json::from_str::<Vec<&RawValue>>(value) {
        all.extend(items.iter().map(|item| item.get()));
    }
    let mut found = false;
    for inner in all {
        let (stated, is_open) = known(inner, false);
        let is_grid = is_open || matches!(stated, Stated::Digits(_));
        if !is_grid && state_within(inner, line, at, deepest - 1, records) {
            found = true;
            continue;
        }
        let start = at + offset_in(line, inner);
        found |= !matches!(stated, Stated::Nothing | Stated::Puzzle(_));
        records.state(stated, start..start + inner.len());
    }
    found
}

/// What a value beside a puzzle states of its solution, and whether it is a puzzle with blanks. In
/// the member of known solutions, anything that is none cannot be compared.
fn known(value: &str, is_known: bool) -> (Stated, bool) {
    if cells(value).is_some_and(is_full) {
        return (Stated::At(1), false);
    }
    let is_nothing = matches!(value, "null" | "\"\"");
    let found = match members::grid_of(value) {
        Some(cells) if is_full(&cells) && has_digits(value) => Stated::Digits(cells),
        Some(cells) if is_full(&cells) => return (Stated::NotComparable, false),
        Some(_) if is_known => return (Stated::NotComparable, true),
        Some(_) => return (Stated::Nothing, true),
        // In an object or a list there may be several grids, of which one is a puzzle.
        None => match stated(value.as_bytes()) {
            Stated::Puzzle(_) if !value.starts_with('"') => Stated::NotComparable,
            found => found,
        },
    };
    match found {
        Stated::Nothing | Stated::Puzzle(_) if is_known && !is_nothing => {
            (Stated::NotComparable, false)
        }
        found => (found, false),
    }
}

/// Whether the digits of a solution stand in a value, and not as escapes.
fn has_digits(value: &str) -> bool {
    value.bytes().filter(u8::is_ascii_digit).count() == CELLS
}

/// The 81 bytes of a string.
fn cells(value: &str) -> Option<&[u8]> {
    let inner = value.strip_prefix('"')?.strip_suffix('"')?;
    (inner.len() == CELLS).then_some(inner.as_bytes())
}

/// What is wrong with a malformed line.
pub(super) fn fault(members: &Members, line: &[u8]) -> String {
    let name = &members.puzzle;
    match members::value(line, name) {
        None => "not a JSON object".to_owned(),
        Some(None) => format!("no member {name:?}"),
        Some(Some(value)) => match value.strip_prefix('"') {
            Some(_) if cells(value).is_some() => {
                format!("no blanks in the member {name:?}, and some in that of the solution")
            }
            Some(text) => format!("length {}", text.len() - 1),
            None => format!("the member {name:?} is not text"),
        },
    }
}
