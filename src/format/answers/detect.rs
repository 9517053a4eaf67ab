//! Recognises the form of answers by their first lines.
//!
//! A line with a field of 81 cells, or a claim, is an answer by itself. Boards are what the readers of
//! puzzles find. The strictest form is taken that explains half as many lines as the best.

use super::normalize::{GridLines, come_below};
use super::options::AnswerOptions;
use super::row::{as_number, fields, grids, has_claim, in_words, stated_none};
use super::table::{AnswerTable, Json};
use crate::escape::escape;
use crate::format::cells::{is_full, is_open};
use crate::format::output::OutputFormat;
use crate::format::reading::explained;
use crate::format::text::name_list;
use crate::format::{Kind, blocks, json as objects};

/// The form in which answers are written.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum AnswerShape {
    /// One answer a line. The first line may be a header.
    Lines { header: bool },
    /// Puzzles and their answers on lines below each other.
    BelowLines,
    /// Rows of csv.
    Csv(AnswerTable),
    /// A JSON object a line.
    Jsonl(Json),
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

    fn csv(table: AnswerTable) -> Result<Recognised, String> {
        let label = format!("csv{}", table.of.describe()?);
        Ok(Recognised {
            has_puzzles: true,
            ..Recognised::new(AnswerShape::Csv(table), label)
        })
    }
}

/// The specified form, or the one that the text shows.
pub(super) fn find(head: &[u8], options: &AnswerOptions) -> Result<Recognised, String> {
    let table = AnswerTable::of(head, options).filter(|table| table.of.has_solutions());
    let wants_column = options.solution.is_some();
    Ok(match options.format {
        None if wants_column && !starts_object(head) => {
            let table = table.or_else(|| AnswerTable::numbered(head, options));
            Recognised::csv(table.ok_or_else(|| no_column(head, options))?)?
        }
        None => recognise(head, table, options)?,
        Some(OutputFormat::Csv) => Recognised::csv(table.ok_or_else(|| no_column(head, options))?)?,
        Some(OutputFormat::Jsonl) => jsonl(head, options)?,
        Some(OutputFormat::Solution | OutputFormat::Line) => {
            let header = has_header(head, table.as_ref());
            let mut answers = lines(head).skip(usize::from(header));
            let answer = answers.find(|line| !line.starts_with(b"!"));
            as_lines(answer.unwrap_or_default(), header)
        }
        Some(OutputFormat::Leetcode) => boards(head, Kind::Array),
        Some(_) => boards(head, Kind::Grid),
    })
}

fn no_column(head: &[u8], options: &AnswerOptions) -> String {
    let first = lines(head).next().unwrap_or_default();
    let header = String::from_utf8_lossy(&first[..first.len().min(200)]);
    let header = escape(&*header);
    match &options.solution {
        Some(name) => format!("no column '{}' in the header: {header}", escape(name)),
        None => {
            format!("no column of solutions in the header (--answer-column names it): {header}")
        }
    }
}

fn jsonl(head: &[u8], options: &AnswerOptions) -> Result<Recognised, String> {
    let json = Json::of(head, options);
    match &options.solution {
        Some(wanted) if !json.of.has_solutions() && !json.names.is_empty() => Err(format!(
            "no member '{}' in the first objects, but {} (--answer-column names one)",
            escape(wanted),
            name_list(json.names.iter().map(String::as_str))
        )),
        _ => {
            let label = format!("jsonl{}", json.of.describe()?);
            Ok(Recognised {
                has_puzzles: json.of.has_solutions(),
                ..Recognised::new(AnswerShape::Jsonl(json), label)
            })
        }
    }
}

/// The lines that are neither blank nor comments.
fn lines(head: &[u8]) -> impl Iterator<Item = &[u8]> {
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
        return Recognised::csv(table);
    }
    if objects > 0 && objects == alone {
        return Err(
            "its first lines may be 'line' or 'jsonl' (--answer-format says which)".to_owned(),
        );
    }
    if is_form(objects) && objects > alone {
        return jsonl(head, options);
    }
    if is_form(alone) && !header && come_below(head, GridLines { is_boards: false }) {
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

/// Boards, which are answers or come below their puzzles.
fn boards(head: &[u8], kind: Kind) -> Recognised {
    let lines = blocks::assembled(kind, head, Some(stated_none));
    let below = come_below(&lines.text, GridLines { is_boards: true });
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
