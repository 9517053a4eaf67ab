//! Makes rows of answers in any form, and queues them.

use super::beside::BesideForm;
use super::row::{Form, as_number, solutions};
use super::table::{AnswerRecord, AnswerTable};
use crate::format::Kind;
use crate::format::blocks::BlockReader;
use crate::format::cells::is_open;
use crate::format::claims::says_none;
use crate::format::columns::TableForm;
use crate::format::cut::TableReader;
use crate::format::fields::grids;
use crate::format::lines::line_at;
use crate::format::peek::check_intact;
use crate::format::roles::fits;
use crate::input::{Chunk, InputError, Source};
use std::collections::VecDeque;
use std::ops::Range;

/// The form in which answers are written.
#[derive(Debug)]
pub(super) enum AnswerForm {
    /// One answer a line.
    Lines(LineForm),
    /// Lines with a grid or a claim each, below lines with puzzles, and text between them, which is
    /// skipped.
    BelowLines,
    /// Boards, read as puzzles of this kind. They may come below their puzzles.
    Boards(Kind, bool),
    /// Rows of csv, or JSON lines.
    Table(AnswerTable),
    /// The solutions beside the puzzles of a file.
    Beside(Box<BesideForm>),
}

/// What stands on lines with an answer each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LineForm {
    /// Solutions, claims, or both.
    Answers,
    Solutions,
    /// A puzzle and its solution.
    PuzzleAndSolution,
    Numbers,
    /// Nothing that is known.
    Unknown,
}

impl LineForm {
    fn label(self) -> &'static str {
        match self {
            LineForm::Answers => "lines",
            LineForm::Solutions => "solution, one a line",
            LineForm::PuzzleAndSolution => "lines, puzzle and solution",
            LineForm::Numbers => "numbers, which cannot be checked",
            LineForm::Unknown => "lines in no known form",
        }
    }
}

/// The position of a row in a text.
#[derive(Debug, Clone)]
pub(crate) struct AnswerLine {
    /// Line on which it begins, from 1.
    pub(crate) line: u64,
    pub(crate) text: Range<usize>,
}

/// Answers below their puzzles, as programs write them that print both.
#[derive(Debug, Default)]
struct Below {
    /// A puzzle without an answer so far, and its line.
    puzzle: Option<(Vec<u8>, u64)>,
    /// How many answers have the clues of the puzzle above them.
    answers: usize,
    /// How many records are neither a puzzle nor such an answer.
    others: usize,
}

/// The rows that were made and not taken.
#[derive(Debug, Default)]
struct Ahead {
    text: Vec<u8>,
    rows: VecDeque<AnswerLine>,
    /// Whether the records are puzzles with their answers below.
    below: Option<Below>,
}

/// Bytes of a field to examine.
const LONGEST_FIELD: usize = 1024;

impl Ahead {
    /// Adds a record that began on this line of the source.
    fn record(&mut self, record: &AnswerRecord<'_>, line: u64) {
        let Some(below) = &mut self.below else {
            return self.fields(record, line);
        };
        let solution = record.solution;
        let above = below.puzzle.take();
        // An answer may be incomplete, or the puzzle as it was.
        let puzzle = above.as_ref().map(|(puzzle, _)| puzzle);
        let is_answer = puzzle.is_some_and(|puzzle| fits(puzzle, solution));
        if !is_answer && is_open(solution) {
            below.others += usize::from(above.is_some());
            below.puzzle = Some((solution.to_vec(), line));
            return self.unanswered(above);
        }
        match above {
            Some((puzzle, _)) => {
                below.answers += usize::from(is_answer && puzzle != solution);
                below.others += usize::from(!is_answer);
                let puzzle = &puzzle[..];
                self.fields(&AnswerRecord { puzzle, ..*record }, line);
            }
            // A verdict in place of a puzzle, or another solution.
            None if !record.verdict.is_empty() => self.fields(record, line),
            None => below.others += 1,
        }
    }

    /// Adds a puzzle that has no answer.
    fn unanswered(&mut self, puzzle: Option<(Vec<u8>, u64)>) {
        if let Some((puzzle, line)) = &puzzle {
            let record = AnswerRecord {
                puzzle,
                ..AnswerRecord::default()
            };
            self.fields(&record, *line);
        }
    }

