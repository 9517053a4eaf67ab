//! Temporary files beside the files that they become: `.NAME.part`, or `.NAME.xxxxxx.part` for a
//! file that another process may write, too.
//!
//! A process removes only those that it created itself. What a killed run left stays: a name does
//! not tell whose file it is.

use std::fs::{self, File, TryLockError};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tempfile::NamedTempFile;

const SUFFIX: &str = ".part";
/// Maximum bytes of the target's name in the temporary name. So a file system that allows one name
/// (255 bytes, 143 on some) also allows the other.
const LONGEST: usize = 120;
/// How often to try to remove a folder.
#[cfg(unix)]
const TRIES: usize = 10;

/// The temporary files and folders of this process, so that a signal can remove them.
static LIVE: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn live() -> MutexGuard<'static, Vec<PathBuf>> {
    LIVE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file for a new target, which this process alone may write as long as it has this.
pub(crate) struct Reserved {
    pub(crate) file: NamedTempFile,
    /// What a killed run left under the name that is not random. Its lock is ours.
    pub(crate) lock: Option<File>,
}

/// Creates the temporary file for a target that does not exist, under a name that is not random:
/// `.NAME.part`, locked. `None` if another process has it.
///
/// What a killed run left under this name is not locked. It stays, and is locked instead of our own
/// file, which gets a random name. Some file systems have no locks, and some files belong to
/// somebody else. Then two may write, and the second one to finish finds the first one's output.
pub(crate) fn reserve(target: &Path) -> io::Result<Option<Reserved>> {
    let name = prefix(target);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&name).rand_bytes(0).suffix(&SUFFIX[1..]);
    let is_whole = target.file_name().is_some_and(|file| file.len() <= LONGEST);
    let file = if is_whole {
        create_by(&builder, target)
    } else {
        create(target)
    };
    let reserved = match file {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
            let left = open_plain(&super::output::directory(target).join(name + &SUFFIX[1..])).ok();
            if left.as_ref().is_some_and(is_locked) {
                return Ok(None);
            }
            let file = create(target)?;
            Reserved { file, lock: left }
        }
        file => Reserved {
            file: file?,
            lock: None,
        },
    };
    if reserved.lock.is_none() && is_locked(reserved.file.as_file()) {
        return Ok(None);
    }
    Ok(Some(reserved))
}

/// Locks a file, unless another process has locked it.
fn is_locked(file: &File) -> bool {
    matches!(file.try_lock(), Err(TryLockError::WouldBlock))
}

/// Opens a plain file to lock it. A pipe of this name is not waited for.
fn open_plain(path: &Path) -> io::Result<File> {
    let mut options = fs::OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        options.custom_flags((OFlags::NONBLOCK | OFlags::NOFOLLOW).bits() as i32);
    }
    options.open(path)
}

/// Creates a temporary file for `target`.
pub(crate) fn create(target: &Path) -> io::Result<NamedTempFile> {
    let prefix = prefix(target);
    let mut builder = tempfile::Builder::new();
    create_by(builder.prefix(&prefix).suffix(SUFFIX), target)
}

fn create_by(builder: &tempfile::Builder<'_, '_>, target: &Path) -> io::Result<NamedTempFile> {
    // Opened here, like any file of the user: a file that `tempfile` opens has mode 0600, and its
    // errors name the temporary file, which the user does not know.
    let mut options = fs::OpenOptions::new();
    options.read(true).write(true).create_new(true);
    let mut live = live();
    let file = builder.make_in(super::output::directory(target), |path| options.open(path))?;
    live.retain(|path| path.exists());
    live.push(file.path().to_owned());
    Ok(file)
}

/// Makes something that has a temporary folder, which a signal that ends this process also removes.
pub(crate) fn noted<T>(
    make: impl FnOnce() -> io::Result<T>,
    folder: impl Fn(&T) -> &Path,
) -> io::Result<T> {
    let mut live = live();
    let made = make()?;
    live.push(folder(&made).to_owned());
    Ok(made)
}

/// Removes the temporary files of this process and ends it.
#[cfg(unix)]
pub(crate) fn end(code: u8) -> ! {
    // The lock stays held to the end, so no other file is made.
    for path in live().iter() {
        if fs::remove_file(path).is_err() {
            // Another thread may still add a file to the folder, but not for long.
            let _ = (0..TRIES).find(|_| fs::remove_dir_all(path).is_ok());
        }
    }
    std::process::exit(i32::from(code))
}

/// `.NAME.`, with as much of the name as fits.
fn prefix(target: &Path) -> String {
    let name = target.file_name().unwrap_or_default().to_string_lossy();
    let mut ends = (0..=LONGEST.min(name.len())).rev();
    let end = ends.find(|&end| name.is_char_boundary(end));
    format!(".{}.", &name[..end.unwrap_or(0)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_not_too_long() {
        assert_eq!(prefix(Path::new("a/out.txt")), ".out.txt.");
        for letter in ["a", "ä", "数"] {
            let prefix = prefix(Path::new(&letter.repeat(240 / letter.len())));
            assert!(
                (LONGEST - 2..=LONGEST + 2).contains(&prefix.len()),
                "{prefix}"
            );
        }
    }
}
