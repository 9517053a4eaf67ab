//! Input that is not a corpus of puzzles.

use super::common::{Scratch, ninefold, run};
use super::{ANSWER, Ended, PUZZLE, ended, fed, solve};
use std::fs;

/// Files that people specify by mistake, and the messages.
fn foreign() -> Vec<(Vec<u8>, &'static [&'static str])> {
    let prose = "Ninefold solves Sudoku corpora, and this is how.\n\n";
    let readme = format!("# Ninefold\n\n{}", prose.repeat(20));
    let tar = [&[b'x'; 100][..], &[0; 157], b"ustar", &[0; 300]].concat();
    vec![
        (
            b"PAR1\x15\x04\x15".to_vec(),
            &["a Parquet file", "python -m ninefold FILE"],
        ),
        (b"SQLite format 3\0\x10".to_vec(), &["NUL bytes"]),
        (b"\x7fELF\x02\x01\x01\0".to_vec(), &["NUL bytes"]),
        (
            b"PK\x03\x04\x14\0\0\0".to_vec(),
            &["a zip archive", "unzip -p", "csv"],
        ),
        (tar, &["NUL bytes"]),
        (b"\xff\xfe5\x003\0\n\0".to_vec(), &["UTF-16", "iconv"]),
        (b"<!DOCTYPE html>\n<p>\n".to_vec(), &["a web page"]),
        (vec![0; 4096], &["no puzzle", "NUL"]),
        (
            readme.into_bytes(),
            &[
                "no puzzle in its first ",
                "Line 3 is Ninefold solves",
                "--input-format",
            ],
        ),
        (
            b"- a point\n- another\n".repeat(9),
            &["no puzzle", "Line 1 is - a point"],
        ),
        (
            b"[![a badge](x)](y)\n\nsome words\n".repeat(9),
            &["no puzzle"],
        ),
        (
            b"question,answer\nwhy,because\n".repeat(9),
            &["no puzzle", "read as csv"],
        ),
        (
            format!("[{{\"puzzle\":\"{PUZZLE}\"}}]\n").into(),
            &["jq -c '.[]' FILE"],
        ),
        (
            format!(
                "[\n{}]\n",
                format!("{{\"puzzle\":\"{PUZZLE}\"}},\n").repeat(9)
            )
            .into(),
            &["jq -c '.[]' FILE"],
        ),
        (
            format!("{PUZZLE}\r{PUZZLE}\r{PUZZLE}\r").into(),
            &["carriage returns alone", "tr "],
        ),
        (
            format!("{PUZZLE}\r{PUZZLE}").into(),
            &["carriage returns alone"],
        ),
    ]
}

#[test]
fn what_is_no_corpus_is_named_and_refused() {
    let scratch = Scratch::new();
    for (text, words) in foreign() {
        let path = scratch.path("in");
        fs::write(&path, &text).unwrap();
        for way in [
            &[][..],
            &["--no-mmap"],
            &["--chunk-size", "1"],
            &["--shard", "2/3"],
        ] {
            let done = ended(solve(&[way, &[&path]].concat()));
            done.failed(2, words);
            assert!(done.stderr.contains(&path), "{}", done.stderr);
            assert_eq!(done.text(), "");
        }
        let done = fed(solve(&["--output-format", "line"]), &text);
        done.failed(2, words);
        assert!(done.stderr.contains("standard input"), "{}", done.stderr);
        assert_eq!(done.text(), "");
        // With the format specified, it is accepted.
        let done = ended(solve(&["--input-format", "line", &path]));
        assert_eq!(done.code, Some(1), "{}", done.stderr);
        assert!(done.text().contains("!malformed\n"));
    }
}

#[test]
fn nothing_is_created_or_replaced_for_what_is_no_corpus() {
    let scratch = Scratch::new();
    let good = scratch.file("good", &format!("{PUZZLE}\n"));
    let bad = scratch.file("bad", &"some words of prose\n".repeat(20));
    let output = scratch.file("out", "precious");
    let new = scratch.path("new");
    for verb in [&["solve"][..], &["transform", "--canonical"], &["rate"]] {
        for out in [&["-o", &new][..], &["-f", "-o", &output]] {
            let mut command = ninefold();
            command.args([verb, &["-q", &good, &bad], out].concat());
            ended(command).failed(2, &[&bad, "no puzzle"]);
        }
    }
    let done = ended(solve(&[&good, &bad]));
    done.failed(2, &[&bad]);
    assert_eq!(done.text(), "", "refused before the first row");
    assert_eq!(fs::read_to_string(&output).unwrap(), "precious");
    assert_eq!(scratch.names(), ["bad", "good", "out"]);
    let mut bench = ninefold();
    bench.args(["bench", &bad]);
    ended(bench).failed(2, &[&bad, "no puzzle"]);
}

