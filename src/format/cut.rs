//! The records of a csv text: a field in double quotes may hold line feeds.

use super::peek::copied;
use crate::input::{Broken, Bytes, Chunk, InputError, Source};
use csv_core::{ReadFieldResult, ReaderBuilder, Terminator};
use memchr::{memchr, memchr_iter};
use std::collections::VecDeque;
use std::ops::Range;

/// Cuts a text into records and a record into fields. What is in double quotes, the
/// automaton of `csv-core` says; without any a record is a line.
#[derive(Debug)]
pub(super) struct Cutter {
    delimiter: u8,
    /// Made for the first record with a double quote in it.
    automaton: Option<Box<csv_core::Reader>>,
}

/// A record.
pub(super) struct CutRecord {
    /// Behind its last byte; line feed and carriage returns are not part of it.
    pub(super) end: usize,
    /// Where the next one begins.
    pub(super) next: usize,
    /// Whether there is a double quote in it.
    pub(super) quotes: bool,
    /// Whether it goes over several lines, and a field of it goes on behind its closing quote: then that
    /// quote opens a field of a later record, and the one before it was not closed.
    pub(super) is_torn: bool,
}

impl Cutter {
    pub(super) fn new(delimiter: u8) -> Cutter {
        Cutter {
            delimiter,
            automaton: None,
        }
    }

    /// The record that begins at `at`; `None` where the text ends within its
    /// quotes.
    #[inline]
    pub(super) fn record(&mut self, text: &[u8], at: usize) -> Option<CutRecord> {
        let feed = memchr(b'\n', &text[at..]).map(|length| at + length);
        let mut end = feed.unwrap_or(text.len());
        let mut next = feed.map_or(end, |feed| feed + 1);
        let quotes = memchr(b'"', &text[at..end]).is_some();
        let mut is_torn = false;
        if quotes {
            next = self.behind_quotes(text, at)?;
            end = next - usize::from(text[at..next].ends_with(b"\n"));
            is_torn = feed.is_some_and(|feed| feed < end) && self.is_torn(&text[at..end]);
        }
        while end > at && text[end - 1] == b'\r' {
            end -= 1;
        }
        Some(CutRecord {
            end,
            next,
            quotes,
            is_torn,
        })
    }

    /// Whether a field goes on behind its closing quote, other than with white space.
    fn is_torn(&mut self, record: &[u8]) -> bool {
        let mut is_torn = false;
        self.quoted_fields(record, &mut |_, field| {
            if let [b'"', inner @ ..] = &record[field] {
                let inner = inner.trim_ascii_end().strip_suffix(b"\"");
                is_torn |= inner.is_none_or(has_lone_quote);
            }
        });
        is_torn
    }

    /// Where the record behind the one at `at` begins.
    fn behind_quotes(&mut self, text: &[u8], at: usize) -> Option<usize> {
        let automaton = self.automaton();
        let mut field = [0; 256];
        let mut from = at;
        while from < text.len() {
            let (result, read, _) = automaton.read_field(&text[from..], &mut field);
            from += read;
            if result == (ReadFieldResult::Field { record_end: true }) {
                return Some(from);
            }
        }
        // A line feed would end the record, were it not within quotes.
        let (result, ..) = automaton.read_field(b"\n", &mut field);
        (result == ReadFieldResult::Field { record_end: true }).then_some(from)
    }

    /// Calls `each` with the place of every field in a record; how many there are.
    #[inline]
    pub(super) fn fields(
        &mut self,
        record: &[u8],
        quotes: bool,
        mut each: impl FnMut(usize, Range<usize>),
    ) -> usize {
        if quotes {
            return self.quoted_fields(record, &mut each);
        }
        let (mut number, mut start) = (0, 0);
        for end in memchr_iter(self.delimiter, record) {
            each(number, start..end);
            number += 1;
            start = end + 1;
        }
        each(number, start..record.len());
        number + 1
    }

