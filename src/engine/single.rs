//! The engine `single`: one puzzle at a time, with the vectors of `lanes`.

use super::options::pick;
use super::{
    Batch, Completion, Counters, EngineError, EngineOptions, Limits, Observer, Outcome, Solver,
};
use crate::kernel::single::{self, SearchStart, SolveOne};

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
        one_by_one(batch, observer, |batch, i, _, counters| {
            let (start, row) = (SearchStart::Text(batch.puzzle(i)), &mut batch.rows[i]);
            self.0.solve_one(start, limits, None, row, counters)
        })
    }
}

/// Solves each puzzle of a batch with `solve`, unless the caller no longer wants the answers.
#[inline(always)]
pub(super) fn one_by_one(
    batch: &mut Batch<'_>,
    observer: &mut dyn Observer,
    mut solve: impl FnMut(&mut Batch<'_>, usize, &dyn Observer, &mut Counters) -> Outcome,
) -> Counters {
    let mut counters = Counters::default();
    let mut started = observer.now();
    for i in 0..batch.len() {
        if observer.is_stopped() {
            break;
        }
        batch.outcomes[i] = solve(batch, i, observer, &mut counters);
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
