//! Solvers that are not ours, and the two doors by which they come.
//!
//! `NAME=TARGET` brings one along ([`SolverSpec`]): a library that ends in `.so`, `.dylib` or `.dll`
//! and has the interface of `include/ninefold_solver.h`, or any command.
//!
//! # What a command is asked, and what it answers
//!
//! It reads puzzles from its standard input, a line of 81 characters each, `1` to `9` for a clue
//! and `.` for a blank, and prints a line for each, in order. Fields of a line end at
//! white space and any of `, ; : | #` and quotes. The first field of 81 digits is the solution,
//! the first of fewer than 20 digits the number of solutions; a line without a solution says
//! that there is none. Where one solution is asked for, a solution alone will do. Where more are,
//! the command must be told how many, by `{limit}` in its words, and print the number it
//! found, at most so many. `{threads}` in its words is replaced too.
//!
//! A command is first started with an empty input. What it prints then decides: nothing, and it
//! is a **plain** one, which is started for each sample anew; a sample with one puzzle,
//! beside it, says what starting costs, which is taken off. Or one line,
//!
//! ```text
//! ninefold-solver 1
//! ```
//!
//! and it **stays up**: it prints that line whenever it starts; then for each line
//! `solve COUNT LIMIT`, which COUNT puzzles follow, it prints COUNT lines, flushes its output and
//! waits for the next; and it ends when its input does. Anything else that it prints before it has
//! read a puzzle would be taken for an answer, and so it is not measured.
//!
//! What a command starts ends with it. What it leaves running, a daemon, would disturb what is
//! measured next: on Linux that is found by the variable `NINEFOLD_ANCESTORS`, which all inherit from
//! it, is killed and named, and the command is not measured.

mod answer;
pub(crate) mod child;
pub(crate) mod command;
mod descent;
pub(crate) mod groups;
mod identity;
#[cfg(feature = "solver-library")]
pub(crate) mod library;
mod pipes;
mod spec;
mod usage;

pub use child::Waiting;
pub use command::{Command, ResourceLimits};
pub use groups::end_all;
pub use identity::SolverIdentity;
pub use spec::{SolverSpec, SolverSpecError, Target};

pub(crate) use answer::{CommandAnswer, quoted};
pub(crate) use identity::find_program;
pub(crate) use usage::own_cpu;
