//! The common part of solving batches in memory and streams of lines.

use super::error::SolveManyError;
use super::request::Request;
use super::solvers::with_own_solver;
use super::time::Time;
use crate::engine::{Batch, Counters, Solver};
use crate::grid::check;
use crate::parallel::{self, Pool};
use rayon::ThreadPool;
use std::convert::Infallible;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;

/// The maximum number of puzzles to work on at once: with their rows they fit into the second-level
/// cache.
pub(super) const PIECE: usize = 2048;

/// The least number of puzzles for which a thread is useful.
pub(super) const LEAST: usize = 32;

/// Solves puzzles, of which the first has this number, and checks every solution.
pub(super) fn solve_checked(
    solver: &mut dyn Solver,
    batch: &mut Batch<'_>,
    request: &Request,
    mut time: Time<'_>,
    first: usize,
) -> Result<Counters, SolveManyError> {
    if request.is_stopped() {
        return Err(SolveManyError::Stopped);
    }
    let counters = solver.solve(batch, &request.limits, &mut time);
    if request.is_stopped() {
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

/// The solvers and buffers of the threads of a call.
pub(super) struct Workers<B> {
    /// `None` for the default engine, of which each thread has its own.
    solvers: Option<Pool<Box<dyn Solver>>>,
    buffers: Pool<B>,
}

impl<B: Default + Send + 'static> Workers<B> {
    pub(super) fn new(request: &Request) -> Result<Workers<B>, SolveManyError> {
        let own = request.clone();
        let solvers = if request.is_default_engine() {
            None
        } else {
            Some(Pool::new(1, move || own.solver())?)
        };
        let Ok(buffers) = Pool::new(0, || Ok::<_, Infallible>(B::default()));
        Ok(Workers { solvers, buffers })
    }

    /// Works with a solver and buffers that no other thread has.
    pub(super) fn work<T>(&self, work: impl FnOnce(&mut dyn Solver, &mut B) -> T) -> T {
        let mut buffers = self.buffers.take();
        let result = match &self.solvers {
            None => with_own_solver(|solver| work(solver, &mut buffers)),
            Some(solvers) => {
                let mut solver = solvers.take();
                let result = work(&mut *solver, &mut buffers);
                solvers.put(solver);
                result
            }
        };
        self.buffers.put(buffers);
        result
    }
}

/// The caller's pool, or one of this many threads, which end with it.
pub(super) fn pool(request: &Request, threads: usize) -> Result<Arc<ThreadPool>, SolveManyError> {
    if let Some(pool) = &request.pool {
        return Ok(Arc::clone(pool));
    }
    let pool = parallel::threads(threads);
    pool.map_err(|error| SolveManyError::Threads(error.to_string()))
}

/// Works on threads of a pool. Meanwhile the caller does something else and then sleeps. A rayon
/// thread that waits for rayon takes up other work of its own pool, and so on within that. A thread
/// that sleeps does not. A thread of this pool itself does one after the other.
///
/// # Errors
/// The system refused a thread. Then neither has started.
pub(super) fn apart<T: Send, U>(
    pool: &ThreadPool,
    work: impl FnOnce() -> T + Send,
    meanwhile: impl FnOnce() -> U,
) -> Result<(T, U), SolveManyError> {
    if pool.current_thread_index().is_some() {
        let other = meanwhile();
        return Ok((work(), other));
    }
    if rayon::current_thread_index().is_none() {
        let mut done = None;
        let other = pool.in_place_scope(|scope| {
            scope.spawn(|_| done = Some(work()));
            meanwhile()
        });
        return Ok((done.expect("the scope waits for it"), other));
    }
    thread::scope(|scope| {
        let thread = thread::Builder::new().spawn_scoped(scope, || pool.install(work));
        let thread = thread.map_err(|error| SolveManyError::Threads(error.to_string()))?;
        let other = meanwhile();
        let done = thread.join().unwrap_or_else(|panic| resume_unwind(panic));
        Ok((done, other))
    })
}
