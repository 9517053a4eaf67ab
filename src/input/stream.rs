//! Streamed input: pipes, devices, compressed files, and files that are not mapped.

use super::blocking::BlockingStream;
use super::chunk::{Broken, Bytes, Chunk, HEAD};
use super::decompress::{self, decoder};
use super::error::{ENDLESS_LINE, InputError};
use super::identity::Identity;
use super::options::OpenOptions;
use super::range;
use super::source::Source;
use crate::lines::{BOM, Cut, cut};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;

/// An input that is read to its end.
struct Stream {
    name: String,
    read: Box<dyn Read + Send>,
    /// Bytes to read, for a plain file.
    size: Option<u64>,
    /// The file, if it must be unchanged at the end.
    file: Option<(File, Identity)>,
    chunk_size: usize,
    max_record: usize,
    /// The data read after the last chunk.
    tail: Vec<u8>,
    /// Offset of the next chunk.
    offset: u64,
    first: bool,
    ended: bool,
    /// An error to report after the whole lines before it.
    pending: Option<InputError>,
}

/// Whether it is a regular file with a meaningful size and modification time. Files with size 0
/// (`/proc`) do not have that. Consoles, pipes and NUL of Windows do not either.
pub(super) fn is_plain(file: &File) -> bool {
    let metadata = file.metadata();
    metadata.is_ok_and(|metadata| metadata.is_file() && metadata.len() > 0)
}

/// Opens an input that is read from its current position: pipes, devices, standard input. If it is
/// a regular file, it must be unchanged at the end.
pub(super) fn open_pipe(
    name: String,
    mut file: File,
    options: &OpenOptions,
) -> Result<Box<dyn Source>, InputError> {
    let failed = |cause| InputError::Open {
        name: name.clone(),
        cause,
    };
    let (mut offset, mut kept) = (0, None);
    widen(&file, options.bytes_of_chunk());
    if is_plain(&file) {
        let handle = file.try_clone().map_err(failed)?;
        let identity = Identity::of(&handle).map_err(failed)?;
        offset = file.stream_position().map_err(failed)?;
        kept = Some((handle, identity));
    }
    open_stream(
        name,
        Box::new(BlockingStream(file)),
        (offset, kept),
        options,
    )
}

/// Enlarges a pipe to hold a chunk, up to 256 KiB, so that reader and writer wait less often for
/// each other. If that fails, the pipe keeps its size.
#[cfg(target_os = "linux")]
fn widen(file: &File, chunk: usize) {
    use rustix::pipe::{fcntl_getpipe_size, fcntl_setpipe_size};
    let wanted = chunk.min(256 << 10);
    if fcntl_getpipe_size(file).is_ok_and(|size| size < wanted) {
        let _ = fcntl_setpipe_size(file, wanted);
    }
}

#[cfg(not(target_os = "linux"))]
fn widen(_file: &File, _chunk: usize) {}

/// Opens an input that is read from `offset`. With the file, if it must be unchanged at the end.
pub(super) fn open_stream(
    name: String,
    mut read: Box<dyn Read + Send>,
    (offset, kept): (u64, Option<(File, Identity)>),
    options: &OpenOptions,
) -> Result<Box<dyn Source>, InputError> {
    let mut head = Vec::new();
    if let Err(cause) = decompress::look(&mut read, &mut head) {
        let offset = offset + head.len() as u64;
        return Err(InputError::Read {
            name,
            offset,
            cause,
        });
    }
    let kind = decompress::of_head(&head);
    let whole = io::Cursor::new(head).chain(read);
    let read: Box<dyn Read + Send> = match kind {
        Some(kind) => match decoder(kind, Box::new(whole)) {
            Ok(read) => read,
            Err(cause) => return Err(InputError::Open { name, cause }),
        },
        None => Box::new(whole),
    };
    let mut stream = Stream::new(name, read, options);
    if kind.is_none() {
        stream.offset = offset;
        stream.first = offset == 0;
    }
    stream.file = kept;
    Ok(Box::new(stream))
}

/// Opens a regular file, plain or with this compression.
pub(super) fn open_file(
    name: String,
    mut file: File,
    kind: Option<decompress::Compression>,
    options: &OpenOptions,
) -> Result<Box<dyn Source>, InputError> {
    let failed = |cause| InputError::Open {
        name: name.clone(),
        cause,
    };
    let identity = Identity::of(&file).map_err(failed)?;
    let reader = file.try_clone().map_err(failed)?;
    file.seek(SeekFrom::Start(0)).map_err(failed)?;
    let read: Box<dyn Read + Send> = match kind {
        Some(kind) => decoder(kind, Box::new(reader)).map_err(failed)?,
        None => Box::new(reader.take(identity.size)),
    };
    let mut stream = Stream::new(name, read, options);
    stream.size = kind.is_none().then_some(identity.size);
    stream.file = Some((file, identity));
    Ok(Box::new(stream))
}

impl Stream {
    fn new(name: String, read: Box<dyn Read + Send>, options: &OpenOptions) -> Stream {
        Stream {
            name,
            read,
            size: None,
            file: None,
            chunk_size: options.bytes_of_chunk(),
            max_record: options.longest_record(),
            tail: Vec::new(),
            offset: 0,
            first: true,
            ended: false,
            pending: None,
        }
    }

    /// Reads more to the end of `bytes`. Returns whether there was any.
    fn fill(&mut self, bytes: &mut Vec<u8>) -> bool {
        self.fill_until(bytes, bytes.len() + 1)
    }

