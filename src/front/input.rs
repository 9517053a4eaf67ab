//! What is read, in texts of whole lines.

use crate::lines::{BOM, LONGEST_LINE, cut};
use std::io::{self, Read};

/// Cuts what it reads into texts of whole lines.
pub(super) struct Input<R> {
    read: R,
    /// Bytes of a text, about.
    target: usize,
    /// What was read behind the last text.
    tail: Vec<u8>,
    begun: bool,
    /// Whether the rest of a line that is too long is being passed over.
    skipping: bool,
    ended: bool,
    /// Why it ended, if not by itself.
    pub(super) failed: Option<io::Error>,
}

impl<R: Read> Input<R> {
    pub(super) fn new(read: R, target: usize) -> Input<R> {
        Input {
            read,
            target,
            tail: Vec::new(),
            begun: false,
            skipping: false,
            ended: false,
            failed: None,
        }
    }

    /// The next text, which is empty at the end.
    pub(super) fn fill(&mut self, text: &mut Vec<u8>) {
        text.clear();
        text.append(&mut self.tail);
        while text.len() <= self.target && !self.ended {
            self.read_more(text);
        }
        let (length, next) = match cut(text, self.target, self.ended) {
            Some(known) => known,
            None => {
                // One line, whose end is not in sight.
                self.skipping = true;
                (LONGEST_LINE, text.len())
            }
        };
        self.tail.extend_from_slice(&text[next..]);
        text.truncate(length);
    }

    /// Reads on until there is as much as is wanted, or the end.
    fn read_more(&mut self, text: &mut Vec<u8>) {
        let before = text.len();
        let wanted = self.target + 1 - before;
        let read = self.read.by_ref().take(wanted as u64).read_to_end(text);
        self.ended = text.len() - before < wanted;
        if let Err(error) = read {
            (self.ended, self.failed) = (true, Some(error));
        }
        if self.skipping {
            let end = memchr::memchr(b'\n', &text[before..]);
            self.skipping = end.is_none();
            text.drain(before..end.map_or(text.len(), |end| before + end + 1));
        }
        if !self.begun && text.starts_with(BOM) {
            text.drain(..BOM.len());
        }
        self.begun = true;
        if self.failed.is_some() {
            // The line that the error came in is not known to its end.
            let whole = memchr::memrchr(b'\n', text).map_or(0, |end| end + 1);
            text.truncate(whole);
        }
    }
}
