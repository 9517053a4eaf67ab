//! Compressed input, recognised by its first bytes and decoded in a separate thread, if the target
//! has threads.

#[cfg(not(feature = "zstd"))]
use super::frames::Frames;
use crate::parallel::{Receiver, Sender, channel};
use flate2::bufread::GzDecoder;
use ninefold::internal::HAS_THREADS;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A kind of compression.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Compression {
    Gzip,
    Zstd,
    Xz,
    Bzip2,
}

impl Compression {
    fn name(self) -> &'static str {
        match self {
            Compression::Gzip => "gzip",
            Compression::Zstd => "zstd",
            Compression::Xz => "xz",
            Compression::Bzip2 => "bzip2",
        }
    }

    /// An error of the decoder, with the kind.
    fn explain(self, error: io::Error) -> io::Error {
        let (damaged, hint) = match error.kind() {
            io::ErrorKind::Interrupted => return error,
            io::ErrorKind::Unsupported | io::ErrorKind::OutOfMemory => ("", ""),
            // The decoders name their own functions.
            _ if error.to_string().contains("ictionary") => {
                let message = "zstd data that needs its dictionary; try zstd -dc -D DICTIONARY FILE | ninefold ...";
                return io::Error::new(error.kind(), message);
            }
            // Its window has more than 128 MiB.
            _ if error.to_string().contains("too much memory") => {
                ("", "; try zstd -dc --long=31 FILE | ninefold ...")
            }
            _ => ("damaged ", ""),
        };
        let message = format!("{damaged}{} data: {error}{hint}", self.name());
        io::Error::new(error.kind(), message)
    }
}

/// Number of bytes that show the kind.
const MAGIC: usize = 6;

/// The kind of compression, by the beginning of a text.
pub(super) fn of_head(head: &[u8]) -> Option<Compression> {
    match head {
        [0x1f, 0x8b, ..] => Some(Compression::Gzip),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Compression::Zstd),
        [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(Compression::Zstd),
        [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(Compression::Xz),
        [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(Compression::Bzip2),
        _ => None,
    }
}

/// Reads as many bytes as show the kind, or all there are.
pub(super) fn look(read: &mut impl Read, head: &mut Vec<u8>) -> io::Result<()> {
    read.take(MAGIC as u64).read_to_end(head).map(|_| ())
}

/// The kind of a file's compression. It leaves the file at its start.
pub(super) fn of_file(file: &File) -> io::Result<Option<Compression>> {
    let mut file = file;
    file.seek(SeekFrom::Start(0))?;
    let mut head = Vec::new();
    look(&mut file, &mut head)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(of_head(&head))
}

/// Bytes of a block of decoded data.
const BLOCK: usize = 1 << 18;

/// Lengths of the queues of full blocks, and of blocks to be filled again.
const QUEUES: [usize; 2] = [4, 8];

/// The largest allowed window of xz, in KiB.
const WINDOW: u32 = 256 << 10;

/// A message of the thread. There is a message for the end, so that a thread that vanishes is not
/// mistaken for it.
enum Message {
    Block(Vec<u8>),
    End,
    Failed(io::Error),
}

/// Decodes from a reader, ahead in a separate thread if the target has threads.
///
/// # Errors
/// There is no memory to begin.
pub(super) fn decoder(
    kind: Compression,
    read: Box<dyn Read + Send>,
) -> io::Result<Box<dyn Read + Send>> {
    Ok(if HAS_THREADS {
        Box::new(Decoder::start(kind, read))
    } else {
        Box::new(InPlace::new(kind, read)?)
    })
}

/// Reads the output of the decoding thread.
struct Decoder {
    full: Receiver<Message>,
    empty: Sender<Vec<u8>>,
    block: Vec<u8>,
    at: usize,
    ended: bool,
}

impl Decoder {
    /// Starts the thread. It ends with the input, or when this is dropped.
    fn start(kind: Compression, read: Box<dyn Read + Send>) -> Decoder {
        let (send, full) = channel(QUEUES[0]);
        let (empty, free) = channel::<Vec<u8>>(QUEUES[1]);
        let refused = send.clone();
        let thread = std::thread::Builder::new().name("ninefold-decode".to_owned());
        let started = thread.spawn(move || {
            let pumped = catch_unwind(AssertUnwindSafe(|| decode(kind, read, &send, &free)));
            let gave_up = |_| Err(io::Error::other("the decoder gave up"));
            let last = match pumped.unwrap_or_else(gave_up) {
                Ok(()) => Message::End,
                Err(error) => Message::Failed(kind.explain(error)),
            };
            // There is no receiver any more, so nobody reads the error.
            let _ = send.send(last);
        });
        if let Err(error) = started {
            let message = format!("no thread to decode {}: {error}", kind.name());
            let _ = refused.send(Message::Failed(io::Error::new(error.kind(), message)));
        }
        Decoder {
            full,
            empty,
            block: Vec::new(),
            at: 0,
            ended: false,
        }
    }
}

impl Read for Decoder {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        if self.at == self.block.len() && !self.ended {
            let used = std::mem::take(&mut self.block);
            let _ = self.empty.try_send(used);
            self.at = 0;
            self.ended = true;
            match self.full.recv() {
                Some(Message::Block(block)) => {
                    self.block = block;
                    self.ended = false;
                }
                Some(Message::End) => {}
                Some(Message::Failed(error)) => return Err(error),
                None => return Err(io::Error::other("the decoder vanished")),
            }
        }
        let n = out.len().min(self.block.len() - self.at);
        out[..n].copy_from_slice(&self.block[self.at..self.at + n]);
        self.at += n;
        Ok(n)
    }
}

/// Decodes in the thread that reads.
struct InPlace {
    kind: Compression,
    decoded: Box<dyn Read + Send>,
}

impl InPlace {
    fn new(kind: Compression, read: Box<dyn Read + Send>) -> io::Result<InPlace> {
        let decoded = decoded(kind, read)?;
        Ok(InPlace { kind, decoded })
    }
}

impl Read for InPlace {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let read = self.decoded.read(out);
        read.map_err(|error| self.kind.explain(error))
    }
}

