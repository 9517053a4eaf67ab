//! The vocabulary of solvers: requests and answers.
//!
//! A batch is text: the bytes of a chunk, and the positions at which the 81 cells of each puzzle
//! begin. A solver reads the cells itself (each byte once), because reading is a large part of the
//! work on easy puzzles. It writes each puzzle's first solution into its [`Row`].

mod budget;
mod buffers;
mod solved;
pub mod verdict;

pub(crate) use budget::{Budget, CHECK_EVERY, SearchResult};
pub(crate) use buffers::BatchBuffers;
pub use solved::SolvedPuzzles;

use crate::grid::{CELLS, Puzzle, Row};
use crate::lines::cells_at;
use crate::options;
use std::fmt;

options! {
    /// When to stop work on a puzzle.
    ///
    /// ```
    /// use ninefold::engine::Limits;
    /// // Is there exactly one, as far as a thousand guesses tell?
    /// let limits = Limits::default().solutions(2).guesses(1000);
    /// assert_eq!((limits.solutions, limits.guesses), (2, 1000));
    /// ```
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub struct Limits {
        /// Stop at this many solutions, at least 1.
        pub solutions: u64,
        /// Give up after this many guesses.
        pub guesses: u64,
    }
}

impl Default for Limits {
    /// One solution, ten million guesses.
    fn default() -> Limits {
        Limits {
            solutions: 1,
            guesses: 10_000_000,
        }
    }
}

impl Limits {
    /// The limits that are left after a part of the work.
    pub(crate) fn after(&self, done: &Outcome) -> Limits {
        Limits {
            solutions: self.solutions - done.solutions,
            guesses: self.guesses - done.guesses,
        }
    }
}

/// How work on a puzzle ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Status {
    /// Searched to the end, or to the limit of solutions.
    #[default]
    Finished,
    /// The limit of guesses was reached first.
    GaveUp,
    /// Its time ran out first, or the work was stopped ([`Observer::is_out_of_time`]).
    OutOfTime,
    /// A byte of the text is neither a clue nor a blank.
    Malformed,
    /// Two clues clash.
    Invalid,
    /// There are more solutions than [`Limits::solutions`]. No engine says so: callers ask for one
    /// solution more ([`Outcome::cap`]).
    LimitReached,
}

/// The result of work on one puzzle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Outcome {
    /// Solutions found, never more than [`Limits::solutions`].
    pub solutions: u64,
    /// Guesses made: candidates tried while another candidate of the same
    /// choice was left to try.
    pub guesses: u64,
    /// How it ended.
    pub status: Status,
}

impl Outcome {
    /// Removes the one extra solution above `limit` that the caller asked for, and notes that there
    /// are more.
    pub fn cap(&mut self, limit: u64) {
        if self.solutions > limit {
            self.solutions = limit;
            self.status = Status::LimitReached;
        }
    }
}

/// Deterministic counts of work, the same in every run.
///
/// Solvers keep them local in the hot loop and add them up once a batch. If the search of a puzzle
/// is divided, nodes and passes include those of parts that a limit made unnecessary. Which parts
/// these are does not depend on the number of threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Counters {
    /// Guesses, as in [`Outcome::guesses`].
    pub guesses: u64,
    /// Nodes of the search: for a scalar engine, the placements that it tried; for the lane kernel,
    /// the states that it propagated to their end.
    pub nodes: u64,
    /// Propagation passes, times the lanes that were busy in each (lane kernel only).
    pub lane_passes: u64,
}

impl Counters {
    /// Adds another batch's counts.
    pub fn add(&mut self, other: &Counters) {
        self.guesses += other.guesses;
        self.nodes += other.nodes;
        self.lane_passes += other.lane_passes;
    }
}

/// Puzzles to solve, with buffers for their rows and outcomes.
#[derive(Debug)]
pub struct Batch<'a> {
    text: &'a [u8],
    starts: &'a [u32],
    /// The first solution of each puzzle that has one. Other rows are unspecified. The line feed at
    /// the end of each row stays.
    pub rows: &'a mut [Row],
    /// The outcome of each puzzle.
    pub outcomes: &'a mut [Outcome],
    /// The number of puzzles that the solver took.
    taken: usize,
}

