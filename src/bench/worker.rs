//! A program that is measured by another one, and that other one's view of
//! it.
//!
//! They speak in lines. The worker begins with a [`Hello`]; then each number
//! of a case that it reads is answered by the nanoseconds of one sample; it
//! ends with its input. Both programs may be of different versions, so this
//! may change only together with [`PROTOCOL`].

use super::child::{Child, Silence};
use super::measure::{Bench, MeasureError};
use super::paired::Runner;
use super::record::Record;
use crate::shown::shown;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{self, BufRead, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use thiserror::Error;

pub use super::child::Waiting;

/// Version of what the two say to each other.
pub const PROTOCOL: u32 = 1;

/// The first line of a worker.
#[derive(Debug, Serialize, Deserialize)]
struct Hello {
    ninefold_worker: u32,
    record: Record,
}

/// Why a worker stopped before its input did.
#[derive(Debug, Error)]
pub enum ServeError {
    /// An answer was wrong.
    #[error(transparent)]
    Measure(#[from] MeasureError),
    /// The one that asks went away.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// Not the number of a case.
    #[error("{0:?} is not the number of a case")]
    NoCase(String),
}

/// Serves samples until `orders` ends.
///
/// # Errors
/// See [`ServeError`].
pub fn serve(
    bench: &mut Bench<'_>,
    orders: &mut dyn BufRead,
    answers: &mut dyn Write,
) -> Result<(), ServeError> {
    let hello = Hello {
        ninefold_worker: PROTOCOL,
        record: bench.record(vec![Vec::new(); bench.len()]),
    };
    serde_json::to_writer(&mut *answers, &hello).map_err(io::Error::from)?;
    answers.write_all(b"\n")?;
    answers.flush()?;
    for order in orders.lines() {
        let order = order?;
        let case = order.trim().parse().ok().filter(|&case| case < bench.len());
        let case = case.ok_or(ServeError::NoCase(order))?;
        writeln!(answers, "{}", bench.sample(case)?)?;
        answers.flush()?;
    }
    Ok(())
}

/// What went wrong with a worker.
#[derive(Debug, Error)]
pub enum WorkerError {
    /// It could not be started.
    #[error("{}: cannot be run: {source}", shown(.program))]
    Start {
        /// The program.
        program: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It ended, did not answer, or spoke of something else.
    #[error("{}: {reason}", shown(.program))]
    Broken {
        /// The program.
        program: PathBuf,
        /// In which way.
        reason: String,
    },
    /// Somebody asked to stop.
    #[error("stopped")]
    Stopped,
}

/// A worker, seen from outside. Dropping it ends it.
pub struct Worker {
    program: PathBuf,
    child: Child,
    waiting: Waiting,
    record: Record,
}

impl Worker {
    /// Runs `program bench --worker ARGS` and waits until it is ready.
    ///
    /// # Errors
    /// The program cannot be run, does not answer in time, or is no ninefold that
    /// speaks this protocol.
    pub fn start(
        program: &Path,
        args: &[OsString],
        waiting: &Waiting,
    ) -> Result<Worker, WorkerError> {
        let mut command = Command::new(program);
        let child = Child::start(command.args(["bench", "--worker"]).args(args));
        let child = child.map_err(|source| WorkerError::Start {
            program: program.to_owned(),
            source,
        })?;
        let mut worker = Worker {
            program: program.to_owned(),
            child,
            waiting: waiting.clone(),
            record: Record::empty(),
        };
        let line = worker.line("before it was ready to be measured")?;
        let hello: Hello = serde_json::from_str(&line).map_err(|error| {
            let begins: String = line.trim_end().chars().take(40).collect();
            worker.broken(format!(
                "is no ninefold that can be compared with this one: its first line begins with {begins:?} ({error})"
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

    /// Ends it and says why, with what it said itself.
    fn broken(&mut self, reason: String) -> WorkerError {
        self.child.end(Duration::ZERO);
        let words = self.child.last_words();
        let heading = if words.is_empty() { "" } else { "; it said:" };
        WorkerError::Broken {
            program: self.program.clone(),
            reason: format!("{reason}{heading}{words}"),
        }
    }

    fn line(&mut self, when: &str) -> Result<String, WorkerError> {
        self.child
            .line(&self.waiting)
            .map_err(|silence| match silence {
                Silence::Ended => self.ended(when),
                Silence::TimedOut => {
                    let time = humantime::format_duration(self.waiting.timeout);
                    self.broken(format!("did not answer within {time} {when} (--timeout)"))
                }
                Silence::Stopped => WorkerError::Stopped,
                Silence::Failed(error) => self.broken(error.to_string()),
            })
    }

    fn ended(&mut self, when: &str) -> WorkerError {
        let reason = match self.child.end(Duration::from_secs(2)) {
            Some(status) => format!("ended {when}: {status}"),
            None => format!("stopped answering {when}"),
        };
        self.broken(reason)
    }
}

/// In words, when a sample is awaited.
const MEASURED: &str = "while it was measured";

impl Runner for Worker {
    type Error = WorkerError;

    fn record(&self) -> &Record {
        &self.record
    }

    fn sample(&mut self, case: usize) -> Result<f64, WorkerError> {
        if !self.child.order(&format!("{case}\n")) {
            return Err(self.ended(MEASURED));
        }
        let line = self.line(MEASURED)?;
        let time = line
            .trim()
            .parse()
            .ok()
            .filter(|ns: &f64| ns.is_finite() && *ns > 0.0);
        time.ok_or_else(|| self.broken(format!("answered {:?}, which is no time", line.trim())))
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // A program that never said hello may write without end.
        let at_once = self.record.rows.is_empty() || self.waiting.stop.is_stopped();
        self.child
            .end(Duration::from_secs(if at_once { 0 } else { 5 }));
    }
}

#[cfg(test)]
mod tests {
    use super::super::corpus::Corpus;
    use super::super::measure::{NoProgress, Plan};
    use super::super::record::Case;
    use super::*;
    use crate::grid::CELLS;
    use crate::pipeline::Stop;

    const EASY: &[u8; CELLS] =
        b"103000509002109400000704000300502006060000050700803004000401000009205800804000107";

    fn serve_orders(orders: &str) -> (Result<(), ServeError>, Vec<String>) {
        let corpora = [Corpus::new("easy", [EASY], None)];
        let plan = Plan {
            least_sample: Duration::from_micros(1),
            ..Plan::new(vec![Case {
                engine: "mrv-scan".to_owned(),
                backend: None,
                threads: 1,
                corpus: "easy".to_owned(),
                limit: 1,
            }])
        };
        let mut bench = Bench::prepare(&plan, &corpora, &mut NoProgress).unwrap();
        let mut answers = Vec::new();
        let served = serve(&mut bench, &mut orders.as_bytes(), &mut answers);
        let answers = String::from_utf8(answers).unwrap();
        (served, answers.lines().map(str::to_owned).collect())
    }

    #[test]
    fn a_worker_says_what_it_measures_and_answers_each_order() {
        let (served, answers) = serve_orders("0\n0\n");
        assert!(served.is_ok());
        let hello: Hello = serde_json::from_str(&answers[0]).unwrap();
        assert_eq!(hello.ninefold_worker, PROTOCOL);
        assert_eq!(hello.record.rows[0].case.engine, "mrv-scan");
        assert_eq!(answers.len(), 3);
        assert!(
            answers[1..]
                .iter()
                .all(|ns| ns.parse::<f64>().unwrap() > 0.0)
        );
    }

    #[test]
    fn a_foreign_order_is_refused() {
        for order in ["1\n", "x\n", "\n", "-1\n"] {
            let (served, answers) = serve_orders(order);
            assert!(matches!(served, Err(ServeError::NoCase(_))), "{order:?}");
            assert_eq!(answers.len(), 1);
        }
    }

    /// Why a program is no worker, with a second to answer in.
    fn refused(program: &str, args: &[&str]) -> String {
        let args: Vec<OsString> = args.iter().map(OsString::from).collect();
        let waiting = Waiting {
            timeout: Duration::from_secs(1),
            stop: Stop::new(),
        };
        let worker = Worker::start(Path::new(program), &args, &waiting);
        worker.err().expect("it is no worker").to_string()
    }

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = refused("/no/such/program", &[]);
        assert!(
            error.starts_with("/no/such/program: cannot be run"),
            "{error}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn programs_that_are_no_ninefold_are_refused() {
        let echo = refused("echo", &[]);
        assert!(echo.starts_with("echo: is no ninefold"), "{echo}");
        assert!(echo.contains("\"bench --worker\""), "{echo}");
        let silent = refused("false", &[]);
        assert!(
            silent.contains("before it was ready to be measured: exit status: 1"),
            "{silent}"
        );
    }
}
