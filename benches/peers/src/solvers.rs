//! Everything that takes part: Ninefold's engines and the peers.
//!
//! All get the same text and must leave the same: for each puzzle the number
//! of solutions up to the limit, and the first solution's digits as text.

use crate::corpus::{Answers, Corpus};
use ninefold::engine::{
    self, Batch, Counters, EngineError, EngineOptions, Limits, NoWatch, Solver, Status,
};
use ninefold::grid::{CELLS, Row};
use thiserror::Error;

/// One who takes part.
pub(crate) struct Entrant {
    pub(crate) name: String,
    pub(crate) version: &'static str,
    pub(crate) licence: &'static str,
    pub(crate) kind: Kind,
}

pub(crate) enum Kind {
    Engine(Box<dyn Solver>),
    Peer(SolveOne),
}

/// Reads a puzzle's 81 bytes, looks for `limit` solutions, writes the first one's digits;
/// the number found.
pub(crate) type SolveOne = fn(&str, u64, &mut Row) -> u64;

/// A crate from the registry, as it is entered.
pub(crate) struct Peer {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    pub(crate) licence: &'static str,
    pub(crate) about: &'static str,
    solve: SolveOne,
}

/// The crate all others are compared with.
pub(crate) const REFERENCE: &str = "sudoku";

pub(crate) const PEERS: &[Peer] = &[
    Peer {
        name: REFERENCE,
        version: "0.8",
        licence: "AGPL-3.0",
        about: "band bitmasks after JCZSolve, feature unchecked_indexing",
        solve: sudoku_crate,
    },
    Peer {
        name: "rustoku",
        version: "0.16 (rustoku-lib)",
        licence: "MIT",
        about: "its default techniques, then bitmask search by fewest candidates",
        solve: rustoku,
    },
    Peer {
        name: "sudoku-solver",
        version: "0.6",
        licence: "MIT",
        about: "bitmask search by fewest candidates",
        solve: sudoku_solver_crate,
    },
    Peer {
        name: "dlx-rs",
        version: "1.3",
        licence: "MIT",
        about: "dancing links on the exact cover matrix",
        solve: dlx_rs,
    },
];

