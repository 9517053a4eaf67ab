//! Tables in, tables out: csv and JSON lines keep what they hold.

use super::common;

use common::{Scratch, run};
use csv::{ReaderBuilder, StringRecord};
use ninefold::format::{FormatOptions, TableReader, open};
use ninefold::input::{Bytes, Chunk, InputError, Source};
use ninefold::pipeline::{self, Job, Progress, Stop};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::fs;

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

/// The run is refused, and says why.
#[track_caller]
fn refused(args: &[&str], text: &str, code: i32, words: &[&str]) {
    let done = run(&[&["solve", "-q"], args].concat(), text);
    assert_eq!(done.code, Some(code), "{args:?} {}", done.stderr);
    for word in words {
        assert!(done.stderr.contains(word), "{word}: {}", done.stderr);
    }
}

#[test]
fn a_table_keeps_its_columns_and_gets_one() {
    let text = format!("quizzes,note\n{PUZZLE},a\n{NONE},b\nnonsense,c\n");
    let table = format!("quizzes,note,solution\n{PUZZLE},a,{ANSWER}\n{NONE},b,\nnonsense,c,\n");
    assert_eq!(solve(&[], &text), table);
    let asked = [
        "--append-columns",
        "verdict,solutions",
        "--append-column",
        "solution=ours,reason",
    ];
    let table = solve(&asked, &text);
    let expected = format!(
        "quizzes,note,verdict,solutions,ours,reason\n{PUZZLE},a,solved,1,{ANSWER},\n\
         {NONE},b,none,0,,\nnonsense,c,malformed,,,length 8\n"
    );
    assert_eq!(table, expected);
    let guesses = solve(&["--append-column", "guesses"], &text);
    assert!(guesses.starts_with(&format!("quizzes,note,guesses\n{PUZZLE},a,0\n")));
    assert!(guesses.ends_with("nonsense,c,\n"), "{guesses}");
}

#[test]
fn what_is_asked_of_a_puzzle_decides_what_is_added() {
    let clash = format!("11{}", &PUZZLE[2..]);
    let text = format!("puzzle\n{PUZZLE}\n{clash}\n");
    let counted = format!("puzzle,solutions,verdict\n{PUZZLE},1,solved\n{clash},0,invalid\n");
    assert_eq!(solve(&["--count"], &text), counted);
    let why = solve(&["--unique", "--explain", "--keep-tail"], &text);
    let expected = format!(
        "puzzle,solution,verdict,reason\n{PUZZLE},{ANSWER},solved,\n\
         {clash},,invalid,1 twice in one row: r1c1 and r1c2\n"
    );
    assert_eq!(why, expected);
}

#[test]
fn names_that_are_taken_are_told_and_never_doubled() {
    let text = format!("puzzle,Solution\n{PUZZLE},{ANSWER}\n");
    let table = format!("puzzle,Solution,ninefold_solution\n{PUZZLE},{ANSWER},{ANSWER}\n");
    assert_eq!(solve(&[], &text), table);
    let out = ["solution", "--append-column solution=ninefold_solution"];
    refused(&["--append-column", "solution"], &text, 2, &out);
    refused(
        &["--append-columns", "verdict,verdict"],
        &text,
        2,
        &["'verdict'"],
    );
    let both = text.replacen("puzzle,", "puzzle,ninefold_solution,", 1);
    refused(&[], &both, 2, &["ninefold_solution"]);
    refused(
        &["--append-column", "answer"],
        &text,
        2,
        &["'answer'", "verdict"],
    );
    refused(&["--append-column", "solution="], &text, 2, &["no name"]);
    refused(
        &["--append-column", "verdict", "--output-format", "csv"],
        &text,
        2,
        &["cannot be used with"],
    );
    refused(
        &["--append-column", "verdict"],
        &format!("{PUZZLE}\n"),
        2,
        &["line", "JSON"],
    );
}

