//! Every format, from its description: text in, rows out.

mod aligned;
mod answers;
mod arrays;
mod boards;
mod judging;
mod lines;
mod lost_rows;
mod mutated;
mod output;
mod pieces;
mod properties;
mod public;
mod public_forms;
mod recognised;
mod sample;
mod unreadable;

use ninefold::engine::{Batch, EngineOptions, Limits, NoObserver, Outcome, registry};
use ninefold::grid::BLANK_ROW;
use ninefold_files::format::{
    FormatOptions, Kind, Records, WriteOptions, detect, find_in, open, render,
};
use ninefold_files::input::{Bytes, Chunk, InputError, Source};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The same puzzle.
const ZEROS: &str =
    "530070000600195000098000060800060003400803001700020006060000280000419005000080079";

const ANSWER: &str =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

/// A text as a source, in chunks of this many lines.
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
            broken: None,
            is_piece: false,
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

/// Rows for a text, and the line on which each record began, if the format tells.
fn rows(
    text: &[u8],
    lines: usize,
    kind: Option<Kind>,
    options: &WriteOptions,
) -> (String, Vec<u64>) {
    rows_of(source(text, lines), kind, options)
}

/// Rows for a source, and the lines on which records began.
fn rows_of(
    source: Box<dyn Source>,
    kind: Option<Kind>,
    options: &WriteOptions,
) -> (String, Vec<u64>) {
    let wanted = FormatOptions::default().kind(kind);
    let mut opened = open(source, &wanted).expect("it can be read");
    let mut solver = registry::find("mrv")
        .unwrap()
        .make(&EngineOptions::default())
        .unwrap();
    let mut all = Vec::new();
    let mut origins = Vec::new();
    let mut format = opened.format;
    while let Some(chunk) = opened.source.next(None).unwrap() {
        let mut records = Records::default();
        find_in(&format, &chunk, &mut records);
        format = format.after(&chunk);
        let n = records.starts.len();
        let mut rows = vec![BLANK_ROW; n];
        let mut outcomes = vec![Outcome::default(); n];
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

/// The rows of a format, for any chunks, with the format recognised or specified.
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

/// The rows of a text without a specified format, for any chunks, and the column found.
fn recognised(text: &str) -> (Kind, Option<String>, String) {
    let opened = open(source(text.as_bytes(), 1000), &FormatOptions::default()).unwrap();
    let kind = opened.kind;
    let guessed = opened.guessed;
    let options = WriteOptions::default();
    let (all, _) = rows(text.as_bytes(), 1000, None, &options);
    for lines in [1, 2, 7] {
        assert_eq!(rows(text.as_bytes(), lines, None, &options).0, all);
    }
    (kind, guessed, all)
}

/// A text without a specified format has these rows.
#[track_caller]
fn reads(text: &str, rows: &str) {
    assert_eq!(recognised(text).2, rows, "{text}");
}

/// A text is recognised as this, and has these rows.
#[track_caller]
fn reads_as(kind: Kind, text: &str, rows: &str) {
    let (found, _, all) = recognised(text);
    assert_eq!((found, &*all), (kind, rows), "{text}");
}

/// A text is refused for any chunks, with all of these words.
#[track_caller]
fn refused(text: &str, words: &[&str]) -> String {
    let [message, small, smaller] = [1000, 3, 1].map(|lines| {
        let opened = open(source(text.as_bytes(), lines), &FormatOptions::default());
        opened.expect_err(text).to_string()
    });
    assert_eq!((&small, &smaller), (&message, &message), "{text}");
    for word in words {
        assert!(message.contains(word), "{word}: {message}\n{text}");
    }
    message
}

/// Cells in nine rows, with one text between cells and another between rows.
fn board(cells: &str, cell: &str, row: &str) -> String {
    let cells: Vec<String> = cells.chars().map(String::from).collect();
    let rows: Vec<String> = cells.chunks(9).map(|row| row.join(cell)).collect();
    rows.join(row)
}

/// Nine lines, with this text between cells.
fn cells(text: &str, between: &str) -> String {
    board(text, between, "\n") + "\n"
}

fn solved(times: usize) -> String {
    format!("{ANSWER}\n").repeat(times)
}
