//! Csv: finds the column with the puzzles, and the puzzles of a chunk.

use super::cells::{is_grid, separated};
use super::columns::{ColumnEvidence, NoTable, TableForm, decide, has_names, is_lone_name, sample};
use super::cut::Cutter;
use super::kind::Kind;
use super::layout::{Detected, Format, KNOWN, Layout, PUZZLES, is_usual};
use super::lines::{is_comment, lines_above};
use super::records::{OtherKind, Records};
use super::text::{first_line, no_column};
use crate::grid::CELLS;
use crate::input::HEAD;
use crate::numbers::counted;
use memchr::{memchr, memchr2};
use std::borrow::Cow;
use std::ops::Range;

/// The delimiters to try. The first that gives a column with puzzles is taken.
pub(super) const DELIMITERS: [u8; 4] = *b",;\t|";

/// The layout of a csv text: its first record by each delimiter, and the records below, show it.
pub(super) fn layout(
    text: &[u8],
    wanted: Option<&str>,
    delimiter: Option<u8>,
) -> Result<Detected, NoTable> {
    let among = delimiter.map_or(DELIMITERS.to_vec(), |delimiter| vec![delimiter]);
    let first = |delimiter: u8| Some((delimiter, first_record(text, delimiter)?));
    let all: Vec<(u8, Vec<String>)> = among.into_iter().filter_map(first).collect();
    let missing = || NoTable::Other(no_column(text, vec![first_line(text)], wanted, PUZZLES));
    let Some(name) = wanted else {
        // Of equals, the first.
        let tables = all.iter().rev().filter_map(|(delimiter, fields)| {
            let (columns, score) = columns(*delimiter, fields, text, all.len() == 1)?;
            Some((*delimiter, columns, score))
        });
        let likeliest = tables.max_by_key(|(.., score)| *score);
        let (delimiter, columns, (_, _, header)) = likeliest.ok_or_else(missing)?;
        let (column, known) = decide(&columns)?;
        let names = columns.into_iter().map(|column| column.name);
        let names: Vec<String> = names.collect();
        return Ok(Detected {
            guessed: (!is_usual(&names[column])).then(|| names[column].clone()),
            ..table(delimiter, column, &names, header, known)
        });
    };
    let named = all.iter().find_map(|(delimiter, names)| {
        let column = names.iter().position(|n| n.eq_ignore_ascii_case(name))?;
        Some(table(*delimiter, column, names, true, None))
    });
    // A number, from 1, by the delimiter that gives the most columns, and of equals the first.
    let numbered = || {
        let column = name.parse::<usize>().ok()?.checked_sub(1)?;
        let (delimiter, fields) = all.iter().rev().max_by_key(|(_, fields)| fields.len())?;
        let header = !is_puzzle(fields.get(column)?);
        Some(table(*delimiter, column, fields, header, None))
    };
    named.or_else(numbered).ok_or_else(missing)
}

/// The table with this header, or without one, this column of puzzles, and that of solutions if no
/// name tells.
fn table(
    delimiter: u8,
    column: usize,
    names: &[String],
    header: bool,
    known: Option<usize>,
) -> Detected {
    let named = |name: &&str| {
        let place = names.iter().position(|n| n.eq_ignore_ascii_case(name));
        place.filter(|&place| place != column)
    };
    let known = KNOWN.iter().find_map(named).or(known);
    let layout = Layout {
        delimiter,
        columns: names.len(),
        column,
        known,
        above: true,
        header,
    };
    Detected {
        names: if header { names.to_vec() } else { Vec::new() },
        ..Detected::new(Kind::Csv, Format::Csv(layout))
    }
}

/// How likely a text is a table: whether a column has a usual name, the number of grids, and whether
/// there is a header.
type TableScore = (bool, usize, bool);

/// The columns, if the fields of the first record and the content of the next show a table. Without
/// a header, they have numbers as names. If the delimiter `is_asked`, any is a table.
fn columns(
    delimiter: u8,
    fields: &[String],
    text: &[u8],
    is_asked: bool,
) -> Option<(Vec<ColumnEvidence>, TableScore)> {
    let is_named = fields.iter().any(|name| is_usual(name));
    let header = is_named
        || match fields {
            [name] => is_lone_name(name.as_bytes()),
            names => has_names(names.iter().map(String::as_bytes)),
        };
    let name = |(i, name): (usize, &String)| {
        if header {
            name.clone()
        } else {
            (i + 1).to_string()
        }
    };
    let names = fields.iter().enumerate().map(name);
    let mut columns: Vec<ColumnEvidence> = names.map(ColumnEvidence::new).collect();
    let cutter = Cutter::new(delimiter, Some(columns.len()));
    let form = TableForm::Csv(cutter, header);
    let (mut rows, mut odd) = (0, 0);
    for row in form.rows(sample(text)) {
        if row.len() != columns.len() {
            odd += 1;
            continue;
        }
        rows += 1;
        let values = columns.iter_mut().zip(&row);
        values.for_each(|(column, value)| column.look(value));
    }
    // Only a table of several columns may have rows that lack one.
    let has_grid = |column: &ColumnEvidence| column.open + column.full > 0;
    let may_lack = columns.len() > 1 && columns.iter().any(has_grid) && rows >= odd;
    let is_read = rows > 0 && (odd == 0 || may_lack);
    let is_table = match header {
        // A single word may stand above anything.
        true => columns.len() > 1 || columns[0].open > 1 && columns[0].others == 0,
        false if !fields.iter().any(|field| is_puzzle(field)) => false,
        false => is_asked || columns.iter().any(|column| column.open > 1),
    };
    let grids = columns.iter().map(|column| column.open + column.full).sum();
    (is_named || is_read && is_table).then_some((columns, (is_named, grids, header)))
}

