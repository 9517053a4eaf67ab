//! How inputs are opened.

use super::mmap;
use crate::lines::LONGEST_RECORD;
use crate::setters::setters;

/// How inputs are opened.
///
/// ```
/// use ninefold::input::{OpenOptions, open};
/// let source = open("datasets/sample.txt".as_ref(), &OpenOptions::default().chunk_size(1 << 20))?;
/// # drop(source);
/// # Ok::<(), ninefold::input::InputError>(())
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct OpenOptions {
    /// The permission to map regular files; without it they are read. See [`mmap`] for
    /// what mapping asks of them.
    pub mmap: Option<mmap::Allowed>,
    /// Bytes of a chunk, about.
    pub chunk_size: usize,
    /// Bytes of the longest line that is read, without its line feed, and of the longest record of csv,
    /// up to 1 GiB. Of a longer one a chunk holds the beginning alone ([`Chunk::broken`](super::Chunk::broken)).
    pub max_record: usize,
}

setters! {
    OpenOptions {
        mmap: impl Into<Option<mmap::Allowed>>,
        chunk_size: usize,
        max_record: usize,
    }
}

/// Bytes of a chunk unless told otherwise. A chunk, its answers and its outcomes are to
/// lie in the second-level cache, where they are checked and written from: with a
/// mebibyte, easy puzzles take 12 % longer to solve and 60 % longer to check (Zen 5, a
/// mebibyte of cache a core).
pub(crate) const CHUNK: usize = 256 << 10;

impl Default for OpenOptions {
    fn default() -> OpenOptions {
        OpenOptions {
            mmap: None,
            chunk_size: CHUNK,
            max_record: LONGEST_RECORD,
        }
    }
}

/// Places in a chunk are numbers of 32 bits.
const LARGEST: usize = 1 << 30;

impl OpenOptions {
    pub(super) fn bytes_of_chunk(&self) -> usize {
        self.chunk_size.clamp(1, self.longest_record())
    }

    pub(super) fn longest_record(&self) -> usize {
        self.max_record.clamp(1, LARGEST)
    }
}
