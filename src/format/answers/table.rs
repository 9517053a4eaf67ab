//! Answers in tables: csv, and JSON lines. Both are rows of values below names.

use super::options::AnswerOptions;
use super::row::{grid, has_claim};
use crate::format::cells::separated;
use crate::format::columns::{ColumnEvidence, has_names};
use crate::format::comments::lines_above;
use crate::format::cut::Cutter;
use crate::format::json;
use crate::format::layout::NAMES;
use crate::format::table::{DELIMITERS, first_record, unquoted};
use crate::grid::CELLS;
use memchr::memchr;

/// Names of the column with the solutions, the likeliest first.
const SOLUTIONS: [&str; 5] = [OURS, "solution", "solutions", "answer", "answers"];

/// The name that `solve` gives its column if the table has a column with the usual name.
const OURS: &str = "ninefold_solution";

/// The column in which `solve` keeps the text after a puzzle, whatever that is.
const TAIL: &str = "tail";

/// The content of one record, in the order of its fields.
#[derive(Default)]
pub(super) struct AnswerRecord<'a> {
    pub(super) puzzle: &'a [u8],
    pub(super) solution: &'a [u8],
    pub(super) verdict: &'a [u8],
    pub(super) count: &'a [u8],
}

/// The values of a row. A board has its 81 cells together.
type Values = Vec<Vec<u8>>;

/// How the rows of a table are written.
#[derive(Debug, Clone)]
pub(super) enum TableForm {
    Csv {
        delimiter: u8,
        /// Number of columns.
        width: u16,
        /// Whether the next record is a header.
        header: bool,
    },
    /// JSON lines, with the names of all members of the first objects.
    Json(Vec<String>),
}

impl TableForm {
    /// The values of the record that begins at `at`, unless it is blank, a comment or a header.
    /// Where the next one begins, and the line feeds in this one.
    pub(super) fn row(&mut self, text: &[u8], at: usize) -> (Option<Values>, usize, usize) {
        let mut row = Vec::new();
        let (next, feeds, is_header) = match self {
            TableForm::Csv {
                delimiter,
                width,
                header,
            } => {
                let cutter = Cutter::new(*delimiter, Some((*width).into()));
                let cut = cutter.record(text, at, true, |_, field| {
                    row.push(together(&unquoted(&text[field])));
                });
                let (next, feeds) = cut.map_or((text.len(), 0), |cut| (cut.next, cut.feeds));
                (next, feeds, header)
            }
            TableForm::Json(names) => {
                let (line, next) = line_at(text, at);
                // What is no object is a wrong answer.
                row = values(names, line).unwrap_or_else(|| vec![b"?".to_vec(); names.len()]);
                (next, 0, &mut false)
            }
        };
        let record = text[at..next].trim_ascii();
        let is_row = !record.is_empty() && !record.starts_with(b"#");
        let is_row = is_row && !std::mem::take(is_header);
        (is_row.then_some(row), next, feeds)
    }

    /// The rows of a text.
    fn rows(&self, text: &[u8]) -> Vec<Values> {
        let (mut form, mut rows, mut at) = (self.clone(), Vec::new(), lines_above(text));
        while at < text.len() {
            let (row, next, _) = form.row(text, at);
            rows.extend(row);
            at = next;
        }
        rows
    }
}

/// The line that begins at `at`, without white space around it, and where the next one begins.
pub(super) fn line_at(text: &[u8], at: usize) -> (&[u8], usize) {
    let end = memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length);
    (text[at..end].trim_ascii(), text.len().min(end + 1))
}

/// The cells of a board together, or the text as it is.
fn together(text: &[u8]) -> Vec<u8> {
    let board = (text.len() > CELLS).then(|| separated(text)).flatten();
    board.map_or_else(|| text.to_vec(), Vec::from)
}

/// The values of an object's members of these names.
fn values(names: &[String], line: &[u8]) -> Option<Values> {
    let mut row = vec![Vec::new(); names.len()];
    json::members(line, |name, value| {
        let Some(i) = names.iter().position(|own| own == name) else {
            return;
        };
        row[i] = match value.as_bytes()[0] {
            b'"' => serde_json::from_str(value)
                .map_or(Vec::new(), |text: String| together(text.as_bytes())),
            b'[' => separated(value.as_bytes()).map_or(Vec::new(), Vec::from),
            b'-' | b'0'..=b'9' => value.as_bytes().to_vec(),
            _ => Vec::new(),
        };
    })?;
    Some(row)
}

/// A table, and its relevant columns.
#[derive(Debug)]
pub(super) struct AnswerTable {
    pub(super) form: TableForm,
    puzzle: Option<usize>,
    pub(super) solution: Option<usize>,
    verdict: Option<usize>,
    count: Option<usize>,
    /// The names of the columns that may have the solutions: one, unless that is unclear.
    names: Vec<String>,
    /// Whether any row has a grid or a claim in those, or one of them is named so beside puzzles, or
    /// there is a column of verdicts.
    pub(super) has_answers: bool,
}

impl AnswerTable {
    /// The table with the header of a text, if it has one with a column of solutions, by the
    /// delimiter that gives the most relevant columns.
    pub(super) fn csv(head: &[u8], options: &AnswerOptions) -> Option<AnswerTable> {
        let tables = DELIMITERS.into_iter().filter_map(|delimiter| {
            let names = first_record(head, delimiter)?;
            let are_names = has_names(names.iter().map(String::as_bytes));
            let form = TableForm::Csv {
                delimiter,
                width: names.len() as u16,
                header: true,
            };
            Some(AnswerTable::of(head, form, &names, are_names, options))
        });
        let tables = tables.filter(|table| !table.names.is_empty());
        tables.min_by_key(|table| table.puzzle.is_none())
    }

