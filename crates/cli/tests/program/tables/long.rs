//! Long lines and records: complete up to a limit, and a row that says so beyond it.

use super::{ANSWER, PUZZLE, solve, text};
use crate::common::{self, Scratch, answers};
use serde_json::{Value, json};

/// Longer than the text that decides the format.
const LONG: usize = 200_000;

/// The output of `solve` for a text, by file and by pipe, for all ways of reading.
fn solved(args: &str, text: &str) -> String {
    let scratch = Scratch::new();
    let file = scratch.file("corpus", text);
    let whole = solve(args, text);
    for way in [
        "--chunk-size 1",
        "--chunk-size 1M",
        "--chunk-size 70K --no-mmap",
    ] {
        let args = format!("{args} {way}");
        assert!(solve(&args, text) == whole, "a pipe, {args}");
        let by_file = solve(&format!("{args} {file}"), "");
        assert!(by_file == whole, "a file, {args}");
    }
    whole
}

/// The report of a run over the text, which has a bad line.
fn report(args: &str, text: &str) -> Value {
    let done = common::solve(&format!("--report json {args}"), text);
    done.ended(1, &[]);
    done.report()
}

/// An object with a note of this length.
fn object(length: usize) -> String {
    json!({"note": "n".repeat(length), "puzzle": PUZZLE}).to_string() + "\n"
}

#[test]
fn long_json_lines_are_rows_like_others() {
    for lengths in [[LONG, 0, 0], [0, LONG, 0], [0, 0, LONG]] {
        let rows = solved("", &lengths.map(object).concat());
        assert_eq!(rows.lines().count(), 3);
        for (row, length) in rows.lines().zip(lengths) {
            let row: Value = serde_json::from_str(row).unwrap();
            let note = "n".repeat(length);
            let expected = json!({"note": note, "puzzle": PUZZLE, "solution": ANSWER});
            assert!(row == expected, "the object and its solution");
        }
    }
}

#[test]
fn a_json_line_that_is_too_long_is_a_row_that_says_so() {
    let limit = "--max-record 100K";
    let too_long = json!({"malformed": "(too long)", "solution": null});
    let answered = json!({"note": "", "puzzle": PUZZLE, "solution": ANSWER});
    for (lengths, expected) in [
        ([LONG, 0], [&too_long, &answered]),
        ([0, LONG], [&answered, &too_long]),
    ] {
        let text = lengths.map(object).concat();
        let rows = solved(limit, &text);
        let rows = rows.lines().map(|row| serde_json::from_str(row).unwrap());
        assert_eq!(
            rows.collect::<Vec<Value>>().iter().collect::<Vec<_>>(),
            expected
        );
        let explained = solve(&format!("{limit} --explain"), &text);
        let reason = format!("too long: {} bytes (--max-record", object(LONG).len());
        assert!(explained.contains(&reason), "{explained}");
        let report = report(limit, &text);
        assert_eq!(report["bytes_in"], text.len());
        assert_eq!(report["verdicts"]["malformed"], 1);
    }
}

#[test]
fn long_records_of_csv_are_rows_like_others() {
    // A line of any length; a record of several lines up to 64 KiB.
    let lines = format!("{}\n", "n".repeat(500)).repeat(100);
    for note in ["n".repeat(LONG), lines] {
        let long = format!("{{P}},\"{note}\"");
        for [one, two] in [[&long[..], "{P},"], ["{P},", &long]] {
            let form = format!("puzzle,note\n{one}\n{two}\n");
            let rows = format!("puzzle,note,solution\n{one},{{S}}\n{two},{{S}}\n");
            assert!(solved("", &text(&form)) == text(&rows));
        }
    }
    let long = "n\n".repeat(LONG / 2);
    let form = format!("puzzle,note\n{{P}},\"{long}\"\n{{P}},\n");
    let cut = solve("--append-column verdict", &text(&form));
    assert!(
        cut.contains(&text("{P},,solved\n")),
        "the good row is answered"
    );
    let first = text("\"{P},\"\"n\",,malformed\nn,,malformed\n");
    assert!(cut.contains(&first), "{}", &cut[..400]);
}

