//! Limits of guesses, and puzzles that are split.

use super::{ANSWER, each_variant, limit, solve, text};
use ninefold::engine::registry::variants;
use ninefold::engine::{Limits, Outcome, Status};
use ninefold::grid::{CELLS, Row};

#[test]
fn a_limit_of_guesses_is_kept_and_said() {
    let empty = [b'.'; CELLS];
    each_variant(|_, solver, name| {
        for guesses in [0, 1, 20, 5000] {
            let limits = Limits::default().solutions(u64::MAX).guesses(guesses);
            let done = solve(solver, &[empty, text(ANSWER)], limits);
            assert_eq!(done.outcomes[0].status, Status::GaveUp, "{name}");
            assert!(done.outcomes[0].guesses >= guesses, "{name}");
            assert_eq!(done.outcomes[1].status, Status::Finished, "{name}");
            if guesses < 4096 {
                assert_eq!(done.outcomes[0].guesses, guesses, "{name}");
            }
        }
    });
}

#[test]
#[cfg_attr(target_family = "wasm", ignore = "WebAssembly has no threads")]
fn a_puzzle_that_is_split_has_the_same_answer_on_any_number_of_threads() {
    let empty = [b'.'; CELLS];
    let mut seen: Option<(Outcome, Row)> = None;
    for (engine, options) in variants() {
        if engine.name != "lanes" {
            continue;
        }
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let done = pool.install(|| {
                let mut solver = engine.make(&options).unwrap();
                solve(&mut *solver, &[empty], limit(30_000))
            });
            let found = (done.outcomes[0], done.rows[0]);
            assert_eq!(found.0.solutions, 30_000);
            assert_eq!(
                *seen.get_or_insert(found),
                found,
                "{options:?}, {threads} threads"
            );
        }
    }
    assert!(seen.is_some());
}
