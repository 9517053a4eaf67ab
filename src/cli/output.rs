//! Where the rows go: a file is either whole and right, or as it was before.
//!
//! A regular file is written beside its final place under a temporary name
//! and renamed when everything is in it and on the disk. A device, a pipe and
//! standard output are written to directly.

use super::failure::Failure;
use ninefold::input::own_handle;
use ninefold::shown::shown;
use same_file::Handle;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{NamedTempFile, TempPath};

/// An open output. Dropped without [`Output::commit`] it leaves nothing
/// behind: the temporary file goes, what was there before stays.
#[derive(Debug)]
pub(crate) struct Output {
    /// For messages.
    name: String,
    place: Place,
    written: u64,
}

#[derive(Debug)]
enum Place {
    Stdout(File),
    Direct(File),
    Temporary {
        file: NamedTempFile,
        target: PathBuf,
        force: bool,
    },
    /// A file that stays if the run does not come to its end.
    Part {
        file: File,
        part: PathBuf,
        target: PathBuf,
        force: bool,
    },
}

impl Output {
    /// Opens `path`, or standard output where there is none or it is `-`.
    ///
    /// Refuses, with exit code 2 and before anything is read: an output that
    /// is one of `inputs` (by whatever name), one that exists, unless `force`,
    /// and a directory.
    pub(crate) fn open(
        path: Option<&Path>,
        force: bool,
        inputs: &[PathBuf],
    ) -> Result<Output, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return Output::stdout(inputs);
        };
        let name = shown(path).to_string();
        let target = resolve(path).map_err(|error| cannot_open(&name, &error))?;
        let existing = match fs::metadata(&target) {
            Ok(metadata) => Some(metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(cannot_open(&name, &error)),
        };
        let place = match existing {
            Some(metadata) if metadata.is_dir() => {
                return Err(Failure::refused(format!("output {name} is a directory")));
            }
            Some(metadata) if !metadata.is_file() => Place::Direct(
                OpenOptions::new()
                    .write(true)
                    .open(&target)
                    .map_err(|error| cannot_open(&name, &error))?,
            ),
            Some(metadata) => {
                let handle = Handle::from_path(&target);
                refuse_input(&name, handle.ok().as_ref(), inputs)?;
                if !force {
                    return Err(exists(path));
                }
                temporary(&name, target, force, Some(metadata.permissions()))?
            }
            None => temporary(&name, target, force, None)?,
        };
        Ok(Output {
            name,
            place,
            written: 0,
        })
    }

    /// An output that is written to `file`, called `part`, of which `written`
    /// bytes are written, and that becomes `target`. It stays when this is
    /// dropped.
    pub(crate) fn part(
        name: String,
        file: File,
        part: PathBuf,
        target: PathBuf,
        force: bool,
        written: u64,
    ) -> Output {
        let place = Place::Part {
            file,
            part,
            target,
            force,
        };
        Output {
            name,
            place,
            written,
        }
    }

    fn stdout(inputs: &[PathBuf]) -> Result<Output, Failure> {
        let name = "standard output";
        let failed = |error| cannot_open(name, &error);
        let stdout = own_handle(io::stdout()).map_err(failed)?;
        if stdout.metadata().is_ok_and(|metadata| metadata.is_file()) {
            let handle = stdout.try_clone().and_then(Handle::from_file);
            refuse_input(name, handle.ok().as_ref(), inputs)?;
        }
        Ok(Output {
            name: name.to_owned(),
            place: Place::Stdout(stdout),
            written: 0,
        })
    }

    /// Writes all of `rows`.
    pub(crate) fn write(&mut self, rows: &[u8]) -> io::Result<()> {
        match &mut self.place {
            Place::Stdout(out) => out.write_all(rows),
            Place::Direct(file) => file.write_all(rows),
            Place::Temporary { file, .. } => file.write_all(rows),
            Place::Part { file, .. } => file.write_all(rows),
        }?;
        self.written += rows.len() as u64;
        Ok(())
    }

    /// Makes sure of room for about `bytes` in all, so that a full disk is
    /// found at once and not after hours. Where the file system cannot tell,
    /// nothing happens.
    pub(crate) fn reserve(&mut self, bytes: u64) -> io::Result<()> {
        match &self.place {
            Place::Temporary { file, .. } => reserve(file.as_file(), bytes),
            Place::Part { file, .. } => reserve(file, bytes),
            _ => Ok(()),
        }
    }

    /// Whether it is written to directly, so that a write may wait for ever for
    /// whoever reads, and nothing has to be put away.
    pub(crate) fn is_direct(&self) -> bool {
        matches!(self.place, Place::Stdout(_) | Place::Direct(_))
    }

    /// What to call it in a message.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Puts the output in its place: flushed, on the disk, renamed.
    ///
    /// # Errors
    /// Up to the rename nothing is left behind. After it the message says
    /// that the output is complete.
    pub(crate) fn commit(self) -> Result<(), Failure> {
        let failed = |error: &io::Error| Failure::write(&self.name, error);
        let (file, path, target, force) = match self.place {
            Place::Stdout(mut out) => return out.flush().map_err(|error| failed(&error)),
            Place::Direct(mut file) => return file.flush().map_err(|error| failed(&error)),
            Place::Temporary {
                file,
                target,
                force,
            } => {
                let (file, path) = file.into_parts();
                (file, path, target, force)
            }
            Place::Part {
                file,
                part,
                target,
                force,
            } => {
                let mut path = TempPath::try_from_path(part).map_err(|error| failed(&error))?;
                path.disable_cleanup(true);
                (file, path, target, force)
            }
        };
        let on_disk = file.set_len(self.written).and_then(|()| file.sync_all());
        on_disk.map_err(|error| failed(&error))?;
        let renamed = if force {
            path.persist(&target)
        } else {
            path.persist_noclobber(&target)
        };
        renamed.map_err(|error| failed(&error.error))?;
        sync_directory(&target).map_err(|error| {
            Failure::io(format!(
                "{}: output complete, durability unconfirmed: {error}",
                self.name
            ))
        })
    }
}

