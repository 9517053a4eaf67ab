//! The executable files of programs.

use ninefold_files::escape::escape;
use std::path::{Path, PathBuf};
use std::{fs, io};

/// The system's number of this error, on Unix and on Windows.
const NO_FILE: i32 = 2;

/// The first bytes of programs and libraries that are not scripts: of Linux and others, of Windows,
/// of macOS for one kind of CPU and for several.
pub(crate) const NATIVE: [&[u8]; 4] = [b"\x7fELF", b"MZ", b"\xcf\xfa\xed\xfe", b"\xca\xfe\xba\xbe"];

/// Whether a file can be run, and begins as a program or a script does.
#[must_use]
pub fn is_program(file: &Path) -> bool {
    begins_as_program(file) && may_be_run(file)
}

/// Whether a file begins as a program or a script does, and is not executable.
#[must_use]
pub fn may_not_run(file: &Path) -> bool {
    begins_as_program(file) && !may_be_run(file)
}

fn begins_as_program(file: &Path) -> bool {
    // From a pipe, reading would take the first bytes away.
    if !file.is_file() {
        return false;
    }
    let mut first = [0; 4];
    let read = fs::File::open(file).and_then(|mut file| io::Read::read(&mut file, &mut first));
    let first = &first[..read.unwrap_or(0)];
    first.starts_with(b"#!") || NATIVE.iter().any(|begin| first.starts_with(begin))
}

/// The executable file of a program: the given path, or the first of that name in `PATH`.
///
/// # Errors
/// There is none.
pub(crate) fn find_program(program: &Path) -> io::Result<PathBuf> {
    let is_path = program.components().count() > 1 || program.has_root();
    let mut files = Vec::new();
    if is_path {
        files.push(program.to_owned());
    } else if cfg!(unix) {
        // Windows also looks in other places.
        files.extend(path_folders().map(|folder| folder.join(program)));
    }
    files.retain(|file| file.is_file());
    let Some(any) = files.first() else {
        return Err(io::Error::from_raw_os_error(NO_FILE));
    };
    match files.iter().find(|file| may_be_run(file)) {
        Some(first) => Ok(first.clone()),
        None => {
            let any = escape(any);
            Err(io::Error::other(format!(
                "{any} is not executable (chmod +x)"
            )))
        }
    }
}

pub(super) fn is_in_path(program: &Path) -> bool {
    path_folders().any(|folder| program.parent() == Some(&folder))
}

fn path_folders() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders: Vec<PathBuf> = std::env::split_paths(&path).collect();
    folders.into_iter()
}

#[cfg(unix)]
fn may_be_run(file: &Path) -> bool {
    rustix::fs::access(file, rustix::fs::Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
fn may_be_run(_: &Path) -> bool {
    true
}
