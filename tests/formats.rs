//! Every format, from its description: text in, rows out.
#![cfg(feature = "cli")]

use ninefold::engine::{Batch, EngineOptions, Limits, NoObserver, Outcome, registry};
use ninefold::format::{Format, OtherKind};
use ninefold::format::{
    FormatOptions, Kind, OutputFormat, Records, WriteOptions, blocks, detect, find, open, render,
};
use ninefold::grid::{BLANK_ROW, CELLS};
use ninefold::input::{Bytes, Chunk, InputError, Source};
use proptest::prelude::*;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const ANSWER: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A text as a source, in chunks of so many lines.
struct Text {
    text: Vec<u8>,
    at: usize,
    lines: usize,
}

impl Source for Text {
    fn next(&mut self, _: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let rest = &self.text[self.at..];
        if rest.is_empty() {
            return Ok(None);
        }
        let mut ends = rest.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
        let end = ends
            .nth(self.lines - 1)
            .map_or(rest.len(), |(end, _)| end + 1);
        let chunk = Chunk {
            bytes: Bytes::Owned(rest[..end].to_vec()),
            source: 0,
            offset: self.at as u64,
            origins: None,
        };
        self.at += end;
        Ok(Some(chunk))
    }

    fn size_hint(&self) -> Option<u64> {
        None
    }

    fn finish(&mut self) -> Result<(), InputError> {
        Ok(())
    }

    fn name(&self) -> &str {
        "a text"
    }
}

fn source(text: &[u8], lines: usize) -> Box<dyn Source> {
    let text = text.to_vec();
    Box::new(Text { text, at: 0, lines })
}

/// Rows for a text, and the line on which each record began where the format
/// says so.
fn rows(
    text: &[u8],
    lines: usize,
    kind: Option<Kind>,
    options: &WriteOptions,
) -> (String, Vec<u64>) {
    let wanted = FormatOptions::default().kind(kind);
    let mut opened = open(source(text, lines), &wanted).expect("it can be read");
    let mut solver = registry::find("mrv")
        .unwrap()
        .make(&EngineOptions::default())
        .unwrap();
    let (mut all, mut origins) = (Vec::new(), Vec::new());
    let mut format = opened.format;
    while let Some(chunk) = opened.source.next(None).unwrap() {
        let mut records = Records::default();
        find(format, &chunk.bytes, &mut records);
        format = format.after_first();
        let n = records.starts.len();
        let (mut rows, mut outcomes) = (vec![BLANK_ROW; n], vec![Outcome::default(); n]);
        let mut batch = Batch::new(&chunk.bytes, &records.starts, &mut rows, &mut outcomes);
        solver.solve(&mut batch, &Limits::default(), &mut NoObserver);
        let mut out = Vec::new();
        if render(&chunk.bytes, &records, &rows, &outcomes, options, &mut out) {
            out = rows.as_flattened().to_vec();
        }
        all.extend(out);
        origins.extend(
            chunk
                .origins
                .into_iter()
                .flatten()
                .map(|origin| origin.line),
        );
    }
    (String::from_utf8_lossy(&all).into_owned(), origins)
}

/// The rows of a format, whatever the chunks; recognised as well as named.
fn plain(text: &str, kind: Kind, recognised: bool) -> (String, Vec<u64>) {
    let options = WriteOptions::default();
    let named = rows(text.as_bytes(), 1000, Some(kind), &options);
    for lines in [1, 2, 7] {
        assert_eq!(rows(text.as_bytes(), lines, Some(kind), &options), named);
    }
    let windows = text.replace('\n', "\r\n");
    assert_eq!(rows(windows.as_bytes(), 1000, Some(kind), &options), named);
    if recognised {
        assert_eq!(detect(text.as_bytes()), kind);
        assert_eq!(rows(text.as_bytes(), 1000, None, &options), named);
    }
    named
}

fn nine(between: &str) -> String {
    let rows = PUZZLE
        .as_bytes()
        .chunks(9)
        .map(|row| String::from_utf8_lossy(row).into_owned());
    rows.collect::<Vec<_>>().join(between)
}