    /// Adds a row of fields with tabs between them.
    fn fields(&mut self, record: &AnswerRecord<'_>, line: u64) {
        let start = self.text.len();
        for field in [record.puzzle, record.solution, record.verdict, record.count] {
            // For fields longer than any puzzle, the exact length does not matter.
            for &byte in field.iter().take(LONGEST_FIELD) {
                // Fields of a table may have any content. This would divide one.
                let is_control = byte.is_ascii_control();
                self.text.push(if is_control { b'?' } else { byte });
            }
            self.text.push(b'\t');
        }
        self.row(start, line);
    }

    /// Adds the end of the text, from `start` on.
    fn row(&mut self, start: usize, line: u64) {
        let text = start..self.text.len();
        self.rows.push_back(AnswerLine { line, text });
    }
}

impl AnswerForm {
    /// A description.
    pub(super) fn label(&self) -> String {
        match self {
            AnswerForm::Lines(lines) => lines.label().to_owned(),
            AnswerForm::BelowLines => "lines, below the puzzles".to_owned(),
            AnswerForm::Boards(_, false) => "boards".to_owned(),
            AnswerForm::Boards(_, true) => "boards, below the puzzles".to_owned(),
            AnswerForm::Table(table) => table.label(),
            AnswerForm::Beside(_) => "beside the puzzles".to_owned(),
        }
    }

    /// Whether they are in a form that somebody writes.
    pub(super) fn is_known(&self) -> bool {
        !matches!(self, AnswerForm::Lines(LineForm::Unknown))
    }

    /// Whether their puzzles stand beside them: in a table with a column of solutions, on the first
    /// line, or above each board.
    pub(super) fn has_puzzles(&self) -> bool {
        match self {
            AnswerForm::Lines(lines) => *lines == LineForm::PuzzleAndSolution,
            // The reader of puzzles decides which lines belong together.
            AnswerForm::BelowLines => false,
            AnswerForm::Beside(_) => true,
            AnswerForm::Boards(_, are_below) => *are_below,
            AnswerForm::Table(table) => table.has_puzzles(),
        }
    }

    /// Reads the record that begins at `at`, on this line of the source. Returns where the next one
    /// begins, and the line feeds within this one.
    fn read(&mut self, text: &[u8], at: usize, number: u64, ahead: &mut Ahead) -> (usize, usize) {
        if let AnswerForm::Table(table) = self {
            let (mut row, next, feeds) = table.form.row(text, at);
            if let Some(record) = row.as_mut().and_then(|row| table.record(row)) {
                ahead.record(&record, number);
            }
            return (next, feeds);
        }
        let (line, next) = line_at(text, at);
        if line.is_empty() || line.starts_with(b"#") {
            return (next, 0);
        }
        if matches!(self, AnswerForm::Lines(_)) {
            let start = ahead.text.len();
            ahead.text.extend_from_slice(line);
            ahead.row(start, number);
            return (next, 0);
        }
        let mut record = AnswerRecord::default();
        if line.starts_with(b"!") {
            record.verdict = line;
        } else if let Some(grid) = solutions(line).next().or_else(|| grids(line).next()) {
            record.solution = grid;
        } else if matches!(self, AnswerForm::Boards(..))
            || says_none(line)
            || as_number(line).is_some()
        {
            record.solution = line;
        }
        if !record.solution.is_empty() || !record.verdict.is_empty() {
            ahead.record(&record, number);
        }
        (next, 0)
    }

    /// Whether it makes puzzles of this text, with their answers below.
    pub(super) fn come_below(mut self, text: &[u8]) -> bool {
        let mut ahead = Ahead {
            below: Some(Below::default()),
            ..Ahead::default()
        };
        let mut at = 0;
        while at < text.len() {
            at = self.read(text, at, 0, &mut ahead).0;
        }
        ahead
            .below
            .is_some_and(|below| below.answers > below.others)
    }
}

