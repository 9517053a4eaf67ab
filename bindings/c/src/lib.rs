//! The C interface of Ninefold. `include/ninefold_solver.h` says what each function promises and
//! requires.

mod state;

use ninefold::engine::{ENGINES, EngineOptions};
use ninefold::grid::Row;
pub use state::State;
use std::panic::catch_unwind;
use std::ptr::null_mut;
use std::slice;

/// Version of the interface of this library.
#[unsafe(no_mangle)]
pub extern "C" fn ninefold_solver_version() -> u32 {
    1
}

/// A state of the default engine on the best back end that the CPU has, or null.
#[unsafe(no_mangle)]
pub extern "C" fn ninefold_solver_new() -> *mut State {
    let engine = catch_unwind(|| ENGINES[0].make(&EngineOptions::default()));
    match engine {
        Ok(Ok(engine)) => Box::into_raw(Box::new(State::new(engine))),
        _ => null_mut(),
    }
}

/// Ends a state. Null is allowed.
///
/// # Safety
/// `solver` is null, or comes from [`ninefold_solver_new`] and was not ended before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_solver_free(solver: *mut State) {
    if !solver.is_null() {
        // SAFETY: the caller returns the pointer of `Box::into_raw`, once.
        drop(unsafe { Box::from_raw(solver) });
    }
}

/// Solves a batch. Returns 0, or 1 if an argument is null or 0, or if the engine failed in this
/// call or an earlier one.
///
/// # Safety
/// `solver` comes from [`ninefold_solver_new`], was not ended, and is not used by another thread
/// meanwhile. The arrays are as long as the header says, and none overlaps another.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_solver_solve(
    solver: *mut State,
    puzzles: *const u8,
    count: usize,
    limit: u64,
    rows: *mut u8,
    solutions: *mut u64,
    guesses: *mut u64,
) -> i32 {
    let arrays_are_null =
        puzzles.is_null() || rows.is_null() || solutions.is_null() || guesses.is_null();
    if solver.is_null() || arrays_are_null || count == 0 || limit == 0 {
        return 1;
    }
    // SAFETY: the caller promises that the state is alive and that nobody else uses it in this
    // call.
    let state = unsafe { &mut *solver };
    // SAFETY: the caller promises `count` rows of 82 bytes, which nobody writes meanwhile.
    let puzzles = unsafe { slice::from_raw_parts(puzzles.cast::<Row>(), count) };
    // SAFETY: the same, and a row is an array of bytes, aligned anywhere.
    let rows = unsafe { slice::from_raw_parts_mut(rows.cast::<Row>(), count) };
    // SAFETY: the caller promises `count` aligned numbers, which nobody else uses meanwhile.
    let solutions = unsafe { slice::from_raw_parts_mut(solutions, count) };
    // SAFETY: as above.
    let guesses = unsafe { slice::from_raw_parts_mut(guesses, count) };
    match state.solve(puzzles, limit, rows, solutions, guesses) {
        Some(()) => 0,
        None => 1,
    }
}

#[cfg(test)]
mod tests;