fn solved(times: usize) -> String {
    format!("{ANSWER}\n").repeat(times)
}

#[test]
fn line() {
    let zeros = PUZZLE.replace('.', "0");
    let mixed = PUZZLE
        .replacen('.', "*", 3)
        .replacen('.', "_", 3)
        .replacen('.', "X", 3);
    let text = format!(
        "{PUZZLE}\n# a comment\n\n{zeros} ED=1.2/1.2/1.2\n{mixed},tail\n{PUZZLE}\t{ANSWER}\n{PUZZLE};x\n{PUZZLE}#x\n \t{PUZZLE}"
    );
    let (out, _) = plain(&text, Kind::Line, true);
    let expected = format!("{0}# a comment\n\n{1}", solved(1), solved(6));
    assert_eq!(out, expected);
    let kept = WriteOptions::default().keep_tail(true);
    let (out, _) = rows(text.as_bytes(), 1000, None, &kept);
    assert_eq!(
        out.lines().nth(3).unwrap(),
        format!("{ANSWER} ED=1.2/1.2/1.2")
    );
    assert_eq!(out.lines().nth(4).unwrap(), format!("{ANSWER},tail"));
}

#[test]
fn the_first_field_is_the_puzzle_or_there_is_none() {
    let short = &PUZZLE[1..];
    let bad = [
        format!("x {PUZZLE}"),
        format!(",{PUZZLE}"),
        format!("{short} {ANSWER}"),
        format!("{short},{ANSWER}"),
        format!("{short}\t{PUZZLE}"),
        format!("{PUZZLE}1 {ANSWER}"),
        format!("{PUZZLE}\r{PUZZLE}"),
        format!("{PUZZLE} a tail\r{PUZZLE}"),
        format!("# a comment\r{PUZZLE}"),
    ];
    for line in &bad {
        let text = format!("{PUZZLE}\n{line}\n{PUZZLE}\n");
        let (out, _) = plain(&text, Kind::Line, true);
        assert_eq!(out, format!("{0}!malformed\n{0}", solved(1)), "{line}");
        // Also as the first line, by which the format is recognised.
        assert_eq!(detect(line.as_bytes()), Kind::Line, "{line}");
        let text = format!("{line}\n{PUZZLE}\n");
        let (out, _) = plain(&text, Kind::Line, true);
        assert_eq!(out, format!("!malformed\n{}", solved(1)), "{line}");
    }
    let explain = WriteOptions::default().explain(true);
    let (out, _) = rows(bad.join("\n").as_bytes(), 9, Some(Kind::Line), &explain);
    let lengths = [1, 0, 80, 80, 80, 82].map(|length| format!("!malformed length {length}"));
    let returns =
        [82, 89, 12].map(|column| format!("!malformed carriage return in column {column}"));
    assert!(out.lines().eq(lengths.iter().chain(&returns)), "{out}");
    // In a record of a bank the second field is the first that could be it.
    let text = format!("0000183b305c {short}  1.2\n0000183b305d {PUZZLE} 10.1\n");
    let (out, _) = plain(&text, Kind::Bank, false);
    assert_eq!(out, format!("!malformed\n{}", solved(1)));
}

#[test]
fn malformed_lines_are_named_in_their_place() {
    let explain = WriteOptions::default().explain(true);
    let text = format!(
        "{}\n{PUZZLE}.\n{}\n{}\n{}\n\u{e9}{}\n{PUZZLE}\n",
        &PUZZLE[1..],
        PUZZLE.replacen('5', "a", 1),
        PUZZLE.replacen('3', "5", 1),
        PUZZLE.replacen("3.", "\u{e9}", 1),
        &PUZZLE[1..],
    );
    let (out, _) = rows(text.as_bytes(), 1000, None, &explain);
    let lines: Vec<_> = out.lines().collect();
    assert_eq!(lines[0], "!malformed length 80");
    assert_eq!(lines[1], "!malformed length 82");
    assert_eq!(lines[2], "!malformed column 1 'a'");
    assert_eq!(lines[3], "!invalid 5 twice in one row: r1c1 and r1c2");
    assert!(lines[4].starts_with("!malformed column 2 "), "{}", lines[4]);
    assert_eq!(lines[5], "!malformed length 82");
    assert_eq!(lines[6], ANSWER);
    let (out, _) = rows(text.as_bytes(), 1000, None, &WriteOptions::default());
    assert_eq!(out.lines().next(), Some("!malformed"));
}

