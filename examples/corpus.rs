//! Makes puzzles on several threads, rates them, and verifies answers.

use ninefold::corpus::{Difficulty, GenerateSpec, SpecError};
use ninefold::{generate, rate, solve, verify};
use rayon::prelude::*;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let spec = GenerateSpec::default().seed(1).difficulty(Difficulty::Hard);
    // The numbers of the puzzles say which they are, so threads can share the work in any way.
    let parts: Result<Vec<_>, SpecError> = (0..4)
        .into_par_iter()
        .map(|part| generate(&spec, part * 25..(part + 1) * 25))
        .collect();
    let puzzles: Vec<_> = parts?.concat().iter().map(|made| made.puzzle).collect();
    let ratings = rate(&puzzles, 2);
    let most = ratings
        .iter()
        .filter_map(|rating| rating.hardness)
        .map(|hardness| hardness.guesses)
        .max();
    println!(
        "{} hard puzzles, at most {} guesses",
        puzzles.len(),
        most.unwrap_or(0)
    );
    for puzzle in &puzzles {
        verify(puzzle, solve(puzzle)?.as_str())?;
    }
    println!("all answers are right");
    Ok(())
}
