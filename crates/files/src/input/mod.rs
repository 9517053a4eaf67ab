//! Reads inputs as chunks of whole lines.
//!
//! Regular files are mapped if that is permitted ([`mmap`], [`mapped`]), and everything else is
//! streamed ([`stream`]). Compressed input is recognised by its first bytes, and a separate thread
//! decodes it ([`decompress`]). All of them yield the same chunks, and the code that
//! takes them does not know where the bytes came from.

mod blocking;
mod chunk;
mod decompress;
mod error;
#[cfg(any(not(feature = "zstd"), test))]
mod frames;
mod identity;
mod mapped;
pub mod mmap;
mod options;
mod peeked;
mod range;
mod skip;
mod source;
mod stream;

pub use blocking::BlockingStream;
pub use chunk::{Bytes, Chunk, Origin, TooLong};
pub use error::InputError;
use error::cannot_open;
pub use options::OpenOptions;
pub(crate) use peeked::Peeked;
pub use range::InputPart;
pub use skip::skip;
pub use source::Source;

use crate::escape::escape;
pub(crate) use ninefold::internal::HEAD;
use std::fs::File;
use std::io;
use std::path::Path;

/// Opens a file, or standard input for `-`.
///
/// ```
/// use ninefold_files::input::{open, OpenOptions};
/// let mut source = open("Cargo.toml".as_ref(), &OpenOptions::default())?;
/// let chunk = source.next(None)?.expect("the file is not empty");
/// assert!(chunk.bytes.starts_with(b"[package]\n"));
/// # Ok::<(), ninefold_files::input::InputError>(())
/// ```
///
/// # Errors
/// The file is missing, unreadable or a directory.
pub fn open(path: &Path, options: &OpenOptions) -> Result<Box<dyn Source>, InputError> {
    let name = if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        escape(path).to_string()
    };
    let failed = |cause| cannot_open(&name, cause);
    if path == Path::new("-") {
        let stdin = own_handle(io::stdin()).map_err(failed)?;
        return stream::open_pipe(name, stdin, options);
    }
    let file = File::open(path).map_err(failed)?;
    if file.metadata().is_ok_and(|metadata| metadata.is_dir()) {
        return Err(failed(io::Error::other("it is a directory")));
    }
    if !stream::is_plain(&file) {
        return stream::open_pipe(name, file, options);
    }
    let kind = decompress::of_file(&file).map_err(failed)?;
    if kind.is_none()
        && let Some(allowed) = options.mmap
        && let Some(source) = mapped::open(&name, &file, options, allowed)
    {
        return Ok(source);
    }
    stream::open_file(name, file, kind, options)
}

/// Reads from any reader as [`open`] reads from a pipe. `name` is for messages.
///
/// ```
/// use ninefold_files::input::{open_reader, OpenOptions};
/// let text = b"one line\n".as_slice();
/// let mut source = open_reader("a text", Box::new(text), &OpenOptions::default())?;
/// assert_eq!(*source.next(None)?.expect("there is a line").bytes, *text);
/// # Ok::<(), ninefold_files::input::InputError>(())
/// ```
///
/// # Errors
/// The first bytes, which show the compression, cannot be read.
pub fn open_reader(
    name: &str,
    read: Box<dyn io::Read + Send>,
    options: &OpenOptions,
) -> Result<Box<dyn Source>, InputError> {
    stream::open_stream(name.to_owned(), read, (0, None), options)
}

/// Our own handle to standard input or output. If the stream is closed, the handles of the standard
/// library report the end of the input, or a successful write.
///
/// # Errors
/// The system gives no handle.
#[cfg(unix)]
pub fn own_handle(of: impl std::os::fd::AsFd) -> io::Result<File> {
    of.as_fd().try_clone_to_owned().map(File::from)
}

/// Our own handle to standard input or output. If the stream is closed, the handles of the standard
/// library report the end of the input, or a successful write.
///
/// # Errors
/// The system gives no handle.
#[cfg(windows)]
pub fn own_handle(of: impl std::os::windows::io::AsHandle) -> io::Result<File> {
    of.as_handle().try_clone_to_owned().map(File::from)
}

/// There are no handles of standard input and output here.
///
/// # Errors
/// Always.
#[cfg(not(any(unix, windows)))]
pub fn own_handle<S>(_of: S) -> io::Result<File> {
    Err(io::ErrorKind::Unsupported.into())
}
