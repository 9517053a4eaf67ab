//! The rows of `pipeline` are those of the library's `solve_lines`.

use ninefold::engine::verdict::{Mode, Verdict};
use ninefold::{Request, Stop, solve_lines};
use ninefold_files::format::{FormatOptions, Kind, open};
use ninefold_files::input::{OpenOptions, open_reader};
use ninefold_files::pipeline::{Job, Progress, run};
use std::io::Cursor;

/// All puzzles of the data sets, and lines of every other kind between them.
fn lines() -> String {
    let others = ["", "  \t", "# a comment", "too short", "#", "a\rb"];
    let mut text = String::from("\u{feff}");
    for name in ["sample", "multiple", "unsolvable", "invalid"] {
        let puzzles = std::fs::read_to_string(format!("../../datasets/{name}.txt")).unwrap();
        for (i, puzzle) in puzzles.lines().enumerate() {
            text += puzzle;
            text += match i % 50 {
                1 => "\r\n",
                2 => ",and more\n",
                5 => ".\n",
                _ => "\n",
            };
            if i % 50 == 3 {
                text += others[i / 50 % others.len()];
                text.push('\n');
            }
        }
    }
    text
}

#[test]
fn they_are_the_same() {
    let text = lines();
    let read = Box::new(Cursor::new(text.clone()));
    let options = OpenOptions::default().chunk_size(4096);
    let source = open_reader("a text", read, &options).unwrap();
    let format = FormatOptions::default().kind(Kind::Line);
    let job = Job::default().mode(Mode::Unique);
    let mut expected = Vec::new();
    let progress = Progress::default().into();
    let inputs = [open(source, &format)];
    let summary = run(inputs, &job, &mut expected, &progress, &Stop::new()).unwrap();
    let mut rows = Vec::new();
    let totals = solve_lines(text.as_bytes(), &mut rows, &Request::new().limit(2)).unwrap();
    assert!(rows == expected);
    assert_eq!(totals.lines, summary.lines);
    assert_eq!(totals.verdicts, summary.verdicts);
    assert!(summary.verdicts.of(Verdict::Malformed) > 0);
}
