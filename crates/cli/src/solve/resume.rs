//! Checks whether a run can resume: whether everything is still as its checkpoint says.

use super::config::Config;
use super::files::{Names, about, create_part, lock, no_part};
use super::options::NOT_GIVEN;
use crate::failure::Failure;
use ninefold_files::escape::escape;
use ninefold_files::metrics::trailer::Trailer;
use ninefold_files::numbers::counted;
use ninefold_files::pipeline::checkpoint::{Checkpoint, JobIdentity};
use ninefold_files::pipeline::state::State;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

/// Identifies each input. Refuses inputs that a run cannot resume.
pub(super) fn identify(inputs: &[PathBuf]) -> Result<Vec<JobIdentity>, Failure> {
    inputs.iter().map(|path| identity(path)).collect()
}

fn identity(path: &Path) -> Result<JobIdentity, Failure> {
    let name = if path == Path::new("-") {
        "standard input".to_owned()
    } else {
        escape(path).to_string()
    };
    if path == Path::new("-") || fs::metadata(path).is_ok_and(|metadata| !metadata.is_file()) {
        return Err(Failure::refused(format!(
            "--resume needs inputs that can be read again, not {name}"
        )));
    }
    JobIdentity::of(path).map_err(|error| Failure::io(format!("cannot read {name}: {error}")))
}

pub(super) fn compare(was: &[JobIdentity], now: &[JobIdentity]) -> Result<(), Failure> {
    if was.len() != now.len() {
        return Err(Failure::refused(format!(
            "--resume: {}, the checkpoint has {}",
            counted(now.len() as u64, "input"),
            was.len()
        )));
    }
    for (was, now) in was.iter().zip(now) {
        if let Some(difference) = was.difference(now) {
            return Err(Failure::io(format!(
                "{} changed since the run began: {difference}",
                now.name
            )));
        }
    }
    Ok(())
}

/// What an earlier run left.
pub(super) enum Earlier {
    /// Nothing.
    Nothing,
    /// A checkpoint to resume from.
    Checkpoint(Box<Checkpoint>),
    /// The output of this command, complete.
    Output(Box<State>),
    /// The checkpoint of a complete output that is not there, or is not that of this command.
    Completed,
}

/// Finds out what an earlier run left. Refuses to resume a run with other options or inputs.
pub(super) fn read(
    config: &mut Config,
    names: &Names,
    inputs: &[JobIdentity],
) -> Result<Earlier, Failure> {
    let Some(text) = super::files::read(&names.file)? else {
        return no_part(names).map(|()| Earlier::Nothing);
    };
    let written = Checkpoint::parse(&text).map_err(|error| {
        let anew = start_anew(names);
        Failure::io(format!("{}, {error}{anew}", escape(&names.file)))
    })?;
    let is_same = check_same(config, names, &written, inputs);
    let is_last = written.state.next.input >= written.inputs.len();
    if is_last && fs::symlink_metadata(&names.part).is_err() {
        return Ok(if is_same.is_ok() && has_output(&written, names) {
            Earlier::Output(Box::new(written.state))
        } else {
            Earlier::Completed
        });
    }
    is_same?;
    config.open.chunk_size = written.chunk_size;
    Ok(Earlier::Checkpoint(Box::new(written)))
}

/// The value of an option in a list, for a message.
fn value_in<'a>(options: &'a [(String, String)], name: &str) -> &'a str {
    let option = options.iter().find(|(other, _)| other == name);
    option.map_or(NOT_GIVEN, |(_, value)| value)
}

/// Checks that the options and inputs are those of the run that wrote a checkpoint.
fn check_same(
    config: &Config,
    names: &Names,
    written: &Checkpoint,
    inputs: &[JobIdentity],
) -> Result<(), Failure> {
    let refused = |what: String| Failure::refused(about(&names.file, what));
    if config.chunk_size_named && config.open.chunk_size != written.chunk_size {
        return Err(refused(format!(
            "the run had --chunk-size {}",
            written.chunk_size
        )));
    }
    let options = &config.given;
    for (name, _) in written.options.iter().chain(options) {
        let then = value_in(&written.options, name);
        let now = value_in(options, name);
        if then != now {
            return Err(refused(format!(
                "{name}: {then} when the run began, {now} now"
            )));
        }
    }
    compare(&written.inputs, inputs)
}

/// Whether the output is the one that a checkpoint counts.
fn has_output(written: &Checkpoint, names: &Names) -> bool {
    let Ok(file) = File::open(&names.target) else {
        return false;
    };
    let length = file.metadata().map(|metadata| metadata.len());
    let output = &written.state.output;
    length.is_ok_and(|length| length == output.bytes)
        && checksum(&file, output.bytes).is_ok_and(|crc32| crc32 == output.crc32)
}

/// CRC-32 of a file's first bytes.
fn checksum(mut file: &File, bytes: u64) -> io::Result<u32> {
    file.seek(SeekFrom::Start(0))?;
    let mut hasher = crc32fast::Hasher::new();
    let mut block = vec![0; 1 << 20];
    let mut left = bytes;
    while left > 0 {
        let want = block.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        file.read_exact(&mut block[..want])?;
        hasher.update(&block[..want]);
        left -= want as u64;
    }
    Ok(hasher.finalize())
}

/// What to do about files from which no run can continue.
fn start_anew(names: &Names) -> String {
    let file = escape(&names.file);
    let part = escape(&names.part);
    format!(" (to start anew, remove {file} and {part})")
}

/// Opens the part of an earlier run and cuts it to its checkpoint. A run that was killed before it
/// created its part begins here.
pub(super) fn reopen_part(
    names: &Names,
    output: &Trailer,
    old: Option<fs::Permissions>,
) -> Result<File, Failure> {
    let failed = |error: io::Error| Failure::io(about(&names.part, error));
    let part = OpenOptions::new().read(true).write(true).open(&names.part);
    let mut part = match part {
        Err(error) if error.kind() == io::ErrorKind::NotFound && output.bytes == 0 => {
            return create_part(names, old);
        }
        part => part.map_err(failed)?,
    };
    lock(&part, &names.part)?;
    let length = part.metadata().map_err(failed)?.len();
    if length < output.bytes {
        return Err(Failure::io(about(
            &names.part,
            format!(
                "{length} bytes, but {} counts {}{}",
                escape(&names.file),
                output.bytes,
                start_anew(names)
            ),
        )));
    }
    let crc32 = checksum(&part, output.bytes).map_err(failed)?;
    if crc32 != output.crc32 {
        return Err(Failure::io(about(
            &names.part,
            format!(
                "damaged: its first {} bytes have CRC-32 {crc32:08x}, it should be {:08x}{}",
                output.bytes,
                output.crc32,
                start_anew(names)
            ),
        )));
    }
    part.set_len(output.bytes).map_err(failed)?;
    part.seek(SeekFrom::Start(output.bytes)).map_err(failed)?;
    Ok(part)
}
