//! Hints for arguments that mean nothing: what the user may have meant.

use ninefold::escape::escape;
use ninefold::grid::{CELLS, Puzzle};
use std::path::Path;

/// Whether a name is a puzzle that was typed in place of a file.
pub(crate) fn is_puzzle(name: &Path) -> bool {
    let cells: Option<&[u8; CELLS]> = name.as_os_str().as_encoded_bytes().try_into().ok();
    cells.is_some_and(|cells| Puzzle::from_text(cells).is_ok())
}

/// How to solve a puzzle that is in no file.
pub(crate) fn no_file(puzzle: &str) -> String {
    format!(
        "this is a puzzle, not a file or a command; puzzles are read from files or standard \
         input: try\n  echo '{}' | ninefold solve -",
        escape(puzzle)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_puzzle_is_told_from_a_file() {
        assert!(is_puzzle(".".repeat(81).as_ref()));
        assert!(!is_puzzle(".".repeat(80).as_ref()));
        assert!(!is_puzzle("puzzles.txt".as_ref()));
    }
}
