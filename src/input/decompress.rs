//! Compressed input, recognised by its first bytes, decoded in a thread of its own.

use crossbeam_channel::{Receiver, Sender, bounded};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};

/// A way of compressing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Gzip,
    Zstd,
    Xz,
    Bzip2,
    Lz4,
}

impl Kind {
    fn name(self) -> &'static str {
        match self {
            Kind::Gzip => "gzip",
            Kind::Zstd => "zstd",
            Kind::Xz => "xz",
            Kind::Bzip2 => "bzip2",
            Kind::Lz4 => "lz4",
        }
    }
}

/// Bytes that tell every kind.
const MAGIC: usize = 6;

/// The kind of compression that a text begins with.
pub(super) fn of_head(head: &[u8]) -> Option<Kind> {
    match head {
        [0x1f, 0x8b, ..] => Some(Kind::Gzip),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Kind::Zstd),
        [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Kind::Zstd),
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Kind::Xz),
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Kind::Bzip2),
        [0x04, 0x22, 0x4d, 0x18, ..] => Some(Kind::Lz4),
        _ => None,
    }
}

/// Reads as many bytes as tell the kind, or all there are.
pub(super) fn look(read: &mut impl Read, head: &mut Vec<u8>) -> io::Result<()> {
    read.take(MAGIC as u64).read_to_end(head).map(|_| ())
}

/// The kind of a file's compression; the file is at its start afterwards.
pub(super) fn of_file(file: &File) -> io::Result<Option<Kind>> {
    let mut file = file;
    file.seek(SeekFrom::Start(0))?;
    let mut head = Vec::new();
    look(&mut file, &mut head)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(of_head(&head))
}

/// Decoded bytes on their way.
const BLOCK: usize = 1 << 18;

/// Reads what another thread decodes.
pub(super) struct Decoder {
    full: Receiver<io::Result<Vec<u8>>>,
    empty: Sender<Vec<u8>>,
    block: Vec<u8>,
    at: usize,
}

impl Decoder {
    /// Starts the thread. It ends with the input, or when this is dropped.
    pub(super) fn start(kind: Kind, read: Box<dyn Read + Send>) -> Decoder {
        let (send, full) = bounded(4);
        let (empty, free) = bounded::<Vec<u8>>(8);
        let refused = send.clone();
        let thread = std::thread::Builder::new().name("decode".to_owned());
        let started = thread.spawn(move || {
            if let Err(error) = decode(kind, read, &send, &free) {
                let message = format!("damaged {} data: {error}", kind.name());
                let _ = send.send(Err(io::Error::new(error.kind(), message)));
            }
        });
        if let Err(error) = started {
            let _ = refused.send(Err(error));
        }
        Decoder {
            full,
            empty,
            block: Vec::new(),
            at: 0,
        }
    }
}

impl Read for Decoder {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.block.len() {
            let used = std::mem::take(&mut self.block);
            let _ = self.empty.try_send(used);
            self.at = 0;
            match self.full.recv() {
                Ok(block) => self.block = block?,
                Err(_) => return Ok(0),
            }
        }
        let n = out.len().min(self.block.len() - self.at);
        out[..n].copy_from_slice(&self.block[self.at..self.at + n]);
        self.at += n;
        Ok(n)
    }
}

/// Decodes all members, streams or frames there are.
fn decode(
    kind: Kind,
    read: Box<dyn Read + Send>,
    send: &Sender<io::Result<Vec<u8>>>,
    free: &Receiver<Vec<u8>>,
) -> io::Result<()> {
    let mut read = BufReader::with_capacity(BLOCK, read);
    match kind {
        Kind::Gzip => pump(flate2::bufread::MultiGzDecoder::new(read), send, free).map(|_| ()),
        Kind::Bzip2 => pump(bzip2::bufread::MultiBzDecoder::new(read), send, free).map(|_| ()),
        Kind::Xz => pump(lzma_rust2::XzReader::new(read, true), send, free).map(|_| ()),
        Kind::Lz4 => {
            while !read.fill_buf()?.is_empty() {
                let mut frame = lz4_flex::frame::FrameDecoder::new(&mut read);
                if !pump(&mut frame, send, free)? {
                    break;
                }
            }
            Ok(())
        }
        Kind::Zstd => {
            while !read.fill_buf()?.is_empty() {
                if skip_frame(&mut read)? {
                    continue;
                }
                let frame = ruzstd::decoding::StreamingDecoder::new(&mut read);
                let mut frame = frame.map_err(io::Error::other)?;
                if !pump(&mut frame, send, free)? {
                    break;
                }
            }
            Ok(())
        }
    }
}

/// Skips a frame of zstd that holds no text; whether it was one.
fn skip_frame(read: &mut impl BufRead) -> io::Result<bool> {
    let head = read.fill_buf()?;
    if !matches!(head, [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..]) {
        return Ok(false);
    }
    let mut header = [0; 8];
    read.read_exact(&mut header)?;
    let [.., a, b, c, d] = header;
    let length = u64::from(u32::from_le_bytes([a, b, c, d]));
    let skipped = io::copy(&mut read.take(length), &mut io::sink())?;
    if skipped < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(true)
}

/// Sends all that can be read; `false` once nobody wants it any more.
fn pump(
    mut read: impl Read,
    send: &Sender<io::Result<Vec<u8>>>,
    free: &Receiver<Vec<u8>>,
) -> io::Result<bool> {
    loop {
        let mut block = free.try_recv().unwrap_or_default();
        block.resize(BLOCK, 0);
        let mut n = 0;
        let mut failed = None;
        while n < BLOCK {
            match read.read(&mut block[n..]) {
                Ok(0) => break,
                Ok(more) => n += more,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => {
                    failed = Some(error);
                    break;
                }
            }
        }
        let ended = n < BLOCK;
        block.truncate(n);
        if n > 0 && send.send(Ok(block)).is_err() {
            return Ok(false);
        }
        match failed {
            Some(error) => return Err(error),
            None if ended => return Ok(true),
            None => {}
        }
    }
}
