//! Csv: finds the column with the puzzles, and the puzzles of a chunk.

use super::cells::{is_grid, separated};
use super::columns::{
    ColumnChoice, ColumnEvidence, choose, choose_named, has_names, is_lone_name,
    is_settled as is_settled_by, none, only_solutions, sample, several,
};
use super::comments::{is_comment, stated_delimiter};
use super::cut::Cutter;
use super::evidence::{Best, best};
use super::layout::{KNOWN, Layout, NAMES};
use super::records::{Other, OtherKind, Records, Span};
use super::text::quote_csv;
use crate::escape::escape;
use crate::grid::{CELLS, Puzzle};
use crate::input::HEAD;
use crate::numbers::counted;
use memchr::{memchr_iter, memchr2};
use std::ops::Range;

/// The delimiters to try. The first that gives a column with puzzles is taken.
pub(super) const DELIMITERS: [u8; 4] = *b",;\t|";

/// The recognised form of a csv text.
pub(super) struct Table {
    pub(super) layout: Layout,
    /// The names in its header. Empty if its first record has a puzzle.
    pub(super) names: Vec<String>,
    /// The column, or its number, if it was found by its content.
    pub(super) guessed: Option<String>,
    /// If the values are boards of another kind, why they are not puzzles.
    pub(super) refusal: Option<String>,
}

/// The layout of a csv text, by its first record and by the records below.
pub(super) fn layout(
    text: &[u8],
    wanted: Option<&str>,
    delimiter: Option<u8>,
) -> Result<Table, String> {
    let headers = headers(text, delimiter);
    let found = match wanted {
        Some(name) => by_name(&headers, name)
            .or_else(|| numbered(&headers, wanted))
            .map(Ok),
        None => usual(text, &headers).or_else(|| guess(text, &headers)),
    };
    found.unwrap_or_else(|| Err(no_column(text, wanted, &headers)))
}

/// The table that has a column of this name.
fn by_name(headers: &[(u8, Vec<String>)], name: &str) -> Option<Table> {
    headers.iter().find_map(|(delimiter, names)| {
        let column = names.iter().position(|n| n.eq_ignore_ascii_case(name))?;
        Some(Table::new(*delimiter, column, names))
    })
}

/// The table that has a column with a usual name of puzzles. An error if it is unclear which other
/// column has them.
fn usual(text: &[u8], headers: &[(u8, Vec<String>)]) -> Option<Result<Table, String>> {
    let named = |name: &str| by_name(headers, name);
    let table = NAMES.into_iter().find_map(named)?;
    let Layout { delimiter, .. } = table.layout;
    let seen = columns(sample(text), delimiter, &table.names, true).unwrap_or_default();
    let Some((named, choice)) = choose_named(&seen) else {
        return Some(Ok(table));
    };
    let (column, known) = match choice {
        ColumnChoice::One(column, known) => (column, known),
        ColumnChoice::Several(which) => return Some(Err(several(&seen, &which, "--column"))),
        ColumnChoice::Solutions(which) => {
            return Some(Err(only_solutions(&seen, &which, "--column")));
        }
        ColumnChoice::None => (named, None),
    };
    let mut table = Table::new(delimiter, column, &table.names);
    table.layout.known = table.layout.known.or(known.map(|known| known as u16));
    table.guessed = (column != named).then(|| seen[column].name.clone());
    table.refusal = seen[column].refusal();
    Some(Ok(table))
}

impl Table {
    /// The table with this header, or first record, and this column of puzzles.
    fn new(delimiter: u8, column: usize, names: &[String]) -> Table {
        let is_puzzle = is_puzzle(&names[column]);
        let known = |name: &&str| {
            let place = names.iter().position(|n| n.eq_ignore_ascii_case(name));
            place.filter(|&place| place != column)
        };
        let layout = Layout {
            delimiter,
            columns: names.len() as u16,
            column: column as u16,
            known: KNOWN.iter().find_map(known).map(|known| known as u16),
            above: true,
            header: !is_puzzle,
        };
        Table {
            layout,
            names: if is_puzzle {
                Vec::new()
            } else {
                names.to_vec()
            },
            guessed: None,
            refusal: None,
        }
    }
}

