//! `ninefold solve` as a user sees it: what it prints, where, and how it ends.

use super::common::{ANSWER, PUZZLE, Scratch, answers, assert_right, puzzles, sample, solve};
use ninefold_files::metrics::trailer::Trailer;
use serde_json::{Value, json};
use std::fs;

/// Two solutions: the answer with a rectangle of four empty cells.
const TWO: &str =
    "14.6.857957.1.9468986754231391542786468917352725863914237481695619275843854396127";

/// Seventeen solutions and more.
const SEVERAL: &str =
    "8.5.4.72......539....97...5.746..21.6........13..5..7.......8.7.....14...53...961";

#[test]
fn a_pipe_is_solved_line_by_line() {
    let done = solve("", &sample());
    done.ended(0, &["48 puzzles in "]);
    assert_right(&sample(), &done.stdout);
    assert!(!done.stderr.contains('\x1b'));
    // A 5 in the first row where only 5 fits in the last cell of its column.
    let none = format!("{:.<81}", "12345678.........9");
    let clash = format!("11{}", &PUZZLE[2..]);
    let text = format!("# a comment\n{PUZZLE}\n\nnonsense\n{clash}\n{none}\n{PUZZLE}");
    let rows = format!("# a comment\n{ANSWER}\n\n!malformed\n!invalid\n!none\n{ANSWER}\n");
    solve("-q", &text).printed(1, &rows);
}

#[test]
fn a_puzzle_that_would_take_hours_is_given_up_at_its_deadline() {
    let empty = ".".repeat(81);
    let text = format!("{PUZZLE}\n{empty}\nnonsense\n{PUZZLE}\n{empty}\n");
    let hours = "-q --deadline 3ms --limit 1000000000000 --max-guesses 1000000000000";
    for engine in ["lanes", "single", "mrv", "dlx", "lanes --lexicographic"] {
        let args = format!("{hours} --count --engine {engine}");
        let done = solve(&args, &text);
        // A row has the count so far.
        let verdicts = done
            .stdout
            .lines()
            .map(|row| row.split(' ').next().unwrap());
        let verdicts: Vec<&str> = verdicts.collect();
        assert_eq!(verdicts, ["1", "!gave-up", "!malformed", "1", "!gave-up"]);
        assert_eq!(done.code, Some(1));
    }
    let done = solve(&format!("{hours} --count --explain"), &text);
    assert_eq!(done.stdout.matches(" at the deadline, after").count(), 2);
    let done = solve(&format!("{hours} --all"), &text);
    assert_eq!(done.stdout.matches("\n!gave-up\n").count(), 2);
    assert_right_up_to(&empty, &done.stdout);
    let done = solve("--deadline 3ms --report json", &sample());
    assert_right(&sample(), &done.stdout);
    for wrong in ["", "3parsecs", "x"] {
        assert_eq!(
            solve(&format!("--deadline={wrong}"), "").code,
            Some(2),
            "{wrong}"
        );
    }
}

/// The first rows solve the puzzle.
fn assert_right_up_to(puzzle: &str, rows: &str) {
    let solved = rows.lines().skip(1).take_while(|row| !row.starts_with('!'));
    let solved: Vec<&str> = solved.collect();
    assert!(!solved.is_empty());
    assert_right(
        &format!("{puzzle}\n").repeat(solved.len()),
        &solved.join("\n"),
    );
}

