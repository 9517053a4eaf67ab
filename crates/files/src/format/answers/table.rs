//! Answers in tables: csv, and JSON lines. Both are rows of values below names.

use super::row::has_claim;
use crate::format::cells::separated;
use crate::format::columns::{TableForm, Values, has_names};
use crate::format::cut::Cutter;
use crate::format::fields::grid;
use crate::format::members::{self, ARRAY};
use crate::format::options::AnswerOptions;
use crate::format::roles::{self, GridPlace, NoRole, is_puzzle_name};
use crate::format::table::{DELIMITERS, first_record, have_cells};
use crate::format::text::no_column;
use ninefold::grid::CELLS;
use std::borrow::Cow;

/// Names of the column with the solutions, the likeliest first.
const SOLUTIONS: [&str; 5] = [OURS, "solution", "solutions", "answer", "answers"];

/// What a message says if there is none.
pub(super) const ANSWERS: [&str; 2] = ["solution or answer", "--answer-column"];

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

/// The cells of a board together, or the text as it is.
fn together(text: &[u8]) -> Cow<'_, [u8]> {
    let board = (text.len() > CELLS).then(|| separated(text)).flatten();
    board.map_or(Cow::Borrowed(text), |cells| cells.to_vec().into())
}

fn quoted(names: &[String]) -> String {
    let mut quoted = Vec::with_capacity(names.len());
    for name in names {
        quoted.push(format!("'{}'", name.escape_debug()));
    }
    quoted.join(" or ")
}

/// Sees the values of a row. A claim is one of a solution.
fn see(places: &mut [GridPlace], row: &Values, are_answers: bool) {
    for (place, field) in places.iter_mut().zip(row) {
        let field = together(field);
        if are_answers && has_claim(&field) {
            place.full += 1;
        } else {
            place.see(grid(&field).map_or(&field[..], |grid| grid));
        }
    }
}

/// The first column of this name, which the table had before columns were appended.
fn first_of(name: &str, names: &[String]) -> Option<usize> {
    let mut names = names.iter();
    names.position(|other| other.eq_ignore_ascii_case(name))
}

/// The last column of this name, which is the appended one.
fn last_of(name: &str, names: &[String]) -> Option<usize> {
    let mut names = names.iter();
    names.rposition(|other| other.eq_ignore_ascii_case(name))
}

/// Whether a column is named as `solve` names the one that it appends, after all that `could` have
/// the solutions.
fn is_ours(column: usize, names: &[String], could: &[usize]) -> bool {
    names[column].eq_ignore_ascii_case(OURS)
        || names[column] == "solution" && could.iter().all(|&i| i < column)
}

/// The field of a row in a column. Empty if there is none.
fn field_of(row: &Values, column: Option<usize>) -> &[u8] {
    let field = column.and_then(|column| row.get(column));
    field.map_or(&[], |field| field.trim_ascii())
}

/// The column of the puzzles. Beside others without blanks, those named so are puzzles, too.
fn puzzle_place(places: &[GridPlace]) -> Option<usize> {
    match roles::decide(places) {
        Ok(roles) => Some(roles.puzzle),
        Err(NoRole::Several(could)) => could.first().copied(),
        Err(NoRole::OnlySolutions(full)) if full.len() > 1 => {
            full.into_iter().find(|&i| is_puzzle_name(&places[i].name))
        }
        Err(_) => None,
    }
}

/// A table, and its relevant columns.
#[derive(Debug)]
pub(super) struct AnswerTable {
    pub(super) form: TableForm,
    pub(super) puzzle: Option<usize>,
    pub(super) solution: Option<usize>,
    verdict: Option<usize>,
    count: Option<usize>,
    /// The names of the columns that may have the solutions: one, unless that is unclear.
    names: Vec<String>,
    /// Whether any row has a grid or a claim in those, or one of them is named so beside puzzles,
    /// or there is a column of verdicts.
    pub(super) has_answers: bool,
    /// Whether any of the first rows has a grid or a claim in the column of solutions, or none has
    /// anything else, or there are verdicts, or the user named the column.
    has_stated: bool,
}

impl AnswerTable {
    /// The table with the header of a text, if it has one with a column of solutions, by the
    /// delimiter that gives the most relevant columns.
    pub(super) fn csv(head: &[u8], options: &AnswerOptions) -> Option<AnswerTable> {
        let tables = DELIMITERS.into_iter().filter_map(|delimiter| {
            let names = first_record(head, delimiter).filter(|names| !have_cells(names))?;
            let are_names = has_names(names.iter().map(String::as_bytes));
            let form = TableForm::Csv(Cutter::new(delimiter, Some(names.len())), true);
            Some(AnswerTable::of(head, form, &names, are_names, options))
        });
        let tables = tables.filter(|table| {
            // Below other names, a count may be anything.
            let has_counts = table.puzzle.is_some() && table.has_verdicts(options);
            has_counts || !table.names.is_empty()
        });
        tables.min_by_key(|table| table.puzzle.is_none())
    }

