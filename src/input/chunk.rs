//! What inputs are read in.

use super::mmap::Part;
use std::fmt;
use std::ops::Deref;

/// The part of a text that tells what it is, and the part of a line that is kept where the
/// line is too long.
pub(crate) const HEAD: usize = 1 << 16;

/// Bytes of whole lines. Only a source's last chunk, or one that is broken, lacks its final line feed.
#[derive(Debug)]
pub struct Chunk {
    /// The text.
    pub bytes: Bytes,
    /// Number of the input among those named.
    pub source: usize,
    /// Place of the first byte in the (decompressed) input.
    pub offset: u64,
    /// Where records of a format with several lines a record began.
    pub origins: Option<Vec<Origin>>,
    /// Why its only line is no record, whatever it holds.
    pub broken: Option<Broken>,
}

/// Why a line is no record, whatever it holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Broken {
    /// It is longer than a line may be ([`OpenOptions::max_record`](super::OpenOptions::max_record)). A chunk
    /// holds its first 64 KiB.
    TooLong {
        /// Bytes of it, with its line feed.
        length: u64,
    },
    /// It opens a quote that is not closed within the longest record, or by one that opens a field of
    /// another line.
    OpenQuote,
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Broken::TooLong { length } => {
                write!(f, "too long: {length} bytes (--max-record allows up to 1G)")
            }
            Broken::OpenQuote => f.write_str("a quote is not closed"),
        }
    }
}

impl Chunk {
    /// Bytes of the input that it stands for.
    #[must_use]
    pub fn length(&self) -> u64 {
        match self.broken {
            Some(Broken::TooLong { length }) => length,
            _ => self.bytes.len() as u64,
        }
    }

    /// Line in the input, from 1, on which its record of that number begins, where the lines before
    /// that record are so many.
    pub(crate) fn line_of(&self, record: usize, before: u64) -> u64 {
        let origins = self.origins.as_ref();
        let origin = origins.and_then(|origins| origins.get(record));
        origin.map_or(before + 1, |origin| origin.line)
    }
}

/// A chunk's text, mapped or read.
#[derive(Debug)]
pub enum Bytes {
    /// Part of a mapped file.
    Mapped(Part),
    /// A buffer of its own.
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
    /// The buffer, to be filled again.
    #[must_use]
    pub fn into_buffer(self) -> Option<Vec<u8>> {
        match self {
            Bytes::Mapped(_) => None,
            Bytes::Owned(bytes) => Some(bytes),
        }
    }

    /// Whether the bytes are those of the file: `false` once a mapped file was
    /// found cut short before their end, or is not of the size and the time of
    /// change that it had when it was opened. To be asked after the last use of the
    /// bytes.
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
    /// Place of that line's first byte.
    pub offset: u64,
}
