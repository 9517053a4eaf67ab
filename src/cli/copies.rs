//! Programs and libraries in files of their own, one for each start.
//!
//! The pages of a file's code lie somewhere in memory for as long as the system keeps them, in every
//! process that runs it, and on some CPUs two of them get in each other's way in the caches where
//! the code runs to and fro between them. Of a hundred copies of this program on a Zen 5 one is
//! 1.6 times as slow on puzzles with several solutions, and `compare` called it slower. So no
//! two starts are from the same file.

use std::cell::Cell;
use std::fs::{self, File};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Copies that are kept: those of the pair at work.
const KEPT: usize = 2;
/// Bytes of a page of memory, on most systems.
const PAGE: usize = 4096;

/// What says in a library that others are to be found beside it.
const BESIDE_IT: [&[u8]; 2] = [b"$ORIGIN", b"@loader_path"];

/// A folder of copies, removed when dropped.
pub(super) struct Copies {
    folder: TempDir,
    made: Cell<usize>,
}

impl Copies {
    /// # Errors
    /// There is no folder for temporary files, or no program may be run in it.
    pub(super) fn new() -> io::Result<Copies> {
        let folder = tempfile::tempdir()?;
        #[cfg(any(target_os = "linux", target_os = "android"))]
        {
            use rustix::fs::{StatVfsMountFlags, statvfs};
            let mounted = statvfs(folder.path())?;
            if mounted.f_flag.contains(StatVfsMountFlags::NOEXEC) {
                return Err(io::Error::other("no program may be run there"));
            }
        }
        let made = Cell::new(0);
        Ok(Copies { folder, made })
    }

    /// A copy of a program; a script, which may look for what lies beside it, stays where it is.
    ///
    /// # Errors
    /// The file cannot be found or read, or the copy not be written.
    pub(super) fn of_program(&self, program: &Path) -> io::Result<PathBuf> {
        let file = found(program)?;
        let bytes = fs::read(&file)?;
        match bytes.starts_with(b"#!") {
            true => Ok(file),
            false => self.copy(&file, &bytes),
        }
    }

    /// A copy of a shared library, unless it says that others lie beside it.
    ///
    /// # Errors
    /// The file cannot be read, or the copy not be written.
    pub(super) fn of_library(&self, library: &Path) -> io::Result<PathBuf> {
        let bytes = fs::read(library)?;
        let says = |what: &&[u8]| memchr::memmem::find(&bytes, what).is_some();
        match BESIDE_IT.iter().any(says) {
            true => Ok(library.to_owned()),
            false => self.copy(library, &bytes),
        }
    }

    /// The file in a folder of its own, so that its name stays.
    fn copy(&self, file: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
        let number = self.made.get();
        self.made.set(number + 1);
        let folder = |number: usize| self.folder.path().join(number.to_string());
        if let Some(old) = number.checked_sub(KEPT) {
            // Some systems keep the file of a program that is about to end.
            let _ = fs::remove_dir_all(folder(old));
        }
        fs::create_dir(folder(number))?;
        let copy = folder(number).join(file.file_name().unwrap_or_default());
        match write(&copy, bytes, number) {
            Ok(()) => Ok(copy),
            Err(error) => {
                // Half a copy takes room that others need.
                let _ = fs::remove_dir_all(folder(number));
                Err(error)
            }
        }
    }
}

/// Writes a file that may be run, its pages in an order that goes with the number: memory is given
/// out as it comes, that of a removed file first, and page for page a copy would lie where the last
/// but one lay.
fn write(path: &Path, bytes: &[u8], number: usize) -> io::Result<()> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o700);
    let mut file = options.open(path)?;
    let hashed = BuildHasherDefault::<DefaultHasher>::new();
    let mut pages: Vec<(usize, &[u8])> = bytes.chunks(PAGE).enumerate().collect();
    pages.sort_by_cached_key(|(page, _)| hashed.hash_one((number, page)));
    for (page, bytes) in pages {
        file.seek(SeekFrom::Start((page * PAGE) as u64))?;
        file.write_all(bytes)?;
    }
    Ok(())
}

/// The file of a program: where its name says, or the first of that name in `PATH`.
fn found(program: &Path) -> io::Result<PathBuf> {
    if program.components().count() > 1 || program.has_root() {
        return Ok(program.to_owned());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut files = std::env::split_paths(&path).map(|folder| folder.join(program));
    let file = files.find(|file| file.is_file());
    file.ok_or_else(|| io::ErrorKind::NotFound.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_the_bytes_and_two_are_kept() {
        let copies = Copies::new().unwrap();
        let library = copies.folder.path().join("lib.so");
        let mut before = Vec::new();
        for len in [0, 1, PAGE - 1, PAGE, PAGE + 1, 100 * PAGE + 7] {
            let bytes: Vec<u8> = (0..len).map(|i| (i % 251) as u8).collect();
            fs::write(&library, &bytes).unwrap();
            let copy = copies.of_library(&library).unwrap();
            assert_eq!(copy.file_name(), library.file_name());
            assert_eq!(fs::read(&copy).unwrap(), bytes);
            before.push(copy);
            let kept: Vec<bool> = before.iter().rev().map(|copy| copy.exists()).collect();
            assert!(
                kept.iter()
                    .enumerate()
                    .all(|(age, kept)| *kept == (age < KEPT))
            );
        }
    }
}
