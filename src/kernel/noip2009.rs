//! NOIP 2009, "target sudoku": each cell has a weight, and the answer to a puzzle is the largest
//! weighted sum over all its solutions, or -1 if it has none. [`scorer`](crate::engine::scorer)
//! searches for it.

use crate::grid::CELLS;

/// The engine that searches for it.
pub const ENGINE: &str = "dlx";

/// Weight of each cell: 10 in the centre, then 9, 8, 7 and 6 by ring.
pub const WEIGHT: [u8; CELLS] = {
    let mut table = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let row = cell / 9;
        let column = cell % 9;
        let mut edge = row;
        let others = [8 - row, column, 8 - column];
        let mut i = 0;
        while i < 3 {
            if others[i] < edge {
                edge = others[i];
            }
            i += 1;
        }
        table[cell] = 6 + edge as u8;
        cell += 1;
    }
    table
};

/// Sum of digit times weight over the cells of a grid of values 1 to 9.
///
/// ```
/// use ninefold::engine::noip2009::{score, WEIGHT};
/// assert_eq!((WEIGHT[0], WEIGHT[10], WEIGHT[40]), (6, 7, 10));
/// let sum: u32 = WEIGHT.iter().map(|&weight| u32::from(weight)).sum();
/// assert_eq!(score(&[1; 81]), sum);
/// ```
#[must_use]
pub fn score(values: &[u8; CELLS]) -> u32 {
    let pairs = values.iter().zip(&WEIGHT);
    pairs
        .map(|(&value, &weight)| u32::from(value) * u32::from(weight))
        .sum()
}
