//! Solves a batch in memory, on all cores: `cargo run --release --example batch`

use ninefold::engine::Outcome;
use ninefold::{Puzzles, Request, SolveManyError, solve_many};

const LINES: &str = include_str!("../datasets/hard.txt");

fn main() -> Result<(), SolveManyError> {
    let lines: Vec<&[u8]> = LINES.lines().map(str::as_bytes).collect();
    let puzzles = Puzzles::slices(&lines);
    let mut solutions = vec![0; 81 * puzzles.len()];
    let mut outcomes = vec![Outcome::default(); puzzles.len()];
    // With a limit of 2, an outcome says whether the solution is the only one.
    let request = Request::new().limit(2);
    let work = solve_many(&puzzles, &mut solutions, &mut outcomes, &request)?;

    let unique = outcomes.iter().filter(|outcome| outcome.solutions == 1);
    println!(
        "{} puzzles, {} with one solution",
        puzzles.len(),
        unique.count()
    );
    println!("{} guesses", work.guesses);
    println!("the first: {}", String::from_utf8_lossy(&solutions[..81]));
    Ok(())
}
