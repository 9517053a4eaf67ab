//! Counts the solutions of puzzles, up to a limit: `cargo run --example count [PUZZLE]...`

use ninefold::{count, solutions};

const LIMIT: u64 = 1000;

fn main() -> Result<(), ninefold::SolveError> {
    let mut puzzles: Vec<String> = std::env::args().skip(1).collect();
    if puzzles.is_empty() {
        puzzles.push(format!("123456789456789123789123456{}", ".".repeat(54)));
    }
    for puzzle in &puzzles {
        let found = count(puzzle, LIMIT)?;
        let at_least = if found == LIMIT { "at least " } else { "" };
        println!("{at_least}{found} solutions; the first two in order:");
        for solution in solutions(puzzle)?.take(2) {
            println!("{}", solution.as_str());
        }
    }
    Ok(())
}
