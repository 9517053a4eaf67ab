//! Temporary files that belong to a living process, which holds a lock on each.

use std::fs::{File, TryLockError};
use std::path::Path;

/// Locks a new file, if the file system has locks. Returns `false` if another process that looks
/// for unclaimed files has locked it since it was created.
#[must_use]
pub fn claim(file: &File, path: &Path) -> bool {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => false,
        Err(TryLockError::Error(_)) => true,
        Ok(()) => path.exists(),
    }
}

/// The file of this name, locked, if it is a plain file of the user of `own` and nobody holds its
/// lock. Hold the lock until the file is removed, because its creator may be about to [`claim`] it.
#[cfg(unix)]
#[must_use]
pub fn unclaimed(path: &Path, own: &File) -> Option<File> {
    use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
    let mut options = std::fs::OpenOptions::new();
    let options = options.write(true);
    let file = options
        .custom_flags(libc::O_NOFOLLOW | libc::O_NONBLOCK)
        .open(path);
    let file = file.ok().filter(|file| file.try_lock().is_ok())?;
    let (opened, named) = (file.metadata().ok()?, std::fs::symlink_metadata(path).ok()?);
    let same = (opened.dev(), opened.ino()) == (named.dev(), named.ino());
    let ours = named.is_file() && named.uid() == own.metadata().ok()?.uid();
    (same && ours).then_some(file)
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_is_held_while_it_is_removed_cannot_be_claimed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let created = File::create_new(&path).unwrap();
        let found = unclaimed(&path, &created).unwrap();
        assert!(!claim(&created, &path));
        std::fs::remove_file(&path).unwrap();
        drop(found);
        assert!(!claim(&created, &path));
        let created = File::create_new(&path).unwrap();
        assert!(claim(&created, &path));
        assert!(unclaimed(&path, &created).is_none());
    }
}
