//! Writes rows of output.

use super::output::{Column, Only, OutputFormat, WriteOptions};
use super::records::{Other, OtherKind, Records};
use super::text::put;
use super::value::Value;
use crate::grid::{CELLS, CellError, Puzzle, Row, cells_at, check};
use crate::lines::Line;
use crate::solver::verdict::{Mode, Verdict};
use crate::solver::{Outcome, Status};
use memchr::memchr;

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
    let solved = |o: &Outcome| Verdict::of(o, options.mode) == Verdict::Solved;
    if options.plain() && records.others.is_empty() && outcomes.iter().all(solved) {
        return true;
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
    if matches!(other.kind, OtherKind::Header | OtherKind::End) {
        return;
    }
    let whole = records.visible(&text[other.start as usize..other.end as usize]);
    // For a record of several lines, the first.
    let line = memchr(b'\n', whole).map_or(whole, |end| whole[..end].trim_ascii_end());
    let malformed = other.kind == OtherKind::Malformed;
    let left_out = |only: Only| !malformed || !only.takes(Verdict::Malformed, 0);
    if options.only.is_some_and(left_out) {
        return;
    }
    match options.format {
        OutputFormat::Csv | OutputFormat::Jsonl => {
            let value = |column| value_of_other(records, other.kind, whole, column);
            write_row(line, value, b"", options, out);
        }
        _ if !malformed => out.extend_from_slice(line),
        format => {
            if format == OutputFormat::Line {
                out.extend_from_slice(line);
                out.extend_from_slice(b"\t\t");
            }
            Verdict::Malformed.write(out);
            if options.explain {
                put(out, format_args!(" {}", records.fault(whole)));
            }
        }
    }
    out.push(b'\n');
}

/// The value of a column for a line without a puzzle.
pub(super) fn value_of_other<'a>(
    records: &Records,
    kind: OtherKind,
    line: &[u8],
    column: Column,
) -> Value<'a> {
    match (column, kind) {
        (Column::Verdict, OtherKind::Blank) => Value::name("blank"),
        (Column::Verdict, OtherKind::Comment) => Value::name("comment"),
        (Column::Verdict, _) => Value::name(Verdict::Malformed.name()),
        (Column::Reason, OtherKind::Malformed) => Value::text(records.fault(line)),
        _ => Value::Nothing,
    }
}

