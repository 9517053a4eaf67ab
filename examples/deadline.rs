//! Answers requests of strangers, each within its deadline: `cargo run --release --example
//! deadline`
//!
//! Half of them are grids that have more solutions than anyone can count.

use ninefold::{Request, SolveError};
use std::time::{Duration, Instant};

const LINES: &str = include_str!("../datasets/hard.txt");
const DEADLINE: Duration = Duration::from_millis(2);
const REQUESTS: usize = 2_000;

fn main() {
    let request = Request::new()
        .limit(u64::MAX)
        .max_guesses(u64::MAX)
        .deadline(DEADLINE);
    let empty = ".".repeat(81);
    let sparse = format!("1{}2", ".".repeat(79));
    let hard: Vec<&str> = LINES.lines().map(|line| &line[..81]).collect();
    let mut times = Vec::new();
    let mut out_of_time = 0;
    for i in 0..REQUESTS {
        let puzzle = match i % 4 {
            0 => &empty,
            1 => &sparse,
            _ => hard[i % hard.len()],
        };
        let start = Instant::now();
        let count = request.count(puzzle);
        times.push(start.elapsed());
        match count {
            Ok(count) => assert_eq!(count, 1),
            Err(error) => {
                assert_eq!(error, SolveError::OutOfTime);
                out_of_time += 1;
            }
        }
    }
    times.sort();
    println!("{REQUESTS} requests, {out_of_time} out of time; deadline {DEADLINE:?}");
    for per_mille in [500, 990, 999, 1000] {
        let time = times[(times.len() * per_mille / 1000).min(times.len() - 1)];
        println!("{:>5.1} % within {time:?}", per_mille as f64 / 10.0);
    }
}
