//! Tables in, tables out: csv and JSON lines keep their content.

mod changed;
mod columns;
mod json;
mod known;
mod long;

use crate::common::{self, ANSWER, PUZZLE};
use csv::{ReaderBuilder, StringRecord};

/// A puzzle without a solution.
const NONE: &str =
    "12345678.........9...............................................................";

/// A text with the puzzle for `{P}`, its solution for `{S}`, and a puzzle without one for `{N}`.
fn text(form: &str) -> String {
    let text = form.replace("{P}", PUZZLE).replace("{S}", ANSWER);
    text.replace("{N}", NONE)
}

/// The records of a csv text.
fn records(text: &str, delimiter: u8) -> Vec<StringRecord> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .from_reader(text.as_bytes());
    reader
        .records()
        .map(|record| record.expect("it is csv"))
        .collect()
}

/// The rows for a text.
#[track_caller]
fn solve(args: &str, text: &str) -> String {
    let done = common::solve(&format!("-q {args}"), text);
    done.worked();
    done.stdout
}

/// A text has these rows. See [`text`].
#[track_caller]
fn solves(args: &str, form: &str, rows: &str) {
    assert_eq!(solve(args, &text(form)), text(rows), "{args}\n{form}");
}

/// The run is refused, with these words.
#[track_caller]
fn refused(args: &str, form: &str, words: &[&str]) {
    common::solve(&format!("-q {args}"), &text(form)).ended(2, words);
}
