//! Input that is not a corpus of puzzles.

use super::{ANSWER, Finished, PUZZLE, Scratch, answers, puzzles};
use crate::common::{ninefold, output, solve};
use std::fs;

/// Files that people specify by mistake, and the words of the messages, between `&`.
fn foreign() -> Vec<(Vec<u8>, &'static str)> {
    let prose = "Ninefold solves Sudoku corpora, and this is how.\n\n";
    let readme = format!("# Ninefold\n\n{}", prose.repeat(20));
    let tar = [&[b'x'; 100][..], &[0; 157], b"ustar", &[0; 300]].concat();
    let badge = b"[![a badge](x)](y)\n\nsome words\n".repeat(9);
    let returns = format!("{PUZZLE}\r");
    let about_readme = "no puzzle in its first & Line 3 is Ninefold";
    vec![
        (
            b"PAR1\x15\x04\x15".into(),
            "a Parquet file & python -m ninefold FILE",
        ),
        (b"SQLite format 3\0\x10".into(), "NUL bytes"),
        (b"\x7fELF\x02\x01\x01\0".into(), "NUL bytes"),
        (
            b"PK\x03\x04\x14\0\0\0".into(),
            "a zip archive & a workbook & csv",
        ),
        (tar, "NUL bytes"),
        (b"\xff\xfe5\x003\0\n\0".into(), "UTF-16"),
        (b"\xff\xfe\0\x005\0\0\0".into(), "UTF-32"),
        (b"\0\0\xfe\xff\0\0\x005".into(), "UTF-32"),
        (b"<!DOCTYPE html>\n<p>\n".into(), "a web page"),
        (vec![0; 4096], "no puzzle & NUL"),
        (readme.into(), about_readme),
        (
            b"- a point\n- another\n".repeat(9),
            "no puzzle & Line 1 is - a point",
        ),
        (badge, "no puzzle"),
        (
            b"question,answer\nwhy,because\n".repeat(9),
            "no puzzles of 81 cells in question, answer",
        ),
        (returns.repeat(3).into(), "carriage returns alone & tr "),
        ((returns + PUZZLE).into(), "carriage returns alone"),
    ]
}

#[test]
fn what_is_no_corpus_is_named_and_refused() {
    let scratch = Scratch::new();
    for (i, (text, words)) in foreign().into_iter().enumerate() {
        fs::write(scratch.path("file"), &text).unwrap();
        let way = ["", "--no-mmap", "--chunk-size 1", "--shard 2/3"][i % 4];
        let mapped = scratch.run(&format!("solve -q {way} file"));
        let piped: Finished =
            output(ninefold().args(["solve", "--output-format", "line"]), &text).into();
        for (done, name) in [(mapped, "file: "), (piped, "standard input: ")] {
            let words: Vec<&str> = words.split(" & ").chain([name]).collect();
            done.failed(2, &words);
            assert_eq!(done.stdout, "");
        }
        // With the format specified, it is accepted.
        scratch.check("1 | solve -q --input-format line file | !malformed");
    }
}

#[test]
fn nothing_is_created_or_replaced_for_what_is_no_corpus() {
    let scratch = Scratch::new();
    scratch.file("good", &puzzles(1));
    scratch.file("bad", &"some words of prose\n".repeat(20));
    scratch.file("out", "precious");
    for verb in ["solve", "transform --canonical", "rate"] {
        for out in ["", "-o new", "-f -o out"] {
            let done = scratch.run(&format!("{verb} -q good bad {out}"));
            done.failed(2, &["bad: no puzzle"]);
            assert_eq!(done.stdout, "", "refused before the first row");
        }
    }
    scratch.run("bench bad").failed(2, &["bad: no puzzle"]);
    assert_eq!(scratch.read("out"), "precious");
    assert_eq!(scratch.names(), ["bad", "good", "out"]);
}