    fn quoted_fields(
        &mut self,
        record: &[u8],
        each: &mut impl FnMut(usize, Range<usize>),
    ) -> usize {
        let automaton = self.automaton();
        let mut field = [0; 256];
        let (mut number, mut start, mut from) = (0, 0, 0);
        loop {
            let (result, read, _) = automaton.read_field(&record[from..], &mut field);
            from += read;
            match result {
                ReadFieldResult::Field { record_end: false } => {
                    each(number, start..from - 1);
                    number += 1;
                    start = from;
                }
                ReadFieldResult::Field { record_end: true } | ReadFieldResult::End => {
                    each(number, start..record.len());
                    return number + 1;
                }
                ReadFieldResult::InputEmpty | ReadFieldResult::OutputFull => {}
            }
        }
    }

    /// The automaton, before a record.
    fn automaton(&mut self) -> &mut csv_core::Reader {
        let delimiter = self.delimiter;
        let automaton = self.automaton.get_or_insert_with(|| {
            let mut builder = ReaderBuilder::new();
            builder.delimiter(delimiter);
            builder.terminator(Terminator::Any(b'\n'));
            Box::new(builder.build())
        });
        automaton.reset();
        automaton
    }
}

/// Whether a double quote stands alone, and not beside another.
fn has_lone_quote(mut text: &[u8]) -> bool {
    while let Some(at) = memchr(b'"', text) {
        match text.get(at + 1) {
            Some(b'"') => text = &text[at + 2..],
            _ => return true,
        }
    }
    false
}

/// Yields chunks of whole records from chunks of whole lines. A text without
/// double quotes passes through as it is.
///
/// A line that opens a quote which is not closed within [`Source::max_record`] bytes, or by one that
/// opens a field of another line, is [broken](Broken::OpenQuote), and the next line begins a record.
#[derive(Debug)]
pub struct TableReader {
    source: Box<dyn Source>,
    cutter: Cutter,
    /// The records that begin in these bytes are yielded.
    share: Option<Range<u64>>,
    /// The beginning of a record that the chunks so far do not end.
    open: Vec<u8>,
    /// Where it lies.
    place: u64,
    /// Bytes of it that are worth another look for its end, so that each is looked at a few times.
    enough: usize,
    /// What is to be yielded before more is read.
    ready: VecDeque<Chunk>,
    ended: bool,
}

/// Lines of a text that make a chunk.
struct Part {
    range: Range<usize>,
    is_broken: bool,
}

/// A text as far as it is cut.
struct CutText {
    /// What of it belongs to the share: whole records in a row make one part.
    parts: Vec<Part>,
    /// Where a record begins that does not end in the text.
    rest: usize,
}

impl CutText {
    /// Adds what comes next.
    fn add(&mut self, part: Part) {
        match self.parts.last_mut() {
            Some(last) if !last.is_broken && !part.is_broken => last.range.end = part.range.end,
            _ => self.parts.push(part),
        }
    }
}

impl TableReader {
    /// Reads records from a source that begins where a record does; with a share,
    /// at the beginning of the file, and yields the records whose first
    /// byte lies in those bytes of it.
    #[must_use]
    pub fn new(source: Box<dyn Source>, delimiter: u8, share: Option<Range<u64>>) -> TableReader {
        TableReader {
            source,
            cutter: Cutter::new(delimiter),
            share,
            open: Vec::new(),
            place: 0,
            enough: 0,
            ready: VecDeque::new(),
            ended: false,
        }
    }

    fn share(&self) -> Range<u64> {
        self.share.clone().unwrap_or(0..u64::MAX)
    }

