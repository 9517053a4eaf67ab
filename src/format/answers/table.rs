//! Answers in tables: csv with a header, and JSON lines.

use super::columns::Columns;
use super::normalize::{AnswerRecord, FromLines, NormalizedRecords};
use super::options::AnswerOptions;
use super::row::{grid, has_claim};
use crate::escape::escape;
use crate::format::cells::{is_full, is_open, separated};
use crate::format::columns::{has_names, sample};
use crate::format::comments::{below_statement, content_lines, stated_delimiter};
use crate::format::cut::{Cutter, TableReader};
use crate::format::json;
use crate::format::layout::NAMES;
use crate::format::peek::copied;
use crate::format::table::DELIMITERS;
use crate::format::text::name_list;
use crate::grid::CELLS;
use crate::input::{Chunk, HEAD, InputError, Source};
use csv::ByteRecord;
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::io::Read;

/// Names of the column with the solutions, the likeliest first. `solutions` may also be their
/// number.
const SOLUTIONS: [&str; 5] = [OURS, "solution", "solutions", "answer", "answers"];

/// The name that `solve` gives its column if the table has a column with the usual name.
const OURS: &str = "ninefold_solution";

/// The column in which `solve` keeps the text after a puzzle, whatever that is.
const TAIL: &str = "tail";

/// The delimiter of a csv file, and the relevant columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AnswerTable {
    delimiter: u8,
    puzzle: Option<usize>,
    /// The column with the solutions, or the candidates.
    solutions: Vec<usize>,
    verdict: Option<usize>,
    count: Option<usize>,
    /// Whether no row has a solution, so that `solved` is a claim that cannot be checked.
    has_only_verdicts: bool,
    /// Whether its first record is a header.
    header: bool,
    pub(super) columns: Columns,
}

impl AnswerTable {
    /// The table with the header of a text, if it has one.
    pub(super) fn of(head: &[u8], options: &AnswerOptions) -> Option<AnswerTable> {
        let (stated, head) = below_statement(head);
        let header = content_lines(head).next();
        // The fields of a longer line would take many times its memory.
        header.filter(|line| line.len() <= HEAD)?;
        let among = stated.map_or(DELIMITERS.to_vec(), |stated| vec![stated]);
        let tables = among.into_iter();
        let tables = tables.map(|delimiter| AnswerTable::by(delimiter, head, options));
        let known = |table: &AnswerTable| table.has_solutions() || table.puzzle.is_some();
        let mut tables: Vec<AnswerTable> = tables.flatten().filter(known).collect();
        // The delimiter that gives the most relevant columns.
        tables.sort_by_key(|table| {
            usize::from(!table.has_solutions()) + usize::from(table.puzzle.is_none())
        });
        tables.into_iter().next()
    }

    /// The table without a header whose column of this number has the solutions, if any of its first
    /// rows has one there.
    pub(super) fn numbered(head: &[u8], options: &AnswerOptions) -> Option<AnswerTable> {
        let name = options.solution.as_ref()?;
        let number = name.parse::<usize>().ok()?.checked_sub(1)?;
        let (stated, head) = below_statement(head);
        let among = DELIMITERS.into_iter().chain(*b" :");
        let mut among = among.filter(|delimiter| stated.is_none_or(|stated| stated == *delimiter));
        among.find_map(|delimiter| {
            let mut rows = content_lines(sample(head)).map(|line| {
                let fields = line.split(move |&byte| byte == delimiter);
                fields.take(usize::from(u16::MAX)).collect::<Vec<_>>()
            });
            let is_answer = |field: &&&[u8]| grid(field).is_some_and(|grid| is_full(grid));
            let row = rows.find(|row| row.get(number).filter(is_answer).is_some())?;
            let is_puzzle = |field: &&[u8]| grid(field).is_some_and(|grid| is_open(grid));
            Some(AnswerTable {
                delimiter,
                puzzle: row.iter().position(is_puzzle),
                solutions: vec![number],
                verdict: None,
                count: None,
                has_only_verdicts: false,
                header: false,
                columns: Columns {
                    candidates: vec![name.clone()],
                    others: Vec::new(),
                },
            })
        })
    }

