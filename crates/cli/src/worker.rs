//! `ninefold worker`: solves for the program that started it.

use super::failure::Failure;
use super::stdio;
use clap::Args;
use ninefold_referee::bench::worker;
use std::fs::File;
use std::io::{self, BufWriter};

/// What to solve with.
#[derive(Debug, Args)]
pub(crate) struct WorkerArgs {
    /// An engine, such as `lanes/avx2`, or a library
    solver: String,
    /// Threads
    #[arg(long, default_value_t = 1, value_name = "N")]
    threads: usize,
}

/// Answers the requests on standard input until it ends.
///
/// # Errors
/// Something that is no request, or a program that has gone.
pub(crate) fn run(args: &WorkerArgs) -> Result<u8, Failure> {
    // A library may never return, and nobody else would end it.
    #[cfg(target_os = "linux")]
    rustix::process::set_parent_process_death_signal(Some(rustix::process::Signal::KILL))
        .map_err(Failure::io)?;
    let mut answers = own_output()?;
    let threads = args.threads;
    let requests = &mut io::stdin().lock();
    let done = worker::serve(&args.solver, threads, requests, &mut answers);
    done.map_err(Failure::io).map(|()| 0)
}

/// Standard output, reserved for messages between the two processes. Output of a library goes to
/// standard error.
fn own_output() -> Result<BufWriter<File>, Failure> {
    let (output, _) = stdio::open(stdio::OUTPUT)?;
    #[cfg(unix)]
    rustix::stdio::dup2_stdout(rustix::stdio::stderr())
        .map_err(|error| Failure::io(format!("cannot put standard output aside: {error}")))?;
    Ok(BufWriter::with_capacity(0, output))
}
