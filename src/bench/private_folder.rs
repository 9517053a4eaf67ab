//! Temporary folders that nobody else can use.

use crate::claims;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::Path;
use tempfile::TempDir;

const PREFIX: &str = "ninefold-";
/// Locked for as long as the folder is in use.
const LOCK: &str = "lock";

/// A folder in `TMPDIR` that only this user can read and write, whatever the umask. It is removed
/// when this is dropped. The folder of a killed run is removed when the next one is created.
#[derive(Debug)]
pub(super) struct PrivateFolder {
    folder: TempDir,
    _lock: File,
}

impl PrivateFolder {
    /// Makes one.
    ///
    /// # Errors
    /// `TMPDIR` is not writable.
    pub(super) fn new() -> io::Result<PrivateFolder> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(PREFIX);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
        let (folder, lock) = loop {
            let folder = builder.tempdir()?;
            let path = folder.path().join(LOCK);
            let lock = create(&path)?;
            if claims::claim(&lock, &path) {
                break (folder, lock);
            }
        };
        #[cfg(unix)]
        remove_dead(folder.path(), &lock);
        Ok(PrivateFolder {
            folder,
            _lock: lock,
        })
    }

    /// Its path.
    pub(super) fn path(&self) -> &Path {
        self.folder.path()
    }
}

/// Creates a folder that only this user can read and write, whatever the umask.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    let builder = &mut fs::DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(builder, 0o700);
    builder.create(path)
}

/// Creates a new file, without following links.
fn create(path: &Path) -> io::Result<File> {
    OpenOptions::new().write(true).create_new(true).open(path)
}

/// Removes the folders of this user's dead runs: nobody holds their locks.
#[cfg(unix)]
fn remove_dead(own: &Path, lock: &File) {
    use std::os::unix::fs::MetadataExt;
    let Ok(user) = lock.metadata().map(|lock| lock.uid()) else {
        return;
    };
    let is_ours = |path: &Path| {
        let found = fs::symlink_metadata(path);
        found.is_ok_and(|found| found.is_dir() && found.uid() == user)
    };
    let Ok(entries) = fs::read_dir(std::env::temp_dir()) else {
        return;
    };
    for entry in entries.flatten() {
        let (path, name) = (entry.path(), entry.file_name());
        let is_named = name.as_encoded_bytes().starts_with(PREFIX.as_bytes());
        if !is_named || path == own || !is_ours(&path) {
            continue;
        }
        if let Some(_held) = claims::unclaimed(&path.join(LOCK), lock) {
            let _ = fs::remove_dir_all(&path);
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    #[test]
    fn nobody_else_can_use_it_and_links_are_not_followed() {
        let folder = PrivateFolder::new().unwrap();
        let mode = fs::metadata(folder.path()).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700);
        let victim = folder.path().join("victim");
        fs::write(&victim, "mine").unwrap();
        let link = folder.path().join("link");
        symlink(&victim, &link).unwrap();
        assert!(create(&link).is_err());
        assert_eq!(fs::read(&victim).unwrap(), b"mine");
    }

    #[test]
    fn what_is_dead_goes_and_what_lives_stays() {
        let alive = PrivateFolder::new().unwrap();
        // As a killed run leaves it, and as a new run starts it.
        let dead = tempfile::Builder::new()
            .prefix(PREFIX)
            .tempdir()
            .unwrap()
            .keep();
        fs::write(dead.join(LOCK), "").unwrap();
        fs::write(dead.join("copy"), "x").unwrap();
        let begun = tempfile::Builder::new().prefix(PREFIX).tempdir().unwrap();
        let next = PrivateFolder::new().unwrap();
        assert!(!dead.exists());
        for folder in [alive.path(), begun.path(), next.path()] {
            assert!(folder.exists());
        }
    }
}
