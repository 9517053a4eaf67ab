//! Limits of guesses, and puzzles that are split.

use super::{ANSWER, each_variant, is_lanes, limit, same, solve, text};
use ninefold::engine::registry::variants;
use ninefold::engine::{Counters, Limits, Outcome, Status};
use ninefold::grid::{CELLS, Row};

#[test]
fn a_limit_of_guesses_is_kept_and_said() {
    let empty = [b'.'; CELLS];
    each_variant(|_, solver, name| {
        for guesses in [0, 1, 20, 5000] {
            let limits = Limits::default().solutions(u64::MAX).guesses(guesses);
            let done = solve(solver, &[empty, text(ANSWER)], limits);
            assert_eq!(done.outcomes[0].status, Status::GaveUp, "{name}");
            assert_eq!(done.outcomes[0].guesses, guesses, "{name}");
            assert_eq!(done.outcomes[1].status, Status::Finished, "{name}");
        }
    });
}

/// Two clues, with more solutions than can be counted; and a puzzle without solution, which takes
/// an engine thousands of guesses to see.
const SPARSE: &str =
    "1...............................2................................................";
const NONE: &str =
    ".................1....23.4.....4..2...6.7.....38.....6...1......2.....9.34.......";

/// Elsewhere these tests are mostly emulated, and the other engines are the same code.
const LANES_ALONE: bool = cfg!(not(target_arch = "x86_64"));

#[test]
fn as_many_guesses_as_a_puzzle_needs_are_enough_and_one_less_is_not() {
    let mut seen: Option<Vec<Outcome>> = None;
    each_variant(|engine, solver, name| {
        if LANES_ALONE && !is_lanes(engine) {
            return;
        }
        let mut own = Vec::new();
        for (puzzle, solutions) in [(SPARSE, 9000), (SPARSE, 3), (NONE, 1), (NONE, 2)] {
            let puzzles = [text(puzzle), text(ANSWER)];
            // Enough for most engines. An engine that needs more cannot be tested here.
            let within = Limits::default().solutions(solutions).guesses(60_000);
            let free = solve(solver, &puzzles, within).outcomes[0];
            if free.status == Status::GaveUp {
                assert!(!is_lanes(engine), "{name} {puzzle}");
                continue;
            }
            own.push(free);
            assert_eq!(free.solutions, if puzzle == NONE { 0 } else { solutions });
            let exact = solve(solver, &puzzles, within.guesses(free.guesses));
            assert_eq!(exact.outcomes[0], free, "{name} {puzzle}");
            let mut less = free.guesses;
            // One less, and some on both sides of the limit where a search is divided.
            for off in [1, 2, 100, 3000] {
                less = less.saturating_sub(off);
                if less == 0 {
                    continue;
                }
                let done = solve(solver, &puzzles, within.guesses(less));
                let outcome = done.outcomes[0];
                assert_eq!(outcome.status, Status::GaveUp, "{name} {puzzle} {less}");
                assert_eq!(outcome.guesses, less, "{name} {puzzle}");
                assert!(outcome.solutions < solutions, "{name} {puzzle} {less}");
                let counters = done.counters;
                assert!(counters.nodes >= counters.guesses, "{name} {counters:?}");
            }
        }
        if is_lanes(engine) {
            same(&mut seen, &own, name);
        }
    });
    assert_eq!(seen.map_or(0, |seen| seen.len()), 4);
}

/// The engine `lanes` finds its solution 3,896 after exactly 4,096 guesses. There it divides the
/// search, in a state that reaches that solution by one more propagation pass, without a guess.
const AT_THE_EDGE: &str =
    ".1....3....6.....4...6.48......7.........9....4.8....3.8.3....19...2......7..5...";

#[test]
fn what_a_limit_of_guesses_allows_is_found_and_no_more() {
    let puzzle = [text(AT_THE_EDGE)];
    let mut seen: Option<Vec<Outcome>> = None;
    each_variant(|engine, solver, name| {
        if LANES_ALONE && !is_lanes(engine) {
            return;
        }
        let mut own = Vec::new();
        // Around the limits where a search is divided.
        for guesses in [4095, 4096, 4097, 8192] {
            let mut found = |solutions, guesses| {
                solve(solver, &puzzle, limit(solutions).guesses(guesses)).outcomes[0]
            };
            let all = found(u64::MAX, guesses);
            own.push(all);
            assert_eq!(all.status, Status::GaveUp, "{name}");
            assert_eq!(all.guesses, guesses, "{name}");
            let one_more = found(all.solutions + 1, guesses + 1000);
            assert!(one_more.guesses > guesses, "{name} {guesses} {one_more:?}");
            if all.solutions == 0 {
                continue;
            }
            let as_many = found(all.solutions, guesses);
            assert_eq!(as_many.status, Status::Finished, "{name} {guesses}");
        }
        if is_lanes(engine) {
            same(&mut seen, &own, name);
        }
    });
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has no threads")]
fn a_puzzle_that_is_split_has_the_same_answer_on_any_number_of_threads() {
    let empty = [b'.'; CELLS];
    let mut seen = None;
    let variants = variants().into_iter();
    for (engine, options) in variants.filter(|(engine, _)| engine.name == "lanes") {
        for threads in if LANES_ALONE { 1..3 } else { 1..4 } {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
            let pool = pool.build().unwrap();
            let found: Vec<(Outcome, Row, Counters)> = pool.install(|| {
                let mut solver = engine.make(&options).unwrap();
                let mut found = |limits| {
                    let done = solve(&mut *solver, &[empty], limits);
                    (done.outcomes[0], done.rows[0], done.counters)
                };
                let gives_up = limit(u64::MAX).guesses(10_000);
                vec![found(limit(10_000)), found(gives_up)]
            });
            assert_eq!(found[0].0.solutions, 10_000);
            assert_eq!(found[1].0.guesses, 10_000);
            same(
                &mut seen,
                &found,
                &format!("{options:?}, {threads} threads"),
            );
        }
    }
    assert!(seen.is_some());
}