/// Writes a row of csv or JSON: a puzzle, the values of all columns, and the text behind the puzzle.
fn write_row<'a>(
    puzzle: &'a [u8],
    value: impl Fn(Column) -> Value<'a>,
    tail: &'a [u8],
    options: &WriteOptions,
    out: &mut Vec<u8>,
) {
    let tail = options
        .keep_tail
        .then(|| ("tail", Value::Text(tail.into())));
    let columns = Column::ALL
        .iter()
        .map(|&column| (column.name(), value(column)));
    let all = [("puzzle", Value::Text(puzzle.into()))].into_iter();
    let is_json = options.format == OutputFormat::Jsonl;
    for (i, (name, value)) in all.chain(columns).chain(tail).enumerate() {
        let between = if i > 0 { "," } else { "" };
        match (name, &value) {
            _ if !is_json => {
                put(out, format_args!("{between}"));
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

/// A puzzle and its outcome.
pub(super) struct OutputRecord<'a> {
    /// The text from the puzzle on.
    text: &'a [u8],
    row: &'a Row,
    pub(super) outcome: &'a Outcome,
    pub(super) verdict: Verdict,
    options: &'a WriteOptions,
}

impl<'a> OutputRecord<'a> {
    /// The record of the puzzle whose cells begin at `start`.
    pub(super) fn new(
        text: &'a [u8],
        start: usize,
        row: &'a Row,
        outcome: &'a Outcome,
        options: &'a WriteOptions,
    ) -> OutputRecord<'a> {
        OutputRecord {
            text: &text[start..],
            row,
            outcome,
            verdict: Verdict::of(outcome, options.mode),
            options,
        }
    }

    fn puzzle(&self) -> &'a [u8; CELLS] {
        cells_at(self.text, 0)
    }

    /// The digits of the solution, if there is one to show.
    pub(super) fn digits(&self) -> Option<&'a [u8]> {
        // If a list is truncated, every solution already has its row.
        let listed = self.verdict == Verdict::AtLeast && self.options.mode == Mode::All;
        (self.verdict.is_answer() && !listed && self.outcome.solutions > 0)
            .then_some(&self.row[..CELLS])
    }

    /// The puzzle itself, in formats that print it unchanged if there is no solution: the programs
    /// for these judges fill the board that they get, and leave it unchanged if they cannot.
    fn as_it_was(&self) -> Option<[u8; CELLS]> {
        let blank = match self.options.format {
            OutputFormat::Poj2676 => b'0',
            OutputFormat::Leetcode => b'.',
            _ => return None,
        };
        let unsolvable = matches!(self.verdict, Verdict::None | Verdict::Invalid);
        let cell = |cell| match cell {
            b'1'..=b'9' => cell,
            _ => blank,
        };
        (unsolvable && self.options.mode != Mode::Count).then(|| self.puzzle().map(cell))
    }

    /// The value of a column.
    pub(super) fn value(&self, column: Column) -> Value<'a> {
        let number = |number| match self.verdict {
            Verdict::Malformed => Value::Nothing,
            _ => Value::Number(number),
        };
        match column {
            Column::Solution => {
                let digits = self.digits();
                digits.map_or(Value::Nothing, |digits| Value::Text(digits.into()))
            }
            Column::Verdict => Value::name(self.verdict.name()),
            Column::Count => number(self.outcome.solutions),
            Column::Guesses => number(self.outcome.guesses),
            Column::Reason => self.reason().map_or(Value::Nothing, Value::text),
        }
    }

    /// Why there is no answer, in words.
    pub(super) fn reason(&self) -> Option<String> {
        match (self.outcome.status, Puzzle::from_text(self.puzzle())) {
            (Status::Malformed, Err(CellError::Byte { column, byte })) => {
                let byte = byte.escape_ascii();
                Some(format!("column {} '{byte}'", column + 1))
            }
            (Status::Invalid, Ok(puzzle)) => check::clash(&puzzle).map(|clash| clash.to_string()),
            (Status::GaveUp, _) => Some(format!("after {} guesses", self.outcome.guesses)),
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
        OutputFormat::Csv | OutputFormat::Jsonl => {
            let value = |column| record.value(column);
            write_row(record.puzzle(), value, tail(record.text, 0), options, out);
        }
        OutputFormat::Line => {
            out.extend_from_slice(record.puzzle());
            out.push(b'\t');
            out.extend_from_slice(record.digits().unwrap_or_default());
            out.push(b'\t');
            answer(record, out);
        }
        _ => answer(record, out),
    }
    // In csv and jsonl it has its own field. Behind a board, nobody could tell it from a row.
    if options.keep_tail && matches!(options.format, OutputFormat::Solution | OutputFormat::Line) {
        out.extend_from_slice(tail(record.text, 0));
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

/// Writes a solution in a format of several lines, without a line feed at the end.
fn write_board(format: OutputFormat, digits: &[u8], out: &mut Vec<u8>) {
    let is_grid = format == OutputFormat::Grid;
    // What stands before the board and each of its rows, between cells, behind and between rows, and
    // behind the board.
    let [first, open, between, close, next, last] = match format {
        OutputFormat::Leetcode => ["[", "[\"", "\",\"", "\"]", ",", "]"],
        OutputFormat::HundredLines => ["ans: \n", "", "   ", "   ", "\n", ""],
        OutputFormat::Grid => ["", "", " ", "", "\n", "\n"],
        OutputFormat::Spaced => ["", "", " ", "", "\n", ""],
        _ => ["", "", "", "", "\n", ""],
    };
    for (i, row) in digits.as_chunks::<9>().0.iter().enumerate() {
        let above = if i > 0 { next } else { first };
        out.extend_from_slice(above.as_bytes());
        if is_grid && matches!(i, 3 | 6) {
            out.extend_from_slice(b"------+-------+------\n");
        }
        out.extend_from_slice(open.as_bytes());
        for (j, &digit) in row.iter().enumerate() {
            match j {
                0 => {}
                3 | 6 if is_grid => out.extend_from_slice(b" | "),
                // Faster than to copy a slice: most are one byte.
                _ => out.extend(between.bytes()),
            }
            out.push(digit);
        }
        out.extend_from_slice(close.as_bytes());
    }
    out.extend_from_slice(last.as_bytes());
}
