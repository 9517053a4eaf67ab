//! What a writer is given.

use ninefold::pipeline::RowBuffer;
use std::iter;

/// What places, lengths and addresses are multiples of: no disk has larger sectors, or nearly none.
pub(super) const ALIGNMENT: usize = 4096;

/// A stretch of the file, and the rows that belong there.
#[derive(Debug, Default)]
pub(super) struct WriteBlock {
    pub(super) at: u64,
    /// The first bytes: those behind the stretch before, and rows of buffers with few.
    pub(super) head: Vec<u8>,
    pub(super) rows: Vec<RowBuffer>,
    /// Bytes to be written of these.
    pub(super) bytes: usize,
}

impl WriteBlock {
    /// The rows, in order.
    pub(super) fn parts(&self) -> impl Iterator<Item = &[u8]> {
        iter::once(&self.head[..]).chain(self.rows.iter().map(RowBuffer::bytes))
    }
}
