//! Where chunks come from.

use super::chunk::Chunk;
use super::error::InputError;
use crate::lines::LONGEST_RECORD;
use std::fmt;
use std::ops::Range;

/// Where chunks come from.
pub trait Source: Send {
    /// The next chunk, in a buffer used before if there is one; `None` at the
    /// end.
    ///
    /// # Errors
    /// What has been read before an error is delivered first.
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError>;

    /// Goes on with the lines that begin in these bytes of the input, whatever
    /// was read before.
    ///
    /// # Errors
    /// [`InputError::NoRange`] of what has no places to begin at: all but
    /// uncompressed regular files.
    fn restrict(&mut self, part: Range<u64>) -> Result<(), InputError> {
        let _ = part;
        Err(InputError::NoRange {
            name: self.name().to_owned(),
        })
    }

    /// Bytes in all, where that is known and they are not compressed.
    fn size_hint(&self) -> Option<u64>;

    /// Bytes of the longest line that it reads whole, and of the longest record of csv in it.
    fn max_record(&self) -> usize {
        LONGEST_RECORD
    }

    /// Comments among the lines read so far that are in no chunk, because records of several lines
    /// are put together without them.
    fn comments(&self) -> u64 {
        0
    }

    /// To be called at the end: whether the input is what it was at the start.
    ///
    /// # Errors
    /// [`InputError::Changed`].
    fn finish(&mut self) -> Result<(), InputError>;

    /// The input's name, for messages.
    fn name(&self) -> &str;
}

/// By its name; chunks are not read to be shown.
impl fmt::Debug for dyn Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Source").field(&self.name()).finish()
    }
}
