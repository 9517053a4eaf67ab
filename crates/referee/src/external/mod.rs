//! External solvers: commands and shared libraries.
//!
//! `NAME=TARGET` specifies one ([`SolverSpec`]): a library whose name ends in `.so`, `.dylib` or
//! `.dll` and that has the interface of `include/ninefold_solver.h`, or any command.
//!
//! # The protocol of commands
//!
//! A command reads puzzles from its standard input, lines of 81 characters each, `1` to `9` for a
//! clue and `.` for a blank. It prints one line for each, in order. Fields of a line end at white
//! space, quotes, and any of `, ; : | # = >`. The first field of 81 digits is the solution. The
//! first number of fewer than 20 digits is the number of solutions. A line without a solution says
//! that there is none. If one solution is requested, the solution is enough. If more are requested,
//! `{limit}` in the command's words must tell it how many, and it must print the number that it
//! found, up to that limit. `{threads}` in its words is replaced too.
//!
//! Ninefold first starts a command with an empty input. If it prints nothing, it is a **plain**
//! command, which starts again for each sample. Its start is part of the sample, and is also timed
//! alone and shown. In place of a line each it may print boards, as `verify` reads them. If it
//! prints the line
//!
//! ```text
//! ninefold-solver 1
//! ```
//!
//! it is **persistent**: it prints that line whenever it starts. Then for each line `solve COUNT
//! LIMIT`, which COUNT puzzles follow, it prints COUNT lines, flushes its output and waits for the
//! next. It ends when its input ends. Ninefold does not measure a command that prints anything else
//! before it has read a puzzle, because that would count as an answer.
//!
//! Our worker speaks the same protocol in a second version (`crate::bench::worker`), for engines
//! and libraries.
//!
//! # Who accounts for a solver
//!
//! Each solver runs under a process of ours that starts nothing else, its [supervisor]. All
//! processes below that are the solver's, wherever they go, and what they use is read from outside:
//! nothing that a solver says counts unless it agrees. They end with it. A process that leaves its
//! parents and runs on, such as a daemon, would disturb the next measurement, so the solver is not
//! measured then.

mod answer;
mod cgroup;
mod child;
mod claim;
mod identity;
mod instructions;
#[cfg(feature = "solver-library")]
pub(crate) mod library;
mod limits;
mod piped;
mod printed;
mod program_file;
mod session;
mod spec;
mod supervisor;
mod tree;
mod usage;
mod work;

pub use identity::SolverIdentity;
pub use limits::ResourceLimits;
pub use program_file::{is_program, may_not_run};
pub use spec::{SolverSpec, Target};
pub use supervisor::{Reply, Supervised, supervise};

pub(crate) use answer::{CommandAnswer, quoted};
pub(crate) use identity::sha256;
pub(crate) use instructions::InstructionCounter;
pub(crate) use printed::lines;
pub(crate) use program_file::{NATIVE, find_program};
pub use session::WORKER_GREETING;
pub(crate) use spec::is_library;
pub(crate) use supervisor::{SolverStart, filled};
pub(crate) use usage::{Usage, own_cpu};
pub(crate) use work::{Asked, SolverKind, Trouble, Work, WorkUsed};