    /// Reads to the end of `bytes` until there are at least this many, or as many more as one read
    /// takes. Returns whether there may be more. It allocates once for all reads, because a pipe
    /// gives little at a time.
    fn fill_until(&mut self, bytes: &mut Vec<u8>, least: usize) -> bool {
        let mut filled = bytes.len();
        let most = filled + self.chunk_size.clamp(1 << 12, 1 << 20);
        let least = least.min(most);
        if bytes.capacity() == 0 {
            // Memory that the system clears, and provides only when it is written to.
            *bytes = vec![0; most];
        }
        bytes.resize(most, 0);
        let mut more = true;
        while more && filled < least {
            match self.read.read(&mut bytes[filled..]) {
                Ok(got) => {
                    filled += got;
                    more = got > 0;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(cause) => {
                    self.pending = Some(InputError::Read {
                        name: self.name.clone(),
                        offset: self.offset + filled as u64,
                        cause,
                    });
                    more = false;
                }
            }
        }
        bytes.truncate(filled);
        if !more && self.pending.is_none() {
            self.pending = self.finish().err();
        }
        if self.pending.is_some() {
            // The error came before the end of this line.
            let whole = memchr::memrchr(b'\n', bytes).map_or(0, |end| end + 1);
            bytes.truncate(whole);
        }
        self.ended |= !more;
        if self.first && (bytes.len() >= BOM.len() || self.ended) {
            self.first = false;
            if bytes.starts_with(BOM) {
                bytes.drain(..BOM.len());
                self.offset += BOM.len() as u64;
            }
        }
        more
    }

    /// Reads until there is a line feed, or the line is too long.
    fn fill_line(&mut self, bytes: &mut Vec<u8>) {
        let mut searched = bytes.len();
        while self.fill(bytes) {
            let feed = memchr::memchr(b'\n', bytes.get(searched..).unwrap_or_default());
            if feed.is_some() || bytes.len() > self.max_record {
                return;
            }
            searched = bytes.len();
        }
    }

    /// Skips the rest of a line that is too long, and keeps its beginning, or nothing if its end is
    /// never read. Returns its length.
    fn pass_over(&mut self, bytes: &mut Vec<u8>) -> u64 {
        let began = self.offset;
        self.offset += bytes.len() as u64;
        bytes.truncate(HEAD);
        let mut more = std::mem::take(&mut self.tail);
        while self.fill(&mut more) {
            let feed = memchr::memchr(b'\n', &more);
            let over = feed.map_or(more.len(), |feed| feed + 1);
            let kept = over.min(HEAD - bytes.len());
            bytes.extend_from_slice(&more[..kept]);
            self.offset += over as u64;
            self.tail.extend_from_slice(&more[over..]);
            more.clear();
            if feed.is_some() {
                break;
            }
            if self.offset - began > ENDLESS_LINE {
                self.ended = true;
                self.pending = Some(InputError::NoLines {
                    name: self.name.clone(),
                    offset: began,
                });
                break;
            }
        }
        if self.pending.is_some() {
            bytes.clear();
        }
        self.offset - began
    }
}

impl Source for Stream {
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let mut bytes = recycled.unwrap_or_default();
        bytes.clear();
        bytes.append(&mut self.tail);
        while !self.ended && bytes.len() <= self.chunk_size {
            self.fill_until(&mut bytes, self.chunk_size + 1);
        }
        let offset = self.offset;
        let mut broken = None;
        loop {
            let (kept, next) = match cut(&bytes, self.chunk_size, self.max_record, self.ended) {
                Cut::Lines(length) => (length, length),
                Cut::TooLong(Some(length)) => {
                    broken = Some(length as u64);
                    (length.min(HEAD), length)
                }
                Cut::TooLong(None) => {
                    broken = Some(self.pass_over(&mut bytes));
                    break;
                }
                Cut::Unknown => {
                    self.fill_line(&mut bytes);
                    continue;
                }
            };
            self.offset += next as u64;
            self.tail.extend_from_slice(&bytes[next..]);
            bytes.truncate(kept);
            break;
        }
        if !bytes.is_empty() {
            // A file that was truncated and has grown again reads as zeros.
            self.finish()?;
            return Ok(Some(Chunk {
                bytes: Bytes::Owned(bytes),
                source: 0,
                offset,
                origins: None,
                broken: broken.map(|length| Broken::TooLong { length }),
            }));
        }
        self.pending.take().map_or(Ok(None), Err)
    }

    fn restrict(&mut self, part: Range<u64>) -> Result<(), InputError> {
        let (Some((file, identity)), Some(_)) = (&self.file, self.size) else {
            return Err(InputError::NoRange {
                name: self.name.clone(),
            });
        };
        let place = || -> io::Result<(Range<u64>, File)> {
            let lines = range::lines_of(file, identity.size, &part, self.max_record)?;
            let mut reader = file.try_clone()?;
            reader.seek(SeekFrom::Start(lines.start))?;
            Ok((lines, reader))
        };
        let (lines, reader) = place().map_err(|cause| InputError::Read {
            name: self.name.clone(),
            offset: part.start,
            cause,
        })?;
        let size = lines.end - lines.start;
        self.read = Box::new(reader.take(size));
        self.size = Some(size);
        self.offset = lines.start;
        self.first = lines.start == 0;
        self.tail.clear();
        (self.ended, self.pending) = (false, None);
        Ok(())
    }

    fn size_hint(&self) -> Option<u64> {
        self.size
    }

    fn max_record(&self) -> usize {
        self.max_record
    }

    fn finish(&mut self) -> Result<(), InputError> {
        match &self.file {
            None => Ok(()),
            Some((file, identity)) => identity.check(file, &self.name),
        }
    }

    fn name(&self) -> &str {
        &self.name
    }
}
