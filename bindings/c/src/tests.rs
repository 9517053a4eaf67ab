#[path = "../../../tests/counting/mod.rs"]
mod counting;

use super::*;
use counting::allocations;
use ninefold::engine::{Batch, Counters, Limits, Observer, Solver};
use ninefold::grid::{BLANK_ROW, CELLS, check};
use std::ptr::null;

/// The results of the functions for lines of 82 bytes.
struct Answers {
    /// Allocations of the call.
    allocations: usize,
    code: i32,
    rows: Vec<Row>,
    solutions: Vec<u64>,
    guesses: Vec<u64>,
}

fn solve(state: *mut State, lines: &str, limit: u64) -> Answers {
    let count = lines.len() / size_of::<Row>();
    let mut rows = vec![BLANK_ROW; count];
    let (mut solutions, mut guesses) = (vec![u64::MAX; count], vec![0; count]);
    let before = allocations();
    // SAFETY: the state belongs to a test, and the arrays are as long as `count` says.
    let code = unsafe {
        ninefold_solver_solve(
            state,
            lines.as_ptr(),
            count,
            limit,
            rows.as_mut_ptr().cast(),
            solutions.as_mut_ptr(),
            guesses.as_mut_ptr(),
        )
    };
    Answers {
        allocations: allocations() - before,
        code,
        rows,
        solutions,
        guesses,
    }
}

/// The lines of a data set that are 81 cells.
fn dataset(name: &str) -> String {
    let path = format!("{}/../../datasets/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("a data set");
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| format!("{}\n", line.replace('0', ".")))
        .collect()
}

#[test]
fn answers_of_more_than_a_piece_pass_the_check() {
    let lines = dataset("easy");
    let state = ninefold_solver_new();
    for (first, limit) in [(true, 1), (false, 2)] {
        let answers = solve(state, &lines, limit);
        assert_eq!(answers.code, 0);
        assert!(first || answers.allocations == 0);
        assert_eq!(answers.solutions, vec![1; 10_000]);
        for (line, row) in lines.lines().zip(&answers.rows) {
            let line = line.as_bytes().try_into().expect("81 cells");
            assert_eq!(check::check(line, row.first_chunk().unwrap()), Ok(()));
            assert_eq!(row[CELLS], b'\n');
        }
    }
    // SAFETY: created above, and not used again.
    unsafe { ninefold_solver_free(state) };
}

#[test]
fn solutions_are_counted_up_to_the_limit() {
    let state = ninefold_solver_new();
    let several = solve(state, &dataset("multiple"), 7);
    assert_eq!(several.code, 0);
    assert!(several.solutions.iter().all(|n| (2..=7).contains(n)));
    assert!(several.guesses.iter().all(|&n| n > 0));
    for none in ["unsolvable", "invalid"] {
        let answers = solve(state, &dataset(none), 2);
        assert_eq!(answers.code, 0);
        assert_eq!(answers.solutions, vec![0; answers.rows.len()], "{none}");
    }
    let letters = format!("{}\n", "q".repeat(CELLS));
    assert_eq!(solve(state, &letters, 1).solutions, [0]);
    // SAFETY: created above, and not used again.
    unsafe { ninefold_solver_free(state) };
}

#[test]
fn what_is_missing_is_refused() {
    let state = ninefold_solver_new();
    assert_eq!(solve(state, "", 1).code, 1);
    assert_eq!(solve(state, &dataset("sample"), 0).code, 1);
    assert_eq!(solve(null_mut(), &dataset("sample"), 1).code, 1);
    // SAFETY: this tests null.
    let code =
        unsafe { ninefold_solver_solve(state, null(), 1, 1, null_mut(), null_mut(), null_mut()) };
    assert_eq!(code, 1);
    // SAFETY: created above, and not used again. Null is allowed.
    unsafe {
        ninefold_solver_free(state);
        ninefold_solver_free(null_mut());
    }
}

struct Panics;

impl Solver for Panics {
    fn solve(&mut self, _: &mut Batch<'_>, _: &Limits, _: &mut dyn Observer) -> Counters {
        panic!("planted")
    }
}

#[test]
fn a_panic_stays_within() {
    let mut state = State::new(Box::new(Panics));
    for _ in 0..2 {
        assert_eq!(solve(&raw mut state, &dataset("sample"), 1).code, 1);
    }
}
