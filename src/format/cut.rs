//! Splits a csv text into records. A field in double quotes may contain line feeds.

use super::peek::copied;
use crate::input::{Broken, Bytes, Chunk, InputError, Source};
use csv_core::{ReadFieldResult, ReaderBuilder, Terminator};
use memchr::{memchr, memchr_iter};
use std::collections::VecDeque;
use std::ops::Range;

/// Splits a text into records and a record into fields. Without double quotes, a record is a line.
/// If a record has quotes, the automaton of `csv-core` finds its fields.
#[derive(Debug)]
pub(super) struct Cutter {
    delimiter: u8,
    /// Created for the first record with a double quote.
    automaton: Option<Box<csv_core::Reader>>,
}

/// A record.
pub(super) struct CutRecord {
    /// The end of the record, without line feed and carriage returns.
    pub(super) end: usize,
    /// Where the next one begins.
    pub(super) next: usize,
    /// Whether it has a double quote.
    pub(super) quotes: bool,
    /// Whether it spans several lines, and a field of it continues after its closing quote. Then
    /// that quote opens a field of a later record, and the quote before it was never closed.
    pub(super) is_torn: bool,
}

impl Cutter {
    pub(super) fn new(delimiter: u8) -> Cutter {
        Cutter {
            delimiter,
            automaton: None,
        }
    }

    /// The record that begins at `at`. `None` if the text ends within its quotes.
    #[inline]
    pub(super) fn record(&self, text: &[u8], at: usize) -> Option<CutRecord> {
        self.next_record(text, at, 0, &mut OpenQuotes::default())
    }