#[test]
fn rows_without_a_header_above_them_are_rows_of_the_table() {
    let text = format!("id,puzzle\n1,{PUZZLE}\n\n2,{NONE}\n# 3,{PUZZLE}\n");
    let form = |name: &str| solve(&["--output-format", name], &text);
    assert_eq!(form("solution"), format!("{ANSWER}\n!none\n{ANSWER}\n"));
    let csv = records(&form("csv"), b',');
    assert_eq!(csv.len(), 4);
    assert_eq!(csv[0].iter().next(), Some("puzzle"));
    assert_eq!(
        (&csv[1][0], &csv[1][1], &csv[2][2]),
        (PUZZLE, ANSWER, "none")
    );
    assert_eq!(form("line").lines().count(), 3);
    assert_eq!(form("jsonl").lines().count(), 3);
    assert!(form("grid").starts_with("1 4 3 | 6"));
}

#[test]
fn quotes_delimiters_line_ends_and_marks() {
    let odd = [
        "",
        "plain",
        "a \"b\"",
        "one\ntwo",
        "x,y;z\tt|u",
        "né 数独",
        "\r\n",
        "#",
    ];
    for delimiter in *b",;\t|" {
        for end in ["\n", "\r\n"] {
            let mut writer = csv::WriterBuilder::new()
                .delimiter(delimiter)
                .terminator(if end == "\n" {
                    csv::Terminator::Any(b'\n')
                } else {
                    csv::Terminator::CRLF
                })
                .from_writer(Vec::new());
            writer
                .write_record(["the \"id\"", "Puzzle", "a\nnote"])
                .unwrap();
            for note in odd {
                writer.write_record([note, PUZZLE, note]).unwrap();
            }
            let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
            let wanted = records(&text, delimiter);
            for mark in ["", "\u{feff}"] {
                let text = format!("{mark}{text}");
                let out = solve(&["--append-columns", "verdict,solution"], &text);
                let rows = records(&out, delimiter);
                assert_eq!(rows.len(), odd.len() + 1, "{out}");
                for (row, wanted) in rows.iter().zip(&wanted) {
                    assert_eq!(row.iter().take(3).collect::<StringRecord>(), *wanted);
                }
                assert_eq!((&rows[0][3], &rows[0][4]), ("verdict", "solution"));
                assert!(
                    rows[1..]
                        .iter()
                        .all(|row| (&row[3], &row[4]) == ("solved", ANSWER))
                );
                // Not a byte of what was there is another.
                let bare = out.replace(&format!("{0}verdict{0}solution", delimiter as char), "");
                let bare = bare.replace(&format!("{0}solved{0}{ANSWER}", delimiter as char), "");
                assert_eq!(bare, text.trim_start_matches('\u{feff}'));
            }
        }
    }
}

#[test]
fn the_puzzles_column_is_found_by_name_number_and_delimiter() {
    let text = format!("7:{PUZZLE}:x\n8:\"{PUZZLE}\":y\n");
    let expected = format!("7:{PUZZLE}:x:{ANSWER}\n8:\"{PUZZLE}\":y:{ANSWER}\n");
    assert_eq!(
        solve(&["--delimiter", ":", "--column", "2"], &text),
        expected
    );
    let commas = text.replace(':', ",");
    assert_eq!(
        solve(&["--column", "2"], &commas),
        expected.replace(':', ",")
    );
    // Without a header and without a word, a line begins with its puzzle.
    assert_eq!(
        solve(&[], &format!("{PUZZLE},{ANSWER}\n")),
        format!("{ANSWER}\n")
    );
    let named = format!("2,a\nx,{PUZZLE}\n");
    let done = run(&["solve", "-q", "--column", "2"], &named);
    assert_eq!(
        done.stdout,
        format!(
            "2,a,solution
x,{PUZZLE},
"
        )
    );
    let spaced = format!("id, puzzle\n1, {PUZZLE} \n");
    assert_eq!(
        solve(&[], &spaced),
        format!("id, puzzle,solution\n1, {PUZZLE} ,{ANSWER}\n")
    );
    refused(&["--column", "9"], &commas, 3, &["no column '9'"]);
    refused(&["--delimiter", "::"], &text, 2, &["--delimiter"]);
    refused(
        &["--input-format", "csv"],
        "a\tb\n1\t2\n",
        3,
        &["no column named puzzle"],
    );
}

