//! Recognises the form of answers by their first lines.
//!
//! A line with a field of 81 cells, or a claim, is an answer by itself. Boards are what the readers of
//! puzzles find. The strictest form is taken that explains half as many lines as the best.

use super::options::AnswerOptions;
use super::row::{as_number, fields, grids, has_claim, in_words, solutions, stated_none};
use super::rows::AnswerForm;
use super::table::AnswerTable;
use crate::escape::escape;
use crate::format::cells::{is_full, is_open};
use crate::format::columns::TableForm;
use crate::format::output::OutputFormat;
use crate::format::reading::explained;
use crate::format::text::{first_line, name_list};
use crate::format::{Kind, blocks, json as objects};

/// The recognised form of answers.
#[derive(Debug)]
pub(super) struct Recognised {
    pub(super) form: AnswerForm,
    /// A description.
    pub(super) label: String,
    /// Whether they are a table, or the first is a line with a puzzle and its solution.
    pub(super) has_puzzles: bool,
}

impl Recognised {
    fn new(form: AnswerForm, label: impl Into<String>) -> Recognised {
        Recognised {
            form,
            label: label.into(),
            has_puzzles: false,
        }
    }

    fn table(table: AnswerTable) -> Result<Recognised, String> {
        let name = match table.form {
            TableForm::Csv { .. } => "csv",
            TableForm::Json(_) => "jsonl",
        };
        let label = format!("{name}{}", table.describe()?);
        Ok(Recognised {
            has_puzzles: table.solution.is_some(),
            ..Recognised::new(AnswerForm::Table(table), label)
        })
    }
}

/// The specified form, or the one that the text shows.
pub(super) fn find(head: &[u8], options: &AnswerOptions) -> Result<Recognised, String> {
    let table = AnswerTable::csv(head, options);
    let first = answers(head).next().unwrap_or_default();
    match options.format {
        None if options.solution.is_some() && !first.starts_with(b"{") => {
            let table = table.or_else(|| AnswerTable::numbered(head, options));
            Recognised::table(table.ok_or_else(|| no_column(head, options))?)
        }
        None => recognise(head, table, options),
        Some(OutputFormat::Csv) => {
            Recognised::table(table.ok_or_else(|| no_column(head, options))?)
        }
        Some(OutputFormat::Jsonl) => jsonl(head, options),
        Some(OutputFormat::Solution | OutputFormat::Line) => as_lines(head, first),
        Some(OutputFormat::Leetcode) => Ok(boards(head, Kind::Array)),
        Some(_) => Ok(boards(head, Kind::Grid)),
    }
}

fn no_column(head: &[u8], options: &AnswerOptions) -> String {
    let header = first_line(head);
    match &options.solution {
        Some(name) => format!("no column '{}' in the header: {header}", escape(name)),
        None => {
            format!("no column of solutions in the header (--answer-column names it): {header}")
        }
    }
}

fn jsonl(head: &[u8], options: &AnswerOptions) -> Result<Recognised, String> {
    let table = AnswerTable::json(head, options).map_err(|names| {
        if names.is_empty() {
            return "no JSON object in the first lines".to_owned();
        }
        let wanted = options.solution.as_deref().unwrap_or("solution");
        format!(
            "no member '{}' in the first objects, but {} (--answer-column names one)",
            escape(wanted),
            name_list(&names)
        )
    })?;
    Recognised::table(table)
}

/// The lines that are neither blank nor comments.
fn lines(head: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"))
}

/// Those of them that are not a verdict.
fn answers(head: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    lines(head).filter(|line| !line.starts_with(b"!"))
}

