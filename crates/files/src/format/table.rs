//! Csv: finds the column with the puzzles, and the puzzles of a chunk.

use super::cells::{LONGEST_NUMBER, has_board, is_full, is_grid, is_open, separated};
use super::columns::{NoTable, TableForm, has_names, is_lone_name, no_grids, no_place, sample};
use super::cut::{Cutter, unquoted, without_quotes};
use super::kind::Kind;
use super::layout::{Detected, Format, Layout, PUZZLES};
use super::lines::{is_comment, lines_above, other_comment};
use super::records::{OtherKind, Records};
use super::roles::{self, GridPlace, is_puzzle_name};
use super::stated::{Stated, runs, stated};
use super::text::{first_line, no_column};
use crate::input::HEAD;
use crate::numbers::counted;
use memchr::memchr2;
use ninefold::grid::CELLS;
use std::ops::Range;

/// The delimiters to try. The first that gives a column with puzzles is taken.
pub(super) const DELIMITERS: [u8; 4] = *b",;\t|";

/// A text as a table by one delimiter.
struct Candidate {
    delimiter: u8,
    /// The fields of the first record.
    fields: Vec<String>,
    header: bool,
    /// The columns. Without a header, they have numbers as names.
    places: Vec<GridPlace>,
    /// Rows with a field for each column.
    rows: usize,
    /// Rows with fewer or more.
    odd: usize,
}

/// The layout of a csv text: its first record by each delimiter, and the records below, show it.
pub(super) fn layout(
    text: &[u8],
    wanted: Option<&str>,
    delimiter: Option<u8>,
) -> Result<Detected, NoTable> {
    let among = delimiter.map_or(DELIMITERS.to_vec(), |delimiter| vec![delimiter]);
    let candidates = among.into_iter().filter_map(|by| Candidate::new(by, text));
    let all: Vec<Candidate> = candidates.collect();
    let missing = || NoTable::Other(no_column(text, vec![first_line(text)], wanted, PUZZLES));
    if let Some(name) = wanted {
        let named = all.iter().find_map(|table| table.with_column(name));
        return named.or_else(|| numbered(&all, name)).ok_or_else(missing);
    }
    let is_asked = delimiter.is_some();
    let tables = all.iter().filter(|table| table.is_table(is_asked));
    // Of equals, the first.
    let likeliest = tables.rev().max_by_key(|table| table.score());
    let table = likeliest.ok_or_else(missing)?;
    let roles = roles::decide(&table.places).map_err(|why| no_place(&table.places, why))?;
    if !table.header && table.has_strays(roles.puzzle) {
        return Err(missing());
    }
    let name = &table.places[roles.puzzle].name;
    let names = roles.others.iter().map(|&i| table.places[i].name.clone());
    Ok(Detected {
        guessed: (!is_puzzle_name(name)).then(|| name.clone()),
        left_out: names.collect(),
        ..table.detected(roles.puzzle, table.header)
    })
}

/// Why the rows of a table have no puzzles.
pub(super) fn why_no_puzzles(layout: Layout, text: &[u8]) -> Option<NoTable> {
    let table = Candidate::new(layout.delimiter, text)?;
    Some(no_grids(&table.places))
}

/// The table whose column has this number, from 1, by the delimiter that gives the most columns,
/// and of equals the first.
fn numbered(all: &[Candidate], number: &str) -> Option<Detected> {
    let puzzle = number.parse::<usize>().ok()?.checked_sub(1)?;
    let table = all.iter().rev().max_by_key(|table| table.fields.len())?;
    table.fields.get(puzzle)?;
    Some(table.detected(puzzle, !have_cells(&table.fields)))
}

impl Candidate {
    fn new(delimiter: u8, text: &[u8]) -> Option<Candidate> {
        let fields = first_record(text, delimiter)?;
        let header = is_header(&fields);
        let mut places = Vec::with_capacity(fields.len());
        for (i, name) in fields.iter().enumerate() {
            let number = (i + 1).to_string();
            places.push(GridPlace::new(if header { name.clone() } else { number }));
        }
        let mut table = Candidate {
            delimiter,
            header,
            places,
            fields,
            rows: 0,
            odd: 0,
        };
        table.look(text);
        Some(table)
    }

