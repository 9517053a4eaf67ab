//! The common part of solving batches in memory and streams of lines.

use super::error::SolveManyError;
use super::one::with_solver;
use super::options::SolveOptions;
use crate::engine::{Batch, Completion, Counters, Observer, Solver};
use crate::grid::check;
use crate::parallel::{self, Stop};
use rayon::ThreadPool;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

/// The maximum number of puzzles to work on at once: with their rows they fit into the second-level
/// cache.
pub(super) const PIECE: usize = 2048;

/// Solves puzzles, of which the first has this number, and checks every solution.
pub(super) fn solve_checked(
    solver: &mut dyn Solver,
    batch: &mut Batch<'_>,
    options: &SolveOptions,
    first: usize,
) -> Result<Counters, SolveManyError> {
    if options.stop.is_stopped() {
        return Err(SolveManyError::Stopped);
    }
    let counters = solver.solve(batch, &options.limits, &mut Until(&options.stop));
    if options.stop.is_stopped() {
        return Err(SolveManyError::Stopped);
    }
    match check::first_wrong(batch.solved()) {
        Some((i, fault)) => Err(SolveManyError::Wrong {
            puzzle: first + i,
            fault: format!("{fault} in {}", String::from_utf8_lossy(batch.puzzle(i))),
        }),
        None => Ok(counters),
    }
}

/// An observer that reads no clock, but can stop the work.
struct Until<'a>(&'a Stop);

impl Observer for Until<'_> {
    fn now(&mut self) -> u64 {
        0
    }

    fn completed(&mut self, _ended: &[Completion]) {}

    fn is_out_of_time(&self, _started: u64) -> bool {
        self.0.is_stopped()
    }
}

/// Works on the caller's thread.
pub(super) fn here<T>(
    options: &SolveOptions,
    work: impl FnOnce(&mut dyn Solver) -> T,
) -> Result<T, SolveManyError> {
    if options.is_default_engine() {
        return Ok(with_solver(work));
    }
    Ok(work(&mut *options.solver()?))
}

/// A pool of threads.
pub(super) fn pool(options: &SolveOptions) -> Result<Arc<ThreadPool>, SolveManyError> {
    let pool = parallel::threads(options.thread_count());
    pool.map_err(|error| SolveManyError::Threads(error.to_string()))
}

/// Works on threads of a pool. Meanwhile the caller does something else and then sleeps. A rayon
/// thread that waits for rayon takes up other work of its own pool, and so on within that. A thread
/// that sleeps does not.
///
/// # Errors
/// The system refused a thread. Then neither has started.
pub(super) fn apart<T: Send, U>(
    pool: &ThreadPool,
    work: impl FnOnce() -> T + Send,
    meanwhile: impl FnOnce() -> U,
) -> Result<(T, U), SolveManyError> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().spawn_scoped(scope, || pool.install(work));
        let thread = thread.map_err(|error| SolveManyError::Threads(error.to_string()))?;
        let other = meanwhile();
        let done = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        Ok((done, other))
    })
}
