//! Converts answers in other forms to lines of at least four fields.

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
}

impl NormalizedRecords {
    /// Adds a record that began on this line of the source.
    pub(super) fn record(&mut self, record: &AnswerRecord<'_>, line: u64) {
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

/// Applies `from` to the lines of a source.
pub(super) fn by_lines(source: Box<dyn Source>, from: impl FromLines + 'static) -> Box<dyn Source> {
    Box::new(ByLines {
        source,
        from,
        line: 0,
        ended: false,
    })
}

struct ByLines<F> {
    source: Box<dyn Source>,
    from: F,
    line: u64,
    ended: bool,
}

impl<F: FromLines> Source for ByLines<F> {
    fn next(&mut self, _recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let mut records = NormalizedRecords::default();
        while !records.is_full() && !self.ended {
            let Some(chunk) = self.source.next(None)? else {
                self.from.end(&mut records);
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
