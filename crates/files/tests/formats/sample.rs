//! The sample, its answers as programs print them, and how they are judged.

use super::{board, rows, source};
use ninefold::Stop;
use ninefold_files::format::answers::{self, AnswerOptions};
use ninefold_files::format::{FormatOptions, Kind, WriteOptions, open};
use ninefold_files::pipeline::{Verification, verify};
use std::sync::LazyLock;

/// Puzzles of the sample, with dots, and their solutions.
pub(super) static SAMPLE: LazyLock<[Vec<String>; 2]> = LazyLock::new(|| {
    let text = std::fs::read_to_string("../../datasets/sample.txt").unwrap();
    let puzzles = text.lines().take(48).map(|line| line.replace('0', "."));
    let puzzles: Vec<String> = puzzles.collect();
    let answers = solved(&puzzles.join("\n"), &WriteOptions::default());
    [puzzles, answers.lines().map(str::to_owned).collect()]
});

/// What `solve` writes for lines.
pub(super) fn solved(puzzles: &str, options: &WriteOptions) -> String {
    let (answers, _) = rows(puzzles.as_bytes(), 1000, Some(Kind::Line), options);
    options.header() + &answers
}

type Verified = Result<(String, Verification), String>;

/// The form of answers and what is found of them, or why they are refused.
pub(super) fn verified(
    puzzles: (&str, &FormatOptions),
    answers: (&str, &AnswerOptions),
) -> Verified {
    verified_in(puzzles, answers, 1000, 1)
}

/// The same, with this many lines at a time, by this many threads.
pub(super) fn verified_in(
    (puzzles, format): (&str, &FormatOptions),
    (answers, form): (&str, &AnswerOptions),
    lines: usize,
    threads: usize,
) -> Verified {
    // Shown where the test fails.
    println!("{answers:.400}");
    let puzzles = open(source(puzzles.as_bytes(), lines), format);
    let puzzles = puzzles.map_err(|error| error.to_string())?;
    let answers = answers::open(source(answers.as_bytes(), lines), form);
    let answers = answers.map_err(|error| error.to_string())?;
    let label = answers.label.clone();
    match verify(puzzles, answers, threads, 9, &Stop::new()) {
        Ok(found) => Ok((label, found)),
        Err(error) => Err(error.to_string()),
    }
}

/// What is found of answers to lines.
#[track_caller]
pub(super) fn judged(puzzles: &str, answers: &str) -> Verification {
    let lines = FormatOptions::default().kind(Kind::Line);
    let found = verified((puzzles, &lines), (answers, &AnswerOptions::default()));
    found.expect(answers).1
}

/// Whether every line that is a puzzle has a right answer, and there are no others.
pub(super) fn is_right(found: &Verification) -> bool {
    found.wrong == 0 && found.unanswered == 0 && found.is_aligned()
}

/// Right, wrong, without an answer.
pub(super) fn counts(found: &Verification) -> [u64; 3] {
    assert!(found.is_aligned(), "{found:?}");
    [found.right, found.wrong, found.unanswered]
}

/// The lines of the first wrong answers.
pub(super) fn wrong_lines(found: &Verification) -> Vec<u64> {
    let wrong = found.first_wrong.iter();
    wrong.map(|wrong| wrong.puzzle_line).collect()
}

/// How a program prints a puzzle and its answer, with words in braces for what it prints.
pub(super) fn print(form: &str, i: usize, puzzle: &str, answer: &str) -> String {
    let zeros = puzzle.replace('.', "0");
    let mut text = form.replace("{i}", &i.to_string());
    for (name, cells) in [("p", &zeros[..]), ("s", answer)] {
        for (shape, cell, row) in [
            ("dense", "", "\n"),
            ("spaced", " ", "\n"),
            ("commas", ", ", ", "),
            ("rows", ",", "],["),
            ("line", " ", " "),
        ] {
            let shaped = format!("{{{shape} {name}}}");
            if text.contains(&shaped) {
                text = text.replace(&shaped, &board(cells, cell, row));
            }
        }
    }
    let dashes = puzzle.replace('.', "-");
    text = text.replace("{dots p}", &board(puzzle, "", "\n"));
    text = text.replace("{dashes}", &dashes).replace("{zeros}", &zeros);
    text.replace("{p}", puzzle).replace("{s}", answer)
}

/// A program's output for the sample, with these answers.
pub(super) fn printed<'a>(form: &str, answer: impl Fn(usize) -> &'a str) -> String {
    let puzzles = SAMPLE[0].iter().enumerate();
    puzzles
        .map(|(i, puzzle)| print(form, i, puzzle, answer(i)))
        .collect()
}
