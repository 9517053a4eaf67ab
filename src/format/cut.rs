//! The records of a csv text: a field in double quotes may hold line feeds.

use super::peek::copied;
use crate::input::{Bytes, Chunk, InputError, LONGEST_LINE, Source};
use csv_core::{ReadFieldResult, ReaderBuilder, Terminator};
use memchr::{memchr, memchr_iter, memrchr};
use std::ops::Range;

/// Cuts a text into records and a record into fields. What is in double quotes, the
/// automaton of `csv-core` says; without any a record is a line.
pub(super) struct Cutter {
    delimiter: u8,
    /// Made for the first record with a double quote in it.
    automaton: Option<Box<csv_core::Reader>>,
}

/// A record.
pub(super) struct Cut {
    /// Behind its last byte; line feed and carriage returns are not part of it.
    pub(super) end: usize,
    /// Where the next one begins.
    pub(super) next: usize,
    /// Whether there is a double quote in it.
    pub(super) quotes: bool,
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
    pub(super) fn record(&mut self, text: &[u8], at: usize) -> Option<Cut> {
        let feed = memchr(b'\n', &text[at..]).map(|length| at + length);
        let mut end = feed.unwrap_or(text.len());
        let mut next = feed.map_or(end, |feed| feed + 1);
        let quotes = memchr(b'"', &text[at..end]).is_some();
        if quotes {
            next = self.behind_quotes(text, at)?;
            end = next - usize::from(text[at..next].ends_with(b"\n"));
        }
        while end > at && text[end - 1] == b'\r' {
            end -= 1;
        }
        Some(Cut { end, next, quotes })
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

/// Yields chunks of whole records from chunks of whole lines. A text without
/// double quotes passes through as it is.
///
/// A record is less than 64 KiB long, so that a quote that is not closed is noticed
/// before the memory is full.
pub struct TableReader {
    source: Box<dyn Source>,
    cutter: Cutter,
    /// The records that begin in these bytes are yielded.
    share: Option<Range<u64>>,
    /// The beginning of a record that the chunks so far do not end.
    open: Vec<u8>,
    /// Where it lies.
    place: u64,
    /// An error that comes after the whole records before it.
    pending: Option<InputError>,
    ended: bool,
}

/// The whole records of a text.
struct Whole {
    /// Those that belong to the share.
    range: Range<usize>,
    /// Behind the last of all.
    end: usize,
    /// Whether the record there is too long.
    too_long: bool,
    /// Whether the share ends before it.
    done: bool,
}

impl TableReader {
    /// Reads records from a source that begins where a record does; with a share,
    /// at the beginning of the file, and yields the records whose first
    /// byte lies in those bytes of it.
    pub fn new(source: Box<dyn Source>, delimiter: u8, share: Option<Range<u64>>) -> TableReader {
        TableReader {
            source,
            cutter: Cutter::new(delimiter),
            share,
            open: Vec::new(),
            place: 0,
            pending: None,
            ended: false,
        }
    }

    /// The whole records of a chunk that belong to the share, if there are any.
    fn records(&mut self, chunk: Chunk) -> Result<Option<Chunk>, InputError> {
        let offset = chunk.offset - self.open.len() as u64;
        let end = chunk.offset + chunk.bytes.len() as u64;
        let simple = self.open.is_empty() && is_simple(&chunk.bytes);
        if let Some(share) = &self.share {
            if share.end <= offset {
                self.ended = true;
                return Ok(None);
            }
            if simple && end <= share.start {
                return Ok(None);
            }
        }
        let inside = |share: &Range<u64>| share.start <= offset && end <= share.end;
        if simple && self.share.as_ref().is_none_or(inside) {
            return Ok(Some(chunk));
        }
        let mut joined = std::mem::take(&mut self.open);
        let whole = if joined.is_empty() {
            self.whole(&chunk.bytes, offset)
        } else {
            joined.extend_from_slice(&chunk.bytes);
            self.whole(&joined, offset)
        };
        self.ended |= whole.done;
        if whole.too_long {
            self.fail(offset + whole.end as u64, "is longer than 64 KiB");
        }
        if joined.is_empty() && whole.range == (0..chunk.bytes.len()) {
            return Ok(Some(chunk));
        }
        let text = if joined.is_empty() {
            &chunk.bytes[..]
        } else {
            &joined[..]
        };
        if !self.ended {
            self.open = text[whole.end..].to_vec();
            self.place = offset + whole.end as u64;
        }
        let bytes = text[whole.range.clone()].to_vec();
        copied(&chunk, self.source.name())?;
        Ok((!bytes.is_empty()).then_some(Chunk {
            bytes: Bytes::Owned(bytes),
            source: chunk.source,
            offset: offset + whole.range.start as u64,
            origins: None,
        }))
    }

    /// Finds the whole records of a text that lies at `offset`.
    fn whole(&mut self, text: &[u8], offset: u64) -> Whole {
        let share = self.share.clone().unwrap_or(0..u64::MAX);
        let mut whole = Whole {
            range: 0..0,
            end: 0,
            too_long: false,
            done: false,
        };
        while whole.end < text.len() {
            let at = whole.end;
            if offset + at as u64 >= share.end {
                whole.done = true;
                break;
            }
            let cut = self.cutter.record(text, at);
            let end = cut.as_ref().map_or(text.len(), |cut| cut.end);
            whole.too_long = end - at >= LONGEST_LINE;
            let Some(cut) = cut.filter(|_| !whole.too_long) else {
                break;
            };
            whole.end = cut.next;
            if offset + (at as u64) < share.start {
                whole.range = cut.next..cut.next;
            } else {
                whole.range.end = cut.next;
            }
        }
        whole
    }

    fn fail(&mut self, place: u64, what: &str) {
        self.ended = true;
        self.pending = Some(InputError::Format {
            name: self.source.name().to_owned(),
            reason: format!(
                "the csv record that begins at byte {place} {what}: is a quote not closed?"
            ),
        });
    }
}

/// Whether records are lines, and none of those is too long.
fn is_simple(mut text: &[u8]) -> bool {
    if memchr(b'"', text).is_some() {
        return false;
    }
    while text.len() >= LONGEST_LINE {
        match memrchr(b'\n', &text[..LONGEST_LINE]) {
            Some(feed) => text = &text[feed + 1..],
            None => return false,
        }
    }
    true
}

impl Source for TableReader {
    fn next(&mut self, mut recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        while !self.ended {
            let Some(chunk) = self.source.next(recycled.take())? else {
                self.ended = true;
                if !self.open.is_empty() {
                    self.fail(self.place, "ends within quotes");
                }
                break;
            };
            if let Some(records) = self.records(chunk)? {
                return Ok(Some(records));
            }
        }
        self.pending.take().map_or(Ok(None), Err)
    }

    fn size_hint(&self) -> Option<u64> {
        self.source.size_hint()
    }

    fn finish(&mut self) -> Result<(), InputError> {
        self.source.finish()
    }

    fn name(&self) -> &str {
        self.source.name()
    }
}
