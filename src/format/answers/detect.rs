//! Recognises the form of answers by their first lines.
//!
//! Each line is evidence for one form, and the form with the most evidence wins. A line with a
//! field of 81 cells is an answer by itself: it is neither a row of a board nor a heading.

use super::boards::{AnswerBoards, BoardLayout, GridLines, Leetcode, Separated};
use super::columns::Columns;
use super::normalize::{FromLines, come_below};
use super::options::AnswerOptions;
use super::row::{as_number, fields, grids, has_claim, in_words};
use super::table::{AnswerTable, Json};
use crate::escape::escape;
use crate::format::cells::{CellHeader, is_full, is_open, separated_among};
use crate::format::comments::below_statement;
use crate::format::output::OutputFormat;
use crate::format::{Best, best, json};

/// The form in which answers are written.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum AnswerShape {
    /// One answer a line. The first line may be a header.
    Lines { header: bool },
    /// Lines with a grid or a verdict.
    GridLines,
    /// Rows below a header.
    Csv(AnswerTable),
    /// A JSON object a line.
    Jsonl(Json),
    /// Boards in JSON.
    Leetcode,
    /// A board a line, with something between its cells.
    Separated(Separated),
    /// Boards of nine lines.
    Boards(Option<BoardLayout>),
}

/// The recognised form of answers.
#[derive(Debug)]
pub(super) struct Recognised {
    pub(super) shape: AnswerShape,
    /// A description.
    pub(super) label: String,
    /// Whether the answers come below their puzzles.
    pub(super) below: bool,
    /// The columns that may have the solutions, if the form has columns.
    pub(super) columns: Columns,
    /// The first answer, if it is only a number.
    pub(super) number: Option<i64>,
}

impl Recognised {
    fn new(shape: AnswerShape, label: impl Into<String>) -> Recognised {
        Recognised {
            shape,
            label: label.into(),
            below: false,
            columns: Columns::default(),
            number: None,
        }
    }

    /// Boards, which are answers or come below their puzzles.
    fn boards(self, head: &[u8], from: impl FromLines) -> Recognised {
        match come_below(head, from) {
            true => self.below_puzzles(),
            false => self,
        }
    }

    fn below_puzzles(self) -> Recognised {
        Recognised {
            label: format!("{}, below the puzzles", self.label),
            below: true,
            ..self
        }
    }

    fn csv(table: AnswerTable) -> Recognised {
        Recognised {
            columns: table.columns.clone(),
            ..Recognised::new(AnswerShape::Csv(table), "csv")
        }
    }
}