    /// The same for a text at the offset `place`. It remembers what is known about open quotes, so
    /// that it examines each byte only a few times, whatever quotes the lines before have opened.
    #[inline]
    fn next_record(
        &self,
        text: &[u8],
        at: usize,
        place: u64,
        open: &mut OpenQuotes,
    ) -> Option<CutRecord> {
        let feed = memchr(b'\n', &text[at..]).map(|length| at + length);
        let mut end = feed.unwrap_or(text.len());
        let mut next = feed.map_or(end, |feed| feed + 1);
        let quotes = memchr(b'"', &text[at..end]).is_some();
        let mut is_torn = false;
        if quotes {
            let line = self.scan(&text[..next], at, Place::Start);
            if line.is_open {
                is_torn = self.close(text, next, place, open)? || line.torn.is_some();
                next = (open.lines.end - place) as usize;
                end = next - usize::from(text[..next].ends_with(b"\n"));
            }
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

    /// Finds the end of the record whose quotes are open at the start of a line, and says whether
    /// the record is torn after that. `None` if the text ends before.
    fn close(&self, text: &[u8], line: usize, place: u64, open: &mut OpenQuotes) -> Option<bool> {
        let line = place + line as u64;
        if !open.lines.contains(&line) {
            *open = OpenQuotes {
                lines: line..line,
                ..OpenQuotes::default()
            };
        }
        if !open.is_closed {
            let from = (open.lines.end - place) as usize;
            let rest = self.scan(text, from, Place::Quoted);
            open.lines.end = place + rest.end as u64;
            open.is_closed = !rest.is_open;
            open.torn = rest.torn.map(|at| place + at as u64).or(open.torn);
        }
        let is_torn = || open.torn.is_some_and(|torn| torn >= line);
        open.is_closed.then(is_torn)
    }

    /// Scans a text from there to the end of the record, after its line feed.
    fn scan(&self, text: &[u8], from: usize, mut place: Place) -> Scan {
        let mut torn = None;
        let mut at = from;
        while at < text.len() {
            if place == Place::Quoted {
                let Some(length) = memchr(b'"', &text[at..]) else {
                    break;
                };
                at += length;
            }
            place = match (place, text[at]) {
                (Place::Quoted, _) => Place::Quote,
                (_, b'\n') => {
                    return Scan {
                        end: at + 1,
                        is_open: false,
                        torn,
                    };
                }
                (_, byte) if byte == self.delimiter => Place::Start,
                (Place::Start | Place::Quote, b'"') => Place::Quoted,
                (Place::Quote | Place::Behind, byte) if byte.is_ascii_whitespace() => Place::Behind,
                (Place::Quote | Place::Behind, _) => {
                    torn = Some(at);
                    Place::Field
                }
                (Place::Start | Place::Field, _) => Place::Field,
            };
            at += 1;
        }
        Scan {
            end: text.len(),
            is_open: place == Place::Quoted,
            torn,
        }
    }

    /// Calls `each` with the range of every field of a record, and returns their number.
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

/// The position of a byte within a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// The first byte of a field.
    Start,
    /// In a field without quotes.
    Field,
    /// Within quotes.
    Quoted,
    /// After a quote within quotes, which ends them unless it is doubled.
    Quote,
    /// After the quotes of a field.
    Behind,
}

/// The result of scanning a text from a position in a record to its end.
struct Scan {
    /// After the record's line feed, or the end of the text.
    end: usize,
    /// Whether the text ends within quotes.
    is_open: bool,
    /// The last byte that continues a field after its quotes.
    torn: Option<usize>,
}

/// Lines that begin within quotes, whichever earlier line has opened them. At the start of a line,
/// nothing else about the earlier lines matters.
#[derive(Debug, Default)]
struct OpenQuotes {
    /// The range of those lines, as far as known.
    lines: Range<u64>,
    /// Whether the record ends at the end of them.
    is_closed: bool,
    /// The last byte among them that continues a field after its quotes.
    torn: Option<u64>,
}

/// Yields chunks of whole records from chunks of whole lines. It passes a text without double
/// quotes on unchanged.
///
/// A line is [broken](Broken::OpenQuote) if its quote is not closed within [`Source::max_record`]
/// bytes, or is closed by a quote that opens a field of another line. The next line begins a
/// record.
#[derive(Debug)]
pub struct TableReader {
    source: Box<dyn Source>,
    cutter: Cutter,
    quotes: OpenQuotes,
    /// The bytes in which records must begin.
    bounds: Option<Range<u64>>,
    /// The beginning of a record that continues in the next chunk.
    open: Vec<u8>,
    /// Its offset.
    place: u64,
    /// The number of its bytes at which to look for its end again, so that each byte is examined
    /// only a few times.
    enough: usize,
    /// Chunks to yield before more is read.
    ready: VecDeque<Chunk>,
    ended: bool,
}

/// Lines of a text that make a chunk.
struct Part {
    range: Range<usize>,
    is_broken: bool,
}

/// A text, as far as it is split.
struct CutText {
    /// The parts of it that lie within the bounds. Consecutive whole records make one part.
    parts: Vec<Part>,
    /// Where a record begins that does not end in the text.
    rest: usize,
}

impl CutText {
    /// Adds the next part.
    fn add(&mut self, part: Part) {
        match self.parts.last_mut() {
            Some(last) if !last.is_broken && !part.is_broken => last.range.end = part.range.end,
            _ => self.parts.push(part),
        }
    }
}

impl TableReader {
    /// Reads records from a source that begins at the start of a record. With bounds, the source
    /// must begin at the start of the file, and the reader yields the records whose first byte is
    /// within the bounds.
    #[must_use]
    pub fn new(source: Box<dyn Source>, delimiter: u8, bounds: Option<Range<u64>>) -> TableReader {
        TableReader {
            source,
            cutter: Cutter::new(delimiter),
            quotes: OpenQuotes::default(),
            bounds,
            open: Vec::new(),
            place: 0,
            enough: 0,
            ready: VecDeque::new(),
            ended: false,
        }
    }

    fn bounds(&self) -> Range<u64> {
        self.bounds.clone().unwrap_or(0..u64::MAX)
    }

    /// Adds the next chunk of the source.
    fn add(&mut self, chunk: Chunk) -> Result<(), InputError> {
        let bounds = self.bounds();
        if chunk.broken.is_some() {
            // The open record does not end in this chunk, or becomes too long with it.
            self.end_open();
            self.ended |= bounds.end <= chunk.offset;
            self.ready
                .extend(Some(chunk).filter(|chunk| bounds.contains(&chunk.offset)));
            return Ok(());
        }
        let end = chunk.offset + chunk.bytes.len() as u64;
        if self.open.is_empty() && memchr(b'"', &chunk.bytes).is_none() {
            if end <= bounds.start {
                return Ok(());
            }
            if bounds.start <= chunk.offset && end <= bounds.end {
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

    /// Ends the open record, because the source ends or the next chunk does not belong to it.
    fn end_open(&mut self) {
        let text = std::mem::take(&mut self.open);
        self.add_text(&text, self.place, true);
    }

    fn add_text(&mut self, text: &[u8], place: u64, at_end: bool) {
        let cut = self.cut(text, place, at_end);
        self.keep(text, place, &cut);
    }

    /// Copies the parts of a text at the offset `place`, and the open record after them.
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

    /// Splits a text at the offset `place` that begins at the start of a record.
    fn cut(&mut self, text: &[u8], place: u64, at_end: bool) -> CutText {
        let bounds = self.bounds();
        let mut cut = CutText {
            parts: Vec::new(),
            rest: 0,
        };
        while cut.rest < text.len() {
            let begin = place + cut.rest as u64;
            if begin >= bounds.end {
                self.ended = true;
                cut.rest = text.len();
                break;
            }
            let Some(part) = self.part(text, place, cut.rest, at_end) else {
                break;
            };
            cut.rest = part.range.end;
            if begin >= bounds.start {
                cut.add(part);
            }
        }
        cut
    }

    /// The record that begins at `at`, or the line if it cannot be a record. `None` if more of the
    /// text is needed.
    fn part(&mut self, text: &[u8], place: u64, at: usize, at_end: bool) -> Option<Part> {
        let longest = self.source.max_record();
        let record = self.cutter.next_record(text, at, place, &mut self.quotes);
        match record {
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
