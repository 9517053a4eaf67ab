//! Bytes in: chunks of whole lines.
//!
//! A regular file is mapped ([`mmap`]), everything else is streamed
//! ([`stream`]); compressed input is recognised by its first bytes and decoded by a
//! thread of its own ([`decompress`]). All of them yield the same chunks, so
//! that nothing behind knows where the bytes came from.

mod decompress;
mod frames;
pub mod mmap;
mod range;
#[cfg(any(test, not(feature = "zstd-c")))]
mod ruzstd;
mod skip;
mod stream;
#[cfg(feature = "zstd-c")]
mod zstd;
#[cfg(all(test, feature = "zstd-c"))]
mod zstd_tests;

use crate::shown::shown;
use std::fs::File;
use std::io;
use std::ops::{Deref, Range};
use std::path::Path;
use thiserror::Error;

/// The part of a line that is kept where the line is longer. No puzzle is; so
/// that a text without line feeds takes no memory.
pub(crate) const LONGEST_LINE: usize = 1 << 16;

/// A text whose line goes on for longer than this has no lines: it is not read
/// on, because it may have no end either (`/dev/zero`).
pub(crate) const ENDLESS_LINE: u64 = 1 << 30;

/// Bytes of whole lines. Only a source's last chunk, or one that ends in a line of more
/// than 64 KiB, lacks its final line feed; of such a line the chunk
/// holds the first 64 KiB.
#[derive(Debug)]
pub struct Chunk {
    /// The text.
    pub bytes: Bytes,
    /// Number of the input among those named.
    pub source: usize,
    /// Place of the first byte in the (decompressed) input.
    pub offset: u64,
    /// Where records of a format with several lines a record began.
    pub origins: Option<Vec<Origin>>,
}

/// A chunk's text, mapped or read.
#[derive(Debug)]
pub enum Bytes {
    /// Part of a mapped file.
    Mapped(mmap::Part),
    /// A buffer of its own.
    Owned(Vec<u8>),
}

impl Deref for Bytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Bytes::Mapped(part) => part,
            Bytes::Owned(bytes) => bytes,
        }
    }
}

impl Bytes {
    /// The buffer, to be filled again.
    pub fn into_buffer(self) -> Option<Vec<u8>> {
        match self {
            Bytes::Mapped(_) => None,
            Bytes::Owned(bytes) => Some(bytes),
        }
    }

    /// Whether the bytes are those of the file: `false` once a mapped file was
    /// found cut short before their end, or is not of the size and the time of
    /// change that it had when it was opened. To be asked after the last use of the
    /// bytes.
    pub fn is_intact(&self) -> bool {
        match self {
            Bytes::Mapped(part) => part.is_intact(),
            Bytes::Owned(_) => true,
        }
    }
}

/// Where a record began in its source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Origin {
    /// Line, from 1.
    pub line: u64,
    /// Place of that line's first byte.
    pub offset: u64,
}

/// Why an input could not be read.
#[derive(Debug, Error)]
pub enum InputError {
    /// It could not be opened.
    #[error("cannot open {name}: {cause}")]
    Open {
        /// The input.
        name: String,
        /// What the system says.
        cause: io::Error,
    },
    /// It could not be read on.
    #[error("cannot read {name} at byte {offset}: {cause}")]
    Read {
        /// The input.
        name: String,
        /// Place in the (decompressed) input.
        offset: u64,
        /// What the system, or the decoder, says.
        cause: io::Error,
    },
    /// Size or time of change are not those of the start.
    #[error("{name} changed while it was read ({what})")]
    Changed {
        /// The input.
        name: String,
        /// What is different.
        what: &'static str,
    },
    /// A line does not end.
    #[error("{name}: no line feed in the {} MiB from byte {offset}", ENDLESS_LINE >> 20)]
    NoLines {
        /// The input.
        name: String,
        /// Where the line begins.
        offset: u64,
    },
    /// A part was asked of an input that has no places to begin at.
    #[error("{name}: --range and --shard need an uncompressed regular file")]
    NoRange {
        /// The input.
        name: String,
    },
    /// What was asked cannot be done with it.
    #[error("{name}: {reason}")]
    Refused {
        /// The input.
        name: String,
        /// Why not, and what could be done instead.
        reason: String,
    },
    /// The text is not in the format that it should be in.
    #[error("{name}: {reason}")]
    Format {
        /// The input.
        name: String,
        /// What is missing.
        reason: String,
    },
}

