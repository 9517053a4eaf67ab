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
    let mut solutions = vec![u64::MAX; count];
    let mut guesses = vec![0; count];
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

/// The results of a search for lines of 82 bytes.
#[derive(Debug, PartialEq)]
struct Found {
    code: i32,
    rows: Vec<Row>,
    solutions: Vec<u64>,
    guesses: Vec<u64>,
    statuses: Vec<u8>,
}

fn search(state: *mut State, lines: &str, request: &Request) -> Found {
    let count = lines.len() / size_of::<Row>();
    let mut found = Found {
        code: -1,
        rows: vec![[b'x'; 82]; count],
        solutions: vec![u64::MAX; count],
        guesses: vec![u64::MAX; count],
        statuses: vec![u8::MAX; count],
    };
    // SAFETY: the state belongs to a test, the arrays are as long as `count` says, and what a
    // request points to lives as long as the test.
    found.code = unsafe {
        ninefold_solver_search(
            state,
            request,
            lines.as_ptr(),
            count,
            found.rows.as_mut_ptr().cast(),
            found.solutions.as_mut_ptr(),
            found.guesses.as_mut_ptr(),
            found.statuses.as_mut_ptr(),
        )
    };
    found
}

const DEFAULT: Request = Request {
    size: size_of::<Request>(),
    limit: 0,
    max_guesses: 0,
    deadline_ns: 0,
    stop: null_mut(),
    flags: 0,
};

/// Lines that would take longer than anyone has, if all solutions were wanted.
fn endless(count: usize) -> String {
    format!("{}\n", ".".repeat(CELLS)).repeat(count)
}

#[test]
fn a_search_finds_what_the_older_function_finds() {
    let state = ninefold_solver_new();
    for name in ["easy", "multiple", "unsolvable", "invalid"] {
        let lines = dataset(name);
        let older = solve(state, &lines, 2);
        let limit = Request {
            limit: 2,
            ..DEFAULT
        };
        let found = search(state, &lines, &limit);
        assert_eq!(found.code, 0);
        assert_eq!(found.solutions, older.solutions);
        assert_eq!(found.guesses, older.guesses);
        let status = if name == "invalid" { 4 } else { 0 };
        assert_eq!(found.statuses, vec![status; found.rows.len()], "{name}");
        for (row, &solutions) in found.rows.iter().zip(&found.solutions) {
            assert_eq!(*row == BLANK_ROW, solutions == 0);
        }
        let unchecked = Request { flags: 1, ..limit };
        assert_eq!(search(state, &lines, &unchecked), found);
    }
    let letters = format!("{}\n", "q".repeat(CELLS));
    assert_eq!(search(state, &letters, &DEFAULT).statuses, [3]);
    // SAFETY: created above, and not used again.
    unsafe { ninefold_solver_free(state) };
}

#[test]
fn a_search_keeps_to_its_bounds() {
    let state = ninefold_solver_new();
    let all = Request {
        limit: u64::MAX,
        ..DEFAULT
    };
    let guesses = Request {
        max_guesses: 100,
        ..all
    };
    let found = search(state, &endless(1), &guesses);
    assert_eq!((found.code, &found.statuses[..]), (0, &[1][..]));
    assert!(found.guesses[0] <= 100 && found.solutions[0] > 0);
    let deadline = Request {
        deadline_ns: 2_000_000,
        ..all
    };
    for count in [1, 3000] {
        let found = search(state, &endless(count), &deadline);
        assert_eq!(found.code, 0);
        assert_eq!(found.statuses, vec![2; count]);
        for (row, &solutions) in found.rows.iter().zip(&found.solutions) {
            assert_eq!(*row == BLANK_ROW, solutions == 0);
        }
    }
    let number = AtomicI32::new(0);
    let stop = Request {
        stop: number.as_ptr(),
        ..all
    };
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(5));
            number.store(1, std::sync::atomic::Ordering::Relaxed);
        });
        assert_eq!(search(state, &endless(2), &stop).statuses, [2; 2]);
    });
    // SAFETY: created above, and not used again.
    unsafe { ninefold_solver_free(state) };
}

#[test]
fn a_search_refuses_what_it_does_not_know() {
    let state = ninefold_solver_new();
    let small = Request {
        size: 40,
        ..DEFAULT
    };
    let later = Request {
        size: 400,
        ..DEFAULT
    };
    let flags = Request {
        flags: 2,
        ..DEFAULT
    };
    assert_eq!(search(state, &endless(1), &small).code, 1);
    assert_eq!(search(state, &endless(1), &flags).code, 1);
    assert_eq!(search(state, &endless(1), &later).code, 0);
    assert_eq!(search(null_mut(), &endless(1), &DEFAULT).code, 1);
    assert_eq!(search(state, "", &DEFAULT).code, 1);
    let mut both = endless(3).into_bytes();
    let puzzles = both.as_mut_ptr();
    let none = null_mut();
    for shift in [0, 81, 163] {
        let rows = puzzles.wrapping_add(shift);
        // SAFETY: overlapping arrays are what this tests. They are refused before they are used.
        let code = unsafe {
            ninefold_solver_search(state, &DEFAULT, puzzles, 2, rows, none, none, null_mut())
        };
        assert_eq!(code, 1, "{shift}");
    }
    let mut rows = [BLANK_ROW];
    let rows = rows.as_mut_ptr().cast();
    // SAFETY: the arrays have room for one puzzle, and those that are null are not wanted.
    let code = unsafe {
        ninefold_solver_search(state, &DEFAULT, puzzles, 1, rows, none, none, null_mut())
    };
    assert_eq!(code, 0);
    // SAFETY: created above, and not used again.
    unsafe { ninefold_solver_free(state) };
}

/// Claims the same for all puzzles.
struct Lies;

impl Solver for Lies {
    fn solve(&mut self, batch: &mut Batch<'_>, _: &Limits, _: &mut dyn Observer) -> Counters {
        for (row, outcome) in batch.rows.iter_mut().zip(&mut *batch.outcomes) {
            row[..CELLS].fill(b'1');
            outcome.solutions = 1;
        }
        Counters::default()
    }
}

#[test]
fn a_wrong_solution_is_found() {
    let mut state = State::new(Box::new(Lies));
    let unchecked = Request {
        flags: 1,
        ..DEFAULT
    };
    assert_eq!(search(&raw mut state, &endless(3), &DEFAULT).code, 2);
    assert_eq!(search(&raw mut state, &endless(3), &unchecked).code, 0);
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