    /// JSON lines, if any member may have answers.
    pub(super) fn json(head: &[u8], options: &AnswerOptions) -> Result<AnswerTable, String> {
        let names = members::all_names(head);
        let form = TableForm::Json(names.clone());
        let table = AnswerTable::of(head, form, &names, true, options);
        if table.solution.is_some() || table.has_verdicts(options) {
            Ok(table)
        } else {
            Err(no_column(head, names, options.solution.as_deref(), ANSWERS))
        }
    }

    /// Whether it has verdicts or counts, and no column of solutions was asked for.
    fn has_verdicts(&self, options: &AnswerOptions) -> bool {
        options.solution.is_none() && self.verdict.or(self.count).is_some()
    }

    /// The table without a header whose column of this number has the solutions, if any of its
    /// first rows has one there.
    pub(super) fn numbered(head: &[u8], options: &AnswerOptions) -> Option<AnswerTable> {
        DELIMITERS.iter().chain(b" :").find_map(|&delimiter| {
            let width = first_record(head, delimiter)?.len();
            let names: Vec<String> = (1..=width).map(|i| i.to_string()).collect();
            let form = TableForm::Csv(Cutter::new(delimiter, Some(width)), false);
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
        let asked = options.puzzle.as_deref();
        let asked = asked.and_then(|name| first_of(name, names));
        let named = match &options.solution {
            Some(name) => last_of(name, names),
            None => SOLUTIONS.into_iter().find_map(|name| last_of(name, names)),
        };
        let has_usual = names.iter().any(|name| is_puzzle_name(name));
        let is_known = asked.is_some() || named.is_some() || has_usual;
        let mut places: Vec<GridPlace> = names.iter().cloned().map(GridPlace::new).collect();
        if is_known || are_names {
            let rows = form.rows(head).into_iter();
            for row in rows.filter(|row| is_known || row.len() == names.len()) {
                see(&mut places, &row, is_known);
            }
        }
        let puzzle = asked.or_else(|| puzzle_place(&places));
        let mut could = Vec::new();
        for (i, place) in places.iter().enumerate() {
            let is_known = Some(i) == puzzle || Some(i) == named;
            if place.full > 0 && !is_known && !place.has_name(TAIL) {
                could.push(i);
            }
        }
        let is_named_by_us = named.is_some_and(|named| is_ours(named, names, &could));
        if options.solution.is_some() || is_named_by_us {
            could.clear();
        }
        // Beside a column named for puzzles, solutions may have any name, and the puzzles theirs.
        let has_puzzles = named == puzzle && !could.is_empty();
        could.extend(named.filter(|_| !has_puzzles));
        could.sort_unstable();
        let verdict = last_of("verdict", names);
        let has_full = could.iter().any(|&i| places[i].full > 0);
        let has_nothing_else = could.iter().all(|&i| places[i].others == 0);
        let has_stated =
            options.solution.is_some() || verdict.is_some() || has_full || has_nothing_else;
        let has_open = puzzle.is_some_and(|i| places[i].open > places[i].full);
        let is_beside = named.is_some() && puzzle != named && has_open;
        AnswerTable {
            puzzle,
            solution: could.last().copied(),
            verdict,
            count: last_of("count", names),
            has_answers: verdict.is_some() || is_beside || has_full,
            has_stated,
            names: could.into_iter().map(|i| names[i].clone()).collect(),
            form,
        }
    }

    /// Whether its puzzles stand in one column, and solutions of them in another.
    pub(super) fn has_puzzles(&self) -> bool {
        self.has_stated && self.solution.is_some() && self.solution != self.puzzle
    }

    /// The table, if one column may have the solutions. Which one is right says nothing about that:
    /// another may be the answers that are to be judged.
    pub(super) fn decided(self) -> Result<AnswerTable, String> {
        match &self.names[..] {
            [] | [_] => Ok(self),
            several => Err(format!(
                "the solutions could be {} (specify the column with --answer-column)",
                quoted(several)
            )),
        }
    }

    /// Describes the form and the column with the solutions.
    pub(super) fn label(&self) -> String {
        let form = match self.form {
            TableForm::Csv(..) => "csv",
            TableForm::Json(_) => "jsonl",
        };
        match &self.names[..] {
            [] => form.to_owned(),
            names => format!("{form}, column {}", quoted(names)),
        }
    }

    /// The record of a row, unless it stands for a blank line, which is none.
    pub(super) fn record<'a>(&self, row: &'a mut Values) -> Option<AnswerRecord<'a>> {
        let is_json = matches!(self.form, TableForm::Json(_));
        for column in [self.puzzle, self.solution].into_iter().flatten() {
            let Some(field) = row.get_mut(column) else {
                continue;
            };
            if let Cow::Owned(cells) = together(field) {
                *field = cells;
            } else if is_json && field == ARRAY {
                field.clear();
            }
        }
        let record = AnswerRecord {
            puzzle: field_of(row, self.puzzle),
            solution: field_of(row, self.solution),
            verdict: field_of(row, self.verdict),
            count: field_of(row, self.count),
        };
        let is_line = [&b"blank"[..], b"comment", b"header"].contains(&record.verdict);
        (!is_line || !record.solution.is_empty()).then_some(record)
    }
}
