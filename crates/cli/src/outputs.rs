//! All files that a run writes, opened before anything is done. None of them is an input or another
//! output. None of them exists, unless that was allowed.

use super::failure::Failure;
use super::hints;
use super::output::{Output, Place, cannot_open, directory, exists};
use super::signals::Signals;
use super::stdio::{self, Means};
use super::temporary;
use identity::FileIdentity;
use ninefold_files::escape::escape;
use std::ffi::OsString;
use std::fs::{self, File, Metadata, OpenOptions, Permissions};
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};

/// The files that a run reads, and those that it writes so far.
pub(crate) struct Outputs<'a> {
    force: bool,
    inputs: &'a [PathBuf],
    signals: Option<&'a Signals>,
    taken: Vec<(String, Spot)>,
}

/// Identifies the file of an output.
#[derive(Debug, PartialEq)]
enum Spot {
    There(FileIdentity),
    /// A file that does not exist yet: its directory, and its name in it.
    New(FileIdentity, OsString),
}

impl<'a> Outputs<'a> {
    /// For a run with these inputs. `force` allows replacing existing files.
    pub(crate) fn new(force: bool, inputs: &'a [PathBuf]) -> Outputs<'a> {
        Outputs {
            force,
            inputs,
            signals: None,
            taken: Vec::new(),
        }
    }

    /// Watches these signals before it creates the first file.
    pub(crate) fn stopped_by(self, signals: &'a Signals) -> Outputs<'a> {
        Outputs {
            signals: Some(signals),
            ..self
        }
    }

    /// Opens `path`, or standard output if there is none or it is `-`.
    ///
    /// Before anything is read, it refuses these with exit code 2: an output that is one of the
    /// inputs (by whatever name) or another output, an existing file (unless that was allowed), and
    /// a directory.
    pub(crate) fn open(&mut self, path: Option<&Path>) -> Result<Output, Failure> {
        let Some(path) = path.filter(|path| *path != Path::new("-")) else {
            return self.stream(stdio::OUTPUT);
        };
        plain_text(path)?;
        let name = escape(path).to_string();
        let failed = |error: io::Error| cannot_open(&name, path, &error);
        let (target, is_open) = match stdio::means(path).map_err(failed)? {
            Means::Descriptor(number @ 0..3) => return self.stream(number),
            Means::Descriptor(_) => (path.to_owned(), true),
            Means::Device => {
                let device = OpenOptions::new().write(true).open(path);
                return self.direct(name.clone(), device.map_err(failed)?);
            }
            Means::ForeignLink => {
                return Err(Failure::refused(format!(
                    "output {name} is a link of another user in a folder with the sticky bit"
                )));
            }
            Means::File(target) => (target, false),
        };
        let Some(existing) = look(&target).map_err(failed)? else {
            self.take(&name, Spot::new(&target).map_err(failed)?)?;
            return self.beside(name, target, None);
        };
        if existing.is_dir() {
            return Err(Failure::refused(format!(
                "output {name} is a directory: name a file in it"
            )));
        }
        if !existing.is_file() {
            // A pipe that is also an input would never open.
            if let Ok(identity) = identity::of_path(&target)
                && !is_device(&existing)
            {
                self.refuse_input(&name, &identity)?;
            }
            let file = OpenOptions::new().write(true).open(&target);
            return self.direct(name.clone(), file.map_err(failed)?);
        }
        self.take_file(&name, &target)?;
        if is_open {
            return Err(Failure::refused(format!(
                "output {name} is open already: pass the file's own path to -o, or leave out -o and redirect standard output"
            )));
        }
        if !self.force {
            return Err(exists(path));
        }
        self.beside(name, target, Some(existing.permissions()))
    }

    /// Like [`Outputs::open`], if there is a path.
    pub(crate) fn open_if(&mut self, path: Option<&Path>) -> Result<Option<Output>, Failure> {
        path.map(|path| self.open(Some(path))).transpose()
    }

    /// Takes a plain file, existing or new, that the run replaces or adds to by design. Returns the
    /// file that the path means, and the mode of an existing file.
    pub(crate) fn take_own(
        &mut self,
        flag: &str,
        path: &Path,
    ) -> Result<(PathBuf, Option<Permissions>), Failure> {
        plain_text(path)?;
        let name = escape(path).to_string();
        let failed = |error: io::Error| cannot_open(&name, path, &error);
        let plain = || Failure::refused(format!("{flag} needs a plain file, not {name}"));
        let target = match stdio::means(path).map_err(failed)? {
            Means::File(target) if path != Path::new("-") => target,
            _ => return Err(plain()),
        };
        match look(&target).map_err(failed)? {
            Some(metadata) if metadata.is_file() => {
                self.take_file(&name, &target)?;
                Ok((target, Some(metadata.permissions())))
            }
            Some(_) => Err(plain()),
            None => {
                self.take(&name, Spot::new(&target).map_err(failed)?)?;
                Ok((target, None))
            }
        }
    }

    /// Takes a plain file, if it exists, unless it is an input.
    pub(crate) fn take_file(&mut self, name: &str, target: &Path) -> Result<(), Failure> {
        match identity::of_path(target) {
            Ok(identity) => self.take_identity(name, identity),
            Err(_) => Ok(()),
        }
    }

    fn take_identity(&mut self, name: &str, identity: FileIdentity) -> Result<(), Failure> {
        self.refuse_input(name, &identity)?;
        self.take(name, Spot::There(identity))
    }

    fn refuse_input(&self, name: &str, identity: &FileIdentity) -> Result<(), Failure> {
        match self.inputs.iter().find(|input| is_same(input, identity)) {
            Some(input) => Err(Failure::refused(format!(
                "{name} is the same file as input {}: write to another file",
                escape(input)
            ))),
            None => Ok(()),
        }
    }

    fn take(&mut self, name: &str, spot: Spot) -> Result<(), Failure> {
        if let Some((other, _)) = self.taken.iter().find(|(_, taken)| *taken == spot) {
            return Err(Failure::refused(format!(
                "{name} is the same file as output {other}"
            )));
        }
        self.taken.push((name.to_owned(), spot));
        Ok(())
    }

    fn stream(&mut self, number: usize) -> Result<Output, Failure> {
        let (file, name) = stdio::open(number)?;
        self.direct(name.to_owned(), file)
    }

    /// An output that is written directly. It keeps its content.
    fn direct(&mut self, name: String, file: File) -> Result<Output, Failure> {
        // Windows has no identity for consoles, pipes and NUL, so they never equal another file.
        if let (Ok(metadata), Ok(identity)) = (file.metadata(), identity::of_file(&file)) {
            if metadata.is_file() {
                self.take_identity(&name, identity)?;
            } else if file.is_terminal() || !is_device(&metadata) {
                // Any number of outputs may go to /dev/null.
                self.take(&name, Spot::There(identity))?;
            }
        }
        Ok(Output::new(name, file, None, 0))
    }

    /// A temporary file beside `target`, with the mode that `target` has or would get.
    fn beside(
        &self,
        name: String,
        target: PathBuf,
        old: Option<Permissions>,
    ) -> Result<Output, Failure> {
        self.signals.map_or(Ok(()), Signals::watch)?;
        let failed = |error: io::Error| cannot_open(&name, &target, &error);
        let (file, lock) = if self.force {
            (temporary::create(&target).map_err(failed)?, None)
        } else {
            let reserved = temporary::reserve(&target).map_err(failed)?;
            let Some(reserved) = reserved else {
                return Err(Failure::refused(format!(
                    "output {name}: another run is writing it: wait for it, or write to another file"
                )));
            };
            (reserved.file, reserved.lock)
        };
        if let Some(old) = old {
            file.as_file().set_permissions(old).map_err(failed)?;
        }
        let (file, path) = file.into_parts();
        let place = Place {
            path,
            target,
            force: self.force,
            _lock: lock,
        };
        Ok(Output::new(name, file, Some(place), 0))
    }
}

/// Refuses an output whose name asks for compression.
fn plain_text(path: &Path) -> Result<(), Failure> {
    hints::compressed(path).map_or(Ok(()), |hint| Err(Failure::refused(hint)))
}

/// Writes to standard output.
pub(crate) fn to_standard_output(text: &[u8]) -> Result<(), Failure> {
    Outputs::new(false, &[]).open(None)?.put(text)
}

impl Spot {
    fn new(target: &Path) -> io::Result<Spot> {
        let name = target.file_name().unwrap_or_default().to_owned();
        Ok(Spot::New(identity::of_path(directory(target))?, name))
    }
}

/// The metadata, if the path exists. A new file cannot have a name that ends like a directory's.
fn look(path: &Path) -> io::Result<Option<Metadata>> {
    let named = path.as_os_str().as_encoded_bytes();
    match fs::metadata(path) {
        Ok(metadata) => Ok(Some(metadata)),
        Err(error) if error.kind() == io::ErrorKind::NotFound && !named.ends_with(b"/") => Ok(None),
        Err(error) => Err(error),
    }
}

/// Whether two names lead to one file.
pub(crate) fn is_one_file(one: &Path, other: &Path) -> bool {
    identity::of_path(one).is_ok_and(|identity| is_same(other, &identity))
}

fn is_same(input: &Path, file: &FileIdentity) -> bool {
    let input = if input == Path::new("-") {
        stdio::open(stdio::INPUT).map(|(stdin, _)| identity::of_file(&stdin).ok())
    } else {
        Ok(identity::of_path(input).ok())
    };
    input.is_ok_and(|input| input.as_ref() == Some(file))
}

#[cfg(unix)]
fn is_device(metadata: &Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_char_device(&metadata.file_type())
}

#[cfg(not(unix))]
fn is_device(_metadata: &Metadata) -> bool {
    false
}

/// The identity of a file, whatever its name. It is not opened for this: opening a pipe waits for
/// its writer.
#[cfg(unix)]
mod identity {
    use std::fs::{self, File, Metadata};
    use std::io;
    use std::os::unix::fs::MetadataExt;
    use std::path::Path;

    pub(super) type FileIdentity = (u64, u64);

    pub(super) fn of_path(path: &Path) -> io::Result<FileIdentity> {
        fs::metadata(path).map(|metadata| of(&metadata))
    }

    pub(super) fn of_file(file: &File) -> io::Result<FileIdentity> {
        file.metadata().map(|metadata| of(&metadata))
    }

    fn of(metadata: &Metadata) -> FileIdentity {
        (metadata.dev(), metadata.ino())
    }
}

#[cfg(not(unix))]
mod identity {
    use std::fs::File;
    use std::io;
    use std::path::Path;

    pub(super) use same_file::Handle as FileIdentity;

    pub(super) fn of_path(path: &Path) -> io::Result<FileIdentity> {
        FileIdentity::from_path(path)
    }

    pub(super) fn of_file(file: &File) -> io::Result<FileIdentity> {
        FileIdentity::from_file(file.try_clone()?)
    }
}
