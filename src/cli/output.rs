//! Where the rows go: a file is either whole and right, or as it was before.
//!
//! A regular file is written beside its final place under a temporary name
//! and renamed when everything is in it and on the disk. A device, a pipe and
//! standard output are written to directly.

use super::failure::Failure;
use same_file::Handle;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

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
    Stdout(io::Stdout),
    Direct(File),
    Temporary {
        file: NamedTempFile,
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
        let name = path.display().to_string();
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
                    return Err(Failure::refused(format!(
                        "output {name} exists (--force replaces it)"
                    )));
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

    fn stdout(inputs: &[PathBuf]) -> Result<Output, Failure> {
        let handle = Handle::stdout().ok();
        let regular = |handle: &Handle| handle.as_file().metadata().is_ok_and(|m| m.is_file());
        refuse_input("standard output", handle.filter(regular).as_ref(), inputs)?;
        Ok(Output {
            name: "standard output".to_owned(),
            place: Place::Stdout(io::stdout()),
            written: 0,
        })
    }

    /// Writes all of `rows`.
    pub(crate) fn write(&mut self, rows: &[u8]) -> io::Result<()> {
        match &mut self.place {
            Place::Stdout(out) => out.write_all(rows),
            Place::Direct(file) => file.write_all(rows),
            Place::Temporary { file, .. } => file.write_all(rows),
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
            _ => Ok(()),
        }
    }

    /// Whether it is written to directly, so that a write may wait for ever for
    /// whoever reads, and nothing has to be put away.
    pub(crate) fn is_direct(&self) -> bool {
        !matches!(self.place, Place::Temporary { .. })
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
        match self.place {
            Place::Stdout(mut out) => out.flush().map_err(|error| failed(&error)),
            Place::Direct(mut file) => file.flush().map_err(|error| failed(&error)),
            Place::Temporary {
                file,
                target,
                force,
            } => {
                let on_disk = file
                    .as_file()
                    .set_len(self.written)
                    .and_then(|()| file.as_file().sync_all());
                on_disk.map_err(|error| failed(&error))?;
                let renamed = if force {
                    file.persist(&target)
                } else {
                    file.persist_noclobber(&target)
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
    }
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
            Handle::stdin()
        } else {
            Handle::from_path(input)
        };
        input.is_ok_and(|input| input == *output)
    };
    match inputs.iter().find(|input| same(input)) {
        None => Ok(()),
        Some(input) => Err(Failure::refused(format!(
            "{name} is the same file as input {}",
            input.display()
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
fn sync_directory(file: &Path) -> io::Result<()> {
    let directory = match file.parent() {
        Some(parent) if parent != Path::new("") => parent,
        _ => Path::new("."),
    };
    File::open(directory)?.sync_all()
}

#[cfg(not(unix))]
fn sync_directory(_file: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(directory: &Path) -> Vec<String> {
        let entries = fs::read_dir(directory).unwrap();
        let mut names: Vec<String> = entries
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_appears_whole_or_not_at_all() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("out");
        let mut output = Output::open(Some(&path), false, &[]).unwrap();
        output.reserve(1 << 20).unwrap();
        output.write(b"half").unwrap();
        drop(output);
        assert!(names(directory.path()).is_empty());

        let mut output = Output::open(Some(&path), false, &[]).unwrap();
        output.reserve(1 << 20).unwrap();
        output.write(b"whole\n").unwrap();
        output.commit().unwrap();
        assert_eq!(names(directory.path()), ["out"]);
        assert_eq!(fs::read(&path).unwrap(), b"whole\n");
    }

    #[test]
    fn what_exists_is_replaced_by_force_alone() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("out");
        fs::write(&path, "old").unwrap();
        let refused = Output::open(Some(&path), false, &[]).unwrap_err();
        assert_eq!(refused.code, 2);
        let mut output = Output::open(Some(&path), true, &[]).unwrap();
        output.write(b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        output.commit().unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
    }

    #[test]
    fn a_file_that_appears_meanwhile_is_not_replaced() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("out");
        let mut output = Output::open(Some(&path), false, &[]).unwrap();
        output.write(b"mine").unwrap();
        fs::write(&path, "theirs").unwrap();
        assert_eq!(output.commit().unwrap_err().code, 3);
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
        assert_eq!(names(directory.path()), ["out"]);
    }

    #[cfg(unix)]
    #[test]
    fn the_input_is_refused_by_any_name_and_links_are_followed() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let directory = tempfile::tempdir().unwrap();
        let path = |name: &str| directory.path().join(name);
        fs::write(path("in"), "puzzle").unwrap();
        symlink("in", path("link")).unwrap();
        for name in ["in", "link"] {
            let refused = Output::open(Some(&path(name)), true, &[path("in")]).unwrap_err();
            assert_eq!(refused.code, 2);
            assert!(refused.message.contains("same file"), "{}", refused.message);
        }
        // A link stays a link, and its target keeps its mode.
        fs::set_permissions(path("in"), Permissions::from_mode(0o640)).unwrap();
        let mut output = Output::open(Some(&path("link")), true, &[]).unwrap();
        output.write(b"answer").unwrap();
        output.commit().unwrap();
        assert_eq!(fs::read(path("in")).unwrap(), b"answer");
        assert!(fs::symlink_metadata(path("link")).unwrap().is_symlink());
        let mode = fs::metadata(path("in")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        // So does one that points to nothing yet.
        symlink("later", path("dangling")).unwrap();
        let output = Output::open(Some(&path("dangling")), false, &[]).unwrap();
        output.commit().unwrap();
        assert!(path("later").is_file());
    }

    #[cfg(unix)]
    #[test]
    fn a_device_stays_a_device() {
        let mut output = Output::open(Some(Path::new("/dev/null")), false, &[]).unwrap();
        output.write(b"gone").unwrap();
        output.commit().unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
    }
}
