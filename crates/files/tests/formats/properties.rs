//! Properties of any text.

use super::{ANSWER, PUZZLE, rows, source};
use ninefold::Stop;
use ninefold_files::format::{FormatOptions, Kind, WriteOptions, open};
use ninefold_files::pipeline::{self, Job, Progress};
use proptest::prelude::*;

/// Lines of many forms, with a puzzle for `P`, its solution for `S`, and the puzzle with dashes for
/// `D`.
const FORMS: [&str; 30] = [
    "P",
    "P easy",
    "P,S",
    "P:1:S",
    "D",
    "1,P",
    "\"P\"",
    "id,grid",
    ",grid,answer",
    "puzzle,solution",
    "# comment",
    "",
    "prose, in words",
    "{\"puzzle\":\"P\"}",
    "{\"grid\":[[5,3,4]]}",
    "{",
    "[",
    "[[[5,3,4],",
    "[\"P\",",
    "[5,3,4,6,7,8,9,1,2],",
    "53..7....",
    "5 3 . . 7 . . . .",
    "| 5 3   |   7   |       |",
    "+---+---+---+",
    "7 - 4 5 - - 3 - -",
    "1.34",
    "Grid 01",
    "3",
    ":0000:1:P:::",
    "<game data=\"P\"/>",
];

/// An object with an empty puzzle.
const OBJECT: &[u8] = b"{\"puzzle\":\"\
    .................................................................................\"}\n";

/// The rows of a table, with its new column.
fn solved_table(text: &str, lines: usize, threads: usize) -> String {
    let job = Job::default().threads(threads);
    let mut out = Vec::new();
    let progress = Progress::default();
    let wanted = FormatOptions::default().kind(Kind::Csv);
    let input = open(source(text.as_bytes(), lines), &wanted);
    pipeline::run([input], &job, &mut out, &progress.into(), &Stop::new()).expect("it can be read");
    String::from_utf8(out).unwrap()
}

proptest! {
    /// One line in, one line out, whatever the lines hold and however the text is divided into
    /// chunks.
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

    /// The recognised format, or the reason for a refusal, does not depend on the division into
    /// chunks, for any options.
    #[test]
    fn recognition_sees_the_same_whatever_the_chunks(
        parts in prop::collection::vec((0..FORMS.len(), 1_usize..12), 0..5),
        kind in prop::option::of(prop::sample::select(Kind::ALL)),
        column in prop::option::of(prop::sample::select(vec!["grid", "2"])),
        delimiter in prop::option::of(prop::sample::select(vec![b',', b':'])),
    ) {
        let dashes = PUZZLE.replace('.', "-");
        let text: String = parts.iter().map(|&(form, times)| {
            let line = FORMS[form].replace('P', PUZZLE).replace('S', ANSWER).replace('D', &dashes);
            (line + "\n").repeat(times)
        }).collect();
        let wanted = FormatOptions::default()
            .kind(kind)
            .column(column.map(str::to_owned))
            .delimiter(delimiter);
        let taken = |lines| match open(source(text.as_bytes(), lines), &wanted) {
            Ok(opened) => format!("{:?} {} {:?}", opened.format, opened.kind, opened.guessed),
            Err(error) => error.to_string(),
        };
        let whole = taken(1000);
        for lines in [1, 2, 5] {
            prop_assert_eq!(taken(lines), &*whole, "{:?}, {}", wanted, text);
        }
    }

    /// No text makes any reader panic, and every record is a line.
    #[test]
    fn any_text_in_any_format(text in prop::collection::vec(any::<u8>(), 0..600), kind in 0..Kind::ALL.len()) {
        // A table needs its beginning, and an open quote is an error. Formats of several lines are
        // refused if there is no record at all.
        let (header, text): (&[u8], _) = match Kind::ALL[kind] {
            Kind::Csv => (b"puzzle\n", text.into_iter().filter(|&byte| byte != b'"').collect()),
            Kind::Jsonl => (b"{\"puzzle\":\"\"}\n", text),
            Kind::Json => (OBJECT, text),
            Kind::Text => (&OBJECT[11..], text),
            Kind::Array | Kind::Leetcode => (b"5\n", text),
            kind if !kind.is_lines() => (b".\n", text),
            _ => (b"", text),
        };
        let text = [header, &text].concat();
        let (out, origins) = rows(&text, 3, Some(Kind::ALL[kind]), &WriteOptions::default());
        if !Kind::ALL[kind].is_lines() {
            prop_assert_eq!(out.matches('\n').count(), origins.len());
        }
    }

    /// A row for each row of a table, whatever the fields hold, with the answer in its place.
    #[test]
    fn a_row_for_a_row(
        rows in prop::collection::vec(("[a,\"\r\n ;#é]{0,6}", any::<bool>()), 0..20),
        lines in 1_usize..9,
    ) {
        let mut writer = csv::Writer::from_writer(Vec::new());
        writer.write_record(["note", "puzzle", "end"]).unwrap();
        for (note, is_puzzle) in &rows {
            let puzzle = if *is_puzzle { PUZZLE } else { note };
            writer.write_record([note, puzzle, note]).unwrap();
        }
        let text = String::from_utf8(writer.into_inner().unwrap()).unwrap();
        let whole = solved_table(&text, usize::MAX, 2);
        prop_assert_eq!(&solved_table(&text, lines, 1), &whole);
        let mut reader = csv::Reader::from_reader(whole.as_bytes());
        let read: Vec<csv::StringRecord> = reader.records().map(Result::unwrap).collect();
        prop_assert_eq!(read.len(), rows.len());
        for (row, (note, is_puzzle)) in read.iter().zip(&rows) {
            prop_assert_eq!((&row[0], &row[2]), (&note[..], &note[..]));
            prop_assert_eq!(&row[3], if *is_puzzle { ANSWER } else { "" });
        }
    }
}
