//! The native half of the Python package `ninefold`: it takes lists, Arrow columns and arrays of
//! cells, and returns the same. Python code handles everything that is special to one library
//! (names, indexes, types of columns). `python/ninefold/_native.pyi` describes the functions.

mod answers;
mod arrow;
mod batch;
mod corpus;
mod memory;

use arrow::{Column, Strings};
use batch::BatchOptions;
use memory::{NumpyArray, collected, reserved, zeroed};
use ninefold::engine::verdict::Verdict;
use ninefold::{Puzzles, Request};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyFloat, PyList, PyString};
use std::error::Error;

const CELLS: usize = 81;

/// Maximum bytes of a solution as a Python object in a list, together with the other three answers.
const SOLUTION: usize = 144;
const FULL_ROW: usize = SOLUTION + 3 * 8 + 2 * 32;

/// Rows of a list that take so little memory that it is not asked for.
const FEW: usize = 256;

/// What to do with a column of numbers, at the end of a message.
const AS_TEXT: &str =
    ": read the column as text (pandas.read_csv: dtype=str), because numbers lose digits";

/// Arrays of numpy: cells, counts, guesses, numbers of verdicts.
type Arrays<'py> = (
    Bound<'py, PyAny>,
    Option<(Bound<'py, PyAny>, Bound<'py, PyAny>, Bound<'py, PyAny>)>,
);

/// The names of verdicts, created once.
static WORDS: PyOnceLock<[Py<PyString>; Verdict::ALL.len()]> = PyOnceLock::new();

/// Lists. Only the first is always there.
type Lists<'py> = (
    Bound<'py, PyList>,
    Option<(Bound<'py, PyList>, Bound<'py, PyList>, Bound<'py, PyList>)>,
);

/// Columns in pieces. Only the first is always there.
type Columns = (Vec<Column>, Option<(Vec<Column>, Vec<Column>, Vec<Column>)>);

/// The answer to one puzzle: its solution, and the number of solutions, guesses and verdict.
type One<'py> = (
    Option<Bound<'py, PyString>>,
    Option<(u64, u64, Py<PyString>)>,
);

/// Solves one puzzle.
#[pyfunction]
fn solve_one<'py>(
    py: Python<'py>,
    puzzle: &Bound<'py, PyString>,
    options: &BatchOptions,
    full: bool,
) -> PyResult<One<'py>> {
    let mut row = [0; CELLS];
    let puzzle = [puzzle.to_str().map_or(&[] as &[u8], str::as_bytes)];
    let answers = options.run(py, &Puzzles::slices(&puzzle), &mut row, full)?;
    let solution = answers.is_solved(0, &row).then(|| text(py, &row));
    let all = || {
        let outcome = answers.outcome(0);
        (
            outcome.solutions,
            outcome.guesses,
            word(py, answers.verdict(0)),
        )
    };
    Ok((solution, full.then(all)))
}

/// Why a text is malformed, or which clues clash.
#[pyfunction]
fn fault(puzzle: &Bound<'_, PyString>) -> String {
    let Ok(text) = puzzle.to_str() else {
        return "malformed: not Unicode".to_owned();
    };
    match Request::new().max_guesses(0).solve(text) {
        Ok(_) => "no fault".to_owned(),
        Err(error) => match error.source() {
            Some(cause) => format!("{error}: {cause}"),
            None => error.to_string(),
        },
    }
}

/// Solves a list of str or None.
#[pyfunction]
fn solve_list<'py>(
    py: Python<'py>,
    puzzles: &Bound<'py, PyList>,
    options: &BatchOptions,
    full: bool,
) -> PyResult<Lists<'py>> {
    // Changing the list meanwhile does not remove its texts.
    let items: Vec<Bound<'py, PyAny>> = collected(puzzles.iter())?;
    let mut slices: Vec<&[u8]> = reserved(items.len())?;
    for (i, item) in items.iter().enumerate() {
        if item.is_none() {
            slices.push(&[]);
            continue;
        }
        let text = item.cast::<PyString>();
        let text = text.map_err(|_| not_text(i, item))?;
        // A text that is not Unicode (half of a surrogate pair) is not a puzzle.
        slices.push(text.to_str().map_or(&[], str::as_bytes));
    }
    let is_null = |i: usize| items[i].is_none();
    let mut solutions = zeroed(CELLS * slices.len())?;
    let answers = options.run(py, &Puzzles::slices(&slices), &mut solutions, full)?;
    if slices.len() > FEW {
        let row = if full { FULL_ROW } else { SOLUTION };
        memory::check(row * slices.len())?;
    }
    let rows = solutions.as_chunks::<CELLS>().0.iter().enumerate();
    let texts = PyList::new(
        py,
        rows.map(|(i, row)| answers.is_solved(i, row).then(|| text(py, row))),
    )?;
    let given = |i: usize| (!is_null(i)).then(|| answers.outcome(i));
    let all = || {
        let number = 0..slices.len();
        Ok::<_, PyErr>((
            PyList::new(py, number.clone().map(|i| given(i).map(|o| o.solutions)))?,
            PyList::new(py, number.clone().map(|i| given(i).map(|o| o.guesses)))?,
            PyList::new(
                py,
                number.map(|i| given(i).map(|_| word(py, answers.verdict(i)))),
            )?,
        ))
    };
    Ok((texts, full.then(all).transpose()?))
}

