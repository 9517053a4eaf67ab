//! A thread that writes: it copies the rows of a block into an aligned buffer, and writes them.

use super::block::{ALIGNMENT, WriteBlock};
use super::file;
use crossbeam_channel::{Receiver, Sender};
use memmap2::MmapMut;
use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Maximum bytes of one write.
pub(super) const LARGEST: usize = 2 << 20;

/// A written block, to be used again, or the error.
pub(super) struct Written {
    pub(super) block: WriteBlock,
    pub(super) result: io::Result<()>,
}

/// One thread's state.
pub(super) struct Writer {
    file: Arc<File>,
    direct: Option<Arc<File>>,
    buffer: AlignedBuffer,
}

impl Writer {
    /// `None` if there is no memory for it. `direct` is the same file, open for writes around the
    /// page cache.
    pub(super) fn new(file: &Arc<File>, direct: Option<&Arc<File>>) -> Option<Writer> {
        Some(Writer {
            file: Arc::clone(file),
            direct: direct.cloned(),
            buffer: AlignedBuffer::new()?,
        })
    }

    /// Writes what it is given until there is no more.
    pub(super) fn run(&mut self, work: &Receiver<WriteBlock>, done: &Sender<Written>) {
        for block in work {
            let result = catch_unwind(AssertUnwindSafe(|| self.write(&block)));
            let result = result.unwrap_or_else(|_| Err(gone()));
            // The receiver may be gone.
            let _ = done.send(Written { block, result });
        }
    }

    fn write(&mut self, block: &WriteBlock) -> io::Result<()> {
        let (mut at, mut left) = (block.at, block.bytes);
        let mut filled = 0;
        for mut part in block.parts() {
            while left > 0 && !part.is_empty() {
                let bytes = part.len().min(left).min(LARGEST - filled);
                let (now, rest) = part.split_at(bytes);
                self.buffer.bytes()[filled..filled + bytes].copy_from_slice(now);
                part = rest;
                left -= bytes;
                filled += bytes;
                if left == 0 || filled == LARGEST {
                    self.put(filled, at)?;
                    at += filled as u64;
                    filled = 0;
                }
            }
        }
        Ok(())
    }

    /// Writes the first bytes of the buffer.
    fn put(&mut self, bytes: usize, at: u64) -> io::Result<()> {
        let rows = &self.buffer.bytes()[..bytes];
        if let Some(direct) = &self.direct {
            match file::write(direct, rows, at) {
                // The file system cannot do this write around the page cache.
                Err(error) if is_refusal(error.kind()) => self.direct = None,
                result => return result,
            }
        }
        file::write(&self.file, rows, at)
    }
}

fn is_refusal(kind: io::ErrorKind) -> bool {
    matches!(
        kind,
        io::ErrorKind::InvalidInput | io::ErrorKind::Unsupported
    )
}

/// [`LARGEST`] bytes whose address is a multiple of [`ALIGNMENT`], as the address of a page is.
struct AlignedBuffer(MmapMut);

impl AlignedBuffer {
    /// `None` if there is no memory for it.
    fn new() -> Option<AlignedBuffer> {
        let memory = MmapMut::map_anon(LARGEST).ok()?;
        memory
            .as_ptr()
            .addr()
            .is_multiple_of(ALIGNMENT)
            .then_some(AlignedBuffer(memory))
    }

    fn bytes(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

/// The error if no writing thread is left.
pub(super) fn gone() -> io::Error {
    io::Error::other("the threads that write it are gone")
}
