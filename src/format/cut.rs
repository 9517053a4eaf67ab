//! Splits a csv text into records, and those into fields.
//!
//! A field ends at the delimiter or the line feed. Only a field that begins with a double quote may
//! hold either. A record takes several lines only if it then has the right number of fields and at
//! most 64 KiB. Otherwise a quote is not closed, and its line is a malformed record by itself. So no
//! quote costs more than its line, and what a record is depends on nothing before it.

use super::peek::copied;
use crate::input::{Bytes, Chunk, HEAD, InputError, Source};
use memchr::{memchr, memchr_iter, memchr2};
use std::collections::VecDeque;
use std::ops::Range;

/// Bytes of the longest record of several lines.
const LONGEST: usize = HEAD;

/// Splits a text by this delimiter.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cutter {
    delimiter: u8,
    /// The fields of a record, if known.
    columns: Option<usize>,
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

/// The end of a field.
struct FieldEnd {
    at: usize,
    /// Whether only white space is behind its quotes, if it has any.
    is_clean: bool,
}

impl Cutter {
    pub(super) fn new(delimiter: u8, columns: Option<usize>) -> Cutter {
        Cutter { delimiter, columns }
    }

    /// The record that begins at `at`. Calls `each` with the number and the range of every field.
    /// `None` if more of the text is needed, which is never so at its end.
    #[inline]
    pub(super) fn record(
        &self,
        text: &[u8],
        at: usize,
        at_end: bool,
        mut each: impl FnMut(usize, Range<usize>),
    ) -> Option<CutRecord> {
        let (mut fields, mut start) = (0, at);
        let (mut is_open, mut is_long) = (false, false);
        loop {
            let mut end = None;
            if text.get(start) == Some(&b'"') {
                let line = memchr(b'\n', &text[start..]).map_or(text.len(), |n| start + n);
                end = self.field_end(&text[..line], start).map(|end| end.at);
                if end.is_none() && (is_long || self.is_long(text, at, at_end)?) {
                    is_long = true;
                    end = self.field_end(text, start).map(|end| end.at);
                }
                is_open = end.is_none();
                end = end.or(Some(line));
            }
            let end = end.unwrap_or_else(|| self.plain_end(text, start));
            let is_last = text.get(end).is_none_or(|byte| *byte == b'\n');
            let mut inner = end;
            while is_last && inner > start && text[inner - 1] == b'\r' {
                inner -= 1;
            }
            let line_end = inner;
            if is_last && self.is_surplus(fields, &text[start..inner]) {
                inner = start - 1;
            } else {
                each(fields, start..inner);
                fields += 1;
            }
            if is_last {
                let feeds = if is_long {
                    memchr_iter(b'\n', &text[at..inner]).count()
                } else {
                    0
                };
                return Some(CutRecord {
                    line_end,
                    end: inner,
                    next: text.len().min(end + 1),
                    fields,
                    feeds,
                    is_open,
                });
            }
            start = end + 1;
        }
    }

    /// Whether this field, with `before` fields before it, is one more than there are columns, and empty.
    fn is_surplus(&self, before: usize, field: &[u8]) -> bool {
        self.columns == Some(before) && before > 0 && field.trim_ascii().is_empty()
    }

    /// Whether a record with an open quote continues on further lines. `None` if more of the text is
    /// needed.
    fn is_long(&self, text: &[u8], at: usize, at_end: bool) -> Option<bool> {
        let is_cut = text.len() - at > LONGEST;
        let text = &text[..text.len().min(at + LONGEST)];
        let (mut fields, mut start) = (0, at);
        loop {
            let Some(end) = self.field_end(text, start) else {
                return (is_cut || at_end).then_some(false);
            };
            if !end.is_clean {
                return Some(false);
            }
            if !self.is_surplus(fields, &text[start..end.at]) {
                fields += 1;
            }
            match text.get(end.at) {
                None if is_cut => return Some(false),
                None if !at_end => return None,
                None | Some(b'\n') => {
                    return Some(self.columns.is_none_or(|columns| columns == fields));
                }
                Some(_) => start = end.at + 1,
            }
        }
    }

