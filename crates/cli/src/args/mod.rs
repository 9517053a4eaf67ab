//! Arguments that several verbs share. Each is defined, explained and interpreted once.

mod engine;
mod findings;
mod help;
mod input;
pub(crate) mod names;
mod output;
mod solvers;
mod values;

pub(crate) use engine::{EngineArgs, ThreadArgs};
pub(crate) use findings::FindingsArgs;
pub(crate) use help::{COMMON, EXIT_CODES, STYLES, with_exit_codes, with_help};
pub(crate) use input::{FormatArgs, InputArgs};
pub(crate) use output::OutputArgs;
pub(crate) use solvers::{SolverArgs, TimeoutArgs};
pub(crate) use values::{choice, choices, duration, size, time_option, too_short};
