//! Recognises the format of a text: runs the readers over its first lines, and compares the puzzles
//! that they find.
//!
//! A first line that begins with a puzzle decides at once, so that a program that writes line by
//! line gets its answers. Otherwise the strictest reader is taken that finds half as much as the
//! best. If another finds as much, but other puzzles, the text is refused. So is a text of which
//! most lines are not understood.

use super::blocks::count;
use super::cells::apart;
use super::columns::{NoTable, sample};
use super::find::find;
use super::kind::Kind;
use super::layout::{Detected, Format, is_usual};
use super::lines::content_lines;
use super::options::FormatOptions;
use super::reading::Reading;
use super::records::Records;
use super::{json, refuse, table};
use crate::grid::{Puzzle, cells_at};
use crate::input::HEAD;
use crate::lines::whole_lines;

/// The format of a text. If it is unclear, it is `line`, so that its lines are reported one by one
/// as malformed.
///
/// ```
/// use ninefold::format::{detect, Kind};
/// let rows = "003020600\n".repeat(9);
/// assert_eq!(detect(format!("\nGrid 01\n{rows}").as_bytes()), Kind::Grid);
/// assert_eq!(detect(b"puzzle,solution\n"), Kind::Csv);
/// assert_eq!(detect("1".repeat(81).as_bytes()), Kind::Line);
/// ```
#[must_use]
pub fn detect(text: &[u8]) -> Kind {
    recognise(text, &FormatOptions::default()).map_or(Kind::Line, |known| known.kind)
}

/// Whether a text shows its format, whatever follows.
pub(super) fn is_settled(text: &[u8], options: &FormatOptions) -> bool {
    // The last line may be incomplete.
    let whole = &text[..whole_lines(text)];
    match options.kind {
        Some(kind) if !kind.is_lines() => Reading::of(&of_kind(kind), whole).has_records(),
        // The column of a table depends on its first lines.
        Some(kind) if !matches!(kind, Kind::Csv | Kind::Jsonl) => true,
        None if options.is_open() && begins_with_puzzle(whole) => true,
        _ => sample(whole).len() < whole.len(),
    }
}

/// The format of lines or boards of this kind.
fn of_kind(kind: Kind) -> Detected {
    let format = match kind {
        Kind::Bank => Format::Bank,
        Kind::Poj3074 => Format::LineOrEnd,
        _ => Format::Line,
    };
    Detected::new(kind, format)
}

/// The specified format of a text, or the one that its first lines show.
pub(super) fn recognise(text: &[u8], options: &FormatOptions) -> Result<Detected, String> {
    // An empty text has no header, and no puzzles.
    let is_blank = text.len() < HEAD && text.trim_ascii().is_empty();
    let (asked, column) = (options.asked_kind(text), options.column.as_deref());
    if is_blank {
        let known = of_kind(asked.unwrap_or(Kind::Line));
        return Ok(Detected { is_blank, ..known });
    }
    let known = match asked {
        Some(Kind::Csv) => {
            table::layout(text, column, options.delimiter).map_err(NoTable::reason)?
        }
        Some(Kind::Jsonl) => json::objects(text, column).map_err(NoTable::reason)?,
        Some(kind) => of_kind(kind),
        None => likeliest(sample(text))?,
    };
    let kind = known.kind;
    let is_certain = options.kind.is_some() || asked.is_none() && begins_with_puzzle(text);
    if is_certain && kind.is_lines() {
        return Ok(known);
    }
    let mut first = sample(text);
    if let Format::Csv(layout) = known.format {
        let is_cut = first.len() < text.len() || text.len() >= HEAD;
        first = table::whole_records(layout, first, is_cut);
    }
    let reading = Reading::of(&known, first);
    if !is_certain {
        refuse::doubt(first, &reading)?;
    }
    // Formats of several lines may skip text, so that not even a malformed record remains. A count
    // of 0 is a corpus without puzzles.
    let may_be_none = kind.is_lines() || kind == Kind::Poj2676;
    let is_whole = text.len() < HEAD;
    if is_whole && !may_be_none && !reading.has_records() && content_lines(text).next().is_some() {
        return Err(format!(
            "nothing in it is a record of format {kind} (specify another with --input-format)"
        ));
    }
    Ok(known)
}

/// Whether the first line begins with a puzzle.
pub(super) fn begins_with_puzzle(text: &[u8]) -> bool {
    content_lines(text).next().is_some_and(|line| {
        let mut records = Records::default();
        find(Format::LineOrEnd, line, &mut records);
        let start = records.starts.first();
        start.is_some_and(|&at| Puzzle::from_text(cells_at(line, at as usize)).is_ok())
    })
}

