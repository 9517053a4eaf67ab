//! `ninefold verify`: are these answers right?

use super::args::VerifyArgs;
use super::config;
use super::failure::{self, Failure};
use super::outputs::Outputs;
use super::standard;
use ninefold::format::answers::{self, AnswerOptions, Answers};
use ninefold::format::{self, Kind, Opened};
use ninefold::input::{self, OpenOptions, Source};
use ninefold::metrics::trailer::Trailer;
use ninefold::pipeline::{Alone, Stop, Tally, Verification, verify};
use ninefold::shown::shown;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// Wrong answers that are named where they cannot be told from answers that
/// are missing.
const FEW: usize = 3;

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
    let tally = Tally::default();
    let puzzles = puzzles(args)?;
    let answers = answers(args, expected.is_some().then_some(&tally))?;
    refuse_scores(&puzzles, &answers)?;
    let (label, number) = (answers.label.clone(), answers.number);
    let threads = config::threads(args.threads);
    let found = verify(puzzles, answers, threads, args.show, &Stop::new()).map_err(Failure::io)?;
    let whole = expected.is_none_or(|expected| expected == tally.trailer());
    if let Some(told) = told {
        let mut text = format!("answers: {label}; {}\n", alignment(&found));
        describe(&found, &mut text);
        if let Some(expected) = expected.filter(|_| !whole) {
            let _ = writeln!(text, "trailer: expected {expected}");
            let _ = writeln!(text, "         found    {}", tally.trailer());
        }
        told.put(text.as_bytes())?;
    }
    if !found.is_aligned() {
        return Err(Failure::refused(unaligned(&found, number)));
    }
    Ok(if whole && found.is_clean() {
        0
    } else {
        failure::NEGATIVE
    })
}

fn open(path: &Path) -> Result<Box<dyn Source>, Failure> {
    input::open(path, &OpenOptions::default()).map_err(Failure::input)
}

fn puzzles(args: &VerifyArgs) -> Result<Opened, Failure> {
    let options = args.table.format(&args.input_format)?;
    format::open(open(&args.puzzles)?, &options).map_err(Failure::input)
}

fn answers(args: &VerifyArgs, tally: Option<&Tally>) -> Result<Answers, Failure> {
    let options = AnswerOptions {
        format: config::output_format(&args.answer_format)?,
        solution: args.answer_column.clone(),
        puzzle: args.table.column(),
    };
    let mut source = open(&args.solutions)?;
    if let Some(tally) = tally {
        source = tally.of(source);
    }
    answers::open(source, &options).map_err(Failure::input)
}

/// A number is no solution that could be looked at.
fn refuse_scores(puzzles: &Opened, answers: &Answers) -> Result<(), Failure> {
    let Some(number) = answers.number else {
        return Ok(());
    };
    if puzzles.kind != Kind::Noip2009 && number >= 0 {
        return Ok(());
    }
    Err(Failure::refused(format!(
        "the answers are NOIP 2009 scores (the first is {number}): a score without its solution \
         cannot be checked. 'solve --output-format spaced' writes solutions"
    )))
}

/// The trailers in all files, joined.
fn trailer(files: &[PathBuf]) -> Result<Option<Trailer>, Failure> {
    let mut all: Option<Trailer> = None;
    for file in files {
        let named =
            |error: &dyn std::fmt::Display| Failure::io(format!("{}: {error}", shown(file)));
        let text = fs::read_to_string(file).map_err(|error| named(&error))?;
        let part = Trailer::find_all(&text).map_err(|error| named(&error))?;
        all.get_or_insert_default().append(&part);
    }
    Ok(all)
}

/// Which lines of the puzzles have which answers.
fn alignment(found: &Verification) -> String {
    let mut text = "one for each puzzle".to_owned();
    let Verification {
        malformed, skipped, ..
    } = found;
    if *skipped > 0 {
        let _ = write!(text, ", none for {}", lines(*skipped));
    } else if *malformed > 0 {
        let _ = write!(text, " and for {}", lines(*malformed));
    }
    if found.alignment.has_empty == Some(true) {
        text.push_str(", an empty line where there is none");
    }
    text
}

fn lines(malformed: u64) -> String {
    match malformed {
        1 => "the line that is no puzzle".to_owned(),
        _ => format!("the {malformed} lines that are no puzzle"),
    }
}

fn describe(found: &Verification, text: &mut String) {
    // Behind an answer that is missing all others are wrong.
    let few = if found.is_aligned() { usize::MAX } else { FEW };
    let shown = found.first_wrong.len().min(few);
    for wrong in &found.first_wrong[..shown] {
        let _ = write!(text, "line {}", wrong.puzzle_line);
        if wrong.answer_line != wrong.puzzle_line && wrong.answer_line > 0 {
            let _ = write!(text, " (answers: line {})", wrong.answer_line);
        }
        let _ = writeln!(text, ": {}", wrong.what);
    }
    let more = found.wrong - shown as u64;
    if more > 0 {
        let _ = writeln!(text, "... and {more} more wrong answers");
    }
    let _ = writeln!(
        text,
        "{} right, {} wrong, {} without an answer",
        found.right, found.wrong, found.unanswered
    );
}

/// Why answers cannot be told from each other, and what is known of them.
fn unaligned(found: &Verification, number: Option<i64>) -> String {
    let Verification {
        puzzles,
        malformed,
        skipped,
        answers,
        ..
    } = found;
    if *answers == 1 && number.is_some() {
        return format!(
            "{puzzles} puzzles, but one number as the answer: a sum of corners cannot be checked"
        );
    }
    let mut text = format!("{puzzles} puzzles");
    if *malformed > 0 {
        let whole = puzzles - malformed;
        let _ = write!(text, " ({whole} without {})", lines(*malformed));
    }
    let _ = write!(text, ", but {answers} answers; ");
    let _ = match found.first_alone {
        Some(Alone::Answer(line)) => write!(text, "line {line} of the answers has no puzzle"),
        Some(Alone::Puzzle(line)) => write!(text, "line {line} of the puzzles has no answer"),
        None => Ok(()),
    };
    let _ = match found.first_wrong.first() {
        Some(wrong) => write!(
            text,
            "; the first {} fit, up to line {} of the puzzles",
            wrong.answer - 1,
            wrong.puzzle_line
        ),
        None if found.wrong == 0 => {
            write!(
                text,
                "; the first {} fit",
                (*answers).min(puzzles - skipped)
            )
        }
        None => Ok(()),
    };
    text.push_str(" (--answer-format names the form of the answers, if another was taken)");
    text
}
