//! The options of a batch, and the call that solves it without the interpreter's lock and reacts to
//! signals.

use crate::answers::Answers;
use crate::memory;
use ninefold::Stop;
use ninefold::engine::verdict::Mode;
use ninefold::engine::{Outcome, Status};
use ninefold::{Puzzles, SolveManyError, SolveOptions, cpus, solve_many};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::cell::Cell;
use std::panic::resume_unwind;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Longest delay of a signal.
const PATIENCE: Duration = Duration::from_millis(50);

/// Maximum number of puzzles that the caller's thread solves.
pub(crate) const FEW: usize = 32;

/// Guesses that the caller's thread makes for a puzzle: less than a millisecond. It handles no
/// signals meanwhile.
const AT_ONCE: u64 = 1000;

thread_local! {
    /// Whether there was memory for this thread's solver, which stays.
    static HAS_MEMORY: Cell<bool> = const { Cell::new(false) };
}

/// The options of a batch.
#[pyclass(frozen, module = "ninefold._native")]
pub(crate) struct BatchOptions {
    options: SolveOptions,
    max_guesses: u64,
    threads: usize,
    mode: Mode,
}

#[pymethods]
impl BatchOptions {
    #[new]
    fn new(limit: u64, max_guesses: u64, threads: Option<usize>) -> PyResult<BatchOptions> {
        if limit == 0 || threads == Some(0) {
            return Err(PyValueError::new_err("limit and threads are at least 1"));
        }
        let options = SolveOptions::new().limit(limit).max_guesses(max_guesses);
        let threads = threads.unwrap_or_else(cpus);
        Ok(BatchOptions {
            options,
            max_guesses,
            threads,
            mode: Mode::of_limit(limit),
        })
    }
}

impl BatchOptions {
    /// Solves a batch, with 81 bytes for each solution. Unless everything is wanted, it makes
    /// outcomes only if solutions do not tell which puzzles are solved, because allocating them
    /// takes time.
    ///
    /// The caller's thread solves few puzzles, unless one needs many guesses. Otherwise, threads
    /// that start and end with the call do the work, and fewer of them if there is no
    /// memory for all. So a process that forks between two calls lacks nothing in its child. Only
    /// Python's main thread handles signals, so it only waits here.
    pub(crate) fn run(
        &self,
        py: Python<'_>,
        puzzles: &Puzzles<'_>,
        solutions: &mut [u8],
        full: bool,
    ) -> PyResult<Answers> {
        let has_outcomes = full || self.mode == Mode::Unique;
        let mut outcomes = Vec::new();
        if has_outcomes {
            outcomes = memory::reserved(puzzles.len())?;
            outcomes.resize(puzzles.len(), Outcome::default());
        }
        if puzzles.len() <= FEW && self.solve_few(py, puzzles, solutions, &mut outcomes)? {
            return Ok(Answers {
                outcomes: has_outcomes.then_some(outcomes),
                mode: self.mode,
            });
        }
        let stop = Stop::new();
        let threads = memory::threads(self.threads)?;
        let options = self.options.clone().threads(threads).stop(&stop);
        let (done, heard) = py.detach(|| {
            thread::scope(|scope| {
                let (ended, end) = channel();
                let outcomes = &mut outcomes[..];
                let work = move || {
                    // Dropped at the end, even after a panic.
                    let _ended = ended;
                    solve_many(puzzles, solutions, outcomes, &options).map(drop)
                };
                let builder = thread::Builder::new().name("ninefold".to_owned());
                let worker = builder
                    .spawn_scoped(scope, work)
                    .map_err(|error| SolveManyError::Threads(error.to_string()));
                let worker = match worker {
                    Ok(worker) => worker,
                    Err(error) => return (Err(error), Ok(())),
                };
                let mut heard = Ok(());
                while end.recv_timeout(PATIENCE) == Err::<(), _>(RecvTimeoutError::Timeout) {
                    // `None` if the interpreter is shutting down.
                    heard = Python::try_attach(|py| py.check_signals()).unwrap_or(Ok(()));
                    if heard.is_err() {
                        stop.stop();
                        break;
                    }
                }
                let done = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
                (done, heard)
            })
        });
        heard?;
        done.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(Answers {
            outcomes: has_outcomes.then_some(outcomes),
            mode: self.mode,
        })
    }

    /// Solves few puzzles on the caller's thread. Returns whether none needs more guesses.
    fn solve_few(
        &self,
        py: Python<'_>,
        puzzles: &Puzzles<'_>,
        solutions: &mut [u8],
        outcomes: &mut [Outcome],
    ) -> PyResult<bool> {
        if !HAS_MEMORY.replace(true) {
            memory::threads(1).inspect_err(|_| HAS_MEMORY.set(false))?;
        }
        let guesses = self.max_guesses.min(AT_ONCE);
        let options = self.options.clone().threads(1).max_guesses(guesses);
        let mut few = [Outcome::default(); FEW];
        let few = &mut few[..puzzles.len()];
        py.detach(|| solve_many(puzzles, solutions, few, &options))
            .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let is_done = |outcome: &Outcome| outcome.status != Status::GaveUp;
        let are_done = guesses == self.max_guesses || few.iter().all(is_done);
        if are_done && !outcomes.is_empty() {
            outcomes.copy_from_slice(few);
        }
        Ok(are_done)
    }
}
