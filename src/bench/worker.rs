//! A worker: a program that takes samples, seen by the program that measures. [`super::serve`] is
//! the worker's own side.
//!
//! They communicate in lines. The worker reads its configuration ([`WorkerConfig`]) and prints a
//! [`Hello`]. Then it reads lines: the number of a case, and optionally a number of passes. It
//! answers each with the nanoseconds of one pass in a sample of that many, and, if known, the CPU
//! nanoseconds, and those in which a command neither ran nor waited for a CPU. It ends with its input. Instead of an answer, it may say why it has none
//! ([`Refusal`]), and end. Both programs may be of different versions, so every change of this
//! protocol needs a new [`PROTOCOL`].

use super::paired::PairedRunner;
use super::record::Record;
use super::sampler::SampleTimes;
use crate::escape::escape;
use crate::external::child::{Child, ReadError};
use crate::external::groups::ProcessGroup;
use crate::numbers::bytes;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use thiserror::Error;

pub use super::worker_config::{ConfigError, WorkerConfig};
pub use crate::external::Waiting;

/// Version of the protocol.
pub const PROTOCOL: u32 = 2;

/// The first line of a worker.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Hello {
    pub(super) ninefold_worker: u32,
    /// Always `true`: other versions of the program read it.
    pub(super) cpu_time: bool,
    pub(super) record: Record,
}

/// The message of a worker that ends because its solver failed.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Refusal {
    pub(super) ninefold_refusal: String,
    /// Whether the solver was not asked, because it cannot be measured so.
    pub(super) not_asked: bool,
}

/// The error of a worker.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WorkerError {
    /// It could not be started.
    #[error("{}: cannot be run: {source}", escape(.program))]
    Start {
        /// The program.
        program: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// It ended, did not answer, or violated the protocol.
    #[error("{}: {reason}", escape(.program))]
    Broken {
        /// The program.
        program: PathBuf,
        /// The details.
        reason: String,
    },
    /// It cannot measure what it was asked to.
    #[error("{}: {reason}", escape(.program))]
    Refused {
        /// The program.
        program: PathBuf,
        /// The reason.
        reason: String,
    },
    /// The waiting reached its end ([`Waiting::until`]).
    #[error("{}: out of time", escape(.program))]
    OutOfTime {
        /// The program.
        program: PathBuf,
    },
    /// A stop was requested.
    #[error("stopped")]
    Stopped,
}

/// A worker process. Dropping it ends it.
#[derive(Debug)]
pub struct Worker {
    program: PathBuf,
    child: Child,
    waiting: Waiting,
    record: Record,
}

impl Worker {
    /// Runs `program worker`, sends its configuration and waits until it is ready. `name` is its
    /// name in error messages.
    ///
    /// # Errors
    /// The program cannot run, does not answer in time, or is not a ninefold with this protocol.
    pub fn start(
        program: &Path,
        name: &Path,
        config: &WorkerConfig,
        waiting: &Waiting,
    ) -> Result<Worker, WorkerError> {
        let mut command = Command::new(program);
        command.arg("worker");
        let child = Child::start(&mut command, ProcessGroup::Own);
        let mut child = child.map_err(|source| WorkerError::Start {
            program: name.to_owned(),
            source,
        })?;
        for part in config.to_parts() {
            child.order(part);
        }
        let mut worker = Worker {
            program: name.to_owned(),
            child,
            waiting: waiting.clone(),
            record: Record::empty(),
        };
        let line = worker.line("before it was ready to be measured")?;
        let hello: Hello = serde_json::from_str(&line).map_err(|_| {
            let begins: String = line.trim_end().chars().take(40).collect();
            worker.broken(format!(
                "is not a ninefold that can be compared with this one: its first line begins with {begins:?}. \
                 Solvers have names: compare --paired old new --solver old={0} --solver new={0}",
                escape(name)
            ))
        })?;
        if hello.ninefold_worker != PROTOCOL {
            let theirs = hello.ninefold_worker;
            return Err(worker.broken(format!(
                "speaks version {theirs} of the protocol, not {PROTOCOL}"
            )));
        }
        worker.record = hello.record;
        Ok(worker)
    }

    /// Ends it and returns the error, with the worker's own message.
    fn broken(&mut self, reason: String) -> WorkerError {
        self.child.end(Duration::ZERO);
        WorkerError::Broken {
            program: self.program.clone(),
            reason: reason + &self.child.last_words(),
        }
    }

