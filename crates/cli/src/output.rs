//! The output of rows. A file is either complete and checked, or unchanged.
//!
//! A regular file is written beside its final place, under a temporary name. It is renamed when
//! everything is in it and on the disk. Devices, pipes and standard output are written directly.

use super::failure::Failure;
use super::writer::{BackgroundWriter, cut_short};
use ninefold::escape::escape;
use ninefold::input::BlockingStream;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// An open output. If it is dropped without [`Output::commit`], it leaves nothing behind: the
/// temporary file is removed, and an existing file stays.
#[derive(Debug)]
pub(crate) struct Output {
    /// For messages.
    name: String,
    place: Destination,
    written: u64,
    /// The thread that writes the rows, if the caller does not write them itself.
    writer: Option<Box<BackgroundWriter>>,
}

#[derive(Debug)]
enum Destination {
    Direct(BlockingStream<File>),
    Temporary {
        file: NamedTempFile,
        target: PathBuf,
        force: bool,
    },
    /// A file that stays if the run ends early.
    Part {
        file: File,
        part: PathBuf,
        target: PathBuf,
        force: bool,
    },
}

impl Output {
    /// An output that is written directly.
    pub(super) fn direct(name: String, file: File) -> Output {
        Output::new(name, Destination::Direct(BlockingStream(file)), 0)
    }

    fn new(name: String, place: Destination, written: u64) -> Output {
        Output {
            name,
            place,
            written,
            writer: None,
        }
    }

    /// An output that is written to a temporary file and becomes `target`.
    pub(super) fn temporary(
        name: String,
        file: NamedTempFile,
        target: PathBuf,
        force: bool,
    ) -> Output {
        let place = Destination::Temporary {
            file,
            target,
            force,
        };
        Output::new(name, place, 0)
    }

    /// An output that is written to `file`, called `part`, and becomes `target`. Its first
    /// `written` bytes are already written. The file stays when this is dropped.
    pub(crate) fn part(
        name: String,
        file: File,
        part: PathBuf,
        target: PathBuf,
        force: bool,
        written: u64,
    ) -> Output {
        let place = Destination::Part {
            file,
            part,
            target,
            force,
        };
        Output::new(name, place, written)
    }

    /// From now on, a thread writes the rows, if the output is a plain file and that is faster there.
    pub(crate) fn start_writer(&mut self) {
        let started = |file| BackgroundWriter::start(file, self.written).map(Box::new);
        self.writer = self.plain_file().and_then(started);
    }

    /// Takes rows to write. They are in the file after [`Output::flush`].
    pub(crate) fn rows(&mut self, rows: &[u8]) -> io::Result<()> {
        if let Some(writer) = &mut self.writer {
            self.written += rows.len() as u64;
            return writer.take(rows);
        }
        self.write(rows)
    }

    /// Waits until all rows taken are in the file.
    pub(crate) fn flush(&mut self) -> io::Result<()> {
        let writer = self.writer.as_mut();
        writer.map_or(Ok(()), |writer| writer.flush())
    }

    /// Bytes written, or taken to be written.
    pub(crate) fn written(&self) -> u64 {
        self.written
    }

    /// Writes all of `rows` to an output that nobody else writes to.
    pub(crate) fn write(&mut self, rows: &[u8]) -> io::Result<()> {
        self.check_length()?;
        match &mut self.place {
            Destination::Direct(file) => file.write_all(rows),
            // Writes to the file itself, because errors of `tempfile` name its own path.
            Destination::Temporary { file, .. } => file.as_file_mut().write_all(rows),
            Destination::Part { file, .. } => file.write_all(rows),
        }?;
        self.written += rows.len() as u64;
        Ok(())
    }

    /// Whether the written bytes are still there. Somebody else may have truncated the file.
    fn check_length(&self) -> io::Result<()> {
        match self.plain_file() {
            Some(file) if file.metadata()?.len() < self.written => Err(cut_short()),
            _ => Ok(()),
        }
    }

    /// Reserves space for about `bytes` in all, so that a full disk is found at once and not after
    /// hours. If the file system cannot do that, nothing happens.
    pub(crate) fn reserve(&mut self, bytes: u64) -> io::Result<()> {
        self.plain_file()
            .map_or(Ok(()), |file| reserve(file, bytes))
    }

