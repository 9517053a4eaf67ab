//! Options for solving many puzzles.

use crate::engine::{ENGINES, EngineError, EngineInfo, EngineOptions, Limits, Solver};
use crate::parallel::{HAS_THREADS, Stop, cpus};

/// Options of [`solve_many`](crate::solve_many) and [`solve_lines`](crate::solve_lines).
///
/// ```
/// use ninefold::{SolveOptions, Stop};
/// let stop = Stop::new();
/// let options = SolveOptions::new().limit(2).threads(4).stop(&stop);
/// # let _ = options;
/// ```
#[derive(Debug, Clone)]
pub struct SolveOptions {
    pub(super) limits: Limits,
    threads: Option<usize>,
    pub(super) stop: Stop,
    engine: &'static EngineInfo,
    options: EngineOptions,
}

impl Default for SolveOptions {
    fn default() -> SolveOptions {
        SolveOptions::new()
    }
}

impl SolveOptions {
    /// One solution, ten million guesses a puzzle, all cores, the default engine.
    #[must_use]
    pub fn new() -> SolveOptions {
        SolveOptions {
            limits: Limits::default(),
            threads: None,
            stop: Stop::new(),
            engine: &ENGINES[0],
            options: EngineOptions::default(),
        }
    }

    /// Counts solutions up to this many, at least 1. Use 2 to find out whether there is exactly
    /// one.
    #[must_use]
    pub fn limit(mut self, solutions: u64) -> SolveOptions {
        self.limits.solutions = solutions.max(1);
        self
    }

    /// Gives up on a puzzle after this many guesses.
    #[must_use]
    pub fn max_guesses(mut self, guesses: u64) -> SolveOptions {
        self.limits.guesses = guesses;
        self
    }

    /// Number of threads that solve. With 1, the caller's thread solves and no other starts. Use
    /// that if you call from several threads of your own. On WebAssembly without threads, it is
    /// always 1.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> SolveOptions {
        self.threads = Some(threads.max(1));
        self
    }

    /// A flag that stops the work, usually within some tenths of a second. Another thread or a
    /// signal handler can set it.
    #[must_use]
    pub fn stop(mut self, stop: &Stop) -> SolveOptions {
        self.stop = stop.clone();
        self
    }

    /// Another engine: one of [`ENGINES`], or your own.
    #[must_use]
    pub fn engine(mut self, engine: &'static EngineInfo) -> SolveOptions {
        self.engine = engine;
        self
    }

    /// A back end of the engine, by its name.
    #[must_use]
    pub fn backend(mut self, name: &str) -> SolveOptions {
        self.options.backend = Some(name.to_owned());
        self
    }

    pub(super) fn thread_count(&self) -> usize {
        if !HAS_THREADS {
            return 1;
        }
        self.threads.unwrap_or_else(cpus)
    }

    /// Whether a thread's own solver can be used.
    pub(super) fn is_default_engine(&self) -> bool {
        std::ptr::eq(self.engine, &raw const ENGINES[0]) && self.options.backend.is_none()
    }

    pub(super) fn solver(&self) -> Result<Box<dyn Solver>, EngineError> {
        self.engine.make(&self.options)
    }
}