    fn by(delimiter: u8, head: &[u8], options: &AnswerOptions) -> Option<AnswerTable> {
        let mut header = ByteRecord::new();
        let mut reader = reader(head, delimiter);
        if !reader.read_byte_record(&mut header).ok()? {
            return None;
        }
        let is = |name: &str, i: &usize| {
            let field = header[*i].trim_ascii();
            field.eq_ignore_ascii_case(name.as_bytes())
        };
        // An appended column follows one of the same name. The puzzles are those that were solved.
        let place = |name: &str| (0..header.len()).rev().find(|i| is(name, i));
        let first = |name: &str| (0..header.len()).find(|i| is(name, i));
        let puzzle = named(&options.puzzle, &NAMES, first).or_else(|| named(&None, &NAMES, first));
        let solution = named(&options.solution, &SOLUTIONS, place);
        // Unknown names count if the rows below have as many fields.
        let is_known = puzzle.or(solution).is_some();
        let (mut open, mut full) = (Vec::new(), Vec::new());
        if is_known || has_names(&header) {
            (open, full) = grid_columns(reader, header.len(), is_known);
        }
        // Beside solutions, the puzzles are grids, whatever other column has the same name.
        let is_grid = |i: &usize| full.is_empty() || open.contains(i) || full.contains(i);
        let puzzle = puzzle.filter(is_grid).or(open.first().copied());
        let has_only_verdicts = is_known && full.iter().all(|&i| Some(i) == puzzle);
        full.retain(|&i| Some(i) != puzzle && Some(i) != solution && !is(TAIL, &i));
        // Beside a column named for puzzles, solutions may have any name.
        let (solutions, others) = match solution {
            Some(solution) if options.solution.is_some() => (vec![solution], Vec::new()),
            Some(solution) if is(OURS, &solution) => (vec![solution], full),
            Some(solution) => {
                full.push(solution);
                full.sort_unstable();
                (full, Vec::new())
            }
            None if options.solution.is_some() => (Vec::new(), Vec::new()),
            None => (full, Vec::new()),
        };
        let count = place("solutions").filter(|count| !solutions.contains(count));
        let name = |&i: &usize| String::from_utf8_lossy(header[i].trim_ascii()).into_owned();
        Some(AnswerTable {
            delimiter,
            puzzle,
            verdict: place("verdict"),
            count,
            has_only_verdicts,
            header: true,
            columns: Columns {
                candidates: solutions.iter().map(name).collect(),
                others: others.iter().map(name).collect(),
            },
            solutions,
        })
    }

    /// Whether a column may have the solutions.
    pub(super) fn has_solutions(&self) -> bool {
        !self.solutions.is_empty()
    }

    /// Whether any row of a text has the right values in its columns. Below a header there may also
    /// be something else.
    pub(super) fn fits(&self, head: &[u8]) -> bool {
        let mut row = ByteRecord::new();
        let mut reader = reader(below_statement(head).1, self.delimiter);
        let mut header = true;
        while reader.read_byte_record(&mut row).unwrap_or(false) {
            if std::mem::take(&mut header) {
                continue;
            }
            join_cells(&mut row);
            let record = self.record(&row);
            let mut solutions = record.others.iter().chain([&record.solution]);
            let answered = solutions.any(|text| grid(text).is_some() || text.starts_with(b"!"))
                || !record.verdict.is_empty();
            // Without blanks it could be a bare solution below a copied header.
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
            solution: field(self.solutions.first().copied()),
            verdict: match field(self.verdict) {
                b"solved" if self.has_only_verdicts => b"at-least",
                verdict => verdict,
            },
            count: field(self.count),
            others: self.others().map(|&column| field(Some(column))).collect(),
        }
    }

