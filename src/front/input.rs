//! Reads the input in texts of whole lines.

use crate::lines::{BOM, LONGEST_RECORD, read_lines, whole_lines};
use std::io::{self, BufReader, Read};

/// Splits a reader into texts of whole lines.
pub(super) struct Input<R> {
    read: BufReader<R>,
    /// Bytes of a text, about.
    target: usize,
    started: bool,
    /// The error that ended it, if any.
    pub(super) failed: Option<io::Error>,
}

impl<R: Read> Input<R> {
    pub(super) fn new(read: R, target: usize) -> Input<R> {
        Input {
            read: BufReader::new(read),
            target: target.min(LONGEST_RECORD),
            started: false,
            failed: None,
        }
    }

    /// Reads the next text, which is empty at the end. A short malformed line replaces a line that
    /// is too long.
    pub(super) fn fill(&mut self, text: &mut Vec<u8>) {
        text.clear();
        if self.failed.is_some() {
            return;
        }
        let read = &mut self.read;
        match read_lines(read, text, self.target, LONGEST_RECORD, u64::MAX) {
            Ok(None) => {}
            Ok(Some((start, _))) => {
                text.truncate(start);
                text.extend_from_slice(b"?\n");
            }
            Err(error) => {
                // It came before the end of this line.
                text.truncate(whole_lines(text));
                self.failed = Some(error);
            }
        }
        if !std::mem::replace(&mut self.started, true) && text.starts_with(BOM) {
            text.drain(..BOM.len());
        }
    }
}
