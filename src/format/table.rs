//! Csv: finds the column with the puzzles, and the puzzles of a chunk.

use super::cells::{is_grid, separated};
use super::columns::{ColumnEvidence, NoTable, decide, has_names, is_lone_name, sample};
use super::comments::{is_comment, lines_above};
use super::cut::Cutter;
use super::kind::Kind;
use super::layout::{Detected, Format, KNOWN, Layout, NAMES};
use super::records::{Other, OtherKind, Records, Span};
use super::text::{first_line, quote_csv};
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
    let header = |delimiter: u8| Some((delimiter, first_record(text, delimiter)?));
    let headers: Vec<(u8, Vec<String>)> = among.into_iter().filter_map(header).collect();
    let none = || NoTable::Other(no_column(text, wanted, &headers));
    if let Some(name) = wanted {
        let named = headers.iter().find_map(|(delimiter, names)| {
            let column = names.iter().position(|n| n.eq_ignore_ascii_case(name))?;
            Some(table(*delimiter, column, names, true, None))
        });
        return named.or_else(|| numbered(&headers, name)).ok_or_else(none);
    }
    let (delimiter, header, columns) = guess(text, &headers).ok_or_else(none)?;
    let found = decide(&columns)?;
    let names = columns.into_iter().map(|column| column.name);
    let names: Vec<String> = names.collect();
    Ok(Detected {
        guessed: found.is_guess.then(|| names[found.column].clone()),
        ..table(delimiter, found.column, &names, header, found.known)
    })
}

/// The table with the column of this number, from 1. Takes the delimiter that gives the most
/// columns, and of equals the first.
fn numbered(headers: &[(u8, Vec<String>)], number: &str) -> Option<Detected> {
    let column = number.parse::<usize>().ok()?.checked_sub(1)?;
    let (delimiter, names) = headers.iter().rev().max_by_key(|(_, names)| names.len())?;
    let header = !is_puzzle(names.get(column)?);
    Some(table(*delimiter, column, names, header, None))
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
        columns: names.len() as u16,
        column: column as u16,
        known: known.map(|known| known as u16),
        above: true,
        header,
    };
    Detected {
        names: if header { names.to_vec() } else { Vec::new() },
        ..Detected::new(Kind::Csv, Format::Csv(layout))
    }
}

/// The table with a usual name, or else the one that the content of the first records shows, with
/// the most grids: its delimiter, whether its first record is a header, and its columns, which
/// otherwise have numbers as names.
fn guess(text: &[u8], headers: &[(u8, Vec<String>)]) -> Option<(u8, bool, Vec<ColumnEvidence>)> {
    let is_usual = |name: &String| NAMES.iter().any(|usual| usual.eq_ignore_ascii_case(name));
    let usual = headers.iter().find(|(_, names)| names.iter().any(is_usual));
    if let Some((delimiter, names)) = usual {
        let bare = || names.iter().cloned().map(ColumnEvidence::new).collect();
        let columns = columns(sample(text), *delimiter, names, true).unwrap_or_else(bare);
        return Some((*delimiter, true, columns));
    }
    let tables = headers.iter().filter_map(|(delimiter, fields)| {
        let header = match &fields[..] {
            [name] => is_lone_name(name.as_bytes()),
            names => has_names(names.iter().map(String::as_bytes)),
        };
        let names = match header {
            true => fields.clone(),
            false if fields.iter().any(|field| is_puzzle(field)) => {
                (1..=fields.len()).map(|i| i.to_string()).collect()
            }
            false => return None,
        };
        let columns = columns(sample(text), *delimiter, &names, header)?;
        let is_table = match header {
            // A single word may stand above anything.
            true => columns.len() > 1 || columns[0].is_all_puzzles(),
            // If the delimiter is specified, it is a table.
            false => headers.len() == 1 || columns.iter().any(ColumnEvidence::has_puzzles),
        };
        is_table.then_some((*delimiter, header, columns))
    });
    // Of equals, the first.
    let tables: Vec<_> = tables.collect();
    tables.into_iter().rev().max_by_key(|(_, header, columns)| {
        let grids: usize = columns.iter().map(ColumnEvidence::grids).sum();
        2 * grids + usize::from(*header)
    })
}