    /// Adds the next chunk of the source.
    fn add(&mut self, chunk: Chunk) -> Result<(), InputError> {
        let share = self.share();
        if chunk.broken.is_some() {
            // What is open does not end in it, or is too long with it.
            self.end_open();
            self.ended |= share.end <= chunk.offset;
            self.ready
                .extend(Some(chunk).filter(|chunk| share.contains(&chunk.offset)));
            return Ok(());
        }
        let end = chunk.offset + chunk.bytes.len() as u64;
        if self.open.is_empty() && memchr(b'"', &chunk.bytes).is_none() {
            if end <= share.start {
                return Ok(());
            }
            if share.start <= chunk.offset && end <= share.end {
                self.ready.push_back(chunk);
                return Ok(());
            }
        }
        if !self.open.is_empty() {
            self.open.extend_from_slice(&chunk.bytes);
            copied(&chunk, self.source.name())?;
            if self.open.len() >= self.enough {
                let text = std::mem::take(&mut self.open);
                self.add_text(&text, self.place, false);
            }
            return Ok(());
        }
        let cut = self.cut(&chunk.bytes, chunk.offset, false);
        let is_whole = |part: &Part| !part.is_broken && part.range == (0..chunk.bytes.len());
        if cut.parts.len() == 1 && is_whole(&cut.parts[0]) {
            self.ready.push_back(chunk);
            return Ok(());
        }
        self.keep(&chunk.bytes, chunk.offset, &cut);
        copied(&chunk, self.source.name())
    }

    /// The source ends, or nothing that comes belongs to the record that is open.
    fn end_open(&mut self) {
        let text = std::mem::take(&mut self.open);
        self.add_text(&text, self.place, true);
    }

    fn add_text(&mut self, text: &[u8], place: u64, at_end: bool) {
        let cut = self.cut(text, place, at_end);
        self.keep(text, place, &cut);
    }

    /// Copies the parts of a text that lies at `place`, and the record that is open behind them.
    fn keep(&mut self, text: &[u8], place: u64, cut: &CutText) {
        for part in &cut.parts {
            self.ready.push_back(Chunk {
                bytes: Bytes::Owned(text[part.range.clone()].to_vec()),
                source: 0,
                offset: place + part.range.start as u64,
                origins: None,
                broken: part.is_broken.then_some(Broken::OpenQuote),
            });
        }
        self.open = text[cut.rest..].to_vec();
        self.place = place + cut.rest as u64;
        self.enough = (2 * self.open.len()).min(self.source.max_record() + 1);
    }

    /// Cuts a text that lies at `place` and begins where a record does.
    fn cut(&mut self, text: &[u8], place: u64, at_end: bool) -> CutText {
        let share = self.share();
        let mut cut = CutText {
            parts: Vec::new(),
            rest: 0,
        };
        while cut.rest < text.len() {
            let begin = place + cut.rest as u64;
            if begin >= share.end {
                self.ended = true;
                cut.rest = text.len();
                break;
            }
            let Some(part) = self.part(text, cut.rest, at_end) else {
                break;
            };
            cut.rest = part.range.end;
            if begin >= share.start {
                cut.add(part);
            }
        }
        cut
    }

    /// The record that begins at `at`, or the line if no record can; nothing where more of the text
    /// must be known to tell.
    fn part(&mut self, text: &[u8], at: usize, at_end: bool) -> Option<Part> {
        let longest = self.source.max_record();
        match self.cutter.record(text, at) {
            Some(record) if record.end - at <= longest && !record.is_torn => Some(Part {
                range: at..record.next,
                is_broken: false,
            }),
            None if !at_end && text.len() - at <= longest => None,
            _ => {
                let feed = memchr(b'\n', &text[at..]);
                Some(Part {
                    range: at..feed.map_or(text.len(), |feed| at + feed + 1),
                    is_broken: true,
                })
            }
        }
    }
}

impl Source for TableReader {
    fn next(&mut self, mut recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        while self.ready.is_empty() && !self.ended {
            match self.source.next(recycled.take())? {
                Some(chunk) => self.add(chunk)?,
                None => {
                    self.end_open();
                    self.ended = true;
                }
            }
        }
        Ok(self.ready.pop_front())
    }

    fn size_hint(&self) -> Option<u64> {
        self.source.size_hint()
    }

    fn max_record(&self) -> usize {
        self.source.max_record()
    }

    fn finish(&mut self) -> Result<(), InputError> {
        self.source.finish()
    }

    fn name(&self) -> &str {
        self.source.name()
    }
}
