//! Computes the checksum of an input while it is read.

use crate::input::{Chunk, InputError, Source};
use crate::metrics::trailer::Trailer;
use std::sync::{Arc, Mutex, PoisonError};

/// Lines, bytes and checksum of the data read so far.
#[derive(Debug, Clone, Default)]
pub struct Tally(Arc<Mutex<Trailer>>);

impl Tally {
    /// Wraps a source, and adds up everything that is read from it.
    #[must_use]
    pub fn of(&self, source: Box<dyn Source>) -> Box<dyn Source> {
        let tally = self.clone();
        Box::new(Tallied { source, tally })
    }

    /// The trailer of the data read so far.
    pub fn trailer(&self) -> Trailer {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

struct Tallied {
    source: Box<dyn Source>,
    tally: Tally,
}

impl Source for Tallied {
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let chunk = self.source.next(recycled)?;
        if let Some(chunk) = &chunk {
            let part = Trailer::of(&chunk.bytes);
            let mut all = self.tally.0.lock().unwrap_or_else(PoisonError::into_inner);
            all.append(&part);
        }
        Ok(chunk)
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
