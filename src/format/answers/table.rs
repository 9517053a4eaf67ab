//! Answers in tables: csv, and JSON lines. Both are rows of values below names.

use super::normalize::{AnswerRecord, FromText, NormalizedRecords, line_at};
use super::options::AnswerOptions;
use super::row::{grid, has_claim};
use crate::format::cells::{is_full, is_open, separated};
use crate::format::columns::has_names;
use crate::format::comments::lines_above;
use crate::format::cut::Cutter;
use crate::format::layout::NAMES;
use crate::format::table::{DELIMITERS, first_record, unquoted};
use crate::grid::CELLS;
use serde_json::{Map, Value};

/// Names of the column with the solutions, the likeliest first.
const SOLUTIONS: [&str; 5] = [OURS, "solution", "solutions", "answer", "answers"];

/// The name that `solve` gives its column if the table has a column with the usual name.
const OURS: &str = "ninefold_solution";

/// The column in which `solve` keeps the text after a puzzle, whatever that is.
const TAIL: &str = "tail";

/// The values of a row. A board has its 81 cells together.
type Values = Vec<Vec<u8>>;

/// The relevant columns of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AnswerColumns {
    puzzle: Option<usize>,
    /// The column with the solutions.
    solution: Option<usize>,
    verdict: Option<usize>,
    count: Option<usize>,
    /// Whether no row has a solution, so that `solved` is a claim that cannot be checked.
    has_only_verdicts: bool,
    /// The name of the column with the solutions, and those of others that have grids.
    pub(super) names: (String, Vec<String>),
    /// Whether any of the others may have the solutions as well.
    is_unclear: bool,
}

impl AnswerColumns {
    /// The columns with these names and values. Unknown names count only if they `are_names`.
    fn of(
        names: &[String],
        rows: &[Values],
        are_names: bool,
        options: &AnswerOptions,
    ) -> AnswerColumns {
        let is = |name: &str, other: &String| other.eq_ignore_ascii_case(name);
        // An appended column follows one of the same name. The puzzles are those that were solved.
        let place = |name: &str| names.iter().rposition(|other| is(name, other));
        let first = |name: &str| names.iter().position(|other| is(name, other));
        let puzzle = named(&options.puzzle, &NAMES, first).or_else(|| named(&None, &NAMES, first));
        let solution = named(&options.solution, &SOLUTIONS, place);
        let is_known = puzzle.or(solution).is_some();
        let (mut open, mut full) = (Vec::new(), Vec::new());
        if is_known || are_names {
            (open, full) = grid_columns(rows, names.len(), is_known);
        }
        // Beside solutions, the puzzles are grids, whatever other column has the same name.
        let is_grid = |i: &usize| full.is_empty() || open.contains(i) || full.contains(i);
        let puzzle = puzzle.filter(is_grid).or(open.first().copied());
        let has_only_verdicts = is_known && full.iter().all(|&i| Some(i) == puzzle);
        full.retain(|&i| Some(i) != puzzle && Some(i) != solution && !is(TAIL, &names[i]));
        let is_asked = options.solution.is_some();
        let (solution, others, is_unclear) = match solution {
            Some(_) if is_asked || full.is_empty() => (solution, Vec::new(), false),
            // As Ninefold appends it.
            Some(own) if is(OURS, &names[own]) => (solution, full, false),
            Some(own) if names[own] == "solution" && full.iter().all(|&i| i < own) => {
                (solution, full, false)
            }
            None if is_asked => (None, Vec::new(), false),
            // Beside a column named for puzzles, solutions may have any name.
            _ => {
                full.extend(solution);
                full.sort_unstable();
                let last = full.pop();
                let is_unclear = !full.is_empty();
                (last, full, is_unclear)
            }
        };
        let name = |&i: &usize| names[i].clone();
        AnswerColumns {
            puzzle,
            verdict: place("verdict"),
            count: place("count"),
            has_only_verdicts,
            names: (
                solution.as_ref().map(name).unwrap_or_default(),
                others.iter().map(name).collect(),
            ),
            is_unclear,
            solution,
        }
    }

    /// Whether a column may have the solutions.
    pub(super) fn has_solutions(&self) -> bool {
        self.solution.is_some()
    }

    /// Describes the column with the solutions. An error if that may be another. Which one is right
    /// says nothing about that: the other may be the answers that are to be judged.
    pub(super) fn describe(&self) -> Result<String, String> {
        let quoted = |name: &String| format!("'{}'", name.escape_debug());
        let others: Vec<String> = self.names.1.iter().map(quoted).collect();
        let name = quoted(&self.names.0);
        match self.solution {
            None => Ok(String::new()),
            Some(_) if self.is_unclear => Err(format!(
                "the solutions could be {} or {name} (--answer-column says which)",
                others.join(" or ")
            )),
            Some(_) if others.is_empty() => Ok(format!(", column {name}")),
            Some(_) => Ok(format!(
                ", column {name}, not {} (--answer-column)",
                others.join(" or ")
            )),
        }
    }

