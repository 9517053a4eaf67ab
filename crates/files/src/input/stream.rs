//! Streamed input: pipes, devices, compressed files, and files that are not mapped.

use super::blocking::BlockingStream;
use super::chunk::{Bytes, Chunk, TooLong};
use super::decompress::{self, decoder};
use super::error::{ENDLESS_LINE, InputError, cannot_open};
use super::identity::Identity;
use super::options::OpenOptions;
use super::range;
use super::source::Source;
use ninefold::internal::{BOM, HEAD, read_lines, whole_lines};
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::ops::Range;

/// An input that is read to its end.
struct Stream {
    name: String,
    read: BufReader<Box<dyn Read + Send>>,
    /// Bytes to read, for a plain file.
    size: Option<u64>,
    /// The file, if it must be unchanged at the end.
    file: Option<(File, Identity)>,
    chunk_size: usize,
    max_record: usize,
    /// The beginning of a line that is too long, and its length, after the lines before it.
    long: Option<(Vec<u8>, u64)>,
    /// Whether long lines come in pieces.
    in_pieces: bool,
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
    let failed = |cause| cannot_open(&name, cause);
    let mut offset = 0;
    let mut kept = None;
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
    let failed = |cause| cannot_open(&name, cause);
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
            read: BufReader::new(read),
            size: None,
            file: None,
            chunk_size: options.bytes_of_chunk(),
            max_record: options.longest_record(),
            long: None,
            in_pieces: false,
            offset: 0,
            first: true,
            ended: false,
            pending: None,
        }
    }

    /// Reads a chunk's lines, without a byte-order mark. If the last line is too long, returns
    /// where it begins, and its length.
    fn fill(&mut self, bytes: &mut Vec<u8>) -> io::Result<Option<(usize, u64)>> {
        if std::mem::take(&mut self.first) {
            self.read
                .by_ref()
                .take(BOM.len() as u64)
                .read_to_end(bytes)?;
            if bytes.starts_with(BOM) {
                bytes.clear();
                self.offset += BOM.len() as u64;
            }
        }
        let target = self.chunk_size.saturating_sub(bytes.len());
        if self.in_pieces {
            self.fill_piece(bytes)?;
            return Ok(None);
        }
        let long = read_lines(&mut self.read, bytes, target, self.max_record, ENDLESS_LINE)?;
        // What is too long was shortened.
        self.ended = long.is_none() && bytes.len() < self.chunk_size;
        Ok(long)
    }

    /// Reads whole lines of about a chunk, or a piece of a line that is longer.
    fn fill_piece(&mut self, bytes: &mut Vec<u8>) -> io::Result<()> {
        let target = self.chunk_size.saturating_sub(bytes.len());
        self.read.by_ref().take(target as u64).read_to_end(bytes)?;
        self.ended = bytes.len() < self.chunk_size;
        let lines = whole_lines(bytes);
        if self.ended || lines == bytes.len() {
            return Ok(());
        }
        let longest = self.chunk_size.max(HEAD).min(self.max_record);
        let most = longest.saturating_sub(bytes.len() - lines);
        self.read
            .by_ref()
            .take(most as u64)
            .read_until(b'\n', bytes)?;
        if lines > 0 && !bytes.ends_with(b"\n") {
            let line = bytes.split_off(lines);
            self.read_again(line);
        }
        Ok(())
    }

    /// Reads these bytes again, and then the others.
    fn read_again(&mut self, bytes: Vec<u8>) {
        let empty: Box<dyn Read + Send> = Box::new(io::empty());
        let others = std::mem::replace(&mut self.read, BufReader::new(empty));
        self.read = BufReader::new(Box::new(io::Cursor::new(bytes).chain(others)));
    }

    /// Reads the next lines, or the beginning of one that is too long. Returns its length, if it
    /// is.
    fn lines(&mut self, bytes: &mut Vec<u8>) -> Option<u64> {
        if let Some((line, length)) = self.long.take() {
            *bytes = line;
            return Some(length);
        }
        let (long, mut pending) = match self.fill(bytes) {
            Ok(Some((start, length))) if length > ENDLESS_LINE => {
                let offset = self.offset + start as u64;
                bytes.truncate(start);
                (
                    None,
                    Some(InputError::NoLines {
                        name: self.name.clone(),
                        offset,
                    }),
                )
            }
            Ok(long) => (long, None),
            Err(cause) => {
                let offset = self.offset + bytes.len() as u64;
                (
                    None,
                    Some(InputError::Read {
                        name: self.name.clone(),
                        offset,
                        cause,
                    }),
                )
            }
        };
        if self.ended && pending.is_none() {
            pending = self.finish().err();
        }
        if pending.is_some() {
            // The error came before the end of this line.
            let is_piece = self.in_pieces && whole_lines(bytes) == 0;
            if !is_piece {
                bytes.truncate(whole_lines(bytes));
            }
            self.ended = true;
        }
        self.pending = pending;
        let (start, length) = long?;
        if start == 0 {
            return Some(length);
        }
        self.long = Some((bytes.split_off(start), length));
        None
    }
}

impl Source for Stream {
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let mut bytes = recycled.unwrap_or_default();
        bytes.clear();
        let broken = if self.ended && self.long.is_none() {
            None
        } else {
            self.lines(&mut bytes)
        };
        if bytes.is_empty() {
            return self.pending.take().map_or(Ok(None), Err);
        }
        // A file that was truncated and has grown again reads as zeros.
        self.finish()?;
        let is_cut = !self.ended || self.pending.is_some();
        let is_piece = self.in_pieces && is_cut && !bytes.ends_with(b"\n");
        let chunk = Chunk {
            broken: broken.map(|length| TooLong { length }),
            is_piece,
            ..Chunk::new(Bytes::Owned(bytes), self.offset)
        };
        self.offset += chunk.length();
        Ok(Some(chunk))
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
        self.read = BufReader::new(Box::new(reader.take(size)));
        self.size = Some(size);
        self.offset = lines.start;
        self.first = lines.start == 0;
        self.long = None;
        (self.ended, self.pending) = (false, None);
        Ok(())
    }

    fn in_pieces(&mut self, yes: bool) {
        self.in_pieces = yes;
    }

    fn put_back(&mut self, piece: Chunk) {
        self.offset = piece.offset;
        self.ended = false;
        self.read_again(piece.bytes.to_vec());
    }

    fn size_hint(&self) -> Option<u64> {
        self.size
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
