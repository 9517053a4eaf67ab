//! Limits of guesses, and puzzles that are split.

use super::{ANSWER, each_variant, is_lanes, limit, same, solve, solve_observed, text};
use ninefold::engine::registry::{self, variants};
use ninefold::engine::{
    Completion, Counters, ENGINES, EngineOptions, Limits, Observer, Outcome, Status,
};
use ninefold::grid::{CELLS, Row};
use std::sync::atomic::{AtomicU64, Ordering};

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

/// Guesses of the largest part of a search that is divided.
const PART: u64 = 4096;

/// A guess adds at most two nodes.
#[test]
fn no_more_is_done_than_a_limit_of_guesses_allows_and_one_part() {
    let empty = [b'.'; CELLS];
    let all = Limits::default().solutions(u64::MAX);
    each_variant(|engine, solver, name| {
        if is_lanes(engine) {
            for puzzle in [empty, text(SPARSE), text(NONE)] {
                let guesses = 20_000;
                let done = solve(solver, &[puzzle], all.guesses(guesses));
                let nodes = done.counters.nodes;
                assert!(nodes <= 2 * (guesses + PART), "{name}: {nodes} nodes");
            }
        }
    });
}

/// Many parts are searched at once then.
#[test]
#[cfg_attr(
    not(target_arch = "x86_64"),
    ignore = "takes minutes where it is emulated"
)]
fn a_quarter_more_is_done_than_a_large_limit_of_guesses_allows() {
    let guesses = 700_000;
    let all = Limits::default().solutions(u64::MAX).guesses(guesses);
    let puzzles = [[b'.'; CELLS], text(SPARSE)];
    let mut single = registry::find("single")
        .unwrap()
        .make(&EngineOptions::default())
        .unwrap();
    let one_by_one = solve(&mut *single, &puzzles, all);
    let mut seen = None;
    for threads in 1..3 {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads);
        let done = pool.build().unwrap().install(|| {
            let mut lanes = ENGINES[0].make(&EngineOptions::default()).unwrap();
            solve(&mut *lanes, &puzzles, all)
        });
        assert_eq!(done.rows, one_by_one.rows);
        assert_eq!(done.outcomes, one_by_one.outcomes);
        let most = puzzles.len() as u64 * 2 * (guesses + guesses / 4 + PART);
        assert!(done.counters.nodes <= most, "{:?}", done.counters);
        same(&mut seen, &done, "lanes");
    }
}

/// Lets a puzzle have this many looks at the time.
struct Looks {
    allowed: u64,
    taken: AtomicU64,
}

impl Observer for Looks {
    fn now(&mut self) -> u64 {
        0
    }

    fn completed(&mut self, _ended: &[Completion]) {}

    fn is_out_of_time(&self, _started: u64) -> bool {
        self.taken.fetch_add(1, Ordering::Relaxed) >= self.allowed
    }
}

/// More guesses than any engine makes between two looks at the time, in all its lanes.
const SOON: u64 = 2000;

#[test]
fn no_engine_takes_more_time_than_it_has() {
    let hopeless = [b'.'; CELLS];
    let limits = Limits::default().solutions(u64::MAX).guesses(u64::MAX);
    each_variant(|engine, solver, name| {
        for puzzles in [1, 100] {
            let mut guesses = Vec::new();
            for allowed in [0, 1, 2, 30] {
                let looks = Looks {
                    allowed,
                    taken: AtomicU64::new(0),
                };
                let mut puzzles = vec![hopeless; puzzles];
                puzzles.push(text(ANSWER));
                let done = solve_observed(solver, &puzzles, limits, &mut { looks });
                let mut outcomes = done.outcomes.iter();
                let last = outcomes.next_back().unwrap();
                assert!(
                    outcomes.all(|out| out.status == Status::OutOfTime),
                    "{name}"
                );
                assert!([Status::OutOfTime, Status::Finished].contains(&last.status));
                assert!(done.counters.guesses <= (allowed + 1) * SOON, "{name}");
                guesses.push(done.counters.guesses);
            }
            assert!(
                guesses.is_sorted() && guesses[3] > 4 * guesses[1],
                "{guesses:?}"
            );
            assert!(engine.name != "single" || guesses[0] == 0);
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