/// Decodes all members, streams or frames, and sends them.
fn decode(
    kind: Compression,
    read: Box<dyn Read + Send>,
    send: &Sender<Message>,
    free: &Receiver<Vec<u8>>,
) -> io::Result<()> {
    pump(decoded(kind, read)?, send, free)
}

/// A reader for all members, streams or frames.
fn decoded(kind: Compression, read: Box<dyn Read + Send>) -> io::Result<Box<dyn Read + Send>> {
    let read = BufReader::with_capacity(BLOCK, read);
    Ok(match kind {
        Compression::Gzip => Box::new(Gzip::new(read)),
        Compression::Bzip2 => Box::new(bzip2::bufread::MultiBzDecoder::new(read)),
        Compression::Xz => Box::new(lzma_rust2::XzReader::new_mem_limit(read, true, WINDOW)),
        #[cfg(feature = "zstd")]
        Compression::Zstd => Box::new(zstd::Decoder::with_buffer(read)?),
        #[cfg(not(feature = "zstd"))]
        Compression::Zstd => Box::new(Frames::new(read)),
    })
}

/// Decodes the members of gzip, which may be padded with zeros, as on tapes.
struct Gzip<R> {
    /// The decoder of a member. `None` at the end.
    member: Option<GzDecoder<R>>,
}

impl<R: BufRead> Gzip<R> {
    fn new(read: R) -> Gzip<R> {
        Gzip {
            member: Some(GzDecoder::new(read)),
        }
    }
}

impl<R: BufRead> Read for Gzip<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        while let Some(member) = &mut self.member {
            let length = member.read(out)?;
            if length > 0 || out.is_empty() {
                return Ok(length);
            }
            let is_padded = skip_zeros(member.get_mut())?;
            let has_ended = member.get_mut().fill_buf()?.is_empty();
            if is_padded && !has_ended {
                let message = "other data behind the zeros that pad it";
                return Err(io::Error::new(io::ErrorKind::InvalidData, message));
            }
            let member = self.member.take().filter(|_| !has_ended);
            self.member = member.map(|member| GzDecoder::new(member.into_inner()));
        }
        Ok(0)
    }
}

/// Skips zeros. Returns whether there are any.
fn skip_zeros(read: &mut impl BufRead) -> io::Result<bool> {
    let mut is_padded = false;
    loop {
        let ahead = read.fill_buf()?;
        let zeros = ahead.iter().take_while(|byte| **byte == 0).count();
        let is_all = zeros == ahead.len();
        read.consume(zeros);
        is_padded |= zeros > 0;
        if zeros == 0 || !is_all {
            return Ok(is_padded);
        }
    }
}