/// Why something cannot take part.
#[derive(Debug, Error)]
pub(crate) enum EntryError {
    #[error("no peer is called '{0}' ('list' names them)")]
    UnknownPeer(String),
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// The peer called `name`.
pub(crate) fn peer(name: &str) -> Result<Entrant, EntryError> {
    let peer = PEERS
        .iter()
        .find(|peer| peer.name == name)
        .ok_or_else(|| EntryError::UnknownPeer(name.to_owned()))?;
    Ok(Entrant {
        name: peer.name.to_owned(),
        version: peer.version,
        licence: peer.licence,
        kind: Kind::Peer(peer.solve),
    })
}

/// The engine that `spec`, `name` or `name:backend`, names.
pub(crate) fn engine(spec: &str) -> Result<Entrant, EntryError> {
    let (name, backend) = match spec.split_once(':') {
        Some((name, backend)) => (name, Some(backend.to_owned())),
        None => (spec, None),
    };
    let solver = engine::registry::find(name)?.make(&EngineOptions { backend })?;
    Ok(Entrant {
        name: format!("ninefold {spec}"),
        version: "this tree",
        licence: "MIT OR Apache-2.0",
        kind: Kind::Engine(solver),
    })
}

impl Entrant {
    /// Solves the whole corpus, an engine in batches of `batch` puzzles.
    pub(crate) fn solve(
        &mut self,
        corpus: &Corpus,
        limit: u64,
        batch: usize,
        answers: &mut Answers,
    ) -> Counters {
        match &mut self.kind {
            Kind::Engine(solver) => solve_batches(solver.as_mut(), corpus, limit, batch, answers),
            Kind::Peer(solve) => {
                for i in 0..corpus.len() {
                    let text = str::from_utf8(corpus.puzzle(i)).expect("cells are ASCII");
                    answers.outcomes[i].solutions = solve(text, limit, &mut answers.rows[i]);
                }
                Counters::default()
            }
        }
    }
}

fn solve_batches(
    solver: &mut dyn Solver,
    corpus: &Corpus,
    limit: u64,
    batch: usize,
    answers: &mut Answers,
) -> Counters {
    let limits = Limits {
        solutions: limit,
        ..Limits::default()
    };
    let mut counters = Counters::default();
    let starts = corpus.starts().chunks(batch);
    let rows = answers.rows.chunks_mut(batch);
    let outcomes = answers.outcomes.chunks_mut(batch);
    for ((starts, rows), outcomes) in starts.zip(rows).zip(outcomes) {
        let mut batch = Batch::new(corpus.text(), starts, rows, outcomes);
        counters.add(&solver.solve(&mut batch, &limits, &mut NoWatch));
    }
    counters
}

/// Whether an answer says that the search stopped before its end.
pub(crate) fn gave_up(answers: &Answers) -> usize {
    let gave_up = |outcome: &&ninefold::engine::Outcome| outcome.status == Status::GaveUp;
    answers.outcomes.iter().filter(gave_up).count()
}

fn sudoku_crate(text: &str, limit: u64, row: &mut Row) -> u64 {
    let Ok(puzzle) = sudoku::Sudoku::from_str_line(text) else {
        return 0;
    };
    let mut first = [[0; CELLS]];
    let found = puzzle.solutions_up_to_buffer(&mut first, limit as usize);
    if found > 0 {
        write_digits(row, first[0]);
    }
    found as u64
}

fn rustoku(text: &str, limit: u64, row: &mut Row) -> u64 {
    let Ok(mut puzzle) = rustoku_lib::Rustoku::new_from_str(text) else {
        return 0;
    };
    let solutions = puzzle.solve_until(limit as usize);
    if let Some(first) = solutions.first() {
        write_digits(
            row,
            (0..CELLS).map(|cell| first.board.get(cell / 9, cell % 9)),
        );
    }
    solutions.len() as u64
}

fn sudoku_solver_crate(text: &str, limit: u64, row: &mut Row) -> u64 {
    let mut cells = [[0; 9]; 9];
    for (cell, byte) in text.bytes().enumerate() {
        cells[cell / 9][cell % 9] = digit(byte);
    }
    let board = sudoku_solver::Board::from(&cells);
    let mut solutions = sudoku_solver::SolutionIter::new(&board).take(limit as usize);
    let Some(first) = solutions.next() else {
        return 0;
    };
    write_digits(
        row,
        (0..CELLS).map(|cell| first.get_cell(cell % 9, cell / 9)),
    );
    1 + solutions.count() as u64
}

fn dlx_rs(text: &str, limit: u64, row: &mut Row) -> u64 {
    let mut cells = [0; CELLS];
    for (cell, byte) in cells.iter_mut().zip(text.bytes()) {
        *cell = usize::from(digit(byte));
    }
    let mut solutions = dlx_rs::Sudoku::new_from_input(&cells).take(limit as usize);
    let Some(first) = solutions.next() else {
        return 0;
    };
    write_digits(row, first.into_iter().map(|digit| digit as u8));
    1 + solutions.count() as u64
}

fn digit(byte: u8) -> u8 {
    if byte == b'.' { 0 } else { byte - b'0' }
}

#[inline]
fn write_digits(row: &mut Row, digits: impl IntoIterator<Item = u8>) {
    for (out, digit) in row[..CELLS].iter_mut().zip(digits) {
        *out = b'0' + digit;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ninefold::grid::{BLANK_ROW, check::check};

    const ONE: &str =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    #[test]
    fn every_peer_solves_and_counts() {
        for peer in PEERS {
            let mut row = BLANK_ROW;
            assert_eq!((peer.solve)(ONE, 1, &mut row), 1, "{}", peer.name);
            let answer = row.first_chunk().expect("81 bytes");
            assert_eq!(
                check(ONE.as_bytes().try_into().unwrap(), answer),
                Ok(()),
                "{}",
                peer.name
            );
            assert_eq!(row[CELLS], b'\n');
            assert_eq!((peer.solve)(ONE, 2, &mut row), 1, "{}", peer.name);
            let empty = ".".repeat(CELLS);
            assert_eq!((peer.solve)(&empty, 2, &mut row), 2, "{}", peer.name);
        }
    }

    #[test]
    fn unknown_names_are_refused() {
        assert!(engine("no such engine").is_err());
        assert!(engine("mrv-scan").is_ok());
        assert!(peer("no such peer").is_err());
    }
}
