//! Long runs that survive a kill: `OUT.part` holds the rows so far, and `OUT.ckpt` says how far the
//! run is. (The part may be longer than its rows.)
//!
//! A checkpoint is true at any moment: the bytes of the part are on the disk before the checkpoint
//! that counts them is renamed to its name. A resumed run truncates the part to the bytes that the
//! checkpoint counts. The last one counts all rows, and stays beside the output.

use super::config::Config;
use super::files::{Names, about, create_part, plain, replace};
use super::resume::{Earlier, compare, identify, read, reopen_part};
use crate::failure::Failure;
use crate::output::{self, Output, Place, cannot_open};
use crate::outputs::Outputs;
use ninefold_files::escape::escape;
use ninefold_files::pipeline::Position;
use ninefold_files::pipeline::checkpoint::Checkpoint;
use ninefold_files::pipeline::state::State;
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use tempfile::TempPath;

/// Longest time between two checkpoints, once there are rows.
const PERIOD: Duration = Duration::from_secs(10);

/// How a run begins.
pub(crate) enum Start {
    /// Starts with this output, from the state in the checkpoint, if there is one.
    Run(Output, Option<Box<CheckpointWriter>>),
    /// The earlier run was complete.
    Done(Box<State>),
}

/// Writes checkpoints.
#[derive(Debug)]
pub(crate) struct CheckpointWriter {
    /// The parts that do not change from one checkpoint to the next, and the last state.
    last: Checkpoint,
    part: PathBuf,
    file: PathBuf,
    /// The part, to sync its data to the disk.
    rows: File,
    every: u64,
    at: Instant,
    /// Whether there was an earlier run.
    pub(crate) resumed: bool,
}

impl CheckpointWriter {
    /// Starts or resumes a run. All refusals come before anything is solved or written.
    pub(crate) fn start(
        config: &mut Config,
        every: u64,
        inputs: &[PathBuf],
    ) -> Result<Start, Failure> {
        let named = config.output.clone();
        let path = named.filter(|path| path != Path::new("-"));
        let path = path.ok_or_else(|| Failure::refused("--resume needs -o FILE"))?;
        let identities = identify(inputs)?;
        let mut outputs = Outputs::new(config.force, inputs);
        let (target, old) = outputs.take_own("--resume", &path)?;
        let names = Names::of(target);
        for file in [&names.part, &names.file] {
            plain(file)?;
            outputs.take_file(&escape(file).to_string(), file)?;
        }
        let earlier = read(config, &names, &identities)?;
        let was_complete = matches!(earlier, Earlier::Completed);
        let written = match earlier {
            Earlier::Output(state) => return Ok(Start::Done(state)),
            Earlier::Nothing | Earlier::Completed => None,
            Earlier::Checkpoint(written) => Some(*written),
        };
        if old.is_some() && !config.force {
            return Err(output::exists(&path));
        }
        let resumed = written.is_some();
        let last = written.unwrap_or_else(|| Checkpoint {
            options: config.given.clone(),
            chunk_size: config.open.chunk_size,
            inputs: identities,
            state: State::default(),
        });
        let rows = if resumed {
            reopen_part(&names, &last.state.output, old)?
        } else {
            // The checkpoint of a complete run may be replaced.
            let written = replace(&names.file, last.to_text().as_bytes(), was_complete);
            written.map_err(|error| {
                Failure::io(format!("cannot write {}", about(&names.file, error)))
            })?;
            create_part(&names, old).inspect_err(|_| drop(fs::remove_file(&names.file)))?
        };
        let checkpoints = CheckpointWriter {
            last,
            part: names.part.clone(),
            file: names.file,
            rows: rows
                .try_clone()
                .map_err(|error| Failure::io(about(&names.part, error)))?,
            every,
            at: Instant::now(),
            resumed,
        };
        let written = checkpoints.last.state.output.bytes;
        let name = escape(&path).to_string();
        let part = TempPath::try_from_path(names.part);
        let mut part = part.map_err(|error| cannot_open(&name, &path, &error))?;
        // The part stays if the run ends early.
        part.disable_cleanup(true);
        let place = Place {
            path: part,
            target: names.target,
            force: config.force,
            _lock: None,
        };
        let output = Output::new(name, rows, Some(place), written);
        Ok(Start::Run(output, Some(Box::new(checkpoints))))
    }

    /// The state of the last checkpoint.
    pub(crate) fn state(&self) -> &State {
        &self.last.state
    }

    /// The last line that counts, and the file that says so, for messages.
    pub(crate) fn place(&self) -> (u64, String) {
        (self.last.state.lines(), escape(&self.file).to_string())
    }

    /// Whether it is time for another checkpoint.
    pub(crate) fn is_due(&self, position: &Position) -> bool {
        let new = position.bytes_out - self.last.state.output.bytes;
        new >= self.every || new > 0 && self.at.elapsed() >= PERIOD
    }

    /// Writes a checkpoint: first syncs the rows, then writes the checkpoint that counts them.
    pub(crate) fn keep(&mut self, state: &State) -> io::Result<()> {
        self.last.state = state.clone();
        self.rows.sync_data()?;
        let written = replace(&self.file, self.last.to_text().as_bytes(), true);
        written.map_err(|error| io::Error::new(error.kind(), about(&self.file, error)))?;
        self.at = Instant::now();
        Ok(())
    }

    /// Checks that every input is the same as when the run began.
    pub(crate) fn check_inputs(&self, inputs: &[PathBuf]) -> Result<(), Failure> {
        compare(&self.last.inputs, &identify(inputs)?)
    }

    /// After a run ended early, says how to resume it, or removes a checkpoint without rows.
    pub(crate) fn explain(self, mut failure: Failure, inputs: &[PathBuf]) -> Failure {
        let state = &self.last.state;
        if state.output.bytes == 0 {
            let _ = fs::remove_file(&self.part);
            let _ = fs::remove_file(&self.file);
        } else if !failure.message.is_empty() {
            failure.message.push_str(&self.next_step(inputs));
        }
        failure
    }

    /// What the user can do next, to append to a message.
    fn next_step(&self, inputs: &[PathBuf]) -> String {
        // An input that is missing now may be there again later.
        let changed = identify(inputs).is_ok_and(|now| compare(&self.last.inputs, &now).is_err());
        if changed {
            return format!(
                " (an input has changed, so --resume cannot continue: remove {} and {} to start anew)",
                escape(&self.file),
                escape(&self.part)
            );
        }
        let (line, file) = self.place();
        format!(" (--resume continues after line {line}, from {file})")
    }
}
