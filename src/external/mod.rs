//! External solvers: commands and shared libraries.
//!
//! `NAME=TARGET` specifies one ([`SolverSpec`]): a library whose name ends in `.so`, `.dylib` or
//! `.dll` and that has the interface of `include/ninefold_solver.h`, or any command.
//!
//! # The protocol of commands
//!
//! A command reads puzzles from its standard input, lines of 81 characters each, `1` to `9` for a
//! clue and `.` for a blank. It prints one line for each, in order. Fields of a line end at white
//! space, quotes, and any of `, ; : | # = >`. The first field of 81 digits is the solution. The first
//! number of fewer than 20 digits is the number of solutions. A line without a solution says that
//! there is none. If one solution is requested, the solution is enough. If more are requested,
//! `{limit}` in the command's words must tell it how many, and it must print the number that it
//! found, up to that limit. `{threads}` in its words is replaced too. With `{puzzle}` in its words, a shell starts it for
//! each puzzle.
//!
//! Ninefold first starts a command with an empty input. If it prints nothing, it is a **plain**
//! command, which starts again for each sample. A run with one puzzle, beside each sample, measures
//! start-up, which is subtracted. In place of a line each it may print boards, as `verify` reads them.
//! If it prints the line
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
//! Our worker speaks the same protocol in a second version (`crate::bench::worker`), for engines and libraries.
//!
//! # What a command leaves behind
//!
//! Processes that a command starts end with it: they are in its group. A process that it leaves running in another
//! group or session, such as a daemon, would disturb the next measurement. On Linux it becomes a child of this process,
//! which kills and names it, and does not measure the command. So a process that measures should not start others in
//! groups of their own meanwhile. If this process is itself killed in a way that it cannot catch, commands run on until
//! their input ends, and daemons of theirs for ever.

mod answer;
pub(crate) mod child;
pub(crate) mod command;
mod groups;
mod identity;
mod instructions;
#[cfg(feature = "solver-library")]
pub(crate) mod library;
mod limits;
mod pipes;
mod spec;
mod usage;

pub use command::Command;
pub use groups::end_all;
pub use identity::SolverIdentity;
pub use limits::ResourceLimits;
pub use spec::{SolverSpec, Target};

pub(crate) use answer::{CommandAnswer, quoted};
pub(crate) use command::WORKER_GREETING;
pub(crate) use identity::find_program;
pub(crate) use instructions::InstructionCounter;
pub(crate) use spec::is_library;
pub(crate) use usage::{Usage, WorkUsed, own_cpu};
