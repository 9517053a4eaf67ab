//! Refusals that name a command: it is run on the refused input, and what it makes has all puzzles
//! of the input, and nothing else. Where no command does that, none is named.

use super::common::{Scratch, board, dataset, run, tool};
use std::fmt::Write as _;

const PUZZLES: usize = 20;

/// A refused input.
struct Refused {
    name: &'static str,
    text: Vec<u8>,
    /// Whether a command is named.
    has_command: bool,
}

fn refused(name: &'static str, text: impl Into<Vec<u8>>, has_command: bool) -> Refused {
    Refused {
        name,
        text: text.into(),
        has_command,
    }
}

/// A text with something for each puzzle and its solution.
fn texts(pairs: &[(&str, &str)], written: impl Fn(&str, &str) -> String) -> String {
    pairs
        .iter()
        .map(|(puzzle, solution)| written(puzzle, solution))
        .collect()
}

/// A text in another encoding: the bytes of its mark, and then those of each character.
fn wide(text: &str, mark: &[u8]) -> Vec<u8> {
    [mark, &units(text, mark)].concat()
}

/// The same without the mark.
fn units(text: &str, mark: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for byte in text.bytes() {
        let mut character = vec![0; mark.len()];
        let place = if mark[0] == 0xff { 0 } else { mark.len() - 1 };
        character[place] = byte;
        bytes.extend(character);
    }
    bytes
}

fn in_other_encodings(pairs: &[(&str, &str)]) -> Vec<Refused> {
    let lines = texts(pairs, |puzzle, _| format!("{puzzle}\n"));
    let table = format!(
        "puzzle,solution\n{}",
        texts(pairs, |p, s| format!("{p},{s}\n"))
    );
    let boards = texts(pairs, |puzzle, _| board(puzzle, "", "\n") + "\n\n");
    vec![
        refused("lines in UTF-16", wide(&lines, b"\xff\xfe"), true),
        refused("a table in UTF-16", wide(&table, b"\xfe\xff"), true),
        refused("boards in UTF-32", wide(&boards, b"\xff\xfe\0\0"), true),
        refused("a table in UTF-32", wide(&table, b"\0\0\xfe\xff"), true),
        refused("lines without a mark", units(&lines, b"\xff\xfe"), true),
        refused("a table without a mark", units(&table, b"\xfe\xff"), true),
        refused("carriage returns", lines.replace('\n', "\r"), true),
        refused("a table, carriage returns", table.replace('\n', "\r"), true),
        // The command would make a text that is refused, too.
        refused(
            "prose in UTF-16",
            wide(&"words\n".repeat(20), b"\xff\xfe"),
            false,
        ),
    ]
}

/// The blanks of the puzzles are another sign. Solutions have none, and need no other.
fn with_other_blanks(pairs: &[(&str, &str)]) -> Vec<Refused> {
    let written = |sign: &'static str, form: fn(&str, &str) -> String| {
        texts(pairs, |puzzle, solution| {
            form(&puzzle.replace('.', sign), solution)
        })
    };
    let table = written("-", |p, s| format!("{p},{s}\n"));
    let numbered = written("-", |p, s| format!("7;{p};{s};easy\n"));
    let boards = written("?", |p, _| board(p, "", "\n") + "\n\n");
    let spaced = written("#", |p, _| board(p, " ", "\n") + "\n\n");
    let objects = written("-", |p, s| {
        format!("{{\"puzzle\":\"{p}\",\"solution\":\"{s}\"}}\n")
    });
    let euler = written(" ", |p, _| format!("Grid 01\n{}\n", board(p, "", "\n")));
    vec![
        refused(
            "a table with dashes",
            format!("puzzle,solution\n{table}"),
            true,
        ),
        refused(
            "columns",
            format!("id;puzzle;solution;level\n{numbered}"),
            true,
        ),
        refused(
            "question marks",
            written("?", |p, _| format!("{p}\n")),
            true,
        ),
        refused(
            "and solutions",
            written("?", |p, s| format!("{p},{s}\n")),
            true,
        ),
        refused(
            "commas",
            written("?", |p, _| board(p, ",", ",") + "\n"),
            true,
        ),
        refused("boards with question marks", boards, true),
        refused("spaced boards", spaced, true),
        refused("objects with dashes", objects, true),
        refused("Project Euler with spaces", euler, true),
        // It changes a letter of the header, and no puzzle.
        refused(
            "letters",
            format!("board,s\n{}", written("o", |p, s| format!("{p},{s}\n"))),
            true,
        ),
        refused("a backslash", written("\\", |p, _| format!("{p}\n")), false),
        refused("a quote", written("'", |p, _| format!("{p}\n")), false),
    ]
}

