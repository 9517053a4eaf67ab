//! All solutions of a puzzle, and the first of them in order.

mod first_and_count;
mod library;
mod listed;

use ninefold::grid::CELLS;
use std::fs;

/// The first of the puzzles that have several solutions.
fn multiple(n: usize) -> String {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../datasets/multiple.txt");
    let text = fs::read_to_string(path).expect("it is committed");
    text.lines().take(n).flat_map(|line| [line, "\n"]).collect()
}

fn cells(line: &str) -> [u8; CELLS] {
    line.as_bytes().try_into().expect("81 cells")
}

/// Puzzles with one, some and very many solutions, none, and no puzzles.
fn mixed() -> String {
    let one = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    let none = one.replacen("..7", "1.7", 1);
    let clash = one.replacen("..7", "5.7", 1);
    let empty = ".".repeat(CELLS);
    let multiple = multiple(60);
    format!("{one}\n{none}\nnonsense\n{multiple}{clash}\n{empty}\n{one}\n")
}