#[test]
fn sdm_and_bank() {
    let text = format!("{PUZZLE}\n{PUZZLE}\n");
    assert_eq!(plain(&text, Kind::Sdm, false).0, solved(2));
    let text = format!("0000183b305c {PUZZLE}  1.2\n0000183b305d {PUZZLE} 10.1\n");
    assert_eq!(plain(&text, Kind::Bank, true).0, solved(2));
}

#[test]
fn csv_by_the_names_that_collections_use() {
    for header in ["quizzes,solutions", "puzzle,solution"] {
        let text = format!("{header}\n{PUZZLE},{ANSWER}\n{PUZZLE},{ANSWER}\n");
        assert_eq!(plain(&text, Kind::Csv, true).0, solved(2));
    }
    let text = format!(
        "source,question,answer,rating\nx,{PUZZLE},{ANSWER},0\ny,\"{PUZZLE}\",{ANSWER},3\n"
    );
    let (out, _) = plain(&text, Kind::Csv, true);
    assert_eq!(out, solved(2));
    let text = format!("note,puzzle\n\"a, \"\"b\"\", c\",{PUZZLE}\n,\"{PUZZLE}\"\n");
    let (out, _) = plain(&text, Kind::Csv, true);
    assert_eq!(out, solved(2));
    let missing = FormatOptions::default()
        .kind(Kind::Csv)
        .column("grid".to_owned());
    let error = open(source(text.as_bytes(), 9), &missing)
        .err()
        .expect("no such column");
    assert!(error.to_string().contains("no column 'grid'"), "{error}");
}

#[test]
fn sdk_plain_and_in_sections() {
    let text = format!("#ASomebody\n#DAn example\n#C1\n{}\n", nine("\n"));
    assert_eq!(plain(&text, Kind::Sdk, true), (solved(1), vec![4]));
    let text = format!(
        "[Puzzle]\n{}\n[State]\n{}\n[Puzzle]\n{}\n",
        nine("\n"),
        nine("\n"),
        nine("\n")
    );
    assert_eq!(plain(&text, Kind::Sdk, true), (solved(2), vec![2, 22]));
}

#[test]
fn ss_in_its_three_forms() {
    let bars: Vec<String> = PUZZLE
        .as_bytes()
        .chunks(3)
        .map(|three| String::from_utf8_lossy(three).into_owned())
        .collect();
    let barred: Vec<String> = bars.chunks(3).map(|row| row.join("|")).collect();
    let mut ruled = barred.clone();
    ruled.insert(6, "-----------".to_owned());
    ruled.insert(3, "-----------".to_owned());
    assert_eq!(
        plain(&ruled.join("\n"), Kind::Ss, true),
        (solved(1), vec![1])
    );
    assert_eq!(plain(&nine("\n"), Kind::Ss, false), (solved(1), vec![1]));
    let mut boxed = vec!["*-----------*".to_owned()];
    for (i, row) in barred.iter().enumerate() {
        if i == 3 || i == 6 {
            boxed.push("|---+---+---|".to_owned());
        }
        boxed.push(format!("|{row}|"));
    }
    boxed.push("*-----------*".to_owned());
    assert_eq!(
        plain(&boxed.join("\n"), Kind::Ss, true),
        (solved(1), vec![2])
    );
}