/// Whether a header has a usual name of puzzles.
pub(super) fn is_named(text: &[u8]) -> bool {
    let headers = headers(text, None);
    let usual = |name: &String| NAMES.iter().any(|usual| name.eq_ignore_ascii_case(usual));
    headers.iter().any(|(_, names)| names.iter().any(usual))
}

/// Whether the first row below such a header has a puzzle in that column.
pub(super) fn is_settled(text: &[u8], delimiter: Option<u8>) -> bool {
    let headers = headers(text, delimiter);
    let table = NAMES.into_iter().find_map(|name| by_name(&headers, name));
    let seen = table.and_then(|table| {
        let text = sample(text);
        columns(text, table.layout.delimiter, &table.names, true)
    });
    seen.is_some_and(|seen| is_settled_by(&seen))
}

/// If a text is a table with unknown names, whether there are grids in it, or other boards.
pub(super) fn unnamed(text: &[u8]) -> Option<bool> {
    let tables = unnamed_table(text, &headers(text, None));
    tables.map(|(_, columns)| columns.iter().any(ColumnEvidence::is_of_boards))
}

/// The first record by each delimiter.
fn headers(text: &[u8], delimiter: Option<u8>) -> Vec<(u8, Vec<String>)> {
    let among: Vec<u8> = delimiter.map_or(DELIMITERS.to_vec(), |delimiter| vec![delimiter]);
    among
        .into_iter()
        .filter_map(|delimiter| Some((delimiter, first_record(text, delimiter)?)))
        .filter(|(_, names)| names.len() <= usize::from(u16::MAX))
        .collect()
}

/// The table with unknown names that has the most grids, by its delimiter.
fn unnamed_table(text: &[u8], headers: &[(u8, Vec<String>)]) -> Option<(u8, Vec<ColumnEvidence>)> {
    let is_header = |names: &[String]| match names {
        [name] => is_lone_name(name.as_bytes()),
        names => has_names(names.iter().map(String::as_bytes)),
    };
    let tables = headers.iter().filter(|(_, names)| is_header(names));
    let tables = tables.filter_map(|(delimiter, names)| {
        let columns = columns(sample(text), *delimiter, names, true)?;
        // A single word may stand above anything.
        (columns.len() > 1 || columns[0].is_all_puzzles()).then_some(())?;
        let grids: usize = columns.iter().map(ColumnEvidence::grids).sum();
        Some(((*delimiter, columns), 1 + grids))
    });
    match best(tables) {
        Best::Nothing => None,
        Best::One(table) | Best::Tie(table, _) => Some(table),
    }
}

/// Whether a text is a table without names, with puzzles in one column.
pub(super) fn is_headless(text: &[u8]) -> bool {
    headless_table(text, &headers(text, None)).is_some()
}

/// The table whose first record already has a grid, by its delimiter. Its columns have numbers as
/// names.
fn headless_table(text: &[u8], headers: &[(u8, Vec<String>)]) -> Option<(u8, Vec<ColumnEvidence>)> {
    headers.iter().find_map(|(delimiter, fields)| {
        fields.iter().any(|field| is_puzzle(field)).then_some(())?;
        let numbers: Vec<String> = (1..=fields.len()).map(|i| i.to_string()).collect();
        let columns = columns(sample(text), *delimiter, &numbers, false)?;
        // If the delimiter is specified, it is a table.
        let is_table = |column: &ColumnEvidence| headers.len() == 1 && column.grids() > 0;
        let mut seen = columns.iter();
        let is_any = seen.any(|column| column.has_puzzles() || is_table(column));
        is_any.then_some((*delimiter, columns))
    })
}

