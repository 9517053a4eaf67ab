//! Splits a csv text into records, and those into fields.
//!
//! A field ends at the delimiter or the line feed. Only a field that begins with a double quote may
//! hold either. A record takes several lines only if it then has the right number of fields and at
//! most 64 KiB. Otherwise a quote is not closed, and its line is a malformed record by itself. So
//! no quote costs more than its line, and what a record is depends on nothing before it.

use super::peek::check_intact;
use crate::input::{Bytes, Chunk, HEAD, InputError, Source};
use memchr::{memchr, memchr_iter, memchr2};
use std::borrow::Cow;
use std::ops::Range;

/// Bytes of the longest record of several lines.
const LONGEST: usize = HEAD;

/// Splits a text into records and fields.
#[derive(Debug, Clone, Copy)]
pub struct Cutter {
    delimiter: u8,
    /// The fields of a record, if known.
    pub(super) columns: Option<usize>,
}

/// A record.
pub(super) struct CutRecord {
    /// The end of its text, without its line end.
    pub(super) line_end: usize,
    /// The end of the record. An empty field after the last column is not part of it: some programs
    /// end each row, but not the header, in a delimiter.
    pub(super) end: usize,
    /// Where the next one begins.
    pub(super) next: usize,
    /// Its fields.
    pub(super) fields: usize,
    /// The line feeds in it.
    pub(super) feeds: usize,
    /// Whether a quote is not closed.
    pub(super) is_open: bool,
}

impl Cutter {
    /// Splits by this delimiter. `columns` are the fields of a record, if known.
    #[must_use]
    pub fn new(delimiter: u8, columns: Option<usize>) -> Cutter {
        Cutter { delimiter, columns }
    }

    /// The record that begins at `at`. Calls `each` with the number and the range of every field:
    /// for one that continues on the next line, once more. `None` if more of the text is needed,
    /// which is never so at its end.
    #[inline]
    pub(super) fn record(
        &self,
        text: &[u8],
        at: usize,
        at_end: bool,
        mut each: impl FnMut(usize, Range<usize>),
    ) -> Option<CutRecord> {
        let mut is_long = false;
        loop {
            let cut = self.fields(text, at, is_long, &mut each);
            if is_long || !cut.is_open || !self.continues(text, at, at_end)? {
                return Some(cut);
            }
            is_long = true;
        }
    }

    /// Whether a record continues after its first line, at whose end a quote is open. `None` if
    /// more of the text is needed.
    #[cold]
    fn continues(&self, text: &[u8], at: usize, at_end: bool) -> Option<bool> {
        let is_cut = text.len() - at > LONGEST;
        let text = &text[..text.len().min(at + LONGEST)];
        let long = self.fields(text, at, true, |_, _| {});
        let may_go_on = long.next == text.len() && (long.is_open || !text.ends_with(b"\n"));
        if may_go_on && (is_cut || !at_end) {
            return is_cut.then_some(false);
        }
        let is_right = self.columns.is_none_or(|columns| columns == long.fields);
        Some(is_right && !long.is_open)
    }

    /// The record that begins at `at`. Only if it `is_long`, a quoted field may hold line feeds,
    /// and nothing but white space may follow its quotes.
    #[inline(always)]
    fn fields(
        &self,
        text: &[u8],
        at: usize,
        is_long: bool,
        mut each: impl FnMut(usize, Range<usize>),
    ) -> CutRecord {
        let mut fields = 0;
        let mut start = at;
        let mut is_open = false;
        loop {
            let mut after = start;
            if text.get(start) == Some(&b'"') {
                let limit = if is_long {
                    text.len()
                } else {
                    memchr(b'\n', &text[start..]).map_or(text.len(), |length| start + length)
                };
                let closed = after_quotes(&text[..limit], start);
                is_open |= closed.is_none();
                after = closed.unwrap_or(limit);
            }
            let end = memchr2(self.delimiter, b'\n', &text[after..]);
            let end = end.map_or(text.len(), |length| after + length);
            let is_quoted = is_long && after > start;
            let is_odd = is_quoted && !text[after..end].trim_ascii().is_empty();
            is_open |= is_odd;
            let is_last = is_odd || text.get(end).is_none_or(|byte| *byte == b'\n');
            let mut inner = end;
            while is_last && inner > start && text[inner - 1] == b'\r' {
                inner -= 1;
            }
            let line_end = inner;
            // One more field than there are columns, and empty.
            let is_more = self.columns == Some(fields) && fields > 0;
            if is_last && is_more && text[start..inner].trim_ascii().is_empty() {
                inner = start - 1;
            } else {
                each(fields, start..inner);
                fields += 1;
            }
            if is_last {
                let feeds = is_long.then(|| memchr_iter(b'\n', &text[at..inner]).count());
                return CutRecord {
                    line_end,
                    end: inner,
                    next: text.len().min(end + 1),
                    fields,
                    feeds: feeds.unwrap_or(0),
                    is_open,
                };
            }
            start = end + 1;
        }
    }
}

