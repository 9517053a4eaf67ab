//! Writes rows of output.

use super::cells::is_digit;
use super::output::{Column, OutputFormat, WriteOptions};
use super::records::{Other, OtherKind, Records};
use super::text::{Value, put};
use crate::tasks::{BoardForm, hundred_lines, leetcode, poj2676};
use memchr::memchr;
use ninefold::engine::verdict::{Mode, Verdict};
use ninefold::engine::{Outcome, Status};
use ninefold::grid::{BLANK_ROW, CELLS, CellError, Puzzle, Row, check};
use ninefold::internal::{Line, cells_at};

/// Renders the rows of a chunk into `out`, which it clears first. If every line is a puzzle, every
/// puzzle is solved and solutions are wanted, the rows already are the output. Then it returns
/// `true` and leaves `out` empty.
///
/// In the line formats, one line of input gives one line of output, unless [`WriteOptions::only`]
/// leaves some out. Blank lines and comments are copied, and other lines without a puzzle give
/// `!malformed`.
///
/// # Panics
/// Panics if there are not as many rows and outcomes as puzzles in the records.
pub fn render(
    text: &[u8],
    records: &Records,
    rows: &[Row],
    outcomes: &[Outcome],
    options: &WriteOptions,
    out: &mut Vec<u8>,
) -> bool {
    assert_eq!(rows.len(), records.starts.len());
    assert_eq!(outcomes.len(), records.starts.len());
    out.clear();
    if options.may_be_bare() && records.others.is_empty() {
        let mut verdicts = outcomes
            .iter()
            .map(|found| Verdict::of(found, options.mode));
        if verdicts.all(|verdict| verdict == Verdict::Solved) {
            return true;
        }
    }
    for line in records.in_order() {
        match line {
            Line::Other(other) => write_other(text, records, other, options, out),
            Line::Puzzle(i) => {
                let start = records.starts[i] as usize;
                write_puzzle(text, start, &rows[i], &outcomes[i], options, out);
            }
        }
    }
    false
}

/// Writes a line without a puzzle.
pub(crate) fn write_other(
    text: &[u8],
    records: &Records,
    other: &Other,
    options: &WriteOptions,
    out: &mut Vec<u8>,
) {
    let line = other.line(text);
    let is_table = matches!(options.format, OutputFormat::Csv | OutputFormat::Jsonl);
    match other.kind {
        OtherKind::Header | OtherKind::End => {}
        OtherKind::Blank | OtherKind::Comment if options.only.is_some() => {}
        OtherKind::Blank | OtherKind::Comment if !is_table => {
            out.extend_from_slice(line);
            out.push(b'\n');
        }
        kind => write_record(&OutputRecord::of_line(line, records, kind, options), out),
    }
}

/// Writes a row of csv or JSON: the puzzle, the values of all columns, and the text after the
/// puzzle.
fn write_row(record: &OutputRecord<'_>, out: &mut Vec<u8>) {
    let options = record.options;
    let tail = || ("tail", Value::Text(record.tail().into()));
    let columns = Column::ALL
        .iter()
        .map(|&column| (column.name(), record.value(column)));
    let all = [("puzzle", Value::Text(record.puzzle.into()))].into_iter();
    let is_json = options.format == OutputFormat::Jsonl;
    let all = all.chain(columns).chain(options.keep_tail.then(tail));
    for (i, (name, value)) in all.enumerate() {
        match (name, &value) {
            _ if !is_json => {
                if i > 0 {
                    out.push(b',');
                }
                value.csv(b',', out);
            }
            ("solution" | "reason", Value::Nothing) => {}
            _ => {
                let between = if i > 0 { "," } else { "{" };
                put(out, format_args!("{between}\"{name}\":"));
                value.json(out);
            }
        }
    }
    if is_json {
        out.push(b'}');
    }
}

/// Writes the row of the puzzle whose cells begin at `start`.
pub(crate) fn write_puzzle(
    text: &[u8],
    start: usize,
    row: &Row,
    outcome: &Outcome,
    options: &WriteOptions,
    out: &mut Vec<u8>,
) {
    write_record(&OutputRecord::new(text, start, row, outcome, options), out);
}

