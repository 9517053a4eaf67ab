//! Long lines and records: complete up to a limit, and a row that says so beyond it.

use super::{ANSWER, PUZZLE, solve};
use crate::common::{Scratch, run};
use serde_json::{Value, json};

/// Longer than the text that decides the format.
const LONG: usize = 200_000;

/// Ways to read a file or a pipe.
const CHUNKS: [&[&str]; 3] = [
    &["--chunk-size", "1"],
    &["--chunk-size", "1M"],
    &["--chunk-size", "70K", "--no-mmap"],
];

/// The output of `solve` for a text, by file and by pipe, for all ways of reading.
fn solved(args: &[&str], text: &str) -> String {
    let scratch = Scratch::new();
    let file = scratch.file("corpus", text);
    let whole = solve(args, text);
    for way in CHUNKS {
        assert!(
            solve(&[args, way].concat(), text) == whole,
            "a pipe, {way:?}"
        );
        let by_file = [args, way, &[&file]].concat();
        assert!(solve(&by_file, "") == whole, "a file, {way:?}");
    }
    whole
}

/// The report of a run over the file.
fn stats(args: &[&str], text: &str) -> Value {
    let scratch = Scratch::new();
    let file = scratch.file("corpus", text);
    let done = run(
        &[&["solve", "--report", "json", &file][..], args].concat(),
        "",
    );
    assert_eq!(done.code, Some(1), "there is a bad line: {}", done.stderr);
    serde_json::from_str(&done.stderr).expect("the report is JSON")
}

#[test]
fn long_json_lines_are_rows_like_others() {
    let note = "n".repeat(LONG);
    let long = json!({"note": note, "puzzle": PUZZLE}).to_string();
    let short = json!({"note": "", "puzzle": PUZZLE}).to_string();
    for lines in [
        [&long, &short, &short],
        [&short, &long, &short],
        [&short, &short, &long],
    ] {
        let text = lines.map(|line| format!("{line}\n")).concat();
        let rows = solved(&[], &text);
        let rows: Vec<Value> = rows
            .lines()
            .map(|row| serde_json::from_str(row).unwrap())
            .collect();
        assert_eq!(rows.len(), 3);
        for (row, line) in rows.iter().zip(lines) {
            let mut expected: Value = serde_json::from_str(line).unwrap();
            expected["solution"] = ANSWER.into();
            assert!(*row == expected, "the object and its solution");
        }
    }
}

#[test]
fn a_json_line_that_is_too_long_is_a_row_that_says_so() {
    let long = json!({"note": "n".repeat(LONG), "puzzle": PUZZLE}).to_string();
    let short = json!({"puzzle": PUZZLE}).to_string();
    let answered = json!({"puzzle": PUZZLE, "solution": ANSWER});
    let limit = ["--max-record", "100K"];
    for lines in [[&long, &short], [&short, &long]] {
        let text = lines.map(|line| format!("{line}\n")).concat();
        let rows = solved(&limit, &text);
        for (row, line) in rows.lines().zip(lines) {
            let row: Value = serde_json::from_str(row).unwrap();
            match line.len() > LONG {
                true => assert_eq!(row, json!({"malformed": "(too long)", "solution": null})),
                false => assert_eq!(row, answered),
            }
        }
        assert_eq!(rows.lines().count(), 2);
        let explained = solve(&[&limit[..], &["--explain"]].concat(), &text);
        let reason = format!(
            "too long: {} bytes (--max-record raises the limit, up to 1G)",
            long.len() + 1
        );
        assert!(explained.contains(&reason), "{explained}");
        let stats = stats(&limit, &text);
        assert_eq!(stats["bytes_in"], text.len());
        assert_eq!(stats["verdicts"]["malformed"], 1);
    }
}

#[test]
fn long_records_of_csv_are_rows_like_others() {
    // A line of any length; a record of several lines up to 64 KiB.
    for note in ["n".repeat(LONG), "n\n".repeat(LONG / 8)] {
        let long = format!("{PUZZLE},\"{note}\"");
        for [one, two] in [[&long[..], "P,"], ["P,", &long]] {
            let [one, two] = [one, two].map(|line| line.replace('P', PUZZLE));
            let text = format!("puzzle,note\n{one}\n{two}\n");
            let expected = format!("puzzle,note,solution\n{one},{ANSWER}\n{two},{ANSWER}\n");
            assert!(solved(&[], &text) == expected);
        }
    }
    let long = format!("{PUZZLE},\"{}\"", "n\n".repeat(LONG / 2));
    let text = format!("puzzle,note\n{long}\n{PUZZLE},\n");
    let cut = solved(&["--append-column", "verdict"], &text);
    let answered = format!("{PUZZLE},,solved\n");
    assert!(cut.contains(&answered), "the good row is answered");
    let first = format!("\"{PUZZLE},\"\"n\",,malformed\nn,,malformed\n");
    assert!(cut.contains(&first), "{}", &cut[..400]);
}

#[test]
fn a_quote_that_is_not_closed_costs_its_line_alone() {
    let row = format!("{PUZZLE},a\n");
    let answered = format!("{PUZZLE},a,{ANSWER}\n");
    for note in ["b", "b,c", "\"\"b"] {
        let text = format!("puzzle,note\n{row}{PUZZLE},\"{note}\n{row}{row}");
        let quoted = note.replace('"', "\"\"");
        let expected = format!(
            "puzzle,note,solution\n{answered}\"{PUZZLE},\"\"{quoted}\",,\n{answered}{answered}"
        );
        assert_eq!(solved(&[], &text), expected);
        let explained = solve(&["--explain"], &text);
        assert!(explained.contains("a quote is not closed"), "{explained}");
    }
}