/// Texts in which no command helps.
fn without_help(pairs: &[(&str, &str)]) -> Vec<Refused> {
    let letters = |text: &str| -> String {
        text.bytes()
            .map(|byte| {
                if byte == b'.' {
                    '.'
                } else {
                    char::from(byte + 48)
                }
            })
            .collect()
    };
    let from_zero = |puzzle: &str| -> String {
        let cells = puzzle.bytes().map(|byte| match byte {
            b'.' => "null".to_owned(),
            digit => (digit - b'1').to_string(),
        });
        cells.collect::<Vec<_>>().join(",")
    };
    let solutions = texts(pairs, |_, solution| format!("{solution},easy\n"));
    vec![
        refused(
            "letters for digits",
            texts(pairs, |p, _| letters(p) + "\n"),
            false,
        ),
        refused(
            "from 0",
            texts(pairs, |p, _| format!("[{}]\n", from_zero(p))),
            false,
        ),
        refused("boards of 4x4", "1.2..3.4.1.2..4.\n".repeat(20), false),
        refused(
            "solutions alone",
            format!("solution,level\n{solutions}"),
            false,
        ),
        refused("prose", "some words of prose\n".repeat(20), false),
        refused(
            "few puzzles",
            "some words of prose\n".repeat(40) + pairs[0].0,
            false,
        ),
    ]
}

/// The command of a message, or the option.
fn command(message: &str, file: &str) -> Option<String> {
    let (_, advice) = message
        .split_once(": ")
        .map(|(_, rest)| rest)
        .and_then(|rest| {
            let start = rest.find("iconv -f").or_else(|| rest.find("tr '"))?;
            Some(rest.split_at(start))
        })?;
    let end = advice
        .find(" converts it")
        .or_else(|| advice.find(" writes it"))?;
    Some(advice[..end].replace("FILE", file))
}

/// Puzzles with their solutions.
fn pairs<'t>(puzzles: &'t str, answers: &'t str) -> Vec<(&'t str, &'t str)> {
    let pairs: Vec<_> = puzzles.lines().zip(answers.lines()).collect();
    assert_eq!(pairs.len(), PUZZLES);
    pairs
}

/// The rows of these puzzles, if all are solved.
fn rows(pairs: &[(&str, &str)]) -> String {
    texts(pairs, |puzzle, solution| {
        format!("{puzzle}\t{solution}\tsolved\n")
    })
}