#[test]
fn ragged_rows_shift_no_column() {
    let text = format!("puzzle,a,b\n{PUZZLE}\n{PUZZLE},1\n{PUZZLE},1,2,\"3\"\n{PUZZLE},1,2\n");
    let asked = ["--append-columns", "verdict,reason,solution"];
    let done = run(&[&["solve", "-q"][..], &asked].concat(), &text);
    assert_eq!(done.code, Some(1));
    let expected = format!(
        "puzzle,a,b,verdict,reason,solution\n\
         {PUZZLE},,,solved,,{ANSWER}\n\
         {PUZZLE},1,,solved,,{ANSWER}\n\
         {PUZZLE},1,\"2,\"\"3\"\"\",malformed,\"4 fields, and 3 columns\",\n\
         {PUZZLE},1,2,solved,,{ANSWER}\n"
    );
    assert_eq!(done.stdout, expected);
}

#[test]
fn headers_alone_blank_lines_and_choices() {
    assert_eq!(solve(&[], "id,puzzle\n"), "id,puzzle,solution\n");
    assert_eq!(solve(&[], "\n\nid,puzzle"), "id,puzzle,solution\n");
    let text = format!("puzzle\r\n\r\n{PUZZLE}\r\nx\r\n\r\n{NONE}");
    let only = |which| solve(&["--only", which], &text);
    assert_eq!(
        solve(&[], &text),
        format!("puzzle,solution\r\n{PUZZLE},{ANSWER}\r\nx,\r\n{NONE},\n")
    );
    assert_eq!(
        only("solved"),
        format!("puzzle,solution\r\n{PUZZLE},{ANSWER}\r\n")
    );
    assert_eq!(
        only("unsolved"),
        format!("puzzle,solution\r\nx,\r\n{NONE},\n")
    );
    assert_eq!(only("invalid"), "puzzle,solution\r\nx,\r\n");
}

#[test]
fn several_tables_are_one_or_none() {
    let scratch = Scratch::new();
    let file = |name: &str, text: &str| scratch.file(name, text);
    let one = file("one.csv", &format!("id,puzzle\n1,{PUZZLE}\n"));
    let two = file("two.csv", &format!("\nid,puzzle\n2,{PUZZLE}"));
    let other = file("other.csv", &format!("puzzle,id\n{PUZZLE},3\n"));
    let text = file("text", &format!("{PUZZLE}\n"));
    let expected = format!("id,puzzle,solution\n1,{PUZZLE},{ANSWER}\n2,{PUZZLE},{ANSWER}\n");
    assert_eq!(solve(&[&one, &two], ""), expected);
    let empty = file("empty", "");
    assert_eq!(solve(&[&empty, &one, &empty, &two], ""), expected);
    assert_eq!(solve(&[&empty, "--append-column", "verdict"], ""), "");
    assert_eq!(solve(&[&empty, "--input-format", "csv"], ""), "");
    refused(&[&one, &other], "", 2, &["other.csv", "one.csv"]);
    refused(
        &[&one, &text],
        "",
        2,
        &["text", "one.csv", "--output-format solution"],
    );
    refused(&[&text, &one], "", 2, &["one.csv"]);
    let bare = solve(&[&one, &other, &text, "--output-format", "solution"], "");
    assert_eq!(bare, format!("{ANSWER}\n").repeat(3));
}

