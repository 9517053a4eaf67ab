//! Going on in the middle of an input that has no places to begin at.

use super::{Chunk, InputError, Source};

/// Reads and drops the first `chunks` chunks of a source. The next one must
/// begin at `offset`, as it did when the same input was cut into chunks of the
/// same size before.
///
/// # Errors
/// Those of reading; [`InputError::Changed`] if there is no such chunk.
pub fn skip(
    mut source: Box<dyn Source>,
    chunks: u64,
    offset: u64,
) -> Result<Box<dyn Source>, InputError> {
    let mut spare = None;
    for _ in 0..chunks {
        let chunk = source.next(spare.take())?;
        spare = chunk.and_then(|chunk| chunk.bytes.into_buffer());
    }
    let next = source.next(spare)?;
    if next.as_ref().is_none_or(|chunk| chunk.offset != offset) {
        return Err(InputError::Changed {
            name: source.name().to_owned(),
            what: "its lines are not where they were",
        });
    }
    Ok(Box::new(Skipped { next, source }))
}

/// A source, and its next chunk.
struct Skipped {
    next: Option<Chunk>,
    source: Box<dyn Source>,
}

impl Source for Skipped {
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        match self.next.take() {
            Some(chunk) => Ok(Some(chunk)),
            None => self.source.next(recycled),
        }
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
