//! Generates, rates and verifies puzzles.

use ninefold::corpus::{GenerateSpec, Rating, SpecError};
use ninefold::engine::{ENGINES, EngineOptions};
use ninefold::grid::Puzzle;
use ninefold::internal::Digger;
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::cell::Cell;
use std::time::{Duration, Instant};

/// How long a signal waits for the work.
const PATIENCE: Duration = Duration::from_millis(50);

/// Puzzles to rate between two looks for signals.
const GROUP: usize = 256;

fn refused(error: SpecError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Generates puzzles as text.
#[pyfunction]
pub(crate) fn generate(
    py: Python<'_>,
    count: u64,
    seed: u64,
    clues: Option<(usize, usize)>,
    difficulty: Option<&str>,
    minimal: bool,
    kind: &str,
) -> PyResult<Vec<String>> {
    let mut spec = GenerateSpec::default()
        .seed(seed)
        .clues(clues.map(|(low, high)| low..=high))
        .minimal(minimal)
        .kind(kind.parse().map_err(refused)?);
    if let Some(difficulty) = difficulty {
        spec = spec.difficulty(difficulty.parse().map_err(refused)?);
    }
    let solver = ENGINES[0].make(&EngineOptions::default());
    let solver = solver.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let mut digger = Digger::new(&spec, solver).map_err(refused)?;
    let mut made = Vec::new();
    py.detach(|| {
        let signals = Signals::new();
        digger.dig(0..count, &|| signals.are_raised(), &mut made);
        signals.raised.into_inner().map_or(Ok(()), Err)
    })?;
    let made = made.iter();
    Ok(made.map(|made| made.puzzle.to_string()).collect())
}

/// Looks for signals now and then, from a thread without the interpreter's lock.
struct Signals {
    looked: Cell<Instant>,
    /// What a signal's handler raised.
    raised: Cell<Option<PyErr>>,
}

impl Signals {
    fn new() -> Signals {
        Signals {
            looked: Cell::new(Instant::now()),
            raised: Cell::new(None),
        }
    }

    fn are_raised(&self) -> bool {
        if self.looked.get().elapsed() < PATIENCE {
            return false;
        }
        self.looked.set(Instant::now());
        // `None` if the interpreter is shutting down.
        let heard = Python::try_attach(|py| py.check_signals()).unwrap_or(Ok(()));
        let is_raised = heard.is_err();
        self.raised.set(heard.err());
        is_raised
    }
}

/// What is known of each puzzle: clues, solutions, level, guesses, whether it is minimal.
type Columns = (
    Vec<Option<usize>>,
    Vec<Option<u64>>,
    Vec<Option<&'static str>>,
    Vec<Option<u64>>,
    Vec<Option<bool>>,
);

/// Rates puzzles. What is no puzzle has no rating.
#[pyfunction]
pub(crate) fn rate(py: Python<'_>, puzzles: Vec<Option<String>>, limit: u64) -> PyResult<Columns> {
    let read = |text: &Option<String>| text.as_ref()?.parse::<Puzzle>().ok();
    let puzzles: Vec<Option<Puzzle>> = puzzles.iter().map(read).collect();
    let mut columns = Columns::default();
    for group in puzzles.chunks(GROUP) {
        let known: Vec<Puzzle> = group.iter().copied().flatten().collect();
        let ratings = py.detach(|| ninefold::rate(&known, limit));
        py.check_signals()?;
        let mut ratings = ratings.into_iter();
        for puzzle in group {
            let rating = puzzle.and_then(|_| ratings.next());
            append(&mut columns, rating.as_ref());
        }
    }
    Ok(columns)
}

fn append(columns: &mut Columns, rating: Option<&Rating>) {
    let level = rating.and_then(Rating::level);
    let hardness = rating.and_then(|rating| rating.hardness);
    columns.0.push(rating.map(|rating| rating.puzzle.clues()));
    columns.1.push(rating.and_then(|rating| rating.solutions));
    columns.2.push(level.map(|level| level.name()));
    columns.3.push(hardness.map(|hardness| hardness.guesses));
    columns.4.push(rating.and_then(|rating| rating.minimal));
}

/// What is wrong with each answer, if anything is.
#[pyfunction]
pub(crate) fn verify(
    puzzles: Vec<Option<String>>,
    answers: Vec<Option<String>>,
) -> PyResult<Vec<Option<String>>> {
    if puzzles.len() != answers.len() {
        let puzzles = puzzles.len();
        let answers = answers.len();
        let message = format!("there are {puzzles} puzzles and {answers} answers");
        return Err(PyValueError::new_err(message));
    }
    let pairs = puzzles.iter().zip(&answers);
    let judge = |(puzzle, answer): (&Option<String>, &Option<String>)| {
        let puzzle = puzzle.as_ref()?;
        let Some(answer) = answer else {
            return Some("there is no answer".to_owned());
        };
        let error = ninefold::verify(puzzle, answer).err()?;
        Some(error.with_cause())
    };
    Ok(pairs.map(judge).collect())
}
