//! A mapped file as a source of chunks.

use super::chunk::{Bytes, Chunk, TooLong};
use super::error::{ENDLESS_LINE, InputError};
use super::mmap::{Allowed, Map, MappedRange};
use super::options::OpenOptions;
use super::range;
use super::source::Source;
use ninefold::internal::{BOM, HEAD, whole_lines};
use std::fs::File;
use std::ops::Range;
use std::sync::Arc;

/// Bytes behind the reader that stay mapped: more than all chunks in flight.
const BEHIND: usize = 64 << 20;

/// Bytes to search at a time for the end of a long line.
const STEP: usize = 1 << 20;

/// A mapped file as a source.
struct Mapped {
    name: String,
    map: Arc<Map>,
    chunk_size: usize,
    max_record: usize,
    at: usize,
    end: usize,
    start: usize,
    /// Whether long lines come in pieces.
    in_pieces: bool,
    /// Everything before this was released.
    released: usize,
}

/// Maps a regular file. `None` if that is not possible; then it is read instead.
pub(super) fn open(
    name: &str,
    file: &File,
    options: &OpenOptions,
    allowed: Allowed,
) -> Option<Box<dyn Source>> {
    let map = Map::of(file, allowed)?;
    let end = usize::try_from(map.identity.size).ok()?;
    let mut source = Mapped {
        name: name.to_owned(),
        end: end.min(map.text().len()),
        map: Arc::new(map),
        chunk_size: options.bytes_of_chunk(),
        max_record: options.longest_record(),
        at: 0,
        start: 0,
        in_pieces: false,
        released: 0,
    };
    source.at = source.first();
    Some(Box::new(source))
}

impl Mapped {
    /// Where the first line begins: after a byte-order mark.
    fn first(&self) -> usize {
        let mark = self.end.min(BOM.len());
        let there = self.map.populate(0..mark, &self.name).is_ok()
            && self.map.text()[..self.end].starts_with(BOM);
        if there { mark } else { 0 }
    }

    /// The first line feed from `from` to `to`, if there is one. It loads pages on the way.
    fn feed(&self, mut from: usize, to: usize) -> Result<Option<usize>, InputError> {
        while from < to {
            let next = to.min(from + STEP);
            self.map.populate(from..next, &self.name)?;
            if let Some(feed) = memchr::memchr(b'\n', &self.map.text()[from..next]) {
                return Ok(Some(from + feed));
            }
            from = next;
        }
        Ok(None)
    }

    /// The end of a line that is too long, which begins at `start` and continues at `from`.
    fn end_of_line(&self, start: usize, from: usize) -> Result<usize, InputError> {
        let most = self.end.min(start.saturating_add(ENDLESS_LINE as usize));
        match self.feed(from, most)? {
            Some(feed) => Ok(feed + 1),
            None if most == self.end => Ok(self.end),
            None => Err(InputError::NoLines {
                name: self.name.clone(),
                offset: start as u64,
            }),
        }
    }

    /// Releases pages well behind the reader.
    fn release(&mut self) {
        let keep = self.at.saturating_sub(BEHIND);
        if keep >= self.released + BEHIND {
            self.map.give_back(self.released..keep);
            self.released = keep;
        }
    }
}

impl Source for Mapped {
    fn next(&mut self, _recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        self.release();
        if self.at >= self.end {
            return Ok(None);
        }
        let at = self.at;
        let target = self.end.min(at + self.chunk_size);
        self.map.populate(at..target, &self.name)?;
        let last = at + whole_lines(&self.map.text()[at..target]);
        let mut end = target;
        let mut long = None;
        let longest = self.chunk_size.max(HEAD).min(self.max_record);
        let longest = self.end.min(last + longest);
        if last < target && self.in_pieces {
            end = match self.feed(target, longest)? {
                Some(feed) => feed + 1,
                None if last > at => last,
                None => longest,
            };
        } else if last < target {
            let enough = self.end.min(last + self.max_record + 1);
            end = match self.feed(target, enough)? {
                Some(feed) => feed + 1,
                None if self.end - last <= self.max_record => self.end,
                // A line that is too long gets a chunk of its own.
                None if last > at => last,
                None => {
                    let end = self.end_of_line(at, enough)?;
                    long = Some((end - at) as u64);
                    end
                }
            };
        }
        let kept = if long.is_some() {
            end.min(at + HEAD)
        } else {
            end
        };
        self.at = end;
        let is_piece = self.in_pieces && end < self.end && self.map.text()[end - 1] != b'\n';
        let bytes = Bytes::Mapped(MappedRange::new(&self.map, at..kept));
        Ok(Some(Chunk {
            broken: long.map(|length| TooLong { length }),
            is_piece,
            ..Chunk::new(bytes, at as u64)
        }))
    }

    fn in_pieces(&mut self, yes: bool) {
        self.in_pieces = yes;
    }

    fn put_back(&mut self, piece: Chunk) {
        self.at = piece.offset as usize;
        self.released = self.released.min(self.at);
    }

    fn restrict(&mut self, part: Range<u64>) -> Result<(), InputError> {
        let lines = range::lines_of(
            &self.map.file,
            self.map.identity.size,
            &part,
            self.max_record,
        );
        let lines = lines.map_err(|cause| InputError::Read {
            name: self.name.clone(),
            offset: part.start,
            cause,
        })?;
        // Offsets in a mapped file fit, because the whole file is in the address space.
        (self.start, self.end) = (lines.start as usize, lines.end as usize);
        self.end = self.end.min(self.map.text().len());
        self.at = match self.start {
            0 => self.first(),
            start => start,
        };
        self.released = self.start;
        Ok(())
    }

    fn size_hint(&self) -> Option<u64> {
        Some((self.end - self.start) as u64)
    }

    fn finish(&mut self) -> Result<(), InputError> {
        self.map.identity.check(&self.map.file, &self.name)
    }

    fn name(&self) -> &str {
        &self.name
    }
}