impl InputError {
    /// Whether the input is refused for what it is, and nothing failed.
    pub fn is_refusal(&self) -> bool {
        matches!(
            self,
            InputError::NoRange { .. } | InputError::Refused { .. }
        )
    }
}

/// Where chunks come from.
pub trait Source: Send {
    /// The next chunk, in a buffer used before if there is one; `None` at the
    /// end.
    ///
    /// # Errors
    /// What has been read before an error is delivered first.
    fn next(&mut self, recycled: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError>;

    /// Goes on with the lines that begin in these bytes of the input, whatever
    /// was read before.
    ///
    /// # Errors
    /// [`InputError::NoRange`] of what has no places to begin at: all but
    /// uncompressed regular files.
    fn restrict(&mut self, part: Range<u64>) -> Result<(), InputError> {
        let _ = part;
        Err(InputError::NoRange {
            name: self.name().to_owned(),
        })
    }

    /// Bytes in all, where that is known and they are not compressed.
    fn size_hint(&self) -> Option<u64>;

    /// To be called at the end: whether the input is what it was at the start.
    ///
    /// # Errors
    /// [`InputError::Changed`].
    fn finish(&mut self) -> Result<(), InputError>;

    /// The input's name, for messages.
    fn name(&self) -> &str;
}

/// Which part of the inputs is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Share {
    /// The records that begin in these bytes.
    Range {
        /// First byte.
        offset: u64,
        /// Number of bytes.
        length: u64,
    },
    /// The `index`th of `count` parts of equal length, from 1.
    Shard {
        /// Which, from 1.
        index: u32,
        /// Of how many.
        count: u32,
    },
}

/// How inputs are opened.
#[derive(Debug, Clone)]
pub struct OpenOptions {
    /// Whether regular files are mapped. See [`mmap`] for what that asks of
    /// them.
    pub mmap: bool,
    /// Bytes of a chunk, about.
    pub chunk_size: usize,
}

/// Bytes of a chunk unless told otherwise. A chunk, its answers and its outcomes are to
/// lie in the second-level cache, where they are checked and written from: with a
/// mebibyte, easy puzzles take 12 % longer to solve and 60 % longer to check (Zen 5, a
/// mebibyte of cache a core).
pub(crate) const CHUNK: usize = 256 << 10;

impl Default for OpenOptions {
    fn default() -> OpenOptions {
        OpenOptions {
            mmap: true,
            chunk_size: CHUNK,
        }
    }
}

pub use skip::skip;

/// Opens a file, or standard input for `-`.
///
/// ```
/// use ninefold::input::{open, OpenOptions};
/// let mut source = open("Cargo.toml".as_ref(), &OpenOptions::default())?;
/// let chunk = source.next(None)?.expect("the file is not empty");
/// assert!(chunk.bytes.starts_with(b"[package]\n"));
/// # Ok::<(), ninefold::input::InputError>(())
/// ```
///
/// # Errors
/// The file is missing, unreadable or a directory.
pub fn open(path: &Path, options: &OpenOptions) -> Result<Box<dyn Source>, InputError> {
    let name = if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        shown(path).to_string()
    };
    let failed = |cause| InputError::Open {
        name: name.clone(),
        cause,
    };
    if path == Path::new("-") {
        let stdin = own_handle(io::stdin()).map_err(failed)?;
        return stream::open_pipe(name, stdin, options);
    }
    let file = File::open(path).map_err(failed)?;
    let metadata = file.metadata().map_err(failed)?;
    if metadata.is_dir() {
        return Err(failed(io::Error::other("it is a directory")));
    }
    if !metadata.is_file() || metadata.len() == 0 {
        return stream::open_pipe(name, file, options);
    }
    let kind = decompress::of_file(&file).map_err(failed)?;
    if kind.is_none()
        && options.mmap
        && let Some(source) = mmap::open(&name, &file, options.chunk_size)
    {
        return Ok(source);
    }
    stream::open_file(name, file, kind, options)
}

