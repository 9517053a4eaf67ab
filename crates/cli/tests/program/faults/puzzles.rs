//! Puzzles that are hard for some solver, or not puzzles at all. Engines differ in what they find
//! hard, so every engine and back end gets every line.

use super::common::Scratch;
use super::{ANSWER, PUZZLE, ended, solve};
use ninefold::engine::ENGINES;
use std::collections::BTreeSet;

/// The truth about a puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Expected {
    /// It has exactly this many solutions.
    Exactly(u64),
    /// It has more than are counted.
    Many,
    Invalid,
}

/// Solutions are counted up to this.
const LIMIT: u64 = 200;

fn lines() -> Vec<(String, Expected)> {
    use Expected::{Exactly, Invalid, Many};
    let blank = |rest: &str| format!("{rest:.<81}");
    let with =
        |text: &str, at: usize, digit: &str| format!("{}{digit}{}", &text[..at], &text[at + 1..]);
    let seventeen =
        "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
    let mut lines = vec![
        (blank(""), Many),
        (with(&blank(""), 40, "5"), Many),
        (ANSWER.to_owned(), Exactly(1)),
        // A full grid whose last cell has another digit.
        (with(ANSWER, 80, "6"), Invalid),
        (with(&with(&blank(""), 0, "1"), 8, "1"), Invalid),
        (with(&with(&blank(""), 0, "1"), 72, "1"), Invalid),
        (with(&with(&blank(""), 0, "1"), 10, "1"), Invalid),
        // Clues at the far ends of a unit.
        (with(&with(&blank(""), 60, "9"), 80, "9"), Invalid),
        // One clue fewer than a unique puzzle can have.
        (seventeen.replacen('3', ".", 1), Many),
        // 17 clues, and the first row is 987654321: far away for a search row by row.
        (seventeen.to_owned(), Exactly(1)),
        (PUZZLE.to_owned(), Exactly(1)),
        // No cell for 9 in the first row, nor for 9 in the last.
        (blank("12345678.........9"), Exactly(0)),
        (
            format!("{}{}12345678.", ".".repeat(44) + "9", ".".repeat(27)),
            Exactly(0),
        ),
        // No cell for 1 in the first box, whose cells have many candidates.
        (blank("....1...........1.234"), Exactly(0)),
        // It looks fine to a search for the cell with the fewest candidates.
        (
            ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4........."
                .to_owned(),
            Exactly(0),
        ),
    ];
    for (solutions, text) in [
        (
            2,
            "....28...5.2.3.4.8.867.4.31....42.8..6.9...527.5....1..3..81...6.9.7....8..396...",
        ),
        (
            3,
            ".4.62.5.9.72.39..8..6...2..39..42......9.....7.586.91.23..816..6...758.....3.....",
        ),
        (
            10,
            ".....8....7.......9..75..31......7.646.9..3.272..6..1....481.9..1.27.84..5.3.6.2.",
        ),
        (
            125,
            ".4.62.5.9..2.3........542.13.1.4..8.46.9.7......8..9.4...4.....6.9....4......6...",
        ),
        // Puzzles that newspapers called the hardest.
        (
            1,
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        ),
        (
            1,
            "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        ),
        (
            1,
            ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        ),
        (
            1,
            "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
        ),
    ] {
        lines.push((text.to_owned(), Exactly(solutions)));
    }
    for (text, _) in &lines {
        assert_eq!(text.len(), 81, "{text}");
    }
    lines
}

/// Every engine with each of its back ends, and its limit of guesses.
fn engines() -> Vec<(Vec<&'static str>, &'static str)> {
    let mut all = Vec::new();
    for engine in ENGINES {
        let limit = if engine.slow { "5000" } else { "30000" };
        let backends = (engine.backends)();
        if backends.is_empty() {
            all.push((vec!["--engine", engine.name], limit));
        }
        for backend in backends {
            let name: &str = format!("{}/{backend}", engine.name).leak();
            all.push((vec!["--engine", name], limit));
        }
    }
    all
}

#[test]
fn every_engine_says_what_is_true_or_gives_up() {
    let lines = lines();
    let scratch = Scratch::new();
    let text: String = lines.iter().flat_map(|(line, _)| [line, "\n"]).collect();
    let input = scratch.file("in", &text);
    let mut decided = BTreeSet::new();
    for (engine, guesses) in engines() {
        let asked = ["--count", "--limit", "200", "--output-format", "csv"];
        let args = [&engine[..], &asked, &["--max-guesses", guesses, &input]].concat();
        let done = ended(solve(&args));
        assert_eq!(done.code, Some(1), "{engine:?} {}", done.stderr);
        let rows: Vec<Vec<&str>> = done
            .text()
            .lines()
            .map(|row| row.split(',').collect())
            .collect();
        assert_eq!(rows.len(), lines.len() + 1);
        for (i, ((line, truth), row)) in lines.iter().zip(&rows[1..]).enumerate() {
            assert_eq!(row[0], line);
            let found = (row[2], row[3].parse::<u64>().unwrap_or(0));
            if found.0 == "gave-up" {
                continue;
            }
            decided.insert(i);
            let expected = match truth {
                Expected::Exactly(0) => ("none", 0),
                Expected::Exactly(solutions) => ("solved", *solutions),
                Expected::Many => ("at-least", LIMIT),
                Expected::Invalid => ("invalid", 0),
            };
            assert_eq!(found, expected, "{engine:?} {line}");
        }
    }
    assert_eq!(decided.len(), lines.len(), "somebody decides each of them");
}

#[test]
fn one_solution_is_checked_and_a_second_one_is_found() {
    let lines = lines();
    let scratch = Scratch::new();
    let text: String = lines.iter().flat_map(|(line, _)| [line, "\n"]).collect();
    let input = scratch.file("in", &text);
    for (engine, guesses) in engines() {
        for unique in [false, true] {
            let asked: &[&str] = if unique { &["--unique"] } else { &[] };
            let args = [&engine[..], asked, &["--max-guesses", guesses, &input]].concat();
            let done = ended(solve(&args));
            assert_eq!(done.code, Some(1), "{engine:?} {}", done.stderr);
            for ((line, truth), row) in lines.iter().zip(done.text().lines()) {
                let several =
                    matches!(truth, Expected::Many) || matches!(truth, Expected::Exactly(2..));
                match row {
                    "!gave-up" => {}
                    "!invalid" => assert_eq!(*truth, Expected::Invalid, "{engine:?} {line}"),
                    "!none" => assert_eq!(*truth, Expected::Exactly(0), "{engine:?} {line}"),
                    "!multiple" => assert!(unique && several, "{engine:?} {line}"),
                    row => {
                        let cells = line.as_bytes().try_into().unwrap();
                        let row = row.as_bytes().try_into().unwrap();
                        assert_eq!(ninefold::grid::check::check(cells, row), Ok(()));
                        assert!(*truth == Expected::Exactly(1) || several && !unique);
                    }
                }
            }
            assert_eq!(done.text().lines().count(), lines.len());
        }
    }
}