#[test]
fn every_question_has_its_rows() {
    let two = format!("{PUZZLE}\n{TWO}\n");
    let clash = format!("11{}", &PUZZLE[2..]);
    let mixed = format!("{PUZZLE} easy\nnonsense\n{clash}\n");
    let all = format!("{PUZZLE}\n{SEVERAL}\n{clash}\n");
    let bad = "!malformed\n!invalid\n";
    for (args, text, code, rows) in [
        ("--unique", &two, 1, &*format!("{ANSWER}\n!multiple\n")),
        ("--count", &two, 0, "1\n2\n"),
        ("--count --limit 125", &".".repeat(81), 0, ">=125\n"),
        ("--keep-tail", &mixed, 1, &format!("{ANSWER} easy\n{bad}")),
        ("--only solved", &mixed, 1, &format!("{ANSWER}\n")),
        ("--only invalid", &mixed, 1, bad),
        ("--only unsolved", &mixed, 1, bad),
        ("--only multiple --unique", &all, 1, "!multiple\n"),
        ("--only multiple --count --limit 9", &all, 1, ">=9\n"),
    ] {
        solve(&format!("-q {args}"), text).printed(code, rows);
    }
    // Without a search for a second solution, none is multiple.
    for args in ["--only multiple", "--only multiple --count --limit 1"] {
        assert_eq!(solve(args, &all).code, Some(2), "{args}");
    }
    let two = solve("-q --only multiple --limit 2", &all).stdout;
    assert_eq!(two.lines().count(), 1);
    let listed = solve("-q --only multiple --all --limit 9", &all).stdout;
    assert!(listed.lines().count() == 10 && listed.ends_with("!at-least\n"));
    let csv = solve("-q --output-format csv --chunk-size 100", &mixed).stdout;
    assert!(csv.starts_with("puzzle,solution,verdict,"), "{csv}");
    assert_eq!(csv.matches("puzzle,").count(), 1);
    let row = format!("{PUZZLE},{ANSWER},solved,1,");
    assert!(csv.contains(&row), "{csv}");
    for line in solve("-q --output-format jsonl", &mixed).stdout.lines() {
        let row: Value = serde_json::from_str(line).unwrap();
        assert!(row["verdict"].is_string(), "{line}");
    }
}

#[test]
fn solutions_that_a_csv_names_are_compared_with_ours() {
    let scratch = Scratch::new();
    let wrong = format!("41{}", &ANSWER[2..]);
    let rows = [PUZZLE, PUZZLE, TWO, PUZZLE]
        .into_iter()
        .zip([ANSWER, &wrong, ANSWER, ""]);
    let rows = rows.map(|(puzzle, answer)| format!("a,{puzzle},{answer},1.2\n"));
    let header = "source,puzzle,solution,rating\n".to_owned();
    scratch.file("known", &(header + &rows.collect::<String>()));
    scratch.file("right", &format!("puzzle,solution\n{PUZZLE},{ANSWER}\n"));
    let done = scratch.run("solve --report full known");
    done.ended(
        1,
        &["3 solutions of the input compared: 1 is wrong", "known:3"],
    );
    assert_eq!(done.stdout.lines().count(), 5);
    let known = &scratch.run("solve --report json known").report()["known_solutions"];
    assert_eq!(
        [&known["compared"], &known["wrong"]],
        [&json!(3), &json!(1)]
    );
    assert_eq!(known["first_wrong"][0]["line"], 3);
    // The third puzzle has two solutions. Ours may be the stated one.
    assert!(known["other"].as_u64() <= Some(1));
    scratch.check("0 | solve --report full right | 1 solution of the input compared: it is right");
}

#[test]
fn a_second_puzzle_on_a_line_is_not_dropped_without_a_word() {
    let scratch = Scratch::new();
    scratch.file("two", &format!("# two\n{PUZZLE} {PUZZLE}\n"));
    // A text may have several on a line.
    scratch.run("solve -q two").printed(0, &answers(2));
    // Wherever the line is.
    for many in [1, 25, 5000] {
        let text = puzzles(many) + &format!("{PUZZLE},{PUZZLE}\n");
        let bad = "!malformed another puzzle in column 83\n";
        solve("-q --explain", &text).printed(1, &(answers(many) + bad));
    }
    scratch.check("0 | solve -q --input-format line two |");
    // A solution is not a second puzzle, nor is one that lost some digits.
    for text in [
        format!("{PUZZLE}:1:0.{}\n", &ANSWER[2..]),
        format!("{PUZZLE} {ANSWER}\n"),
    ] {
        solve("-q", &text).printed(0, &format!("{ANSWER}\n"));
    }
}

