//! Runs `solve` and `verify` within the process, as the program does.

use super::super::source;
use ninefold::Stop;
use ninefold_files::format::answers::{self, AnswerOptions};
use ninefold_files::format::{FormatOptions, OutputFormat, open};
use ninefold_files::metrics::summary::Summary;
use ninefold_files::pipeline::{self, Job, Progress, Verification};

/// What a run found, or why it was refused.
pub(super) type Run<T> = Result<T, String>;

/// What `solve` says of a text.
#[derive(Debug)]
pub(super) struct SolveRun {
    pub(super) summary: Summary,
    /// The puzzles that it says it solved, with dots for blanks.
    pub(super) solved: Vec<String>,
}

impl SolveRun {
    /// Whether the exit code is 0.
    pub(super) fn is_clean(&self) -> bool {
        self.summary.verdicts.all_solved() && self.summary.known.wrong == 0
    }
}

/// Solves a text, in chunks of this many lines.
pub(super) fn solve(text: &str, lines: usize) -> Run<SolveRun> {
    let input = open(source(text.as_bytes(), lines), &FormatOptions::default());
    let input = input.map_err(|error| error.to_string())?;
    let job = Job::default().threads(0).output(OutputFormat::Csv);
    let mut rows = Vec::new();
    let progress = Progress::default();
    let stop = Stop::new();
    let summary = pipeline::run([Ok(input)], &job, &mut rows, &progress.into(), &stop);
    let summary = summary.expect(text);
    let mut solved = Vec::new();
    let mut reader = csv::Reader::from_reader(&rows[..]);
    for row in reader.records() {
        let row = row.expect("it is csv");
        if &row[2] == "solved" {
            solved.push(row[0].chars().map(with_dot).collect());
        }
    }
    Ok(SolveRun { summary, solved })
}

fn with_dot(cell: char) -> char {
    match cell {
        '1'..='9' => cell,
        _ => '.',
    }
}

/// What `verify` says of a text.
#[derive(Debug)]
pub(super) struct VerifyRun {
    pub(super) found: Verification,
    /// Whether the exit code is 0.
    pub(super) is_clean: bool,
}

/// Verifies answers in another text, or, without one, those beside the puzzles.
pub(super) fn verify(puzzles: &str, others: Option<&str>, lines: usize) -> Run<VerifyRun> {
    let text = others.unwrap_or(puzzles);
    let answers = answers::open(source(text.as_bytes(), lines), &AnswerOptions::default());
    let puzzles = open(source(puzzles.as_bytes(), lines), &FormatOptions::default());
    let puzzles = puzzles.map_err(|error| error.to_string())?;
    let answers = answers.map_err(|error| error.to_string())?;
    if others.is_none() && !answers.has_puzzles {
        return Err("no table of puzzles and solutions".to_owned());
    }
    let found = pipeline::verify(puzzles, answers, 0, 9, &Stop::new());
    let found = found.map_err(|error| error.to_string())?;
    if !found.is_aligned() {
        return Err("not one answer for each puzzle".to_owned());
    }
    let is_clean = found.is_clean() && found.without_blanks == 0;
    Ok(VerifyRun { found, is_clean })
}
