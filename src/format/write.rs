//! Writes rows of output.

use super::output::{Column, Only, OutputFormat, WriteOptions};
use super::records::{Other, OtherKind, Records};
use super::text::put;
use super::value::Value;
use crate::grid::{CELLS, CellError, Puzzle, Row, check};
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
    let reason = || records.fault(whole);
    let word = match other.kind {
        OtherKind::Blank => "blank",
        OtherKind::Comment => "comment",
        OtherKind::Header => "header",
        OtherKind::End => "end",
        OtherKind::Malformed => "malformed",
    };
    match options.format {
        OutputFormat::Csv | OutputFormat::Jsonl => {
            let mut fields = Fields::of(line, Value::name(word));
            if malformed {
                fields.reason = Value::text(reason());
            }
            fields.write(options, out);
        }
        _ if !malformed => out.extend_from_slice(line),
        format => {
            if format == OutputFormat::Line {
                out.extend_from_slice(line);
                out.extend_from_slice(b"\t\t");
            }
            Verdict::Malformed.write(out);
            if options.explain {
                put(out, format_args!(" {}", reason()));
            }
        }
    }
    out.push(b'\n');
}

/// The fields of a row of csv or JSON.
struct Fields<'a> {
    puzzle: &'a [u8],
    solution: Value<'a>,
    verdict: Value<'a>,
    count: Value<'a>,
    guesses: Value<'a>,
    reason: Value<'a>,
    tail: &'a [u8],
}

impl<'a> Fields<'a> {
    fn of(puzzle: &'a [u8], verdict: Value<'a>) -> Fields<'a> {
        Fields {
            puzzle,
            solution: Value::Nothing,
            verdict,
            count: Value::Nothing,
            guesses: Value::Nothing,
            reason: Value::Nothing,
            tail: b"",
        }
    }

    fn write(self, options: &WriteOptions, out: &mut Vec<u8>) {
        let is_json = options.format == OutputFormat::Jsonl;
        let all = [
            ("puzzle", Value::Text(self.puzzle.into())),
            ("solution", self.solution),
            ("verdict", self.verdict),
            ("count", self.count),
            ("guesses", self.guesses),
            ("reason", self.reason),
            ("tail", Value::Text(self.tail.into())),
        ];
        let count = if options.keep_tail {
            all.len()
        } else {
            all.len() - 1
        };
        for (i, (name, value)) in all[..count].iter().enumerate() {
            let is_left_out = matches!((*name, value), ("solution" | "reason", Value::Nothing));
            if is_json && is_left_out {
                continue;
            }
            match (is_json, i) {
                (true, 0) => out.push(b'{'),
                (false, 0) => {}
                _ => out.push(b','),
            }
            if is_json {
                put(out, format_args!("\"{name}\":"));
                value.json(out);
            } else {
                value.csv(b',', out);
            }
        }
        if is_json {
            out.push(b'}');
        }
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
    puzzle: &'a [u8],
    /// The text after it on its line.
    tail: &'a [u8],
    row: &'a Row,
    pub(super) outcome: &'a Outcome,
    pub(super) verdict: Verdict,
    options: &'a WriteOptions,
}

impl<'a> OutputRecord<'a> {
    fn new(
        text: &'a [u8],
        start: usize,
        row: &'a Row,
        outcome: &'a Outcome,
        options: &'a WriteOptions,
    ) -> OutputRecord<'a> {
        OutputRecord {
            tail: tail(text, start),
            ..OutputRecord::of(&text[start..], row, outcome, options)
        }
    }

    /// The record of the puzzle at the beginning of a text, without a tail.
    pub(super) fn of(
        text: &'a [u8],
        row: &'a Row,
        outcome: &'a Outcome,
        options: &'a WriteOptions,
    ) -> OutputRecord<'a> {
        OutputRecord {
            puzzle: &text[..CELLS],
            tail: b"",
            row,
            outcome,
            verdict: Verdict::of(outcome, options.mode),
            options,
        }
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
        let cells: [u8; CELLS] = self.puzzle.try_into().ok()?;
        let cell = |cell| match cell {
            b'1'..=b'9' => cell,
            _ => blank,
        };
        (unsolvable && self.options.mode != Mode::Count).then(|| cells.map(cell))
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
        let cells: &[u8; CELLS] = self.puzzle.try_into().ok()?;
        match (self.outcome.status, Puzzle::from_text(cells)) {
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
            let fields = Fields {
                solution: record.value(Column::Solution),
                count: record.value(Column::Count),
                guesses: record.value(Column::Guesses),
                reason: record.value(Column::Reason),
                tail: record.tail,
                ..Fields::of(record.puzzle, record.value(Column::Verdict))
            };
            fields.write(options, out);
        }
        OutputFormat::Line => {
            out.extend_from_slice(record.puzzle);
            out.push(b'\t');
            out.extend_from_slice(record.digits().unwrap_or_default());
            out.push(b'\t');
            answer(record, out);
        }
        _ => answer(record, out),
    }
    // In csv and jsonl it has its own field. Behind a board, nobody could tell it from a row.
    if options.keep_tail && matches!(options.format, OutputFormat::Solution | OutputFormat::Line) {
        out.extend_from_slice(record.tail);
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
    if format == OutputFormat::Leetcode {
        let rows = digits.as_chunks::<9>().0.iter().map(|row| {
            let cells: Vec<String> = row.iter().map(|&d| format!("\"{}\"", d as char)).collect();
            format!("[{}]", cells.join(","))
        });
        return put(
            out,
            format_args!("[{}]", rows.collect::<Vec<_>>().join(",")),
        );
    }
    if format == OutputFormat::HundredLines {
        out.extend_from_slice(b"ans: \n");
    }
    for (i, row) in digits.as_chunks::<9>().0.iter().enumerate() {
        if i > 0 {
            out.push(b'\n');
        }
        write_board_row(format, i, row, out);
    }
    if format == OutputFormat::Grid {
        out.push(b'\n');
    }
}

fn write_board_row(format: OutputFormat, i: usize, row: &[u8], out: &mut Vec<u8>) {
    if format == OutputFormat::Grid && i > 0 && i.is_multiple_of(3) {
        out.extend_from_slice(b"------+-------+------\n");
    }
    for (j, &digit) in row.iter().enumerate() {
        let between = match (format, j) {
            (_, 0) => "",
            (OutputFormat::Grid, 3 | 6) => " | ",
            (OutputFormat::Grid | OutputFormat::Spaced, _) => " ",
            _ => "",
        };
        out.extend_from_slice(between.as_bytes());
        out.push(digit);
        if format == OutputFormat::HundredLines {
            out.extend_from_slice(b"   ");
        }
    }
}
