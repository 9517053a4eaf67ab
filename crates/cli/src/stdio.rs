//! Standard input, output and error, as the process got them.
//!
//! Rust's runtime opens the null device for streams that were closed when the process began, so
//! rows would be lost silently. In `main` it is too late to tell this from a null device that
//! somebody chose: Python and Node open theirs for reading and writing, as the runtime does. So
//! this module checks before `main`.

use super::failure::Failure;
#[cfg(unix)]
use super::output::directory;
use ninefold_files::input::own_handle;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
#[cfg(unix)]
use std::sync::atomic::{AtomicBool, Ordering};

pub(crate) const INPUT: usize = 0;
pub(crate) const OUTPUT: usize = 1;
pub(crate) const ERROR: usize = 2;
const NAMES: [&str; 3] = ["standard input", "standard output", "standard error"];

/// Which of the three were closed when the process began.
#[cfg(unix)]
static CLOSED: [AtomicBool; 3] = [const { AtomicBool::new(false) }; 3];

// SAFETY: code that runs before `main` must not use the standard library's runtime. These are three
// system calls and three stores. The crate asks for `unsafe` to promise that; there is no unsafe
// code here.
#[cfg(unix)]
ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn look() {
        use rustix::{io::fcntl_getfd, stdio};
        let all = [stdio::stdin(), stdio::stdout(), stdio::stderr()];
        for (closed, descriptor) in CLOSED.iter().zip(all) {
            closed.store(fcntl_getfd(descriptor).is_err(), Ordering::Relaxed);
        }
    }
}

#[cfg(unix)]
fn was_closed(number: usize) -> bool {
    CLOSED[number].load(Ordering::Relaxed)
}

#[cfg(not(unix))]
fn was_closed(_number: usize) -> bool {
    false
}

/// A handle to one of the three, and its name.
///
/// # Errors
/// The stream was closed when the process began, or there is no handle left.
pub(crate) fn open(number: usize) -> Result<(File, &'static str), Failure> {
    let name = NAMES[number];
    if was_closed(number) {
        return Err(Failure::io(format!("{name} is closed")));
    }
    let file = match number {
        INPUT => own_handle(io::stdin()),
        OUTPUT => own_handle(io::stdout()),
        _ => own_handle(io::stderr()),
    };
    let file = file.map_err(|error| Failure::io(format!("cannot use {name}: {error}")))?;
    Ok((file, name))
}

/// Refuses standard input as an input if it was closed: it would look empty.
pub(crate) fn check_input(path: &Path) -> Result<(), Failure> {
    let number = match means(path) {
        _ if path == Path::new("-") => INPUT,
        Ok(Means::Descriptor(number)) if number < NAMES.len() => number,
        _ => return Ok(()),
    };
    open(number).map(drop)
}

/// What a path stands for.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Means {
    /// A file that this process has open, as `/dev/stdout` and `/proc/self/fd/5` do.
    Descriptor(usize),
    /// A device of Windows, as `NUL` is in every folder.
    Device,
    /// Another user's link in a folder with the sticky bit, such as `/tmp`. It may lead to a file
    /// of this user, so nobody follows it.
    ForeignLink,
    /// The file of this name, which is not a link.
    File(PathBuf),
}

/// Follows symbolic links, even if the last points to nothing yet.
pub(crate) fn means(path: &Path) -> io::Result<Means> {
    if cfg!(windows) && is_device(path) {
        return Ok(Means::Device);
    }
    let mut path = path.to_owned();
    for _ in 0..40 {
        if let Some(number) = descriptor(&path) {
            return Ok(Means::Descriptor(number));
        }
        match fs::read_link(&path) {
            Ok(_) if is_foreign(&path) => return Ok(Means::ForeignLink),
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(Means::File(path)),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Whether a path of Windows leads to a device. Newer versions reserve fewer names for devices. A
/// name of a file, or of nothing, is not a device.
fn is_device(path: &Path) -> bool {
    let Err(error) = fs::metadata(path) else {
        return false;
    };
    is_device_name(path) && error.kind() != io::ErrorKind::NotFound
}

/// Whether Windows reserves a name for a device, whatever the folder and the extension.
fn is_device_name(path: &Path) -> bool {
    let name = path.file_name().and_then(|name| name.to_str());
    let stem = name.and_then(|name| name.split('.').next());
    let stem = stem.unwrap_or_default().trim_end().to_ascii_uppercase();
    match stem.as_str() {
        "NUL" | "CON" | "CONIN$" | "CONOUT$" | "PRN" | "AUX" => true,
        port => matches!(
            port.as_bytes(),
            [b'C', b'O', b'M', b'1'..=b'9'] | [b'L', b'P', b'T', b'1'..=b'9']
        ),
    }
}

/// Whether a link is one of another user in a folder with the sticky bit. The kernel follows some
/// of these for nobody (`protected_symlinks`), but cannot know what a program does with a link's
/// text.
#[cfg(unix)]
fn is_foreign(link: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    const STICKY: u32 = 0o1000;
    let own = rustix::process::geteuid().as_raw();
    let is_sticky = fs::metadata(directory(link)).is_ok_and(|folder| folder.mode() & STICKY != 0);
    is_sticky && fs::symlink_metadata(link).is_ok_and(|link| link.uid() != own)
}

#[cfg(not(unix))]
fn is_foreign(_link: &Path) -> bool {
    false
}

/// The number, if this is an entry in one of the directories of open descriptors.
fn descriptor(path: &Path) -> Option<usize> {
    let name = path.file_name()?.to_str()?;
    let number: usize = name.parse().ok()?;
    let directory = fs::canonicalize(path.parent()?).ok()?;
    let own = ["/proc/self/fd", "/proc/thread-self/fd", "/dev/fd"];
    let mut own = own.iter().filter_map(|own| fs::canonicalize(own).ok());
    (number.to_string() == name && own.any(|own| own == directory)).then_some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_of_windows_are_known_by_their_names() {
        for name in [
            "NUL",
            "nul",
            "folder/Nul.txt",
            "con",
            "CONOUT$",
            "com1",
            "LPT9.log",
            "aux ",
        ] {
            assert!(is_device_name(Path::new(name)), "{name}");
        }
        for name in [
            "null",
            "out.nul",
            "nul/out",
            "com0",
            "com10",
            "console.txt",
            "",
            "..",
            ".nul",
        ] {
            assert!(!is_device_name(Path::new(name)), "{name}");
        }
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn descriptors_are_told_from_files() {
        let pid = std::process::id();
        let directory = tempfile::tempdir().unwrap();
        let link = directory.path().join("link");
        std::os::unix::fs::symlink("/dev/stdout", &link).unwrap();
        for (path, number) in [
            ("/dev/stdin", 0),
            ("/dev/stdout", 1),
            ("/dev/stderr", 2),
            ("/dev/fd/1", 1),
            ("/proc/self/fd/7", 7),
            (&format!("/proc/{pid}/fd/2"), 2),
            ("/dev/../proc/self/./fd/1", 1),
            (link.to_str().unwrap(), 1),
        ] {
            let found = means(Path::new(path)).unwrap();
            assert_eq!(found, Means::Descriptor(number), "{path}");
        }
        for path in ["/proc/1/fd/1", "/dev/null", "1", "/dev/fd/01", "/dev/fd"] {
            let found = means(Path::new(path)).unwrap();
            assert!(matches!(found, Means::File(_)), "{path}");
        }
    }
}