#[test]
fn lines_are_those_of_the_file() {
    let wrong = format!("41{}", &ANSWER[2..]);
    let rows = format!(
        "\"a\nb\",solution,puzzle\n\n\"1\n2\n3\",,{PUZZLE}\n4,{wrong},{PUZZLE}\n\"x\ny\",,short\n"
    );
    for chunk in ["1", "100", "1M"] {
        let asked = ["solve", "--report", "json", "--chunk-size", chunk];
        let done = run(&asked, &rows);
        let report: Value = serde_json::from_str(&done.stderr).expect("one object");
        assert_eq!(report["known_solutions"]["compared"], 1, "{report}");
        assert_eq!(
            report["known_solutions"]["first_wrong"][0]["line"], 7,
            "{report}"
        );
        assert_eq!(report["examples"]["malformed"][0]["line"], 8, "{report}");
        assert_eq!(report["lines"], 9);
    }
    let place = rows.find("\"x\ny\"").unwrap();
    let words = ["line 8", "length 5", &format!("begins at byte {place}")];
    refused(&["--strict"], &rows, 3, &words);
    let clash = rows.replacen(PUZZLE, &format!("11{}", &PUZZLE[2..]), 1);
    let place = clash.find("\"1\n2").unwrap();
    let words = ["line 4", "twice", &format!("begins at byte {place}")];
    refused(&["--strict"], &clash, 3, &words);
}

#[test]
fn a_known_solution_is_that_of_its_column() {
    // The second text of 81 cells is no known solution.
    let text = format!("puzzle,before,answer\n{PUZZLE},{NONE},\"{ANSWER}\"\n");
    let done = run(&["solve", "--stats"], &text);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let said = "1 solutions in the input compared: 0 wrong";
    assert!(done.stderr.contains(said), "{}", done.stderr);
    let line = json!({"question": PUZZLE, "answer": PUZZLE.replace('0', "1")});
    let done = run(&["solve", "--stats"], &format!("{line}\n"));
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    let said = "1 solutions in the input compared: 1 wrong";
    assert!(done.stderr.contains(said), "{}", done.stderr);
}

#[test]
fn a_quote_that_is_not_closed_is_damage() {
    let row = format!("{PUZZLE},a\n");
    let text = format!("puzzle,note\n{row}{PUZZLE},\"b\n{row}");
    let place = text.find("\"b").unwrap() - 82;
    for chunk in ["1", "1M"] {
        let done = run(&["solve", "-q", "--chunk-size", chunk], &text);
        assert_eq!(done.code, Some(3), "{}", done.stderr);
        let whole = format!("puzzle,note,solution\n{PUZZLE},a,{ANSWER}\n");
        assert_eq!(done.stdout, whole, "what was whole before");
        let said = format!("begins at byte {place} ends within quotes");
        assert!(done.stderr.contains(&said), "{}", done.stderr);
        let long = text.replacen("\"b", &format!("\"{}", "b\n".repeat(40_000)), 1);
        let words = [&format!("byte {place} is longer than 64 KiB")[..]];
        refused(&["--chunk-size", chunk], &long, 3, &words);
        let long = text.replacen("\"b", &"b".repeat(70_000), 1);
        refused(&["--chunk-size", chunk], &long, 3, &words);
    }
}

