//! Finds the likeliest format of a text: runs the readers over its first lines, and compares the
//! puzzles that they find.
//!
//! A first line that begins with a puzzle decides at once, so that a program that writes line by
//! line gets its answers. Otherwise the strictest reader is taken that finds half as much as the
//! best. If another finds as much, but other puzzles, it is unclear.

use super::assembler::{TWO_BLANKS, assembled, count, is_nine_cells};
use super::cells::{apart, is_full, is_open};
use super::columns::{NoTable, sample};
use super::find::find;
use super::kind::Kind;
use super::layout::{Detected, Format};
use super::lines::content_lines;
use super::reading::Reading;
use super::records::Records;
use super::roles::{Order, Pair, is_puzzle_name};
use super::{json, table};
use crate::input::HEAD;
use ninefold::grid::{CELLS, Puzzle};

/// The format of lines or boards of this kind.
pub(super) fn of_kind(kind: Kind) -> Detected {
    let format = match kind {
        Kind::Poj3074 => Format::LineOrEnd,
        _ => Format::Line,
    };
    Detected::new(kind, format)
}

/// Objects wherever they stand.
pub(super) fn documents(text: &[u8], column: Option<&str>) -> Result<Detected, NoTable> {
    let text = beginning(text, Kind::Json);
    let lines = assembled(&of_kind(Kind::Json), text).text;
    json::objects(&lines, Kind::Json, column)
}

/// The beginning of a text that shows how its records are read. A board may take a line for each of
/// its cells.
fn beginning(text: &[u8], kind: Kind) -> &[u8] {
    match kind {
        Kind::Json | Kind::Array | Kind::Leetcode if begins_with_bracket(text) => text,
        _ => sample(text),
    }
}

pub(super) fn begins_with_bracket(text: &[u8]) -> bool {
    let first = content_lines(text).next().unwrap_or_default();
    matches!(first.trim_ascii_start().first(), Some(b'[' | b'{'))
}

/// Whether the first two lines begin with puzzles, or the only one does. The second may have lost
/// its puzzle, or be the solution of the first, and then the others are looked at.
pub(super) fn begins_with_puzzles(text: &[u8]) -> bool {
    let mut lines = content_lines(text);
    let Some(first) = lines.next().and_then(leading_puzzle) else {
        return false;
    };
    let Some(next) = lines.next() else {
        return true;
    };
    leading_puzzle(next).is_some_and(|next| Order::Loose.pair(first, next) == Pair::Apart)
}

/// Whether the first line begins with a puzzle.
pub(super) fn begins_with_puzzle(text: &[u8]) -> bool {
    content_lines(text)
        .next()
        .and_then(leading_puzzle)
        .is_some()
}

/// The puzzle with which a line begins, if it has blanks.
pub(super) fn leading_puzzle(line: &[u8]) -> Option<&[u8]> {
    leading_grid(line).filter(|cells| is_open(cells))
}

/// The 81 cells with which a line begins.
fn leading_grid(line: &[u8]) -> Option<&[u8]> {
    let mut records = Records::default();
    find(&Format::LineOrEnd, line, &mut records);
    let start = *records.starts.first()? as usize;
    Some(&line[start..start + CELLS])
}

/// The format that the first lines show. A puzzle on the first line shows that they are lines,
/// unless another format finds more.
pub(super) fn find_likeliest(text: &[u8]) -> Result<Detected, NoTable> {
    let line = Detected::new(Kind::Line, Format::LineOrEnd);
    if begins_with_puzzles(text) {
        return Ok(line);
    }
    let found = compare_readers(text);
    if !begins_with_puzzle(text) {
        return found;
    }
    let better = found
        .ok()
        .filter(|detected| finds_more(detected, &line, text));
    Ok(better.unwrap_or(line))
}

/// Whether a format finds more puzzles with blanks than another, or solutions of them.
fn finds_more(one: &Detected, other: &Detected, text: &[u8]) -> bool {
    let [one, other] =
        [one, other].map(|detected| Reading::of(detected, records_of(detected, text)));
    one.has_pairs || one.open_puzzles() > other.open_puzzles()
}

