//! Skips chunks to resume in the middle of an input that has no offsets.

use super::error::InputError;
use super::peeked::Peeked;
use super::source::Source;

/// Reads and drops the first `chunks` chunks of a source. The next chunk must begin at `offset`, as
/// it did when the same input was earlier read in chunks of the same size.
///
/// # Errors
/// Errors of reading, and [`InputError::Changed`] if there is no such chunk.
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
    let name = source.name().to_owned();
    let chunks = next.into_iter().collect();
    Ok(Box::new(Peeked {
        chunks,
        source,
        name,
    }))
}