#[test]
fn json_lines_keep_their_members_and_get_one() {
    let text = format!(
        "{{\"id\": 1, \"Puzzle\": \"{PUZZLE}\", \"tags\": [\"a\", {{\"puzzle\": 0}}], \"x\": 1e400 }}\r\n\
         \n\
         {{\"puzzle\":\"{NONE}\"}}\n\
         {{}}\n\
         {{\"puzzle\": 3}}\n\
         not \"json\"\n\
         {{\"puzzle\":\"12\"}}"
    );
    let done = run(
        &["solve", "-q", "--append-columns", "solution,verdict,reason"],
        &text,
    );
    let lines: Vec<&str> = done.stdout.lines().collect();
    assert_eq!(lines.len(), 7, "a line for a line");
    let begins = text.lines().next().unwrap().trim_end_matches(" }");
    let ends = format!(" ,\"solution\":\"{ANSWER}\",\"verdict\":\"solved\",\"reason\":null}}");
    assert_eq!(lines[0], begins.to_owned() + &ends);
    assert!(done.stdout.contains("null}\r\n\n{"), "line ends stay");
    let values = |line: &&str| serde_json::from_str(line).expect("it is an object");
    let rest: Vec<Value> = lines[2..].iter().map(values).collect();
    let told = |value: &Value| (value["verdict"].clone(), value["reason"].clone());
    assert_eq!(
        rest[0],
        json!({"puzzle": NONE, "solution": null, "verdict": "none", "reason": null})
    );
    assert_eq!(
        told(&rest[1]),
        ("malformed".into(), "no member \"puzzle\"".into())
    );
    assert_eq!(
        told(&rest[2]),
        (
            "malformed".into(),
            "the member \"puzzle\" is no text".into()
        )
    );
    assert_eq!(
        (&rest[3]["malformed"], &rest[3]["reason"]),
        (&json!("not \"json\""), &json!("no JSON object"))
    );
    assert_eq!(told(&rest[4]), ("malformed".into(), "length 2".into()));
    let bare = solve(&["--output-format", "solution"], &text);
    assert_eq!(bare.lines().nth(3), Some("!malformed"));
    assert_eq!(bare.lines().count(), 7);
}

#[test]
fn json_members_are_named_and_never_doubled() {
    let line = json!({"grid": PUZZLE, "solution": ANSWER}).to_string();
    let out: Value = serde_json::from_str(&solve(&["--field", "grid"], &line)).unwrap();
    let expected = json!({"grid": PUZZLE, "solution": ANSWER, "ninefold_solution": ANSWER});
    assert_eq!(out, expected);
    refused(&["--field", "nothing"], &line, 3, &["'nothing'", "grid"]);
    refused(
        &["--field", &"long".repeat(16)],
        "",
        3,
        &["longer than 62 bytes"],
    );
    refused(
        &["--field", "grid", "--column", "grid"],
        &line,
        2,
        &["cannot be used with"],
    );
    refused(
        &["--field", "grid", "--input-format", "csv"],
        &line,
        2,
        &["jsonl"],
    );
    // Only the second object has a member of that name.
    let late = format!("{{\"grid\":\"{PUZZLE}\"}}\n{line}\n");
    let words = [
        "line 2",
        "'solution'",
        "--append-column solution=ninefold_solution",
    ];
    refused(&["--field", "grid"], &late, 2, &words);
    let other = solve(
        &["--field", "grid", "--append-column", "solution=ours"],
        &late,
    );
    assert_eq!(other.matches("\"ours\":").count(), 2);
    let long = format!(
        "{{\"puzzle\":\"{PUZZLE}\"}}\n{{\"puzzle\":\"{}\"}}\n",
        "1".repeat(70_000)
    );
    refused(&[], &long, 2, &["line 2", "64 KiB"]);
}

#[test]
fn ways_of_reading_make_no_difference() {
    let scratch = Scratch::new();
    let rows: String = (0..400)
        .map(|i| format!("\"{i}, \"\"{i}\n\"\"\";{PUZZLE};{i}\r\n"))
        .collect();
    let text = format!("a;puzzle;b\r\n{rows}");
    let file = scratch.file("table", &text);
    let whole = solve(&[&file], "");
    assert_eq!(records(&whole, b';').len(), 401);
    for args in [
        &["--chunk-size", "1"][..],
        &["--chunk-size", "1000", "--threads", "3"],
        &["--no-mmap", "--threads", "1", "--chunk-size", "64K"],
    ] {
        assert!(
            solve(&[&[&file[..]], args].concat(), "") == whole,
            "{args:?}"
        );
        assert!(solve(args, &text) == whole, "{args:?} in a pipe");
    }
    let output = scratch.path("out");
    solve(&[&file, "-o", &output], "");
    assert!(fs::read_to_string(output).unwrap() == whole);
}