#[test]
fn an_option_that_is_named_reads_all_puzzles_and_nothing_else() {
    let text = dataset("easy", PUZZLES);
    let answers = run(&["solve", "-q"], &text).stdout;
    let pairs = pairs(&text, &answers);
    let (others, states): (Vec<_>, Vec<_>) = pairs.iter().rev().copied().unzip();
    let both = pairs
        .iter()
        .zip(&others)
        .map(|((puzzle, _), other)| format!("{puzzle},{other}\n"));
    let table = format!("given,state\n{}", both.collect::<String>());
    let states: Vec<(&str, &str)> = others.into_iter().zip(states).collect();
    let two = &pairs[..2];
    let words = "some words of prose here\n".repeat(60);
    let boards = words + &texts(two, |puzzle, _| board(puzzle, "", "\n") + "\n\n");
    for (text, said, option, rows) in [
        (
            &table,
            "(specify the column with --column)",
            "--column given",
            rows(&pairs),
        ),
        (
            &table,
            "'given' or 'state'",
            "--column state",
            rows(&states),
        ),
        (
            &boards,
            "--input-format grid reads it",
            "--input-format grid",
            rows(two),
        ),
    ] {
        let scratch = Scratch::new();
        scratch.file("in", text);
        scratch.run("solve -q in").failed(2, &[said]);
        let done = scratch.run(&format!("solve -q --output-format line in {option}"));
        assert_eq!((done.code, done.stdout), (Some(0), rows), "{option}");
    }
    let message = "no solutions beside them: ninefold verify in ANSWERS";
    let scratch = Scratch::new();
    scratch.file("in", &text);
    scratch.file("ANSWERS", &answers);
    scratch.run("verify in").failed(2, &[message]);
    scratch.run("verify in ANSWERS").ended(0, &["20 right"]);
    // A file of pairs stands alone, and no other is compared with itself.
    scratch
        .run("verify in in")
        .failed(2, &["in is both the puzzles and the answers\n"]);
    scratch.file(
        "both",
        &texts(&pairs, |puzzle, solution| format!("{puzzle},{solution}\n")),
    );
    let both = "ninefold verify both compares its puzzles with its solutions";
    scratch.run("verify both both").failed(2, &[both]);
    scratch.run("verify both").ended(0, &["20 right"]);
    // A column is not compared with itself.
    let table = texts(&pairs, |puzzle, solution| format!("{puzzle},{solution}\n"));
    scratch.file("table", &format!("puzzle,solution\n{table}"));
    for options in [
        "--column solution",
        "--column solution --answer-column solution",
    ] {
        scratch
            .run(&format!("verify table {options}"))
            .failed(2, &["no solutions beside them"]);
    }
}

#[test]
fn a_command_that_is_named_makes_a_corpus_with_all_puzzles_and_nothing_else() {
    if !tool("iconv", &["--version"]) {
        return super::common::skipped("there is no iconv");
    }
    let text = dataset("easy", PUZZLES);
    let answers = run(&["solve", "-q"], &text).stdout;
    let pairs: Vec<(&str, &str)> = text.lines().zip(answers.lines()).collect();
    assert_eq!(pairs.len(), PUZZLES);
    let rows = texts(&pairs, |puzzle, solution| {
        format!("{puzzle}\t{solution}\tsolved\n")
    });
    let mut wrong = String::new();
    let all = [
        in_other_encodings(&pairs),
        with_other_blanks(&pairs),
        without_help(&pairs),
    ];
    for input in all.into_iter().flatten() {
        let scratch = Scratch::new();
        std::fs::write(scratch.path("in"), &input.text).unwrap();
        let done = scratch.run("solve -q in");
        if done.code != Some(2) {
            writeln!(wrong, "{}: {:?} {}", input.name, done.code, done.stderr).unwrap();
            continue;
        }
        let Some(command) = command(&done.stderr, "in") else {
            if input.has_command || done.stderr.contains("--input-format") {
                writeln!(
                    wrong,
                    "{}: no command, or an option: {}",
                    input.name, done.stderr
                )
                .unwrap();
            }
            continue;
        };
        let made = std::process::Command::new("sh")
            .args(["-c", &format!("{command} > made")])
            .current_dir(scratch.path(""))
            .status();
        assert!(made.unwrap().success(), "{command}");
        let solved = scratch.run("solve --output-format line made");
        let is_right = solved.code == Some(0) && solved.stdout == rows;
        if !input.has_command || !is_right {
            writeln!(
                wrong,
                "{}: {command}: {} {}",
                input.name, solved.stderr, done.stderr
            )
            .unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
