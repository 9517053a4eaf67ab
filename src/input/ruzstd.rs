//! A reader for all zstd frames that uses a library in Rust, for builds without the C library.

use super::frames::{invalid, needs_dictionary, window_too_large};
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, Read};

/// A reader for all zstd frames, including skippable ones. It compares checksums.
pub(super) struct Zstd<R> {
    packed: R,
    decoder: FrameDecoder,
    /// Whether a frame is being decoded.
    inside: bool,
    /// Why the data ended early. It is reported after all decoded data was read.
    failure: Option<io::Error>,
}

/// An empty last block, and a checksum, which is ignored. It makes the library return the data that
/// it holds back as the window of a truncated frame.
const LAST_ZSTD_BLOCK: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

impl<R: BufRead> Zstd<R> {
    pub(super) fn new(packed: R) -> io::Result<Zstd<R>> {
        Ok(Zstd {
            packed,
            decoder: FrameDecoder::new(),
            inside: false,
            failure: None,
        })
    }

    /// Continues with the next frame. False at the end of the data.
    fn begin(&mut self) -> io::Result<bool> {
        while !self.packed.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.packed) {
                Ok(()) => {
                    self.inside = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => self.skip(u64::from(length))?,
                Err(error) => return Err(explain(error)),
            }
        }
        Ok(false)
    }

    fn skip(&mut self, length: u64) -> io::Result<()> {
        let skipped = io::copy(&mut (&mut self.packed).take(length), &mut io::sink())?;
        if skipped < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    /// Decodes about as many bytes as requested.
    ///
    /// If the data is truncated, the data decoded before stays readable. If it violates the format,
    /// up to a window of it is lost.
    fn decode(&mut self, wanted: usize) -> io::Result<()> {
        let strategy = BlockDecodingStrategy::UptoBytes(wanted);
        let Err(error) = self.decoder.decode_blocks(&mut self.packed, strategy) else {
            return Ok(());
        };
        if !self.packed.fill_buf()?.is_empty() {
            return Err(invalid(error));
        }
        self.failure = Some(io::ErrorKind::UnexpectedEof.into());
        let strategy = BlockDecodingStrategy::UptoBlocks(1);
        let flushed = self.decoder.decode_blocks(&LAST_ZSTD_BLOCK[..], strategy);
        flushed.map(|_| ()).map_err(invalid)
    }

    fn compare_checksums(&self) -> io::Result<()> {
        match self.decoder.get_checksum_from_data() {
            Some(expected) if self.decoder.get_calculated_checksum() != Some(expected) => {
                Err(invalid("the checksum does not match"))
            }
            _ => Ok(()),
        }
    }
}

impl<R: BufRead> Read for Zstd<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if !self.inside && !self.begin()? {
                return Ok(0);
            }
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                self.decode(buffer.len())?;
            }
            let got = self.decoder.read(buffer)?;
            if got > 0 {
                return Ok(got);
            }
            self.inside = false;
            if let Some(failure) = self.failure.take() {
                return Err(failure);
            }
            self.compare_checksums()?;
        }
    }
}

/// The error for an error of the library.
fn explain(error: FrameDecoderError) -> io::Error {
    match error {
        FrameDecoderError::WindowSizeTooBig { max, .. } => window_too_large(max >> 20),
        FrameDecoderError::DictNotProvided { .. } => needs_dictionary(),
        error => invalid(error),
    }
}
