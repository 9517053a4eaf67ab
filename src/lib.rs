//! Ninefold solves corpora of 9x9 Sudoku puzzles: files of millions of lines,
//! at the speed of the machine.
//!
//! # The journey of a puzzle
//!
//! ```text
//!   file, pipe            reader             pool of workers          caller
//!  ============      ===============   ==========================  ===========
//!
//!   .5.8....\n        chunk of whole    find    81 cells, where?    rows in the
//!   ..147...\n  --->  lines, mapped --> solve   rows, outcomes  --> order of the
//!   8.9....1\n        or read           check   every solution      input
//!      ...                              render  text of the rows
//!
//!   [input]           [pipeline]        [format] [engine] [grid]    [pipeline]
//!                                                          [metrics], [report]
//! ```
//!
//! 1. [`input`] opens what was named and yields blocks of whole lines.
//! 2. [`pipeline`] hands each block to a worker, keeps a bounded number of them
//!    in flight, and takes the results in input order.
//! 3. The worker lets [`format`](mod@format) find the puzzles, an [`engine`] solve the
//!    whole batch, [`grid::check`] judge every solution, and
//!    [`format`](mod@format) render the rows.
//! 4. [`metrics`] says how long it took, [`report`] prints it.
//!
//! One puzzle alone is [`solve`]; a corpus is [`pipeline::run`].

pub mod bench;
pub mod engine;
pub mod format;
pub mod generate;
pub mod grid;
pub mod input;
mod kernel;
pub mod metrics;
pub mod pipeline;
mod pool;
pub mod report;
pub mod shown;
mod simd;
pub mod solver;

use engine::{Batch, EngineOptions, Limits, NoWatch, Outcome, registry};
use grid::{BLANK_ROW, CellError, Puzzle};

/// The first solution of one puzzle, as 81 digits; `None` where there is none
/// (or clues clash, or ten million guesses did not suffice).
///
/// Makes an engine's state each time, which costs more than solving an easy
/// puzzle does: for many puzzles use [`pipeline::run`] or an engine's
/// [`solve`](engine::Solver::solve).
///
/// ```
/// let puzzle = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
/// let answer = ninefold::solve(puzzle)?.expect("it has a solution");
/// assert_eq!(answer, "987654321246173985351928746128537694634892157795461832519286473472319568863745219");
/// assert!(ninefold::solve("too short").is_err());
/// # Ok::<(), ninefold::grid::CellError>(())
/// ```
///
/// # Errors
/// The text is not 81 cells: see [`grid`].
pub fn solve(puzzle: &str) -> Result<Option<String>, CellError> {
    let text = puzzle.parse::<Puzzle>()?.to_text();
    let engine = &registry::ENGINES[0];
    let solver = engine.make(&EngineOptions::default());
    let mut solver = solver.expect("the default engine runs on every CPU");
    let (mut rows, mut outcomes) = ([BLANK_ROW], [Outcome::default()]);
    let mut batch = Batch::new(&text, &[0], &mut rows, &mut outcomes);
    solver.solve(&mut batch, &Limits::default(), &mut NoWatch);
    let digits = rows[0][..grid::CELLS]
        .iter()
        .map(|&digit| char::from(digit));
    Ok((outcomes[0].solutions > 0).then(|| digits.collect()))
}

/// Compiles and runs the README's example with the other doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
