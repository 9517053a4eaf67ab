//! Looking at the beginning of an input before it is read.

use crate::input::{Bytes, Chunk, HEAD, InputError, Source};
use memchr::memchr;
use std::collections::VecDeque;

/// The first chunks of an input: the last of those that are not broken is made of all up to where
/// `enough` is shown, or up to 64 KiB, so that it does not matter how a text is cut into chunks. Others than
/// that one are broken.
pub(super) fn first_chunks(
    source: &mut dyn Source,
    enough: impl Fn(&[u8]) -> bool,
) -> Result<VecDeque<Chunk>, InputError> {
    let mut chunks = VecDeque::new();
    let mut first = loop {
        match source.next(None)? {
            Some(chunk) if chunk.broken.is_some() && chunks.len() < MOST => chunks.push_back(chunk),
            Some(chunk) => break chunk,
            None => return Ok(chunks),
        }
    };
    let goes_on = |text: &[u8]| text.len() < HEAD && !enough(text);
    if first.broken.is_some() || !goes_on(&first.bytes) {
        chunks.push_back(first);
        return Ok(chunks);
    }
    let mut text = first.bytes.to_vec();
    copied(&first, source.name())?;
    let mut looked_at = text.len();
    let mut behind = None;
    while let Some(next) = source.next(None)? {
        if next.broken.is_some() {
            behind = Some(next);
            break;
        }
        text.extend_from_slice(&next.bytes);
        copied(&next, source.name())?;
        // Not after each chunk, which may be a line: so each byte is looked at nine times or so.
        if text.len() < (looked_at + looked_at / 8).min(HEAD) {
            continue;
        }
        looked_at = text.len();
        if !goes_on(&text) {
            break;
        }
    }
    first.bytes = Bytes::Owned(text);
    chunks.push_back(first);
    chunks.extend(behind);
    Ok(chunks)
}

/// Broken lines that are passed over in search of the first line that tells what a text is.
const MOST: usize = 4;

/// The text that tells what an input is: of its first whole lines those that begin in 64 KiB, or all of the
/// first.
pub(super) fn head(chunks: &VecDeque<Chunk>) -> &[u8] {
    let whole = chunks.iter().find(|chunk| chunk.broken.is_none());
    let text: &[u8] = whole.or(chunks.front()).map_or(&[], |chunk| &chunk.bytes);
    let first = memchr(b'\n', text).map_or(text.len(), |feed| feed + 1);
    &text[..text.len().min(HEAD.max(first))]
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
        let text = io::repeat(b'\n').take(2 * HEAD as u64);
        let options = OpenOptions::default().chunk_size(1);
        let mut source = open_reader("blank lines", Box::new(text), &options).unwrap();
        let looked_at = Cell::new(0);
        let enough = |text: &[u8]| {
            looked_at.set(looked_at.get() + text.len());
            false
        };
        let first = first_chunks(&mut *source, enough).unwrap();
        assert_eq!(head(&first).len(), HEAD);
        assert!(looked_at.get() < 16 * HEAD, "{}", looked_at.get());
    }
}
