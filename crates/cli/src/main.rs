//! The `ninefold` program, from arguments to an exit code. Each verb has a file.

mod args;
mod bar;
mod bench;
mod command;
mod compare;
mod corpus_run;
mod engines;
mod failure;
mod generate;
mod hints;
mod inputs;
mod man_pages;
mod mapping;
mod memory;
mod messages;
mod output;
mod outputs;
mod progress;
mod rate;
mod report;
mod run_report;
mod sample;
mod select;
mod signals;
mod solve;
mod stdio;
mod supervise;
mod temporary;
mod terminal;
mod transform;
mod verify;
mod version;
mod worker;

use command::Verb;
use failure::Failure;
use messages::warn;
use ninefold_files::metrics::clock::Clock;
use std::io::{self, Write};

fn main() {
    std::process::exit(i32::from(run()));
}

/// Runs the program and returns its exit code.
fn run() -> u8 {
    // The clock needs a while to measure its rate.
    let _ = Clock::default();
    quiet_panics();
    let cli = match command::parse() {
        Ok(cli) => cli,
        Err(error) => return end(print_clap_error(&error)),
    };
    let done = match cli.verb {
        Verb::Solve(args) => solve::run(&args),
        Verb::Verify(args) => verify::run(&args),
        Verb::Generate(args) => generate::run(&args),
        Verb::Transform(args) => transform::run(&args),
        Verb::Rate(args) => rate::run(&args),
        Verb::Engines(_) => engines::run(),
        Verb::Bench(args) => bench::run(&args),
        Verb::Compare(args) => compare::run(&args),
        Verb::Report(args) => report::run(&args),
        Verb::Worker(args) => worker::run(&args),
        Verb::Supervise => supervise::run(),
        Verb::Completions { shell } => man_pages::completions(shell),
        Verb::Man { out, force } => man_pages::man(out.as_deref(), force),
    };
    end(done)
}

/// Prints the error, if any, and returns the exit code.
fn end(done: Result<u8, Failure>) -> u8 {
    done.unwrap_or_else(|failure| {
        if !failure.message.is_empty() {
            warn(&failure.message);
        }
        failure.code
    })
}

/// Prints what is wrong with the arguments, or the help or version that was asked for.
fn print_clap_error(error: &clap::Error) -> Result<u8, Failure> {
    if error.use_stderr() {
        let _ = error.print();
        return Ok(failure::REFUSED);
    }
    let (_, name) = stdio::open(stdio::OUTPUT)?;
    let printed = error.print().and_then(|()| io::stdout().flush());
    printed.map_err(|error| Failure::write(name, &error))?;
    Ok(0)
}

/// Panics of workers come back as errors that name the chunk. Other panics are bugs, and the user
/// gets one line instead of a backtrace.
fn quiet_panics() {
    std::panic::set_hook(Box::new(|panic| {
        let thread = std::thread::current();
        let name = thread.name().unwrap_or_default();
        if name.starts_with("ninefold-") {
            return;
        }
        let payload = panic.payload();
        let text = payload.downcast_ref::<&str>().copied();
        let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
        let message = text.unwrap_or("a panic without a message");
        warn(&format!("{message}; this is a bug in ninefold"));
    }));
}
