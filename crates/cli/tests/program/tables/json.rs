//! JSON lines keep their members and get one more.

use super::{ANSWER, NONE, PUZZLE, refused, solve, text};
use crate::common;
use serde_json::{Value, json};

#[test]
fn json_lines_keep_their_members_and_get_one() {
    let text = text(
        "{\"id\": 1, \"Puzzle\": \"{P}\", \"tags\": [\"a\", {\"puzzle\": 0}], \"x\": 1e400 }\r\n\
         \n\
         {\"puzzle\":\"{N}\"}\n\
         {}\n\
         {\"puzzle\": 3}\n\
         not \"json\"\n\
         {\"puzzle\":\"12\"}",
    );
    let rows = solve("--append-column solution,verdict,reason", &text);
    let lines: Vec<&str> = rows.lines().collect();
    assert_eq!(lines.len(), 7, "a line for a line");
    let begins = text.lines().next().unwrap().trim_end_matches(" }");
    let ends = format!(" ,\"solution\":\"{ANSWER}\",\"verdict\":\"solved\",\"reason\":null}}");
    assert_eq!(lines[0], begins.to_owned() + &ends);
    assert!(rows.contains("null}\r\n\n{"), "line ends stay");
    let values = lines[2..].iter().map(|line| serde_json::from_str(line));
    let values: Vec<Value> = values.map(Result::unwrap).collect();
    let none = json!({"puzzle": NONE, "solution": null, "verdict": "none", "reason": null});
    assert_eq!(values[0], none);
    for (value, reason) in values[1..].iter().zip([
        "no member \"Puzzle\"",
        "the member \"Puzzle\" is not text",
        "not a JSON object",
        "length 2",
    ]) {
        assert_eq!(
            (&value["verdict"], &value["reason"]),
            (&json!("malformed"), &json!(reason))
        );
    }
    assert_eq!(values[3]["malformed"], "not \"json\"");
    let bare = solve("--output-format solution", &text);
    assert_eq!(bare.lines().nth(3), Some("!malformed"));
    assert_eq!(bare.lines().count(), 7);
}

#[test]
fn json_members_are_named_and_never_doubled() {
    let line = json!({"grid": PUZZLE, "solution": ANSWER}).to_string();
    let out: Value = serde_json::from_str(&solve("--column grid", &line)).unwrap();
    let expected = json!({"grid": PUZZLE, "solution": ANSWER, "ninefold_solution": ANSWER});
    assert_eq!(out, expected);
    // Any of the first objects may have it.
    let first = format!("{{\"grid\":\"{PUZZLE}\"}}\n");
    let out = solve("--column grid", &format!("{first}{line}\n"));
    assert_eq!(out.matches("\"ninefold_solution\":").count(), 2, "{out}");
    // Only the last object has a member of that name.
    let late = format!("{}{line}\n", first.repeat(200));
    for (args, form, words) in [
        (
            "--column nothing",
            &line[..],
            &["'nothing'", "grid, solution (--column"][..],
        ),
        ("--column grid --input-format csv", &line, &["grid"]),
        ("--column b --input-format jsonl", "a,b\n1,{P}\n", &["a,b"]),
        ("--column b --input-format line", &line, &["line"]),
        (
            "--column grid",
            &late,
            &["line 201", "'solution'", "--output-format jsonl"],
        ),
    ] {
        refused(args, form, words);
    }
    let other = solve("--column grid --output-format jsonl", &late);
    assert_eq!(other.matches("\"solution\":").count(), 201);
}

/// A value of any depth takes bounded memory.
#[test]
fn a_value_of_a_million_levels_is_passed_over() {
    let deep = |inner: &str| format!("{}{inner}{}", "[".repeat(1_000_000), "]".repeat(1_000_000));
    let rows = [deep(""), deep(&format!("\"{ANSWER}\""))]
        .map(|value| format!("{{\"puzzle\":\"{PUZZLE}\",\"steps\":{value}}}\n"));
    let done = common::solve("--report json -o /dev/null", &rows.concat());
    let report = done.report();
    assert_eq!(report["verdicts"]["solved"], 2, "{report}");
    assert_eq!(report["known_solutions"]["compared"], 1, "{report}");
}