/// The text after the puzzle whose cells begin at `start`, on its line.
pub(crate) fn tail(text: &[u8], start: usize) -> &[u8] {
    let rest = &text[start + CELLS..];
    let end = memchr(b'\n', rest).unwrap_or(rest.len());
    let tail = &rest[..end];
    tail.strip_suffix(b"\r").unwrap_or(tail)
}

/// A puzzle and its outcome, or a line without a puzzle.
pub(super) struct OutputRecord<'a> {
    /// The 81 cells, or the line.
    puzzle: &'a [u8],
    /// The text from the puzzle on.
    text: &'a [u8],
    row: &'a Row,
    pub(super) outcome: Outcome,
    pub(super) verdict: Verdict,
    /// What a line without a puzzle is, and the records that tell what is wrong with it.
    other: Option<(OtherKind, &'a Records)>,
    options: &'a WriteOptions,
}

impl<'a> OutputRecord<'a> {
    /// The record of the puzzle whose cells begin at `start`.
    pub(super) fn new(
        text: &'a [u8],
        start: usize,
        row: &'a Row,
        outcome: &Outcome,
        options: &'a WriteOptions,
    ) -> OutputRecord<'a> {
        OutputRecord {
            puzzle: &text[start..start + CELLS],
            text: &text[start..],
            row,
            outcome: *outcome,
            verdict: Verdict::of(outcome, options.mode),
            other: None,
            options,
        }
    }

    /// A line without a puzzle.
    pub(super) fn of_line(
        line: &'a [u8],
        records: &'a Records,
        kind: OtherKind,
        options: &'a WriteOptions,
    ) -> OutputRecord<'a> {
        let visible = records.visible(line);
        OutputRecord {
            // Of a record of several lines, the first.
            puzzle: visible
                .split(|&byte| byte == b'\n')
                .next()
                .map_or(visible, <[u8]>::trim_ascii_end),
            text: line,
            row: &BLANK_ROW,
            outcome: Outcome::default(),
            verdict: Verdict::Malformed,
            other: Some((kind, records)),
            options,
        }
    }

    /// The text after the puzzle, on its line.
    fn tail(&self) -> &'a [u8] {
        match self.other {
            Some(_) => b"",
            None => tail(self.text, 0),
        }
    }

    /// The digits of the solution, if there is one to show.
    pub(super) fn digits(&self) -> Option<&'a [u8]> {
        // If a list is truncated, every solution already has its row.
        let listed = self.verdict == Verdict::AtLeast && self.options.mode == Mode::All;
        (self.verdict.is_answer() && !listed && self.outcome.solutions > 0)
            .then_some(&self.row[..CELLS])
    }

    /// The puzzle itself, in formats that print it unchanged if there is no solution.
    fn as_it_was(&self) -> Option<[u8; CELLS]> {
        let blank = board_form(self.options.format).blank?;
        let unsolvable = matches!(self.verdict, Verdict::None | Verdict::Invalid);
        if !unsolvable || self.options.mode == Mode::Count {
            return None;
        }
        Some(cells_at(self.text, 0).map(|cell| if is_digit(cell) { cell } else { blank }))
    }

    /// The value of a column.
    pub(super) fn value(&self, column: Column) -> Value<'a> {
        match (column, self.other) {
            (Column::Solution, _) => {
                let digits = self.digits();
                digits.map_or(Value::Nothing, Value::Digits)
            }
            (Column::Verdict, Some((OtherKind::Blank, _))) => Value::name("blank"),
            (Column::Verdict, Some((OtherKind::Comment, _))) => Value::name("comment"),
            (Column::Verdict, _) => Value::name(self.verdict.name()),
            (Column::Count | Column::Guesses, _) if self.verdict == Verdict::Malformed => {
                Value::Nothing
            }
            (Column::Count, _) => Value::Number(self.outcome.solutions),
            (Column::Guesses, _) => Value::Number(self.outcome.guesses),
            (Column::Reason, _) => self.reason().map_or(Value::Nothing, Value::text),
        }
    }

    /// Why there is no answer, in words.
    fn reason(&self) -> Option<String> {
        if let Some((kind, records)) = self.other {
            return (kind == OtherKind::Malformed).then(|| records.fault(self.text));
        }
        match (
            self.outcome.status,
            Puzzle::from_text(cells_at(self.text, 0)),
        ) {
            (Status::Malformed, Err(CellError::Byte { column, byte })) => {
                let byte = byte.escape_ascii();
                Some(format!("column {} '{byte}'", column + 1))
            }
            (Status::Invalid, Ok(puzzle)) => check::clash(&puzzle).map(|clash| clash.to_string()),
            (Status::GaveUp, _) => Some(format!("after {} guesses", self.outcome.guesses)),
            (Status::OutOfTime, _) => Some(format!(
                "at the deadline, after {} guesses",
                self.outcome.guesses
            )),
            (Status::LimitReached, _) => {
                Some(format!("stopped at {} solutions", self.outcome.solutions))
            }
            _ => None,
        }
    }
}