/// The table that the records below the first show. An error if it is unclear which column has the
/// puzzles. `None` if the text is not such a table.
fn guess(text: &[u8], headers: &[(u8, Vec<String>)]) -> Option<Result<Table, String>> {
    let unnamed = unnamed_table(text, headers);
    let header = unnamed.is_some();
    let (delimiter, columns) = unnamed.or_else(|| headless_table(text, headers))?;
    let (column, known) = match choose(&columns) {
        ColumnChoice::One(column, known) => (column, known),
        ColumnChoice::Several(which) => return Some(Err(several(&columns, &which, "--column"))),
        ColumnChoice::Solutions(which) => {
            return Some(Err(only_solutions(&columns, &which, "--column")));
        }
        ColumnChoice::None => return Some(Err(none(&columns, "--column"))),
    };
    let layout = Layout {
        delimiter,
        columns: columns.len() as u16,
        column: column as u16,
        known: known.map(|known| known as u16),
        above: true,
        header,
    };
    let guessed = Some(columns[column].name.clone());
    let names = columns.into_iter().map(|column| column.name);
    Some(Ok(Table {
        layout,
        names: names.filter(|_| header).collect(),
        guessed,
        refusal: None,
    }))
}

/// The values of the columns, below a header if there is one. `None` if no row has as many fields,
/// or if none has and nothing is a grid.
fn columns(
    text: &[u8],
    delimiter: u8,
    names: &[String],
    header: bool,
) -> Option<Vec<ColumnEvidence>> {
    let mut columns: Vec<ColumnEvidence> = names.iter().cloned().map(ColumnEvidence::new).collect();
    let above = first_place(text, delimiter)?.start;
    let mut line = memchr_iter(b'\n', &text[..above]).count() + 1;
    let mut cutter = Cutter::new(delimiter);
    let (mut rows, mut odd) = (0, 0);
    let (mut at, mut header) = (above, header);
    let mut fields = Vec::new();
    // A record whose quotes are open at the end is not whole.
    while at < text.len()
        && let Some(cut) = cutter.record(text, at)
    {
        let (record, begun) = (&text[at..cut.end], line);
        line += memchr_iter(b'\n', &text[at..cut.next]).count();
        at = cut.next;
        if record.is_empty() || std::mem::take(&mut header) {
            continue;
        }
        fields.clear();
        let (count, _) = whole_fields(&mut cutter, names.len(), record, cut.quotes, |_, field| {
            if fields.len() < names.len() {
                fields.push(field);
            }
        });
        if count != names.len() {
            odd += 1;
            continue;
        }
        rows += 1;
        for (column, field) in columns.iter_mut().zip(&fields) {
            column.look(begun, without_quotes(&record[field.clone()]));
        }
    }
    // Only a table of several columns may have rows that lack one.
    let is_any = columns.len() > 1 && columns.iter().any(|column| column.grids() > 0);
    (rows > 0 && (is_any && rows >= odd || odd == 0)).then_some(columns)
}

/// The table with the column of this number, from 1. Takes the delimiter that gives the most
/// columns.
fn numbered(headers: &[(u8, Vec<String>)], wanted: Option<&str>) -> Option<Table> {
    let number: usize = wanted?.parse().ok()?;
    // If several give as many, takes the first.
    let (delimiter, names) = headers.iter().rev().max_by_key(|(_, names)| names.len())?;
    let column = number.checked_sub(1)?;
    (column < names.len()).then(|| Table::new(*delimiter, column, names))
}

