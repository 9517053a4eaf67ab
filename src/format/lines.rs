//! Collects records of several lines as lines.

use crate::grid::CELLS;
use crate::input::Origin;
use memchr::memchr;
use std::ops::Range;

/// The line that begins at `at`, without white space around it, and where the next one begins.
pub(super) fn line_at(text: &[u8], at: usize) -> (&[u8], usize) {
    let end = memchr(b'\n', &text[at..]).map_or(text.len(), |length| at + length);
    (text[at..end].trim_ascii(), text.len().min(end + 1))
}

/// Lines made so far.
pub(super) struct Out {
    pub(super) text: Vec<u8>,
    pub(super) origins: Vec<Origin>,
    pub(super) part: Range<u64>,
    /// Whether a record began after the part.
    pub(super) past: bool,
}

impl Out {
    /// Accepts all records.
    pub(super) fn new() -> Out {
        Out {
            text: Vec::new(),
            origins: Vec::new(),
            part: 0..u64::MAX,
            past: false,
        }
    }

    /// Adds a record that began on this line of the source, with its label.
    pub(super) fn record(&mut self, cells: &[u8], began: Origin, label: &[u8]) {
        self.past |= began.offset >= self.part.end;
        if !self.part.contains(&began.offset) {
            return;
        }
        let is_graphic = cells
            .iter()
            .fold(true, |all, byte| all & byte.is_ascii_graphic());
        if cells.len() == CELLS && is_graphic {
            if cells[0] == b'#' {
                // It begins no comment.
                self.text.push(b' ');
            }
            self.text.extend_from_slice(cells);
        } else {
            // Replaces bytes that would make a comment, a blank line or two lines. A malformed
            // record stays malformed.
            let clean = |&byte: &u8| match byte {
                b'#' => b'?',
                byte if byte.is_ascii_graphic() => byte,
                _ => b'?',
            };
            let cells = if cells.is_empty() { b"?" } else { cells };
            self.text.extend(cells.iter().map(clean));
        }
        if !label.is_empty() {
            self.text.push(b'\t');
            self.text.extend_from_slice(label);
        }
        self.text.push(b'\n');
        self.origins.push(began);
    }
}
