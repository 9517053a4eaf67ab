//! The functions at the crate's root, as another crate calls them.

mod batch;
mod one;
mod request;
mod stream;

const PUZZLE: &str =
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
const SOLUTION: &str =
    "987654321246173985351928746128537694634892157795461832519286473472319568863745219";
/// Row 1 lacks a 9 for its last cell, whose column has one.
const UNSOLVABLE: &str =
    "12345678..................9........................................................";

/// Eighty-one cells with this beginning.
fn begins(cells: &str) -> String {
    format!("{cells:.<81}")
}

/// Puzzles of every kind, repeated.
fn puzzles(count: usize) -> Vec<String> {
    let kinds = [
        PUZZLE.to_owned(),
        begins("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
        UNSOLVABLE[..81].to_owned(),
        begins("11"),
        begins("??"),
        PUZZLE.replacen('3', "0", 1),
        begins(""),
    ];
    kinds.into_iter().cycle().take(count).collect()
}
