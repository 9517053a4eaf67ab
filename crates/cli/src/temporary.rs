//! Temporary files beside the files that they become: `.NAME.xxxxxx.part`.
//!
//! A process removes only those that it created itself. What a killed run left stays: a name does
//! not tell whose file it is.

use std::fs;
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

/// Creates a temporary file for `target`.
pub(crate) fn create(target: &Path) -> io::Result<NamedTempFile> {
    let prefix = prefix(target);
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(SUFFIX);
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
