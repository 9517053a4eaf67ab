//! Programs and libraries in files of their own, one for each start.
//!
//! The pages of a file's code lie somewhere in memory for as long as the system keeps them, in every
//! process that runs it, and on some CPUs two of them get in each other's way in the caches where
//! the program goes back and forth between them. Of a hundred copies of this program on a Zen 5 one is
//! 1.6 times as slow on puzzles with several solutions, and `compare` called it slower. So each
//! start is from another file, where one can be made.

use ninefold::shown::shown;
use std::cell::RefCell;
use std::fs::{self, File};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Copies that are kept: those of the pair at work.
const KEPT: usize = 2;
/// Bytes of a page of memory, on most systems.
const PAGE: usize = 4096;

/// How programs and libraries begin that are no scripts: of Linux and others, of Windows, of macOS for
/// one kind of CPU and for several.
const NATIVE: [&[u8]; 4] = [b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"];

/// A folder of copies, removed when dropped.
pub(super) struct Copies {
    folder: TempDir,
    /// All that were made, and of what.
    made: RefCell<Vec<(PathBuf, PathBuf)>>,
}

impl Copies {
    /// # Errors
    /// There is no folder for temporary files, or no program may be run in it.
    pub(super) fn new() -> io::Result<Copies> {
        let folder = tempfile::tempdir()?;
        // Names of libraries are handed on as text.
        if folder.path().to_str().is_none() {
            return Err(io::Error::other("its name is no text"));
        }
        #[cfg(any(target_os = "linux", target_os = "android"))]
        {
            use rustix::fs::{StatVfsMountFlags, statvfs};
            let mounted = statvfs(folder.path())?;
            if mounted.f_flag.contains(StatVfsMountFlags::NOEXEC) {
                return Err(io::Error::other("no program may be run there"));
            }
        }
        let made = RefCell::default();
        Ok(Copies { folder, made })
    }

    /// A copy of a program. A script, or one that needs what lies beside it, stays where it is.
    ///
    /// # Errors
    /// The file cannot be found or read, or the copy not be written.
    pub(super) fn of_program(&self, program: &Path) -> io::Result<PathBuf> {
        self.of(&found(program)?)
    }

    /// A copy of a shared library, unless it needs what lies beside it.
    ///
    /// # Errors
    /// The file cannot be read, or the copy not be written.
    pub(super) fn of_library(&self, library: &Path) -> io::Result<PathBuf> {
        self.of(library)
    }

    /// A message with the names of what was copied in the places of the copies' names.
    pub(super) fn named(&self, mut message: String) -> String {
        for (copy, file) in self.made.borrow().iter().rev() {
            let names = [copy, file].map(|path| shown(path).to_string());
            message = message.replace(&names[0], &names[1]);
        }
        message
    }

    fn of(&self, file: &Path) -> io::Result<PathBuf> {
        let bytes = fs::read(file)?;
        let is_native = NATIVE.iter().any(|begin| bytes.starts_with(begin));
        match is_native && !needs_others(&bytes) {
            true => self.copy(file, &bytes),
            false => Ok(file.to_owned()),
        }
    }

    /// The file in a folder of its own, so that its name stays.
    fn copy(&self, file: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
        let number = self.made.borrow().len();
        let folder = |number: usize| self.folder.path().join(number.to_string());
        if let Some(old) = number.checked_sub(KEPT) {
            // Some systems keep the file of a program that is about to end.
            let _ = fs::remove_dir_all(folder(old));
        }
        fs::create_dir(folder(number))?;
        let copy = folder(number).join(file.file_name().unwrap_or_default());
        let named = (copy.clone(), file.to_owned());
        self.made.borrow_mut().push(named);
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

/// Whether a program or library says that others are to be found beside it. (The first characters
/// are looked at apart, so that this program does not find what it looks for in itself.)
fn needs_others(bytes: &[u8]) -> bool {
    let before = |name: &[u8], is_said: fn(&[u8]) -> bool| {
        memchr::memmem::find_iter(bytes, name).any(|at| is_said(&bytes[..at]))
    };
    let at = |before: &[u8]| matches!(before, [.., b'@']);
    let dollar = |before: &[u8]| matches!(before, [.., b'$'] | [.., b'$', b'{']);
    before(b"ORIGIN", dollar) || before(b"loader_path", at) || before(b"executable_path", at)
}

/// The file of a program that may be run: where its name says, or the first of that name in `PATH`.
fn found(program: &Path) -> io::Result<PathBuf> {
    let is_path = program.components().count() > 1 || program.has_root();
    let path = std::env::var_os("PATH");
    let mut files: Vec<PathBuf> = match path {
        _ if is_path => vec![program.to_owned()],
        // Windows looks in other places, too.
        Some(path) if cfg!(unix) => std::env::split_paths(&path)
            .map(|folder| folder.join(program))
            .collect(),
        _ => Vec::new(),
    };
    files.retain(|file| file.is_file() && may_be_run(file));
    let first = files.into_iter().next();
    first.ok_or_else(|| io::ErrorKind::NotFound.into())
}

#[cfg(unix)]
fn may_be_run(file: &Path) -> bool {
    rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn may_be_run(_: &Path) -> bool {
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_the_bytes_and_two_are_kept() {
        let Ok(copies) = Copies::new() else {
            return;
        };
        let library = copies.folder.path().join("lib.so");
        let mut before = Vec::new();
        for len in [0, 1, PAGE - 5, PAGE - 4, PAGE, 100 * PAGE + 7] {
            let rest = (0..len).map(|i| (i % 251) as u8);
            let bytes: Vec<u8> = b"\x7fELF".iter().copied().chain(rest).collect();
            fs::write(&library, &bytes).unwrap();
            let copy = copies.of_library(&library).unwrap();
            assert_eq!(copy.file_name(), library.file_name());
            assert_eq!(fs::read(&copy).unwrap(), bytes);
            let message = copies.named(format!("{}: is bad", shown(&copy)));
            assert_eq!(message, format!("{}: is bad", shown(&library)));
            before.push(copy);
            let kept: Vec<bool> = before.iter().rev().map(|copy| copy.exists()).collect();
            assert!(
                kept.iter()
                    .enumerate()
                    .all(|(age, kept)| *kept == (age < KEPT))
            );
        }
        for others in ["$ORIGIN/x", "${ORIGIN}", "@loader_path", "@executable_path"] {
            fs::write(&library, format!("\x7fELF {others}")).unwrap();
            assert_eq!(copies.of_library(&library).unwrap(), library);
        }
    }
}
