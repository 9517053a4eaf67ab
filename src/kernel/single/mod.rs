#![doc = include_str!("README.md")]
#![allow(unsafe_code)]
// Constant indices over small arrays say which word of the layout is meant.
#![allow(clippy::needless_range_loop)]

mod arch;
pub(crate) mod choose;
pub(crate) mod pass;
pub(crate) mod quads;
mod search;
mod text;

use super::lanes::{Backend, on_backend};
use search::SingleSearch;
pub(crate) use search::{SearchStart, SolveOne};

/// A solver on this back end, if the CPU can run it.
pub(crate) fn solver(backend: Backend) -> Option<Box<dyn SolveOne>> {
    on_backend!(backend, l => Box::new(SingleSearch::new(l)) as Box<dyn SolveOne>)
}