/// A text as a source, in chunks of so many lines.
struct Text(Vec<u8>, usize, usize);

impl Source for Text {
    fn next(&mut self, _: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let Text(text, at, lines) = self;
        let offset = *at as u64;
        let rest = text[*at..].split_inclusive(|&byte| byte == b'\n');
        let bytes = rest.take(*lines).collect::<Vec<_>>().concat();
        *at += bytes.len();
        Ok((!bytes.is_empty()).then_some(Chunk {
            bytes: Bytes::Owned(bytes),
            source: 0,
            offset,
            origins: None,
        }))
    }

    fn size_hint(&self) -> Option<u64> {
        None
    }

    fn finish(&mut self) -> Result<(), InputError> {
        Ok(())
    }

    fn name(&self) -> &str {
        "a text"
    }
}

/// The records whose first byte lies in a share of the text.
fn share(text: &[u8], range: std::ops::Range<u64>, lines: usize) -> Vec<u8> {
    let source = Box::new(Text(text.to_vec(), 0, lines));
    let mut reader = TableReader::new(source, b',', Some(range));
    let mut all = Vec::new();
    while let Some(chunk) = reader.next(None).expect("all quotes are closed") {
        assert!(
            text[chunk.offset as usize..].starts_with(&chunk.bytes),
            "its place"
        );
        all.extend_from_slice(&chunk.bytes);
    }
    all
}

#[test]
fn shares_are_cut_between_records() {
    let row = |i: usize| format!("\"{i}\n,{PUZZLE}\n\",{PUZZLE}\n");
    let rows: Vec<String> = (0..9).map(row).collect();
    let text = rows.concat().into_bytes();
    for count in [1, 2, 7, 64] {
        let place = |i: usize| (text.len() * i / count) as u64;
        for lines in [1, 4, 1000] {
            let shares: Vec<Vec<u8>> = (0..count)
                .map(|i| share(&text, place(i)..place(i + 1), lines))
                .collect();
            assert!(shares.concat() == text, "{count} shares");
            let whole = |share: &Vec<u8>| share.len().is_multiple_of(rows[0].len());
            assert!(shares.iter().all(whole), "whole records");
        }
    }
}

fn solved_in_process(text: &[u8], lines: usize, threads: usize) -> Vec<u8> {
    let source = Box::new(Text(text.to_vec(), 0, lines));
    let job = Job::default().threads(threads);
    let (mut out, progress) = (Vec::new(), Progress::default());
    let input = open(source, &FormatOptions::default());
    pipeline::run([input], &job, &mut out, &progress.into(), &Stop::new()).expect("it can be read");
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A row for a row, whatever the fields hold, with the answer in its place.
    #[test]
    fn a_row_for_a_row(
        rows in prop::collection::vec(("[a,\"\r\n ;#é]{0,6}", any::<bool>()), 0..20),
        lines in 1_usize..9,
    ) {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(["note", "puzzle", "end"]).unwrap();
        for (note, is_puzzle) in &rows {
            let puzzle = if *is_puzzle { PUZZLE } else { note };
            writer.write_record([note, puzzle, note]).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        let whole = solved_in_process(text.as_bytes(), usize::MAX, 2);
        prop_assert_eq!(&solved_in_process(text.as_bytes(), lines, 1), &whole);
        let read = records(std::str::from_utf8(&whole).unwrap(), b',');
        prop_assert_eq!(read.len(), rows.len() + 1);
        for (row, (note, is_puzzle)) in read[1..].iter().zip(&rows) {
            prop_assert_eq!((&row[0], &row[2]), (&note[..], &note[..]));
            prop_assert_eq!(&row[3], if *is_puzzle { ANSWER } else { "" });
        }
    }
}
