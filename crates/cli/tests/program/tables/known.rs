//! Solutions that a table states are compared.

use super::{ANSWER, NONE, PUZZLE};
use crate::common::run;
use serde_json::{Value, json};

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
}

#[test]
fn a_known_solution_is_that_of_its_column() {
    // The second text of 81 cells is not a known solution.
    let text = format!("puzzle,before,answer\n{PUZZLE},{NONE},\"{ANSWER}\"\n");
    let done = run(&["solve", "--report", "full"], &text);
    assert_eq!(done.code, Some(0), "{}", done.stderr);
    let message = "1 solution of the input compared: it is right";
    assert!(done.stderr.contains(message), "{}", done.stderr);
    let line = json!({"question": PUZZLE, "answer": PUZZLE.replace('0', "1")});
    let done = run(&["solve", "--report", "full"], &format!("{line}\n"));
    assert_eq!(done.code, Some(1), "{}", done.stderr);
    let message = "1 solution of the input compared: it is wrong";
    assert!(done.stderr.contains(message), "{}", done.stderr);
}

#[test]
fn a_damaged_known_solution_is_wrong_and_its_line_is_named() {
    let damaged = format!("{}0", &ANSWER[..80]);
    let csv = format!("puzzle,solution\n{PUZZLE},{ANSWER}\n{PUZZLE},{damaged}\n{PUZZLE},\n");
    let object = |solution| json!({"puzzle": PUZZLE, "answer": solution});
    let json = format!("\n{}\n{}\n", object(ANSWER), object(&damaged));
    for text in [csv, json] {
        let done = run(&["solve", "--report", "full", "-o", "/dev/null"], &text);
        assert_eq!(done.code, Some(1), "{}", done.stderr);
        let message =
            "2 solutions of the input compared: 1 is wrong\n    wrong     standard input:3\n";
        assert!(done.stderr.contains(message), "{}", done.stderr);
    }
}

#[test]
fn a_column_of_answers_with_another_name_is_reported() {
    let told = "the answers are in column 'ninefold_solution'";
    for (names, options, is_told) in [
        ("puzzle,Solution", &[][..], true),
        ("puzzle,answer", &[], false),
        ("puzzle,solution", &["--output-format", "solution"], false),
        ("puzzle,solution", &["--count"], false),
        ("puzzle,solution", &["--report", "json"], false),
        ("puzzle,solution", &["--quiet"], false),
    ] {
        let text = format!("{names}\n{PUZZLE},{ANSWER}\n");
        let done = run(&[&["solve"], options].concat(), &text);
        assert_eq!(done.code, Some(0), "{}", done.stderr);
        assert_eq!(
            done.stderr.contains(told),
            is_told,
            "{names}: {}",
            done.stderr
        );
    }
}

#[test]
fn a_solution_behind_a_puzzle_is_compared() {
    let wrong = ANSWER.replace('1', "2");
    let cut = &ANSWER[..80];
    for between in [":1:", ",", ";", "\t", " ", ", "] {
        let text = format!(
            "# tdoku\n{PUZZLE}{between}{ANSWER}\n{PUZZLE}{between}{wrong}\n{PUZZLE}\n\
             {PUZZLE}{between}{cut}\n{PUZZLE}:0:\n"
        );
        for chunk in ["1", "1M"] {
            let asked = ["solve", "--report", "json", "--chunk-size", chunk];
            let done = run(&asked, &text);
            assert_eq!(done.code, Some(1), "{}", done.stderr);
            let report: Value = serde_json::from_str(&done.stderr).expect("one object");
            let known = &report["known_solutions"];
            assert_eq!(
                (&known["compared"], &known["wrong"]),
                (&json!(2), &json!(1)),
                "{report}"
            );
            assert_eq!(known["first_wrong"][0]["line"], 3, "{report}");
        }
    }
}
