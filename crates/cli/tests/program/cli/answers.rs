//! The lines of the output, in all formats.

use super::{ANSWER, PUZZLE};
use crate::common::{Scratch, assert_right, run, sample};

/// Two solutions: the answer with a rectangle of four empty cells.
const TWO: &str =
    "14.6.857957.1.9468986754231391542786468917352725863914237481695619275843854396127";

#[test]
fn a_pipe_is_solved_line_by_line() {
    let done = run(&["solve"], &sample());
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    assert_right(&sample(), &done.stdout);
    assert!(done.stderr.contains("48 puzzles in "), "{}", done.stderr);
    assert!(!done.stderr.contains('\x1b'), "no colour in a pipe");
}

#[test]
fn every_line_keeps_its_place_and_says_what_is_wrong() {
    let clash = format!("11{}", &PUZZLE[2..]);
    // A 5 in the first row where only 5 fits in the last cell of its column.
    let none = "12345678.........9...............................................................";
    let text = format!("# a comment\n{PUZZLE}\n\nnonsense\n{clash}\n{none}\n{PUZZLE}");
    let done = run(&["solve", "--quiet"], &text);
    let expected = format!("# a comment\n{ANSWER}\n\n!malformed\n!invalid\n!none\n{ANSWER}\n");
    assert_eq!(done.stdout, expected);
    assert_eq!(done.code, Some(1));
    assert_eq!(done.stderr, "");
}

#[test]
fn uniqueness_and_counts() {
    let text = format!("{PUZZLE}\n{TWO}\n");
    let done = run(&["solve", "--quiet", "--unique"], &text);
    assert_eq!(done.stdout, format!("{ANSWER}\n!multiple\n"));
    assert_eq!(done.code, Some(1));
    let done = run(&["solve", "--quiet", "--count"], &text);
    assert_eq!(done.stdout, "1\n2\n");
    assert_eq!(done.code, Some(0));
    let empty = ".".repeat(81);
    let done = run(&["solve", "--quiet", "--count", "--limit", "125"], &empty);
    assert_eq!(done.stdout, ">=125\n");
}

#[test]
fn other_forms_of_output() {
    let text = format!("{PUZZLE} easy\nnonsense\n11{}\n", &PUZZLE[2..]);
    let solve = |args: &[&str]| {
        let mut all = vec!["solve", "-q"];
        all.extend(args);
        run(&all, &text).stdout
    };
    assert_eq!(
        solve(&["--keep-tail"]).lines().next(),
        Some(format!("{ANSWER} easy").as_str())
    );
    assert_eq!(solve(&["--only", "solved"]), format!("{ANSWER}\n"));
    assert_eq!(solve(&["--only", "invalid"]), "!malformed\n!invalid\n");
    // One solution, 17 and more, and none.
    let several =
        "8.5.4.72......539....97...5.746..21.6........13..5..7.......8.7.....14...53...961";
    let text = format!("{PUZZLE}\n{several}\n11{}\n", &PUZZLE[2..]);
    let multiple = |args: &[&str]| {
        let done = run(
            &[&["solve", "-q", "--only", "multiple"], args].concat(),
            &text,
        );
        (done.code, done.stdout)
    };
    assert_eq!(multiple(&["--unique"]).1, "!multiple\n");
    assert_eq!(multiple(&["--count", "--limit", "9"]).1, ">=9\n");
    assert_eq!(multiple(&["--limit", "2"]).1.lines().count(), 1);
    let listed = multiple(&["--all", "--limit", "9"]).1;
    assert_eq!(listed.lines().count(), 10, "{listed}");
    assert!(listed.ends_with("!at-least\n"), "{listed}");
    for no_second in [&[][..], &["--count", "--limit", "1"]] {
        assert_eq!(multiple(no_second), (Some(2), String::new()));
    }
    let explained = solve(&["--explain", "--only", "unsolved"]);
    assert!(explained.starts_with("!malformed "), "{explained}");
    assert!(
        explained.contains("!invalid 1 twice in one row: r1c1 and r1c2"),
        "{explained}"
    );
    let csv = solve(&["--output-format", "csv", "--chunk-size", "100"]);
    assert!(csv.starts_with("puzzle,solution,verdict,"), "{csv}");
    assert_eq!(csv.matches("puzzle,").count(), 1);
    assert!(
        csv.contains(&format!("{PUZZLE},{ANSWER},solved,1,")),
        "{csv}"
    );
    for line in solve(&["--output-format", "jsonl"]).lines() {
        let row: serde_json::Value = serde_json::from_str(line).unwrap();
        assert!(row["verdict"].is_string(), "{line}");
    }
}

