//! Reports, help, and refusals.

use super::PUZZLE;
use crate::common::{run, sample};

#[test]
fn the_report_in_json_has_the_figures() {
    let text = format!("{}\n{PUZZLE}\nnonsense\n", sample().trim_end());
    let done = run(&["solve", "--report", "json", "--threads", "2"], &text);
    let report: serde_json::Value = serde_json::from_str(&done.stderr).unwrap();
    assert_eq!(report["schema"], "ninefold-solve-2");
    assert_eq!(report["puzzles"], 50);
    assert_eq!(report["verdicts"]["solved"], 49);
    assert_eq!(report["verdicts"]["malformed"], 1);
    assert_eq!(report["examples"]["malformed"][0]["line"], 50);
    assert_eq!(report["threads"], 2);
    assert_eq!(report["service_nanos"]["count"], 49);
    assert_eq!(report["turnaround_nanos"]["count"], 50);
    assert_eq!(report["hardest"].as_array().unwrap().len(), 10);
    let documented = include_str!("../../../../../benches/SCHEMA.md");
    let (_, documented) = documented.split_once("## `ninefold-solve-2`").unwrap();
    for key in report.as_object().unwrap().keys() {
        assert!(documented.contains(&format!("`{key}`")), "{key}");
    }
    assert_eq!(report["verified"], true);
}

#[test]
fn figures_of_solving_leave_malformed_lines_out() {
    let bad = format!("{}\n{}\n", &PUZZLE[1..], PUZZLE.replacen('0', "?", 1));
    let report = |text: &str| -> serde_json::Value {
        let line = ["--input-format", "line"];
        let done = run(&[&["solve", "--report", "json"], &line[..]].concat(), text);
        serde_json::from_str(&done.stderr).expect("one object")
    };
    let none = report(&bad.repeat(500));
    assert_eq!(none["verdicts"]["malformed"], 1000);
    assert_eq!(none["puzzles_per_second"], 0.0);
    assert_eq!(none["puzzles_per_second_solving"], 0.0);
    let some = report(&(sample() + &bad.repeat(500)));
    let wall = some["wall_nanos"].as_f64().expect("a number") / 1e9;
    let rate = some["puzzles_per_second"].as_f64().expect("a number");
    assert!((rate * wall - 48.0).abs() < 1e-3, "{some}");
    let done = run(&["solve"], &(sample() + &bad.repeat(500)));
    assert!(
        done.stderr
            .starts_with("48 puzzles and 1,000 malformed lines in "),
        "{}",
        done.stderr
    );
}

#[test]
fn wrong_usage_is_refused_with_exit_code_2() {
    for args in [
        &["solve", "--engine", "magic"][..],
        &["solve", "--threads", "0"],
        &["solve", "--limit", "0"],
        &["solve", "--unique", "--count"],
        &["solve", "--chunk-size", "tiny"],
        &["solve", "--shard", "5/4"],
        &["solve", "--engine", "lanes/abacus"],
        &["verify", "-", "-"],
        &["dance"],
        &[],
    ] {
        let done = run(args, "");
        assert_eq!(done.code, Some(2), "{args:?}: {}", done.stderr);
        assert!(!done.stderr.is_empty(), "{args:?}");
        assert_eq!(done.stdout, "", "{args:?}");
    }
}

/// The most similar option would be `--force`, which replaces files.
#[test]
fn an_option_format_is_taken_for_the_format_of_the_input() {
    for verb in ["solve", "verify", "transform", "rate"] {
        let done = run(&[verb, "--format", "csv"], "");
        assert_eq!(done.code, Some(2), "{}", done.stderr);
        assert!(done.stderr.contains("'--input-format'"), "{}", done.stderr);
        assert!(!done.stderr.contains("force"), "{}", done.stderr);
    }
}
