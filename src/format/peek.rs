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
    let mut text = first.bytes.to_vec();
    copied(&first, source.name())?;
    let mut looked_at = text.len();
    while let Some(next) = source.next(None)? {
        text.extend_from_slice(&next.bytes);
        copied(&next, source.name())?;
        // Not after each chunk, which may be a line: so each byte is looked at nine times or so.
        if text.len() < (looked_at + looked_at / 8).min(LONGEST_LINE) {
            continue;
        }
        looked_at = text.len();
        if !goes_on(&text) {
            break;
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::{OpenOptions, open_reader};
    use std::cell::Cell;
    use std::io::{self, Read};

    #[test]
    fn small_chunks_are_looked_at_a_few_times() {
        let text = io::repeat(b'\n').take(2 * LONGEST_LINE as u64);
        let options = OpenOptions::default().chunk_size(1);
        let mut source = open_reader("blank lines", Box::new(text), &options).unwrap();
        let looked_at = Cell::new(0);
        let enough = |text: &[u8]| {
            looked_at.set(looked_at.get() + text.len());
            false
        };
        let first = first_chunk(&mut *source, enough).unwrap().unwrap();
        assert_eq!(first.bytes.len(), LONGEST_LINE);
        assert!(looked_at.get() < 16 * LONGEST_LINE, "{}", looked_at.get());
    }
}
