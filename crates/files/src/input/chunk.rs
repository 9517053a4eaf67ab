//! Chunks, the unit in which inputs are read.

use super::mmap::MappedRange;
use std::fmt;
use std::ops::Deref;

/// Bytes of whole lines. Only a source's last chunk, a broken one, or a piece of a line lacks its
/// final line feed.
#[derive(Debug)]
pub struct Chunk {
    /// The text.
    pub bytes: Bytes,
    /// Number of the input, in the order given.
    pub source: usize,
    /// Offset of the first byte in the (decompressed) input.
    pub offset: u64,
    /// For a format with several lines a record, where the records began.
    pub origins: Option<Vec<Origin>>,
    /// If its only line is too long, its length.
    pub broken: Option<TooLong>,
    /// Whether its last line continues in the next chunk
    /// ([`Source::in_pieces`](super::Source::in_pieces)).
    pub is_piece: bool,
}

/// A line that is too long to be a record
/// ([`OpenOptions::max_record`](super::OpenOptions::max_record)). The chunk has its first 64 KiB.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLong {
    /// The length of the line, with its line feed.
    pub length: u64,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let length = self.length;
        write!(
            f,
            "too long: {length} bytes (--max-record raises the limit, up to 1G)"
        )
    }
}

impl Chunk {
    /// Whole lines of the first input, which begin at this byte.
    #[must_use]
    pub fn new(bytes: Bytes, offset: u64) -> Chunk {
        Chunk {
            bytes,
            source: 0,
            offset,
            origins: None,
            broken: None,
            is_piece: false,
        }
    }

    /// The number of bytes of the input that it covers.
    #[must_use]
    pub fn length(&self) -> u64 {
        self.broken
            .map_or(self.bytes.len() as u64, |line| line.length)
    }

    /// The line of the input, from 1, on which the record of this number begins. `before` is the
    /// number of lines before that record.
    pub(crate) fn line_of(&self, record: usize, before: u64) -> u64 {
        let origins = self.origins.as_ref();
        let origin = origins.and_then(|origins| origins.get(record));
        origin.map_or(before + 1, |origin| origin.line)
    }
}

/// The text of a chunk, mapped or read.
#[derive(Debug)]
pub enum Bytes {
    /// Part of a mapped file.
    Mapped(MappedRange),
    /// An owned buffer.
    Owned(Vec<u8>),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(part) => part,
            Bytes::Owned(bytes) => bytes,
        }
    }
}

impl Bytes {
    /// Returns the buffer, to be filled again.
    #[must_use]
    pub fn into_buffer(self) -> Option<Vec<u8>> {
        match self {
            Bytes::Mapped(_) => None,
            Bytes::Owned(bytes) => Some(bytes),
        }
    }

    /// Whether the bytes are those of the file. `false` if a mapped file was truncated before their
    /// end, or if its size or modification time differ from those when it was opened. Call this
    /// after the last use of the bytes.
    #[must_use]
    pub fn is_intact(&self) -> bool {
        match self {
            Bytes::Mapped(part) => part.is_intact(),
            Bytes::Owned(_) => true,
        }
    }
}

/// Where a record began in its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Origin {
    /// Line, from 1.
    pub line: u64,
    /// Offset of that line's first byte.
    pub offset: u64,
}