    /// Counts the values of the first rows. Shorter rows count only below a usual name, and longer
    /// ones never.
    fn look(&mut self, text: &[u8]) {
        let columns = self.places.len();
        let form = TableForm::Csv(Cutter::new(self.delimiter, Some(columns)), self.header);
        let is_certain = self.has_usual_name();
        for row in form.rows(sample(text)) {
            let is_whole = row.len() == columns;
            if is_whole {
                self.rows += 1;
            } else {
                self.odd += 1;
            }
            if is_whole || is_certain && row.len() < columns {
                for (place, value) in self.places.iter_mut().zip(&row) {
                    place.see(value);
                }
            }
        }
    }

    /// Whether the names or the content of the first rows show a table. If the delimiter
    /// `is_asked`, any is a table.
    fn is_table(&self, is_asked: bool) -> bool {
        if self.has_usual_name() {
            return true;
        }
        let columns = &self.places;
        // Only a table of several columns may have rows of another length.
        let has_grids = columns.iter().any(|column| column.grids() > 0);
        let may_differ = columns.len() > 1 && has_grids && self.rows >= self.odd;
        if self.rows == 0 || self.odd > 0 && !may_differ {
            return false;
        }
        match &columns[..] {
            // A single word may stand above anything.
            [column] if self.header => column.open > 1 && column.others == 0,
            _ if self.header => true,
            _ if !self.fields.iter().any(|field| is_grid(field.as_bytes())) => false,
            _ => is_asked || columns.iter().any(|column| column.open > 1),
        }
    }

    fn has_usual_name(&self) -> bool {
        self.header && self.fields.iter().any(|name| is_puzzle_name(name))
    }

    /// How likely it is a table: whether a column has a usual name, the number of grids, and
    /// whether there is a header.
    fn score(&self) -> (bool, usize, bool) {
        let grids = self.places.iter().map(GridPlace::grids).sum();
        (self.has_usual_name(), grids, self.header)
    }

    /// Whether another column has puzzles in some rows.
    fn has_strays(&self, puzzle: usize) -> bool {
        let others = self.places.iter().enumerate();
        let mut others = others.filter(|(i, _)| *i != puzzle);
        others.any(|(_, place)| place.open > place.full)
    }

    /// The table whose column of this name has the puzzles. A record with cells gives no names.
    fn with_column(&self, name: &str) -> Option<Detected> {
        if have_cells(&self.fields) {
            return None;
        }
        let mut names = self.fields.iter();
        let puzzle = names.position(|own| own.eq_ignore_ascii_case(name))?;
        Some(self.detected(puzzle, true))
    }

    /// The table whose column of this number has the puzzles.
    fn detected(&self, puzzle: usize, header: bool) -> Detected {
        let layout = Layout {
            delimiter: self.delimiter,
            columns: self.fields.len(),
            column: puzzle,
            known: roles::known_place(&self.places, puzzle),
            above: true,
            header,
            named: header,
        };
        Detected {
            names: if header {
                self.fields.clone()
            } else {
                Vec::new()
            },
            ..Detected::new(Kind::Csv, Format::Csv(layout))
        }
    }
}

/// Whether a record has cells, so that it is a row, whatever else it has.
pub(super) fn have_cells(fields: &[String]) -> bool {
    let mut runs = fields.iter().flat_map(|field| runs(field.as_bytes()));
    runs.any(|(_, run)| run.len() > LONGEST_NUMBER)
}

