//! Ninefold solves files of millions of 9x9 Sudoku puzzles and checks every answer.
//!
//! # The path of a puzzle
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
//!                                                          [metrics]
//! ```
//!
//! 1. `input` opens an input and yields chunks of whole lines.
//! 2. `pipeline` gives each chunk to a worker, keeps a bounded number of chunks in flight, and
//!    takes the results in input order.
//! 3. In the worker, `format` finds the puzzles, an [`engine`] solves the whole batch,
//!    [`grid::check`] checks every solution, and `format` renders the rows.
//! 4. `metrics` measures how long it took.
//!
//! # Where to begin
//!
//! | for | use |
//! | --- | --- |
//! | one puzzle | [`solve`], [`count`], [`is_unique`], [`solutions`] |
//! | a batch in memory | [`solve_many`] |
//! | lines from a reader, rows to a writer | [`solve_lines`] |
//! | the same with limits, a deadline, or a way to stop | [`Request`] |
//! | batch after batch on your own threads | [`engine`] |
//! | making puzzles from a seed, rating them | [`generate`], [`rate`] |
//! | judging the answers of others | [`verify`] |
//!
//! This is the interface, and it needs no feature. Files and other formats belong to the program
//! `ninefold`, and so does measuring solvers (the package `ninefold-referee`). The modules for
//! files (`input`, `format`, `metrics`, `pipeline`, and a part of `corpus`) are public for our own
//! packages alone, are not in this documentation, and change at any time.
//!
//! # Features
//!
//! All but `serde` are for our own packages.
//!
//! | feature | brings |
//! | --- | --- |
//! | `serde` | `Serialize` and `Deserialize` for puzzles, solutions, verdicts, outcomes and ratings; `Serialize` for errors |
//! | `files` | `input`, `format`, `metrics`, `pipeline`, `corpus` for files |
//! | `zstd` | `files`, with zstd decoded by the C library, which is faster |

pub mod corpus;
pub mod engine;
mod front;
pub mod grid;
mod kernel;
mod lines;
mod parallel;
#[cfg(test)]
mod proofs;
mod setters;
mod simd;
mod solver;
mod tasks;

// Public for our own packages, without a promise.
#[cfg(feature = "files")]
#[doc(hidden)]
pub mod escape;
#[cfg(feature = "files")]
#[doc(hidden)]
pub mod format;
#[cfg(feature = "files")]
#[doc(hidden)]
pub mod input;
#[cfg(feature = "files")]
#[doc(hidden)]
pub mod metrics;
#[cfg(feature = "files")]
#[doc(hidden)]
pub mod numbers;
#[cfg(feature = "files")]
#[doc(hidden)]
pub mod pipeline;

pub use corpus::short::{generate, rate};
#[doc(hidden)]
pub use front::Watch;
pub use front::{AllSolutions, SolveError, count, is_unique, solutions, solve};
pub use front::{Puzzles, Request, SolveManyError, solve_many};
pub use front::{StreamError, Totals, solve_lines};
pub use front::{VerifyError, verify};
pub use parallel::Stop;
#[doc(hidden)]
pub use parallel::{Pool, cpus};

/// Compiles and runs the README's example with the other doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// The same for the guide's page on Rust.
#[cfg(doctest)]
#[doc = include_str!("../docs/src/rust.md")]
pub struct GuidePage;
