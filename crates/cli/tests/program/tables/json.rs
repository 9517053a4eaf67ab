//! JSON lines keep their members and get one more.

use super::{ANSWER, NONE, PUZZLE, refused, solve};
use crate::common::run;
use serde_json::{Value, json};

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
        &["solve", "-q", "--append-column", "solution,verdict,reason"],
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
    let verdict_and_reason = |value: &Value| (value["verdict"].clone(), value["reason"].clone());
    assert_eq!(
        rest[0],
        json!({"puzzle": NONE, "solution": null, "verdict": "none", "reason": null})
    );
    assert_eq!(
        verdict_and_reason(&rest[1]),
        ("malformed".into(), "no member \"puzzle\"".into())
    );
    assert_eq!(
        verdict_and_reason(&rest[2]),
        (
            "malformed".into(),
            "the member \"puzzle\" is not text".into()
        )
    );
    assert_eq!(
        (&rest[3]["malformed"], &rest[3]["reason"]),
        (&json!("not \"json\""), &json!("not a JSON object"))
    );
    assert_eq!(
        verdict_and_reason(&rest[4]),
        ("malformed".into(), "length 2".into())
    );
    let bare = solve(&["--output-format", "solution"], &text);
    assert_eq!(bare.lines().nth(3), Some("!malformed"));
    assert_eq!(bare.lines().count(), 7);
}

#[test]
fn json_members_are_named_and_never_doubled() {
    let line = json!({"grid": PUZZLE, "solution": ANSWER}).to_string();
    let out: Value = serde_json::from_str(&solve(&["--column", "grid"], &line)).unwrap();
    let expected = json!({"grid": PUZZLE, "solution": ANSWER, "ninefold_solution": ANSWER});
    assert_eq!(out, expected);
    let choice = ["'nothing'", "grid, solution (--column"];
    refused(&["--column", "nothing"], &line, 2, &choice);
    let named = |name: &str, format: &str, text: &str, word: &str| {
        refused(
            &["--column", name, "--input-format", format],
            text,
            2,
            &[word],
        );
    };
    named("grid", "csv", &line, "grid");
    named("b", "jsonl", &format!("a,b\n1,{PUZZLE}\n"), "a,b");
    named("b", "line", &line, "line");
    // Only the second object has a member of that name.
    let late = format!("{{\"grid\":\"{PUZZLE}\"}}\n{line}\n");
    let words = ["line 2", "'solution'", "--output-format jsonl"];
    refused(&["--column", "grid"], &late, 2, &words);
    let other = solve(&["--column", "grid", "--output-format", "jsonl"], &late);
    assert_eq!(other.matches("\"solution\":").count(), 2);
}
