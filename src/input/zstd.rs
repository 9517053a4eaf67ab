//! A reader for all zstd frames that uses the C library.

use std::io::{self, BufRead, Read};
use zstd_safe::zstd_sys::ZSTD_ErrorCode::{
    ZSTD_error_dictionary_wrong, ZSTD_error_frameParameter_windowTooLarge,
    ZSTD_error_memory_allocation,
};
use zstd_safe::{DCtx, InBuffer, OutBuffer};

/// The library's own limit of a window, in MiB.
const WINDOW: u64 = 128;

/// Bytes that show how a frame begins.
const FRAME_HEAD: usize = 5;
/// Bytes of a block's header. The library asks for a block and the header of the next one.
const BLOCK_HEAD: usize = 3;

/// A reader for all zstd frames, including skippable ones. It compares checksums.
pub(super) struct Zstd<R> {
    packed: R,
    /// Data taken from there, because one piece was not enough.
    held: Vec<u8>,
    decoder: DCtx<'static>,
    /// How many bytes the decoder gets next: those of one block, so that a damaged block does not
    /// take earlier ones with it. The number does not depend on how the bytes arrive, because the
    /// output before damage is found depends on it.
    wanted: usize,
    /// Whether a frame is being decoded.
    inside: bool,
}

impl<R: BufRead> Zstd<R> {
    pub(super) fn new(packed: R) -> io::Result<Zstd<R>> {
        Ok(Zstd {
            packed,
            held: Vec::new(),
            decoder: DCtx::try_create().ok_or_else(no_memory)?,
            wanted: FRAME_HEAD,
            inside: false,
        })
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let direct = self.held.is_empty() && self.packed.fill_buf()?.len() >= self.wanted;
            if !direct {
                let missing = self.wanted.saturating_sub(self.held.len());
                let mut more = self.packed.by_ref().take(missing as u64);
                more.read_to_end(&mut self.held)?;
            }
            let given = if direct {
                &self.packed.fill_buf()?[..self.wanted]
            } else {
                &self.held[..self.wanted.min(self.held.len())]
            };
            let ended = given.is_empty();
            if ended && !self.inside {
                return Ok(0);
            }
            let mut input = InBuffer::around(given);
            let mut output = OutBuffer::around(&mut *buffer);
            let hint = self.decoder.decompress_stream(&mut output, &mut input);
            let (taken, got) = (input.pos(), output.pos());
            if direct {
                self.packed.consume(taken);
            } else {
                self.held.drain(..taken);
            }
            match hint.map_err(explain)? {
                // A frame has ended, and all of its data was returned.
                0 => (self.inside, self.wanted) = (false, FRAME_HEAD),
                hint => {
                    self.inside = true;
                    self.wanted = hint.saturating_sub(BLOCK_HEAD).max(BLOCK_HEAD);
                }
            }
            if got > 0 || buffer.is_empty() {
                return Ok(got);
            }
            if ended && taken == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
    }
}

/// The library got no memory, which says nothing about the data.
fn no_memory() -> io::Error {
    let reason = "not enough memory to decode it";
    io::Error::new(io::ErrorKind::OutOfMemory, reason)
}

/// The error for an error code of the library.
fn explain(code: usize) -> io::Error {
    let is = |other| code.wrapping_neg() == other as usize;
    if is(ZSTD_error_memory_allocation) {
        no_memory()
    } else if is(ZSTD_error_frameParameter_windowTooLarge) {
        window_too_large(WINDOW)
    } else if is(ZSTD_error_dictionary_wrong) {
        needs_dictionary()
    } else {
        invalid(zstd_safe::get_error_name(code))
    }
}

fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

/// The frame needs more memory than allowed.
fn window_too_large(mebibytes: u64) -> io::Error {
    unfit(format!(
        "it needs a window of more than {mebibytes} MiB; try zstd -dc --long=31 FILE | ninefold ..."
    ))
}

/// The frame cannot be decoded alone.
fn needs_dictionary() -> io::Error {
    unfit("it needs a dictionary; try zstd -dc -D DICTIONARY FILE | ninefold ...".to_owned())
}

fn unfit(reason: String) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn memory_that_is_refused_is_no_damage() {
        let code = (ZSTD_error_memory_allocation as usize).wrapping_neg();
        assert_eq!(explain(code).kind(), io::ErrorKind::OutOfMemory);
    }
}
