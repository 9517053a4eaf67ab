//! A request: what to find, and what it may take.

use super::time::Time;
use crate::engine::{ENGINES, EngineError, EngineInfo, EngineOptions, Limits, Solver};
use crate::parallel::{Stop, useful_threads};
use rayon::ThreadPool;
use std::sync::Arc;
use std::time::Duration;

/// What to find, and what it may take: solutions, guesses, time and threads.
///
/// A request can be used again and again, by any number of threads. Without limits of your own it
/// is the one behind the functions of the same names: [`solve`](crate::solve),
/// [`count`](crate::count), [`is_unique`](crate::is_unique), [`solutions`](crate::solutions),
/// [`solve_many`](crate::solve_many) and [`solve_lines`](crate::solve_lines).
///
/// ```
/// use ninefold::{Request, SolveError};
/// use std::time::Duration;
/// // For a web service: each request has its answer within a few milliseconds.
/// let request = Request::new().limit(u64::MAX).deadline(Duration::from_millis(5));
/// let empty = ".".repeat(81);
/// assert_eq!(request.count(&empty), Err(SolveError::OutOfTime));
/// assert!(request.solve(&empty).is_ok());
/// let few = Request::new().limit(1000).max_guesses(100);
/// assert_eq!(few.count(&empty), Err(SolveError::GaveUp));
/// ```
#[derive(Debug, Clone)]
pub struct Request {
    pub(super) limits: Limits,
    pub(super) deadline: Option<Duration>,
    /// Without one, a request allocates nothing.
    pub(super) stop: Option<Stop>,
    threads: Option<usize>,
    pub(super) pool: Option<Arc<ThreadPool>>,
    engine: &'static EngineInfo,
    options: EngineOptions,
}

impl Default for Request {
    fn default() -> Request {
        Request::new()
    }
}

impl Request {
    /// One solution, ten million guesses a puzzle, no deadline, all cores, the default engine.
    #[must_use]
    pub fn new() -> Request {
        Request {
            limits: Limits::default(),
            deadline: None,
            stop: None,
            threads: None,
            pool: None,
            engine: &ENGINES[0],
            options: EngineOptions::default(),
        }
    }

    /// Counts solutions up to this many, at least 1. Use 2 to find out whether there is exactly
    /// one.
    #[must_use]
    pub fn limit(mut self, solutions: u64) -> Request {
        self.limits.solutions = solutions.max(1);
        self
    }

    /// Gives up on a puzzle after this many guesses.
    ///
    /// That bounds the work, too. From half a million guesses on, a search may be divided, and then
    /// takes up to a quarter more.
    #[must_use]
    pub fn max_guesses(mut self, guesses: u64) -> Request {
        self.limits.guesses = guesses;
        self
    }

    /// Ends the work this long after the call began. What is not done then is [out of
    /// time](crate::engine::Status::OutOfTime). With [`solve_lines`](Request::solve_lines), each
    /// line has this time.
    ///
    /// Work ends within a millisecond after the deadline, if the system lets the thread run. Which
    /// puzzles are done by then differs from run to run. WebAssembly in a browser has no clock, and
    /// so no deadline.
    #[must_use]
    pub fn deadline(mut self, time: Duration) -> Request {
        self.deadline = Some(time);
        self
    }

    /// A flag that stops the work, within a millisecond. Another thread or a signal handler can set
    /// it.
    #[must_use]
    pub fn stop(mut self, stop: &Stop) -> Request {
        self.stop = Some(stop.clone());
        self
    }

    /// Maximum number of threads that solve: no more than there are CPUs. With 1, the caller's
    /// thread solves and no other starts. Use that if you call from several threads of your own. On
    /// WebAssembly without threads, it is always 1.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Request {
        self.threads = Some(threads.max(1));
        self
    }

    /// The threads of this pool solve, as many as it has, in place of threads that start and end
    /// with the call. They keep their solvers from call to call.
    #[must_use]
    pub fn pool(mut self, pool: &Arc<ThreadPool>) -> Request {
        self.pool = Some(Arc::clone(pool));
        self
    }

    /// Another engine: one of [`ENGINES`], or your own.
    #[must_use]
    pub fn engine(mut self, engine: &'static EngineInfo) -> Request {
        self.engine = engine;
        self
    }

    /// A back end of the engine, by its name.
    #[must_use]
    pub fn backend(mut self, name: &str) -> Request {
        self.options.backend = Some(name.to_owned());
        self
    }

    /// How many threads are useful for this many pieces of work.
    pub(super) fn thread_count(&self, pieces: usize) -> usize {
        match &self.pool {
            Some(pool) => pool.current_num_threads(),
            None => useful_threads(self.threads, pieces),
        }
    }

    /// Whether other threads than the caller's may work.
    pub(super) fn has_other_threads(&self) -> bool {
        self.pool.is_some() || self.thread_count(usize::MAX) > 1
    }

    /// Whether a thread's own solver can be used.
    pub(super) fn is_default_engine(&self) -> bool {
        std::ptr::eq(self.engine, &raw const ENGINES[0]) && self.options.backend.is_none()
    }

    pub(super) fn solver(&self) -> Result<Box<dyn Solver>, EngineError> {
        self.engine.make(&self.options)
    }

    /// The time of a call that begins now.
    pub(super) fn time(&self) -> Time<'_> {
        Time::of_call(self.stop.as_ref(), self.deadline)
    }

    /// Whether the caller stopped it.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_stopped)
    }
}