/// The records of a text that are whole, if it may be cut.
pub(super) fn whole_records(layout: Layout, text: &[u8], is_cut: bool) -> &[u8] {
    let mut at = 0;
    while at < text.len()
        && let Some(record) = layout.cutter().record(text, at, !is_cut, |_, _| {})
    {
        at = record.next;
    }
    &text[..at]
}

/// The fields of the first record that is neither blank nor a comment. `None` if that is too long for
/// a header or a row of puzzles: its fields would take many times its memory.
pub(super) fn first_record(text: &[u8], delimiter: u8) -> Option<Vec<String>> {
    let at = lines_above(text);
    let cutter = Cutter::new(delimiter, None);
    let record = cutter.record(text, at, true, |_, _| {})?;
    (record.end - at <= HEAD).then_some(())?;
    let mut names = Vec::with_capacity(record.fields);
    cutter.record(text, at, true, |number, field| {
        names.truncate(number);
        let name = unquoted(&text[field]);
        names.push(String::from_utf8_lossy(&name).trim().to_owned());
    })?;
    Some(names)
}

fn is_puzzle(field: &str) -> bool {
    is_grid(field.as_bytes())
}

/// Finds the puzzles of a text of whole records. Blank lines are not records.
pub(super) fn find(layout: Layout, text: &[u8], records: &mut Records) {
    let (mut above, mut header) = (layout.above, layout.header);
    let cutter = layout.cutter();
    let mut at = 0;
    while at < text.len() {
        let (mut start, mut known) = (None, None);
        let cut = cutter.record(text, at, true, |number, field| {
            if number == layout.column {
                start = cells(text, field);
            } else if layout.known == Some(number) {
                // A damaged solution counts too, and is wrong.
                let solution = cells(text, field);
                known = solution.filter(|&at| is_grid(&text[at..at + CELLS]));
            }
        });
        let Some(cut) = cut else {
            unreachable!("no more text is needed at its end");
        };
        let record = &text[at..cut.line_end];
        records.lines += 1 + cut.feeds as u32;
        let begun = (records.starts.len() + records.others.len()) as u32;
        if record.is_empty() || above && record.trim_ascii().is_empty() {
            records.folded.push(begun);
            at = cut.next;
            continue;
        }
        records
            .folded
            .extend(std::iter::repeat_n(begun + 1, cut.feeds));
        let is_above = above && is_comment(record);
        let missing = layout.columns.checked_sub(cut.fields);
        match (start, missing) {
            (Some(start), Some(missing)) if !header && !cut.is_open && !is_above => {
                records.add_puzzle(start, at..cut.end, missing, known);
            }
            _ => {
                let kind = match header {
                    _ if is_above => OtherKind::Comment,
                    true => OtherKind::Header,
                    false => OtherKind::Malformed,
                };
                records.add_other(at..cut.line_end, kind);
            }
        }
        if !is_above {
            (above, header) = (false, false);
        }
        at = cut.next;
    }
}

/// A field as it is, or what is within its quotes.
fn without_quotes(field: &[u8]) -> &[u8] {
    match field.trim_ascii() {
        [b'"', inner @ .., b'"'] => inner,
        _ => field,
    }
}

/// The text of a field, in which two quotes are one.
pub(super) fn unquoted(field: &[u8]) -> Cow<'_, [u8]> {
    let inner = without_quotes(field);
    if inner.len() == field.len() || memchr(b'"', inner).is_none() {
        return inner.into();
    }
    let mut is_second = false;
    let text = inner.iter().copied().filter(|&byte| {
        is_second = byte == b'"' && !is_second;
        !is_second
    });
    text.collect::<Vec<u8>>().into()
}

/// Where the 81 bytes of a field begin. A pair of double quotes around them, and white space, do
/// not count.
#[inline]
fn cells(text: &[u8], field: Range<usize>) -> Option<usize> {
    let whole = &text[field];
    let bare = without_quotes(whole);
    let inner = bare.trim_ascii();
    let is_whole = bare.len() == whole.len() || memchr2(b'"', b'\n', inner).is_none();
    (inner.len() == CELLS && is_whole).then(|| inner.as_ptr().addr() - text.as_ptr().addr())
}

/// The field of a record that should have the puzzle, without quotes.
pub(super) fn puzzle_field(layout: Layout, record: &[u8]) -> &[u8] {
    let mut found: &[u8] = &[];
    layout.cutter().record(record, 0, true, |number, field| {
        if number == layout.column {
            found = record[field].trim_ascii();
        }
    });
    without_quotes(found)
}

/// What is wrong with a malformed record.
pub(super) fn fault(layout: Layout, record: &[u8]) -> String {
    let columns = layout.columns;
    match layout.cutter().record(record, 0, true, |_, _| {}) {
        Some(cut) if cut.is_open => return "a quote is not closed".to_owned(),
        Some(cut) if cut.fields > columns => {
            let columns = counted(columns as u64, "column");
            return format!("{}, and {columns}", counted(cut.fields as u64, "field"));
        }
        _ => {}
    }
    let field = puzzle_field(layout, record);
    match separated(field) {
        Some(_) => "81 cells, but something between them".to_owned(),
        None => format!("length {}", field.len()),
    }
}

impl Layout {
    pub(super) fn cutter(self) -> Cutter {
        Cutter::new(self.delimiter, Some(self.columns))
    }
}
