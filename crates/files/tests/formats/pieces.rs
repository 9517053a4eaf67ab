//! Lines that are longer than a chunk, and longer than a record may be.

use super::{ANSWER, PUZZLE, rows_of};
use ninefold_files::format::{FormatOptions, Kind, WriteOptions, open_part};
use ninefold_files::input::mmap::{Allowed, install_sigbus_guard};
use ninefold_files::input::{Bytes, Chunk, InputError, OpenOptions, Source, open, open_reader};
use std::fs;
use std::io::Cursor;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// How many puzzles a file has.
const PUZZLES: usize = 2_000;

/// A grid with other digits, by its number.
fn relabelled(grid: &str, number: usize) -> String {
    let shift = |cell: char| match cell.to_digit(10) {
        Some(digit) => char::from_digit((digit + number as u32) % 9 + 1, 10).unwrap(),
        None => cell,
    };
    grid.chars().map(shift).collect()
}

/// Each puzzle in a text of its own, all of them joined.
fn joined(puzzle: impl Fn(String) -> String, between: &str) -> String {
    let all = (0..PUZZLES).map(|number| puzzle(relabelled(PUZZLE, number)));
    all.collect::<Vec<_>>().join(between)
}

fn solutions() -> String {
    let rows = (0..PUZZLES).map(|number| relabelled(ANSWER, number) + "\n");
    rows.collect()
}

/// Calls with a file of this text, and removes it.
fn with_file(name: &str, text: &str, check: impl Fn(&Path)) {
    let path: PathBuf =
        std::env::temp_dir().join(format!("ninefold-{}-{name}", std::process::id()));
    fs::write(&path, text).unwrap();
    check(&path);
    fs::remove_file(path).unwrap();
}

fn small(chunk_size: usize) -> OpenOptions {
    OpenOptions::default()
        .chunk_size(chunk_size)
        .max_record(3 * chunk_size)
}

fn solved_by(source: Box<dyn Source>) -> String {
    rows_of(source, None, &WriteOptions::default()).0
}

/// The puzzles that begin in a part.
fn count_of(path: &Path, part: Range<u64>) -> usize {
    let source = open(path, &small(500)).unwrap();
    let mut opened = open_part(source, &FormatOptions::default(), Some(part)).unwrap();
    let mut puzzles = 0;
    while let Some(chunk) = opened.source.next(None).unwrap() {
        puzzles += chunk.bytes.split(|byte| *byte == b'\n').count() - 1;
    }
    puzzles
}

#[track_caller]
#[allow(unsafe_code)]
fn reads_in_pieces(name: &str, text: &str) {
    let expected = solutions();
    with_file(name, text, |path| {
        install_sigbus_guard();
        // SAFETY: the file belongs to this test, which does not change it.
        let allowed = unsafe { Allowed::new() };
        for chunk_size in [300, 1_000, 4_096, 1 << 20] {
            let options = small(chunk_size);
            let read = solved_by(open(path, &options).unwrap());
            assert!(read == expected, "{name} read by {chunk_size}");
            let mapped = options.mmap(allowed);
            assert!(
                solved_by(open(path, &mapped).unwrap()) == expected,
                "mapped by {chunk_size}"
            );
        }
        let size = text.len() as u64;
        let thirds = [0..size / 3, size / 3..size / 3 * 2, size / 3 * 2..size];
        let counts = thirds.map(|part| count_of(path, part));
        assert_eq!(counts.iter().sum::<usize>(), PUZZLES);
        assert!(
            counts.iter().all(|&count| count > PUZZLES / 4),
            "{counts:?}"
        );
    });
}

