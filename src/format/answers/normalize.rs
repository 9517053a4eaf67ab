//! Converts answers in other forms to lines of four fields.

use super::row::{as_number, grids, in_words, solutions};
use super::table::{AnswerRecord, AnswerTable, line_at};
use crate::format::cells::is_unsolved;
use crate::format::peek::copied;
use crate::grid::CELLS;
use crate::input::{Bytes, Chunk, HEAD, InputError, Origin, Source};

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

/// The lines so far, and where each record began.
#[derive(Default)]
pub(super) struct NormalizedRecords {
    text: Vec<u8>,
    origins: Vec<Origin>,
    /// Whether the records are puzzles with their answers below.
    below: Option<Below>,
}

impl NormalizedRecords {
    /// Adds a record that began on this line of the source.
    pub(super) fn record(&mut self, record: &AnswerRecord<'_>, line: u64) {
        let Some(below) = &mut self.below else {
            return self.push(record, line);
        };
        let solution = record.solution;
        let above = below.puzzle.take();
        // An answer may be incomplete, or the puzzle as it was.
        let has_clues = |(puzzle, _): &(Vec<u8>, u64)| has_clues(puzzle, solution);
        let is_answer = above.as_ref().is_some_and(has_clues);
        if !is_answer && is_unsolved(solution) {
            below.others += usize::from(above.is_some());
            below.puzzle = Some((solution.to_vec(), line));
            return self.unanswered(above);
        }
        match above {
            Some((puzzle, _)) => {
                below.answers += usize::from(is_answer && puzzle != solution);
                below.others += usize::from(!is_answer);
                let puzzle = &puzzle[..];
                self.push(&AnswerRecord { puzzle, ..*record }, line);
            }
            // A verdict in place of a puzzle, or another solution.
            None if !record.verdict.is_empty() => self.push(record, line),
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
            self.push(&record, *line);
        }
    }

    /// Ends the text.
    fn end(&mut self) {
        let last = self.below.as_mut().and_then(|below| below.puzzle.take());
        self.unanswered(last);
    }

    fn push(&mut self, record: &AnswerRecord<'_>, line: u64) {
        let fields = [record.puzzle, record.solution, record.verdict, record.count];
        for (i, field) in fields.into_iter().enumerate() {
            if i > 0 {
                self.text.push(b'\t');
            }
            // Fields of a table may have any content. Bytes that would divide a field are replaced.
            let clean = |&byte: &u8| if byte.is_ascii_control() { b'?' } else { byte };
            // For fields longer than any puzzle, the exact length does not matter.
            self.text
                .extend(field.iter().take(LONGEST_FIELD).map(clean));
        }
        self.text.push(b'\n');
        self.origins.push(Origin { line, offset: 0 });
    }
}

/// Bytes of a field to examine.
const LONGEST_FIELD: usize = 1024;

/// Whether 81 cells have the clues of a puzzle.
fn has_clues(puzzle: &[u8], cells: &[u8]) -> bool {
    let has = |(&clue, &cell): (&u8, &u8)| clue == cell || !(b'1'..=b'9').contains(&clue);
    cells.len() == CELLS && puzzle.len() == CELLS && puzzle.iter().zip(cells).all(has)
}

/// What makes records of a text.
pub(super) enum FromText {
    /// Lines with a grid or a claim each, and text between them, which is skipped.
    Lines,
    /// Lines that are records of several lines each, so that none of them is text.
    Boards,
    /// Rows of a table.
    Table(AnswerTable),
}

impl FromText {
    /// Reads the record that begins at `at`, on this line of the source. Returns where the next one
    /// begins, and the line feeds within this one.
    fn record(
        &mut self,
        text: &[u8],
        at: usize,
        number: u64,
        records: &mut NormalizedRecords,
    ) -> (usize, usize) {
        if let FromText::Table(table) = self {
            let (row, next, feeds) = table.rows.row(text, at);
            if let Some(record) = row.as_ref().and_then(|row| table.record(row)) {
                records.record(&record, number);
            }
            return (next, feeds);
        }
        let (line, next) = line_at(text, at);
        let mut record = AnswerRecord::default();
        if line.starts_with(b"!") {
            record.verdict = line;
        } else if let Some(grid) = solutions(line).next().or_else(|| grids(line).next()) {
            record.solution = grid;
        } else if matches!(self, FromText::Boards)
            || in_words(line).is_some()
            || as_number(line).is_some()
        {
            record.solution = line;
        }
        let is_nothing = record.solution.is_empty() && record.verdict.is_empty();
        if !is_nothing && !line.starts_with(b"#") {
            records.record(&record, number);
        }
        (next, 0)
    }

    /// Whether it makes puzzles of this text, with their answers below.
    pub(super) fn come_below(mut self, text: &[u8]) -> bool {
        let mut records = NormalizedRecords {
            below: Some(Below::default()),
            ..NormalizedRecords::default()
        };
        let mut at = 0;
        while at < text.len() {
            at = self.record(text, at, 0, &mut records).0;
        }
        records
            .below
            .is_some_and(|below| below.answers > below.others)
    }
}

/// Makes lines of fields from the records of a source. If they come below their puzzles, pairs them.
pub(super) struct Normalized {
    source: Box<dyn Source>,
    from: FromText,
    /// Lines so far.
    lines: u64,
    below: Option<Below>,
    ended: bool,
}

impl Normalized {
    pub(super) fn new(source: Box<dyn Source>, from: FromText, come_below: bool) -> Normalized {
        Normalized {
            source,
            from,
            lines: 0,
            below: come_below.then(Below::default),
            ended: false,
        }
    }
}

impl Source for Normalized {
    fn next(&mut self, _recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let mut records = NormalizedRecords {
            below: self.below.take(),
            ..NormalizedRecords::default()
        };
        while records.text.len() < HEAD && !self.ended {
            let Some(chunk) = self.source.next(None)? else {
                records.end();
                self.ended = true;
                break;
            };
            if chunk.broken.is_some() {
                // Nobody knows what it states.
                let line = chunk.line_of(0, self.lines);
                records.record(&AnswerRecord::default(), line);
                self.lines += 1;
                continue;
            }
            let (mut at, mut index) = (0, 0);
            while at < chunk.bytes.len() {
                let line = chunk.line_of(index, self.lines);
                let (next, feeds) = self.from.record(&chunk.bytes, at, line, &mut records);
                (at, index) = (next, index + 1);
                self.lines += 1 + feeds as u64;
            }
            copied(&chunk, self.source.name())?;
        }
        self.below = records.below.take();
        Ok((!records.text.is_empty()).then(|| Chunk {
            bytes: Bytes::Owned(records.text),
            source: 0,
            offset: 0,
            origins: Some(records.origins),
            broken: None,
        }))
    }

    fn size_hint(&self) -> Option<u64> {
        None
    }

    fn finish(&mut self) -> Result<(), InputError> {
        self.source.finish()
    }

    fn name(&self) -> &str {
        self.source.name()
    }
}
