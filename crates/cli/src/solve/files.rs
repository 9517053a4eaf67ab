//! The files of a run with checkpoints, beside its output.
//!
//! A checkpoint tells that a run made both files. Without it, nothing here is removed or replaced.
//! So it is the first file to appear. It stays when the output is complete: the same command, run
//! again by somebody who did not see the end of the run, finds that all is done.

use crate::failure::Failure;
use crate::output::{Place, sync_directory};
use crate::temporary;
use ninefold_files::escape::escape;
use ninefold_files::pipeline::checkpoint::Checkpoint;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// The names that belong to an output.
pub(super) struct Names {
    pub(super) target: PathBuf,
    pub(super) part: PathBuf,
    pub(super) file: PathBuf,
}

impl Names {
    pub(super) fn of(target: PathBuf) -> Names {
        let mut part = target.clone().into_os_string();
        part.push(".part");
        let mut file = target.clone().into_os_string();
        file.push(".ckpt");
        Names {
            part: part.into(),
            file: file.into(),
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

/// The text of the checkpoint, if there is one.
pub(super) fn read(file: &Path) -> Result<Option<Vec<u8>>, Failure> {
    match fs::read(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Failure::io(format!("cannot read {}", about(file, error)))),
    }
}

/// Whether a path itself, and no link at its end, is a regular file.
fn is_file(path: &Path) -> bool {
    fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file())
}

/// Refuses an output that a run with a checkpoint has begun and not completed: its part is there.
pub(super) fn offer_resume(output: &Path) -> Result<(), Failure> {
    let names = Names::of(output.to_owned());
    let has_both = is_file(&names.part) && is_file(&names.file);
    let Some(written) = has_both.then(|| Checkpoint::find(&names.file)).flatten() else {
        return Ok(());
    };
    let part = escape(&names.part);
    let file = escape(&names.file);
    Err(Failure::refused(format!(
        "{file} is from a run that ended early, after line {}: continue it with --resume, or remove {file} and {part}",
        written.state.lines()
    )))
}

/// Refuses a part that no checkpoint counts. It may be a file of somebody else.
pub(super) fn no_part(names: &Names) -> Result<(), Failure> {
    match fs::symlink_metadata(&names.part) {
        Ok(_) => Err(Failure::refused(about(
            &names.part,
            "it exists, and there is no checkpoint beside it: rename or remove it",
        ))),
        Err(_) => Ok(()),
    }
}

/// Creates the part of a new run.
pub(super) fn create_part(names: &Names, old: Option<fs::Permissions>) -> Result<File, Failure> {
    let failed =
        |error: io::Error| Failure::io(format!("cannot write {}", about(&names.part, error)));
    let mut options = OpenOptions::new();
    let part = options
        .read(true)
        .write(true)
        .create_new(true)
        .open(&names.part);
    let part = part.map_err(failed)?;
    let prepared = lock(&part, &names.part).and_then(|()| {
        let kept = old.map_or(Ok(()), |old| part.set_permissions(old));
        kept.and_then(|()| sync_directory(&names.part))
            .map_err(failed)
    });
    prepared.inspect_err(|_| drop(fs::remove_file(&names.part)))?;
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

/// Writes a file under a temporary name, syncs it to the disk, and renames it to `path`.
pub(super) fn replace(path: &Path, text: &[u8], force: bool) -> io::Result<()> {
    let (mut file, temporary) = temporary::create(path)?.into_parts();
    file.write_all(text)?;
    let place = Place {
        path: temporary,
        target: path.to_owned(),
        force,
        _lock: None,
    };
    place.put(&file)?;
    sync_directory(path)
}