/// The specified form, or the one that the text shows.
pub(super) fn find(head: &[u8], options: &AnswerOptions) -> Result<Recognised, String> {
    let table = AnswerTable::of(head, options).filter(AnswerTable::has_solutions);
    let wants_column = options.solution.is_some();
    Ok(match options.format {
        None if wants_column && !starts_object(head) => {
            let table = table.or_else(|| AnswerTable::numbered(head, options));
            Recognised::csv(table.ok_or_else(|| no_column(head, options))?)
        }
        None => recognise(head, options)?,
        Some(OutputFormat::Csv) => Recognised::csv(table.ok_or_else(|| no_column(head, options))?),
        Some(OutputFormat::Jsonl) => jsonl(head, options)?,
        Some(OutputFormat::Solution | OutputFormat::Line) => {
            let header = lines(head)
                .next()
                .is_some_and(|line| is_header(line, head, options));
            let answer = lines(head)
                .skip(usize::from(header))
                .find(|line| !line.starts_with(b"!"));
            as_lines(answer.unwrap_or_default(), header || is_stated(head))
        }
        Some(OutputFormat::Leetcode) => Recognised::new(AnswerShape::Leetcode, "leetcode"),
        Some(boards) => Recognised::new(AnswerShape::Boards(None), boards.name()),
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
    let json = Json::new(head, options)?;
    Ok(Recognised {
        columns: json.columns.clone(),
        ..Recognised::new(AnswerShape::Jsonl(json), "jsonl")
    })
}

/// The lines that are neither blank nor comments, nor a statement of the delimiter.
fn lines(head: &[u8]) -> impl Iterator<Item = &[u8]> {
    let (_, head) = below_statement(head);
    let lines = head.split(|&byte| byte == b'\n').map(<[u8]>::trim_ascii);
    lines.filter(|line| !line.is_empty() && !line.starts_with(b"#"))
}

/// Whether the first line states the delimiter of a table.
fn is_stated(head: &[u8]) -> bool {
    below_statement(head).0.is_some()
}

fn starts_object(head: &[u8]) -> bool {
    lines(head)
        .find(|line| !line.starts_with(b"!"))
        .is_some_and(|line| line.starts_with(b"{"))
}

/// Whether a text's first line names columns and is not an answer itself.
fn is_header(line: &[u8], head: &[u8], options: &AnswerOptions) -> bool {
    grids(line).next().is_none() && AnswerTable::of(head, options).is_some()
}

/// A form that answers may have.
#[derive(Clone, PartialEq, Eq)]
enum Hypothesis {
    Lines,
    Jsonl,
    Leetcode,
    Separated,
    Boards(BoardLayout),
}

impl Hypothesis {
    /// The form that a line is evidence for. `None` for headings, frames and unknown lines.
    fn of(line: &[u8]) -> Option<Hypothesis> {
        Some(match line {
            [b'{', ..] if json::names(line).is_some() => Hypothesis::Jsonl,
            _ if grids(line).next().is_some() || has_claim(line) => Hypothesis::Lines,
            [b'['] => Hypothesis::Leetcode,
            [b'[', ..] if opens_string(line) => Hypothesis::Leetcode,
            _ if separated_among(line).is_some() => Hypothesis::Separated,
            _ => match BoardLayout::of(line) {
                Some(layout) => Hypothesis::Boards(layout),
                None if as_number(line).is_some() => Hypothesis::Lines,
                None => return None,
            },
        })
    }

    /// Whether this form explains a line that is evidence for `form`.
    fn explains(&self, line: &[u8], form: &Hypothesis) -> bool {
        match (self, form) {
            (Hypothesis::Boards(layout), Hypothesis::Boards(_)) => layout.is_of(line),
            _ => self == form,
        }
    }

    fn name(&self) -> &'static str {
        match self {
            Hypothesis::Lines => "line",
            Hypothesis::Jsonl => "jsonl",
            Hypothesis::Leetcode => "leetcode",
            Hypothesis::Separated => SEPARATED,
            Hypothesis::Boards(layout) => layout.name(),
        }
    }
}

/// Whether the first item of an array is a string.
fn opens_string(line: &[u8]) -> bool {
    let mut inner = line
        .iter()
        .filter(|byte| !matches!(byte, b'[' | b' ' | b'\t'));
    inner.next() == Some(&b'"')
}

/// The name of boards that take one line each.
const SEPARATED: &str = "81 cells apart, a board a line";

/// Maximum number of forms to compare. There could be as many as there are ways to draw boards.
const COMPARED: usize = 16;

/// The form that explains the most of these lines.
fn likeliest(lines: &[&[u8]]) -> Best<Hypothesis> {
    let forms = lines.iter().map(|line| (*line, Hypothesis::of(line)));
    let forms: Vec<_> = forms
        .filter_map(|(line, form)| Some((line, form?)))
        .collect();
    let mut compared: Vec<Hypothesis> = Vec::new();
    for (_, form) in &forms {
        if compared.len() < COMPARED && !compared.contains(form) {
            compared.push(form.clone());
        }
    }
    best(compared.into_iter().map(|hypothesis| {
        let explained = forms
            .iter()
            .filter(|(line, form)| hypothesis.explains(line, form));
        let explained = explained.count();
        (hypothesis, explained)
    }))
}

fn recognise(head: &[u8], options: &AnswerOptions) -> Result<Recognised, String> {
    if let Some(header) = CellHeader::above(head) {
        return Ok(separated_boards(head, Some(header)));
    }
    let header = lines(head)
        .next()
        .is_some_and(|line| is_header(line, head, options));
    let not_answer = header || is_stated(head);
    let answers = lines(head).skip(usize::from(header));
    let answers: Vec<&[u8]> = answers.filter(|line| !line.starts_with(b"!")).collect();
    let table = |must_fit: bool| {
        let table = AnswerTable::of(head, options).filter(|table| header && table.has_solutions());
        let table = table.filter(|table| !must_fit || table.fits(head));
        table.map(Recognised::csv)
    };
    Ok(match likeliest(&answers) {
        Best::Tie(one, other) => {
            return Err(format!(
                "its first lines may be '{}' or '{}' (--answer-format says which)",
                one.name(),
                other.name()
            ));
        }
        Best::Nothing => table(false).unwrap_or_else(|| {
            let mut recognised = as_lines(b"", not_answer);
            if !answers.is_empty() && answers.iter().all(|line| in_words(line).is_none()) {
                recognised.label.push_str(" in no known form");
            }
            recognised
        }),
        Best::One(Hypothesis::Jsonl) => jsonl(head, options)?,
        Best::One(Hypothesis::Leetcode) => {
            Recognised::new(AnswerShape::Leetcode, "leetcode").boards(head, Leetcode::default())
        }
        Best::One(Hypothesis::Separated) => separated_boards(head, None),
        Best::One(Hypothesis::Lines) if !header && come_below(head, GridLines) => {
            Recognised::new(AnswerShape::GridLines, "lines").below_puzzles()
        }
        Best::One(Hypothesis::Lines) => table(true).unwrap_or_else(|| {
            let is_answer = |line: &&[u8]| Hypothesis::of(line) == Some(Hypothesis::Lines);
            let mut all = answers.iter().copied().filter(is_answer);
            // Numbers may stand between the answers.
            let first = all.clone().find(|line| as_number(line).is_none());
            as_lines(first.or_else(|| all.next()).unwrap_or_default(), not_answer)
        }),
        // A field in quotes may be a board.
        Best::One(Hypothesis::Boards(layout)) => table(true).unwrap_or_else(|| {
            let euler = lines(head).any(|line| line.starts_with(b"Grid"));
            let name = if euler { "euler96" } else { layout.name() };
            let boards = AnswerBoards::new(Some(layout.clone()));
            Recognised::new(AnswerShape::Boards(Some(layout)), name).boards(head, boards)
        }),
    })
}

fn separated_boards(head: &[u8], header: Option<CellHeader>) -> Recognised {
    let boards = Separated::of(head, header);
    let recognised = |boards| Recognised::new(AnswerShape::Separated(boards), SEPARATED);
    match come_below(head, boards) {
        true => recognised(boards).below_puzzles(),
        false => recognised(boards.alone(head)),
    }
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
    Recognised {
        number,
        ..Recognised::new(AnswerShape::Lines { header }, label)
    }
}
