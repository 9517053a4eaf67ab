//! Puzzles of one line, and tables.

use super::recognised::recognised;
use super::{ANSWER, PUZZLE, nine, plain, rows, solved, source};
use ninefold::format::{
    FormatOptions, Kind, OutputFormat, Records, WriteOptions, detect, find_in, open,
};

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
        // Also as the first line, which decides the format.
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
    // In a record of a bank, the second field is the first candidate.
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
fn lines_and_bank() {
    let text = format!("{PUZZLE}\n{PUZZLE}\n");
    assert_eq!(plain(&text, Kind::Line, false).0, solved(2));
    let text = format!("0000183b305c {PUZZLE}  1.2\n0000183b305d {PUZZLE} 10.1\n");
    assert_eq!(plain(&text, Kind::Bank, true).0, solved(2));
    // As `nl` numbers lines.
    let text = format!("     9  {PUZZLE}\n    10 {PUZZLE}  1.2\n");
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
    // White space after a delimiter, as people write it.
    let text = format!("note, puzzle\na, \"{PUZZLE}\"\nb, {PUZZLE}\n");
    assert_eq!(plain(&text, Kind::Csv, true).0, solved(2));
    let missing = FormatOptions::default()
        .kind(Kind::Csv)
        .column("grid".to_owned());
    let error = open(source(text.as_bytes(), 9), &missing).expect_err("no such column");
    assert!(error.to_string().contains("no column 'grid'"), "{error}");
}

#[test]
fn a_comment_in_words_is_no_tag() {
    let text = format!("#All of them by hand\n{PUZZLE}\n");
    let expected = format!("#All of them by hand\n{}", solved(1));
    assert_eq!(plain(&text, Kind::Line, true).0, expected);
    let rows = nine("\n");
    assert_eq!(detect(format!("#AJohn\n{rows}\n").as_bytes()), Kind::Sdk);
    assert_eq!(detect(format!("#A\n{rows}\n").as_bytes()), Kind::Sdk);
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

/// The records of a table of two columns, as text, for chunks of this many lines.
fn table_records(text: &str, lines: usize) -> Vec<String> {
    let text = format!("puzzle,note\n{text}");
    let wanted = FormatOptions::default().kind(Kind::Csv);
    let mut opened = open(source(text.as_bytes(), lines), &wanted).unwrap();
    let (mut all, mut format) = (Vec::new(), opened.format);
    while let Some(chunk) = opened.source.next(None).unwrap() {
        let mut records = Records::default();
        find_in(format, &chunk, &mut records);
        format = format.after(&chunk);
        let others = records.others.iter();
        all.extend(others.map(|other| {
            let record = &chunk.bytes[other.start as usize..other.end as usize];
            String::from_utf8_lossy(record).into_owned()
        }));
    }
    all.remove(0);
    all
}

#[test]
fn a_quote_that_is_not_closed_costs_its_line_alone() {
    for (text, records) in [
        ("a,\"b\nc\"\n", &["a,\"b\nc\""][..]),
        // With a field more or less, or text behind the quote, it is closed by another's.
        ("a,\"b\nc\",d\n", &["a,\"b", "c\",d"]),
        ("a,\"b\nc,\"d\ne\"\n", &["a,\"b", "c,\"d\ne\""]),
        ("\"b\nc\"\n", &["\"b", "c\""]),
        ("a,\"b\nc,d\n", &["a,\"b", "c,d"]),
        ("a,\"b\"\"\nc\"\n", &["a,\"b\"\"\nc\""]),
        ("a,\"b\r\nc\" ,\r\n", &["a,\"b\r\nc\" ,"]),
    ] {
        for lines in [1, 2, 1000] {
            assert_eq!(table_records(text, lines), records, "{text}");
        }
    }
    // Nor more than 64 KiB.
    let long = format!("a,\"{}\"\nb,c\n", "n\n".repeat(40_000));
    assert_eq!(table_records(&long, 1000).len(), 40_002);
    let fits = format!("a,\"{}\"\nb,c\n", "n\n".repeat(30_000));
    assert_eq!(table_records(&fits, 1000).len(), 2);
}

#[test]
fn what_closes_open_quotes_is_not_looked_for_in_the_whole_text_from_each_line() {
    // Scanning the rest of the text for each would take minutes.
    let text = "x\"y,\"\n".repeat(200_000);
    for lines in [50_000, 1_000_000] {
        assert_eq!(table_records(&text, lines).len(), 200_000);
    }
}

/// Whatever its blanks are, and on whatever line.
#[test]
fn a_second_puzzle_on_a_line_makes_it_malformed() {
    for blank in [".", "0", "_", "*", "x", "X"] {
        let puzzle = PUZZLE.replace('.', blank);
        let lines = [
            (
                Kind::Line,
                format!("{puzzle}\n"),
                format!("{puzzle} {puzzle}\n"),
            ),
            (
                Kind::Bank,
                format!("1a {puzzle} 2.5\n"),
                format!("2b {puzzle} {puzzle}\n"),
            ),
        ];
        for (kind, one, two) in lines {
            let text = format!("{one}{two}{one}{one}");
            let expected = format!("{}!malformed\n{}", solved(1), solved(2));
            assert_eq!(recognised(&text), (kind, None, expected), "{text}");
        }
    }
}
