//! Recognises the form of answers by their first lines.
//!
//! A line with a field of 81 cells, or a claim, is an answer by itself. Boards are what the readers
//! of puzzles find. The strictest form is taken that explains half as many lines as the best.

use super::row::{as_number, has_claim, solutions};
use super::rows::{AnswerForm, LineForm};
use super::table::{ANSWERS, AnswerTable};
use crate::format::assembler::assembled_answers;
use crate::format::cells::{is_full, is_open};
use crate::format::claims::says_none;
use crate::format::fields::grids;
use crate::format::options::AnswerOptions;
use crate::format::output::OutputFormat;
use crate::format::reading::explained;
use crate::format::text::{first_line, no_column};
use crate::format::{Kind, members};

/// The specified form, or the one that the text shows.
pub(super) fn find(head: &[u8], options: &AnswerOptions) -> Result<AnswerForm, String> {
    let table = AnswerTable::csv(head, options);
    let first = answers(head).next().unwrap_or_default();
    match options.format {
        None if options.solution.is_some() && !first.starts_with(b"{") => {
            let table = table.or_else(|| AnswerTable::numbered(head, options));
            specified_table(head, table, options)
        }
        None => recognise(head, table, options),
        Some(OutputFormat::Csv) => specified_table(head, table, options),
        Some(OutputFormat::Jsonl) => decided(AnswerTable::json(head, options)?),
        Some(OutputFormat::Solution | OutputFormat::Line) => as_lines(head, first),
        Some(OutputFormat::Leetcode) => Ok(boards(head, Kind::Array)),
        Some(_) => Ok(boards(head, Kind::Grid)),
    }
}

/// The table that the user specified, if the text has one.
fn specified_table(
    head: &[u8],
    table: Option<AnswerTable>,
    options: &AnswerOptions,
) -> Result<AnswerForm, String> {
    match table {
        Some(table) => decided(table),
        None => {
            let wanted = options.solution.as_deref();
            Err(no_column(head, vec![first_line(head)], wanted, ANSWERS))
        }
    }
}

/// The rows of a table, if it is clear which column has the solutions.
fn decided(table: AnswerTable) -> Result<AnswerForm, String> {
    table.decided().map(AnswerForm::Table)
}

/// Whether a line is an answer by itself: it has a grid or a claim.
fn is_answer(line: &[u8]) -> bool {
    grids(line).next().is_some() || has_claim(line)
}

/// Whether a line is an object of JSON.
fn is_object(line: &[u8]) -> bool {
    line.starts_with(b"{") && members::names(line).is_some()
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
) -> Result<AnswerForm, String> {
    let objects = answers(head).filter(|line| is_object(line)).count();
    let alone = answers(head).filter(|line| is_answer(line) && !is_object(line));
    let alone = alone.count();
    // An answer by itself is no row of a board.
    let others = head
        .split(|&byte| byte == b'\n')
        .map(|line| if is_answer(line) { &b""[..] } else { line });
    let others: Vec<u8> = others.collect::<Vec<_>>().join(&b'\n');
    let arrays = explained(Kind::Array, &others);
    let rows = explained(Kind::Grid, &others);
    let most = objects.max(alone).max(arrays).max(rows);
    let are_objects = is_form(objects, most);
    let are_lines = is_form(alone, most);
    let are_arrays = is_form(arrays, most);
    let are_boards = is_form(arrays.max(rows), most);
    let has_header = lines(head).next().is_some_and(|line| !is_answer(line));
    // Below a header, a field in quotes may be a board.
    if let Some(table) = table
        && has_header
        && (most == 0 || !are_objects && table.has_answers)
    {
        return decided(table);
    }
    if objects > 0 && objects == alone {
        return Err("its first lines have answers of two formats, 'line' and 'jsonl'".to_owned());
    }
    if are_objects && objects > alone {
        return decided(AnswerTable::json(head, options)?);
    }
    if are_lines && AnswerForm::BelowLines.come_below(head) {
        return Ok(AnswerForm::BelowLines);
    }
    if !are_lines && are_boards {
        let kind = if are_arrays { Kind::Array } else { Kind::Grid };
        return Ok(boards(head, kind));
    }
    // Numbers may stand between the answers.
    let first = answers(head).find(|line| is_answer(line));
    let first = first.or_else(|| answers(head).find(|line| as_number(line).is_some()));
    let mut all = answers(head).peekable();
    let is_known = first.is_some() || all.peek().is_none();
    if !is_known && !all.any(says_none) {
        return Ok(AnswerForm::Lines(LineForm::Unknown));
    }
    as_lines(head, first.unwrap_or_default())
}

/// Whether this many lines in a form show it, if the best form has `most`.
fn is_form(lines: usize, most: usize) -> bool {
    lines > 0 && 2 * lines >= most
}

/// Whether a line has several full grids that differ.
fn differs(line: &[u8]) -> bool {
    let mut grids = solutions(line);
    let first = grids.next();
    grids.any(|grid| Some(grid) != first)
}

/// Checks that no line has several full grids that differ. Which one is right says nothing about
/// which is the answer.
fn only_solution(head: &[u8]) -> Result<(), String> {
    let Some(odd) = lines(head).find(|line| differs(line)) else {
        return Ok(());
    };
    let above = odd.as_ptr().addr() - head.as_ptr().addr();
    let number = 1 + memchr::memchr_iter(b'\n', &head[..above]).count();
    // The fields of an array, or of several objects, have no numbers.
    let way_out = if matches!(odd.first(), Some(b'[' | b'{')) {
        ""
    } else {
        " (--answer-column gives the number of the field with the solutions)"
    };
    Err(format!(
        "line {number} has several full grids that differ{way_out}"
    ))
}

/// Boards, which are answers or come below their puzzles.
fn boards(head: &[u8], kind: Kind) -> AnswerForm {
    let lines = assembled_answers(kind, head);
    let below = AnswerForm::Boards(kind, true).come_below(&lines.text);
    AnswerForm::Boards(kind, below)
}

/// One answer a line. This is the first.
fn as_lines(head: &[u8], line: &[u8]) -> Result<AnswerForm, String> {
    only_solution(head)?;
    let mut all = grids(line).map(|grid| &grid[..]);
    Ok(AnswerForm::Lines(match (all.next(), all.next()) {
        _ if as_number(line).is_some() => LineForm::Numbers,
        (Some(one), Some(other)) if is_open(one) && is_full(other) => LineForm::PuzzleAndSolution,
        (Some(one), Some(other)) if is_full(one) && is_open(other) => LineForm::PuzzleAndSolution,
        (Some(grid), _) if is_full(grid) => LineForm::Solutions,
        _ => LineForm::Answers,
    }))
}