    fn others(&self) -> impl Iterator<Item = &usize> {
        self.solutions.iter().skip(1)
    }

    /// The number of the first columns that matter.
    fn width(&self) -> usize {
        let columns = self.solutions.iter().copied();
        let columns = columns.chain(
            [self.puzzle, self.verdict, self.count]
                .into_iter()
                .flatten(),
        );
        columns.max().map_or(0, |last| last + 1)
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

/// Replaces each board in a row by its 81 cells together.
fn join_cells(row: &mut ByteRecord) {
    let board = |field: &[u8]| separated(field).filter(|_| field.len() > CELLS);
    if row.iter().any(|field| board(field).is_some()) {
        let joined = row
            .iter()
            .map(|field| board(field).map_or(field.to_vec(), Vec::from));
        *row = joined.collect();
    }
}

/// The columns that have grids with blanks in any row, and those that have full grids. With `any`,
/// verdicts after `!` also count, and rows may be shorter or longer.
fn grid_columns(
    mut rows: csv::Reader<&[u8]>,
    columns: usize,
    any: bool,
) -> (Vec<usize>, Vec<usize>) {
    let (mut open, mut full) = (vec![0; columns], vec![0; columns]);
    let mut row = ByteRecord::new();
    while rows.read_byte_record(&mut row).unwrap_or(false) {
        if !any && row.len() != columns {
            continue;
        }
        join_cells(&mut row);
        for (i, field) in row.iter().take(columns).enumerate() {
            let is = |is: fn(&[u8]) -> bool| grid(field).is_some_and(|grid| is(grid));
            open[i] += usize::from(is(is_open));
            full[i] += usize::from(is(is_full) || any && has_claim(field));
        }
    }
    let those = |count: Vec<usize>| (0..columns).filter(|&i| count[i] > 0).collect();
    // Puzzles have blanks in most rows.
    let most = open.iter().copied().max().unwrap_or(0);
    open.iter_mut()
        .for_each(|count| *count *= usize::from(2 * *count >= most));
    (those(open), those(full))
}

/// The position of the specified name, or else of the first usual name.
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

/// Whether a row stands for a blank line. It is not a record.
fn is_mirror(record: &AnswerRecord<'_>) -> bool {
    record.solution.is_empty() && [&b"blank"[..], b"comment", b"header"].contains(&record.verdict)
}

/// The rows of a table, which are the records that the reader of puzzles finds.
pub(super) struct Csv {
    source: TableReader,
    cutter: Cutter,
    table: AnswerTable,
    /// The fields of a row up to the last that matters.
    row: ByteRecord,
    /// Whether nothing was read yet.
    is_first: bool,
    /// Whether the header comes next.
    header: bool,
    /// Lines so far.
    lines: u64,
}

impl Csv {
    pub(super) fn new(source: Box<dyn Source>, table: AnswerTable) -> Csv {
        Csv {
            source: TableReader::new(source, table.delimiter, None),
            cutter: Cutter::new(table.delimiter),
            row: ByteRecord::new(),
            is_first: true,
            header: table.header,
            table,
            lines: 0,
        }
    }

    fn add(&mut self, chunk: &Chunk, records: &mut NormalizedRecords) {
        let text: &[u8] = &chunk.bytes;
        if chunk.broken.is_some() {
            // Without its fields, it states nothing.
            records.record(&AnswerRecord::default(), self.lines + 1);
            self.lines += 1;
            return;
        }
        let mut at = 0;
        while at < text.len()
            && let Some(cut) = self.cutter.record(text, at)
        {
            let (record, line) = (&text[at..cut.end], self.lines + 1);
            self.lines += memchr::memchr_iter(b'\n', &text[at..cut.next]).count() as u64;
            at = cut.next;
            let is_first = std::mem::take(&mut self.is_first);
            let is_statement = is_first && stated_delimiter(record).is_some();
            if record.is_empty() || record.starts_with(b"#") || is_statement {
                continue;
            }
            if !std::mem::take(&mut self.header) {
                self.read(record, cut.quotes);
                let record = self.table.record(&self.row);
                if !is_mirror(&record) {
                    records.record(&record, line);
                }
            }
        }
    }

    /// Reads the fields of a record that matter.
    fn read(&mut self, record: &[u8], quotes: bool) {
        let (row, width) = (&mut self.row, self.table.width());
        row.clear();
        self.cutter.fields(record, quotes, |number, field| {
            if number < width {
                row.push_field(&unquoted(&record[field]));
            }
        });
        join_cells(row);
    }
}

/// The text of a field.
fn unquoted(field: &[u8]) -> Cow<'_, [u8]> {
    match field.trim_ascii() {
        [b'"', inner @ .., b'"'] if memchr::memchr(b'"', inner).is_none() => inner.into(),
        [b'"', inner @ .., b'"'] => {
            let mut is_second = false;
            let text = inner.iter().copied().filter(|&byte| {
                is_second = byte == b'"' && !is_second;
                byte != b'"' || is_second
            });
            text.collect::<Vec<u8>>().into()
        }
        _ => field.into(),
    }
}

impl Source for Csv {
    fn next(&mut self, _recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let mut records = NormalizedRecords::default();
        while !records.is_full()
            && let Some(chunk) = self.source.next(None)?
        {
            self.add(&chunk, &mut records);
            copied(&chunk, self.source.name())?;
        }
        Ok(records.into_chunk())
    }

