//! Lines from any reader to any writer.

use crate::{PUZZLE, SOLUTION, puzzles};
use ninefold::Stop;
use ninefold::{
    Request, SolveError, SolveManyError, StreamError, Totals, is_unique, solve, solve_lines,
};
use std::io::{self, Read};

/// A text of several blocks, with lines of every kind and one that is far too long.
fn lines() -> String {
    let others = ["", "  \t", "# a comment", "too short", "#", "a\rb"];
    let long = "1".repeat(5_000_000);
    let puzzles = puzzles(40_000);
    let line = |(i, puzzle): (usize, &String)| match i % 50 {
        1 => format!("{puzzle}\r\n"),
        2 => format!(" {puzzle},and more\n"),
        3 => format!("{}\n", others[i / 50 % others.len()]),
        4 if i == 20_004 => format!("{long}\n"),
        5 => format!("{puzzle}.\n"),
        _ => format!("{puzzle}\n"),
    };
    let text: String = puzzles.iter().enumerate().map(line).collect();
    "\u{feff}".to_owned() + text.trim_end()
}

fn rows(read: impl Read, options: &Request) -> (String, Totals) {
    let mut rows = Vec::new();
    let totals = solve_lines(read, &mut rows, options).unwrap();
    (String::from_utf8(rows).unwrap(), totals)
}

/// Gives a few bytes at a time.
struct Slow<'a>(&'a [u8]);

impl Read for Slow<'_> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let few = out.len().min(1 + self.0.len() % 997);
        self.0.read(&mut out[..few])
    }
}

#[test]
fn every_line_has_its_row_in_order() {
    let text = lines();
    let options = Request::new().limit(2);
    let (rows, totals) = rows(text.as_bytes(), &options.clone().threads(2));
    assert_eq!(totals.lines, 40_000);
    let texts = text.trim_start_matches('\u{feff}').split('\n');
    for (line, row) in texts.zip(rows.lines()) {
        let cells = line.trim_start_matches(' ');
        let cells = cells.split([' ', ',', '\t', ';', '#', '\r']).next();
        let expected = match solve(cells.unwrap_or_default()) {
            _ if line.trim().is_empty() || line.starts_with('#') => line.to_owned(),
            Ok(_) if !is_unique(cells.unwrap()).unwrap() => "!multiple".to_owned(),
            Ok(solution) => solution.to_string(),
            Err(SolveError::NoSolution) => "!none".to_owned(),
            Err(SolveError::Clash(_)) => "!invalid".to_owned(),
            Err(SolveError::Malformed(_)) => "!malformed".to_owned(),
            Err(error) => panic!("{error}"),
        };
        assert_eq!(row, expected);
    }
    assert_eq!(rows.lines().count(), 40_000);
    for threads in [1, 3] {
        let options = options.clone().threads(threads);
        assert!(self::rows(Slow(text.as_bytes()), &options) == (rows.clone(), totals));
    }
    let nothing = (String::new(), Totals::default());
    assert_eq!(self::rows(io::empty(), &options), nothing);
}

/// Fails at its end.
struct Failing<R>(R);

impl<R: Read> Read for Failing<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        match self.0.read(out)? {
            0 => Err(io::ErrorKind::BrokenPipe.into()),
            got => Ok(got),
        }
    }
}

#[test]
fn what_was_read_before_an_error_has_its_rows() {
    let text = format!("{PUZZLE}\n{PUZZLE}\n{}", &PUZZLE[..40]);
    let mut rows = Vec::new();
    let done = solve_lines(Failing(text.as_bytes()), &mut rows, &Request::new());
    let Err(StreamError::Read(error)) = done else {
        panic!("{done:?}");
    };
    assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
    assert_eq!(rows, format!("{SOLUTION}\n{SOLUTION}\n").as_bytes());
    let full: &mut [u8] = &mut [0; 100];
    let done = solve_lines(text.as_bytes(), full, &Request::new());
    assert!(matches!(done, Err(StreamError::Write(_))), "{done:?}");
}

#[test]
fn a_pipeline_can_be_stopped() {
    let stop = Stop::new();
    stop.stop();
    for threads in [1, 2] {
        let options = Request::new().threads(threads).stop(&stop);
        let done = solve_lines(lines().as_bytes(), Vec::new(), &options);
        let Err(StreamError::Solve(error)) = done else {
            panic!("{done:?}");
        };
        assert_eq!(error, SolveManyError::Stopped);
    }
}
