//! Output formats.

use super::{ANSWER, PUZZLE, board, rows};
use ninefold::format::{Kind, OutputFormat, WriteOptions};
use serde_json::Value;

fn objects(text: &str) -> Vec<Value> {
    let lines = text.lines().map(serde_json::from_str);
    lines.map(Result::unwrap).collect()
}

#[test]
fn output_in_every_form() {
    let text = format!("{PUZZLE}\nnone\n");
    let of = |format| {
        let options = WriteOptions::default().format(format);
        rows(text.as_bytes(), 1000, None, &options).0
    };
    let [spaced, dense] = [" ", ""].map(|between| board(ANSWER, between, "\n"));
    for (format, expected) in [
        (OutputFormat::Solution, format!("{ANSWER}\n!malformed\n")),
        (
            OutputFormat::Line,
            format!("{PUZZLE}\t{ANSWER}\tsolved\nnone\t\t!malformed\n"),
        ),
        (
            OutputFormat::Csv,
            format!("{PUZZLE},{ANSWER},solved,1,0,\nnone,,malformed,,,length 4\n"),
        ),
        (OutputFormat::Spaced, format!("{spaced}\n!malformed\n")),
        (OutputFormat::Poj2676, format!("{dense}\n!malformed\n")),
    ] {
        assert_eq!(of(format), expected, "{format:?}");
    }
    let json = objects(&of(OutputFormat::Jsonl));
    let found = (&json[0]["solution"], &json[1]["verdict"]);
    assert_eq!(found, (&ANSWER.into(), &"malformed".into()));
    // The program's seeds have the others.
    assert_eq!(OutputFormat::ALL.len(), 9);
}

#[test]
fn a_malformed_row_has_one_shape_whatever_is_wrong() {
    let text = format!("short\n{} tail\n", "?".repeat(81));
    let of = |options: &WriteOptions| rows(text.as_bytes(), 1000, Some(Kind::Line), options).0;
    let form = |format| WriteOptions::default().format(format).keep_tail(true);
    let fields = |row: &str| row.split(',').map(str::to_owned).collect::<Vec<_>>();
    let csv = of(&form(OutputFormat::Csv));
    let csv: Vec<_> = csv.lines().map(fields).collect();
    for row in &csv {
        assert_eq!(row.len(), 7, "{row:?}");
        assert_eq!(row[1..5], ["", "malformed", "", ""]);
    }
    assert_eq!((&csv[0][6][..], &csv[1][6][..]), ("", " tail"));
    let json = objects(&of(&form(OutputFormat::Jsonl)));
    for row in &json {
        let names: Vec<&String> = row.as_object().unwrap().keys().collect();
        let expected = ["count", "guesses", "puzzle", "reason", "tail", "verdict"];
        assert_eq!(names, expected);
        assert!(row["count"].is_null() && row["guesses"].is_null());
    }
    let tails = (&json[0]["tail"], &json[1]["tail"]);
    assert_eq!(tails, (&"".into(), &" tail".into()));
}
