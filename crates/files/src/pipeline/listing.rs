//! Rows if every solution of a puzzle has its own.
//!
//! A chunk's rows may then be many times as long as the chunk. To bound the memory, they are
//! written in pieces. A worker makes the first. If there are more, the collector makes them when it
//! writes the chunk. The engine has solved the chunk and found out which puzzles have several
//! solutions.

use ninefold::engine::Solutions;
use ninefold::grid::{CELLS, Row};

/// The progress in a chunk's rows.
#[derive(Default)]
pub(super) struct Listing {
    /// Puzzles and other lines whose rows are written.
    pub(super) puzzles: usize,
    pub(super) others: usize,
    /// The puzzle among whose solutions the last piece ended.
    pub(super) open: Option<Box<Open>>,
    /// Whether there are more rows to make.
    more: bool,
}

/// A puzzle whose solutions are being listed.
pub(super) struct Open {
    pub(super) cells: [u8; CELLS],
    pub(super) solutions: Solutions,
    /// Guesses that the engine made.
    pub(super) before: u64,
    /// When the list was begun.
    pub(super) began: u64,
    /// The last row. Blank before the first.
    pub(super) row: Row,
}

impl Listing {
    /// Starts a chunk.
    pub(super) fn start_chunk(&mut self) {
        *self = Listing {
            more: true,
            ..Listing::default()
        };
    }

    /// Whether there are more rows to make.
    pub(super) fn has_more(&self) -> bool {
        self.more
    }

    /// Ends: there are no more rows.
    pub(super) fn end(&mut self) {
        self.open = None;
        self.more = false;
    }
}