/// The format that explains most of the first lines.
fn compare_readers(text: &[u8]) -> Result<Detected, NoTable> {
    let line = Detected::new(Kind::Line, Format::LineOrEnd);
    let table = table::layout(text, None, None).and_then(|table| with_puzzles(table, text));
    // A header with a usual name decides.
    if let Ok(table) = &table
        && table.names.iter().any(|name| is_puzzle_name(name))
    {
        return Ok(table.clone());
    }
    let lines = json::objects(text, Kind::Jsonl, None);
    let objects = documents(text, None);
    for found in [&table, &lines, &objects] {
        if let Err(why @ (NoTable::Unclear(_) | NoTable::OnlySolutions(_))) = found {
            return Err(why.clone());
        }
    }
    // The strictest reader that reads all of it.
    if let Ok(lines) = &lines
        && Reading::of(lines, records_of(lines, text)).is_whole(text.len() >= HEAD)
    {
        return Ok(lines.clone());
    }
    let all = candidates(text, line.clone(), &table, [&lines, &objects]);
    let mut readings = Vec::with_capacity(all.len());
    for candidate in &all {
        readings.push(Reading::of(candidate, records_of(candidate, text)));
    }
    let best = readings.iter().map(Reading::score).max();
    let best = best.unwrap_or_default();
    if best == (0, 0) {
        if readings.iter().any(|reading| !reading.puzzles.is_empty()) {
            return Err(only_solutions(&table));
        }
        let mut readings = readings.iter();
        if let Some(found) = readings.position(|reading| reading.has_fault(TWO_BLANKS)) {
            return Ok(all[found].clone());
        }
        return refused_or_lines(text, line, table, objects.or(lines));
    }
    let found = strictest(&readings, best);
    if let Some(other) = rival(&readings, found) {
        let kind = readings[found].kind;
        return Err(NoTable::Unclear(format!(
            "its first lines have puzzles of two formats, '{kind}' and '{other}'"
        )));
    }
    // A line with the solution of the one above is no record of its own.
    let has_solutions = readings[found].puzzles.iter().any(|cells| is_full(cells));
    let text = readings.last().filter(|_| has_solutions);
    if all[found].kind == Kind::Line && text.is_some_and(|text| text.has_pairs) {
        return Ok(of_kind(Kind::Text));
    }
    Ok(all[found].clone())
}

/// The first reading, and so the strictest, that finds half as much as the best score.
fn strictest(readings: &[Reading<'_>], best: (usize, usize)) -> usize {
    for (i, reading) in readings.iter().enumerate() {
        let (open, explained) = reading.score();
        if 2 * open >= best.0 && 2 * explained >= best.1 {
            return i;
        }
    }
    0
}

/// Why a text is refused whose grids are all full.
fn only_solutions(table: &Result<Detected, NoTable>) -> NoTable {
    NoTable::OnlySolutions(match table {
        Err(NoTable::Empty(reason)) => format!("{reason}; only full grids, which are solutions"),
        _ => "no puzzles, only full grids, which are solutions".to_owned(),
    })
}

/// The table, unless it has a header with a usual name and rows below it, of which none is a
/// puzzle.
fn with_puzzles(table: Detected, text: &[u8]) -> Result<Detected, NoTable> {
    let Format::Csv(layout) = table.format else {
        return Ok(table);
    };
    if !table.names.iter().any(|name| is_puzzle_name(name)) {
        return Ok(table);
    }
    let reading = Reading::of(&table, records_of(&table, text));
    if !reading.puzzles.is_empty() || reading.unread.is_empty() {
        return Ok(table);
    }
    match table::why_no_puzzles(layout, text) {
        Some(why) => Err(why),
        None => Ok(table),
    }
}

/// The first records of a text, without one that is cut.
pub(super) fn records_of<'t>(detected: &Detected, text: &'t [u8]) -> &'t [u8] {
    let first = beginning(text, detected.kind);
    match detected.format {
        Format::Csv(layout) => {
            let is_cut = first.len() < text.len() || text.len() >= HEAD;
            table::whole_records(layout, first, is_cut)
        }
        _ => first,
    }
}

/// The format of a text, if every record of it is a puzzle, or the known solution of one. If the
/// text `is_cut`, its last record may be.
pub(super) fn reads_whole(text: &[u8], is_cut: bool) -> Option<Kind> {
    let detected = find_likeliest(text).ok()?;
    // Solutions may stand further down than the lines that show the format.
    let reading = Reading::of(&detected, text);
    reading.is_whole(is_cut).then_some(detected.kind)
}

