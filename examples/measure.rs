//! Measures puzzles a second by threads: `cargo run --release --example measure`
//!
//! For evidence (confidence intervals, latency, other solvers), use `ninefold bench`.

use ninefold::{Puzzles, Request, SolveManyError, solve_many};
use std::time::Instant;

fn main() -> Result<(), SolveManyError> {
    let lines = include_str!("../datasets/hard.txt").repeat(20);
    let puzzles = Puzzles::strided(lines.as_bytes(), 82);
    let mut solutions = vec![0; 81 * puzzles.len()];
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    for threads in 1..=cores {
        let request = Request::new().threads(threads);
        // The first round is the warm-up.
        let mut seconds = [0.0; 10];
        for round in &mut seconds {
            let start = Instant::now();
            solve_many(&puzzles, &mut solutions, &mut [], &request)?;
            *round = start.elapsed().as_secs_f64();
        }
        seconds[1..].sort_by(f64::total_cmp);
        let median = puzzles.len() as f64 / seconds[5];
        println!("threads: {threads}, puzzles a second: {median:.0}");
    }
    Ok(())
}