/// Whether a record names columns. It does not if one of its fields has cells, too, because a line
/// end was lost.
fn is_header(fields: &[String]) -> bool {
    if have_cells(fields) {
        return false;
    }
    fields.iter().any(|name| is_puzzle_name(name))
        || match fields {
            [name] => is_lone_name(name.as_bytes()),
            names => has_names(names.iter().map(String::as_bytes)),
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

/// The fields of the first record that is neither blank nor a comment. `None` if that is too long
/// for a header or a row of puzzles: its fields would take many times its memory.
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

/// The grids of a record.
#[derive(Default)]
struct Grids {
    /// Whether its first field was seen.
    has_begun: bool,
    /// Where the puzzle begins, if its field has 81 bytes.
    puzzle: Option<usize>,
    /// Whether there is a puzzle in the column of known solutions.
    is_known_open: bool,
    /// Whether there is another puzzle, in a column without a name.
    has_other: bool,
}

/// Finds the puzzles of a text of whole records. Blank lines are not records.
pub(super) fn find(layout: Layout, text: &[u8], records: &mut Records) {
    let mut above = layout.above;
    let mut header = layout.header;
    let cutter = layout.cutter();
    let mut at = 0;
    while at < text.len() {
        let mut grids = Grids::default();
        let cut = cutter.record(text, at, true, |number, field| {
            // All fields again, because one continues on the next line.
            if number == 0 && grids.has_begun {
                grids = Grids::default();
                records.retract();
            }
            grids.has_begun = true;
            if number == layout.column {
                grids.puzzle = cells(text, field);
            } else if field.len() > LONGEST_NUMBER || layout.known == Some(number) {
                let is_known = layout.known == Some(number);
                let is_open = state(text, field, is_known, records);
                grids.is_known_open |= is_open && is_known;
                grids.has_other |= is_open && !layout.named;
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
        match missing {
            Some(missing) if !header && !cut.is_open && !is_above => {
                match grids.puzzle(text, missing) {
                    Some(start) => {
                        state_fields(text, start, at..cut.end, cut.fields, records);
                        records.add_puzzle(start, at..cut.end, missing);
                    }
                    None => records.add_other(at..cut.line_end, OtherKind::Malformed),
                }
            }
            _ => {
                let kind = if is_above {
                    OtherKind::Comment
                } else if header {
                    OtherKind::Header
                } else {
                    OtherKind::Malformed
                };
                records.add_other(at..cut.line_end, kind);
            }
        }
        if !is_above {
            above = false;
            header = false;
        }
        at = cut.next;
    }
}

impl Grids {
    /// Where the puzzle begins, if it is the puzzle of its row. A full grid is not if fields are
    /// missing, or if the puzzle stands in the place of the solution: then the fields were moved.
    /// If columns have no names, it could be either of two puzzles.
    #[inline]
    fn puzzle(&self, text: &[u8], missing: usize) -> Option<usize> {
        let start = self.puzzle.filter(|_| !self.has_other)?;
        let may_be_moved = missing > 0 || self.is_known_open;
        let is_moved = may_be_moved && is_full(grid_at(text, start));
        (!is_moved).then_some(start)
    }
}

/// Whether a field is a puzzle with blanks.
fn is_puzzle(text: &[u8], field: Range<usize>) -> bool {
    cells(text, field).is_some_and(|at| is_open(grid_at(text, at)))
}

fn grid_at(text: &[u8], start: usize) -> &[u8] {
    &text[start..start + CELLS]
}

/// Adds what a field beside a puzzle states of its solution. In the column of known solutions, any
/// text that is none cannot be compared. Returns whether the field is a puzzle with blanks.
#[inline]
fn state(text: &[u8], field: Range<usize>, is_known: bool, records: &mut Records) -> bool {
    let value = without_quotes(&text[field.clone()]).trim_ascii();
    let start = value.as_ptr().addr() - text.as_ptr().addr();
    let place = start..start + value.len();
    match stated(value) {
        Stated::Nothing | Stated::Puzzle(_) if is_known && !value.is_empty() => {
            records.state(Stated::NotComparable, place);
            is_puzzle(text, field)
        }
        Stated::Nothing => false,
        Stated::NotComparable if !is_known && is_puzzle(text, field.clone()) => true,
        found => {
            records.state(found, place);
            !matches!(found, Stated::At(_)) && is_puzzle(text, field)
        }
    }
}

/// Adds that a record's solution cannot be compared if its cells, or its rows, stand in fields of
/// their own.
#[inline]
fn state_fields(
    text: &[u8],
    puzzle: usize,
    record: Range<usize>,
    fields: usize,
    records: &mut Records,
) {
    if fields <= 9 || records.has_stated() {
        return;
    }
    let before = &text[record.start..puzzle];
    let after = &text[puzzle + CELLS..record.end];
    if has_board(before) || has_board(after) {
        records.state(Stated::NotComparable, record);
    }
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
    let mut others = false;
    let cut = layout.cutter().record(record, 0, true, |number, field| {
        let is_other = number != layout.column && Some(number) != layout.known;
        others |= is_other && is_puzzle(record, field);
    });
    let Some(cut) = cut else {
        return "no record".to_owned();
    };
    if cut.is_open {
        return "a quote is not closed".to_owned();
    }
    if let Some(comment) = other_comment(record) {
        return comment;
    }
    let field = puzzle_field(layout, record);
    if cut.fields > layout.columns || cut.fields < layout.columns && is_full(field) {
        let columns = counted(layout.columns as u64, "column");
        return format!("{}, and {columns}", counted(cut.fields as u64, "field"));
    }
    if is_full(field) {
        return "no blanks in the column of the puzzles, and some in that of the solutions"
            .to_owned();
    }
    if is_open(field) && others && !layout.named {
        return "another puzzle in the row".to_owned();
    }
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