#[test]
fn solutions_that_a_csv_names_are_compared_with_ours() {
    let scratch = Scratch::new();
    let mut wrong = ANSWER.to_owned();
    wrong.replace_range(..2, "41");
    let file = scratch.file(
        "known.csv",
        &format!(
            "source,puzzle,solution,rating\n\
             a,{PUZZLE},{ANSWER},1.2\n\
             b,{PUZZLE},{wrong},1.2\n\
             c,{TWO},{ANSWER},1.2\n\
             d,{PUZZLE},,1.2\n"
        ),
    );
    let done = run(&["solve", "--report", "full", &file], "");
    assert_eq!(done.code, Some(1), "a wrong solution: {}", done.stderr);
    assert_eq!(done.stdout.lines().count(), 5, "a row for each line");
    let message = "3 solutions of the input compared: 1 is wrong";
    assert!(done.stderr.contains(message), "{}", done.stderr);
    assert!(done.stderr.contains("known.csv:3"), "{}", done.stderr);
    let done = run(&["solve", "--report", "json", &file], "");
    let report: serde_json::Value = serde_json::from_str(&done.stderr).expect("one object");
    let known = &report["known_solutions"];
    assert_eq!(
        (known["compared"].as_u64(), known["wrong"].as_u64()),
        (Some(3), Some(1))
    );
    assert_eq!(known["first_wrong"][0]["line"], 3);
    // The third puzzle has two solutions. Ours may be the stated one.
    assert!(known["other"].as_u64() <= Some(1));
    let right = scratch.file(
        "right.csv",
        &format!("puzzle,solution\n{PUZZLE},{ANSWER}\n"),
    );
    let done = run(&["solve", "--report", "full", &right], "");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let message = "1 solution of the input compared: it is right";
    assert!(done.stderr.contains(message), "{}", done.stderr);
}

#[test]
fn a_second_puzzle_on_a_line_is_not_dropped_without_a_word() {
    let scratch = Scratch::new();
    let path = scratch.file("two.txt", &format!("# two\n{PUZZLE} {PUZZLE}\n"));
    for verb in [&["solve", "-q"][..], &["rate"], &["verify", &path]] {
        let done = run(&[verb, &[&path]].concat(), "");
        assert_eq!(done.code, Some(2), "{verb:?} {}", done.stderr);
        let advice = "Line 2 has a puzzle that does not stand alone, in column 1: grep -oE";
        assert!(done.stderr.contains(advice), "{verb:?} {}", done.stderr);
    }
    // Wherever the line is.
    for many in [1, 25, 5000] {
        let text = format!("{PUZZLE}\n").repeat(many) + &format!("{PUZZLE},{PUZZLE}\n");
        let done = run(&["solve", "-q", "--explain"], &text);
        assert_eq!(done.code, Some(1), "{}", done.stderr);
        assert!(
            done.stdout
                .ends_with("\n!malformed another puzzle in column 83\n"),
            "{many}"
        );
    }
    let first = run(&["solve", "-q", "--input-format", "line", &path], "");
    assert_eq!(first.code, Some(0), "{}", first.stderr);
    // A solution is not a second puzzle, nor is one that lost some digits.
    let damaged = format!("{PUZZLE}:1:0.{}\n", &ANSWER[2..]);
    let done = run(&["solve", "-q"], &damaged);
    assert_eq!(
        (done.code, &*done.stdout),
        (Some(0), &*format!("{ANSWER}\n"))
    );
    let solved = scratch.file("one.txt", &format!("{PUZZLE} {ANSWER}\n"));
    let done = run(&["solve", &solved], "");
    assert_eq!(done.code, Some(0), "{}", done.stderr);
}