/// The values of the columns, below a header if there is one. `None` if no row has as many fields,
/// or if none has and nothing is a grid.
fn columns(
    text: &[u8],
    delimiter: u8,
    names: &[String],
    mut header: bool,
) -> Option<Vec<ColumnEvidence>> {
    let mut columns: Vec<ColumnEvidence> = names.iter().cloned().map(ColumnEvidence::new).collect();
    let mut at = lines_above(text);
    let cutter = Cutter::new(delimiter, Some(names.len()));
    let (mut rows, mut odd) = (0, 0);
    let mut fields = Vec::new();
    while at < text.len() {
        fields.clear();
        let record = cutter.record(text, at, false, |_, field| {
            if fields.len() < names.len() {
                fields.push(field);
            }
        });
        // A record whose quotes are open at the end is not whole.
        let Some(record) = record else {
            break;
        };
        let is_blank = record.line_end == at;
        at = record.next;
        if is_blank || std::mem::take(&mut header) {
            continue;
        }
        if record.fields != names.len() || record.is_open {
            odd += 1;
            continue;
        }
        rows += 1;
        for (column, field) in columns.iter_mut().zip(&fields) {
            column.look(without_quotes(&text[field.clone()]));
        }
    }
    // Only a table of several columns may have rows that lack one.
    let is_any = columns.len() > 1 && columns.iter().any(|column| column.grids() > 0);
    (rows > 0 && (is_any && rows >= odd || odd == 0)).then_some(columns)
}

fn no_column(text: &[u8], wanted: Option<&str>, headers: &[(u8, Vec<String>)]) -> String {
    let puzzles_above = headers
        .iter()
        .any(|(_, fields)| fields.len() > 1 && fields.iter().any(|field| is_puzzle(field)));
    let header = first_line(text);
    match wanted {
        Some(name) if puzzles_above => format!(
            "no column '{name}', because the table has no header: --column takes a number here"
        ),
        Some(name) => format!("no column '{name}' in the header: {header}"),
        None => format!(
            "no column named {} in the header (--column names it): {header}",
            NAMES.join(", ")
        ),
    }
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
    let is_short = record.end - at <= HEAD && record.fields <= usize::from(u16::MAX);
    is_short.then_some(())?;
    let mut names = Vec::with_capacity(record.fields);
    cutter.record(text, at, true, |_, field| {
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
            if number == usize::from(layout.column) {
                start = cells(text, field);
            } else if layout.known.map(usize::from) == Some(number) {
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
        let missing = usize::from(layout.columns).checked_sub(cut.fields);
        match (start, missing) {
            (Some(start), Some(missing)) if !header && !cut.is_open && !is_above => {
                records.starts.push(start as u32);
                records.spans.push(Span {
                    start: at as u32,
                    end: cut.end as u32,
                    known: known.map(|known| known as u32),
                    missing: missing as u32,
                });
            }
            _ => records.others.push(Other {
                before: records.starts.len() as u32,
                start: at as u32,
                end: cut.line_end as u32,
                kind: match header {
                    _ if is_above => OtherKind::Comment,
                    true => OtherKind::Header,
                    false => OtherKind::Malformed,
                },
            }),
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
        if number == usize::from(layout.column) {
            found = record[field].trim_ascii();
        }
    });
    without_quotes(found)
}

/// What is wrong with a malformed record.
pub(super) fn fault(layout: Layout, record: &[u8]) -> String {
    let columns = usize::from(layout.columns);
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
    fn cutter(self) -> Cutter {
        Cutter::new(self.delimiter, Some(usize::from(self.columns)))
    }

    /// Copies a record. Surplus fields all go into the last column, as one text. So does all of a
    /// record with an open quote, which would continue behind it, into the first. Returns the number
    /// of missing fields.
    pub(super) fn fit(self, record: &[u8], out: &mut Vec<u8>) -> usize {
        let columns = usize::from(self.columns);
        let mut last = 0;
        let cut = self.cutter().record(record, 0, true, |number, field| {
            if number + 1 == columns {
                last = field.start;
            }
        });
        match cut {
            Some(cut) if !cut.is_open && cut.fields <= columns => {
                out.extend_from_slice(&record[..cut.end]);
                columns - cut.fields
            }
            Some(cut) if !cut.is_open => {
                out.extend_from_slice(&record[..last]);
                quote_csv(&record[last..], self.delimiter, out);
                0
            }
            _ => {
                quote_csv(record, self.delimiter, out);
                columns - 1
            }
        }
    }
}
