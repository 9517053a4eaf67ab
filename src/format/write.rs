//! Records to rows of output.

use super::Format;
use super::find::{Other, OtherKind, Records, malformed_length};
use crate::engine::verdict::{Mode, Verdict};
use crate::engine::{Outcome, Status};
use crate::grid::{CELLS, CellError, Puzzle, Row, check};
use crate::input::LONGEST_LINE;
use memchr::{memchr, memrchr};
use std::io::Write as _;

/// Which rows are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Only {
    /// Those with the answer that was asked for.
    Solved,
    /// All others.
    Unsolved,
    /// Those with several solutions where one was asked for.
    Multiple,
    /// Those that are no puzzle, or whose clues clash.
    Invalid,
}

impl Only {
    fn takes(self, verdict: Verdict) -> bool {
        match self {
            Only::Solved => verdict == Verdict::Solved,
            Only::Unsolved => verdict != Verdict::Solved,
            Only::Multiple => verdict == Verdict::Multiple,
            Only::Invalid => matches!(verdict, Verdict::Invalid | Verdict::Malformed),
        }
    }
}

macro_rules! formats {
    ($($(#[$default:meta])? $format:ident $name:literal $about:literal,)*) => {
        /// A format of output.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
        pub enum OutputFormat {
            $($(#[$default])? #[doc = $about] $format,)*
        }

        impl OutputFormat {
            /// All of them.
            pub const ALL: &'static [OutputFormat] = &[$(OutputFormat::$format,)*];

            /// The name by which it is chosen.
            pub fn name(self) -> &'static str {
                match self { $(OutputFormat::$format => $name,)* }
            }

            /// What it is, in one line.
            pub fn about(self) -> &'static str {
                match self { $(OutputFormat::$format => $about,)* }
            }
        }
    };
}

formats! {
    #[default]
    Solution "solution" "a line a puzzle: 81 digits, or ! and the verdict",
    Line "line" "puzzle, solution and verdict, with tabs between",
    Csv "csv" "a header, then puzzle, solution, verdict, solutions, guesses",
    Jsonl "jsonl" "the same as one JSON object a line",
    Grid "grid" "9 lines with bars and rules, for people",
    Digits "digits" "9 lines of 9 digits (poj2676, sdk)",
    Spaced "spaced" "9 lines of 9 integers between spaces",
    Leetcode "leetcode" "a JSON board of one-character strings, one a line",
    Euler96 "euler96" "'Grid NN', then 9 lines of 9 digits",
    Ss "ss" "9 rows with bars, and rules between the bands",
    OpenSudoku "opensudoku" "game elements with 81 digits as data, one a line",
}

/// How rows are written.
#[derive(Debug, Clone, Default)]
pub struct WriteOptions {
    /// What was asked of the puzzles.
    pub mode: Mode,
    /// The form of a row.
    pub format: OutputFormat,
    /// Whether what stands behind a puzzle on its line is written behind its
    /// row.
    pub keep_tail: bool,
    /// Whether a row that is no answer says why.
    pub explain: bool,
    /// Which rows are written; all, where nothing is said.
    pub only: Option<Only>,
}

impl WriteOptions {
    /// What stands before the first row.
    pub fn header(&self) -> &'static str {
        match self.format {
            OutputFormat::Csv if self.keep_tail => {
                "puzzle,solution,verdict,solutions,guesses,reason,tail\n"
            }
            OutputFormat::Csv => "puzzle,solution,verdict,solutions,guesses,reason\n",
            _ => "",
        }
    }

    fn plain(&self) -> bool {
        self.format == OutputFormat::Solution
            && self.mode != Mode::Count
            && !self.keep_tail
            && self.only.is_none_or(|only| only == Only::Solved)
    }
}

/// Renders a chunk's rows into `out`, whose content is dropped first. Returns
/// `true`, and leaves `out` empty, where the rows are the output as they are:
/// every line a puzzle, every puzzle solved, solutions asked for.
///
/// In the line formats a line of input gives a line of output, whatever it holds,
/// unless [`WriteOptions::only`] leaves some out: blank lines and comments are
/// copied, and what is no puzzle gives `!malformed`.
///
/// # Panics
/// If rows and outcomes are not as many as the records' puzzles.
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
    let mut others = records.others.iter().peekable();
    for i in 0..=rows.len() {
        while let Some(other) = others.next_if(|other| other.before as usize == i) {
            write_other(text, records.format, other, options, out);
        }
        if i < rows.len() {
            let start = records.starts[i] as usize;
            write_record(
                &Record::new(text, start, &rows[i], &outcomes[i], options),
                out,
            );
        }
    }
    false
}

