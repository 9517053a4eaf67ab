//! Finds clues that clash, in a whole group of new puzzles at once.

use super::layout::Group;
use super::pass::{in_columns, in_rows};
use super::turns::{next_band, next_stack, nine};
use super::vector::Vector;

/// The lanes of new puzzles in which two clues clash. It gives the same result as
/// [`Puzzle::has_clash`](crate::grid::Puzzle::has_clash) for each.
///
/// A clue is the only candidate of its cell. Two clues of a digit in a box are in two of its rows,
/// or in two of its columns. Two in a row of the grid are in two boxes of the band: then the word
/// of that row has a bit in common with itself turned to the next box. The same holds for columns
/// and stacks.
///
/// It takes about 220 operations, a quarter of a pass.
#[inline(always)]
pub(crate) fn clashing<L: Vector>(l: L, new: &Group<L::V>) -> u32 {
    let mut twice = l.splat(0);
    for x in &new.x {
        let clues = nine!(p, l.andnot(x[p], new.has_other[p]));
        let rows = in_rows(l, &clues);
        let columns = in_columns(l, &clues);
        let in_box = l.or(
            l.maj(rows[0], rows[1], rows[2]),
            l.maj(columns[0], columns[1], columns[2]),
        );
        twice = l.or(twice, in_box);
        for i in 0..3 {
            twice = l.or_and(twice, rows[i], next_stack(l, rows[i]));
            twice = l.or_and(twice, columns[i], next_band(l, columns[i]));
        }
    }
    l.nonzero(twice)
}