#[test]
fn a_quote_that_is_not_closed_costs_its_line_alone() {
    for note in ["b", "b,c", "\"\"b"] {
        let form = format!("puzzle,note\n{{P}},a\n{{P}},\"{note}\n{{P}},a\n{{P}},a\n");
        let quoted = note.replace('"', "\"\"");
        let expected = format!(
            "puzzle,note,solution\n{{P}},a,{{S}}\n\"{{P}},\"\"{quoted}\",,\n{{P}},a,{{S}}\n{{P}},a,{{S}}\n"
        );
        assert_eq!(solved("", &text(&form)), text(&expected));
        let explained = solve("--explain", &text(&form));
        assert!(explained.contains("a quote is not closed"), "{explained}");
    }
}

#[test]
fn tails_and_comments_are_copied_whole() {
    let tail = format!(" {}", "t".repeat(LONG));
    let comment = format!("# {}", "c".repeat(LONG));
    let form = format!("{comment}\n{{P}}{tail}\n{{P}}\n");
    let expected = format!("{comment}\n{{S}}{tail}\n{{S}}\n");
    assert!(solved("--keep-tail", &text(&form)) == text(&expected));
    let cut = solved("--keep-tail --max-record 100K", &text(&form));
    assert_eq!(cut, text("!malformed\n!malformed\n{S}\n"));
}

#[test]
fn the_limit_is_that_of_every_verb() {
    let scratch = Scratch::new();
    let long = "t".repeat(LONG);
    scratch.file("corpus", &text(&format!("{{P}}\n{{P}} {long}\n{{P}}\n")));
    scratch.file("answers", &answers(3));
    let too_long = format!("too long: {} bytes", PUZZLE.len() + LONG + 2);
    for (args, word) in [
        ("transform --isomorph corpus", &too_long[..]),
        ("rate corpus", &too_long),
        (
            "verify corpus answers",
            "and for the line that is not a puzzle",
        ),
    ] {
        let cut = scratch.run(&format!("{args} --max-record 100K"));
        assert!((cut.stdout + &cut.stderr).contains(word), "{args}");
        scratch.run(args).ended(0, &[]);
    }
    scratch.check(
        "2 | solve --max-record 1023 corpus | not from 1K to 1G
         2 | solve --max-record 1025M corpus | not from 1K to 1G",
    );
}

#[test]
fn a_line_longer_than_the_limit_is_one_row() {
    let long = "1".repeat((16 << 20) + 1);
    for (form, expected) in [
        (format!("{{P}}\n{long}\n{{P}}\n"), "{S}\n!malformed\n{S}\n"),
        (format!("{{P}}\n{{P}}\n{long}"), "{S}\n{S}\n!malformed\n"),
    ] {
        let text = text(&form);
        assert_eq!(solved("", &text), super::text(expected));
        assert_eq!(report("", &text)["bytes_in"], text.len());
    }
    // At the maximum length, it is examined.
    let explained = solve("--explain", &format!("{PUZZLE}\n{}\n", &long[1..]));
    let reason = "!malformed length 16777216\n";
    assert!(explained.ends_with(reason), "{explained:.200}");
}

#[test]
fn shares_of_long_lines_are_those_of_the_whole() {
    let scratch = Scratch::new();
    let [x, y] = [("x", 9000), ("y", 3000)].map(|(byte, length)| byte.repeat(length));
    let lines = text(&format!("{{P}}\n{x}\n{{P}} {y}\n{{P}}\n"));
    let objects = [0, 9000, 3000, 1, 5000].map(object).concat();
    for text in [lines, objects] {
        let file = scratch.file("corpus", &text);
        for limit in ["2K", "4K", "16M"] {
            let args = format!("--max-record {limit} {file}");
            let whole = solve(&args, "");
            for count in [2, 7, 20] {
                let shard = |index| solve(&format!("{args} --shard {index}/{count}"), "");
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
        ("1/4294967295", "{S}\n!malformed\n"),
        ("2/4294967295", ""),
        ("2/1024", ""),
    ] {
        for way in ["", "--no-mmap"] {
            let args = format!("--max-record 1M --shard {shard} {way} {file}");
            assert_eq!(solve(&args, ""), text(rows), "{args}");
        }
    }
}
