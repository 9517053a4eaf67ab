//! Lines of four fields or more, made of answers in another form.

use crate::format::peek::copied;
use crate::input::{Bytes, Chunk, HEAD, InputError, Origin, Source};

/// What one record says, in the order of its fields.
#[derive(Default)]
pub(super) struct AnswerRecord<'a> {
    pub(super) puzzle: &'a [u8],
    pub(super) solution: &'a [u8],
    pub(super) verdict: &'a [u8],
    pub(super) count: &'a [u8],
    /// What stands in other columns that may be the one with the solutions.
    pub(super) others: Vec<&'a [u8]>,
}

/// Lines made so far, and where each record began.
#[derive(Default)]
pub(super) struct NormalizedRecords {
    text: Vec<u8>,
    origins: Vec<Origin>,
}

impl NormalizedRecords {
    /// A record that began on that line of the source.
    pub(super) fn record(&mut self, record: &AnswerRecord<'_>, line: u64) {
        let fields = [record.puzzle, record.solution, record.verdict, record.count];
        let others = record.others.iter().copied();
        for (i, field) in fields.into_iter().chain(others).enumerate() {
            if i > 0 {
                self.text.push(b'\t');
            }
            // Fields of a table may hold anything; what would be read as two is
            // not let through.
            let clean = |&byte: &u8| if byte.is_ascii_control() { b'?' } else { byte };
            // Longer than any puzzle is as long as any.
            self.text
                .extend(field.iter().take(LONGEST_FIELD).map(clean));
        }
        self.text.push(b'\n');
        self.origins.push(Origin { line, offset: 0 });
    }

    /// A verdict that stands where a record would.
    pub(super) fn verdict(&mut self, verdict: &[u8], line: u64) {
        let record = AnswerRecord {
            verdict,
            ..AnswerRecord::default()
        };
        self.record(&record, line);
    }

    /// A board's cells, or what was to be one.
    pub(super) fn board(&mut self, cells: Option<&[u8]>, line: u64) {
        let record = AnswerRecord {
            solution: cells.unwrap_or(b"?"),
            ..AnswerRecord::default()
        };
        self.record(&record, line);
    }

    /// Whether these are enough for a chunk.
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

/// Bytes of a field that are looked at.
const LONGEST_FIELD: usize = 1024;

/// Something that makes records of lines.
pub(super) trait FromLines: Send {
    /// The next line, without white space at either end.
    fn line(&mut self, line: &[u8], number: u64, made: &mut NormalizedRecords);

    /// There is none any more.
    fn end(&mut self, made: &mut NormalizedRecords);
}

/// What `from` makes of the lines of a source.
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
        let mut made = NormalizedRecords::default();
        while !made.is_full() && !self.ended {
            let Some(chunk) = self.source.next(None)? else {
                self.from.end(&mut made);
                self.ended = true;
                break;
            };
            // Chunks are whole lines; the last of one may lack its line feed.
            let text = chunk.bytes.strip_suffix(b"\n").unwrap_or(&chunk.bytes);
            for line in text.split(|&byte| byte == b'\n') {
                self.line += 1;
                self.from.line(line.trim_ascii(), self.line, &mut made);
            }
            copied(&chunk, self.source.name())?;
        }
        Ok(made.into_chunk())
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
