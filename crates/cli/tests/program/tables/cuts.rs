//! However a table is read, in chunks, in shares, mapped or by threads, its rows are the same.

use super::{ANSWER, PUZZLE, records, solve};
use crate::common::Scratch;
use ninefold::Stop;
use ninefold::format::{Cutter, FormatOptions, Kind, TableReader, open};
use ninefold::input::{Bytes, Chunk, InputError, Source};
use ninefold::pipeline::{self, Job, Progress};
use proptest::prelude::*;
use std::fs;

#[test]
fn ways_of_reading_make_no_difference() {
    let scratch = Scratch::new();
    let rows: String = (0..400)
        .map(|i| format!("\"{i}, \"\"{i}\n\"\"\";{PUZZLE};{i}\r\n"))
        .collect();
    let text = format!("a;puzzle;b\r\n{rows}");
    let file = scratch.file("table", &text);
    let whole = solve(&[&file], "");
    assert_eq!(records(&whole, b';').len(), 401);
    for args in [
        &["--chunk-size", "1"][..],
        &["--chunk-size", "1000", "--threads", "3"],
        &["--no-mmap", "--threads", "1", "--chunk-size", "64K"],
    ] {
        assert!(
            solve(&[&[&file[..]], args].concat(), "") == whole,
            "{args:?}"
        );
        assert!(solve(args, &text) == whole, "{args:?} in a pipe");
    }
    let output = scratch.path("out");
    solve(&[&file, "-o", &output], "");
    assert!(fs::read_to_string(output).unwrap() == whole);
}

/// A text as a source, in chunks of this many lines.
struct Text(Vec<u8>, usize, usize);

impl Source for Text {
    fn next(&mut self, _: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let Text(text, at, lines) = self;
        let offset = *at as u64;
        let rest = text[*at..].split_inclusive(|&byte| byte == b'\n');
        let bytes = rest.take(*lines).collect::<Vec<_>>().concat();
        *at += bytes.len();
        Ok((!bytes.is_empty()).then_some(Chunk {
            bytes: Bytes::Owned(bytes),
            source: 0,
            offset,
            origins: None,
            broken: None,
        }))
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

/// The records whose first byte is in a share of the text.
fn share(text: &[u8], range: std::ops::Range<u64>, lines: usize) -> Vec<u8> {
    let source = Box::new(Text(text.to_vec(), 0, lines));
    let mut reader = TableReader::new(Cutter::new(b',', Some(2)), source, Some(range));
    let mut all = Vec::new();
    while let Some(chunk) = reader.next(None).expect("all quotes are closed") {
        assert!(
            text[chunk.offset as usize..].starts_with(&chunk.bytes),
            "its place"
        );
        all.extend_from_slice(&chunk.bytes);
    }
    all
}

#[test]
fn shares_are_cut_between_records() {
    let row = |i: usize| format!("\"{i}\n,{PUZZLE}\n\",{PUZZLE}\n");
    let rows: Vec<String> = (0..9).map(row).collect();
    let text = rows.concat().into_bytes();
    for count in [1, 2, 7, 64] {
        let place = |i: usize| (text.len() * i / count) as u64;
        for lines in [1, 4, 1000] {
            let shares: Vec<Vec<u8>> = (0..count)
                .map(|i| share(&text, place(i)..place(i + 1), lines))
                .collect();
            assert!(shares.concat() == text, "{count} shares");
            let whole = |share: &Vec<u8>| share.len().is_multiple_of(rows[0].len());
            assert!(shares.iter().all(whole), "whole records");
        }
    }
}

fn solved_in_process(text: &[u8], lines: usize, threads: usize) -> Vec<u8> {
    let source = Box::new(Text(text.to_vec(), 0, lines));
    let job = Job::default().threads(threads);
    let (mut out, progress) = (Vec::new(), Progress::default());
    let input = open(source, &FormatOptions::default().kind(Kind::Csv));
    pipeline::run([input], &job, &mut out, &progress.into(), &Stop::new()).expect("it can be read");
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// A row for each row, whatever the fields hold, with the answer in its place.
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
        let whole = solved_in_process(text.as_bytes(), usize::MAX, 2);
        prop_assert_eq!(&solved_in_process(text.as_bytes(), lines, 1), &whole);
        let read = records(std::str::from_utf8(&whole).unwrap(), b',');
        prop_assert_eq!(read.len(), rows.len() + 1);
        for (row, (note, is_puzzle)) in read[1..].iter().zip(&rows) {
            prop_assert_eq!((&row[0], &row[2]), (&note[..], &note[..]));
            prop_assert_eq!(&row[3], if *is_puzzle { ANSWER } else { "" });
        }
    }
}