    /// The file that becomes the output, if there is one.
    fn plain_file(&self) -> Option<&File> {
        match &self.place {
            Destination::Temporary { file, .. } => Some(file.as_file()),
            Destination::Part { file, .. } => Some(file),
            Destination::Direct(_) => None,
        }
    }

    /// Whether the output is written directly. Then a write may wait for its reader for ever, and
    /// there is nothing to rename.
    pub(crate) fn is_direct(&self) -> bool {
        matches!(self.place, Destination::Direct(_))
    }

    /// Writes `text`, the whole output, and renames it to its final name.
    pub(crate) fn put(mut self, text: &[u8]) -> Result<(), Failure> {
        let written = self.write(text);
        written.map_err(|error| Failure::write(&self.name, &error))?;
        self.commit()
    }

    /// The name of the output in messages.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Completes the output: flushed, on the disk, renamed.
    ///
    /// # Errors
    /// If it fails before the rename, nothing is left behind. If it fails after it, the message
    /// says that the output is complete.
    pub(crate) fn commit(mut self) -> Result<(), Failure> {
        let flushed = self.flush().and_then(|()| self.check_length());
        flushed.map_err(|error| Failure::write(&self.name, &error))?;
        drop(self.writer.take());
        let failed = |error: &io::Error| Failure::write(&self.name, error);
        let (file, path, target, force) = match self.place {
            Destination::Direct(mut file) => return file.flush().map_err(|error| failed(&error)),
            Destination::Temporary {
                file,
                target,
                force,
            } => {
                let (file, path) = file.into_parts();
                (file, path, target, force)
            }
            Destination::Part {
                file,
                part,
                target,
                force,
            } => {
                let mut path = TempPath::try_from_path(part).map_err(|error| failed(&error))?;
                path.disable_cleanup(true);
                (file, path, target, force)
            }
        };
        let placed = file.set_len(self.written);
        let placed = placed.and_then(|()| put_in_place(&file, path, &target, force));
        placed.map_err(|error| failed(&error))?;
        sync_directory(&target).map_err(|error| {
            Failure::io(format!(
                "{}: output complete, durability unconfirmed: {error}",
                self.name
            ))
        })
    }
}

/// Renames a file, written under its own name, to `target` after it is on the disk.
/// [`sync_directory`] tells whether the new name is on the disk.
pub(super) fn put_in_place(
    file: &File,
    mut path: TempPath,
    target: &Path,
    force: bool,
) -> io::Result<()> {
    file.sync_all()?;
    if !is_file_at(file, &path) {
        // Another file has its name now.
        path.disable_cleanup(true);
        let what = "the temporary file was renamed or removed during the run";
        return Err(io::Error::other(what));
    }
    let renamed = match force {
        true => path.persist(target),
        false => path.persist_noclobber(target),
    };
    renamed.map_err(|error| error.error)
}

/// Whether a path leads to this file, and not to another of its name.
#[cfg(unix)]
fn is_file_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino(), metadata.len());
    let named = std::fs::symlink_metadata(path).map(identity).ok();
    named.is_some() && named == file.metadata().map(identity).ok()
}

#[cfg(not(unix))]
fn is_file_at(_file: &File, _path: &Path) -> bool {
    true
}

/// The output exists, and --force was not given.
pub(crate) fn exists(path: &Path) -> Failure {
    Failure::refused(format!(
        "output {} exists (--force replaces it)",
        escape(path)
    ))
}

pub(super) fn cannot_open(name: &str, error: &io::Error) -> Failure {
    Failure::io(format!("cannot write {name}: {error}"))
}

/// The directory that a file is in.
pub(crate) fn directory(file: &Path) -> &Path {
    match file.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

#[cfg(target_os = "linux")]
fn reserve(file: &File, bytes: u64) -> io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate};
    use rustix::io::Errno;
    match fallocate(file, FallocateFlags::KEEP_SIZE, 0, bytes.max(1)) {
        Err(error @ (Errno::NOSPC | Errno::DQUOT | Errno::FBIG)) => Err(error.into()),
        _ => Ok(()),
    }
}

#[cfg(not(target_os = "linux"))]
fn reserve(_file: &File, _bytes: u64) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
pub(crate) fn sync_directory(file: &Path) -> io::Result<()> {
    File::open(directory(file))?.sync_all()
}

#[cfg(not(unix))]
pub(crate) fn sync_directory(_file: &Path) -> io::Result<()> {
    Ok(())
}
