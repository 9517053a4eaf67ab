//! Clues that clash, told of a whole group of new puzzles at once.

use super::layout::Group;
use super::pass::{in_columns, in_rows};
use super::turns::{next_band, next_stack, nine};
use super::vector::Vector;

/// Of puzzles that were just read, the lanes in which two clues clash; as
/// [`Puzzle::has_clash`](crate::grid::Puzzle::has_clash) tells one by one.
///
/// A clue is the one candidate of its cell. Two of a digit in a box are in two of its rows, or in two of
/// its columns. Two in a row of the grid are in two boxes of the band: the word of that row has a
/// bit in common with itself, turned to the next box. So with columns and stacks.
///
/// About 220 operations, as many as a quarter of a pass.
#[inline(always)]
pub(crate) fn clashing<L: Vector>(l: L, new: &Group<L::V>) -> u32 {
    let mut twice = l.splat(0);
    for x in &new.x {
        let clues = nine!(p, l.andnot(x[p], new.has_other[p]));
        let (rows, columns) = (in_rows(l, &clues), in_columns(l, &clues));
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