    /// JSON lines. An error with the names of the members if none may have answers.
    pub(super) fn json(head: &[u8], options: &AnswerOptions) -> Result<AnswerTable, Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        for line in head.split(|&byte| byte == b'\n') {
            for name in json::names(line).unwrap_or_default() {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let form = TableForm::Json(names.clone());
        let table = AnswerTable::of(head, form, &names, true, options);
        let has_verdicts = options.solution.is_none() && table.verdict.or(table.count).is_some();
        match table.solution.is_some() || has_verdicts {
            true => Ok(table),
            false => Err(names),
        }
    }

    /// The table without a header whose column of this number has the solutions, if any of its first
    /// rows has one there.
    pub(super) fn numbered(head: &[u8], options: &AnswerOptions) -> Option<AnswerTable> {
        DELIMITERS.iter().chain(b" :").find_map(|&delimiter| {
            let width = first_record(head, delimiter)?.len();
            let names: Vec<String> = (1..=width).map(|i| i.to_string()).collect();
            let form = TableForm::Csv {
                delimiter,
                width: width as u16,
                header: false,
            };
            let table = AnswerTable::of(head, form, &names, false, options);
            table.has_answers.then_some(table)
        })
    }

    /// The columns with these names. Unknown names count only if they `are_names`.
    fn of(
        head: &[u8],
        form: TableForm,
        names: &[String],
        are_names: bool,
        options: &AnswerOptions,
    ) -> AnswerTable {
        let is = |name: &str, other: &String| other.eq_ignore_ascii_case(name);
        // An appended column follows one of the same name. The puzzles are those that were solved.
        let place = |name: &str| names.iter().rposition(|other| is(name, other));
        let first = |name: &str| names.iter().position(|other| is(name, other));
        let puzzle = options.puzzle.as_deref().and_then(first);
        let puzzle = puzzle.or_else(|| NAMES.into_iter().find_map(first));
        let named = match &options.solution {
            Some(name) => place(name),
            None => SOLUTIONS.into_iter().find_map(place),
        };
        let mut columns: Vec<ColumnEvidence> =
            names.iter().cloned().map(ColumnEvidence::new).collect();
        let is_known = puzzle.or(named).is_some();
        if is_known || are_names {
            let rows = form.rows(head).into_iter();
            for row in rows.filter(|row| is_known || row.len() == names.len()) {
                for (column, field) in columns.iter_mut().zip(&row) {
                    match is_known && has_claim(field) {
                        true => column.full += 1,
                        false => column.look(grid(field).map_or(&field[..], |grid| grid)),
                    }
                }
            }
        }
        // Puzzles have blanks in most rows.
        let most = columns.iter().map(|column| column.open).max().unwrap_or(0);
        let open = |i: &usize| columns[*i].open > 0 && 2 * columns[*i].open >= most;
        let full = |i: &usize| columns[*i].full > 0;
        let mut all = 0..names.len();
        // Beside solutions, the puzzles are grids, whatever other column has the same name.
        let is_puzzle = |i: &usize| open(i) || full(i) || !all.clone().any(|i| full(&i));
        let puzzle = puzzle.filter(is_puzzle).or_else(|| all.find(open));
        let is_other = |i: &usize| full(i) && ![puzzle, named].contains(&Some(*i));
        let all = (0..names.len()).filter(is_other);
        let mut could: Vec<usize> = all.filter(|&i| !is(TAIL, &names[i])).collect();
        // As Ninefold appends it.
        let is_ours = |own: usize| {
            is(OURS, &names[own]) || names[own] == "solution" && could.iter().all(|&i| i < own)
        };
        if options.solution.is_some() || named.is_some_and(is_ours) {
            could.clear();
        }
        // Beside a column named for puzzles, solutions may have any name.
        could.extend(named);
        could.sort_unstable();
        let verdict = place("verdict");
        let is_of_puzzles = |i: usize| columns[i].open > columns[i].full;
        let is_beside = named.is_some() && puzzle != named && puzzle.is_some_and(is_of_puzzles);
        AnswerTable {
            puzzle,
            solution: could.last().copied(),
            verdict,
            count: place("count"),
            has_answers: verdict.is_some() || is_beside || could.iter().any(full),
            names: could.into_iter().map(|i| names[i].clone()).collect(),
            form,
        }
    }

    /// Describes the column with the solutions. An error if several may have them. Which one is right
    /// says nothing about that: another may be the answers that are to be judged.
    pub(super) fn describe(&self) -> Result<String, String> {
        let quoted = |name: &String| format!("'{}'", name.escape_debug());
        let names: Vec<String> = self.names.iter().map(quoted).collect();
        match &names[..] {
            [] => Ok(String::new()),
            [name] => Ok(format!(", column {name}")),
            several => Err(format!(
                "the solutions could be {} (--answer-column says which)",
                several.join(" or ")
            )),
        }
    }

    /// The record of a row, unless it stands for a blank line, which is none.
    pub(super) fn record<'a>(&self, row: &'a Values) -> Option<AnswerRecord<'a>> {
        let field = |column: Option<usize>| {
            let field = column.and_then(|column| row.get(column));
            field.map_or(&b""[..], |field| field.trim_ascii())
        };
        let record = AnswerRecord {
            puzzle: field(self.puzzle),
            solution: field(self.solution),
            verdict: field(self.verdict),
            count: field(self.count),
        };
        let is_line = [&b"blank"[..], b"comment", b"header"].contains(&record.verdict);
        (!is_line || !record.solution.is_empty()).then_some(record)
    }
}
