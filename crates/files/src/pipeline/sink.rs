//! The progress of a run, and the destination of its rows.

use super::state::State;
use ninefold::grid::Row;
use std::io;
use std::sync::atomic::AtomicU64;

/// The progress of a run. It grows with each chunk and can be read at any time.
#[derive(Debug, Default)]
pub struct Progress {
    /// Puzzles whose rows are known, without malformed lines.
    pub puzzles: AtomicU64,
    /// Bytes of (decompressed) input that they came from.
    pub bytes: AtomicU64,
}

/// The position in the output after a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Position {
    /// Bytes of (decompressed) input whose rows the sink has.
    pub bytes_in: u64,
    /// Bytes of these rows.
    pub bytes_out: u64,
    /// Lines of input whose rows the sink has.
    pub lines: u64,
}

/// The rows of one chunk, or of a part of it: whole lines.
#[derive(Debug, Default)]
pub(super) struct RowBuffer {
    /// Solutions as an engine writes them. Those beyond the chunk's puzzles have no meaning.
    pub(super) rows: Vec<Row>,
    /// How many of them are the lines. 0 if `text` has the lines.
    pub(super) lines: usize,
    pub(super) text: Vec<u8>,
}

impl RowBuffer {
    /// The lines.
    pub(super) fn bytes(&self) -> &[u8] {
        match self.lines {
            0 => &self.text,
            rows => self.rows[..rows].as_flattened(),
        }
    }

    /// Removes all lines. The engine's rows stay.
    pub(super) fn clear(&mut self) {
        self.lines = 0;
        self.text.clear();
    }
}

/// The destination of rows.
pub trait Sink {
    /// Takes the rows of one chunk, or of a part of it: whole lines. `position` is the position
    /// after them.
    ///
    /// # Errors
    /// Any error that keeps these or earlier rows from being written. The run stops.
    fn rows(&mut self, rows: &[u8], position: &Position) -> io::Result<()>;

    /// Whether the sink wants the run's state now. It is called before each chunk of a
    /// [resumable](super::Job#structfield.resumable) run.
    fn is_due(&mut self, position: &Position) -> bool {
        let _ = position;
        false
    }

    /// Takes the state of a resumable run, after all rows before it: whenever
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
    fn rows(&mut self, rows: &[u8], _position: &Position) -> io::Result<()> {
        self.extend_from_slice(rows);
        Ok(())
    }
}