impl<'a> Batch<'a> {
    /// A batch in which puzzle `i` is the 81 bytes of `text` from `starts[i]`.
    ///
    /// # Panics
    /// Panics if the slices have different lengths, or if a puzzle reaches beyond the text.
    pub fn new(
        text: &'a [u8],
        starts: &'a [u32],
        rows: &'a mut [Row],
        outcomes: &'a mut [Outcome],
    ) -> Batch<'a> {
        assert_eq!(starts.len(), rows.len());
        assert_eq!(starts.len(), outcomes.len());
        // This closure belongs to this crate. A build with several codegen units may call the
        // functions in `max` for each puzzle.
        let last = starts.iter().fold(0, |last, &start| start.max(last));
        assert!(starts.is_empty() || last as usize + CELLS <= text.len());
        Batch {
            text,
            starts,
            rows,
            outcomes,
            taken: starts.len(),
        }
    }

    /// The number of puzzles that the solver took: all, unless the observer ended the batch early
    /// ([`Observer::takes_more`]). The rows and outcomes of the others are unspecified.
    #[must_use]
    pub fn taken(&self) -> usize {
        self.taken
    }

    /// Notes that the solver took only the first puzzles.
    pub fn take_only(&mut self, count: usize) {
        self.taken = count.min(self.len());
    }

    /// Number of puzzles.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// Whether the batch is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The text of puzzle `i`.
    ///
    /// # Panics
    /// Panics if there is no such puzzle.
    #[inline]
    #[must_use]
    pub fn puzzle(&self, i: usize) -> &'a [u8; CELLS] {
        cells_at(self.text, self.starts[i] as usize)
    }

    /// The solved puzzles.
    pub(crate) fn solved(&self) -> SolvedPuzzles<'_> {
        let starts = &self.starts[..self.taken];
        let outcomes = &self.outcomes[..self.taken];
        SolvedPuzzles::new(self.text, starts, outcomes, self.rows)
    }
}

/// Puzzles that took the same time from entry to end.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Completion {
    /// The time, in the observer's unit.
    pub ticks: u64,
    /// The number of puzzles.
    pub puzzles: u32,
}

/// Observes how long each puzzle took.
///
/// The engine reads the clock through this, at most once a puzzle. It has no clock of its own.
///
/// Several threads may ask one observer whether there is time left.
pub trait Observer: Sync {
    /// Ticks since some fixed moment, in a unit of the observer's choice.
    fn now(&mut self) -> u64;

    /// Some puzzles of the batch have ended. Engines report in groups, and the last group before
    /// [`Solver::solve`] returns.
    fn completed(&mut self, ended: &[Completion]);

    /// Whether the solver shall take more puzzles of the batch. Engines ask before every few dozen.
    /// They finish those that they took, and leave the others ([`Batch::taken`]).
    fn takes_more(&mut self) -> bool {
        true
    }

    /// Whether there is no more time for a puzzle on which work began at this tick. Engines ask
    /// after some hundred guesses, and then end the work with [`Status::OutOfTime`].
    fn is_out_of_time(&self, _started: u64) -> bool {
        false
    }
}

/// An observer that records nothing and costs nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoObserver;

impl Observer for NoObserver {
    fn now(&mut self) -> u64 {
        0
    }

    fn completed(&mut self, _ended: &[Completion]) {}
}

/// One thread's state of an engine.
///
/// After the first batch, engines do not allocate for a puzzle, except for one whose search is
/// divided among threads. External solvers may allocate.
pub trait Solver: Send {
    /// Works on every puzzle of the batch and fills its rows and outcomes.
    fn solve(
        &mut self,
        batch: &mut Batch<'_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters;
}

/// The state of a solver is private, so it is not shown.
impl fmt::Debug for dyn Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Solver")
    }
}

/// A kernel that searches one puzzle at a time.
pub(crate) trait Kernel: Send {
    /// Searches a puzzle whose clues do not clash. Writes the first solution (values 1 to 9) to
    /// `first`.
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        first: &mut [u8; CELLS],
    ) -> SearchResult;
}
