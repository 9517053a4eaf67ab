//! Lines that are longer than a chunk, and longer than a record may be.

use super::{ANSWER, PUZZLE, rows_of};
use ninefold::format::{FormatOptions, WriteOptions, open_part};
use ninefold::input::mmap::{Allowed, install_sigbus_guard};
use ninefold::input::{OpenOptions, Source, open};
use std::fs;
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

fn all_of(source: Box<dyn Source>) -> String {
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
            let read = all_of(open(path, &options).unwrap());
            assert!(read == expected, "{name} read by {chunk_size}");
            let mapped = options.mmap(allowed);
            assert!(
                all_of(open(path, &mapped).unwrap()) == expected,
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
        assert!(all_of(source) == expected);
    });
}
