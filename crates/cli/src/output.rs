//! The output of rows. A file is either complete and checked, or unchanged.
//!
//! A regular file is written beside its final place, under a temporary name. It is renamed when
//! everything is in it and on the disk. Devices, pipes and standard output are written directly.

use super::failure::Failure;
use ninefold_files::escape::escape;
use ninefold_files::input::BlockingStream;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// An open output. If it is dropped without [`Output::commit`], an existing file stays, and a
/// temporary file is removed.
#[derive(Debug)]
pub(crate) struct Output {
    /// For messages.
    name: String,
    file: BlockingStream<File>,
    /// Where the file goes when it is complete. `None` if it is written directly.
    place: Option<Place>,
    written: u64,
}

/// Where a file is, and where it goes.
#[derive(Debug)]
pub(crate) struct Place {
    /// Its name until it is complete.
    pub(crate) path: TempPath,
    pub(crate) target: PathBuf,
    /// Whether it may replace a file.
    pub(crate) force: bool,
    /// A locked file that keeps other runs from writing the target.
    pub(crate) _lock: Option<File>,
}

impl Output {
    /// An output whose first `written` bytes are in the file already.
    pub(crate) fn new(name: String, file: File, place: Option<Place>, written: u64) -> Output {
        Output {
            name,
            file: BlockingStream(file),
            place,
            written,
        }
    }

    /// Writes all of `rows`.
    pub(crate) fn write(&mut self, rows: &[u8]) -> io::Result<()> {
        self.check_length()?;
        self.file.write_all(rows)?;
        self.written += rows.len() as u64;
        Ok(())
    }

    /// Whether the written bytes are still there.
    fn check_length(&self) -> io::Result<()> {
        if self.place.is_some() && self.file.0.metadata()?.len() < self.written {
            let what = "somebody else truncated it during the run";
            return Err(io::Error::other(what));
        }
        Ok(())
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
        let failed = |error: io::Error| Failure::write(&self.name, &error);
        self.check_length().map_err(failed)?;
        let Some(place) = self.place.take() else {
            return self.file.flush().map_err(failed);
        };
        let file = &self.file.0;
        let target = place.target.clone();
        let placed = file.set_len(self.written);
        let placed = placed.and_then(|()| place.put(file));
        placed.map_err(|error| match error.kind() {
            io::ErrorKind::AlreadyExists => Failure::refused(format!(
                "output {} exists by now (--force replaces it)",
                self.name
            )),
            _ => failed(error),
        })?;
        sync_directory(&target).map_err(|error| {
            Failure::io(format!(
                "{}: output complete, durability unconfirmed: {error}",
                self.name
            ))
        })
    }
}

impl Place {
    /// Renames the file to its target after it is on the disk. [`sync_directory`] tells whether the
    /// new name is on the disk.
    pub(crate) fn put(self, file: &File) -> io::Result<()> {
        let mut path = self.path;
        file.sync_all()?;
        if !is_file_at(file, &path) {
            // Another file has its name now.
            path.disable_cleanup(true);
            let what = "the temporary file was renamed or removed during the run";
            return Err(io::Error::other(what));
        }
        let renamed = if self.force {
            path.persist(self.target)
        } else {
            path.persist_noclobber(self.target)
        };
        renamed.map_err(|error| error.error)
    }
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

/// A file, which messages call `name`, cannot be opened or created.
pub(super) fn cannot_open(name: &str, file: &Path, error: &io::Error) -> Failure {
    let folder = directory(file);
    let why = if error.kind() == io::ErrorKind::NotFound && !folder.exists() {
        let folder = escape(folder);
        format!("there is no folder {folder} (mkdir -p {folder})")
    } else {
        error.to_string()
    };
    Failure::io(format!("cannot write {name}: {why}"))
}

/// The directory that a file is in.
pub(crate) fn directory(file: &Path) -> &Path {
    match file.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    }
}

#[cfg(unix)]
pub(crate) fn sync_directory(file: &Path) -> io::Result<()> {
    File::open(directory(file))?.sync_all()
}

#[cfg(not(unix))]
pub(crate) fn sync_directory(_file: &Path) -> io::Result<()> {
    Ok(())
}