    fn size_hint(&self) -> Option<u64> {
        None
    }

    fn finish(&mut self) -> Result<(), InputError> {
        self.source.finish()
    }

    fn name(&self) -> &str {
        self.source.name()
    }
}

/// JSON lines: an object a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Json {
    /// The specified member.
    solution: Option<String>,
    puzzle: Option<String>,
    /// The candidates, if no name tells.
    pub(super) columns: Columns,
    /// Whether no object has a solution, so that `solved` is a claim that cannot be checked.
    has_only_verdicts: bool,
}

impl Json {
    /// Takes the objects that begin with these. As in a table, solutions may have any name.
    ///
    /// # Errors
    /// No object has the specified member, and there is at least one object.
    pub(super) fn new(head: &[u8], options: &AnswerOptions) -> Result<Json, String> {
        let object = |line: &[u8]| serde_json::from_slice::<Map<String, Value>>(line).ok();
        let lines = head.split(|&byte| byte == b'\n');
        let objects = lines.clone().filter_map(object);
        let objects: Vec<Map<String, Value>> = objects.collect();
        let candidates = match (&options.solution, objects.first()) {
            (None, _) => {
                let first = lines.clone().find(|line| object(line).is_some());
                Json::candidates(&objects, first.unwrap_or_default())
            }
            (Some(wanted), Some(first)) => {
                if !objects.iter().any(|object| object.contains_key(wanted)) {
                    let names = name_list(first.keys().map(String::as_str));
                    return Err(format!(
                        "no member '{}' in the first objects, but {names} (--answer-column names one)",
                        escape(wanted)
                    ));
                }
                Vec::new()
            }
            (Some(_), None) => Vec::new(),
        };
        // `solutions` is a count in rows of Ninefold.
        let has_solution = objects.iter().any(|object| {
            let mut members = SOLUTIONS.iter().filter_map(|name| object.get(*name));
            members.any(|value| !value.is_number() && !value.is_null())
        });
        Ok(Json {
            has_only_verdicts: !has_solution && options.solution.is_none() && candidates.is_empty(),
            solution: options.solution.clone(),
            puzzle: Json::puzzle(&objects, options),
            columns: Columns {
                candidates,
                others: Vec::new(),
            },
        })
    }