#[test]
fn grids_with_and_without_frames() {
    let spaced: String = nine("\n")
        .chars()
        .flat_map(|c| [c, if c == '\n' { '\n' } else { ' ' }])
        .collect();
    let framed = nine("|\n|");
    let text = format!(
        "{}\n\n{spaced}\n+---------+\n|{framed}|\n+---------+\n",
        nine("\n")
    );
    let (out, origins) = plain(&text, Kind::Grid, true);
    assert_eq!((out, origins.len()), (solved(3), 3));
}

#[test]
fn the_judges_formats() {
    let zeros = nine("\n").replace('.', "0");
    assert_eq!(
        plain(&format!("2\n{zeros}\n{zeros}\n"), Kind::Poj2676, true),
        (solved(2), vec![2, 11])
    );
    assert_eq!(
        plain(
            &format!("{PUZZLE}\n{PUZZLE}\nend\nwhatever\n"),
            Kind::Poj3074,
            false
        )
        .0,
        solved(2)
    );
    let spaced: String = zeros
        .chars()
        .map(|c| {
            if c == '\n' {
                "\n".into()
            } else {
                format!("{c} ")
            }
        })
        .collect();
    assert_eq!(plain(&spaced, Kind::Spaced, true), (solved(1), vec![1]));
    assert_eq!(plain(&spaced, Kind::Noip2009, false).0, solved(1));
    let text = format!("Grid 01\n{zeros}\nGrid 02\n{zeros}\n");
    assert_eq!(plain(&text, Kind::Euler96, true), (solved(2), vec![1, 11]));
    let rows: Vec<String> = PUZZLE
        .as_bytes()
        .chunks(9)
        .map(|row| {
            format!(
                "[{}]",
                row.iter()
                    .map(|c| format!("\"{}\"", *c as char))
                    .collect::<Vec<_>>()
                    .join(",")
            )
        })
        .collect();
    let board = format!("[{}]", rows.join(","));
    assert_eq!(plain(&board, Kind::Leetcode, true), (solved(1), vec![1]));
    let broken = format!("[\n{}\n]\n{board}\n", rows.join(",\n"));
    assert_eq!(
        plain(&broken, Kind::Leetcode, true),
        (solved(2), vec![2, 12])
    );
    let zeros = PUZZLE.replace('.', "0");
    let text = format!(
        "<?xml version=\"1.0\"?>\n<opensudoku>\n<name>x</name>\n<!-- <game data=\"1\"/> -->\n<game data=\"{zeros}\"/>\n<game\n  data='{zeros}' />\n</opensudoku>\n"
    );
    assert_eq!(
        plain(&text, Kind::OpenSudoku, true),
        (solved(2), vec![5, 6])
    );
    // As XML has it: a cell by its number, and other attributes that speak of data.
    let (first, rest) = zeros.split_at(1);
    let text = format!(
        "<opensudoku>\n<game note=\"a &amp; data=1\" data=\"&#{};{rest}\"/>\n</opensudoku>\n",
        first.as_bytes()[0]
    );
    assert_eq!(plain(&text, Kind::OpenSudoku, true), (solved(1), vec![2]));
}