/// The format that the first lines show.
fn likeliest(text: &[u8]) -> Result<Detected, String> {
    let line = Detected::new(Kind::Line, Format::LineOrEnd);
    if begins_with_puzzle(text) {
        return Ok(line);
    }
    let table = table::layout(text, None, None);
    let objects = json::objects(text, None);
    for found in [&table, &objects] {
        if let Err(NoTable::Unclear(reason)) = found {
            return Err(reason.clone());
        }
    }
    // A header with a usual name decides.
    if let Ok(table) = &table
        && table.names.iter().any(|name| is_usual(name))
    {
        return Ok(table.clone());
    }
    // The strictest first.
    let lines = [line.clone(), of_kind(Kind::Bank), of_kind(Kind::Hodoku)];
    let others = [Kind::OpenSudoku, of_arrays(text), of_boards(text)].map(of_kind);
    let mut all: Vec<Detected> = lines.into_iter().chain(others).collect();
    match &table {
        Ok(table) if table.names.is_empty() => all.insert(3, table.clone()),
        Ok(table) => all.insert(0, table.clone()),
        Err(_) => {}
    }
    all.splice(0..0, objects.iter().cloned());
    let readings: Vec<Reading> = all.iter().map(|known| Reading::of(known, text)).collect();
    let most = readings.iter().map(|reading| reading.score()).max();
    let most = most.unwrap_or_default();
    if most == (0, 0) {
        if let Ok(objects) = objects {
            return Ok(objects);
        }
        let is_object = text.trim_ascii_start().starts_with(b"{");
        return match (objects, table) {
            (Err(NoTable::Empty(reason)), _) | (_, Err(NoTable::Empty(reason))) => {
                Err(refuse::hint(text).unwrap_or(reason))
            }
            (Err(NoTable::Other(reason)), _) if is_object => Err(reason),
            _ => Ok(line),
        };
    }
    let is_half = |reading: &&Reading| {
        let (sound, explained) = reading.score();
        2 * sound >= most.0 && 2 * explained >= most.1
    };
    let found = readings
        .iter()
        .position(|reading| is_half(&reading))
        .unwrap_or(0);
    let (best, score) = (&readings[found], readings[found].score().0);
    // Which column of a table has the puzzles was decided by all of them.
    let is_column = |kind: Kind| matches!(kind, Kind::Csv | Kind::Line);
    let is_rival = |other: &&Reading| {
        !(is_column(best.kind) && is_column(other.kind))
            && 2 * other.score().0 >= score
            && other.lacks_any_of(best)
            && best.lacks_any_of(other)
    };
    match readings.iter().find(is_rival) {
        Some(other) => Err(format!(
            "its first lines may be '{}' or '{}' (specify the format with --input-format)",
            best.kind, other.kind
        )),
        None => Ok(all.swap_remove(found)),
    }
}

/// The name of a text's arrays.
fn of_arrays(text: &[u8]) -> Kind {
    match memchr::memmem::find(text, b"[\"") {
        Some(_) => Kind::Leetcode,
        None => Kind::Array,
    }
}

/// The name of a text's boards: by their headings, or by the form of the first row.
fn of_boards(text: &[u8]) -> Kind {
    let lines = || content_lines(text).map(<[u8]>::trim_ascii);
    let has = |begin: &dyn Fn(&[u8]) -> bool| lines().any(begin);
    let is_dense = |line: &[u8]| line.len() == 9 && line.iter().all(|&byte| Puzzle::is_cell(byte));
    let is_count = |line: &&[u8]| count(line).is_some();
    if lines().filter(is_count).count() == 1 && lines().next().is_some_and(|line| is_count(&line)) {
        // A number above cells that are apart does not count boards.
        let is_dense = lines().nth(1).is_some_and(is_dense);
        return if is_dense { Kind::Poj2676 } else { Kind::Grid };
    }
    if has(&|line| line.eq_ignore_ascii_case(b"[puzzle]") || line.starts_with(b"#")) {
        return Kind::Sdk;
    }
    let is_bare = |byte: &u8| byte.is_ascii_whitespace() || Puzzle::is_cell(*byte);
    let is_spaced =
        |line: &[u8]| line.len() > 16 && line.iter().all(is_bare) && apart::<9>(line).is_some();
    let is_half = lines().filter(|line| is_spaced(line)).count() * 2 >= lines().count();
    if is_half { Kind::Spaced } else { Kind::Grid }
}
