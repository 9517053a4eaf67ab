//! Converts answers in other forms to lines of at least four fields.

use super::below::{Below, Paired};
use crate::format::peek::copied;
use crate::input::{Bytes, Chunk, HEAD, InputError, Origin, Source};

/// The content of one record, in the order of its fields.
#[derive(Default)]
pub(super) struct AnswerRecord<'a> {
    pub(super) puzzle: &'a [u8],
    pub(super) solution: &'a [u8],
    pub(super) verdict: &'a [u8],
    pub(super) count: &'a [u8],
    /// Values of other columns that may be the one with the solutions.
    pub(super) others: Vec<&'a [u8]>,
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
                let (puzzle, others) = (&puzzle[..], record.others.clone());
                let record = AnswerRecord {
                    puzzle,
                    others,
                    ..*record
                };
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
        let others = record.others.iter().copied();
        for (i, field) in fields.into_iter().chain(others).enumerate() {
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

    /// Adds a verdict in place of a record.
    pub(super) fn verdict(&mut self, verdict: &[u8], line: u64) {
        let record = AnswerRecord {
            verdict,
            ..AnswerRecord::default()
        };
        self.record(&record, line);
    }

    /// Adds the cells of a board, or a malformed board.
    pub(super) fn board(&mut self, cells: Option<&[u8]>, line: u64) {
        let record = AnswerRecord {
            solution: cells.unwrap_or(b"?"),
            ..AnswerRecord::default()
        };
        self.record(&record, line);
    }

    /// Whether there are enough lines for a chunk.
    pub(super) fn is_full(&self) -> bool {
        self.text.len() >= HEAD
    }

    /// A chunk of these lines, if there are any.
    pub(super) fn into_chunk(self) -> Option<Chunk> {
        (!self.text.is_empty()).then(|| Chunk {
            bytes: Bytes::Owned(self.text),
            source: 0,
            offset: 0,
            origins: Some(self.origins),
            broken: None,
        })
    }
}

/// Bytes of a field to examine.
const LONGEST_FIELD: usize = 1024;

/// Makes records from lines.
pub(super) trait FromLines: Send {
    /// Takes the next line, without white space at either end.
    fn line(&mut self, line: &[u8], number: u64, records: &mut NormalizedRecords);

    /// Ends the text.
    fn end(&mut self, records: &mut NormalizedRecords);
}

/// Whether `from` makes puzzles of this text, with their answers below.
pub(super) fn come_below(head: &[u8], mut from: impl FromLines) -> bool {
    let mut records = NormalizedRecords {
        below: Some(Below::default()),
        ..NormalizedRecords::default()
    };
    for line in head.split(|&byte| byte == b'\n') {
        from.line(line.trim_ascii(), 0, &mut records);
    }
    records.below.is_some_and(|below| below.is_likely())
}

/// Applies `from` to the lines of a source. If its records come below their puzzles, pairs them.
pub(super) fn by_lines(
    source: Box<dyn Source>,
    from: impl FromLines + 'static,
    come_below: bool,
) -> Box<dyn Source> {
    Box::new(ByLines {
        source,
        from,
        line: 0,
        below: come_below.then(Below::default),
        ended: false,
    })
}

struct ByLines<F> {
    source: Box<dyn Source>,
    from: F,
    line: u64,
    below: Option<Below>,
    ended: bool,
}

impl<F: FromLines> Source for ByLines<F> {
    fn next(&mut self, _recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let mut records = NormalizedRecords {
            below: self.below.take(),
            ..NormalizedRecords::default()
        };
        while !records.is_full() && !self.ended {
            let Some(chunk) = self.source.next(None)? else {
                self.from.end(&mut records);
                records.end();
                self.ended = true;
                break;
            };
            // Chunks are whole lines, but the last line of a chunk may lack its line feed.
            let text = chunk.bytes.strip_suffix(b"\n").unwrap_or(&chunk.bytes);
            for line in text.split(|&byte| byte == b'\n') {
                self.line += 1;
                self.from.line(line.trim_ascii(), self.line, &mut records);
            }
            copied(&chunk, self.source.name())?;
        }
        self.below = records.below.take();
        Ok(records.into_chunk())
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
