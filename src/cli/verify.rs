//! `ninefold verify`: are these answers right?

use super::args::VerifyArgs;
use super::config;
use super::failure::{self, Failure};
use super::outputs::Outputs;
use super::standard;
use ninefold::format::{self, FormatOptions, Opened};
use ninefold::input::{self, OpenOptions};
use ninefold::metrics::trailer::Trailer;
use ninefold::pipeline::{Stop, Verification, verify};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Checks, names what is wrong, and says by the exit code whether anything is.
pub(crate) fn run(args: &VerifyArgs) -> Result<u8, Failure> {
    if args.puzzles == Path::new("-") && args.solutions == Path::new("-") {
        let both = "puzzles and solutions cannot both be standard input";
        return Err(Failure::refused(both));
    }
    let mut read = args.trailer.clone();
    read.extend([args.puzzles.clone(), args.solutions.clone()]);
    for path in &read {
        standard::check_input(path)?;
    }
    let told = match args.quiet {
        true => None,
        false => Some(Outputs::new(false, &read).open(None)?),
    };
    let expected = trailer(&args.trailer)?;
    let format = config::format_options(&args.input_format, &args.column)?;
    let puzzles = open(&args.puzzles, &format)?;
    let answers = open(&args.solutions, &FormatOptions::default())?;
    let threads = config::threads(args.threads);
    let found = verify(puzzles, answers, threads, args.show, &Stop::new()).map_err(Failure::io)?;
    let whole = expected.is_none_or(|expected| expected == found.trailer);
    if let Some(told) = told {
        let mut text = describe(&found);
        if let Some(expected) = expected.filter(|_| !whole) {
            let _ = writeln!(text, "trailer: expected {expected}");
            let _ = writeln!(text, "         found    {}", found.trailer);
        }
        told.put(text.as_bytes())?;
    }
    Ok(if whole && found.is_clean() {
        0
    } else {
        failure::NEGATIVE
    })
}

fn open(path: &Path, format: &FormatOptions) -> Result<Opened, Failure> {
    let source = input::open(path, &OpenOptions::default()).map_err(Failure::io)?;
    format::open(source, format).map_err(Failure::io)
}

/// The trailers in all files, joined.
fn trailer(files: &[PathBuf]) -> Result<Option<Trailer>, Failure> {
    let mut all: Option<Trailer> = None;
    for file in files {
        let named =
            |error: &dyn std::fmt::Display| Failure::io(format!("{}: {error}", file.display()));
        let text = fs::read_to_string(file).map_err(|error| named(&error))?;
        let part = Trailer::find_all(&text).map_err(|error| named(&error))?;
        all.get_or_insert_default().append(&part);
    }
    Ok(all)
}

fn describe(found: &Verification) -> String {
    let mut text = String::new();
    for (line, what) in &found.first_wrong {
        let _ = writeln!(text, "line {line}: {what}");
    }
    let more = found.wrong - found.first_wrong.len() as u64;
    if more > 0 {
        let _ = writeln!(text, "... and {more} more wrong lines");
    }
    let _ = writeln!(
        text,
        "{} right, {} wrong, {} without an answer",
        found.right, found.wrong, found.unanswered
    );
    if found.puzzle_lines != found.answer_lines {
        let _ = writeln!(
            text,
            "{} lines of puzzles, but {} lines of answers",
            found.puzzle_lines, found.answer_lines
        );
    }
    text
}
