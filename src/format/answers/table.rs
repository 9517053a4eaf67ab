//! Answers in tables: csv, and JSON lines. Both are rows of values below names.

use super::options::AnswerOptions;
use super::row::{grid, has_claim};
use crate::format::cells::{is_full, is_open, separated};
use crate::format::columns::has_names;
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
pub(super) enum RowForm {
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

impl RowForm {
    /// The values of the record that begins at `at`, unless it is blank, a comment or a header.
    /// Where the next one begins, and the line feeds in this one.
    pub(super) fn row(&mut self, text: &[u8], at: usize) -> (Option<Values>, usize, usize) {
        let mut row = Vec::new();
        let (next, feeds, is_header) = match self {
            RowForm::Csv {
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
            RowForm::Json(names) => {
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
    pub(super) rows: RowForm,
    puzzle: Option<usize>,
    solution: Option<usize>,
    verdict: Option<usize>,
    count: Option<usize>,
    /// Whether no row has a solution, so that `solved` is a claim that cannot be checked.
    has_only_verdicts: bool,
    /// The name of the column with the solutions, and those of others that have grids.
    names: (String, Vec<String>),
    /// Whether any of the others may have the solutions as well.
    is_unclear: bool,
}

impl AnswerTable {
    /// The table with the header of a text, if it has one, by the delimiter that gives the most
    /// relevant columns.
    pub(super) fn csv(head: &[u8], options: &AnswerOptions) -> Option<AnswerTable> {
        let tables = DELIMITERS.into_iter().filter_map(|delimiter| {
            let names = first_record(head, delimiter)?;
            let are_names = has_names(names.iter().map(String::as_bytes));
            let rows = RowForm::Csv {
                delimiter,
                width: names.len() as u16,
                header: true,
            };
            Some(AnswerTable::of(head, rows, &names, are_names, options))
        });
        let tables = tables.filter(|table| table.has_solutions() || table.puzzle.is_some());
        tables.min_by_key(|table| (!table.has_solutions(), table.puzzle.is_none()))
    }

    /// JSON lines. An error with the names of the members if none has the specified name.
    pub(super) fn json(head: &[u8], options: &AnswerOptions) -> Result<AnswerTable, Vec<String>> {
        let mut names: Vec<String> = Vec::new();
        for line in head.split(|&byte| byte == b'\n') {
            for name in json::names(line).unwrap_or_default() {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
        }
        let table = AnswerTable::of(head, RowForm::Json(names.clone()), &names, true, options);
        match options.solution.is_none() || table.has_solutions() || names.is_empty() {
            true => Ok(table),
            false => Err(names),
        }
    }

    /// The table without a header whose column of this number has the solutions, if any of its first
    /// rows has one there.
    pub(super) fn numbered(head: &[u8], options: &AnswerOptions) -> Option<AnswerTable> {
        let name = options.solution.as_ref()?;
        let number = name.parse::<usize>().ok()?.checked_sub(1)?;
        let among = DELIMITERS.iter().chain(b" :");
        among.copied().find_map(|delimiter| {
            let rows = RowForm::Csv {
                delimiter,
                width: first_record(head, delimiter)?.len() as u16,
                header: false,
            };
            let is =
                |field: &Vec<u8>, is: fn(&[u8]) -> bool| grid(field).is_some_and(|grid| is(grid));
            let mut all = rows.rows(head).into_iter();
            let row = all.find(|row| row.get(number).is_some_and(|field| is(field, is_full)))?;
            Some(AnswerTable {
                rows,
                puzzle: row.iter().position(|field| is(field, is_open)),
                solution: Some(number),
                verdict: None,
                count: None,
                has_only_verdicts: false,
                names: (name.clone(), Vec::new()),
                is_unclear: false,
            })
        })
    }

    /// The columns with these names. Unknown names count only if they `are_names`.
    fn of(
        head: &[u8],
        form: RowForm,
        names: &[String],
        are_names: bool,
        options: &AnswerOptions,
    ) -> AnswerTable {
        let is = |name: &str, other: &String| other.eq_ignore_ascii_case(name);
        // An appended column follows one of the same name. The puzzles are those that were solved.
        let last = |name: &str| names.iter().rposition(|other| is(name, other));
        let first = |name: &str| names.iter().position(|other| is(name, other));
        let asked = options.puzzle.as_deref().and_then(first);
        let puzzle = asked.or_else(|| NAMES.into_iter().find_map(first));
        let solution = match &options.solution {
            Some(name) => last(name),
            None => SOLUTIONS.into_iter().find_map(last),
        };
        let is_known = puzzle.or(solution).is_some();
        let (mut open, mut full) = (Vec::new(), Vec::new());
        if is_known || are_names {
            (open, full) = grid_columns(&form.rows(head), names.len(), is_known);
        }
        // Beside solutions, the puzzles are grids, whatever other column has the same name.
        let is_grid = |i: &usize| full.is_empty() || open.contains(i) || full.contains(i);
        let puzzle = puzzle.filter(is_grid).or(open.first().copied());
        let has_only_verdicts = is_known && full.iter().all(|&i| Some(i) == puzzle);
        full.retain(|&i| Some(i) != puzzle && Some(i) != solution && !is(TAIL, &names[i]));
        // As Ninefold appends it.
        let is_ours = |own: usize| {
            is(OURS, &names[own]) || names[own] == "solution" && full.iter().all(|&i| i < own)
        };
        let is_certain = options.solution.is_some() || solution.is_some_and(is_ours);
        let mut solution = solution;
        if options.solution.is_some() {
            full.clear();
        }
        if !is_certain && !full.is_empty() {
            // Beside a column named for puzzles, solutions may have any name.
            full.extend(solution);
            full.sort_unstable();
            solution = full.pop();
        }
        let name = |&i: &usize| names[i].clone();
        AnswerTable {
            rows: form,
            puzzle,
            verdict: last("verdict"),
            count: last("count"),
            has_only_verdicts,
            is_unclear: !is_certain && !full.is_empty(),
            names: (
                solution.as_ref().map(name).unwrap_or_default(),
                full.iter().map(name).collect(),
            ),
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
        let (others, name) = (others.join(" or "), quoted(&self.names.0));
        match self.solution {
            None => Ok(String::new()),
            Some(_) if self.is_unclear => Err(format!(
                "the solutions could be {others} or {name} (--answer-column says which)"
            )),
            Some(_) if others.is_empty() => Ok(format!(", column {name}")),
            Some(_) => Ok(format!(", column {name}, not {others} (--answer-column)")),
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
            verdict: match field(self.verdict) {
                b"solved" if self.has_only_verdicts => b"at-least",
                verdict => verdict,
            },
            count: field(self.count),
        };
        let is_line = [&b"blank"[..], b"comment", b"header"].contains(&record.verdict);
        (!is_line || !record.solution.is_empty()).then_some(record)
    }

    /// Whether any row of a text has the right values in its columns. Below a header there may also
    /// be something else.
    pub(super) fn fits(&self, head: &[u8]) -> bool {
        let rows = self.rows.rows(head);
        rows.iter()
            .filter_map(|row| self.record(row))
            .any(|record| {
                let answered = grid(record.solution).is_some()
                    || record.solution.starts_with(b"!")
                    || !record.verdict.is_empty();
                // Without blanks it could be a bare solution below a copied header.
                match self.puzzle {
                    Some(_) => is_open(record.puzzle) || record.puzzle.len() == CELLS && answered,
                    None => answered,
                }
            })
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
