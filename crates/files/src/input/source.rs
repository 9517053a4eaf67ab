//! The trait of all sources of chunks.

use super::chunk::Chunk;
use super::error::InputError;
use std::fmt;
use std::ops::Range;

/// A source of chunks.
pub trait Source: Send {
    /// Reads the next chunk, into a used buffer if there is one. `None` at the end.
    ///
    /// # Errors
    /// The source yields the data before an error first.
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError>;

    /// Continues with the lines that begin in these bytes of the input, whatever was read before.
    ///
    /// # Errors
    /// [`InputError::NoRange`] for sources without offsets: everything except uncompressed regular
    /// files.
    fn restrict(&mut self, part: Range<u64>) -> Result<(), InputError> {
        let _ = part;
        Err(InputError::NoRange {
            name: self.name().to_owned(),
        })
    }

    /// Whether from now on a line that is longer than a chunk, and than 64 KiB, comes in pieces
    /// ([`Chunk::is_piece`]), and also one that is too long. At first it does not.
    fn in_pieces(&mut self, yes: bool) {
        let _ = yes;
    }

    /// Takes back the last chunk, which was a piece, to yield it again.
    fn put_back(&mut self, piece: Chunk) {
        let _ = piece;
    }

    /// Total bytes, if known and not compressed.
    fn size_hint(&self) -> Option<u64> {
        None
    }

    /// Call this at the end: it checks whether the input has changed.
    ///
    /// # Errors
    /// [`InputError::Changed`].
    fn finish(&mut self) -> Result<(), InputError>;

    /// The input's name, for messages.
    fn name(&self) -> &str;
}

/// Shows only its name, because showing must not read chunks.
impl fmt::Debug for dyn Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Source").field(&self.name()).finish()
    }
}