/// The error for an item of a list that is neither text nor None.
fn not_text(i: usize, item: &Bound<'_, PyAny>) -> PyErr {
    let is_number = |item: &Bound<'_, PyAny>| {
        Ok::<_, PyErr>(item.is_instance_of::<PyFloat>() || item.hasattr("__index__")?)
    };
    let hint = match is_number(item) {
        Ok(true) => AS_TEXT,
        _ => "",
    };
    let kind = item.get_type();
    PyTypeError::new_err(format!(
        "puzzle {i} is a {kind}, and neither str nor None{hint}"
    ))
}

/// The name of a verdict, the same object each time.
fn word(py: Python<'_>, verdict: Verdict) -> Py<PyString> {
    let words = WORDS.get_or_init(py, || {
        Verdict::ALL.map(|verdict| PyString::new(py, verdict.name()).unbind())
    });
    words[verdict as usize].clone_ref(py)
}

/// Eighty-one digits.
fn text<'py>(py: Python<'py>, digits: &[u8]) -> Bound<'py, PyString> {
    PyString::new(py, str::from_utf8(digits).expect("digits are text"))
}

/// Solves a column of text with Arrow's PyCapsule interface. Returns pieces only if that is
/// allowed.
#[pyfunction]
fn solve_arrow(
    py: Python<'_>,
    puzzles: &Bound<'_, PyAny>,
    options: &BatchOptions,
    full: bool,
    in_pieces: bool,
) -> PyResult<Columns> {
    let strings = Strings::import(puzzles)?;
    let mut solutions = zeroed(CELLS * strings.len())?;
    let slices;
    let puzzles = match strings.between_offsets() {
        Some(puzzles) => puzzles,
        None => {
            slices = py.detach(|| strings.slices())?;
            Puzzles::slices(&slices)
        }
    };
    let answers = options.run(py, &puzzles, &mut solutions, full)?;
    py.detach(|| strings.answer(solutions, &answers, full, in_pieces))
}

/// Solves an array of cells, 81 a puzzle, which are values (0 to 9) or text. Returns arrays of
/// numpy.
#[pyfunction]
fn solve_cells<'py>(
    py: Python<'py>,
    puzzles: PyBuffer<u8>,
    are_values: bool,
    options: &BatchOptions,
    full: bool,
) -> PyResult<Arrays<'py>> {
    let cells = puzzles.as_slice_ptr();
    let cells = cells.ok_or_else(|| PyValueError::new_err("the array is not contiguous"))?;
    if cells.len() % CELLS != 0 {
        return Err(PyValueError::new_err("a puzzle has 81 cells"));
    }
    // SAFETY: The buffer is contiguous, and stays in place until `puzzles` is dropped, after the
    // last use of these cells. The caller must not write to it from another thread meanwhile, as
    // for everything that works on arrays without the lock.
    #[allow(unsafe_code)]
    let cells = unsafe { cells.as_ref() };
    let mut batch = Puzzles::strided(cells, CELLS);
    if are_values {
        batch = batch.as_values();
    }
    let mut solutions = NumpyArray::zeros(py, cells.len(), "uint8")?;
    let answers = options.run(py, &batch, solutions.as_mut_slice(), full)?;
    if answers.outcomes.is_some() {
        let blank = if are_values { 0 } else { b'.' };
        for (i, row) in solutions
            .as_mut_slice()
            .as_chunks_mut::<CELLS>()
            .0
            .iter_mut()
            .enumerate()
        {
            if !answers.is_solved(i, row) {
                row.fill(blank);
            }
        }
    }
    let all = || {
        let number = || 0..batch.len();
        let counts = number().map(|i| answers.outcome(i).solutions);
        let guesses = number().map(|i| answers.outcome(i).guesses);
        let verdicts = number().map(|i| answers.verdict(i) as u8);
        Ok::<_, PyErr>((
            NumpyArray::of(py, "uint64", counts)?,
            NumpyArray::of(py, "uint64", guesses)?,
            NumpyArray::of(py, "uint8", verdicts)?,
        ))
    };
    Ok((solutions.into_inner(), full.then(all).transpose()?))
}

/// See `_native.pyi`. Nobody tried it without the interpreter's lock, so a Python that has none by
/// default gets it back, and says so.
#[pymodule(gil_used = true)]
mod _native {
    #[pymodule_export]
    use super::corpus::{generate, rate, verify};

    #[pymodule_export]
    use super::{BatchOptions, Column, fault, solve_arrow, solve_cells, solve_list, solve_one};

    use super::{AS_TEXT, Verdict};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("AS_TEXT", AS_TEXT)?;
        module.add("VERDICTS", Verdict::ALL.map(Verdict::name))?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
