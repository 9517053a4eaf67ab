//! The blocks that writers get.

use ninefold::pipeline::RowBuffer;
use std::iter;

/// All positions, lengths and addresses are multiples of this. Hardly any disk has larger sectors.
pub(super) const ALIGNMENT: usize = 4096;

/// A block of the file, and its rows.
#[derive(Debug, Default)]
pub(super) struct WriteBlock {
    pub(super) at: u64,
    /// The first bytes: the rest of the block before, and rows of buffers with few.
    pub(super) head: Vec<u8>,
    pub(super) rows: Vec<RowBuffer>,
    /// Bytes of these to write.
    pub(super) bytes: usize,
}

impl WriteBlock {
    /// The rows, in order.
    pub(super) fn parts(&self) -> impl Iterator<Item = &[u8]> {
        iter::once(&self.head[..]).chain(self.rows.iter().map(RowBuffer::bytes))
    }
}
