//! Copies of programs and libraries, a new one for each round.
//!
//! The pages of a file's code stay at the same place in memory as long as the system caches them,
//! for every process that runs it. On some CPUs, two pages conflict in the caches if the program
//! switches between them often. Of a hundred copies of this program, on a Zen 5 one is 1.6 times as
//! slow on puzzles with several solutions, and comparisons called it slower. So the processes of
//! each round run another file.

use crate::external::{NATIVE, find_program};
use ninefold_files::escape::escape;
use std::cell::RefCell;
use std::collections::HashMap;
use std::fs::{self, OpenOptions};
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use tempfile::TempDir;

/// Bytes of a piece: four pages of memory, on most systems. One of 16 pages would keep the place
/// that pages have relative to each other, modulo 64 KiB, which decides on conflicts; single ones
/// take 2.5 times as long.
const PIECE: usize = 16 << 10;

/// Makes copies in a temporary folder, which is removed when this is dropped.
#[derive(Debug)]
pub struct BinaryCopies {
    folder: TempDir,
    /// The files read, by the name given for them.
    read: RefCell<HashMap<PathBuf, File>>,
    /// The copies of this round, by the name given for the original.
    current: RefCell<HashMap<PathBuf, PathBuf>>,
    /// All copies, including those that are removed again, each with its original.
    all: RefCell<Vec<[PathBuf; 2]>>,
}

/// The content of a file.
#[derive(Debug, Clone)]
struct File {
    path: PathBuf,
    /// `None` if it must not be copied.
    bytes: Option<Rc<[u8]>>,
}

impl BinaryCopies {
    /// Creates the folder.
    ///
    /// # Errors
    /// It cannot be created where the system keeps temporary files (`TMPDIR`), or no program may
    /// run there.
    pub fn new() -> io::Result<BinaryCopies> {
        Ok(BinaryCopies {
            folder: folder()?,
            read: RefCell::default(),
            current: RefCell::default(),
            all: RefCell::default(),
        })
    }

    /// The folder of the copies.
    pub fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// Begins a round: removes all copies. The processes that are ready have loaded theirs.
    pub(super) fn renew(&self) {
        self.current.borrow_mut().clear();
        for copy in fs::read_dir(self.folder()).into_iter().flatten().flatten() {
            // Some systems keep the file of a program that runs: the next start tries again.
            let _ = fs::remove_dir_all(copy.path());
        }
    }

    /// Replaces the paths of copies in a message by those of their originals.
    pub fn named(&self, mut message: String) -> String {
        for pair in self.all.borrow().iter().rev() {
            let [copy, original] = pair.each_ref().map(|path| escape(path).to_string());
            message = message.replace(&copy, &original);
        }
        message
    }

    /// The copy of a program for this round. A script, or a program that needs files beside it,
    /// runs from its original place.
    ///
    /// # Errors
    /// It cannot be copied: in words.
    pub(super) fn of_program(&self, program: &Path) -> Result<PathBuf, String> {
        self.of(program, find_program)
    }

    /// The copy of a library for this round.
    ///
    /// # Errors
    /// As [`BinaryCopies::of_program`].
    pub(super) fn of_library(&self, library: &Path) -> Result<PathBuf, String> {
        self.of(library, |library| Ok(library.to_owned()))
    }

    fn of(&self, name: &Path, find: fn(&Path) -> io::Result<PathBuf>) -> Result<PathBuf, String> {
        if let Some(copy) = self.current.borrow().get(name) {
            return Ok(copy.clone());
        }
        let Ok(file) = self.read(name, find) else {
            // What cannot be read runs from its own place, or its start fails and says why.
            return Ok(name.to_owned());
        };
        let Some(bytes) = file.bytes else {
            return Ok(file.path);
        };
        let copy = self.copy(&file.path, &bytes).map_err(|error| {
            let file = escape(&file.path);
            let folder = escape(self.folder());
            format!("{file} cannot be copied to {folder}: {error}: set TMPDIR to another folder")
        })?;
        let mut current = self.current.borrow_mut();
        current.insert(name.to_owned(), copy.clone());
        Ok(copy)
    }

    /// The content of the file that `find` finds by this name, at the time when it was first read.
    /// Another file may have replaced it.
    fn read(&self, name: &Path, find: fn(&Path) -> io::Result<PathBuf>) -> io::Result<File> {
        if let Some(file) = self.read.borrow().get(name) {
            return Ok(file.clone());
        }
        let path = find(name)?;
        let bytes = fs::read(&path)?;
        let is_native = NATIVE.iter().any(|begin| bytes.starts_with(begin));
        let stands_alone = is_native && !needs_others(&bytes);
        let bytes = stands_alone.then(|| bytes.into());
        let file = File { path, bytes };
        let mut read = self.read.borrow_mut();
        read.insert(name.to_owned(), file.clone());
        Ok(file)
    }

