//! The solved puzzles of a batch.

use super::Outcome;
use crate::grid::{CELLS, Row};
use crate::lines::cells_at;

/// Number, cells and first solution of each puzzle of a batch that has one, in order.
///
/// This is a type and not `filter` and `map`, because these call a closure through a function that
/// is not inlined in a build with several codegen units. Then checking an answer takes twice as
/// long.
#[derive(Debug, Clone)]
pub struct SolvedPuzzles<'a> {
    text: &'a [u8],
    starts: &'a [u32],
    outcomes: &'a [Outcome],
    rows: &'a [Row],
    next: usize,
}

impl<'a> SolvedPuzzles<'a> {
    /// The solved puzzles of a batch with these parts. There may be more rows and outcomes than
    /// puzzles.
    #[must_use]
    pub fn new(
        text: &'a [u8],
        starts: &'a [u32],
        outcomes: &'a [Outcome],
        rows: &'a [Row],
    ) -> SolvedPuzzles<'a> {
        SolvedPuzzles {
            text,
            starts,
            outcomes: &outcomes[..starts.len()],
            rows: &rows[..starts.len()],
            next: 0,
        }
    }
}

impl<'a> Iterator for SolvedPuzzles<'a> {
    type Item = (usize, &'a [u8; CELLS], &'a [u8; CELLS]);

    #[inline(always)]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let i = self.next;
            let start = *self.starts.get(i)? as usize;
            self.next += 1;
            if self.outcomes[i].solutions > 0 {
                let solution = self.rows[i].first_chunk().expect("a row has 82 bytes");
                return Some((i, cells_at(self.text, start), solution));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::BLANK_ROW;

    #[test]
    fn puzzles_without_a_solution_are_left_out() {
        let text: Vec<u8> = (0..=255).collect();
        let starts = [0, 5, 90, 175];
        let mut outcomes = [Outcome::default(); 5];
        for solved in [1, 3, 4] {
            outcomes[solved].solutions = solved as u64;
        }
        let mut rows = [BLANK_ROW; 5];
        rows[3][0] = b'3';
        let solved: Vec<_> = SolvedPuzzles::new(&text, &starts, &outcomes, &rows)
            .map(|(i, cells, solution)| (i, cells[0], solution[0]))
            .collect();
        assert_eq!(solved, [(1, 5, b'.'), (3, 175, b'3')]);
    }
}