    /// The member with the puzzles. Other members with such a name may be names of puzzles, for
    /// instance.
    fn puzzle(objects: &[Map<String, Value>], options: &AnswerOptions) -> Option<String> {
        let is_grid = |name: &str| {
            let values = objects.iter().filter_map(|object| object.get(name));
            let mut cells = values.filter_map(cells_or_text);
            cells.any(|cells| is_open(cells.trim_ascii()) || is_full(cells.trim_ascii()))
        };
        let name = named(&options.puzzle, &NAMES, |name| {
            is_grid(name).then_some(name.to_owned())
        });
        name.or_else(|| options.puzzle.clone())
    }

    /// The members that are full grids, and beside them those with usual names, in the order of the
    /// first object.
    fn candidates(objects: &[Map<String, Value>], first: &[u8]) -> Vec<String> {
        let is_solution = |(_, value): &(&String, &Value)| {
            let cells = cells_or_text(value).unwrap_or_default();
            grid(&cells).is_some_and(|grid| is_full(grid)) || has_claim(&cells)
        };
        let mut candidates = Vec::<String>::new();
        for object in objects {
            let full = object.iter().filter(is_solution).map(|(name, _)| name);
            let new: Vec<String> = full
                .filter(|name| !candidates.contains(name))
                .filter(|name| *name != TAIL && !NAMES.contains(&name.as_str()))
                .cloned()
                .collect();
            candidates.extend(new);
        }
        // One with a usual name is a candidate whatever it has, beside others.
        let is_stated = |name: &str, value: &Value| match value {
            Value::String(_) | Value::Array(_) => true,
            Value::Null => name != "solutions",
            _ => false,
        };
        for name in SOLUTIONS {
            let values = objects.iter().filter_map(|object| object.get(name));
            let is_usual = values.clone().any(|value| is_stated(name, value));
            if is_usual && !candidates.is_empty() && !candidates.iter().any(|other| other == name) {
                candidates.push(name.to_owned());
            }
        }
        let order = json::names(first).unwrap_or_default();
        candidates.sort_by_key(|name| order.iter().position(|other| other == name));
        if candidates.iter().any(|name| name == OURS) {
            candidates.clear();
        }
        candidates
    }
}

/// The text of a member, or the cells of an array or of a text with separators between them.
fn cells_or_text(value: &Value) -> Option<Vec<u8>> {
    match value {
        Value::String(text) => {
            let cells = separated(text.as_bytes()).map(Vec::from);
            Some(cells.unwrap_or_else(|| text.as_bytes().to_vec()))
        }
        Value::Array(_) => separated(value.to_string().as_bytes()).map(Vec::from),
        _ => None,
    }
}

impl FromLines for Json {
    fn line(&mut self, line: &[u8], number: u64, records: &mut NormalizedRecords) {
        if line.is_empty() || line.starts_with(b"#") {
            return;
        }
        let Ok(object) = serde_json::from_slice::<Map<String, Value>>(line) else {
            return records.board(None, number);
        };
        let text = |name: &str| object.get(name).and_then(cells_or_text);
        let count = object.get("solutions").filter(|value| value.is_u64());
        let count = count.map(Value::to_string).unwrap_or_default();
        let bytes = |text: Option<Vec<u8>>| text.unwrap_or_default().trim_ascii().to_vec();
        let mut candidates = self.columns.candidates.iter().map(|name| text(name));
        let solution = match candidates.next() {
            Some(first) => first,
            None => named(&self.solution, &SOLUTIONS, text),
        };
        let others: Vec<Vec<u8>> = candidates.map(bytes).collect();
        let mut verdict = bytes(text("verdict"));
        if verdict == b"solved" && self.has_only_verdicts {
            verdict = b"at-least".to_vec();
        }
        let record = [
            bytes(self.puzzle.as_deref().and_then(text)),
            bytes(solution),
            verdict,
        ];
        let record = AnswerRecord {
            puzzle: &record[0],
            solution: &record[1],
            verdict: &record[2],
            count: count.as_bytes(),
            others: others.iter().map(|text| &text[..]).collect(),
        };
        if !is_mirror(&record) {
            records.record(&record, number);
        }
    }

    fn end(&mut self, _made: &mut NormalizedRecords) {}
}
