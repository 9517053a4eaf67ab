//! The engine `single`: one puzzle at a time, with the vectors of `lanes`.

use super::options::pick;
use super::{
    Batch, Completion, Counters, EngineError, EngineOptions, Limits, Observer, Outcome, Solver,
    Status,
};
use crate::kernel::single::{self, SearchStart, SolveOne};
use crate::solver::Budget;

pub(super) fn make(options: &EngineOptions) -> Result<Box<dyn Solver>, EngineError> {
    let backend = pick(options.backend.as_deref())?;
    let lacks = || EngineError::MissingCpuFeature(backend.name().to_owned(), backend.needs());
    Ok(Box::new(Single(single::solver(backend).ok_or_else(lacks)?)))
}

/// One thread's solver.
struct Single(Box<dyn SolveOne>);

impl Solver for Single {
    fn solve(
        &mut self,
        batch: &mut Batch<'_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters {
        one_by_one(batch, limits, observer, |batch, i, budget, counters| {
            let start = SearchStart::Text(batch.puzzle(i));
            let row = &mut batch.rows[i];
            self.0.solve_one(start, budget, None, row, counters)
        })
    }
}

/// Solves each puzzle of a batch with `solve`, as long as there is time.
#[inline(always)]
pub(super) fn one_by_one(
    batch: &mut Batch<'_>,
    limits: &Limits,
    observer: &mut dyn Observer,
    mut solve: impl FnMut(&mut Batch<'_>, usize, &Budget<'_>, &mut Counters) -> Outcome,
) -> Counters {
    let mut counters = Counters::default();
    let mut started = observer.now();
    for i in 0..batch.len() {
        if !observer.takes_more() {
            batch.take_only(i);
            break;
        }
        let before = Outcome::default();
        batch.outcomes[i] = in_time(limits, observer, started, before, |budget| {
            solve(batch, i, budget, &mut counters)
        });
        let now = observer.now();
        let ended = Completion {
            ticks: now - started,
            puzzles: 1,
        };
        observer.completed(&[ended]);
        started = now;
    }
    counters
}

/// Does work on a puzzle that began at this tick. If there is no time left, the outcome is the one
/// `before`.
#[inline(always)]
pub(super) fn in_time(
    limits: &Limits,
    observer: &dyn Observer,
    started: u64,
    before: Outcome,
    work: impl FnOnce(&Budget<'_>) -> Outcome,
) -> Outcome {
    let is_out_of_time = || observer.is_out_of_time(started);
    if is_out_of_time() {
        return Outcome {
            status: Status::OutOfTime,
            ..before
        };
    }
    work(&Budget::new(*limits, &is_out_of_time))
}
