//! Answers in tables: csv with a header, and JSON lines.

use super::made::{AnswerRecord, FromLines, Made};
use super::options::AnswerOptions;
use crate::format::cells::{is_full, is_open, separated};
use crate::format::columns::has_names;
use crate::format::layout::NAMES;
use crate::format::peek::copied;
use crate::grid::CELLS;
use crate::input::{Chunk, InputError, Source};
use csv::ByteRecord;
use serde_json::{Map, Value};
use std::io::{self, Read};

/// Names of the column with the solutions, the likeliest first: `solutions` is
/// also what their number is called.
const SOLUTIONS: [&str; 5] = [
    "ninefold_solution",
    "solution",
    "solutions",
    "answer",
    "answers",
];

/// A csv file's delimiter, and the columns that are looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Table {
    delimiter: u8,
    puzzle: Option<usize>,
    pub(super) solution: Option<usize>,
    verdict: Option<usize>,
    count: Option<usize>,
    /// What the column of solutions is called.
    pub(super) name: String,
    /// Other columns that hold full grids, where none was asked for.
    pub(super) others: Vec<String>,
}

impl Table {
    /// The table that a text is by its header, if any.
    pub(super) fn of(head: &[u8], options: &AnswerOptions) -> Option<Table> {
        let tables = [b',', b';', b'\t'].map(|delimiter| Table::by(delimiter, head, options));
        let known = |table: &Table| table.solution.is_some() || table.puzzle.is_some();
        let mut tables: Vec<Table> = tables.into_iter().flatten().filter(known).collect();
        // The delimiter by which it has most of the columns.
        tables.sort_by_key(|table| {
            usize::from(table.solution.is_none()) + usize::from(table.puzzle.is_none())
        });
        tables.into_iter().next()
    }

    fn by(delimiter: u8, head: &[u8], options: &AnswerOptions) -> Option<Table> {
        let mut header = ByteRecord::new();
        let mut reader = reader(head, delimiter);
        if !reader.read_byte_record(&mut header).ok()? {
            return None;
        }
        let is = |name: &str, i: &usize| {
            let field = header[*i].trim_ascii();
            field.eq_ignore_ascii_case(name.as_bytes())
        };
        // A column that was appended stands behind one of the same name; puzzles are those that
        // are solved.
        let place = |name: &str| (0..header.len()).rev().find(|i| is(name, i));
        let first = |name: &str| (0..header.len()).find(|i| is(name, i));
        let puzzle = named(&options.puzzle, &NAMES, first).or_else(|| named(&None, &NAMES, first));
        let solution = named(&options.solution, &SOLUTIONS, place);
        // Names that nobody knows are names above rows of as many fields.
        let is_known = puzzle.or(solution).is_some();
        let (mut open, mut full) = (Vec::new(), Vec::new());
        if is_known || has_names(&header) {
            (open, full) = grid_columns(reader, header.len(), is_known);
        }
        let puzzle = puzzle.or(open.first().copied());
        full.retain(|&i| Some(i) != puzzle && options.solution.is_none());
        // Solutions may have any name beside puzzles that are called so.
        let solution = solution.or(full.last().copied());
        let name = |i: usize| String::from_utf8_lossy(header[i].trim_ascii()).into_owned();
        let name_of_solution = solution.map_or(String::new(), name);
        let others = full.into_iter().map(name);
        let others = others.filter(|other| *other != name_of_solution).collect();
        let count = place("solutions").filter(|count| Some(*count) != solution);
        Some(Table {
            delimiter,
            puzzle,
            solution,
            verdict: place("verdict"),
            count,
            name: name_of_solution,
            others,
        })
    }