    /// Copies the file to a separate folder, so that it keeps its name.
    fn copy(&self, file: &Path, bytes: &[u8]) -> io::Result<PathBuf> {
        let number = self.all.borrow().len();
        let folder = self.folder().join(number.to_string());
        fs::create_dir(&folder)?;
        let copy = folder.join(file.file_name().unwrap_or_default());
        let pair = [copy.clone(), file.to_owned()];
        self.all.borrow_mut().push(pair);
        let written = write(&copy, bytes, number);
        if written.is_err() {
            // Half a copy takes space that others need.
            let _ = fs::remove_dir_all(folder);
        }
        written.map(|()| copy)
    }
}

/// A temporary folder that only this user can use, whatever the umask, and from which programs may
/// run.
fn folder() -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    builder.prefix("ninefold-");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    let folder = builder.tempdir()?;
    // Names of libraries are passed on as text.
    if folder.path().to_str().is_none() {
        return Err(io::Error::other("its name is not text"));
    }
    #[cfg(any(target_os = "linux", target_os = "android"))]
    {
        use rustix::fs::{StatVfsMountFlags, statvfs};
        let mounted = statvfs(folder.path())?;
        if mounted.f_flag.contains(StatVfsMountFlags::NOEXEC) {
            return Err(io::Error::other("no program may be run there"));
        }
    }
    Ok(folder)
}

/// Writes an executable file, with its pieces in an order that depends on the number. The system
/// hands out memory in order, first that of a removed file. Otherwise each page of a copy would lie
/// where the copy before the last had it.
fn write(path: &Path, bytes: &[u8], number: usize) -> io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o700);
    let mut file = options.open(path)?;
    let hashed = BuildHasherDefault::<DefaultHasher>::new();
    let mut pieces: Vec<(usize, &[u8])> = bytes.chunks(PIECE).enumerate().collect();
    pieces.sort_by_cached_key(|(piece, _)| hashed.hash_one((number, piece)));
    for (piece, bytes) in pieces {
        file.seek(SeekFrom::Start((piece * PIECE) as u64))?;
        file.write_all(bytes)?;
    }
    Ok(())
}

/// Whether a program or library says that other files must be beside it. (The first characters are
/// tested separately, so that this program does not find the pattern in itself.)
fn needs_others(bytes: &[u8]) -> bool {
    is_after(bytes, b"ORIGIN", ends_in_dollar)
        || is_after(bytes, b"loader_path", ends_in_at)
        || is_after(bytes, b"executable_path", ends_in_at)
}

/// Whether a name stands anywhere after something.
fn is_after(bytes: &[u8], name: &[u8], is_it: fn(&[u8]) -> bool) -> bool {
    memchr::memmem::find_iter(bytes, name).any(|at| is_it(&bytes[..at]))
}

fn ends_in_dollar(before: &[u8]) -> bool {
    matches!(before, [.., b'$'] | [.., b'$', b'{'])
}

fn ends_in_at(before: &[u8]) -> bool {
    matches!(before, [.., b'@'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_the_bytes_and_goes_with_the_start() {
        let copies = BinaryCopies::new().unwrap();
        let folder = tempfile::tempdir().unwrap();
        let library = |name: &str, bytes: &[u8]| {
            let path = folder.path().join(name);
            fs::write(&path, bytes).unwrap();
            path
        };
        let mut before = Vec::new();
        for len in [0, 1, PIECE - 5, PIECE - 4, PIECE, 25 * PIECE + 7] {
            let rest = (0..len).map(|i| (i % 251) as u8);
            let bytes: Vec<u8> = b"\x7fELF".iter().copied().chain(rest).collect();
            let library = library(&format!("lib{len}.so"), &bytes);
            let copy = copies.of_library(&library).unwrap();
            assert_ne!(copy, library);
            assert_eq!(copy.file_name(), library.file_name());
            assert_eq!(fs::read(&copy).unwrap(), bytes);
            let message = copies.named(format!("{}: is bad", escape(&copy)));
            assert_eq!(message, format!("{}: is bad", escape(&library)));
            // It may be replaced meanwhile.
            fs::write(&library, b"\x7fELF new").unwrap();
            let same = copies.of_library(&library).unwrap();
            assert_eq!((&same, fs::read(&same).unwrap()), (&copy, bytes.clone()));
            copies.renew();
            let again = copies.of_library(&library).unwrap();
            assert_eq!(fs::read(&again).unwrap(), bytes);
            assert!(again != copy && again.exists() && !copy.parent().unwrap().exists());
            before.push(again);
        }
        copies.renew();
        assert!(before.iter().all(|copy| !copy.parent().unwrap().exists()));
        let others = ["$ORIGIN/x", "${ORIGIN}", "@loader_path", "@executable_path"];
        for (i, others) in others.into_iter().enumerate() {
            let bytes = format!("\x7fELF {others}");
            let library = library(&format!("needs{i}.so"), bytes.as_bytes());
            assert_eq!(copies.of_library(&library).unwrap(), library);
        }
        let missing = folder.path().join("missing.so");
        assert_eq!(copies.of_library(&missing).unwrap(), missing);
        fs::remove_dir(copies.folder()).unwrap();
        let refused = copies.of_library(&library("other.so", b"\x7fELF"));
        assert!(refused.unwrap_err().contains("TMPDIR"));
    }
}
