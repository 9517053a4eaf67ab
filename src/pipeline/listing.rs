//! Rows where every solution of a puzzle has its own.
//!
//! A chunk's rows may then be any number of times as long as the chunk. So that
//! memory stays bounded they are written in pieces: a worker makes the first, and
//! if that is not all, the collector makes the others when it is the chunk's turn
//! to be written. The engine has solved the chunk and told which puzzles have
//! several solutions.

use crate::engine::Solutions;
use crate::grid::{CELLS, Row};

/// How far a chunk's rows are.
#[derive(Default)]
pub(super) struct Listing {
    /// Puzzles and other lines whose rows are written.
    pub(super) puzzles: usize,
    pub(super) others: usize,
    /// The puzzle in the middle of whose solutions the last piece ended.
    pub(super) open: Option<Box<Open>>,
    /// Whether rows are left to be made.
    more: bool,
}

/// A puzzle whose solutions are being listed.
pub(super) struct Open {
    pub(super) cells: [u8; CELLS],
    pub(super) solutions: Solutions,
    /// Guesses that the engine made.
    pub(super) before: u64,
    /// The last row, blank before the first.
    pub(super) row: Row,
}

impl Listing {
    /// Nothing of a chunk is written yet.
    pub(super) fn begin(&mut self) {
        *self = Listing {
            more: true,
            ..Listing::default()
        };
    }

    /// Whether rows are left to be made.
    pub(super) fn goes_on(&self) -> bool {
        self.more
    }

    /// No (more) rows.
    pub(super) fn end(&mut self) {
        self.open = None;
        self.more = false;
    }
}
