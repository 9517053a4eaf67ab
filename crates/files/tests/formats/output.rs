//! Output formats.

use super::{ANSWER, PUZZLE, board, rows};
use ninefold_files::format::{Kind, OutputFormat, WriteOptions};
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
fn csv_and_jsonl_hold_whatever_a_line_does_in_one_shape() {
    // 81 bytes each, so that they count as puzzles until the engine reads them.
    let [quote, comma, odd] = ["\"", ",", "?"].map(|byte| PUZZLE.replacen('.', byte, 1));
    let text = format!("{PUZZLE} a, \"b\"\n{quote}\n{comma}\n{odd} tail\n\n# x,y\nshort, \"\n");
    let form = |format| WriteOptions::default().format(format).keep_tail(true);
    let of = |options: &WriteOptions| rows(text.as_bytes(), 9, Some(Kind::Line), options).0;
    let csv = form(OutputFormat::Csv);
    let csv = csv.header() + &of(&csv);
    let mut csv = csv::Reader::from_reader(csv.as_bytes());
    let csv: Vec<csv::StringRecord> = csv.records().map(Result::unwrap).collect();
    let json = objects(&of(&form(OutputFormat::Jsonl)));
    assert_eq!((csv.len(), json.len()), (7, 7));
    for (i, (puzzle, verdict, tail)) in [
        (PUZZLE, "solved", " a, \"b\""),
        (&quote, "malformed", ""),
        (&comma, "malformed", ""),
        (&odd, "malformed", " tail"),
        ("", "blank", ""),
        ("# x,y", "comment", ""),
        ("short, \"", "malformed", ""),
    ]
    .into_iter()
    .enumerate()
    {
        // Puzzle, solution, verdict, count, guesses, reason, tail.
        let row = &csv[i];
        let object = &json[i];
        assert_eq!(
            (&row[0], &row[2], &row[6]),
            (puzzle, verdict, tail),
            "{row:?}"
        );
        let same = [("puzzle", puzzle), ("verdict", verdict), ("tail", tail)];
        for (name, value) in same {
            assert_eq!(object[name], value, "{object}");
        }
        if verdict != "solved" {
            assert_eq!((&row[1], &row[3], &row[4]), ("", "", ""), "{row:?}");
            assert!(
                object["count"].is_null() && object["guesses"].is_null(),
                "{object}"
            );
            assert!(object["solution"].is_null(), "{object}");
        }
    }
}
