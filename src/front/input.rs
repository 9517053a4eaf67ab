//! Reads the input in texts of whole lines.

use crate::lines::{BOM, Cut, LONGEST_RECORD, cut};
use std::io::{self, Read};

/// Splits a reader into texts of whole lines.
pub(super) struct Input<R> {
    read: R,
    /// Bytes of a text, about.
    target: usize,
    /// Bytes read after the last text.
    tail: Vec<u8>,
    started: bool,
    ended: bool,
    /// The error that ended it, if any.
    pub(super) failed: Option<io::Error>,
}

impl<R: Read> Input<R> {
    pub(super) fn new(read: R, target: usize) -> Input<R> {
        Input {
            read,
            target,
            tail: Vec::new(),
            started: false,
            ended: false,
            failed: None,
        }
    }

    /// Reads the next text, which is empty at the end. A short malformed line replaces a line that
    /// is too long.
    pub(super) fn fill(&mut self, text: &mut Vec<u8>) {
        text.clear();
        text.append(&mut self.tail);
        while text.len() <= self.target && !self.ended {
            self.read_more(text, self.target + 1 - text.len());
        }
        loop {
            match cut(text, self.target, LONGEST_RECORD, self.ended) {
                Cut::Lines(length) => {
                    self.tail.extend_from_slice(&text[length..]);
                    return text.truncate(length);
                }
                Cut::Unknown => self.read_more(text, text.len()),
                Cut::TooLong(end) => return self.pass_over(text, end),
            }
        }
    }

    /// Skips a line that is too long. `end` is where it ends, if that is known.
    fn pass_over(&mut self, text: &mut Vec<u8>, mut end: Option<usize>) {
        while end.is_none() && !self.ended {
            text.clear();
            self.read_more(text, self.target);
            end = memchr::memchr(b'\n', text).map(|feed| feed + 1);
        }
        self.tail
            .extend_from_slice(&text[end.unwrap_or(text.len())..]);
        text.clear();
        if self.failed.is_none() || end.is_some() {
            text.extend_from_slice(b"?\n");
        }
    }

    /// Reads until there are `wanted` more bytes, or the end.
    fn read_more(&mut self, text: &mut Vec<u8>, wanted: usize) {
        let before = text.len();
        let read = self.read.by_ref().take(wanted as u64).read_to_end(text);
        self.ended = text.len() - before < wanted;
        if let Err(error) = read {
            (self.ended, self.failed) = (true, Some(error));
        }
        if !self.started && text.starts_with(BOM) {
            text.drain(..BOM.len());
        }
        self.started = true;
        if self.failed.is_some() {
            // The error came before the end of this line.
            let whole = memchr::memrchr(b'\n', text).map_or(0, |end| end + 1);
            text.truncate(whole);
        }
    }
}
