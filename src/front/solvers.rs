//! The solvers that solve on the caller's thread.

use super::request::Request;
use crate::engine::{ENGINES, EngineError, EngineOptions, Solver};
use std::cell::Cell;

/// Calls `work` with a solver of the request's engine. For the default engine it is this thread's.
pub(super) fn with_solver<T>(
    request: &Request,
    work: impl FnOnce(&mut dyn Solver) -> T,
) -> Result<T, EngineError> {
    if request.is_default_engine() {
        return Ok(with_own_solver(work));
    }
    Ok(work(&mut *request.solver()?))
}

thread_local! {
    /// This thread's solver of the default engine, while it is not in use.
    static IDLE: Cell<Option<Box<dyn Solver>>> = const { Cell::new(None) };
}

/// Calls `work` with this thread's solver of the default engine. The solver is in use for that
/// long. A call within the call gets a new solver: threads of rayon do that when they take up other
/// work while they wait.
pub fn with_own_solver<T>(work: impl FnOnce(&mut dyn Solver) -> T) -> T {
    let make = || {
        let solver = ENGINES[0].make(&EngineOptions::default());
        solver.expect("the default engine runs on every CPU")
    };
    // There is none while a thread ends.
    let idle = IDLE.try_with(Cell::take).ok().flatten();
    let mut solver = idle.unwrap_or_else(make);
    let result = work(&mut *solver);
    let _ = IDLE.try_with(|idle| idle.set(Some(solver)));
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::count;
    use crate::grid::CELLS;

    #[test]
    fn a_call_within_a_call_has_a_solver_of_its_own() {
        let empty = ".".repeat(CELLS);
        let nested = with_own_solver(|_| with_own_solver(|_| count(&empty, 3)));
        assert_eq!((nested, count(&empty, 3)), (Ok(3), Ok(3)));
    }
}
