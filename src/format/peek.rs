//! Looking at the beginning of an input before it is read.

use crate::input::{Bytes, Chunk, InputError, LONGEST_LINE, Source};

/// The first chunk, and with it those behind it up to where `enough` is shown, or up to
/// 64 KiB: how a text is cut into chunks must not decide what it is taken for.
pub(super) fn first_chunk(
    source: &mut dyn Source,
    enough: impl Fn(&[u8]) -> bool,
) -> Result<Option<Chunk>, InputError> {
    let Some(mut first) = source.next(None)? else {
        return Ok(None);
    };
    let goes_on = |text: &[u8]| text.len() < LONGEST_LINE && !enough(text);
    if !goes_on(&first.bytes) {
        return Ok(Some(first));
    }
    // Each chunk is looked at once, however small they are.
    let mut text = first.bytes.to_vec();
    copied(&first, source.name())?;
    while goes_on(&text) {
        let Some(next) = source.next(None)? else {
            break;
        };
        text.extend_from_slice(&next.bytes);
        copied(&next, source.name())?;
    }
    first.bytes = Bytes::Owned(text);
    Ok(Some(first))
}

/// Whether a chunk was still that of its input after it was copied: behind,
/// nobody can ask for it any more.
pub(crate) fn copied(chunk: &Chunk, name: &str) -> Result<(), InputError> {
    if chunk.bytes.is_intact() {
        return Ok(());
    }
    Err(InputError::Changed {
        name: name.to_owned(),
        what: "it was cut short or written to",
    })
}
