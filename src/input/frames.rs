//! Readers for all gzip members and all lz4 frames, because those of the libraries stop after the
//! first, or take zeros at the end for another one. Also the common part of the two readers of zstd
//! frames.

use std::io::{self, BufRead, Read};

pub(super) fn invalid(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, error)
}

/// The frame needs more memory than allowed.
pub(super) fn window_too_large(mebibytes: u64) -> io::Error {
    unfit(format!(
        "it needs a window of more than {mebibytes} MiB; try zstd -dc --long=31 FILE | ninefold ..."
    ))
}

/// The frame cannot be decoded alone.
pub(super) fn needs_dictionary() -> io::Error {
    unfit("it needs a dictionary; try zstd -dc -D DICTIONARY FILE | ninefold ...".to_owned())
}

fn unfit(reason: String) -> io::Error {
    io::Error::new(io::ErrorKind::Unsupported, reason)
}

/// The beginning of a frame. After the data, the library reads it as a frame only if the frame
/// before it is complete. In the middle of a frame, it reads it as a block that is far too long.
const LZ4_MAGIC: [u8; 4] = [0x04, 0x22, 0x4d, 0x18];

/// A reader for all lz4 frames.
///
/// The library's reader reports the end after every frame, and also if the data stops between two
/// blocks of a frame. To tell them apart, this reader puts the beginning of a frame after the data.
pub(super) struct Lz4<R: BufRead> {
    /// A reader for each frame. It keeps the buffers of its first.
    frame: Option<lz4_flex::frame::FrameDecoder<WithLast<R>>>,
}

/// A reader, followed by the beginning of a frame when needed.
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
            // After a header of 4 or 5 bytes, the library forgets that a frame has begun.
            let in_frame = (1..=6).contains(&frame.get_ref().taken);
            frame.get_mut().last = Some(&LZ4_MAGIC);
            if in_frame || frame.read(buffer).is_err() {
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

/// A reader for all gzip members. Zeros may follow the last, as on tapes and block devices.
pub(super) struct Gzip<R: BufRead> {
    /// `None` after the last.
    member: Option<flate2::bufread::GzDecoder<R>>,
}

impl<R: BufRead> Gzip<R> {
    pub(super) fn new(packed: R) -> Gzip<R> {
        Gzip {
            member: Some(flate2::bufread::GzDecoder::new(packed)),
        }
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let got = member.read(buffer)?;
            if got > 0 || buffer.is_empty() {
                return Ok(got);
            }
            let packed = self
                .member
                .take()
                .map(flate2::bufread::GzDecoder::into_inner);
            self.member = packed.map(next_member).transpose()?.flatten();
        }
        Ok(0)
    }
}

/// The next member, if there is one.
fn next_member<R: BufRead>(mut packed: R) -> io::Result<Option<flate2::bufread::GzDecoder<R>>> {
    let mut padded = false;
    loop {
        let bytes = match packed.fill_buf() {
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            bytes => bytes?,
        };
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        let (is_end, is_padding) = (bytes.is_empty(), zeros == bytes.len());
        padded |= zeros > 0;
        packed.consume(zeros);
        match (is_end, is_padding) {
            (true, _) => return Ok(None),
            (false, true) => {}
            (false, false) if padded => {
                return Err(invalid("there is more data after zeros at its end"));
            }
            (false, false) => return Ok(Some(flate2::bufread::GzDecoder::new(packed))),
        }
    }
}
