//! Puzzles of one line, and tables.

use super::{ANSWER, PUZZLE, ZEROS, cells, plain, reads_as, rows, solved, source};
use ninefold_files::format::{
    Cutter, FormatOptions, Kind, Records, TableReader, WriteOptions, detect, find_in, open,
};
use ninefold_files::input::Source;

#[test]
fn line() {
    let mixed = PUZZLE
        .replacen('.', "*", 3)
        .replacen('.', "_", 3)
        .replacen('.', "X", 3);
    let text = format!(
        "{PUZZLE}\n# a comment\n\n{ZEROS} ED=1.2/1.2/1.2\n{mixed},tail\n{PUZZLE}\t{ANSWER}\n{PUZZLE};x\n{PUZZLE}#x\n \t{PUZZLE}"
    );
    let (out, _) = plain(&text, Kind::Line, true);
    let expected = format!("{0}# a comment\n\n{1}", solved(1), solved(6));
    assert_eq!(out, expected);
    let kept = WriteOptions::default().keep_tail(true);
    let (out, _) = rows(text.as_bytes(), 1000, None, &kept);
    let tails: Vec<&str> = out.lines().skip(3).map(|row| &row[81..]).collect();
    assert_eq!(tails[..2], [" ED=1.2/1.2/1.2", ",tail"]);
}

#[test]
fn the_first_field_is_the_puzzle_or_there_is_none() {
    let explain = WriteOptions::default().explain(true);
    let short = &PUZZLE[1..];
    for (line, reason) in [
        (format!("x {PUZZLE}"), "length 1"),
        (format!(",{PUZZLE}"), "length 0"),
        (format!("{short} {ANSWER}"), "length 80"),
        (format!("{short},{ANSWER}"), "length 80"),
        (format!("{short}\t{PUZZLE}"), "length 80"),
        (format!("{PUZZLE}1 {ANSWER}"), "length 82"),
        (
            format!("{PUZZLE}\r{PUZZLE}"),
            "carriage return in column 82",
        ),
        (
            format!("{PUZZLE} a tail\r{PUZZLE}"),
            "carriage return in column 89",
        ),
        (
            format!("# a comment\r{PUZZLE}"),
            "carriage return in column 12",
        ),
    ] {
        let text = format!("{PUZZLE}\n{line}\n{PUZZLE}\n");
        let (out, _) = plain(&text, Kind::Line, true);
        assert_eq!(out, format!("{0}!malformed\n{0}", solved(1)), "{line}");
        let text = format!("{line}\n{PUZZLE}\n");
        let (out, _) = plain(&text, Kind::Line, true);
        assert_eq!(out, format!("!malformed\n{}", solved(1)), "{line}");
        let (out, _) = rows(line.as_bytes(), 9, Some(Kind::Line), &explain);
        assert_eq!(out, format!("!malformed {reason}\n"), "{line}");
    }
    // In a record of a bank, the second field is the first candidate.
    let text = format!("0000183b305c {short}  1.2\n0000183b305d {PUZZLE} 10.1\n");
    let (out, _) = plain(&text, Kind::Text, false);
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
fn banks_and_tables_are_recognised() {
    for (kind, text) in [
        (Kind::Text, "0000183b305c P  1.2\n0000183b305d P 10.1\n"),
        // As `nl` numbers lines.
        (Kind::Text, "     9  P\n    10 P  1.2\n"),
        // By the names that collections use.
        (Kind::Csv, "quizzes,solutions\nP,S\nP,S\n"),
        (Kind::Csv, "puzzle,solution\nP,S\nP,S\n"),
        (
            Kind::Csv,
            "source,question,answer,rating\nx,P,S,0\ny,\"P\",S,3\n",
        ),
        (Kind::Csv, "note,puzzle\n\"a, \"\"b\"\", c\",P\n,\"P\"\n"),
        // White space after a delimiter, as people write it.
        (Kind::Csv, "note, puzzle\na, \"P\"\nb, P\n"),
    ] {
        let text = text.replace('P', PUZZLE).replace('S', ANSWER);
        assert_eq!(plain(&text, kind, true).0, solved(2), "{text}");
    }
}

#[test]
fn a_comment_in_words_is_no_tag() {
    let text = format!("#All of them by hand\n{PUZZLE}\n");
    let expected = format!("#All of them by hand\n{}", solved(1));
    assert_eq!(plain(&text, Kind::Line, true).0, expected);
    for tag in ["#AJohn", "#A"] {
        let text = format!("{tag}\n{}", cells(PUZZLE, ""));
        assert_eq!(detect(text.as_bytes()), Kind::Sdk, "{tag}");
    }
}

/// The records of a table of two columns, as text, for chunks of this many lines.
fn table_records(text: &str, lines: usize) -> Vec<String> {
    let text = format!("puzzle,note\n{text}");
    let wanted = FormatOptions::default().kind(Kind::Csv);
    let mut opened = open(source(text.as_bytes(), lines), &wanted).unwrap();
    let mut all = Vec::new();
    let mut format = opened.format;
    while let Some(chunk) = opened.source.next(None).unwrap() {
        let mut records = Records::default();
        find_in(&format, &chunk, &mut records);
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

/// The records whose first byte is in a share of the text.
fn share(text: &str, range: std::ops::Range<usize>, lines: usize) -> String {
    let range = range.start as u64..range.end as u64;
    let source = source(text.as_bytes(), lines);
    let mut reader = TableReader::new(Cutter::new(b',', Some(2)), source, Some(range));
    let mut all = String::new();
    while let Some(chunk) = reader.next(None).expect("all quotes are closed") {
        let bytes = std::str::from_utf8(&chunk.bytes).unwrap();
        assert!(text[chunk.offset as usize..].starts_with(bytes));
        all += bytes;
    }
    all
}

#[test]
fn shares_are_cut_between_records() {
    let row = |i: usize| format!("\"{i}\n,{PUZZLE}\n\",{PUZZLE}\n");
    let text: String = (0..9).map(row).collect();
    let whole = row(0).len();
    for count in [1, 2, 7, 64] {
        let place = |i: usize| text.len() * i / count;
        for lines in [1, 4, 1000] {
            let shares = (0..count).map(|i| share(&text, place(i)..place(i + 1), lines));
            let shares: Vec<String> = shares.collect();
            assert!(shares.concat() == text, "{count} shares");
            let mut lengths = shares.iter().map(String::len);
            assert!(lengths.all(|length| length.is_multiple_of(whole)));
        }
    }
}

#[test]
fn what_closes_open_quotes_is_not_looked_for_in_the_whole_text_from_each_line() {
    // Scanning the rest of the text for each would take minutes.
    let text = "x\"y,\"\n".repeat(100_000);
    for lines in [50_000, 1_000_000] {
        assert_eq!(table_records(&text, lines).len(), 100_000);
    }
}

/// Whatever its blanks are, and on whatever line. A text that does not begin its lines with puzzles
/// may have several on a line.
#[test]
fn a_second_puzzle_on_a_line_makes_it_malformed() {
    for blank in [".", "0", "_", "*", "x", "X"] {
        for (kind, one, two, rows) in [
            (Kind::Line, "P\n", "P P\n", "!malformed\n".to_owned()),
            (Kind::Text, "1a P 2.5\n", "2b P P\n", solved(2)),
        ] {
            let text = [one, two, one, one].concat();
            let text = text.replace('P', &PUZZLE.replace('.', blank));
            let expected = format!("{}{rows}{}", solved(1), solved(2));
            reads_as(kind, &text, &expected);
        }
    }
}
