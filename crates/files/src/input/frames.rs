//! Decodes zstd without a C compiler.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::error::Error;
use std::io::{self, BufRead, Read};

/// Decodes all frames of zstd, and skips those that hold no data. The window may have 128 MiB.
pub(super) struct Frames<R> {
    read: R,
    decoder: FrameDecoder,
    /// Whether a frame has begun and not ended.
    is_in_frame: bool,
    /// Bytes of the frame that have been read.
    length: u64,
}

impl<R: BufRead> Frames<R> {
    pub(super) fn new(read: R) -> Frames<R> {
        Frames {
            read,
            decoder: FrameDecoder::new(),
            is_in_frame: false,
            length: 0,
        }
    }

    /// Reads the header of a frame, or skips a frame that holds no data.
    fn read_header(&mut self) -> io::Result<()> {
        match self.decoder.reset(&mut self.read) {
            Ok(()) => {
                self.is_in_frame = true;
                self.length = 0;
                Ok(())
            }
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                length,
                ..
            })) => self.skip(u64::from(length)),
            Err(FrameDecoderError::WindowSizeTooBig { .. }) => {
                Err(io::Error::other("its window takes too much memory"))
            }
            Err(error) => Err(damaged(error)),
        }
    }

    fn skip(&mut self, length: u64) -> io::Result<()> {
        let mut rest = (&mut self.read).take(length);
        if io::copy(&mut rest, &mut io::sink())? < length {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        Ok(())
    }

    /// Decodes bytes of the frame. Returns 0 at its end.
    fn decode(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
            let one = BlockDecodingStrategy::UptoBlocks(1);
            let decoded = self.decoder.decode_blocks(&mut self.read, one);
            decoded.map_err(damaged)?;
        }
        let length = self.decoder.read(out)?;
        self.length += length as u64;
        Ok(length)
    }

    /// Compares what the frame says of itself with what was decoded.
    fn end(&mut self) -> io::Result<()> {
        self.is_in_frame = false;
        let stored = self.decoder.get_checksum_from_data();
        let is_right = stored.is_none() || stored == self.decoder.get_calculated_checksum();
        // 0 is a size that the frame does not say.
        let size = self.decoder.content_size();
        if is_right && (size == 0 || size == self.length) {
            return Ok(());
        }
        let what = if is_right { "size" } else { "checksum" };
        let message = format!("its {what} is wrong");
        Err(io::Error::new(io::ErrorKind::InvalidData, message))
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if out.is_empty() {
            return Ok(0);
        }
        loop {
            if self.is_in_frame {
                let length = self.decode(out)?;
                if length > 0 {
                    return Ok(length);
                }
                self.end()?;
            } else if self.read.fill_buf()?.is_empty() {
                return Ok(0);
            } else {
                self.read_header()?;
            }
        }
    }
}

/// The innermost cause of an error of the decoder. If that is an error of the input, it keeps its
/// kind.
fn damaged(error: FrameDecoderError) -> io::Error {
    let mut cause: &(dyn Error + 'static) = &error;
    while let Some(next) = cause.source() {
        cause = next;
    }
    let kind = cause
        .downcast_ref()
        .map_or(io::ErrorKind::InvalidData, io::Error::kind);
    io::Error::new(kind, cause.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    fn decoded(packed: &[u8]) -> Result<Vec<u8>, String> {
        let mut text = Vec::new();
        let read = Frames::new(packed).read_to_end(&mut text);
        read.map(|_| text).map_err(|error| error.to_string())
    }

    /// A frame of `zstd`, with its size and its checksum.
    const FRAME: [u8; 22] = [
        0x28, 0xb5, 0x2f, 0xfd, 0x24, 0x09, 0x49, 0, 0, b'n', b'i', b'n', b'e', b'f', b'o', b'l',
        b'd', b'\n', 0xd6, 0xa3, 0x75, 0xd6,
    ];

    #[test]
    fn a_frame_with_another_size_or_checksum_is_refused() {
        assert_eq!(decoded(&FRAME), Ok(b"ninefold\n".to_vec()));
        for (at, what) in [(5, "size"), (12, "checksum"), (20, "checksum")] {
            let mut changed = FRAME;
            changed[at] ^= 2;
            assert_eq!(decoded(&changed), Err(format!("its {what} is wrong")));
        }
        // What is no frame, after one.
        let more = [&FRAME[..], b"more"].concat();
        assert!(decoded(&more).unwrap_err().contains("magic number"));
    }

    #[test]
    fn errors_of_the_input_keep_their_kind() {
        struct Broken;
        impl Read for Broken {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::StorageFull.into())
            }
        }
        let text = vec![b'x'; 3000];
        let packed = compress_to_vec(&text[..], CompressionLevel::Uncompressed);
        for end in [3, 6, 100] {
            let read = io::BufReader::new(packed[..end].chain(Broken));
            let error = Frames::new(read).read_to_end(&mut Vec::new()).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::StorageFull, "{end}");
            let error = Frames::new(&packed[..end]).read_to_end(&mut Vec::new());
            assert_eq!(error.unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        }
    }

    /// What the C library writes, at levels that use different parts of the format.
    #[test]
    #[cfg(feature = "zstd")]
    fn it_reads_what_the_c_library_writes() {
        let line = |i: u64| format!("{:081}\n", i.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let text: String = (0..40_000).map(line).collect();
        for level in [-5, 1, 3, 9, 19] {
            let mut writer = zstd::Encoder::new(Vec::new(), level).unwrap();
            writer.include_checksum(true).unwrap();
            writer.long_distance_matching(level == 9).unwrap();
            io::copy(&mut text.as_bytes(), &mut writer).unwrap();
            let packed = writer.finish().unwrap();
            assert!(decoded(&packed).unwrap() == text.as_bytes(), "{level}");
            let mut damaged = packed;
            let last = damaged.len() - 1;
            damaged[last] ^= 1;
            assert_eq!(decoded(&damaged), Err("its checksum is wrong".to_owned()));
        }
    }
}