    /// Whether any row of a text has in its columns what belongs there: below a
    /// header there may also stand something else.
    pub(super) fn fits(&self, head: &[u8]) -> bool {
        let mut row = ByteRecord::new();
        let mut reader = reader(head, self.delimiter);
        let mut header = true;
        while reader.read_byte_record(&mut row).unwrap_or(false) {
            if std::mem::take(&mut header) {
                continue;
            }
            let record = self.record(&row);
            let answered = record.solution.len() == CELLS
                || record.solution.starts_with(b"!")
                || !record.verdict.is_empty();
            // Without blanks it may as well be a bare solution below a header that was copied.
            let fits = match self.puzzle {
                Some(_) => is_open(record.puzzle) || record.puzzle.len() == CELLS && answered,
                None => answered,
            };
            if fits {
                return true;
            }
        }
        false
    }

    fn record<'a>(&self, row: &'a ByteRecord) -> AnswerRecord<'a> {
        let field = |column: Option<usize>| {
            let field = column.and_then(|column| row.get(column));
            field.unwrap_or_default().trim_ascii()
        };
        AnswerRecord {
            puzzle: field(self.puzzle),
            solution: field(self.solution),
            verdict: field(self.verdict),
            count: field(self.count),
        }
    }
}

fn reader<R: Read>(text: R, delimiter: u8) -> csv::Reader<R> {
    csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .comment(Some(b'#'))
        .from_reader(text)
}

/// Those of so many columns that hold grids with blanks, and those that hold full ones, in the first
/// row that has a full one; of rows that are shorter or longer, unless `any`, nothing is known.
fn grid_columns(
    mut rows: csv::Reader<&[u8]>,
    columns: usize,
    any: bool,
) -> (Vec<usize>, Vec<usize>) {
    let mut row = ByteRecord::new();
    while rows.read_byte_record(&mut row).unwrap_or(false) {
        let those = |is: fn(&[u8]) -> bool| -> Vec<usize> {
            let fields = row.iter().take(columns).enumerate();
            fields
                .filter(|(_, field)| is(field.trim_ascii()))
                .map(|(i, _)| i)
                .collect()
        };
        let full = those(is_full);
        if !full.is_empty() && (any || row.len() == columns) {
            return (those(is_open), full);
        }
    }
    Default::default()
}

/// The place of what was asked for, or else of the first of the usual names.
fn named<T>(
    wanted: &Option<String>,
    usual: &[&str],
    place: impl Fn(&str) -> Option<T>,
) -> Option<T> {
    match wanted {
        Some(name) => place(name),
        None => usual.iter().find_map(|name| place(name)),
    }
}

/// Whether a row stands for a line that is nothing: it is no record of anything.
fn is_mirror(record: &AnswerRecord<'_>) -> bool {
    record.solution.is_empty() && [&b"blank"[..], b"comment", b"header"].contains(&record.verdict)
}

/// The rows below a header.
pub(super) struct Csv {
    reader: csv::Reader<Text>,
    table: Table,
    row: ByteRecord,
    /// Whether the header is still to come.
    header: bool,
}

impl Csv {
    pub(super) fn new(source: Box<dyn Source>, table: Table) -> Csv {
        let text = Text {
            source,
            line: Vec::new(),
            at: 0,
            ended: false,
            failed: None,
        };
        Csv {
            reader: reader(text, table.delimiter),
            table,
            row: ByteRecord::new(),
            header: true,
        }
    }

    fn read(&mut self, made: &mut Made) -> Result<bool, InputError> {
        if !self.reader.read_byte_record(&mut self.row).unwrap_or(false) {
            return match self.reader.get_mut().failed.take() {
                Some(error) => Err(error),
                None => Ok(false),
            };
        }
        if std::mem::take(&mut self.header) {
            return Ok(true);
        }
        let record = self.table.record(&self.row);
        if !is_mirror(&record) {
            // Every row ends in a line feed; blank lines stand before it.
            let within = memchr::memchr_iter(b'\n', self.row.as_slice()).count() as u64;
            let behind = self.reader.position().line();
            made.record(&record, behind - 1 - within);
        }
        Ok(true)
    }
}

impl Source for Csv {
    fn next(&mut self, _recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let mut made = Made::default();
        while !made.is_full() && self.read(&mut made)? {}
        Ok(made.into_chunk())
    }

