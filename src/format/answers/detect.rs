//! Recognises the form of answers by their first lines.
//!
//! A line with a field of 81 cells, or a claim, is an answer by itself. Boards are what the readers of
//! puzzles find. The strictest form is taken that explains half as many lines as the best.

use super::normalize::FromText;
use super::options::AnswerOptions;
use super::row::{as_number, fields, grids, has_claim, in_words, solutions, stated_none};
use super::table::{AnswerTable, RowForm};
use crate::escape::escape;
use crate::format::cells::{is_full, is_open};
use crate::format::output::OutputFormat;
use crate::format::reading::explained;
use crate::format::text::{first_line, name_list};
use crate::format::{Kind, blocks, json as objects};

/// The form in which answers are written.
#[derive(Debug)]
pub(super) enum AnswerShape {
    /// One answer a line. The first line may be a header.
    Lines { header: bool },
    /// Puzzles and their answers on lines below each other.
    BelowLines,
    /// Rows of csv, or JSON lines.
    Table(AnswerTable),
    /// Boards, read as puzzles of this kind. They may come below their puzzles.
    Boards(Kind, bool),
}

/// The recognised form of answers.
#[derive(Debug)]
pub(super) struct Recognised {
    pub(super) shape: AnswerShape,
    /// A description.
    pub(super) label: String,
    /// The first answer, if it is only a number.
    pub(super) number: Option<i64>,
    /// Whether they are a table, or the first is a line with a puzzle and its solution.
    pub(super) has_puzzles: bool,
}

impl Recognised {
    fn new(shape: AnswerShape, label: impl Into<String>) -> Recognised {
        Recognised {
            shape,
            label: label.into(),
            number: None,
            has_puzzles: false,
        }
    }

    fn table(table: AnswerTable) -> Result<Recognised, String> {
        let name = match table.rows {
            RowForm::Csv { .. } => "csv",
            RowForm::Json(_) => "jsonl",
        };
        let label = format!("{name}{}", table.describe()?);
        Ok(Recognised {
            has_puzzles: table.has_solutions(),
            ..Recognised::new(AnswerShape::Table(table), label)
        })
    }
}

/// The specified form, or the one that the text shows.
pub(super) fn find(head: &[u8], options: &AnswerOptions) -> Result<Recognised, String> {
    let table = AnswerTable::csv(head, options).filter(AnswerTable::has_solutions);
    let wants_column = options.solution.is_some();
    Ok(match options.format {
        None if wants_column && !starts_object(head) => {
            let table = table.or_else(|| AnswerTable::numbered(head, options));
            Recognised::table(table.ok_or_else(|| no_column(head, options))?)?
        }
        None => recognise(head, table, options)?,
        Some(OutputFormat::Csv) => {
            Recognised::table(table.ok_or_else(|| no_column(head, options))?)?
        }
        Some(OutputFormat::Jsonl) => jsonl(head, options)?,
        Some(OutputFormat::Solution | OutputFormat::Line) => {
            let header = has_header(head, table.as_ref());
            let mut answers = lines(head).skip(usize::from(header));
            let answer = answers.find(|line| !line.starts_with(b"!"));
            only_solution(head, header)?;
            as_lines(answer.unwrap_or_default(), header)
        }
        Some(OutputFormat::Leetcode) => boards(head, Kind::Array),
        Some(_) => boards(head, Kind::Grid),
    })
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
        let wanted = options.solution.as_deref().unwrap_or_default();
        format!(
            "no member '{}' in the first objects, but {} (--answer-column names one)",
            escape(wanted),
            name_list(names.iter().map(String::as_str))
        )
    })?;
    Recognised::table(table)
}

/// The lines that are neither blank nor comments.
fn lines(head: &[u8]) -> impl Iterator<Item = &[u8]> + Clone {
    let lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"))
}

fn starts_object(head: &[u8]) -> bool {
    lines(head)
        .find(|line| !line.starts_with(b"!"))
        .is_some_and(|line| line.starts_with(b"{"))
}

/// Whether a text's first line names the columns of a table and is not an answer itself.
fn has_header(head: &[u8], table: Option<&AnswerTable>) -> bool {
    let first = lines(head).next();
    table.is_some() && first.is_some_and(|line| grids(line).next().is_none())
}

fn recognise(
    head: &[u8],
    table: Option<AnswerTable>,
    options: &AnswerOptions,
) -> Result<Recognised, String> {
    let header = has_header(head, table.as_ref());
    let table = table.filter(|_| header);
    let answers = || {
        let lines = lines(head).skip(usize::from(header));
        lines.filter(|line| !line.starts_with(b"!"))
    };
    let is_object = |line: &&[u8]| line.starts_with(b"{") && objects::names(line).is_some();
    let is_answer = |line: &&[u8]| grids(line).next().is_some() || has_claim(line);
    let objects = answers().filter(is_object).count();
    let alone = answers().filter(|line| is_answer(line) && !is_object(line));
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
    // Below a header, a field in quotes may be a board.
    if let Some(table) = table.filter(|table| most == 0 || !is_form(objects) && table.fits(head)) {
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
    if is_form(alone) && !header && FromText::Lines.come_below(head) {
        return Ok(Recognised::new(
            AnswerShape::BelowLines,
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
    only_solution(head, header)?;
    // Numbers may stand between the answers.
    let first = answers().find(is_answer);
    let first = first.or_else(|| answers().find(|line| as_number(line).is_some()));
    let mut recognised = as_lines(first.unwrap_or_default(), header);
    let mut answers = answers().peekable();
    let is_known = first.is_some() || answers.peek().is_none();
    if !is_known && answers.all(|line| in_words(line).is_none()) {
        recognised.label.push_str(" in no known form");
    }
    Ok(recognised)
}

/// Checks that no line has several full grids that differ, if any of the first has several. Which
/// one is right says nothing about which is the answer.
fn only_solution(head: &[u8], header: bool) -> Result<(), String> {
    let mut lines = lines(head).skip(usize::from(header));
    let differs = |line: &&[u8]| {
        let mut grids = solutions(line);
        let first = grids.next();
        grids.any(|grid| Some(grid) != first)
    };
    let has_several = lines
        .clone()
        .take(FIRST)
        .any(|line| solutions(line).nth(1).is_some());
    let Some(odd) = lines.find(|line| has_several && differs(line)) else {
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
    let below = FromText::Boards.come_below(&lines.text);
    let suffix = if below { ", below the puzzles" } else { "" };
    let label = format!("boards{suffix}");
    Recognised::new(AnswerShape::Boards(kind, below), label)
}

/// One answer a line. This is the first.
fn as_lines(line: &[u8], header: bool) -> Recognised {
    let number = as_number(line);
    let label = match grids(line).next() {
        _ if number.is_some() => "numbers, which cannot be checked",
        Some(grid) if is_open(grid) && fields(line).count() > 1 => "lines, puzzle and solution",
        Some(grid) if is_full(grid) => "solution, one a line",
        _ => "lines",
    };
    let mut all = grids(line).map(|grid| &grid[..]);
    Recognised {
        number,
        has_puzzles: all.next().is_some_and(is_open) && all.next().is_some_and(is_full),
        ..Recognised::new(AnswerShape::Lines { header }, label)
    }
}