/// A queue of the rows of answers, whatever is between them. It is filled a chunk at a time.
#[derive(Debug)]
pub(crate) struct AnswerRows {
    source: Box<dyn Source>,
    form: AnswerForm,
    ahead: Ahead,
    /// Lines so far.
    lines: u64,
}

impl AnswerRows {
    pub(super) fn new(source: Box<dyn Source>, form: AnswerForm) -> AnswerRows {
        let come_below = matches!(form, AnswerForm::BelowLines | AnswerForm::Boards(_, true));
        let source: Box<dyn Source> = match &form {
            AnswerForm::Boards(kind, _) => Box::new(BlockReader::of_answers(*kind, source)),
            AnswerForm::Table(AnswerTable {
                form: TableForm::Csv(cutter, _),
                ..
            }) => Box::new(TableReader::new(*cutter, source, None)),
            _ => source,
        };
        AnswerRows {
            source,
            form,
            ahead: Ahead {
                below: come_below.then(Below::default),
                ..Ahead::default()
            },
            lines: 0,
        }
    }

    /// How to read a row.
    pub(crate) fn form(&self) -> Form {
        match self.form {
            AnswerForm::Lines(_) => Form::Lines,
            _ => Form::Fields,
        }
    }

    /// Reads chunks until there are this many rows, or no more.
    pub(crate) fn fill(&mut self, count: usize) -> Result<(), InputError> {
        while self.ahead.rows.len() < count && self.read()? {}
        Ok(())
    }

    /// The next row. Call it after [`AnswerRows::fill`].
    pub(crate) fn peek(&self) -> Option<&[u8]> {
        let row = self.ahead.rows.front()?;
        Some(&self.ahead.text[row.text.clone()])
    }

    /// Appends the next row to a text. Call it after [`AnswerRows::fill`].
    pub(crate) fn take(&mut self, text: &mut Vec<u8>) -> Option<AnswerLine> {
        let row = self.ahead.rows.pop_front()?;
        let start = text.len();
        text.extend_from_slice(&self.ahead.text[row.text.clone()]);
        let text = start..text.len();
        Some(AnswerLine { text, ..row })
    }

    /// Skips rows that were read ahead.
    pub(crate) fn drop(&mut self, count: usize) {
        self.ahead.rows.drain(..count);
    }

    /// The next rows of these numbers, if there are as many.
    pub(crate) fn look(
        &mut self,
        rows: Range<usize>,
    ) -> Result<impl ExactSizeIterator<Item = &[u8]>, InputError> {
        self.fill(rows.end)?;
        let end = self.ahead.rows.len().min(rows.end);
        let rows = self.ahead.rows.range(rows.start.min(end)..end);
        Ok(rows.map(|row| &self.ahead.text[row.text.clone()]))
    }

    /// Reads a chunk. Returns whether there was one.
    fn read(&mut self) -> Result<bool, InputError> {
        let Some(chunk) = self.source.next(None)? else {
            self.source.finish()?;
            let last = self.ahead.below.as_mut();
            let last = last.and_then(|below| below.puzzle.take());
            self.ahead.unanswered(last);
            return Ok(false);
        };
        if self.ahead.rows.is_empty() {
            self.ahead.text.clear();
        }
        match &mut self.form {
            AnswerForm::Beside(beside) => {
                let ahead = &mut self.ahead;
                let lines = beside.read(&chunk, self.lines, |record, line| {
                    ahead.fields(record, line);
                });
                self.lines += lines;
            }
            _ => self.read_chunk(&chunk),
        }
        check_intact(&chunk, self.source.name())?;
        Ok(true)
    }

    fn read_chunk(&mut self, chunk: &Chunk) {
        if chunk.broken.is_some() && self.form() == Form::Fields {
            // Nobody knows what it states.
            let line = chunk.line_of(0, self.lines);
            self.ahead.record(&AnswerRecord::default(), line);
            self.lines += 1;
            return;
        }
        let text = &chunk.bytes[..];
        let mut at = 0;
        let mut index = 0;
        while at < text.len() {
            let line = chunk.line_of(index, self.lines);
            let (next, feeds) = self.form.read(text, at, line, &mut self.ahead);
            at = next;
            index += 1;
            self.lines += 1 + feeds as u64;
        }
    }
}