fn no_column(text: &[u8], wanted: Option<&str>, headers: &[(u8, Vec<String>)]) -> String {
    let puzzles_above = headers
        .iter()
        .any(|(_, fields)| fields.len() > 1 && fields.iter().any(|field| is_puzzle(field)));
    let line = text.trim_ascii_start().split(|&byte| byte == b'\n').next();
    let line = line.unwrap_or_default();
    // A line of any file, escaped for a terminal.
    let header = String::from_utf8_lossy(&line[..line.len().min(200)]);
    let header = escape(header.trim_end());
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

/// Whether a text has its complete first record, if it is csv.
pub(super) fn shows_record(text: &[u8], delimiter: Option<u8>) -> bool {
    let mut among = DELIMITERS.into_iter().chain(delimiter);
    let shows = |delimiter| {
        let record = first_place(text, delimiter);
        record.is_some_and(|record| !is_above_header(&text[record]))
    };
    text.len() >= HEAD || among.all(shows)
}

/// Whether a record may stand above a header: it is blank, or a comment.
fn is_above_header(record: &[u8]) -> bool {
    let record = record.trim_ascii();
    record.is_empty() || is_comment(record)
}

/// The range of the first record that is neither blank nor a comment, if it is complete. If all are
/// blank, the last.
fn first_place(text: &[u8], delimiter: u8) -> Option<Range<usize>> {
    let cutter = Cutter::new(delimiter);
    let mut at = 0;
    loop {
        let cut = cutter.record(text, at)?;
        if !is_above_header(&text[at..cut.end]) || cut.next >= text.len() {
            return Some(at..cut.end);
        }
        at = cut.next;
    }
}

/// The fields of the first record that is neither blank nor a comment. `None` if that is too long for
/// a header or a row of puzzles: its fields would take many times its memory.
fn first_record(text: &[u8], delimiter: u8) -> Option<Vec<String>> {
    let record = &text[first_place(text, delimiter).filter(|place| place.len() <= HEAD)?];
    if record
        .windows(2)
        .any(|pair| pair[0] == b'\r' && pair[1] != b'\n')
    {
        // Carriage returns alone do not end a line.
        return None;
    }
    let mut reader = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .from_reader(record);
    let fields = reader.byte_records().next()?.ok()?;
    let name = |field: &[u8]| String::from_utf8_lossy(field).trim().to_owned();
    Some(fields.iter().map(name).collect())
}

fn is_puzzle(field: &str) -> bool {
    field.len() == CELLS && field.bytes().all(Puzzle::is_cell)
}

/// Finds the puzzles of a text of whole records. Blank lines are not records.
pub(super) fn find(layout: Layout, text: &[u8], records: &mut Records) {
    let Layout {
        mut above,
        mut header,
        ..
    } = layout;
    let mut cutter = Cutter::new(layout.delimiter);
    let mut at = 0;
    while at < text.len() {
        // A text that ends within quotes is one record without a puzzle.
        let cut = cutter.record(text, at).unwrap_or(super::cut::CutRecord {
            end: text.len(),
            next: text.len(),
            quotes: true,
            is_torn: true,
        });
        let record = &text[at..cut.end];
        records.lines += 1;
        let begun = (records.starts.len() + records.others.len()) as u32;
        if record.is_empty() || above && record.trim_ascii().is_empty() {
            records.folded.push(begun);
            at = cut.next;
            continue;
        }
        if cut.quotes {
            let feeds = memchr_iter(b'\n', record).count();
            records.lines += feeds as u32;
            records.folded.extend((0..feeds).map(|_| begun + 1));
        }
        if let Some(kind) = kind_above(record, at).filter(|_| above) {
            records.others.push(Other {
                before: records.starts.len() as u32,
                start: at as u32,
                end: cut.end as u32,
                kind,
            });
            at = cut.next;
            continue;
        }
        match puzzle(layout, &mut cutter, record, cut.quotes) {
            Some((start, span)) if !header && !cut.is_torn => {
                let from = at as u32;
                records.starts.push(from + start);
                records.spans.push(Span {
                    start: from,
                    end: from + span.end,
                    known: span.known.map(|known| from + known),
                    ..span
                });
            }
            _ => records.others.push(Other {
                before: records.starts.len() as u32,
                start: at as u32,
                end: cut.end as u32,
                kind: if header {
                    OtherKind::Header
                } else {
                    OtherKind::Malformed
                },
            }),
        }
        (above, header) = (false, false);
        at = cut.next;
    }
}

/// The kind of a record at this offset, if it can only stand above a header or the first row.
fn kind_above(record: &[u8], at: usize) -> Option<OtherKind> {
    match record {
        _ if is_comment(record) => Some(OtherKind::Comment),
        _ if at == 0 && stated_delimiter(record).is_some() => Some(OtherKind::Delimiter),
        _ => None,
    }
}

/// Where the puzzle of a record begins, and further information.
#[inline]
fn puzzle(layout: Layout, cutter: &mut Cutter, record: &[u8], quotes: bool) -> Option<(u32, Span)> {
    let (mut start, mut known) = (None, None);
    let is_known = |number| layout.known.map(usize::from) == Some(number);
    let columns = usize::from(layout.columns);
    let (fields, end) = whole_fields(cutter, columns, record, quotes, |number, field| {
        if number == usize::from(layout.column) {
            start = cells(record, field);
        } else if is_known(number) {
            // A damaged solution counts too, and is wrong.
            let solution = cells(record, field);
            known = solution.filter(|&at| is_grid(&record[at..at + CELLS]));
        }
    });
    let missing = columns.checked_sub(fields)?;
    let span = Span {
        start: 0,
        end: end as u32,
        known: known.map(|known| known as u32),
        missing: missing as u32,
    };
    Some((start? as u32, span))
}

/// Calls `each` with the range of every field of a record. Returns their number, and where the last
/// ends. An empty field after the last column is not one: some programs end each row, but not the
/// header, in a delimiter.
#[inline]
fn whole_fields(
    cutter: &mut Cutter,
    columns: usize,
    record: &[u8],
    quotes: bool,
    mut each: impl FnMut(usize, Range<usize>),
) -> (usize, usize) {
    let mut last = 0..0;
    let fields = cutter.fields(record, quotes, |number, field| {
        last = field.clone();
        each(number, field);
    });
    match fields == columns + 1 && record[last.clone()].trim_ascii().is_empty() {
        true => (columns, last.start - 1),
        false => (fields, record.len()),
    }
}

/// A field as it is, or what is within its quotes.
fn without_quotes(field: &[u8]) -> &[u8] {
    match field.trim_ascii() {
        [b'"', inner @ .., b'"'] => inner,
        _ => field,
    }
}

/// Where the 81 bytes of a field begin. A pair of double quotes around them, and white space, do
/// not count.
#[inline]
fn cells(record: &[u8], field: Range<usize>) -> Option<usize> {
    let mut text = record[field.clone()].trim_ascii_start();
    let mut at = field.end - text.len();
    text = text.trim_ascii_end();
    if let [b'"', rest @ ..] = text {
        text = rest.strip_suffix(b"\"")?;
        at += 1;
        memchr2(b'"', b'\n', text.trim_ascii())
            .is_none()
            .then_some(())?;
    }
    at += text.len() - text.trim_ascii_start().len();
    (text.trim_ascii().len() == CELLS).then_some(at)
}

/// The field of a record that should have the puzzle, without quotes.
pub(super) fn puzzle_field(layout: Layout, record: &[u8]) -> &[u8] {
    let mut found: &[u8] = &[];
    let mut cutter = Cutter::new(layout.delimiter);
    cutter.fields(record, record.contains(&b'"'), |number, field| {
        if number == usize::from(layout.column) {
            found = record[field].trim_ascii();
        }
    });
    without_quotes(found)
}

/// What is wrong with a malformed record.
pub(super) fn fault(layout: Layout, record: &[u8]) -> String {
    let (mut cutter, columns) = (Cutter::new(layout.delimiter), usize::from(layout.columns));
    let quotes = record.contains(&b'"');
    let (fields, _) = whole_fields(&mut cutter, columns, record, quotes, |_, _| {});
    if fields > columns {
        let columns = counted(columns as u64, "column");
        return format!("{}, and {columns}", counted(fields as u64, "field"));
    }
    let field = puzzle_field(layout, record);
    match separated(field) {
        Some(_) => "81 cells, but something between them".to_owned(),
        None => format!("length {}", field.len()),
    }
}

impl Layout {
    /// Copies a record. Surplus fields all go into the last column, as one text. Returns the number
    /// of missing fields.
    pub(super) fn fit(self, record: &[u8], out: &mut Vec<u8>) -> usize {
        let columns = usize::from(self.columns);
        let (mut last, quotes) = (0, record.contains(&b'"'));
        let mut cutter = Cutter::new(self.delimiter);
        let (fields, end) = whole_fields(&mut cutter, columns, record, quotes, |number, field| {
            if number + 1 == columns {
                last = field.start;
            }
        });
        if fields > columns {
            out.extend_from_slice(&record[..last]);
            quote_csv(&record[last..], self.delimiter, out);
        } else {
            out.extend_from_slice(&record[..end]);
        }
        columns.saturating_sub(fields)
    }
}