#[test]
fn several_inputs_come_in_order_with_lines_of_their_own() {
    let scratch = Scratch::new();
    fs::create_dir(scratch.path("sub")).unwrap();
    scratch.file("sub/b", &format!("{PUZZLE}\n"));
    scratch.file("sub/a", "# two\n");
    scratch.file("bad", "nonsense\n");
    scratch
        .run("solve -q sub/b sub/a")
        .printed(0, &format!("{ANSWER}\n# two\n"));
    scratch
        .run("solve sub/b bad")
        .ended(1, &["bad:1 (length 8)\n"]);
    scratch.run("solve -q sub").failed(2, &["sub"]);
}

#[test]
fn a_trailer_tells_lines_and_checksum_and_verify_checks_it() {
    let scratch = Scratch::new();
    scratch.file("in", &sample());
    let done = scratch.run("solve -q --trailer in -o out");
    let lines = "ninefold-trailer lines=48 bytes=3936 crc32=";
    assert!(done.stderr.starts_with(lines), "{}", done.stderr);
    scratch.file("log", &done.stderr);
    let verify = || scratch.run("verify in out --trailer log");
    verify().ended(0, &["\n48 right, 0 wrong, 0 without an answer\n"]);
    // Of rows with a header it counts that, too.
    let csv = scratch.run("solve -q --trailer --output-format csv in");
    let trailer = Trailer::of(csv.stdout.as_bytes());
    assert_eq!(csv.stderr, format!("{trailer}\n"));

    let rows = scratch.read("out");
    scratch.file("out", &(rows.clone() + "\n"));
    verify().ended(1, &["48 right, 0 wrong", "trailer: expected"]);
    let mut lines: Vec<&str> = rows.lines().collect();
    lines.swap(3, 4);
    lines[9] = "!none";
    lines.pop();
    scratch.file("out", &lines.join("\n"));
    let found = "44 right, 2 wrong, 1 without an answer";
    let trailer = "trailer: expected ninefold-trailer lines=48";
    verify().ended(2, &["line 4: ", "line 5: ", found, trailer]);
    verify().ended(2, &["48 puzzles, but 47 answers", "line 48 of the puzzles"]);
}

#[test]
fn the_report_in_json_has_the_figures() {
    let text = format!("{}\n{PUZZLE}\nnonsense\n", sample().trim_end());
    let report = solve("--report json -j 2", &text).report();
    for (key, value) in [
        ("/schema", json!("ninefold-solve-3")),
        ("/puzzles", json!(50)),
        ("/verdicts/solved", json!(49)),
        ("/verdicts/malformed", json!(1)),
        ("/examples/malformed/0/line", json!(50)),
        ("/threads", json!(2)),
        ("/service_nanos/count", json!(49)),
        ("/turnaround_nanos/count", json!(50)),
        ("/verified", json!(true)),
    ] {
        assert_eq!(report.pointer(key), Some(&value), "{key}");
    }
    let documented = include_str!("../../../../benches/SCHEMA.md");
    let (_, documented) = documented.split_once("## `ninefold-solve-3`").unwrap();
    for key in report.as_object().unwrap().keys() {
        assert!(documented.contains(&format!("`{key}`")), "{key}");
    }
    // Malformed lines are no puzzles that were solved.
    let bad = format!("{}\n", &PUZZLE[1..]).repeat(1000);
    let none = solve("--report json --input-format line", &bad).report();
    assert_eq!(none["verdicts"]["malformed"], 1000);
    for rate in ["puzzles_per_second", "puzzles_per_second_solving"] {
        assert_eq!(none[rate], 0.0);
    }
    let some = solve("--report json", &(sample() + &bad)).report();
    let [wall, rate] = ["wall_nanos", "puzzles_per_second"].map(|key| some[key].as_f64().unwrap());
    assert!((rate * wall / 1e9 - 48.0).abs() < 1e-3, "{some}");
    let words = "48 puzzles and 1,000 malformed lines in ";
    assert!(solve("", &(sample() + &bad)).stderr.starts_with(words));
}