/// A line without a puzzle.
fn write_other(
    text: &[u8],
    input: Format,
    other: &Other,
    options: &WriteOptions,
    out: &mut Vec<u8>,
) {
    let line = &text[other.start as usize..other.end as usize];
    let malformed = other.kind == OtherKind::Malformed;
    if options
        .only
        .is_some_and(|only| !malformed || !only.takes(Verdict::Malformed))
    {
        return;
    }
    let reason = || format!("length {}", malformed_length(input, line));
    let word = match other.kind {
        OtherKind::Blank => "blank",
        OtherKind::Comment => "comment",
        OtherKind::Header => "header",
        OtherKind::Malformed => "malformed",
    };
    match options.format {
        OutputFormat::Csv => {
            quote_csv(line, out);
            let reason = if malformed { reason() } else { String::new() };
            put(out, format_args!(",,{word},,,{reason}"));
            if options.keep_tail {
                out.push(b',');
            }
        }
        OutputFormat::Jsonl => {
            let mut object = serde_json::Map::new();
            object.insert("puzzle".into(), String::from_utf8_lossy(line).into());
            object.insert("verdict".into(), word.into());
            if malformed {
                object.insert("reason".into(), reason().into());
            }
            put(out, format_args!("{}", serde_json::Value::Object(object)));
        }
        _ if !malformed => out.extend_from_slice(line),
        format => {
            if format == OutputFormat::Line {
                out.extend_from_slice(line);
                out.extend_from_slice(b"\t\t");
            }
            out.extend_from_slice(b"!malformed");
            if options.explain {
                put(out, format_args!(" {}", reason()));
            }
        }
    }
    out.push(b'\n');
}

/// A puzzle and what became of it.
struct Record<'a> {
    puzzle: &'a [u8],
    /// What stands behind it on its line.
    tail: &'a [u8],
    row: &'a Row,
    outcome: &'a Outcome,
    verdict: Verdict,
    options: &'a WriteOptions,
}

impl<'a> Record<'a> {
    fn new(
        text: &'a [u8],
        start: usize,
        row: &'a Row,
        outcome: &'a Outcome,
        options: &'a WriteOptions,
    ) -> Record<'a> {
        let (puzzle, rest) = text[start..].split_at(CELLS);
        // Of a long line as much as every chunk with it holds.
        let line = memrchr(b'\n', &text[..start]).map_or(0, |end| end + 1);
        let kept = (line + LONGEST_LINE - start - CELLS).min(rest.len());
        let end = memchr(b'\n', &rest[..kept]).unwrap_or(kept);
        let tail = &rest[..end];
        Record {
            puzzle,
            tail: tail.strip_suffix(b"\r").unwrap_or(tail),
            row,
            outcome,
            verdict: Verdict::of(outcome, options.mode),
            options,
        }
    }

    /// The solution's digits, where there is one to show.
    fn digits(&self) -> Option<&'a [u8]> {
        (self.verdict == Verdict::Solved && self.outcome.solutions > 0)
            .then_some(&self.row[..CELLS])
    }

    /// Why there is no answer, in words.
    fn reason(&self) -> Option<String> {
        let cells: &[u8; CELLS] = self.puzzle.try_into().ok()?;
        match (self.outcome.status, Puzzle::from_text(cells)) {
            (Status::Malformed, Err(CellError::Byte { column, byte })) => {
                let byte = byte.escape_ascii();
                Some(format!("column {} '{byte}'", column + 1))
            }
            (Status::Invalid, Ok(puzzle)) => check::clash(&puzzle).map(|clash| clash.to_string()),
            (Status::GaveUp, _) => Some(format!("after {} guesses", self.outcome.guesses)),
            _ => None,
        }
    }
}

fn write_record(record: &Record<'_>, out: &mut Vec<u8>) {
    let options = record.options;
    if options.only.is_some_and(|only| !only.takes(record.verdict)) {
        return;
    }
    match options.format {
        OutputFormat::Csv => {
            quote_csv(record.puzzle, out);
            out.push(b',');
            out.extend_from_slice(record.digits().unwrap_or_default());
            put(out, format_args!(",{},", record.verdict.name()));
            put(
                out,
                format_args!("{},{},", record.outcome.solutions, record.outcome.guesses),
            );
            quote_csv(record.reason().unwrap_or_default().as_bytes(), out);
            if options.keep_tail {
                out.push(b',');
                quote_csv(record.tail, out);
            }
        }
        OutputFormat::Jsonl => write_json(record, out),
        OutputFormat::Line => {
            out.extend_from_slice(record.puzzle);
            out.push(b'\t');
            out.extend_from_slice(record.digits().unwrap_or_default());
            out.push(b'\t');
            answer(record, out);
        }
        _ => answer(record, out),
    }
    // In csv and jsonl it has a field of its own.
    if options.keep_tail && !matches!(options.format, OutputFormat::Csv | OutputFormat::Jsonl) {
        out.extend_from_slice(record.tail);
    }
    out.push(b'\n');
}

