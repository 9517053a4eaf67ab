//! A source whose first chunks were already examined.

use super::chunk::Chunk;
use super::error::InputError;
use super::source::Source;
use std::collections::VecDeque;
use std::ops::Range;

/// A source, and its chunks that were already read.
pub(crate) struct Peeked {
    pub(crate) chunks: VecDeque<Chunk>,
    pub(crate) source: Box<dyn Source>,
    pub(crate) name: String,
}

impl Source for Peeked {
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        match self.chunks.pop_front() {
            Some(chunk) => Ok(Some(chunk)),
            None => self.source.next(recycled),
        }
    }

    fn restrict(&mut self, part: Range<u64>) -> Result<(), InputError> {
        self.source.restrict(part)?;
        self.chunks.clear();
        Ok(())
    }

    fn size_hint(&self) -> Option<u64> {
        self.source.size_hint()
    }

    fn finish(&mut self) -> Result<(), InputError> {
        self.source.finish()
    }

    fn name(&self) -> &str {
        &self.name
    }
}
