//! Lines that records of several lines are brought into.

use crate::input::Origin;
use std::ops::Range;

/// Lines made so far.
pub(super) struct Out {
    pub(super) text: Vec<u8>,
    pub(super) origins: Vec<Origin>,
    pub(super) part: Range<u64>,
    /// Whether a record began behind the part.
    pub(super) past: bool,
}

impl Out {
    /// Takes all records.
    pub(super) fn new() -> Out {
        Out {
            text: Vec::new(),
            origins: Vec::new(),
            part: 0..u64::MAX,
            past: false,
        }
    }

    /// A record that began on that line of the source, and what it is called.
    pub(super) fn record(&mut self, cells: &[u8], began: Origin, label: &[u8]) {
        self.past |= began.offset >= self.part.end;
        if !self.part.contains(&began.offset) {
            return;
        }
        // What would be taken for a comment, a blank or two lines is not let
        // through; what is no puzzle stays none.
        let clean = |byte: &u8| {
            if byte.is_ascii_graphic() && *byte != b'#' {
                *byte
            } else {
                b'?'
            }
        };
        if cells.is_empty() {
            self.text.push(b'?');
        }
        self.text.extend(cells.iter().map(clean));
        if !label.is_empty() {
            self.text.push(b'\t');
            self.text.extend_from_slice(label);
        }
        self.text.push(b'\n');
        self.origins.push(began);
    }
}
