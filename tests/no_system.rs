//! Solves where there is neither a clock nor a thread: wasm32-unknown-unknown, as in a browser.
//! `tests/no_system.mjs` runs it there. The target has no test harness.

use ninefold::engine::Outcome;
use ninefold::{Puzzles, Request, solve_lines, solve_many};

const SAMPLE: &str = include_str!("../datasets/sample.txt");

fn main() {
    // More than one thread does alone where there are others.
    let lines = SAMPLE.repeat(40);
    let puzzles = Puzzles::strided(lines.as_bytes(), 82);
    let mut outcomes = vec![Outcome::default(); puzzles.len()];
    let mut solutions = vec![0; lines.len()];
    for options in [Request::new(), Request::new().threads(4)] {
        let counters = solve_many(&puzzles, &mut solutions, &mut outcomes, &options)
            .expect("a batch is solved");
        let guesses: u64 = outcomes.iter().map(|outcome| outcome.guesses).sum();
        assert_eq!(counters.guesses, guesses);
        assert!(outcomes.iter().all(|outcome| outcome.solutions == 1));
        let mut rows = Vec::new();
        solve_lines(lines.as_bytes(), &mut rows, &options).expect("lines are solved");
        assert!(rows == solutions, "rows are the solutions");
    }
}
