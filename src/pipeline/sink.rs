//! How far a run is, and where its rows go.

use super::state::State;
use crate::grid::Row;
use std::io;
use std::sync::atomic::AtomicU64;

/// How far a run is. Added to once a chunk, to be read at any time.
#[derive(Debug, Default)]
pub struct Progress {
    /// Puzzles whose rows are known, without lines that are none.
    pub puzzles: AtomicU64,
    /// Bytes of input (decompressed) they came from.
    pub bytes: AtomicU64,
}

/// How far the output is after a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// Bytes of input (decompressed) whose rows the sink has.
    pub bytes_in: u64,
    /// Bytes of these rows.
    pub bytes_out: u64,
    /// Lines of input whose rows the sink has.
    pub lines: u64,
}

/// The rows of one chunk, or of a part of it: whole lines.
#[derive(Debug, Default)]
pub struct RowBuffer {
    /// Solutions as an engine writes them. What is behind those of the chunk's puzzles is of
    /// no meaning.
    pub(super) rows: Vec<Row>,
    /// How many of them are the lines, as they are; 0 where `text` is.
    pub(super) lines: usize,
    pub(super) text: Vec<u8>,
}

impl RowBuffer {
    /// The lines.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        match self.lines {
            0 => &self.text,
            rows => self.rows[..rows].as_flattened(),
        }
    }

    /// Takes all lines away; the engine's rows stay.
    pub(super) fn clear(&mut self) {
        self.lines = 0;
        self.text.clear();
    }
}

impl From<Vec<u8>> for RowBuffer {
    fn from(text: Vec<u8>) -> RowBuffer {
        RowBuffer {
            text,
            ..RowBuffer::default()
        }
    }
}

/// Where rows go.
pub trait Sink {
    /// Takes the rows of one chunk. `position` is the place behind them.
    ///
    /// A sink that needs them for longer takes the buffer and leaves another in its place:
    /// an empty one, or one that it took before.
    ///
    /// # Errors
    /// Whatever keeps them, or those before, from being written; the run stops.
    fn rows(&mut self, rows: &mut RowBuffer, position: &Position) -> io::Result<()>;

    /// Whether the sink wants to know the run's state now. Asked before each chunk
    /// of a [resumable](super::Job#structfield.resumable) run.
    fn is_due(&mut self, position: &Position) -> bool {
        let _ = position;
        false
    }

    /// The state of a resumable run when all rows before it were taken: where
    /// [`is_due`](Sink::is_due) asked for it, and once at the end.
    ///
    /// # Errors
    /// As for [`rows`](Sink::rows).
    fn keep(&mut self, state: &State) -> io::Result<()> {
        let _ = state;
        Ok(())
    }
}

impl Sink for Vec<u8> {
    fn rows(&mut self, rows: &mut RowBuffer, _position: &Position) -> io::Result<()> {
        self.extend_from_slice(rows.bytes());
        Ok(())
    }
}
