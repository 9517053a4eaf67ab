//! Files of puzzles, for the packages of this workspace: their interface is no promise, and
//! changes at any time.
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
//! 3. In the worker, `format` finds the puzzles, an [`engine`](ninefold::engine) solves the whole
//!    batch, [`check`](ninefold::grid::check) checks every solution, and `format` renders the rows.
//! 4. `metrics` measures how long it took.

pub mod corpus;
pub mod escape;
pub mod format;
pub mod input;
pub mod metrics;
pub mod numbers;
mod parallel;
pub mod pipeline;
mod tasks;
