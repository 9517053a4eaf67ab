//! Solves one puzzle: `cargo run --example one [PUZZLE]`

use ninefold::{SolveError, solve};
use std::process::ExitCode;

const DEFAULT: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

fn main() -> ExitCode {
    let puzzle = std::env::args().nth(1).unwrap_or(DEFAULT.into());
    match solve(&puzzle) {
        Ok(solution) => {
            for row in solution.as_str().as_bytes().chunks(9) {
                println!("{}", String::from_utf8_lossy(row));
            }
            ExitCode::SUCCESS
        }
        Err(SolveError::Malformed(error)) => {
            eprintln!("not a puzzle: {error}");
            ExitCode::from(2)
        }
        Err(SolveError::Clash(clash)) => {
            eprintln!("clues clash: {clash}");
            ExitCode::FAILURE
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