fn recognise(
    head: &[u8],
    table: Option<AnswerTable>,
    options: &AnswerOptions,
) -> Result<Recognised, String> {
    let is_object = |line: &&[u8]| line.starts_with(b"{") && objects::names(line).is_some();
    let is_answer = |line: &&[u8]| grids(line).next().is_some() || has_claim(line);
    let objects = answers(head).filter(is_object).count();
    let alone = answers(head).filter(|line| is_answer(line) && !is_object(line));
    let alone = alone.count();
    // An answer by itself is no row of a board.
    let others = head
        .split(|&byte| byte == b'\n')
        .map(|line| match is_answer(&line) {
            true => &b""[..],
            false => line,
        });
    let others: Vec<u8> = others.collect::<Vec<_>>().join(&b'\n');
    let boards_of = |kind| explained(kind, &others, stated_none);
    let [arrays, rows] = [Kind::Array, Kind::Grid].map(boards_of);
    let most = objects.max(alone).max(arrays).max(rows);
    let is_form = |count: usize| count > 0 && 2 * count >= most;
    let has_header = lines(head).next().is_some_and(|line| !is_answer(&line));
    // Below a header, a field in quotes may be a board.
    let is_table = |table: &AnswerTable| most == 0 || !is_form(objects) && table.has_answers;
    if let Some(table) = table.filter(|table| has_header && is_table(table)) {
        return Recognised::table(table);
    }
    if objects > 0 && objects == alone {
        return Err(
            "its first lines may be 'line' or 'jsonl' (--answer-format says which)".to_owned(),
        );
    }
    if is_form(objects) && objects > alone {
        return jsonl(head, options);
    }
    if is_form(alone) && AnswerForm::BelowLines.come_below(head) {
        return Ok(Recognised::new(
            AnswerForm::BelowLines,
            "lines, below the puzzles",
        ));
    }
    if !is_form(alone) && is_form(arrays.max(rows)) {
        let kind = if is_form(arrays) {
            Kind::Array
        } else {
            Kind::Grid
        };
        return Ok(boards(head, kind));
    }
    // Numbers may stand between the answers.
    let first = answers(head).find(is_answer);
    let first = first.or_else(|| answers(head).find(|line| as_number(line).is_some()));
    let mut recognised = as_lines(head, first.unwrap_or_default())?;
    let mut all = answers(head).peekable();
    let is_known = first.is_some() || all.peek().is_none();
    if !is_known && all.all(|line| in_words(line).is_none()) {
        recognised.label.push_str(" in no known form");
    }
    Ok(recognised)
}

/// Checks that no line has several full grids that differ, if any of the first has several. Which
/// one is right says nothing about which is the answer.
fn only_solution(head: &[u8]) -> Result<(), String> {
    let differs = |line: &&[u8]| {
        let mut grids = solutions(line);
        let first = grids.next();
        grids.any(|grid| Some(grid) != first)
    };
    let mut first = lines(head).take(FIRST);
    let has_several = first.any(|line| solutions(line).nth(1).is_some());
    let Some(odd) = lines(head).find(|line| has_several && differs(line)) else {
        return Ok(());
    };
    let above = odd.as_ptr().addr() - head.as_ptr().addr();
    Err(format!(
        "line {} has several full grids that differ (--answer-column gives the number of the field \
         with the solutions)",
        1 + memchr::memchr_iter(b'\n', &head[..above]).count()
    ))
}

/// How many answers tell whether lines have several grids.
const FIRST: usize = 16;

/// Boards, which are answers or come below their puzzles.
fn boards(head: &[u8], kind: Kind) -> Recognised {
    let lines = blocks::assembled(kind, head, Some(stated_none));
    let below = AnswerForm::Boards(kind, true).come_below(&lines.text);
    let suffix = if below { ", below the puzzles" } else { "" };
    let label = format!("boards{suffix}");
    Recognised::new(AnswerForm::Boards(kind, below), label)
}

/// One answer a line. This is the first.
fn as_lines(head: &[u8], line: &[u8]) -> Result<Recognised, String> {
    only_solution(head)?;
    let label = match grids(line).next() {
        _ if as_number(line).is_some() => "numbers, which cannot be checked",
        Some(grid) if is_open(grid) && fields(line).count() > 1 => "lines, puzzle and solution",
        Some(grid) if is_full(grid) => "solution, one a line",
        _ => "lines",
    };
    let mut all = grids(line).map(|grid| &grid[..]);
    Ok(Recognised {
        has_puzzles: all.next().is_some_and(is_open) && all.next().is_some_and(is_full),
        ..Recognised::new(AnswerForm::Lines, label)
    })
}
