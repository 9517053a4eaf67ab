//! Tables in, tables out: csv and JSON lines keep their content.

mod changed;
mod columns;
mod cuts;
mod json;
mod known;
mod long;

use crate::common::run;
use csv::{ReaderBuilder, StringRecord};

const PUZZLE: &str =
    "103000509002109400000704000300502006060000050700803004000401000009205800804000107";

const ANSWER: &str =
    "143628579572139468986754231391542786468917352725863914237481695619275843854396127";

/// A puzzle without a solution.
const NONE: &str =
    "12345678.........9...............................................................";

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

fn solve(args: &[&str], text: &str) -> String {
    let done = run(&[&["solve", "-q"], args].concat(), text);
    assert!(matches!(done.code, Some(0 | 1)), "{args:?} {}", done.stderr);
    done.stdout
}

/// The run is refused, with these words.
#[track_caller]
fn refused(args: &[&str], text: &str, code: i32, words: &[&str]) {
    let done = run(&[&["solve", "-q"], args].concat(), text);
    assert_eq!(done.code, Some(code), "{args:?} {}", done.stderr);
    for word in words {
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
}