/// Where a field that begins with a quote continues after its last one. `None` if that is missing.
fn after_quotes(text: &[u8], start: usize) -> Option<usize> {
    let mut after = start + 1;
    loop {
        after += memchr(b'"', &text[after..])? + 1;
        if text.get(after) != Some(&b'"') {
            return Some(after);
        }
        after += 1;
    }
}

/// Yields chunks of whole records from chunks of whole lines. It passes a text without double
/// quotes on unchanged.
#[derive(Debug)]
pub struct TableReader {
    source: Box<dyn Source>,
    cutter: Cutter,
    /// The bytes in which records must begin.
    bounds: Range<u64>,
    /// The beginning of a record that continues in the next chunk, and its offset.
    open: Vec<u8>,
    place: u64,
    /// A line that is too long, which follows the records before it.
    broken: Option<Chunk>,
    ended: bool,
}

impl TableReader {
    /// Reads records from a source that begins at the start of a record. With bounds, the source
    /// must begin at the start of the file, and the reader yields the records whose first byte is
    /// within the bounds.
    #[must_use]
    pub fn new(cutter: Cutter, source: Box<dyn Source>, bounds: Option<Range<u64>>) -> TableReader {
        TableReader {
            source,
            cutter,
            bounds: bounds.unwrap_or(0..u64::MAX),
            open: Vec::new(),
            place: 0,
            broken: None,
            ended: false,
        }
    }

    /// The range of the whole records within the bounds.
    fn whole_records(&mut self, text: &[u8], offset: u64, at_end: bool) -> Range<usize> {
        let mut start = 0;
        let mut at = 0;
        while at < text.len() {
            let begin = offset + at as u64;
            if begin >= self.bounds.end {
                self.ended = true;
                break;
            }
            let Some(record) = self.cutter.record(text, at, at_end, |_, _| {}) else {
                break;
            };
            at = record.next;
            if begin < self.bounds.start {
                start = at;
            }
        }
        start..at
    }
}

impl Source for TableReader {
    fn next(&mut self, mut recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        while self.broken.is_none() && !self.ended {
            let (mut chunk, at_end) = match self.source.next(recycled.take())? {
                Some(chunk) if chunk.broken.is_none() => (chunk, false),
                // No further chunk belongs to the open record.
                last => {
                    let next = last.as_ref().map_or(u64::MAX, |line| line.offset);
                    self.ended |= self.bounds.end <= next;
                    self.broken = last.filter(|line| self.bounds.contains(&line.offset));
                    (Chunk::new(Bytes::Owned(Vec::new()), self.place), true)
                }
            };
            let end = chunk.offset + chunk.bytes.len() as u64;
            let is_within = self.bounds.start <= chunk.offset && end <= self.bounds.end;
            let is_joined = !self.open.is_empty();
            if is_joined {
                self.open.extend_from_slice(&chunk.bytes);
                check_intact(&chunk, self.source.name())?;
                let text = std::mem::take(&mut self.open);
                chunk = Chunk::new(Bytes::Owned(text), self.place);
            }
            let is_plain = is_within && !is_joined && memchr(b'"', &chunk.bytes).is_none();
            let all = 0..chunk.bytes.len();
            let records = if is_plain {
                all.clone()
            } else {
                self.whole_records(&chunk.bytes, chunk.offset, at_end)
            };
            if records.is_empty() || records != all {
                self.open = chunk.bytes[records.end..].to_vec();
                self.place = chunk.offset + records.end as u64;
                let bytes = Bytes::Owned(chunk.bytes[records.clone()].to_vec());
                check_intact(&chunk, self.source.name())?;
                chunk = Chunk::new(bytes, chunk.offset + records.start as u64);
            }
            if !records.is_empty() {
                return Ok(Some(chunk));
            }
        }
        Ok(self.broken.take())
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

/// A field as it is, or what is within its quotes.
pub(super) fn without_quotes(field: &[u8]) -> &[u8] {
    match field.trim_ascii() {
        [b'"', inner @ .., b'"'] => inner,
        _ => field,
    }
}

/// The text of a field, in which two quotes are one.
pub(super) fn unquoted(field: &[u8]) -> Cow<'_, [u8]> {
    let inner = without_quotes(field);
    if inner.len() == field.len() || memchr(b'"', inner).is_none() {
        return inner.into();
    }
    let mut is_second = false;
    let text = inner.iter().copied().filter(|&byte| {
        is_second = byte == b'"' && !is_second;
        !is_second
    });
    text.collect::<Vec<u8>>().into()
}