/// The answer in its form, or the verdict where there is none.
fn answer(record: &Record<'_>, out: &mut Vec<u8>) {
    let options = record.options;
    match record.verdict {
        Verdict::Solved | Verdict::None | Verdict::Multiple if options.mode == Mode::Count => {
            put(out, format_args!("{}", record.outcome.solutions));
        }
        Verdict::Solved => match options.format {
            OutputFormat::Line => out.extend_from_slice(b"solved"),
            OutputFormat::Solution => out.extend_from_slice(&record.row[..CELLS]),
            format => write_board(format, &record.row[..CELLS], record.tail, out),
        },
        verdict => {
            put(out, format_args!("!{}", verdict.name()));
            if options.explain
                && let Some(reason) = record.reason()
            {
                put(out, format_args!(" {reason}"));
            }
        }
    }
}

fn write_json(record: &Record<'_>, out: &mut Vec<u8>) {
    let mut object = serde_json::Map::new();
    object.insert(
        "puzzle".into(),
        String::from_utf8_lossy(record.puzzle).into(),
    );
    if let Some(digits) = record.digits() {
        object.insert("solution".into(), String::from_utf8_lossy(digits).into());
    }
    object.insert("verdict".into(), record.verdict.name().into());
    object.insert("solutions".into(), record.outcome.solutions.into());
    object.insert("guesses".into(), record.outcome.guesses.into());
    if let Some(reason) = record.reason() {
        object.insert("reason".into(), reason.into());
    }
    if record.options.keep_tail {
        let tail = String::from_utf8_lossy(record.tail);
        object.insert("tail".into(), tail.into());
    }
    put(out, format_args!("{}", serde_json::Value::Object(object)));
}

/// A solution in one of the forms that take several lines; no line feed at
/// the end.
fn write_board(format: OutputFormat, digits: &[u8], tail: &[u8], out: &mut Vec<u8>) {
    if format == OutputFormat::Leetcode {
        let rows = digits.chunks_exact(9).map(|row| {
            let cells: Vec<String> = row.iter().map(|&d| format!("\"{}\"", d as char)).collect();
            format!("[{}]", cells.join(","))
        });
        return put(
            out,
            format_args!("[{}]", rows.collect::<Vec<_>>().join(",")),
        );
    }
    if format == OutputFormat::OpenSudoku {
        let data = String::from_utf8_lossy(digits);
        return put(out, format_args!("<game data=\"{data}\"/>"));
    }
    if format == OutputFormat::Euler96 {
        let label = tail.trim_ascii();
        out.extend_from_slice(if label.is_empty() { b"Grid" } else { label });
        out.push(b'\n');
    }
    for (i, row) in digits.chunks_exact(9).enumerate() {
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
    let rule = match format {
        OutputFormat::Grid => "------+-------+------\n",
        OutputFormat::Ss => "-----------\n",
        _ => "",
    };
    if i > 0 && i.is_multiple_of(3) {
        out.extend_from_slice(rule.as_bytes());
    }
    for (j, &digit) in row.iter().enumerate() {
        let between = match (format, j) {
            (_, 0) => "",
            (OutputFormat::Grid, 3 | 6) => " | ",
            (OutputFormat::Ss, 3 | 6) => "|",
            (OutputFormat::Grid | OutputFormat::Spaced, _) => " ",
            _ => "",
        };
        out.extend_from_slice(between.as_bytes());
        out.push(digit);
    }
}

/// A field of a csv row that may hold anything.
fn quote_csv(field: &[u8], out: &mut Vec<u8>) {
    if !field.iter().any(|byte| b",\"\r".contains(byte)) {
        return out.extend_from_slice(field);
    }
    out.push(b'"');
    for &byte in field {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}

fn put(out: &mut Vec<u8>, text: std::fmt::Arguments<'_>) {
    out.write_fmt(text).expect("memory can be written to");
}
