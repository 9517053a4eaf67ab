//! The files of a run with checkpoints, beside its output.

use crate::failure::Failure;
use crate::output::{put_in_place, sync_directory};
use ninefold::escape::escape;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::TempPath;

/// The names that belong to an output.
pub(super) struct Names {
    pub(super) target: PathBuf,
    pub(super) part: PathBuf,
    pub(super) file: PathBuf,
    /// The next checkpoint, until it is complete.
    pub(super) new: PathBuf,
}

impl Names {
    pub(super) fn of(target: PathBuf) -> Names {
        let with = |suffix: &str| {
            let mut name = target.clone().into_os_string();
            name.push(suffix);
            PathBuf::from(name)
        };
        Names {
            part: with(".part"),
            file: with(".ckpt"),
            new: with(".ckpt.new"),
            target,
        }
    }
}

/// A message that begins with a file's name.
pub(super) fn about(path: &Path, what: impl std::fmt::Display) -> String {
    format!("{}: {what}", escape(path))
}

/// Refuses an existing path that is not a plain file: opening a pipe would wait, and removing it
/// would be wrong.
pub(super) fn plain(path: &Path) -> Result<(), Failure> {
    match fs::symlink_metadata(path) {
        Ok(there) if there.is_symlink() => Err(Failure::refused(about(path, "it is a link"))),
        Ok(there) if !there.is_file() => {
            Err(Failure::refused(about(path, "it is not a plain file")))
        }
        _ => Ok(()),
    }
}

/// Checks that nothing of an earlier run is in the way of a new one.
pub(super) fn clear_way(force: bool, names: &Names) -> Result<(), Failure> {
    let there = |path: &&PathBuf| fs::symlink_metadata(path).is_ok();
    let left: Vec<&PathBuf> = [&names.file, &names.part, &names.new]
        .into_iter()
        .filter(there)
        .collect();
    if let Some(path) = left.first().filter(|_| !force) {
        return Err(Failure::refused(about(
            path,
            "left by an earlier run (--resume continues it, --force starts a new one)",
        )));
    }
    // The lock stays held until both files are removed, because the other run may be at work.
    let part = OpenOptions::new().write(true).open(&names.part);
    if let Ok(part) = &part {
        lock(part, &names.part)?;
    }
    for path in left {
        fs::remove_file(path).map_err(|error| Failure::io(about(path, error)))?;
    }
    Ok(())
}

/// Creates the part of a new run.
pub(super) fn begin(names: &Names, old: Option<fs::Permissions>) -> Result<File, Failure> {
    let failed =
        |error: io::Error| Failure::io(format!("cannot write {}", about(&names.part, error)));
    let mut options = OpenOptions::new();
    let part = options
        .read(true)
        .write(true)
        .create_new(true)
        .open(&names.part);
    let part = part.map_err(failed)?;
    lock(&part, &names.part)?;
    if let Some(old) = old {
        part.set_permissions(old).map_err(failed)?;
    }
    sync_directory(&names.part).map_err(failed)?;
    Ok(part)
}

/// Makes sure that no other run writes the part. Some file systems have no locks; then there is no
/// check.
pub(super) fn lock(part: &File, path: &Path) -> Result<(), Failure> {
    match part.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(Failure::refused(about(path, "another run is writing it")))
        }
        Ok(()) | Err(TryLockError::Error(_)) => Ok(()),
    }
}

/// Writes a new file, syncs it to the disk, and renames it to `old`.
pub(super) fn replace(new: &Path, old: &Path, text: &[u8]) -> io::Result<()> {
    match fs::remove_file(new) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut file = OpenOptions::new().write(true).create_new(true).open(new)?;
    file.write_all(text)?;
    put_in_place(&file, TempPath::try_from_path(new)?, old, true)?;
    sync_directory(old)
}