#[test]
fn white_space_behind_a_closing_quote_begins_no_other_field() {
    let text = format!("note,puzzle\n\"a\nb\" ,{PUZZLE}\n");
    let expected = format!("note,puzzle,solution\n\"a\nb\" ,{PUZZLE},{ANSWER}\n");
    assert_eq!(solved(&[], &text), expected);
}

#[test]
fn tails_and_comments_are_copied_whole() {
    let tail = format!(" {}", "t".repeat(LONG));
    let comment = format!("# {}", "c".repeat(LONG));
    let text = format!("{comment}\n{PUZZLE}{tail}\n{PUZZLE}\n");
    let expected = format!("{comment}\n{ANSWER}{tail}\n{ANSWER}\n");
    assert!(solved(&["--keep-tail"], &text) == expected);
    let cut = solved(&["--keep-tail", "--max-record", "100K"], &text);
    assert_eq!(cut, format!("!malformed\n!malformed\n{ANSWER}\n"));
}

#[test]
fn the_limit_is_that_of_every_verb() {
    let scratch = Scratch::new();
    let text = format!("{PUZZLE}\n{PUZZLE} {}\n{PUZZLE}\n", "t".repeat(LONG));
    let file = scratch.file("corpus", &text);
    let answers = scratch.file("answers", &format!("{ANSWER}\n").repeat(3));
    for verb in ["transform --isomorph", "rate", "verify"] {
        let run = |limit: &[&str]| {
            let args: Vec<&str> = verb.split(' ').chain([&*file]).collect();
            let answers: &[&str] = if verb == "verify" { &[&answers] } else { &[] };
            let done = run(&[&args[..], answers, limit].concat(), "");
            done.stdout + &done.stderr
        };
        let too_long = format!("too long: {} bytes", PUZZLE.len() + LONG + 2);
        let output = run(&["--max-record", "100K"]);
        let is_named =
            output.contains(&too_long) || output.contains("and for the line that is not a puzzle");
        assert!(is_named, "{verb}: {output}");
        let output = run(&[]);
        assert!(!output.contains("no puzzle"), "{verb}: {output}");
    }
    for size in ["1023", "1025M"] {
        let args = ["solve", "--max-record", size, &file];
        let done = run(&args, "");
        assert_eq!(done.code, Some(2));
        assert!(done.stderr.contains("not from 1K to 1G"), "{}", done.stderr);
    }
}

#[test]
fn a_line_longer_than_the_limit_is_one_row() {
    let long = "1".repeat((16 << 20) + 1);
    for text in [
        format!("{PUZZLE}\n{long}\n{PUZZLE}\n"),
        format!("{PUZZLE}\n{PUZZLE}\n{long}"),
    ] {
        let malformed = if text.ends_with('\n') { 1 } else { 2 };
        let mut expected = vec![ANSWER; 3];
        expected[malformed] = "!malformed";
        assert!(solved(&[], &text).lines().eq(expected));
        assert_eq!(stats(&[], &text)["bytes_in"], text.len());
    }
    // At the maximum length, it is examined.
    let text = format!("{PUZZLE}\n{}\n", &long[1..]);
    let explained = solve(&["--explain"], &text);
    assert!(
        explained.ends_with("!malformed length 16777216\n"),
        "{explained:.200}"
    );
}

#[test]
fn shares_of_long_lines_are_those_of_the_whole() {
    let scratch = Scratch::new();
    let long = |byte: &str, length| byte.repeat(length);
    let lines = format!(
        "{PUZZLE}\n{}\n{PUZZLE} {}\n{PUZZLE}\n",
        long("x", 9000),
        long("y", 3000)
    );
    let object = |note: String| format!("{}\n", json!({"puzzle": PUZZLE, "note": note}));
    let objects = [0, 9000, 3000, 1, 5000]
        .map(|length| object(long("n", length)))
        .concat();
    for text in [lines, objects] {
        let file = scratch.file("corpus", &text);
        for limit in ["2K", "4K", "16M"] {
            let args = ["--max-record", limit, &file];
            let whole = solve(&args, "");
            for count in [2, 7, 40] {
                let shard = |index| {
                    let shard = format!("{index}/{count}");
                    solve(&[&args[..], &["--shard", &shard]].concat(), "")
                };
                let all: String = (1..=count).map(shard).collect();
                assert!(all == whole, "{count} shares of lines up to {limit}");
            }
        }
    }
}

/// A terabyte without a line feed, and nothing of it on the disk: reading all of it would never
/// end.
#[test]
#[cfg(target_os = "linux")]
fn a_range_reads_no_further_than_the_longest_line() {
    let scratch = Scratch::new();
    let file = scratch.file("corpus", &format!("{PUZZLE}\n"));
    let opened = std::fs::File::options().write(true).open(&file).unwrap();
    if opened.set_len(1 << 40).is_err() {
        return eprintln!("skipped: the file system has no files so large");
    }
    for (shard, rows) in [
        ("1/4294967295", format!("{ANSWER}\n!malformed\n")),
        ("2/4294967295", String::new()),
        ("2/1024", String::new()),
    ] {
        for way in [&[][..], &["--no-mmap"]] {
            assert_eq!(solve(&[&["--shard", shard, &file], way].concat(), ""), rows);
        }
    }
}