#[test]
fn what_is_broken_in_several_lines_is_one_malformed_record() {
    let zeros = nine("\n").replace('.', "0");
    for (kind, text) in [
        (
            Kind::Poj2676,
            format!("2\n{}\n{zeros}\n", zeros.replacen('7', "", 1)),
        ),
        (
            Kind::Spaced,
            format!("{}\n", "1 2 x3 4 5 6 7 8 9\n".repeat(9)),
        ),
        (Kind::Leetcode, "[[\"5\",\"3\"],[\"6\"]]".to_owned()),
        (Kind::Leetcode, "[[\"5\"".to_owned()),
        (Kind::OpenSudoku, "<game data=\"12\"/>".to_owned()),
        (Kind::OpenSudoku, "<game data=".to_owned()),
        (Kind::Sdk, "[Puzzle]\n123456789\n".to_owned()),
    ] {
        let (out, origins) = rows(text.as_bytes(), 1000, Some(kind), &WriteOptions::default());
        assert_eq!(out.lines().next(), Some("!malformed"), "{kind}");
        assert_eq!(out.lines().count(), origins.len(), "{kind}");
    }
}

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
        of(OutputFormat::Digits),
        format!("{}\n!malformed\n", rows_of(""))
    );
    assert_eq!(
        of(OutputFormat::Spaced),
        format!("{}\n!malformed\n", rows_of(" "))
    );
    assert!(of(OutputFormat::Grid).starts_with("5 3 4 | 6 7 8 | 9 1 2\n"));
    assert!(of(OutputFormat::Ss).starts_with("534|678|912\n"));
    assert!(of(OutputFormat::Leetcode).starts_with("[[\"5\",\"3\",\"4\","));
    assert!(of(OutputFormat::OpenSudoku).starts_with(&format!("<game data=\"{ANSWER}\"/>\n")));
    assert_eq!(
        of(OutputFormat::Poj2676),
        format!("{}\n!malformed\n", rows_of(""))
    );
    assert!(of(OutputFormat::HundredLines).starts_with("ans: \n5   3   4   6   "));
    assert_eq!(OutputFormat::ALL.len(), 13);
}

#[test]
fn names_are_read_back() {
    for &kind in Kind::ALL {
        assert_eq!(kind.name().parse(), Ok(kind));
        assert!(!kind.about().is_empty());
    }
    assert!("sudoku".parse::<Kind>().is_err());
    assert!(
        !blocks::BlockReader::new(Kind::Grid, source(b"", 1))
            .name()
            .is_empty()
    );
}

#[test]
fn a_lost_row_costs_its_own_puzzle_alone() {
    let zeros = nine("\n").replace('.', "0");
    let (_, short) = zeros.split_once('\n').unwrap();
    let rows_of = |text: &str, kind| plain(text, kind, false);
    let text = format!("3\n{short}\n\n{zeros}\n\n{zeros}\n");
    let expected = (format!("!malformed\n{}", solved(2)), vec![2, 11, 21]);
    assert_eq!(rows_of(&text, Kind::Poj2676), expected);
    // Blank lines between all rows, or between bands, are no loss.
    let airy = zeros.replace('\n', "\n\n");
    let text = format!("2\n{airy}\n{airy}\n");
    assert_eq!(rows_of(&text, Kind::Poj2676).0, solved(2));
}

#[test]
fn a_count_is_held_against_what_comes() {
    let zeros = nine("\n").replace('.', "0");
    let text = format!("2\n{zeros}\n");
    let expected = (format!("{}!malformed\n", solved(1)), vec![2, 10]);
    assert_eq!(plain(&text, Kind::Poj2676, true), expected);
    // Without a count the first row is a row; a second count may follow.
    let text = format!("{zeros}\n1\n{zeros}\n");
    assert_eq!(plain(&text, Kind::Poj2676, false), (solved(2), vec![1, 11]));
}

#[test]
fn grids_under_headings_and_in_drawn_frames() {
    let text = format!("Puzzle 1\n{0}\nPuzzle 2\n{0}\n", nine("\n"));
    assert_eq!(plain(&text, Kind::Grid, false), (solved(2), vec![2, 12]));
    let text = format!("┌───┐\n│{}│\n└───┘\n", nine("│\n│"));
    assert_eq!(plain(&text, Kind::Grid, true), (solved(1), vec![2]));
    let wide = text.replacen("│5", "│５", 1);
    assert_eq!(plain(&wide, Kind::Grid, true).0, "!malformed\n");
}

#[test]
fn a_comment_in_words_is_no_tag() {
    let text = format!("#All of them by hand\n{PUZZLE}\n");
    let expected = format!("#All of them by hand\n{}", solved(1));
    assert_eq!(plain(&text, Kind::Line, true).0, expected);
    assert_eq!(detect(b"#AJohn\n"), Kind::Sdk);
    assert_eq!(detect(b"#A\n"), Kind::Sdk);
}