fn write_record(record: &OutputRecord<'_>, out: &mut Vec<u8>) {
    let options = record.options;
    let solutions = record.outcome.solutions;
    if options
        .only
        .is_some_and(|only| !only.takes(record.verdict, solutions))
    {
        return;
    }
    match options.format {
        OutputFormat::Csv | OutputFormat::Jsonl => write_row(record, out),
        OutputFormat::Line => {
            out.extend_from_slice(record.puzzle);
            out.push(b'\t');
            out.extend_from_slice(record.digits().unwrap_or_default());
            out.push(b'\t');
            answer(record, out);
        }
        _ => answer(record, out),
    }
    // In csv and jsonl it has its own field. After a board, it would look like a row.
    if options.keep_tail && matches!(options.format, OutputFormat::Solution | OutputFormat::Line) {
        out.extend_from_slice(record.tail());
    }
    out.push(b'\n');
}

/// Writes the answer in its format, or the verdict if there is none.
fn answer(record: &OutputRecord<'_>, out: &mut Vec<u8>) {
    let options = record.options;
    if let Some(cells) = record.as_it_was() {
        return write_board(options.format, &cells, out);
    }
    match record.verdict {
        Verdict::Solved | Verdict::None | Verdict::Multiple if options.mode == Mode::Count => {
            put(out, format_args!("{}", record.outcome.solutions));
        }
        Verdict::AtLeast if options.mode == Mode::Count => match options.format {
            OutputFormat::Line => {
                put(out, format_args!("at-least {}", record.outcome.solutions));
            }
            _ => put(out, format_args!(">={}", record.outcome.solutions)),
        },
        Verdict::Solved => match options.format {
            OutputFormat::Line => out.extend_from_slice(b"solved"),
            OutputFormat::Solution => out.extend_from_slice(&record.row[..CELLS]),
            format => write_board(format, &record.row[..CELLS], out),
        },
        verdict => {
            verdict.write(out);
            if verdict == Verdict::GaveUp && options.mode == Mode::Count {
                put(out, format_args!(" {}", record.outcome.solutions));
            }
            if options.explain
                && let Some(reason) = record.reason()
            {
                put(out, format_args!(" {reason}"));
            }
        }
    }
}

/// How boards are written in a format.
fn board_form(format: OutputFormat) -> BoardForm {
    let lines = BoardForm {
        between: " ",
        next: "\n",
        ..BoardForm::default()
    };
    match format {
        OutputFormat::Poj2676 => poj2676::BOARD,
        OutputFormat::Leetcode => leetcode::BOARD,
        OutputFormat::HundredLines => hundred_lines::BOARD,
        OutputFormat::Grid => BoardForm {
            last: "\n",
            ..lines
        },
        _ => lines,
    }
}

/// Writes a solution in a format of several lines, without a line feed at the end.
fn write_board(format: OutputFormat, digits: &[u8], out: &mut Vec<u8>) {
    let is_grid = format == OutputFormat::Grid;
    let form = board_form(format);
    for (i, row) in digits.as_chunks::<9>().0.iter().enumerate() {
        let above = if i > 0 { form.next } else { form.first };
        out.extend_from_slice(above.as_bytes());
        if is_grid && matches!(i, 3 | 6) {
            out.extend_from_slice(b"------+-------+------\n");
        }
        out.extend_from_slice(form.open.as_bytes());
        for (j, &digit) in row.iter().enumerate() {
            match j {
                0 => {}
                3 | 6 if is_grid => out.extend_from_slice(b" | "),
                // Faster than to copy a slice: most are one byte.
                _ => out.extend(form.between.bytes()),
            }
            out.push(digit);
        }
        out.extend_from_slice(form.close.as_bytes());
    }
    out.extend_from_slice(form.last.as_bytes());
}
