//! A program that is measured by another one, and that other one's view of
//! it.
//!
//! They speak in lines. The worker begins with a [`Hello`]; then each number
//! of a case that it reads is answered by the nanoseconds of one sample; it
//! ends with its input. Both programs may be of different versions, so this
//! may change only together with [`PROTOCOL`].

use super::measure::{Bench, MeasureError};
use super::paired::Runner;
use super::record::Record;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};
use thiserror::Error;

/// Version of what the two say to each other.
pub const PROTOCOL: u32 = 1;
/// No line is longer, whatever program it is.
const LONGEST_LINE: u64 = 64 << 20;

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
    #[error("{}: cannot be run: {source}", .program.display())]
    Start {
        /// The program.
        program: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// It ended, or spoke of something else.
    #[error("{}: {reason}", .program.display())]
    Broken {
        /// The program.
        program: PathBuf,
        /// In which way.
        reason: String,
    },
}

/// A worker, seen from outside. Dropping it ends it.
pub struct Worker {
    program: PathBuf,
    child: Child,
    orders: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
    record: Record,
}

impl Worker {
    /// Runs `program bench --worker ARGS` and waits until it is ready.
    ///
    /// # Errors
    /// The program cannot be run, or is no ninefold that speaks this
    /// protocol.
    pub fn start(program: &Path, args: &[OsString]) -> Result<Worker, WorkerError> {
        let child = Command::new(program)
            .args(["bench", "--worker"])
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn();
        let mut child = child.map_err(|source| WorkerError::Start {
            program: program.to_owned(),
            source,
        })?;
        let (orders, answers) = (child.stdin.take(), child.stdout.take());
        let mut worker = Worker {
            program: program.to_owned(),
            child,
            orders,
            answers: BufReader::new(answers.expect("the child's output is a pipe")),
            record: Record::empty(),
        };
        let line = worker.line()?;
        let hello: Hello = serde_json::from_str(&line).map_err(|error| {
            worker.broken(format!(
                "is no ninefold that can be compared with this one: {error}"
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

    fn broken(&self, reason: String) -> WorkerError {
        WorkerError::Broken {
            program: self.program.clone(),
            reason,
        }
    }

    fn line(&mut self) -> Result<String, WorkerError> {
        let mut line = String::new();
        let read = (&mut self.answers).take(LONGEST_LINE).read_line(&mut line);
        match read {
            Ok(_) if line.ends_with('\n') => Ok(line),
            Ok(_) => Err(self.ended()),
            Err(error) => Err(self.broken(error.to_string())),
        }
    }

    fn ended(&mut self) -> WorkerError {
        let reason = match self.end(Duration::from_secs(2)) {
            Some(status) => format!("ended while it was measured: {status}"),
            None => "stopped answering while it was measured".to_owned(),
        };
        self.broken(reason)
    }

    /// Waits for the program's end, which its input's end brings; kills one
    /// that goes on.
    fn end(&mut self, patience: Duration) -> Option<ExitStatus> {
        self.orders = None;
        let since = Instant::now();
        while since.elapsed() < patience {
            if let Ok(Some(status)) = self.child.try_wait() {
                return Some(status);
            }
            thread::sleep(Duration::from_micros(200));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
        None
    }
}

impl Runner for Worker {
    type Error = WorkerError;

    fn record(&self) -> &Record {
        &self.record
    }

    fn sample(&mut self, case: usize) -> Result<f64, WorkerError> {
        let order = format!("{case}\n");
        let sent = self
            .orders
            .as_mut()
            .map(|orders| orders.write_all(order.as_bytes()));
        if !matches!(sent, Some(Ok(()))) {
            return Err(self.ended());
        }
        let line = self.line()?;
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
        let patience = if self.record.rows.is_empty() { 0 } else { 5 };
        let _ = self.end(Duration::from_secs(patience));
    }
}

#[cfg(test)]
mod tests {
    use super::super::corpus::Corpus;
    use super::super::measure::{NoProgress, Plan};
    use super::super::record::Case;
    use super::*;
    use crate::grid::CELLS;

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

    #[test]
    fn a_program_that_is_not_there_is_named() {
        let error = Worker::start(Path::new("/no/such/program"), &[])
            .err()
            .unwrap();
        assert!(
            error
                .to_string()
                .starts_with("/no/such/program: cannot be run")
        );
    }

    #[cfg(unix)]
    #[test]
    fn programs_that_are_no_ninefold_are_refused() {
        let echo = Worker::start(Path::new("echo"), &[]).err().unwrap();
        assert!(
            echo.to_string().starts_with("echo: is no ninefold"),
            "{echo}"
        );
        let silent = Worker::start(Path::new("false"), &[]).err().unwrap();
        assert!(
            silent.to_string().contains("while it was measured"),
            "{silent}"
        );
    }
}
