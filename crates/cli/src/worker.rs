//! `ninefold worker`: takes samples for the program that started it.

use super::failure::Failure;
use super::{stdio, version};
use ninefold::bench::serve::{ServeError, serve};
use ninefold::bench::worker::WorkerConfig;
use std::fs::File;
use std::io::{self, BufWriter};

/// Reads what to measure from standard input. Each further line orders a sample.
///
/// # Errors
/// Invalid input, a wrong answer of our own engines, or a program that has gone.
pub(crate) fn run() -> Result<u8, Failure> {
    let mut answers = own_output()?;
    let mut orders = io::stdin().lock();
    let config = WorkerConfig::read(&mut orders).map_err(Failure::refused)?;
    match serve(&config, version::build(), &mut orders, &mut answers) {
        Ok(()) => Ok(0),
        Err(error @ ServeError::Solver(_)) => Err(Failure::refused(error)),
        Err(error) => Err(Failure::io(error)),
    }
}

/// Standard output, reserved for messages between the two processes. Output of a library goes to
/// standard error.
fn own_output() -> Result<BufWriter<File>, Failure> {
    let (output, _) = stdio::open(stdio::OUTPUT)?;
    #[cfg(unix)]
    rustix::stdio::dup2_stdout(rustix::stdio::stderr())
        .map_err(|error| Failure::io(format!("cannot put standard output aside: {error}")))?;
    Ok(BufWriter::new(output))
}