#[test]
fn csv_and_jsonl_hold_whatever_a_line_does() {
    let form = |format| WriteOptions::default().format(format).keep_tail(true);
    // 81 bytes each, so that they count as puzzles until the engine reads them.
    let bad = |byte: &str| PUZZLE.replacen('.', byte, 1);
    let text = format!(
        "{PUZZLE} a, \"b\"\n{}\n{}\n\n# x,y\nshort, \"\n",
        bad("\""),
        bad(",")
    );
    let csv = form(OutputFormat::Csv);
    let all = csv.header().to_owned() + &rows(text.as_bytes(), 9, Some(Kind::Line), &csv).0;
    let mut reader = csv::Reader::from_reader(all.as_bytes());
    let read: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
    let verdicts: Vec<&str> = read.iter().map(|record| &record[2]).collect();
    let expected = [
        "solved",
        "malformed",
        "malformed",
        "blank",
        "comment",
        "malformed",
    ];
    assert_eq!(verdicts, expected);
    assert_eq!((&read[0][6], &read[1][0]), (" a, \"b\"", &bad("\"")[..]));
    let (lines, _) = rows(
        text.as_bytes(),
        9,
        Some(Kind::Line),
        &form(OutputFormat::Jsonl),
    );
    let values: Vec<serde_json::Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    assert_eq!((values.len(), &values[0]["tail"]), (6, &" a, \"b\"".into()));
}

proptest! {
    /// One line in, one line out, whatever the lines hold, and wherever the
    /// text is cut into chunks.
    #[test]
    fn a_line_for_a_line(
        parts in prop::collection::vec(prop_oneof![
            Just(PUZZLE.as_bytes().to_vec()),
            Just(b"\n".to_vec()),
            Just(b"\r\n".to_vec()),
            Just(b"#".to_vec()),
            prop::collection::vec(any::<u8>(), 0..100),
        ], 0..40),
        lines in 1_usize..5,
    ) {
        let text: Vec<u8> = parts.concat();
        let count = text.split_inclusive(|&byte| byte == b'\n').count();
        let options = WriteOptions::default().explain(true);
        let whole = rows(&text, usize::MAX, Some(Kind::Line), &options).0;
        prop_assert_eq!(whole.matches('\n').count(), count);
        prop_assert_eq!(rows(&text, lines, Some(Kind::Line), &options).0, whole);
    }

    /// No text makes any reader panic, and every record is a line.
    #[test]
    fn any_text_in_any_format(text in prop::collection::vec(any::<u8>(), 0..600), kind in 0..Kind::ALL.len()) {
        // A table has a beginning, and a quote that is not closed is an error.
        let (header, text): (&[u8], _) = match Kind::ALL[kind] {
            Kind::Csv => (b"puzzle\n", text.into_iter().filter(|&byte| byte != b'"').collect()),
            Kind::Jsonl => (b"{\"puzzle\":\"\"}\n", text),
            _ => (b"", text),
        };
        let text = [header, &text].concat();
        let (out, origins) = rows(&text, 3, Some(Kind::ALL[kind]), &WriteOptions::default());
        if !Kind::ALL[kind].is_lines() {
            prop_assert_eq!(out.matches('\n').count(), origins.len());
        }
    }

    /// Lines found are the lines of the text.
    #[test]
    fn records_and_others_are_all_lines(text in "([0-9.]{81}|[0-9. #]{0,90}|\r|\n){0,30}") {
        let mut records = Records::default();
        find(Format::Line, text.as_bytes(), &mut records);
        prop_assert_eq!(records.lines as usize, text.split_inclusive('\n').count());
        prop_assert_eq!(records.starts.len() + records.others.len(), records.lines as usize);
        for &start in &records.starts {
            let cells = &text.as_bytes()[start as usize..start as usize + CELLS];
            prop_assert!(!cells.contains(&b'\n'));
        }
        let blank = records.others.iter().filter(|o| o.kind == OtherKind::Blank);
        prop_assert!(blank.count() <= records.others.len());
    }
}
