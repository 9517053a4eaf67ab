//! Which form answers have, by their first lines.

use super::boards::Layout;
use super::options::AnswerOptions;
use super::row::{as_number, fields, grids, is_full, is_open};
use super::table::Table;
use crate::format::output::OutputFormat;
use std::fmt::Write as _;

/// How answers are written.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// An answer a line; the first may be a header.
    Lines { header: bool },
    /// Rows below a header.
    Csv(Table),
    /// A JSON object a line.
    Jsonl,
    /// Boards in JSON.
    Leetcode,
    /// XML.
    OpenSudoku,
    /// Boards of nine lines.
    Boards(Option<Layout>),
}

/// What answers were taken for.
#[derive(Debug)]
pub(super) struct Recognised {
    pub(super) shape: Shape,
    /// In words.
    pub(super) label: String,
    /// The first answer, where it is a number alone.
    pub(super) number: Option<i64>,
}

impl Recognised {
    fn new(shape: Shape, label: impl Into<String>) -> Recognised {
        Recognised {
            shape,
            label: label.into(),
            number: None,
        }
    }

    fn csv(table: Table) -> Recognised {
        let named = |name: &String| format!("'{}'", name.escape_debug());
        let mut label = format!("csv, column {}", named(&table.name));
        if !table.others.is_empty() {
            let others: Vec<String> = table.others.iter().map(named).collect();
            let _ = write!(label, ", not {} (--answer-column)", others.join(" or "));
        }
        Recognised::new(Shape::Csv(table), label)
    }
}

/// The form that was named, or the one that the text shows.
pub(super) fn find(head: &[u8], options: &AnswerOptions) -> Result<Recognised, String> {
    let table = Table::of(head, options).filter(|table| table.solution.is_some());
    let wants_column = options.solution.is_some();
    Ok(match options.format {
        None if wants_column && !starts_object(head) => {
            Recognised::csv(table.ok_or(no_column(options))?)
        }
        None => recognise(head, options),
        Some(OutputFormat::Csv) => Recognised::csv(table.ok_or(no_column(options))?),
        Some(OutputFormat::Jsonl) => jsonl(),
        Some(OutputFormat::Solution | OutputFormat::Line) => {
            let header = lines(head)
                .next()
                .is_some_and(|line| is_header(line, head, options));
            let answer = lines(head)
                .skip(usize::from(header))
                .find(|line| !line.starts_with(b"!"));
            as_lines(answer.unwrap_or_default(), header)
        }
        Some(OutputFormat::Leetcode) => Recognised::new(Shape::Leetcode, "leetcode"),
        Some(OutputFormat::OpenSudoku) => Recognised::new(Shape::OpenSudoku, "opensudoku"),
        Some(boards) => Recognised::new(Shape::Boards(None), boards.name()),
    })
}

fn no_column(options: &AnswerOptions) -> String {
    match &options.solution {
        Some(name) => format!("no column '{}' in the header", name.escape_debug()),
        None => "no column of solutions in the header (--answer-column names it)".to_owned(),
    }
}

fn jsonl() -> Recognised {
    Recognised::new(Shape::Jsonl, "jsonl")
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

/// Whether a text's first line names columns and is no answer itself.
fn is_header(line: &[u8], head: &[u8], options: &AnswerOptions) -> bool {
    grids(line).next().is_none() && Table::of(head, options).is_some()
}

fn recognise(head: &[u8], options: &AnswerOptions) -> Recognised {
    let header = lines(head)
        .next()
        .is_some_and(|line| is_header(line, head, options));
    let answers = lines(head).skip(usize::from(header));
    let mut answers = answers.filter(|line| !line.starts_with(b"!")).peekable();
    while let Some(line) = answers.next() {
        match line {
            [b'{', ..] => return jsonl(),
            [b'<', ..] => return Recognised::new(Shape::OpenSudoku, "opensudoku"),
            [b'[', b'[' | b'"', ..] | [b'['] => {
                return Recognised::new(Shape::Leetcode, "leetcode");
            }
            _ => {}
        }
        // Above a board, it is what was behind the puzzle.
        let heading = answers
            .peek()
            .is_some_and(|next| Layout::of(next).is_some());
        if grids(line).next().is_some() && !heading {
            let table = Table::of(head, options).filter(|_| header);
            return match table.filter(|table| table.solution.is_some() && table.fits(head)) {
                Some(table) => Recognised::csv(table),
                None => as_lines(line, header),
            };
        }
        if let Some(layout) = Layout::of(line) {
            let euler = lines(head).any(|line| line.starts_with(b"Grid"));
            let name = if euler { "euler96" } else { layout.name() };
            return Recognised::new(Shape::Boards(Some(layout)), name);
        }
        if as_number(line).is_some() {
            return as_lines(line, header);
        }
    }
    match Table::of(head, options).filter(|table| header && table.solution.is_some()) {
        Some(table) => Recognised::csv(table),
        None => as_lines(b"", header),
    }
}

/// An answer a line, of which this is the first.
fn as_lines(line: &[u8], header: bool) -> Recognised {
    let number = as_number(line);
    let label = match grids(line).next() {
        _ if number.is_some() => "numbers, which cannot be checked",
        Some(grid) if is_open(grid) && fields(line).count() > 1 => "lines, puzzle and solution",
        Some(grid) if is_full(grid) => "solution, one a line",
        _ => "lines",
    };
    Recognised {
        number,
        ..Recognised::new(Shape::Lines { header }, label)
    }
}
