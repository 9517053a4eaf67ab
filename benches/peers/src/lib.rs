//! The common part of the solvers in `examples`: [`export!`].

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

/// Cells of a puzzle.
pub const CELLS: usize = 81;
/// Bytes of a puzzle in a batch, and of a row: the cells and a line feed.
pub const STRIDE: usize = CELLS + 1;

/// The value of a cell, 0 for a blank.
pub fn digit(cell: u8) -> u8 {
    if cell == b'.' { 0 } else { cell - b'0' }
}

/// Writes values as digits.
pub fn write(row: &mut [u8; CELLS], values: impl IntoIterator<Item = u8>) {
    for (cell, value) in row.iter_mut().zip(values) {
        *cell = b'0' + value;
    }
}

/// Solves a batch, one puzzle after another. Returns 1 if the solver panicked.
///
/// # Safety
/// `puzzles` and `rows` are `count` times [`STRIDE`] bytes, `solutions` is `count` numbers, and
/// none of them overlaps another.
pub unsafe fn solve_all(
    solve: impl Fn(&[u8; CELLS], u64, &mut [u8; CELLS]) -> u64,
    (puzzles, count, limit): (*const u8, usize, u64),
    (rows, solutions): (*mut u8, *mut u64),
) -> i32 {
    // SAFETY: the caller promises that many bytes, which nobody writes meanwhile.
    let puzzles = unsafe { slice::from_raw_parts(puzzles.cast::<[u8; STRIDE]>(), count) };
    // SAFETY: the caller promises that many bytes, which nobody else uses meanwhile.
    let rows = unsafe { slice::from_raw_parts_mut(rows.cast::<[u8; STRIDE]>(), count) };
    // SAFETY: the caller promises that many numbers, which nobody else uses meanwhile.
    let solutions = unsafe { slice::from_raw_parts_mut(solutions, count) };
    let work = AssertUnwindSafe(|| {
        for ((puzzle, row), found) in puzzles.iter().zip(rows).zip(solutions) {
            let (puzzle, _) = puzzle.split_first_chunk().expect("a stride holds 81 cells");
            let (row, _) = row
                .split_first_chunk_mut()
                .expect("a stride holds 81 cells");
            *found = solve(puzzle, limit, row);
        }
    });
    i32::from(catch_unwind(work).is_err())
}

/// Exports the functions of `ninefold_solver.h` for a function that takes a puzzle's cells and the
/// limit, writes the first solution, and returns the number of solutions.
#[macro_export]
macro_rules! export {
    ($solve:path) => {
        #[unsafe(no_mangle)]
        extern "C" fn ninefold_solver_version() -> u32 {
            1
        }

        /// There is no state. Any pointer that is not null is valid.
        #[unsafe(no_mangle)]
        extern "C" fn ninefold_solver_new() -> *mut u8 {
            std::ptr::dangling_mut()
        }

        #[unsafe(no_mangle)]
        extern "C" fn ninefold_solver_free(_: *mut u8) {}

        /// # Safety
        /// See the header.
        #[unsafe(no_mangle)]
        unsafe extern "C" fn ninefold_solver_solve(
            _: *mut u8,
            puzzles: *const u8,
            count: usize,
            limit: u64,
            rows: *mut u8,
            solutions: *mut u64,
            _guesses: *mut u64,
        ) -> i32 {
            let batch = (puzzles, count, limit);
            // SAFETY: the header requires of the caller everything that `solve_all` requires.
            unsafe { $crate::solve_all($solve, batch, (rows, solutions)) }
        }

        #[test]
        fn solves_and_counts() {
            let lines = b"\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n\
.................................................................................\n\
111111111111111111111111111111111111111111111111111111111111111111111111111111111\n";
            let mut rows = *lines;
            let mut found = [9; 3];
            let state = ninefold_solver_new();
            let guesses = std::ptr::null_mut();
            let row = rows.as_mut_ptr();
            let found_at = found.as_mut_ptr();
            // SAFETY: three lines, three rows, three numbers.
            let code = unsafe {
                ninefold_solver_solve(state, lines.as_ptr(), 3, 2, row, found_at, guesses)
            };
            ninefold_solver_free(state);
            assert_eq!((ninefold_solver_version(), code, found), (1, 0, [1, 2, 0]));
            assert_eq!(
                std::str::from_utf8(&rows[..82]),
                Ok("534678912672195348198342567859761423426853791713924856961537284287419635345286179\n")
            );
        }
    };
}
