//! The options of a batch, and the call that solves it without the interpreter's lock and reacts to
//! signals.

use crate::answers::Answers;
use crate::memory;
use ninefold::engine::Outcome;
use ninefold::engine::verdict::Mode;
use ninefold::internal::Watch;
use ninefold::{Puzzles, Request, Stop};
use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use std::cell::Cell;
use std::time::Duration;

thread_local! {
    /// Whether there was memory for this thread's solver, which stays.
    static HAS_MEMORY: Cell<bool> = const { Cell::new(false) };
}

/// The options of a batch.
#[pyclass(frozen, module = "ninefold._native")]
pub(crate) struct BatchOptions {
    request: Request,
    mode: Mode,
}

#[pymethods]
impl BatchOptions {
    #[new]
    fn new(
        limit: u64,
        max_guesses: u64,
        deadline: Option<f64>,
        threads: Option<usize>,
    ) -> PyResult<BatchOptions> {
        if limit == 0 || threads == Some(0) {
            return Err(PyValueError::new_err("limit and threads are at least 1"));
        }
        let mut request = Request::new().limit(limit).max_guesses(max_guesses);
        if let Some(seconds) = deadline {
            let deadline = Duration::try_from_secs_f64(seconds).map_err(|error| {
                PyValueError::new_err(format!("deadline of {seconds} s: {error}"))
            })?;
            request = request.deadline(deadline);
        }
        if let Some(threads) = threads {
            request = request.threads(threads);
        }
        Ok(BatchOptions {
            request,
            mode: Mode::of_limit(limit),
        })
    }
}

impl BatchOptions {
    /// Solves a batch, with 81 bytes for each solution. Unless everything is wanted, it makes
    /// outcomes only if solutions do not tell which puzzles are solved, because allocating them
    /// takes time.
    ///
    /// The caller's thread works for a millisecond, or 50 if there is to be only one. If there is
    /// more to do, threads that start and end with the call do it, and fewer of them if there is no
    /// memory for all. So a process that forks between two calls lacks nothing in its child. Only
    /// Python's main thread handles signals, so it only waits then.
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
        if !HAS_MEMORY.replace(true) {
            memory::threads(1).inspect_err(|_| HAS_MEMORY.set(false))?;
        }
        let stop = Stop::new();
        let request = self.request.clone().stop(&stop);
        let mut caller = Caller { stop, raised: None };
        let done = py.detach(|| {
            let watch = Some(&mut caller as &mut dyn Watch);
            request.solve_watched(puzzles, solutions, &mut outcomes, watch)
        });
        if let Some(raised) = caller.raised {
            return Err(raised);
        }
        done.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        Ok(Answers {
            outcomes: has_outcomes.then_some(outcomes),
            mode: self.mode,
        })
    }
}

/// The caller's thread, which handles signals while others work.
struct Caller {
    stop: Stop,
    /// What a signal's handler raised, or that there is no memory.
    raised: Option<PyErr>,
}

impl Watch for Caller {
    fn threads(&mut self, useful: usize) -> usize {
        match memory::threads(useful) {
            Ok(threads) => threads,
            Err(error) => {
                self.raised = Some(error);
                0
            }
        }
    }

    fn look(&mut self) {
        if self.raised.is_some() {
            return;
        }
        // `None` if the interpreter is shutting down.
        let heard = Python::try_attach(|py| py.check_signals()).unwrap_or(Ok(()));
        if let Err(raised) = heard {
            self.raised = Some(raised);
            self.stop.stop();
        }
    }
}
