//! One puzzle.

use crate::{PUZZLE, SOLUTION, UNSOLVABLE, begins};
use ninefold::engine::EngineError;
use ninefold::engine::verdict::{UnknownVerdict, Verdict};
use ninefold::grid::{Solution, SolutionError};
use ninefold::{SolveError, SolveManyError, StreamError, count, is_unique, solutions, solve};
use std::error::Error;
use std::io;

/// An error and its causes, as programs print them.
fn chain(error: &dyn Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        text += &format!(": {error}");
        cause = error.source();
    }
    text
}

#[test]
fn what_is_wrong_is_told_apart() {
    let unsolvable = &UNSOLVABLE[..81];
    let clashing = begins("1.......1");
    assert_eq!(solve(PUZZLE).unwrap(), SOLUTION);
    assert_eq!(solve(unsolvable), Err(SolveError::NoSolution));
    assert_eq!(count(unsolvable, 9), Ok(0));
    assert_eq!(is_unique(unsolvable), Ok(false));
    assert_eq!(solutions(unsolvable).unwrap().count(), 0);
    let errors = |puzzle: &str| {
        let all = [
            solve(puzzle).map(drop).unwrap_err(),
            count(puzzle, 2).map(drop).unwrap_err(),
            is_unique(puzzle).map(drop).unwrap_err(),
            solutions(puzzle).map(drop).unwrap_err(),
        ];
        assert!(all.iter().all(|error| *error == all[0]), "{all:?}");
        chain(&all[0])
    };
    let odd = "column 1: '?' is neither a clue 1-9 nor a blank (0 . * _ X x)";
    for (puzzle, error) in [
        (&*clashing, "clues clash: 1 twice in one row: r1c1 and r1c9"),
        ("", "malformed: has 0 cells, not 81"),
        (&begins("?"), &format!("malformed: {odd}")),
        (&format!("{PUZZLE}\n"), "malformed: has 82 cells, not 81"),
    ] {
        assert_eq!(errors(puzzle), error);
    }
}

#[test]
fn an_error_hands_on_the_one_that_it_comes_from() {
    let malformed = solve("").unwrap_err();
    assert_eq!(malformed.to_string(), "malformed");
    assert_eq!(chain(&malformed), "malformed: has 0 cells, not 81");
    assert!(SolveError::NoSolution.source().is_none());
    let unknown = EngineError::UnknownEngine("none".to_owned());
    let many = SolveManyError::from(unknown.clone());
    let cause = many.source().and_then(|cause| cause.downcast_ref());
    assert_eq!(cause, Some(&unknown));
    let lines = StreamError::from(many);
    assert_eq!(
        chain(&lines),
        format!("cannot solve: cannot create a solver: {unknown}")
    );
    let read = StreamError::Read(io::Error::other("broken"));
    assert_eq!(chain(&read), "cannot read: broken");
}

#[test]
fn texts_are_read_and_printed() {
    let solution: Solution = SOLUTION.parse().unwrap();
    assert_eq!(solution, solve(PUZZLE).unwrap());
    assert_eq!(format!("{solution:>83}"), format!("  {SOLUTION}"));
    assert_eq!("".parse::<Solution>(), Err(SolutionError::Length(0)));
    for wrong in [PUZZLE, &"1".repeat(81), &SOLUTION.replace('1', "2")] {
        let error = wrong.parse::<Solution>().unwrap_err();
        assert!(matches!(error, SolutionError::Fault(_)), "{error}");
    }
    for verdict in Verdict::ALL {
        assert_eq!(verdict.to_string().parse(), Ok(verdict));
    }
    assert_eq!("solvable".parse::<Verdict>(), Err(UnknownVerdict));
}

#[test]
fn counts_end_at_their_limit() {
    let empty = begins("");
    for limit in [0, 1, 2, 33, 1000] {
        assert_eq!(count(&empty, limit), Ok(limit));
        assert_eq!(count(PUZZLE, limit), Ok(limit.min(1)));
    }
    assert_eq!(is_unique(PUZZLE), Ok(true));
    assert_eq!(is_unique(&empty), Ok(false));
}

#[test]
fn solutions_are_all_there_in_order_and_made_when_asked_for() {
    let several = PUZZLE.replacen('3', ".", 1);
    let all: Vec<_> = solutions(&several).unwrap().collect();
    assert_eq!(Ok(all.len() as u64), count(&several, u64::MAX));
    assert!(all.len() > 1 && all.is_sorted());
    assert!(all.iter().any(|solution| *solution == SOLUTION));
    let mut endless = solutions(&begins("")).unwrap();
    assert!(endless.next() < endless.next());
}

#[test]
fn a_solution_is_text_and_values() {
    let solution = solve(PUZZLE).unwrap();
    assert_eq!(solution.as_str(), SOLUTION);
    assert_eq!(format!("{solution:>83}"), format!("  {SOLUTION}"));
    assert_eq!(solution.as_bytes(), SOLUTION.as_bytes());
    let digits = solution.values().map(|value| value + b'0');
    assert_eq!(digits, *solution.as_bytes());
}

#[test]
fn any_number_of_threads_may_ask() {
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| (0..100).for_each(|_| assert_eq!(solve(PUZZLE).unwrap(), SOLUTION)));
        }
    });
}