#[test]
fn documents_of_one_line_are_read_in_pieces() {
    let object = |puzzle: String| {
        format!(r#"{{"id": 7, "puzzle": "{puzzle}", "notes": ["é", "\u00e9{{\"["]}}"#)
    };
    let text = format!(r#"{{"count": 2000, "all": [{}]}}"#, joined(object, ", "));
    reads_in_pieces("objects.json", &text);
    reads_in_pieces("objects-and-feed.json", &(text + "\n"));
    let board = |puzzle: String| super::board(&puzzle.replace('.', "0"), ",", "],[");
    let text = format!("[[[{}]]]", joined(board, "]],[["));
    reads_in_pieces("boards.json", &text);
}

#[test]
fn puzzles_in_one_line_of_text_are_read_in_pieces() {
    let text = format!("[\"{}\"]", joined(|puzzle| puzzle, "\", \""));
    reads_in_pieces("strings.json", &text);
    let text = format!(
        "var all = '{}';",
        joined(|puzzle| puzzle.replace('.', "-"), "' + '")
    );
    reads_in_pieces("strings.js", &text);
}

#[test]
fn a_later_line_is_read_in_pieces() {
    let object = |puzzle: String| format!(r#"{{"puzzle": "{puzzle}"}}"#);
    let some = object(relabelled(PUZZLE, 0)) + ",\n";
    let all = joined(object, ",");
    // What shows the format are whole lines.
    let text = format!("[\n{}{all}]", some.repeat(2_000));
    let expected = format!("{}\n", relabelled(ANSWER, 0)).repeat(2_000) + &solutions();
    with_file("below.json", &text, |path| {
        let source = open(path, &small(1_000)).unwrap();
        assert!(solved_by(source) == expected);
    });
}

/// A text in pieces of a few bytes, whatever its lines.
struct Pieces {
    text: Vec<u8>,
    at: usize,
    length: usize,
}

impl Source for Pieces {
    fn next(&mut self, _: Option<Vec<u8>>) -> Result<Option<Chunk>, InputError> {
        let rest = &self.text[self.at..];
        let length = self.length.min(rest.len());
        if length == 0 {
            return Ok(None);
        }
        let is_piece = rest[length - 1] != b'\n' && length < rest.len();
        let chunk = Chunk {
            bytes: Bytes::Owned(rest[..length].to_vec()),
            source: 0,
            offset: self.at as u64,
            origins: None,
            broken: None,
            is_piece,
        };
        self.at += length;
        Ok(Some(chunk))
    }

    fn finish(&mut self) -> Result<(), InputError> {
        Ok(())
    }

    fn name(&self) -> &str {
        "pieces"
    }
}

#[test]
fn a_record_may_be_cut_anywhere() {
    let rows = super::board(&PUZZLE.replace('.', "0"), ", ", "], [");
    for (kind, text) in [
        (
            Kind::Json,
            format!(r#"[{{"a": "é\"{{", "puzzle": "{PUZZLE}"}}, {{"puzzle": [[{rows}]]}}]"#),
        ),
        (Kind::Array, format!("[[[{rows}]], [[{rows}]]]\n")),
        (Kind::Array, format!("[[[{rows}]],\n [[{rows}]]]")),
        (Kind::Text, format!("'{PUZZLE}', '{PUZZLE}'\nan end")),
    ] {
        for length in 1..text.len() {
            let text = text.clone().into_bytes();
            let source = Box::new(Pieces {
                text,
                at: 0,
                length,
            });
            let options = WriteOptions::default();
            let (all, _) = rows_of(source, Some(kind), &options);
            assert_eq!(all, super::solved(2), "{kind} in pieces of {length}");
        }
    }
}

/// Compressed, and so not to be read again.
#[test]
fn what_cannot_be_read_again_is_read_in_pieces() {
    let object = |puzzle: String| format!(r#"{{"puzzle": "{puzzle}"}}"#);
    for (before, after) in [("", ""), ("{\"all\":\n", "\n}")] {
        let text = format!("{before}[{}]{after}", joined(object, ","));
        for chunk_size in [1_000, 1 << 20] {
            let options = OpenOptions::default()
                .chunk_size(chunk_size)
                .max_record(70_000);
            let source = open_reader("a pipe", Box::new(Cursor::new(text.clone())), &options);
            assert!(solved_by(source.unwrap()) == solutions(), "by {chunk_size}");
        }
    }
}

#[test]
#[allow(unsafe_code)]
fn long_records_of_a_line_are_put_together_again() {
    let notes = "n".repeat(100_000);
    let line = |number: usize| {
        let puzzle = relabelled(PUZZLE, number);
        format!(r#"{{"notes": "{notes}", "puzzle": "{puzzle}"}}"#) + "\n"
    };
    let text = line(0) + &line(1);
    let expected: String = solutions().split_inclusive('\n').take(2).collect();
    with_file("long.jsonl", &text, |path| {
        install_sigbus_guard();
        // SAFETY: the file belongs to this test, which does not change it.
        let allowed = unsafe { Allowed::new() };
        for chunk_size in [1_000, 1 << 20] {
            let options = OpenOptions::default().chunk_size(chunk_size);
            let pipe = open_reader("a pipe", Box::new(Cursor::new(text.clone())), &options);
            let file = open(path, &options);
            let mapped = open(path, &options.mmap(allowed));
            for source in [pipe, file, mapped] {
                assert_eq!(solved_by(source.unwrap()), expected, "by {chunk_size}");
            }
        }
    });
}
