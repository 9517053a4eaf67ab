//! Solves the puzzles of a file, one a line: `cargo run --example file [FILE]`
//!
//! Rows go to standard output, in the order of the lines, and counts to standard error.

use ninefold::engine::verdict::Verdict;
use ninefold::{Request, solve_lines};
use std::fs::File;
use std::io::stdout;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = std::env::args()
        .nth(1)
        .unwrap_or("datasets/tricky.txt".into());
    let request = Request::new().limit(2);
    let totals = solve_lines(File::open(path)?, stdout(), &request)?;
    eprintln!("{} lines", totals.lines);
    for verdict in Verdict::ALL {
        eprintln!("{:>10} {}", verdict.name(), totals.verdicts.of(verdict));
    }
    Ok(())
}
