//! The `ninefold` program: arguments, a verb, an exit code; nothing else.

mod cli;

use clap::{Parser, Subcommand};
use std::io::{self, Write};
use std::process::ExitCode;

/// Solves Sudoku corpora at the speed of the machine, and keeps honest track
/// of how fast
#[derive(Parser)]
#[command(version)]
struct Args {
    #[command(subcommand)]
    verb: Verb,
}

#[derive(Subcommand)]
enum Verb {
    Bench(cli::bench::BenchArgs),
    Compare(cli::compare::CompareArgs),
    Report(cli::report::ReportArgs),
}

fn main() -> ExitCode {
    let args = Args::parse();
    let (mut out, mut err) = (io::stdout().lock(), io::stderr());
    let done = match &args.verb {
        Verb::Bench(args) => cli::bench::run(args, &mut out, &mut err),
        Verb::Compare(args) => cli::compare::run(args, &mut out, &mut err),
        Verb::Report(args) => cli::report::run(args, &mut out),
    };
    let done = done.and_then(|code| Ok(out.flush().map(|()| code)?));
    match done {
        Ok(code) => ExitCode::from(code),
        Err(failure) => {
            let _ = writeln!(err, "ninefold: {}", failure.message());
            ExitCode::from(failure.code())
        }
    }
}