/// Reads from anywhere what [`open`] reads from a pipe; `name` is for messages.
///
/// ```
/// use ninefold::input::{open_reader, OpenOptions};
/// let text = b"one line\n".as_slice();
/// let mut source = open_reader("a text", Box::new(text), &OpenOptions::default())?;
/// assert_eq!(*source.next(None)?.expect("there is a line").bytes, *text);
/// # Ok::<(), ninefold::input::InputError>(())
/// ```
///
/// # Errors
/// The first bytes, which tell how it is compressed, cannot be read.
pub fn open_reader(
    name: &str,
    read: Box<dyn io::Read + Send>,
    options: &OpenOptions,
) -> Result<Box<dyn Source>, InputError> {
    stream::open_stream(name.to_owned(), read, (0, None), options)
}

/// A handle of our own to standard input or output. The library's take one that is
/// not open for the end of the input, or for a write that went well.
///
/// # Errors
/// There is no handle to be had.
#[cfg(unix)]
pub fn own_handle(of: impl std::os::fd::AsFd) -> io::Result<File> {
    of.as_fd().try_clone_to_owned().map(File::from)
}

/// A handle of our own to standard input or output. The library's take one that is
/// not open for the end of the input, or for a write that went well.
///
/// # Errors
/// There is no handle to be had.
#[cfg(windows)]
pub fn own_handle(of: impl std::os::windows::io::AsHandle) -> io::Result<File> {
    of.as_handle().try_clone_to_owned().map(File::from)
}

/// What must be the same at the end as at the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) size: u64,
    modified: Option<std::time::SystemTime>,
}

impl Identity {
    pub(crate) fn of(file: &File) -> io::Result<Identity> {
        let metadata = file.metadata()?;
        Ok(Identity {
            size: metadata.len(),
            modified: metadata.modified().ok(),
        })
    }

    /// What has changed of a file.
    pub(crate) fn check(&self, file: &File, name: &str) -> Result<(), InputError> {
        let what = match Identity::of(file) {
            Ok(now) if now == *self => return Ok(()),
            Ok(now) if now.size < self.size => "it is shorter now",
            Ok(now) if now.size > self.size => "it is longer now",
            Ok(_) => "it was written to",
            Err(_) => "it cannot be looked at any more",
        };
        Err(InputError::Changed {
            name: name.to_owned(),
            what,
        })
    }
}

/// The length of a text's first lines that make a chunk: up to the last line
/// feed in the first `target` bytes, or to the first one behind them.
///
/// The second number is where the next chunk begins; the two differ where a line of more
/// than [`LONGEST_LINE`] is cut. `None` if the text ends before that is known.
pub(crate) fn cut(text: &[u8], target: usize, at_end: bool) -> Option<(usize, usize)> {
    if text.len() > target
        && let Some(end) = memchr::memrchr(b'\n', &text[..target])
    {
        return Some((end + 1, end + 1));
    }
    // The first line: it alone, or the whole text where that is shorter.
    if text.len() <= target && at_end {
        let last = memchr::memrchr(b'\n', text).map_or(0, |end| end + 1);
        let length = text.len().min(last + LONGEST_LINE);
        return Some((length, text.len()));
    }
    match memchr::memchr(b'\n', text.get(target..).unwrap_or_default()) {
        Some(more) => {
            let next = target + more + 1;
            let length = if next > LONGEST_LINE {
                LONGEST_LINE
            } else {
                next
            };
            Some((length, next))
        }
        None if at_end => Some((text.len().min(LONGEST_LINE), text.len())),
        None => None,
    }
}

/// A byte-order mark at the start of a text.
pub(crate) const BOM: &[u8] = b"\xef\xbb\xbf";
