//! Readers over all frames of a file, for libraries whose own readers stop
//! after the first.

use super::zstd_errors::in_words;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, Read};

/// All zstd frames, frames to be skipped included; checksums are compared.
pub(super) struct Zstd<R> {
    packed: R,
    decoder: FrameDecoder,
    /// Whether a frame is being decoded.
    inside: bool,
    /// Why the data ended early; told when all that was decoded is read.
    failure: Option<io::Error>,
}

/// An empty last block, and a checksum, which is not looked at. It makes the
/// library give out what it keeps back as the window of a frame cut off.
const LAST_ZSTD_BLOCK: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];

impl<R: BufRead> Zstd<R> {
    pub(super) fn new(packed: R) -> Zstd<R> {
        Zstd {
            packed,
            decoder: FrameDecoder::new(),
            inside: false,
            failure: None,
        }
    }

    /// Goes on to the next frame; false at the end of the data.
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
                Err(error) => return Err(in_words(error)),
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

    /// Decodes about as many bytes as are wanted.
    ///
    /// Where the data is cut off, what was decoded before is kept for reading.
    /// Where it is not what the format asks for, up to a window of it is lost.
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
            Some(told) if self.decoder.get_calculated_checksum() != Some(told) => {
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

fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

/// How a frame begins. Put behind the data it is read as such only if the
/// frame before it is whole; in the middle of one it is a block far too long.
const LZ4_MAGIC: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];

/// All lz4 frames.
///
/// The library's reader says "end" after every frame, and also where the data
/// stops between two blocks of one; the second is told from the first by
/// putting the beginning of a frame behind the data.
pub(super) struct Lz4<R: BufRead> {
    /// A reader for each frame: it keeps the buffers of its first.
    frame: Option<lz4_flex::frame::FrameDecoder<WithLast<R>>>,
}

/// A reader, and the beginning of a frame behind it once that is wanted.
struct WithLast<R> {
    packed: R,
    ended: bool,
    /// Bytes taken by the current frame.
    taken: u64,
    last: Option<&'static [u8]>,
}

impl<R: BufRead> Lz4<R> {
    pub(super) fn new(packed: R) -> Lz4<R> {
        let packed = WithLast {
            packed,
            ended: false,
            taken: 0,
            last: None,
        };
        Lz4 {
            frame: Some(lz4_flex::frame::FrameDecoder::new(packed)),
        }
    }
}

impl<R: BufRead> Read for Lz4<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(mut frame) = self.frame.take() {
            let got = frame.read(buffer)?;
            if got > 0 {
                self.frame = Some(frame);
                return Ok(got);
            }
            if !frame.get_ref().ended {
                let mut packed = frame.into_inner();
                packed.taken = 0;
                self.frame = Some(lz4_flex::frame::FrameDecoder::new(packed));
                continue;
            }
            // Of a header of 4 or 5 bytes the library forgets that it was begun.
            let begun = (1..=6).contains(&frame.get_ref().taken);
            frame.get_mut().last = Some(&LZ4_MAGIC);
            if begun || frame.read(buffer).is_err() {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(0)
    }
}

impl<R: BufRead> Read for WithLast<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if let Some(last) = &mut self.last {
            return last.read(buffer);
        }
        let got = self.packed.read(buffer)?;
        self.taken += got as u64;
        self.ended |= got == 0 && !buffer.is_empty();
        Ok(got)
    }
}