#[test]
fn a_heading_above_puzzles_costs_its_own_line() {
    let puzzles = format!("{PUZZLE}\n").repeat(20);
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
        let text = format!("\n{heading}\n\n{puzzles}");
        for way in [&[][..], &["--chunk-size", "1"]] {
            let done = fed(solve(way), text.as_bytes());
            assert_eq!(done.code, Some(1), "{heading}: {}", done.stderr);
            let rows = format!("\n!malformed\n\n{}", format!("{ANSWER}\n").repeat(20));
            assert_eq!(done.text(), rows, "{heading}");
        }
    }
}

#[test]
fn a_format_that_is_named_is_refused_where_it_finds_nothing() {
    let text = format!("{PUZZLE}\n");
    for format in ["sdk", "opensudoku"] {
        let text = format!("[State]\n{text}");
        let done = fed(solve(&["--input-format", format]), text.as_bytes());
        done.failed(2, &["nothing in it", format]);
    }
    // Corpora without puzzles.
    for (format, text) in [
        ("poj2676", "0\n"),
        ("poj3074", "end\n"),
        ("grid", "# none\n"),
    ] {
        let done = fed(solve(&["--input-format", format]), text.as_bytes());
        assert_eq!(
            (done.code, done.text()),
            (Some(0), ""),
            "{format}: {}",
            done.stderr
        );
    }
}

#[test]
fn a_corpus_may_have_nothing_but_bad_lines() {
    let comments = "# nothing yet\n".repeat(9000);
    let late = format!("{}{PUZZLE}\n", "some words of prose\n".repeat(9));
    // In chunks of one line, the end of a chunk is not a blank line between rows.
    let rows = |cells: &str| -> String {
        let rows = cells.as_bytes().chunks(9);
        let rows = rows.map(|row| String::from_utf8_lossy(row).into_owned() + "\n");
        rows.collect()
    };
    let euler = format!("Grid 01\n{0}Grid 02\n{0}", rows(&PUZZLE.replace('.', "0")));
    let cases: [(&str, usize, i32); 6] = [
        (&euler, 24, 0),
        ("abc\n", 1, 1),
        (&"abc\n".repeat(9), 9, 1),
        (&comments, 9000, 0),
        (&"\n".repeat(99_999), 99_999, 0),
        (&late, 10, 1),
    ];
    let scratch = Scratch::new();
    for (text, lines, code) in cases {
        let path = scratch.file("in", text);
        for way in [
            &[][..],
            &["--no-mmap", "--chunk-size", "1"],
            &["--chunk-size", "1M"],
        ] {
            let done: Ended = ended(solve(&[way, &[&path]].concat()));
            assert_eq!(
                (done.code, done.stderr.as_str()),
                (Some(code), ""),
                "{text:.20}"
            );
            assert_eq!(done.text().lines().count(), lines, "{text:.20}");
        }
    }
}

#[test]
fn a_corpus_of_which_most_lines_are_bad_is_refused_with_the_first() {
    let short = format!("{}\n", &PUZZLE[1..]);
    let letters = format!("{}\n", PUZZLE.replace('5', "e").replace('4', "d"));
    for bad in [&short, &format!("{PUZZLE}1\n"), &letters, "!none\n"] {
        let most = format!("{}{PUZZLE}\n", bad.repeat(10));
        let done = fed(solve(&[]), most.as_bytes());
        done.failed(
            2,
            &["only 1 puzzle in", &format!("Line 1 is {:.40}", bad.trim())],
        );
        // As many good ones.
        let half = bad.repeat(10) + &format!("{PUZZLE}\n").repeat(10);
        let done = fed(solve(&[]), half.as_bytes());
        assert_eq!(done.code, Some(1), "{}", done.stderr);
        assert_eq!(done.text().lines().count(), 20);
        // Below a puzzle, they are rows.
        let done = fed(solve(&[]), format!("{PUZZLE}\n{most}").as_bytes());
        assert_eq!((done.code, done.text().lines().count()), (Some(1), 12));
    }
}

#[test]
fn a_carriage_return_within_a_line_is_a_malformed_line() {
    let text = format!("{PUZZLE}\r\n{PUZZLE}\r{PUZZLE}\n{PUZZLE}\r\r\n{PUZZLE}\r");
    let done = fed(solve(&["--explain"]), text.as_bytes());
    let bad = "!malformed carriage return in column 82";
    assert_eq!(
        done.text(),
        format!("{ANSWER}\n{bad}\n{ANSWER}\n{ANSWER}\n")
    );
    assert_eq!(done.code, Some(1));
}

#[test]
fn a_column_without_puzzles_is_named() {
    let text = format!("puzzle,level\n{}", format!("{PUZZLE},easy\n").repeat(20));
    let done = run(&["solve", "-", "--column", "level"], &text);
    assert_eq!(done.code, Some(2), "{}", done.stderr);
    let words = "no puzzle in column 'level'";
    assert!(done.stderr.contains(words), "{}", done.stderr);
}