/// All formats that the text could have, the strictest first.
fn candidates(
    text: &[u8],
    line: Detected,
    table: &Result<Detected, NoTable>,
    objects: [&Result<Detected, NoTable>; 2],
) -> Vec<Detected> {
    let mut all: Vec<Detected> = objects.into_iter().flatten().cloned().collect();
    let has_header = table.as_ref().is_ok_and(|table| !table.names.is_empty());
    if has_header {
        all.extend(table.clone());
    }
    all.push(line);
    all.push(of_kind(Kind::Hodoku));
    if !has_header {
        all.extend(table.clone());
    }
    all.push(of_kind(kind_of_arrays(text)));
    all.push(of_kind(kind_of_boards(sample(text))));
    all.push(of_kind(Kind::Text));
    all
}

/// Another format that finds as many puzzles as the one of this number, and others.
fn rival(readings: &[Reading<'_>], found: usize) -> Option<Kind> {
    let best = &readings[found];
    for other in readings {
        let finds_as_many = 2 * other.score().0 >= best.score().0;
        // Which column of a table has the puzzles was decided by all of them.
        let are_columns = is_column(best.kind) && is_column(other.kind);
        if finds_as_many && !are_columns && other.lacks_any_of(best) && best.lacks_any_of(other) {
            return Some(other.kind);
        }
    }
    None
}

/// Whether the puzzles of a format may stand in a column.
fn is_column(kind: Kind) -> bool {
    matches!(kind, Kind::Csv | Kind::Line)
}

/// Why a text is refused in which no reader finds a puzzle, or else its lines, which are malformed.
fn refused_or_lines(
    text: &[u8],
    line: Detected,
    table: Result<Detected, NoTable>,
    objects: Result<Detected, NoTable>,
) -> Result<Detected, NoTable> {
    let first = content_lines(text).next().unwrap_or_default();
    let has_fields = first.iter().any(|byte| table::DELIMITERS.contains(byte));
    if first.len() >= HEAD && has_fields {
        let reason = "no puzzle in its first line, which is longer than 64 KiB";
        return Err(NoTable::Other(reason.to_owned()));
    }
    if objects.is_ok() {
        return objects;
    }
    let is_object = text.trim_ascii_start().starts_with(b"{");
    match (objects, table) {
        (Err(empty @ NoTable::Empty(_)), _) | (_, Err(empty @ NoTable::Empty(_))) => Err(empty),
        (Err(NoTable::Other(_)), _) if is_object => {
            let reason = "no member and no array in it has the 81 cells of a puzzle";
            Err(NoTable::Other(reason.to_owned()))
        }
        _ => Ok(line),
    }
}

/// The name of a text's arrays.
fn kind_of_arrays(text: &[u8]) -> Kind {
    match memchr::memmem::find(text, b"[\"") {
        Some(_) => Kind::Leetcode,
        None => Kind::Array,
    }
}

/// The name of a text's boards: by their headings, or by the form of the first row.
fn kind_of_boards(text: &[u8]) -> Kind {
    let lines: Vec<&[u8]> = content_lines(text).map(<[u8]>::trim_ascii).collect();
    let mut numbers = lines.iter().filter(|line| count(line).is_some());
    let is_first = numbers.next().is_some_and(|number| number == &lines[0]);
    if is_first && numbers.next().is_none() {
        // A number above cells that are apart does not count boards.
        let is_dense = lines.get(1).is_some_and(|line| is_nine_cells(line));
        return if is_dense { Kind::Poj2676 } else { Kind::Grid };
    }
    for line in &lines {
        if line.eq_ignore_ascii_case(b"[puzzle]") || line.starts_with(b"#") {
            return Kind::Sdk;
        }
    }
    let spaced = lines.iter().filter(|line| is_spaced_row(line)).count();
    if 2 * spaced >= lines.len() {
        Kind::Spaced
    } else {
        Kind::Grid
    }
}

/// Whether a line is nine cells with white space between them.
fn is_spaced_row(line: &[u8]) -> bool {
    let mut bytes = line.iter();
    line.len() > 16
        && bytes.all(|&byte| byte.is_ascii_whitespace() || Puzzle::is_cell(byte))
        && apart::<9>(line).is_some()
}