#[test]
fn a_heading_above_puzzles_costs_its_own_line() {
    for heading in [
        "49151",
        "1 2 3 4 5 6 7 8 9",
        "Grid 01",
        "123456789",
        ".........",
        "[Puzzle 1]",
        "[17 clues]",
        "[1,2,3]",
        "<?xml version=\"1.0\"?>",
        "*-----------*",
    ] {
        let text = format!("\n{heading}\n\n{}", puzzles(20));
        for way in ["-q", "-q --chunk-size 1"] {
            solve(way, &text).printed(1, &format!("\n!malformed\n\n{}", answers(20)));
        }
    }
}

#[test]
fn a_format_that_is_named_is_refused_where_it_finds_nothing() {
    let solve = |format: &str, text: &str| solve(&format!("-q --input-format {format}"), text);
    for (format, text) in [
        ("sdk", &format!("[State]\n{PUZZLE}\n")[..]),
        ("text", "<opensudoku>\n</opensudoku>\n"),
    ] {
        solve(format, text).failed(2, &["nothing in it", format]);
    }
    // Corpora without puzzles.
    for (format, text) in [
        ("poj2676", "0\n"),
        ("poj3074", "end\n"),
        ("grid", "# none\n"),
    ] {
        solve(format, text).printed(0, "");
    }
}

#[test]
fn a_corpus_may_have_nothing_but_bad_lines() {
    let late = format!("{}{PUZZLE}\n", "some words of prose\n".repeat(9));
    // In chunks of one line, the end of a chunk is not a blank line between rows.
    let rows: String = (0..9)
        .map(|i| PUZZLE[9 * i..][..9].to_owned() + "\n")
        .collect();
    let euler = format!("Grid 01\n{rows}Grid 02\n{rows}");
    let scratch = Scratch::new();
    for (text, lines, code) in [
        (&*euler, 24, 0),
        ("abc\n", 1, 1),
        (&"abc\n".repeat(9), 9, 1),
        (&"# nothing yet\n".repeat(9000), 9000, 0),
        (&"\n".repeat(99_999), 99_999, 0),
        (&late, 10, 1),
    ] {
        scratch.file("in", text);
        for way in ["", "--no-mmap --chunk-size 1", "--chunk-size 1M"] {
            let done = scratch.run(&format!("solve -q {way} in"));
            assert_eq!((done.code, &*done.stderr), (Some(code), ""), "{text:.20}");
            assert_eq!(done.stdout.lines().count(), lines, "{text:.20}");
        }
    }
}

#[test]
fn a_corpus_of_which_most_lines_are_bad_is_refused_with_the_first() {
    let letters = PUZZLE.replace('5', "e").replace('4', "d");
    for bad in [&PUZZLE[1..], &format!("{PUZZLE}1"), &letters, "!none"] {
        let many = format!("{bad}\n").repeat(10);
        let most = format!("{many}{PUZZLE}\n");
        let first = format!("Line 1 is {bad:.40}");
        solve("-q", &most).failed(2, &["only 1 puzzle in", &first]);
        // As many good ones; and below a puzzle, they are rows.
        for (text, lines) in [(many + &puzzles(10), 20), (format!("{PUZZLE}\n{most}"), 12)] {
            let done = solve("-q", &text);
            assert_eq!(done.ended(1, &[]).stdout.lines().count(), lines);
        }
    }
}

#[test]
fn a_carriage_return_within_a_line_is_a_malformed_line() {
    let text = format!("{PUZZLE}\r\n{PUZZLE}\r{PUZZLE}\n{PUZZLE}\r\r\n{PUZZLE}\r");
    let bad = "!malformed carriage return in column 82";
    let rows = format!("{ANSWER}\n{bad}\n{ANSWER}\n{ANSWER}\n");
    solve("-q --explain", &text).printed(1, &rows);
}

#[test]
fn a_column_without_puzzles_is_named() {
    let text = format!("puzzle,level\n{}", format!("{PUZZLE},easy\n").repeat(20));
    let done = solve("- --column level", &text);
    done.failed(2, &["no puzzle in its first 21 lines, read as csv"]);
}
