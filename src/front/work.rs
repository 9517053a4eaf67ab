//! The common part of solving batches in memory and streams of lines.

use super::error::SolveManyError;
use super::one::with_solver;
use super::request::Request;
use crate::engine::{Batch, Completion, Counters, Observer, Solver};
use crate::grid::check;
use crate::parallel::{self, Pool, Stop};
use rayon::ThreadPool;
use std::convert::Infallible;
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

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

/// The time of a call: an observer that measures nothing. Without a deadline it reads no clock.
#[derive(Clone, Copy)]
pub(super) struct Time<'a> {
    stop: Option<&'a Stop>,
    /// From when the others count. `None` if there is no clock, or none is needed.
    begin: Option<Instant>,
    /// When everything ends.
    deadline: Duration,
    /// The time of each puzzle.
    each: Duration,
    /// Until when this thread takes puzzles. It has as long again to finish those that it took.
    until: Duration,
}

/// Whether the target has a clock. In a browser only scripts have one.
const HAS_CLOCK: bool = !cfg!(all(target_family = "wasm", target_os = "unknown"));

impl<'a> Time<'a> {
    /// The time of a call that begins now.
    pub(super) fn of_call(stop: Option<&'a Stop>, deadline: Option<Duration>) -> Time<'a> {
        Time {
            stop,
            begin: (HAS_CLOCK && deadline.is_some()).then(Instant::now),
            deadline: deadline.unwrap_or(Duration::MAX),
            each: Duration::MAX,
            until: Duration::MAX,
        }
    }

    /// When a call ends that begins now.
    pub(super) fn end(deadline: Option<Duration>) -> Option<Instant> {
        let deadline = deadline.filter(|_| HAS_CLOCK)?;
        Instant::now().checked_add(deadline)
    }

    /// The time of a call in which each puzzle has its own deadline.
    pub(super) fn of_each(stop: Option<&'a Stop>, deadline: Option<Duration>) -> Time<'a> {
        let time = Time::of_call(stop, deadline);
        Time {
            deadline: Duration::MAX,
            each: time.deadline,
            ..time
        }
    }

    /// The same, but this thread only takes puzzles for this long.
    pub(super) fn at_most(self, until: Duration) -> Time<'a> {
        let begin = self.begin.unwrap_or_else(Instant::now);
        Time {
            begin: Some(begin),
            until,
            ..self
        }
    }

    /// The time since the call began, or 0 without a clock.
    fn passed(&self) -> Duration {
        self.begin.map_or(Duration::ZERO, |begin| begin.elapsed())
    }

    /// Whether this time ended, and another one did not.
    pub(super) fn ends_before(&self, other: &Time<'_>) -> bool {
        self.until < Duration::MAX && self.passed() >= self.until && !other.is_over()
    }

    /// Whether the work is over.
    pub(super) fn is_over(&self) -> bool {
        self.is_out_of_time(0)
    }
}

impl Observer for Time<'_> {
    fn now(&mut self) -> u64 {
        match self.each {
            Duration::MAX => 0,
            _ => self.passed().as_nanos() as u64,
        }
    }

    fn completed(&mut self, _ended: &[Completion]) {}

    fn takes_more(&mut self) -> bool {
        self.until == Duration::MAX || self.passed() < self.until
    }

    fn is_out_of_time(&self, started: u64) -> bool {
        if self.stop.is_some_and(Stop::is_stopped) {
            return true;
        }
        let end = self.deadline.min(self.until.saturating_mul(2));
        if end == Duration::MAX && self.each == Duration::MAX {
            return false;
        }
        let passed = self.passed();
        let of_puzzle = passed.saturating_sub(Duration::from_nanos(started));
        passed > end || of_puzzle > self.each
    }
}

/// Works on the caller's thread.
pub(super) fn here<T>(
    request: &Request,
    work: impl FnOnce(&mut dyn Solver) -> T,
) -> Result<T, SolveManyError> {
    if request.is_default_engine() {
        return Ok(with_solver(work));
    }
    Ok(work(&mut *request.solver()?))
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
            None => with_solver(|solver| work(solver, &mut buffers)),
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

#[cfg(test)]
#[cfg(not(all(target_family = "wasm", target_os = "unknown")))]
mod tests {
    use super::*;

    /// Otherwise all that a thread found in its time is lost if one search is not done by then.
    #[test]
    fn puzzles_that_were_taken_in_time_have_time_to_end() {
        let until = Duration::from_secs(10);
        let after = |seconds| Time {
            begin: Instant::now().checked_sub(Duration::from_secs(seconds)),
            ..Time::of_call(None, None).at_most(until)
        };
        let states = [5, 15, 25].map(|seconds| {
            let mut time = after(seconds);
            (time.takes_more(), time.is_out_of_time(0))
        });
        assert_eq!(states, [(true, false), (false, false), (false, true)]);
        let deadline = Some(Duration::from_secs(12));
        let late = Time {
            begin: after(15).begin,
            ..Time::of_call(None, deadline).at_most(until)
        };
        assert!(late.is_over());
    }
}
