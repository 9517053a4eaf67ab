//! Ninefold solves millions of 9x9 Sudoku puzzles a second and checks every answer.
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
//! `ninefold` (its package `ninefold-files`), and so does measuring solvers (`ninefold-referee`).
//!
//! # Features
//!
//! `serde` brings `Serialize` and `Deserialize` for puzzles, solutions, verdicts, outcomes and
//! ratings, and `Serialize` for errors.

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

/// What our own packages use besides. It is no promise, and changes at any time.
#[doc(hidden)]
pub mod internal {
    pub use crate::corpus::batch::{BatchSolver, leave_out};
    pub use crate::corpus::datasets::{DATASETS, SAMPLE};
    pub use crate::corpus::generate::block::{Digger, Effort};
    pub use crate::corpus::random::{Rng, cell_order};
    pub use crate::corpus::rate::rater::Rater;
    pub use crate::front::{Watch, with_own_solver};
    pub use crate::lines::{BOM, HEAD, LONGEST_RECORD, Line, Other, OtherKind};
    pub use crate::lines::{cells_at, find_puzzles, first_field, in_order, read_lines};
    pub use crate::lines::{trim_end, whole_lines};
    pub use crate::options;
    pub use crate::parallel::{HAS_THREADS, Pool, cpus, threads};
    pub use crate::simd::counter;
    pub use crate::solver::SolvedPuzzles;
}

pub use corpus::short::{generate, rate};
pub use front::{AllSolutions, SolveError, count, is_unique, solutions, solve};
pub use front::{Puzzles, Request, SolveManyError, solve_many};
pub use front::{StreamError, Totals, solve_lines};
pub use front::{VerifyError, verify};
pub use parallel::Stop;

/// Compiles and runs the README's example with the other doc tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
pub struct Readme;

/// The same for the guide's page on Rust.
#[cfg(doctest)]
#[doc = include_str!("../docs/src/rust.md")]
pub struct GuidePage;
