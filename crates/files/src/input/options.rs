//! Options for opening inputs.

use super::mmap;
use ninefold::internal::{LONGEST_RECORD, options};

options! {
    /// Options for opening inputs.
    ///
    /// ```
    /// use ninefold_files::input::{OpenOptions, open};
    /// let options = OpenOptions::default().chunk_size(1 << 20);
    /// let source = open("../../datasets/sample.txt".as_ref(), &options)?;
    /// # drop(source);
    /// # Ok::<(), ninefold_files::input::InputError>(())
    /// ```
    #[derive(Debug, Clone)]
    #[non_exhaustive]
    pub struct OpenOptions {
        /// The permission to map regular files. Without it, they are read. [`mmap`] says what
        /// mapping requires.
        pub mmap: Option<mmap::Allowed> as into,
        /// Approximate bytes of a chunk.
        pub chunk_size: usize,
        /// Maximum bytes of a line, without its line feed, and of a csv record, up to 1 GiB. Of a
        /// longer one, a chunk has only the beginning ([`Chunk::broken`](super::Chunk::broken)).
        pub max_record: usize,
    }
}

/// Default bytes of a chunk. A chunk, its answers and its outcomes should fit into the second-level
/// cache, where they are checked and written from. With a mebibyte, easy puzzles take 12 % longer
/// to solve and 60 % longer to check (Zen 5, a mebibyte of cache a core).
const CHUNK: usize = 256 << 10;

impl Default for OpenOptions {
    fn default() -> OpenOptions {
        OpenOptions {
            mmap: None,
            chunk_size: CHUNK,
            max_record: LONGEST_RECORD,
        }
    }
}

/// Offsets in a chunk are 32-bit numbers.
const LARGEST: usize = 1 << 30;

impl OpenOptions {
    pub(super) fn bytes_of_chunk(&self) -> usize {
        self.chunk_size.clamp(1, self.longest_record())
    }

    pub(super) fn longest_record(&self) -> usize {
        self.max_record.clamp(1, LARGEST)
    }
}