    fn size_hint(&self) -> Option<u64> {
        None
    }

    fn finish(&mut self) -> Result<(), InputError> {
        self.reader.get_mut().source.finish()
    }

    fn name(&self) -> &str {
        self.reader.get_ref().source.name()
    }
}

/// A source as a text whose lines end in line feeds, the last one too.
struct Text {
    source: Box<dyn Source>,
    /// The lines at hand.
    line: Vec<u8>,
    at: usize,
    ended: bool,
    failed: Option<InputError>,
}

impl Text {
    fn fill(&mut self) -> Result<(), InputError> {
        self.line.clear();
        self.at = 0;
        let Some(chunk) = self.source.next(None)? else {
            self.ended = true;
            return Ok(());
        };
        let mut rest: &[u8] = &chunk.bytes;
        while !rest.is_empty() {
            let end = memchr::memchr(b'\n', rest).unwrap_or(rest.len());
            let line = &rest[..end];
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            self.line.extend_from_slice(line);
            self.line.push(b'\n');
            rest = rest.get(end + 1..).unwrap_or_default();
        }
        copied(&chunk, self.source.name())
    }
}

impl Read for Text {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.at == self.line.len() && !self.ended {
            if let Err(error) = self.fill() {
                self.failed = Some(error);
                return Err(io::ErrorKind::Other.into());
            }
        }
        let got = (&self.line[self.at..]).read(buffer)?;
        self.at += got;
        Ok(got)
    }
}

/// JSON lines: an object a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Json {
    solution: Option<String>,
    puzzle: Option<String>,
}

impl Json {
    /// The objects of which these are the first. Solutions may have any name: of several members that
    /// are full grids the last is taken, as of a table.
    pub(super) fn new(head: &[u8], options: &AnswerOptions) -> Json {
        let lines = head.split(|&byte| byte == b'\n');
        let objects =
            lines.filter_map(|line| serde_json::from_slice::<Map<String, Value>>(line).ok());
        let is_solution = |(_, value): &(&String, &Value)| {
            cells_or_text(value).is_some_and(|cells| is_full(cells.trim_ascii()))
        };
        let mut found = None;
        for object in objects {
            if SOLUTIONS.iter().any(|&name| object.contains_key(name)) {
                found = None;
                break;
            }
            let last = object.iter().rfind(is_solution);
            found = found.or(last.map(|(name, _)| name.clone()));
        }
        Json {
            solution: options.solution.clone().or(found),
            puzzle: options.puzzle.clone(),
        }
    }
}

/// The text of a member, or the cells of an array.
fn cells_or_text(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::String(text) => Some(text.as_bytes().to_vec()),
        Value::Array(_) => separated(value.to_string().as_bytes()).map(Vec::from),
        _ => None,
    }
}

impl FromLines for Json {
    fn line(&mut self, line: &[u8], number: u64, made: &mut Made) {
        if line.is_empty() || line.starts_with(b"#") {
            return;
        }
        let Ok(object) = serde_json::from_slice::<Map<String, Value>>(line) else {
            return made.board(None, number);
        };
        let text = |name: &str| object.get(name).and_then(cells_or_text);
        let count = object.get("solutions").filter(|value| value.is_u64());
        let count = count.map(Value::to_string).unwrap_or_default();
        let bytes = |text: Option<Vec<u8>>| text.unwrap_or_default().trim_ascii().to_vec();
        let record = [
            bytes(named(&self.puzzle, &NAMES, text)),
            bytes(named(&self.solution, &SOLUTIONS, text)),
            bytes(text("verdict")),
        ];
        let record = AnswerRecord {
            puzzle: &record[0],
            solution: &record[1],
            verdict: &record[2],
            count: count.as_bytes(),
        };
        if !is_mirror(&record) {
            made.record(&record, number);
        }
    }

    fn end(&mut self, _made: &mut Made) {}
}
