//! Compares the parser of lines with a plain one.

use ninefold::engine::verdict::Mode;
use ninefold::engine::{Batch, EngineOptions, Limits, NoObserver, Outcome, Solver, registry};
use ninefold::grid::{BLANK_ROW, CELLS, Puzzle};
use ninefold_files::format::{
    Format, Only, OtherKind, OutputFormat, Records, WriteOptions, detect, find, render,
};
use std::cell::RefCell;

use super::material::{Options, lines as lines_of};

thread_local! {
    static SOLVER: RefCell<Box<dyn Solver>> = {
        let mrv = registry::find("mrv").and_then(|engine| engine.make(&EngineOptions::default()));
        mrv.expect("it runs anywhere").into()
    };
}

/// It finds the same puzzles in lines as a plain parser. Every line is a row in every output format
/// that has one line a row.
pub fn lines(data: &[u8]) {
    let mut options = Options(data);
    let format = if options.choose(&[false, false, true]) {
        Format::LineOrEnd
    } else {
        Format::Line
    };
    let writing = WriteOptions::default()
        .mode(options.choose(&[Mode::First, Mode::Unique, Mode::Count]))
        .format(options.choose(&[
            OutputFormat::Solution,
            OutputFormat::Line,
            OutputFormat::Csv,
            OutputFormat::Jsonl,
        ]))
        .keep_tail(options.flag())
        .explain(options.flag())
        .only(options.choose(&[None, None, Some(Only::Solved), Some(Only::Unsolved)]));
    let text = options.text();
    let _ = detect(&text);
    let mut records = Records::default();
    find(&format, &text, &mut records);
    hold_against_plain(&format, &text, &records);
    rows(&text, &records, &writing);
}

/// Compares the result of `find` line by line.
fn hold_against_plain(format: &Format, text: &[u8], records: &Records) {
    let all: Vec<&[u8]> = lines_of(text).collect();
    assert_eq!(records.lines as usize, all.len(), "lines");
    assert_eq!(records.starts.len() + records.others.len(), all.len());
    let mut starts = records.starts.iter();
    let mut others = records.others.iter().peekable();
    let mut at = 0;
    let mut puzzles = 0;
    for (number, line) in all.iter().enumerate() {
        let bare = bare(line);
        match plain(format, bare) {
            Some(place) => {
                let start = *starts.next().expect("a puzzle is found") as usize;
                assert_eq!(start, at + place, "line {number}");
                assert!(!text[start..start + CELLS].contains(&b'\n'));
                puzzles += 1;
            }
            None => {
                let other = others.next().expect("every line is something");
                assert_eq!(other.before, puzzles, "line {number}");
                assert_eq!(&text[other.start as usize..other.end as usize], bare);
                assert_eq!(other.kind, kind(format, bare), "line {number}");
                assert!(!format.fault(bare).is_empty());
            }
        }
        at += line.len();
    }
}

/// A line without its end.
fn bare(mut line: &[u8]) -> &[u8] {
    line = line.strip_suffix(b"\n").unwrap_or(line);
    while let Some(rest) = line.strip_suffix(b"\r") {
        line = rest;
    }
    line
}

/// Where the puzzle of a line begins, by a slow method.
fn plain(format: &Format, line: &[u8]) -> Option<usize> {
    if line.starts_with(b"#") {
        return None;
    }
    let blanks = line.iter().take_while(|byte| b" \t".contains(byte));
    let start = blanks.count();
    let length = |separators: &[u8]| {
        let rest = &line[start..];
        let end = rest.iter().position(|byte| separators.contains(byte));
        end.unwrap_or(rest.len())
    };
    let mut field = start..start + length(b" \t,;#");
    // A `#` among 81 bytes is one of them.
    if length(b" \t,;") == CELLS {
        field.end = field.start + CELLS;
    }
    // As in `puzzle:1:solution`.
    if field.len() > CELLS && line[field.start + CELLS] == b':' {
        field.end = field.start + CELLS;
    }
    if *format == Format::LineOrEnd && field.len() == CELLS && has_puzzle(&line[field.end..]) {
        return None;
    }
    // After a carriage return, there may be another line.
    let is_whole = !line[field.end..].contains(&b'\r');
    (field.len() == CELLS && is_whole).then_some(field.start)
}

/// Whether another puzzle follows: more than a few of its cells are blank.
fn has_puzzle(tail: &[u8]) -> bool {
    let is_digit = |byte: &u8| (b'1'..=b'9').contains(byte);
    let mut runs = tail.split(|&byte| !Puzzle::is_cell(byte));
    runs.any(|run| {
        let digits = run.iter().filter(|byte| is_digit(byte)).count();
        // Two may be glued.
        let has_zero_or_digit = run.iter().any(u8::is_ascii_digit);
        (CELLS..=3 * CELLS).contains(&run.len())
            && has_zero_or_digit
            && run.len() - digits > CELLS / 4
    })
}

fn kind(format: &Format, line: &[u8]) -> OtherKind {
    if *format == Format::LineOrEnd && line.trim_ascii().eq_ignore_ascii_case(b"end") {
        OtherKind::End
    } else if line.iter().all(u8::is_ascii_whitespace) {
        OtherKind::Blank
    } else if line.starts_with(b"#") && !line.contains(&b'\r') {
        OtherKind::Comment
    } else {
        OtherKind::Malformed
    }
}

/// Solves the puzzles found and renders them: one line for each line.
fn rows(text: &[u8], records: &Records, writing: &WriteOptions) {
    let puzzles = records.starts.len();
    let mut rows = vec![BLANK_ROW; puzzles];
    let mut outcomes = vec![Outcome::default(); puzzles];
    let limits = Limits::default()
        .solutions(if writing.mode == Mode::First { 1 } else { 2 })
        .guesses(50);
    let mut batch = Batch::new(text, &records.starts, &mut rows, &mut outcomes);
    SOLVER.with_borrow_mut(|solver| solver.solve(&mut batch, &limits, &mut NoObserver));
    let mut out = Vec::new();
    if render(text, records, &rows, &outcomes, writing, &mut out) {
        assert!(out.is_empty());
        out = rows.as_flattened().to_vec();
    }
    let feeds = out.iter().filter(|&&byte| byte == b'\n').count();
    match writing.only {
        None => {
            let ends = records.others.iter();
            let ends = ends.filter(|other| other.kind == OtherKind::End).count();
            assert_eq!(feeds + ends, records.lines as usize, "a line for a line");
        }
        Some(_) => assert!(feeds <= records.lines as usize),
    }
    assert!(out.last().is_none_or(|&last| last == b'\n'));
    for &start in &records.starts {
        let cells = text[start as usize..start as usize + CELLS].try_into();
        let cells: &[u8; CELLS] = cells.expect("81 bytes are 81 bytes");
        if let Ok(puzzle) = Puzzle::from_text(cells) {
            assert_eq!(Puzzle::from_text(&puzzle.to_text()), Ok(puzzle));
        }
    }
}
