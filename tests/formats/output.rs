//! Output formats.

use super::{ANSWER, PUZZLE, rows};
use ninefold::format::{Kind, OutputFormat, WriteOptions};

#[test]
fn output_in_every_form() {
    let form = |format| WriteOptions::default().format(format);
    let text = format!("{PUZZLE}\nnone\n");
    let of = |format| rows(text.as_bytes(), 1000, None, &form(format)).0;
    assert_eq!(
        of(OutputFormat::Solution),
        format!("{ANSWER}\n!malformed\n")
    );
    assert_eq!(
        of(OutputFormat::Line),
        format!("{PUZZLE}\t{ANSWER}\tsolved\nnone\t\t!malformed\n")
    );
    assert_eq!(
        of(OutputFormat::Csv),
        format!("{PUZZLE},{ANSWER},solved,1,0,\nnone,,malformed,,,length 4\n")
    );
    let json: Vec<serde_json::Value> = of(OutputFormat::Jsonl)
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!(
        (&json[0]["solution"], &json[1]["verdict"]),
        (&ANSWER.into(), &"malformed".into())
    );
    let rows_of = |between: &str| {
        let rows = ANSWER.as_bytes().chunks(9).map(|row| {
            row.iter()
                .map(|&c| (c as char).to_string())
                .collect::<Vec<_>>()
                .join(between)
        });
        rows.collect::<Vec<_>>().join("\n")
    };
    assert_eq!(
        of(OutputFormat::Spaced),
        format!("{}\n!malformed\n", rows_of(" "))
    );
    assert!(of(OutputFormat::Grid).starts_with("5 3 4 | 6 7 8 | 9 1 2\n"));
    assert!(of(OutputFormat::Leetcode).starts_with("[[\"5\",\"3\",\"4\","));
    assert_eq!(
        of(OutputFormat::Poj2676),
        format!("{}\n!malformed\n", rows_of(""))
    );
    assert!(of(OutputFormat::HundredLines).starts_with("ans: \n5   3   4   6   "));
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
    let json: Vec<serde_json::Value> = of(&form(OutputFormat::Jsonl))
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    for row in &json {
        let names: Vec<&String> = row.as_object().unwrap().keys().collect();
        let expected = ["count", "guesses", "puzzle", "reason", "tail", "verdict"];
        assert_eq!(names, expected);
        assert!(row["count"].is_null() && row["guesses"].is_null());
    }
    assert_eq!(
        (&json[0]["tail"], &json[1]["tail"]),
        (&"".into(), &" tail".into())
    );
}
