//! Values of the library in JSON.

use crate::corpus::Rating;
use crate::engine::Outcome;
use crate::engine::verdict::Verdict;
use crate::grid::{Puzzle, Solution};
use crate::{Request, SolveError, SolveManyError, rate, solve, verify};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{from_str, from_value, json, to_value};
use std::fmt::Debug;

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// What is written is read again.
fn stays<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T) -> serde_json::Value {
    let json = to_value(value).unwrap();
    assert_eq!(from_value::<T>(json.clone()).unwrap(), *value);
    json
}

#[test]
fn puzzles_and_solutions_are_texts() {
    let puzzle: Puzzle = PUZZLE.parse().unwrap();
    assert_eq!(stays(&puzzle), PUZZLE);
    let solution = solve(puzzle).unwrap();
    assert_eq!(stays(&solution), solution.as_str());
    let short = from_str::<Puzzle>("\"55\"").unwrap_err();
    assert!(short.to_string().starts_with("has 2 cells, not 81"));
    let unsolved = from_value::<Solution>(json!(PUZZLE)).unwrap_err();
    assert_eq!(unsolved.to_string(), "r1c3 is not a digit");
    assert!(from_str::<Puzzle>("81").is_err());
}

#[test]
fn names_are_those_of_the_program() {
    for verdict in Verdict::ALL {
        assert_eq!(stays(&verdict), verdict.name());
    }
    let (_, outcome) = Request::new().search(PUZZLE).unwrap();
    assert_eq!(
        stays::<Outcome>(&outcome),
        json!({"solutions": 1, "guesses": 0, "status": "finished"})
    );
    let ratings: Vec<Rating> = rate(&[PUZZLE.parse().unwrap()], 2);
    let hardness = json!({"level": "naked-singles", "guesses": 0});
    assert_eq!(
        stays(&ratings),
        json!([{"puzzle": PUZZLE, "solutions": 1, "hardness": hardness, "minimal": false}])
    );
}

#[test]
fn errors_are_written() {
    let written = |text: &str| to_value(solve(text).unwrap_err()).unwrap();
    assert_eq!(written("55"), json!({"malformed": {"length": 2}}));
    let clashing = "55".to_owned() + &".".repeat(79);
    let clash = json!({"digit": 5, "cells": [0, 1], "unit": "row"});
    assert_eq!(written(&clashing), json!({"clash": clash}));
    assert_eq!(to_value(SolveError::OutOfTime).unwrap(), "out-of-time");
    assert_eq!(to_value(SolveManyError::Stopped).unwrap(), "stopped");
    let wrong = verify(PUZZLE, PUZZLE).unwrap_err();
    assert_eq!(
        to_value(wrong).unwrap(),
        json!({"wrong": {"not-a-digit": 2}})
    );
}