/// Sends everything that it can read, until there is no receiver. It sends the data before an error
/// first.
fn pump(mut read: impl Read, send: &Sender<Message>, free: &Receiver<Vec<u8>>) -> io::Result<()> {
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
        if n > 0 && send.send(Message::Block(block)).is_err() {
            return Ok(());
        }
        match failed {
            Some(error) => return Err(error),
            None if ended => return Ok(()),
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};
    use std::io::Write;

    #[test]
    fn what_is_decoded_in_place_is_what_a_thread_decodes() {
        let text: Vec<u8> = (0..3 * BLOCK).map(|i| ((i * i) >> 7) as u8).collect();
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(&text).unwrap();
        let packed = packed.finish().unwrap();
        for length in [packed.len(), packed.len() - 9] {
            let read = || Box::new(io::Cursor::new(packed[..length].to_vec()));
            let mut apart = Decoder::start(Compression::Gzip, read());
            let mut in_place = InPlace::new(Compression::Gzip, read()).unwrap();
            let mut one = Vec::new();
            let mut other = Vec::new();
            let words = |done: io::Result<usize>| done.map_err(|error| error.to_string());
            let done = words(apart.read_to_end(&mut one));
            assert_eq!(words(in_place.read_to_end(&mut other)), done);
            assert_eq!(done.is_ok(), length == packed.len(), "{done:?}");
            assert!(one == other);
        }
    }

    #[test]
    fn gzip_may_be_padded_with_zeros() {
        let member = |text: &str| {
            let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
            packed.write_all(text.as_bytes()).unwrap();
            packed.finish().unwrap()
        };
        let members = [member("one "), member("two")].concat();
        for (padding, error) in [
            (Vec::new(), ""),
            (vec![0], ""),
            (vec![0; 2 * BLOCK], ""),
            (b"\0\0junk".to_vec(), "other data behind the zeros"),
            (b"junk".to_vec(), "gzip"),
        ] {
            let packed = [members.clone(), padding].concat();
            let mut text = String::new();
            let read = Box::new(io::Cursor::new(packed));
            let done = decoder(Compression::Gzip, read)
                .unwrap()
                .read_to_string(&mut text);
            match done {
                Ok(_) => assert!(error.is_empty()),
                Err(found) => assert!(found.to_string().contains(error) && !error.is_empty()),
            }
            assert_eq!(text, "one two");
        }
    }

    #[test]
    fn all_frames_are_read_and_skippable_ones_are_skipped() {
        let skippable = [0x5a, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, 1, 2, 3];
        let frame = |text: &str| compress_to_vec(text.as_bytes(), CompressionLevel::Fastest);
        let one = frame("one ");
        let two = frame("two");
        let packed = [&skippable[..], &one, &skippable, &two, &skippable].concat();
        let read = |packed: &[u8]| {
            let read = Box::new(io::Cursor::new(packed.to_vec()));
            let mut text = String::new();
            let done = decoder(Compression::Zstd, read)
                .unwrap()
                .read_to_string(&mut text);
            (text, done.map_err(|error| error.to_string()))
        };
        assert_eq!(read(&packed), ("one two".to_owned(), Ok(7)));
        let second = skippable.len() + one.len() + skippable.len();
        for end in second + 1..second + two.len() {
            let (text, done) = read(&packed[..end]);
            let is_right = text.starts_with("one ") && "one two".starts_with(&text);
            assert!(is_right, "{end}: {text}");
            assert!(done.unwrap_err().contains("damaged zstd data"), "{end}");
        }
        // A dictionary of number 7, and a block of one byte.
        let with_dictionary = [0x28, 0xb5, 0x2f, 0xfd, 0x21, 7, 1, 9, 0, 0, b'1'];
        let refused = read(&with_dictionary).1.unwrap_err();
        assert!(
            refused.starts_with("zstd data that needs its dictionary"),
            "{refused}"
        );
        // A window of 256 MiB, and a block of one byte.
        let window = [0x28, 0xb5, 0x2f, 0xfd, 0, 18 << 3, 9, 0, 0, b'1'];
        let refused = read(&window).1.unwrap_err();
        assert!(
            refused.contains("--long=31") && !refused.contains("damaged"),
            "{refused}"
        );
    }
}
