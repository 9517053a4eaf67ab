//! Converts answers in other forms to lines of four fields.

use super::below::{Below, Paired};
use super::row::{as_number, grids, in_words, solutions};
use crate::format::peek::copied;
use crate::input::{Bytes, Chunk, HEAD, InputError, Origin, Source};
use memchr::memchr;

/// The content of one record, in the order of its fields.
#[derive(Default)]
pub(super) struct AnswerRecord<'a> {
    pub(super) puzzle: &'a [u8],
    pub(super) solution: &'a [u8],
    pub(super) verdict: &'a [u8],
    pub(super) count: &'a [u8],
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
        match below.pair(record.solution, record.verdict, line) {
            Paired::Puzzle(before) => self.unanswered(before),
            Paired::Answer(puzzle) => {
                let puzzle = &puzzle[..];
                let record = AnswerRecord { puzzle, ..*record };
                self.push(&record, line);
            }
            Paired::Verdict => self.push(record, line),
            Paired::Other => {}
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
        let last = self.below.as_mut().and_then(Below::end);
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

/// Makes records of a text.
pub(super) trait FromText: Send {
    /// Reads the record that begins at `at`, on this line of the source. Returns where the next one
    /// begins, and the line feeds within this one.
    fn record(
        &mut self,
        text: &[u8],
        at: usize,
        line: u64,
        records: &mut NormalizedRecords,
    ) -> (usize, usize);
}

/// The line that begins at `at`, without white space around it, and where the next one begins.
pub(super) fn line_at(text: &[u8], at: usize) -> (&[u8], usize) {
    let end = memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length);
    (text[at..end].trim_ascii(), text.len().min(end + 1))
}

/// Lines with a grid or a claim each, and text between them, which is skipped.
pub(super) struct GridLines {
    /// Whether the lines are records of several lines each, so that none of them is text.
    pub(super) is_boards: bool,
}

impl FromText for GridLines {
    fn record(
        &mut self,
        text: &[u8],
        at: usize,
        number: u64,
        records: &mut NormalizedRecords,
    ) -> (usize, usize) {
        let (line, next) = line_at(text, at);
        let mut record = AnswerRecord::default();
        if line.starts_with(b"!") {
            record.verdict = line;
        } else if let Some(grid) = solutions(line).next().or_else(|| grids(line).next()) {
            record.solution = grid;
        } else if in_words(line).is_some() || as_number(line).is_some() || self.is_boards {
            record.solution = line;
        }
        let is_nothing = record.solution.is_empty() && record.verdict.is_empty();
        if !is_nothing && !line.starts_with(b"#") {
            records.record(&record, number);
        }
        (next, 0)
    }
}

/// Whether `from` makes puzzles of this text, with their answers below.
pub(super) fn come_below(text: &[u8], mut from: impl FromText) -> bool {
    let mut records = NormalizedRecords {
        below: Some(Below::default()),
        ..NormalizedRecords::default()
    };
    let mut at = 0;
    while at < text.len() {
        at = from.record(text, at, 0, &mut records).0;
    }
    records.below.is_some_and(|below| below.is_likely())
}

/// Makes lines of fields from the records of a source. If they come below their puzzles, pairs them.
pub(super) struct Normalized<F> {
    source: Box<dyn Source>,
    from: F,
    /// Lines so far.
    lines: u64,
    below: Option<Below>,
    ended: bool,
}

impl<F: FromText> Normalized<F> {
    pub(super) fn new(source: Box<dyn Source>, from: F, come_below: bool) -> Normalized<F> {
        Normalized {
            source,
            from,
            lines: 0,
            below: come_below.then(Below::default),
            ended: false,
        }
    }
}

impl<F: FromText> Source for Normalized<F> {
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
