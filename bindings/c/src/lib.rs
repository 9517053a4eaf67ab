//! The C interface of Ninefold. `include/ninefold_solver.h` says what each function promises and
//! requires.

mod request;
mod state;

use ninefold::engine::{ENGINES, EngineOptions};
use ninefold::grid::{BLANK_ROW, Row};
pub use request::Request;
use request::{Answers, Bounds, UNCHECKED};
use state::Failure;
pub use state::State;
use std::panic::catch_unwind;
use std::ptr::{NonNull, null_mut};
use std::slice;
use std::sync::atomic::AtomicI32;

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

/// Solves a batch. Returns 0, or 1 if an argument is null or 0, if arrays overlap, or if the engine
/// failed in this call or an earlier one.
///
/// # Safety
/// `solver` comes from [`ninefold_solver_new`], was not ended, and is not used by another thread
/// meanwhile. The arrays are as long as the header says, and `solutions` and `guesses` overlap no
/// other.
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
    if overlap(puzzles, rows, count) {
        return 1;
    }
    // SAFETY: the caller promises that the state is alive and that nobody else uses it in this
    // call.
    let state = unsafe { &mut *solver };
    // SAFETY: the caller promises `count` rows of 82 bytes, which nobody writes meanwhile: they do
    // not overlap those of the answers.
    let puzzles = unsafe { slice::from_raw_parts(puzzles.cast::<Row>(), count) };
    let mut answers = Answers {
        // SAFETY: the same, and a row is an array of bytes, aligned anywhere.
        rows: unsafe { slice::from_raw_parts_mut(rows.cast::<Row>(), count) },
        // SAFETY: the caller promises `count` aligned numbers, which nobody else uses meanwhile.
        solutions: unsafe { slice::from_raw_parts_mut(solutions, count) },
        // SAFETY: as above.
        guesses: unsafe { slice::from_raw_parts_mut(guesses, count) },
        statuses: &mut [],
    };
    code(state.solve(puzzles, &Bounds::endless(limit), &mut answers))
}

/// Solves a batch within the bounds of a request. Returns 0; 1 for the reasons of
/// [`ninefold_solver_solve`], or if the request is of an unknown size or has unknown flags; 2 if a
/// solution fails the check.
///
/// # Safety
/// That of [`ninefold_solver_solve`]. `request` is a `ninefold_request` of the size that it states,
/// and its `stop` is null or an aligned number that others only access atomically meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn ninefold_solver_search(
    solver: *mut State,
    request: *const Request,
    puzzles: *const u8,
    count: usize,
    rows: *mut u8,
    solutions: *mut u64,
    guesses: *mut u64,
    statuses: *mut u8,
) -> i32 {
    if solver.is_null() || request.is_null() || puzzles.is_null() || rows.is_null() || count == 0 {
        return 1;
    }
    // SAFETY: the size is the first field of a request of any version.
    let size = unsafe { request.cast::<usize>().read() };
    if size < size_of::<Request>() || overlap(puzzles, rows, count) {
        return 1;
    }
    // SAFETY: it is at least as large as the request of this version, which it begins with.
    let request = unsafe { request.read() };
    if request.flags & !UNCHECKED != 0 {
        return 1;
    }
    let stop = NonNull::new(request.stop).map(|stop| {
        // SAFETY: the caller promises that it is aligned, lives as long as the call, and is
        // accessed atomically.
        unsafe { AtomicI32::from_ptr(stop.as_ptr()) }
    });
    // SAFETY: the caller promises that the state is alive and that nobody else uses it in this
    // call.
    let state = unsafe { &mut *solver };
    // SAFETY: the caller promises `count` rows of 82 bytes, which nobody writes meanwhile: they do
    // not overlap those of the answers.
    let puzzles = unsafe { slice::from_raw_parts(puzzles.cast::<Row>(), count) };
    let mut answers = Answers {
        // SAFETY: the same, and a row is an array of bytes, aligned anywhere.
        rows: unsafe { slice::from_raw_parts_mut(rows.cast::<Row>(), count) },
        // SAFETY: the caller promises null, or `count` aligned numbers that nobody else uses
        // meanwhile.
        solutions: unsafe { wanted(solutions, count) },
        // SAFETY: as above.
        guesses: unsafe { wanted(guesses, count) },
        // SAFETY: as above.
        statuses: unsafe { wanted(statuses, count) },
    };
    answers.rows.fill(BLANK_ROW);
    code(state.solve(puzzles, &request.bounds(stop), &mut answers))
}

/// Whether puzzles and rows overlap.
fn overlap(puzzles: *const u8, rows: *mut u8, count: usize) -> bool {
    let bytes = count.saturating_mul(size_of::<Row>());
    puzzles.addr().abs_diff(rows.addr()) < bytes
}

/// An array of the caller's, which is empty if it is null.
///
/// # Safety
/// It is null, or has `count` aligned numbers that nobody else uses meanwhile.
unsafe fn wanted<'a, T>(numbers: *mut T, count: usize) -> &'a mut [T] {
    if numbers.is_null() {
        return &mut [];
    }
    // SAFETY: what the caller promises.
    unsafe { slice::from_raw_parts_mut(numbers, count) }
}

fn code(done: Result<(), Failure>) -> i32 {
    match done {
        Ok(()) => 0,
        Err(Failure::Panic) => 1,
        Err(Failure::Wrong) => 2,
    }
}

#[cfg(test)]
mod tests;
