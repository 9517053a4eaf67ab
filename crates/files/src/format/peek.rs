//! Examines the beginning of an input before it is read.

use crate::input::{Bytes, Chunk, HEAD, InputError, Source};
use memchr::memchr;
use std::collections::VecDeque;

/// Reads the first chunks of an input. The last chunk that is not broken has all text up to where
/// `enough` is satisfied, or up to 64 KiB. So it does not matter how the text is divided into
/// chunks. All chunks before it are broken.
pub(super) fn first_chunks(
    source: &mut dyn Source,
    enough: impl Fn(&[u8]) -> bool,
) -> Result<FirstChunks, InputError> {
    let mut chunks = VecDeque::new();
    let mut first = loop {
        match source.next(None)? {
            Some(chunk) if chunk.broken.is_some() && chunks.len() < MOST => chunks.push_back(chunk),
            Some(chunk) => break chunk,
            None => {
                return Ok(FirstChunks {
                    chunks,
                    has_pieces: false,
                });
            }
        }
    };
    let needs_more = |text: &[u8]| text.len() < HEAD && !enough(text);
    if first.broken.is_some() || !needs_more(&first.bytes) {
        let has_pieces = first.is_piece;
        chunks.push_back(first);
        return Ok(FirstChunks { chunks, has_pieces });
    }
    let mut has_pieces = first.is_piece;
    let mut text = first.bytes.to_vec();
    check_intact(&first, source.name())?;
    let mut looked_at = text.len();
    let mut broken = None;
    while let Some(next) = source.next(None)? {
        if next.broken.is_some() {
            broken = Some(next);
            break;
        }
        text.extend_from_slice(&next.bytes);
        first.is_piece = next.is_piece;
        has_pieces |= next.is_piece;
        check_intact(&next, source.name())?;
        // Not after each chunk, which may be a line. So each byte is examined about nine times.
        if text.len() < (looked_at + looked_at / 8).min(HEAD) {
            continue;
        }
        looked_at = text.len();
        if !needs_more(&text) {
            break;
        }
    }
    first.bytes = Bytes::Owned(text);
    chunks.push_back(first);
    chunks.extend(broken);
    Ok(FirstChunks { chunks, has_pieces })
}

/// The first chunks of an input.
pub(super) struct FirstChunks {
    pub(super) chunks: VecDeque<Chunk>,
    /// Whether any of them had a piece of a line, also one that was put together again.
    pub(super) has_pieces: bool,
}

/// Maximum number of broken lines to skip before the first line that shows the format.
const MOST: usize = 4;

/// The most of a first line that shows the format of an input.
const LONGEST_FIRST_LINE: usize = 16 * HEAD;

/// The text that shows the format of an input: its first 64 KiB, or its first line, up to 1 MiB.
pub(super) fn head(chunks: &VecDeque<Chunk>) -> &[u8] {
    let whole = chunks.iter().find(|chunk| chunk.broken.is_none());
    let text: &[u8] = whole.or(chunks.front()).map_or(&[], |chunk| &chunk.bytes);
    let first = memchr(b'\n', text).map_or(text.len(), |feed| feed + 1);
    &text[..text.len().min(first.clamp(HEAD, LONGEST_FIRST_LINE))]
}

/// Checks that a chunk still has the bytes of its input. Call this after the bytes were copied,
/// because the copy shows nothing.
pub(super) fn check_intact(chunk: &Chunk, name: &str) -> Result<(), InputError> {
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
        assert_eq!(head(&first.chunks).len(), HEAD);
        assert!(looked_at.get() < 16 * HEAD, "{}", looked_at.get());
    }
}