/// The plain file that `path` means, and the mode of what is there; anything
/// else is refused.
pub(crate) fn target_file(path: &Path) -> Result<(PathBuf, Option<Permissions>), Failure> {
    let name = shown(path);
    let failed = |error: io::Error| cannot_open(&name.to_string(), &error);
    let target = resolve(path).map_err(failed)?;
    match fs::metadata(&target) {
        Ok(metadata) if metadata.is_file() => Ok((target, Some(metadata.permissions()))),
        Ok(_) => Err(Failure::refused(format!(
            "--checkpoint needs a plain file as output, not {name}"
        ))),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok((target, None)),
        Err(error) => Err(failed(error)),
    }
}

/// Refuses a file that is one of the inputs.
pub(crate) fn refuse_same_file(file: &Path, inputs: &[PathBuf]) -> Result<(), Failure> {
    let handle = Handle::from_path(file).ok();
    refuse_input(&shown(file).to_string(), handle.as_ref(), inputs)
}

/// The output exists, and nobody said that it may be replaced.
pub(crate) fn exists(path: &Path) -> Failure {
    Failure::refused(format!(
        "output {} exists (--force replaces it)",
        shown(path)
    ))
}

fn cannot_open(name: &str, error: &io::Error) -> Failure {
    Failure::io(format!("cannot write {name}: {error}"))
}

/// The file that `path` means: symbolic links followed, also where the last
/// points to nothing yet. What is no file stays as it was named: the link behind
/// `/dev/stdout` may lead to a pipe that has no name.
fn resolve(path: &Path) -> io::Result<PathBuf> {
    if fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Ok(path.to_owned());
    }
    let mut path = path.to_owned();
    for _ in 0..40 {
        match fs::read_link(&path) {
            Ok(link) => path = path.parent().unwrap_or(Path::new("")).join(link),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

fn refuse_input(name: &str, output: Option<&Handle>, inputs: &[PathBuf]) -> Result<(), Failure> {
    let Some(output) = output else { return Ok(()) };
    let same = |input: &PathBuf| {
        let input = if input == Path::new("-") {
            // Not `Handle::stdin`, which closes it where it cannot look at it.
            own_handle(io::stdin()).and_then(Handle::from_file)
        } else {
            Handle::from_path(input)
        };
        input.is_ok_and(|input| input == *output)
    };
    match inputs.iter().find(|input| same(input)) {
        None => Ok(()),
        Some(input) => Err(Failure::refused(format!(
            "{name} is the same file as input {}",
            shown(input)
        ))),
    }
}

/// A file of a name of its own beside `target`, with the mode that `target`
/// has or would get.
fn temporary(
    name: &str,
    target: PathBuf,
    force: bool,
    old: Option<Permissions>,
) -> Result<Place, Failure> {
    let directory = match target.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(target.file_name().unwrap_or_default());
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder
        .tempfile_in(directory)
        .map_err(|error| cannot_open(name, &error))?;
    if let Some(old) = old {
        let kept = file.as_file().set_permissions(old);
        kept.map_err(|error| cannot_open(name, &error))?;
    }
    Ok(Place::Temporary {
        file,
        target,
        force,
    })
}

#[cfg(target_os = "linux")]
fn reserve(file: &File, bytes: u64) -> io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate};
    use rustix::io::Errno;
    match fallocate(file, FallocateFlags::KEEP_SIZE, 0, bytes.max(1)) {
        Err(error @ (Errno::NOSPC | Errno::DQUOT | Errno::FBIG)) => Err(error.into()),
        _ => Ok(()),
    }
}

#[cfg(not(target_os = "linux"))]
fn reserve(_file: &File, _bytes: u64) -> io::Result<()> {
    Ok(())
}

#[cfg(unix)]
pub(crate) fn sync_directory(file: &Path) -> io::Result<()> {
    let directory = match file.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    File::open(directory)?.sync_all()
}

#[cfg(not(unix))]
pub(crate) fn sync_directory(_file: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
#[path = "output_tests.rs"]
mod tests;
