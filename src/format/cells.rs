//! Cells as people write them: 81 together, or with something between them.

use crate::grid::{CELLS, Puzzle};

/// What 81 cells are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Grid {
    /// There are blanks among them.
    Open,
    /// Each is a digit.
    Full,
}

impl Grid {
    fn of(field: &[u8]) -> Option<Grid> {
        let is_grid = field.len() == CELLS && field.iter().all(|&byte| Puzzle::is_cell(byte));
        let has_blank = field.iter().any(|&byte| is_blank(byte));
        is_grid.then_some(if has_blank { Grid::Open } else { Grid::Full })
    }
}

/// Whether a byte is a cell without a digit.
pub(super) fn is_blank(byte: u8) -> bool {
    Puzzle::is_cell(byte) && !(b'1'..=b'9').contains(&byte)
}

/// Whether these are the 81 cells of a puzzle that is not full.
pub(super) fn is_open(field: &[u8]) -> bool {
    Grid::of(field) == Some(Grid::Open)
}

/// Whether these are 81 digits.
pub(super) fn is_full(field: &[u8]) -> bool {
    Grid::of(field) == Some(Grid::Full)
}