    fn line(&mut self, when: &str) -> Result<String, WorkerError> {
        let line = self.child.line(&self.waiting);
        let line = line.map_err(|error| match error {
            ReadError::Ended(_) => self.ended(when),
            ReadError::TimedOut if self.waiting.until.is_some_and(|end| Instant::now() >= end) => {
                self.child.end(Duration::ZERO);
                WorkerError::OutOfTime {
                    program: self.program.clone(),
                }
            }
            ReadError::TimedOut => {
                let time = humantime::format_duration(self.waiting.timeout);
                self.broken(format!("did not answer within {time} {when} (--timeout)"))
            }
            ReadError::Stopped => WorkerError::Stopped,
            ReadError::Failed(error) => self.broken(error.to_string()),
            ReadError::TooLarge(has) => {
                let most = bytes(self.waiting.memory.unwrap_or(u64::MAX));
                let has = bytes(has);
                self.broken(format!(
                    "has {has} of memory, and may have {most} (--solver-memory), {when}"
                ))
            }
            ReadError::LeftOpen => self.broken(format!(
                "ended {when}, and left behind a process that keeps its output open"
            )),
        })?;
        let program = self.program.clone();
        match serde_json::from_str::<Refusal>(&line) {
            Ok(Refusal {
                ninefold_refusal: reason,
                not_asked: true,
            }) => Err(WorkerError::Refused { program, reason }),
            Ok(Refusal {
                ninefold_refusal: reason,
                ..
            }) => Err(WorkerError::Broken { program, reason }),
            Err(_) => Ok(line),
        }
    }

    /// Takes one sample of a case, of `repeats` passes.
    pub(super) fn sample_repeats(
        &mut self,
        case: usize,
        repeats: usize,
    ) -> Result<SampleTimes, WorkerError> {
        self.order(format!("{case} {repeats}\n"))
    }

    /// Orders a sample, and waits for its times.
    fn order(&mut self, order: String) -> Result<SampleTimes, WorkerError> {
        self.child.order(order.into_bytes().into());
        let line = self.line(MEASURED)?;
        let mut words = line.split_whitespace().map(|word| word.parse().ok());
        let time = words.next().flatten();
        match time.filter(|ns: &f64| ns.is_finite() && *ns > 0.0) {
            Some(wall_ns) => Ok(SampleTimes {
                wall_ns,
                cpu_ns: words.next().flatten(),
                idle_ns: words.next().flatten(),
            }),
            None => Err(self.broken(format!("answered {:?}, which is not a time", line.trim()))),
        }
    }

    fn ended(&mut self, when: &str) -> WorkerError {
        let reason = match self.child.end(TO_END) {
            Some(status) => format!("ended {when}: {status}"),
            None => format!("stopped answering {when}"),
        };
        self.broken(reason)
    }
}

/// How long a program that has closed its output may take to end with a status.
const TO_END: Duration = Duration::from_secs(10);

/// The phase of the samples, in words.
const MEASURED: &str = "while it was measured";

impl PairedRunner for Worker {
    type Error = WorkerError;

    fn record(&self) -> &Record {
        &self.record
    }

    fn is_out_of_time(error: &WorkerError) -> bool {
        matches!(error, WorkerError::OutOfTime { .. })
    }

    fn sample(&mut self, case: usize) -> Result<SampleTimes, WorkerError> {
        self.order(format!("{case}\n"))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // A program that never printed a hello may write without end.
        let at_once = self.record.rows.is_empty() || self.waiting.stop.is_stopped();
        self.child
            .end(Duration::from_secs(if at_once { 0 } else { 5 }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::parallel::Stop;

    /// Why a program is not a worker, with a second to answer in.
    fn refused(program: &str) -> String {
        let waiting = Waiting {
            timeout: Duration::from_secs(1),
            until: None,
            stop: Stop::new(),
            memory: None,
        };
        let config = WorkerConfig::new(Vec::new(), 1);
        let program = Path::new(program);
        let worker = Worker::start(program, program, &config, &waiting);
        worker.expect_err("it is not a worker").to_string()
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = refused("/no/such/program");
        assert!(
            error.starts_with("/no/such/program: cannot be run"),
            "{error}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn programs_that_are_no_ninefold_are_refused() {
        let echo = refused("echo");
        assert!(echo.starts_with("echo: is not a ninefold"), "{echo}");
        assert!(echo.contains("\"worker\""), "{echo}");
        assert!(
            echo.contains("compare --paired old new --solver old=echo"),
            "{echo}"
        );
        let silent = refused("false");
        assert!(
            silent.contains("before it was ready to be measured: exit status: 1"),
            "{silent}"
        );
    }
}
