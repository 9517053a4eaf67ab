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
//! 2. [`pipeline`](mod@pipeline) hands each block to a worker, keeps a bounded number of them
//!    in flight, and takes the results in input order.
//! 3. The worker lets [`format`](mod@format) find the puzzles, an [`engine`] solve the
//!    whole batch, [`grid::check`] judge every solution, and
//!    [`format`](mod@format) render the rows.
//! 4. [`metrics`] says how long it took, [`report`] prints it.
//!
//! # Where to begin
//!
//! | for | there is |
//! | --- | --- |
//! | one puzzle | [`solve`], [`count`], [`is_unique`], [`solutions`] |
//! | a batch in memory | [`solve_many`] |
//! | lines that are read, rows that are written | [`pipeline()`] |
//! | a solver of your own threads, batch after batch | [`engine`] |
//! | files of many formats, statistics, checkpoints | [`pipeline::run`], with feature `cli` |
//!
//! Feature `cli`, a default, is the program and all that only it needs: everything but
//! [`engine`], [`grid`], [`solver`], [`parallel`] and the functions above.

pub mod engine;
mod front;
pub mod grid;
mod kernel;
mod lines;
pub mod parallel;
mod setters;
mod simd;
pub mod solver;

#[cfg(feature = "cli")]
pub mod bench;
#[cfg(feature = "cli")]
pub mod claims;
#[cfg(feature = "cli")]
pub mod corpus;
#[cfg(feature = "cli")]
mod documents;
#[cfg(feature = "cli")]
pub mod foreign;
#[cfg(feature = "cli")]
pub mod format;
#[cfg(feature = "cli")]
pub mod input;
#[cfg(feature = "cli")]
pub mod metrics;
#[cfg(feature = "cli")]
pub mod numbers;
#[cfg(feature = "cli")]
pub mod pipeline;
#[cfg(feature = "cli")]
pub mod report;
#[cfg(feature = "cli")]
pub mod shown;

pub use front::{Puzzles, SolveManyError, SolveOptions, solve_many};
pub use front::{SolveError, count, is_unique, solutions, solve};
pub use front::{StreamError, Totals, pipeline};

/// Compiles and runs the README's example with the other doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;