    /// The end of the field that begins at `start`. `None` if its quote is not closed.
    fn field_end(&self, text: &[u8], start: usize) -> Option<FieldEnd> {
        if text.get(start) != Some(&b'"') {
            let at = self.plain_end(text, start);
            return Some(FieldEnd { at, is_clean: true });
        }
        let mut behind = start + 1;
        loop {
            behind += memchr(b'"', &text[behind..])? + 1;
            if text.get(behind) != Some(&b'"') {
                break;
            }
            behind += 1;
        }
        let at = self.plain_end(text, behind);
        let is_clean = text[behind..at].trim_ascii().is_empty();
        Some(FieldEnd { at, is_clean })
    }

    fn plain_end(&self, text: &[u8], start: usize) -> usize {
        let end = memchr2(self.delimiter, b'\n', &text[start..]);
        end.map_or(text.len(), |length| start + length)
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
    /// Chunks to yield before more is read.
    ready: VecDeque<Chunk>,
    ended: bool,
}

impl TableReader {
    /// Reads records of this many columns from a source that begins at the start of a record. With
    /// bounds, the source must begin at the start of the file, and the reader yields the records
    /// whose first byte is within the bounds.
    #[must_use]
    pub fn new(
        source: Box<dyn Source>,
        delimiter: u8,
        columns: usize,
        bounds: Option<Range<u64>>,
    ) -> TableReader {
        TableReader {
            source,
            cutter: Cutter::new(delimiter, Some(columns)),
            bounds: bounds.unwrap_or(0..u64::MAX),
            open: Vec::new(),
            place: 0,
            ready: VecDeque::new(),
            ended: false,
        }
    }

    /// Adds the next chunk of the source.
    fn add(&mut self, mut chunk: Chunk) -> Result<(), InputError> {
        let end = chunk.offset + chunk.bytes.len() as u64;
        let is_within = self.bounds.start <= chunk.offset && end <= self.bounds.end;
        if self.open.is_empty() && is_within && memchr(b'"', &chunk.bytes).is_none() {
            self.ready.push_back(chunk);
            return Ok(());
        }
        if !self.open.is_empty() {
            self.open.extend_from_slice(&chunk.bytes);
            copied(&chunk, self.source.name())?;
            chunk.bytes = Bytes::Owned(std::mem::take(&mut self.open));
            chunk.offset = self.place;
        }
        let records = self.whole_records(&chunk.bytes, chunk.offset, false);
        if records == (0..chunk.bytes.len()) {
            self.ready.push_back(chunk);
            return Ok(());
        }
        self.keep(&chunk.bytes, chunk.offset, records);
        copied(&chunk, self.source.name())
    }

    /// Ends the open record, because no further chunk belongs to it.
    fn end_open(&mut self) {
        let (text, place) = (std::mem::take(&mut self.open), self.place);
        let records = self.whole_records(&text, place, true);
        self.keep(&text, place, records);
    }

    /// Copies these records of a text, and what follows them.
    fn keep(&mut self, text: &[u8], offset: u64, records: Range<usize>) {
        self.open = text[records.end..].to_vec();
        self.place = offset + records.end as u64;
        if !records.is_empty() {
            let offset = offset + records.start as u64;
            let bytes = Bytes::Owned(text[records].to_vec());
            self.ready.push_back(Chunk::new(bytes, offset));
        }
    }

    /// The range of the whole records within the bounds.
    fn whole_records(&mut self, text: &[u8], offset: u64, at_end: bool) -> Range<usize> {
        let (mut start, mut at) = (0, 0);
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
        while self.ready.is_empty() && !self.ended {
            match self.source.next(recycled.take())? {
                Some(line) if line.broken.is_some() => {
                    self.end_open();
                    self.ended |= self.bounds.end <= line.offset;
                    if self.bounds.contains(&line.offset) {
                        self.ready.push_back(line);
                    }
                }
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

    fn finish(&mut self) -> Result<(), InputError> {
        self.source.finish()
    }

    fn name(&self) -> &str {
        self.source.name()
    }
}