    fn record<'a>(&self, row: &'a Values) -> AnswerRecord<'a> {
        let field = |column: Option<usize>| {
            let field = column.and_then(|column| row.get(column));
            field.map_or(&b""[..], |field| field.trim_ascii())
        };
        AnswerRecord {
            puzzle: field(self.puzzle),
            solution: field(self.solution),
            verdict: match field(self.verdict) {
                b"solved" if self.has_only_verdicts => b"at-least",
                verdict => verdict,
            },
            count: field(self.count),
        }
    }

    /// Adds a row, unless it stands for a blank line, which is no record.
    fn add(&self, row: &Values, line: u64, records: &mut NormalizedRecords) {
        let record = self.record(row);
        let is_line = [&b"blank"[..], b"comment", b"header"].contains(&record.verdict);
        if !(is_line && record.solution.is_empty()) {
            records.record(&record, line);
        }
    }

    /// Whether a row has the right values in its columns. Below a header there may also be something
    /// else.
    fn fits(&self, row: &Values) -> bool {
        let record = self.record(row);
        let answered = grid(record.solution).is_some()
            || record.solution.starts_with(b"!")
            || !record.verdict.is_empty();
        // Without blanks it could be a bare solution below a copied header.
        match self.puzzle {
            Some(_) => is_open(record.puzzle) || record.puzzle.len() == CELLS && answered,
            None => answered,
        }
    }
}

/// The columns that have grids with blanks in any row, and those that have full grids. With `any`,
/// verdicts after `!` also count, and rows may be shorter or longer.
fn grid_columns(rows: &[Values], columns: usize, any: bool) -> (Vec<usize>, Vec<usize>) {
    let (mut open, mut full) = (vec![0; columns], vec![0; columns]);
    for row in rows.iter().filter(|row| any || row.len() == columns) {
        for (i, field) in row.iter().take(columns).enumerate() {
            let is = |is: fn(&[u8]) -> bool| grid(field).is_some_and(|grid| is(grid));
            open[i] += usize::from(is(is_open));
            full[i] += usize::from(is(is_full) || any && has_claim(field));
        }
    }
    // Puzzles have blanks in most rows.
    let most = open.iter().copied().max().unwrap_or(0);
    let those = |count: Vec<usize>, least: usize| {
        let is_one = |i: &usize| count[*i] > 0 && 2 * count[*i] >= least;
        (0..columns).filter(is_one).collect()
    };
    (those(open, most), those(full, 0))
}

/// The position of the specified name, or else of the first usual name.
fn named(
    wanted: &Option<String>,
    usual: &[&str],
    place: impl Fn(&str) -> Option<usize>,
) -> Option<usize> {
    match wanted {
        Some(name) => place(name),
        None => usual.iter().find_map(|name| place(name)),
    }
}

/// The cells of a board together, or the text as it is.
fn together(text: &[u8]) -> Vec<u8> {
    let board = separated(text).filter(|_| text.len() > CELLS);
    board.map_or_else(|| text.to_vec(), Vec::from)
}

/// A csv text, and its relevant columns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct AnswerTable {
    pub(super) delimiter: u8,
    /// Number of columns.
    pub(super) width: u16,
    /// Whether its first record is a header.
    header: bool,
    pub(super) of: AnswerColumns,
}

impl AnswerTable {
    /// The table with the header of a text, if it has one, by the delimiter that gives the most
    /// relevant columns.
    pub(super) fn of(head: &[u8], options: &AnswerOptions) -> Option<AnswerTable> {
        let tables = DELIMITERS.into_iter().filter_map(|delimiter| {
            let names = first_record(head, delimiter)?;
            let are_names = has_names(names.iter().map(String::as_bytes));
            let rows = rows(head, delimiter, names.len());
            let below = rows.get(1..).unwrap_or_default();
            let of = AnswerColumns::of(&names, below, are_names, options);
            Some(AnswerTable {
                delimiter,
                width: names.len() as u16,
                header: true,
                of,
            })
        });
        let tables = tables.filter(|table| table.of.has_solutions() || table.of.puzzle.is_some());
        tables.min_by_key(|table| {
            usize::from(!table.of.has_solutions()) + usize::from(table.of.puzzle.is_none())
        })
    }

    /// The table without a header whose column of this number has the solutions, if any of its first
    /// rows has one there.
    pub(super) fn numbered(head: &[u8], options: &AnswerOptions) -> Option<AnswerTable> {
        let name = options.solution.as_ref()?;
        let number = name.parse::<usize>().ok()?.checked_sub(1)?;
        let among = DELIMITERS.iter().chain(b" :");
        among.copied().find_map(|delimiter| {
            let width = first_record(head, delimiter)?.len();
            let rows = rows(head, delimiter, width);
            let is_answer = |field: &&Vec<u8>| grid(field).is_some_and(|grid| is_full(grid));
            let row = rows
                .iter()
                .find(|row| row.get(number).filter(is_answer).is_some())?;
            let is_puzzle = |field: &Vec<u8>| grid(field).is_some_and(|grid| is_open(grid));
            let of = AnswerColumns {
                puzzle: row.iter().position(is_puzzle),
                solution: Some(number),
                verdict: None,
                count: None,
                has_only_verdicts: false,
                names: (name.clone(), Vec::new()),
                is_unclear: false,
            };
            Some(AnswerTable {
                delimiter,
                width: width as u16,
                header: false,
                of,
            })
        })
    }

    /// Whether any row of a text has the right values in its columns.
    pub(super) fn fits(&self, head: &[u8]) -> bool {
        let rows = rows(head, self.delimiter, self.width.into());
        rows.iter().skip(1).any(|row| self.of.fits(row))
    }
}

/// The rows of a text, with its header.
fn rows(text: &[u8], delimiter: u8, width: usize) -> Vec<Values> {
    let cutter = Cutter::new(delimiter, Some(width));
    let (mut rows, mut at) = (Vec::new(), lines_above(text));
    while at < text.len() {
        let (row, next, _) = row(&cutter, text, at);
        if !(text[at..next].trim_ascii().is_empty() || text[at] == b'#') {
            rows.push(row);
        }
        at = next;
    }
    rows
}

/// The values of a record, where the next one begins, and the line feeds in it.
fn row(cutter: &Cutter, text: &[u8], at: usize) -> (Values, usize, usize) {
    let mut row = Vec::new();
    let cut = cutter.record(text, at, true, |_, field| {
        row.push(together(&unquoted(&text[field])));
    });
    cut.map_or((Vec::new(), text.len(), 0), |cut| {
        (row, cut.next, cut.feeds)
    })
}

impl FromText for AnswerTable {
    fn record(
        &mut self,
        text: &[u8],
        at: usize,
        line: u64,
        records: &mut NormalizedRecords,
    ) -> (usize, usize) {
        let cutter = Cutter::new(self.delimiter, Some(self.width.into()));
        let (row, next, feeds) = row(&cutter, text, at);
        let record = &text[at..next];
        let is_record = !record.trim_ascii().is_empty() && !record.starts_with(b"#");
        if is_record && !std::mem::take(&mut self.header) {
            self.of.add(&row, line, records);
        }
        (next, feeds)
    }
}

/// JSON lines, and the relevant members of their objects.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Json {
    /// The names of all members of the first objects.
    pub(super) names: Vec<String>,
    pub(super) of: AnswerColumns,
}

impl Json {
    pub(super) fn of(head: &[u8], options: &AnswerOptions) -> Json {
        let lines = head.split(|&byte| byte == b'\n');
        let mut names: Vec<String> = Vec::new();
        for name in lines
            .clone()
            .filter_map(crate::format::json::names)
            .flatten()
        {
            if !names.contains(&name) {
                names.push(name);
            }
        }
        let rows: Vec<Values> = lines.filter_map(|line| values(&names, line)).collect();
        let of = AnswerColumns::of(&names, &rows, true, options);
        Json { names, of }
    }
}

/// The values of an object's members of these names.
fn values(names: &[String], line: &[u8]) -> Option<Values> {
    let object: Map<String, Value> = serde_json::from_slice(line).ok()?;
    let value = |name: &String| match object.get(name) {
        Some(Value::String(text)) => together(text.as_bytes()),
        Some(array @ Value::Array(_)) => {
            let cells = separated(array.to_string().as_bytes());
            cells.map_or(Vec::new(), Vec::from)
        }
        Some(Value::Number(number)) => number.to_string().into_bytes(),
        _ => Vec::new(),
    };
    Some(names.iter().map(value).collect())
}

impl FromText for Json {
    fn record(
        &mut self,
        text: &[u8],
        at: usize,
        number: u64,
        records: &mut NormalizedRecords,
    ) -> (usize, usize) {
        let (line, next) = line_at(text, at);
        if line.is_empty() || line.starts_with(b"#") {
            return (next, 0);
        }
        match values(&self.names, line) {
            Some(row) => self.of.add(&row, number, records),
            None => {
                let solution = b"?";
                let record = AnswerRecord {
                    solution,
                    ..AnswerRecord::default()
                };
                records.record(&record, number);
            }
        }
        (next, 0)
    }
}
