//! Fewest candidates first, on bit masks, optimised.
//!
//! The idea: the free digits of each row, column and box are a mask. A cell's candidates are the
//! AND of three masks. The cell with the fewest candidates is filled next. One xor removes a digit,
//! and the same xor puts it back.
//!
//! These make it fast:
//!
//! - A look computes the candidates of all cells, in loops over arrays without a branch, which
//!   compilers vectorise. There are three kinds, with a lane for each column, row or box, so that a
//!   digit's cells in nine units are counted at once, and nothing is added up across lanes.
//! - A look finds the digits with one cell in a unit, the hidden singles. That by columns also
//!   finds naked singles. They are filled before the next look, so that it knows of them. A free
//!   digit without a cell is a contradiction, and so is a cell without a candidate. A guess comes
//!   when three looks in a row find nothing.
//! - It guesses in cells with two candidates first, then with three, then in others. Of equals it
//!   takes the one with the most empty cells around it, which tells most about others.
//! - No recursion: a trail of filled cells, and a stack of guesses.
//! - A fill changes whole vectors. With a store of one mask, the next look would wait until that is
//!   in the cache.
//!
//! Loops over masks use an index and no closure. A closure, like that of `map`, may become a
//! separate function in a build with several codegen units, which is two to three times as slow.

#![allow(clippy::needless_range_loop)]

mod look;
mod masks;

use crate::grid::{CELLS, Puzzle};
use crate::simd::vectorised;
use crate::solver::{Budget, Kernel, SearchResult};
use masks::{ALL, ALL_NINE, BIT, LANE, Masks, PLACE, counts, in_threes, nine, units_of};

/// The kinds of looks, by the units that have a lane each. The nine cells of each unit come in
/// steps: a column's by rows, a row's by columns, a box's by place.
const COLUMNS: usize = 0;
const ROWS: usize = 1;
const BOXES: usize = 2;

/// A cell that was filled, and its digit's bit.
#[derive(Debug, Clone, Copy, Default)]
struct Filled {
    cell: u8,
    digit: u16,
}

/// A guess: the length of the trail before it, the cell, and the candidates not tried yet.
#[derive(Debug, Clone, Copy, Default)]
struct Guess {
    trail: u8,
    cell: u8,
    left: u16,
}

/// The result of filling everything that is certain.
pub(super) enum Next {
    /// No cell is empty: a solution.
    Solved,
    /// A cell without a candidate, or a digit without a cell.
    Contradiction,
    /// The cell to guess.
    Branch { cell: usize, candidates: u16 },
}

/// One thread's state.
#[derive(Debug)]
pub(crate) struct Mrv {
    /// Free digits of each unit.
    rows: Masks,
    columns: Masks,
    boxes: Masks,
    /// For each cell all digits, or none if it is filled: as each kind of look needs it, by step
    /// and lane.
    open: [[Masks; 16]; 3],
    /// Bit of each clue's digit.
    clues: [u16; CELLS],
    /// Cells without a clue.
    blanks: usize,
    /// The candidates of the last look of each kind.
    candidates: [[Masks; 9]; 3],
    /// Of the last look: for each lane, digits with one cell, and the steps of certain cells.
    only: Masks,
    certain: Masks,
    /// Cells filled since the clues, and how many.
    trail: [Filled; CELLS],
    filled: usize,
    guesses: [Guess; CELLS],
    /// Number of times that a cell was emptied.
    emptied: u64,
}

impl Mrv {
    pub(crate) fn new() -> Mrv {
        Mrv {
            rows: ALL_NINE,
            columns: ALL_NINE,
            boxes: ALL_NINE,
            open: [[ALL_NINE; 16]; 3],
            clues: [0; CELLS],
            blanks: CELLS,
            candidates: [[nine(0); 9]; 3],
            only: nine(0),
            certain: nine(0),
            trail: [Filled::default(); CELLS],
            filled: 0,
            guesses: [Guess::default(); CELLS],
            emptied: 0,
        }
    }

    /// Starts from a puzzle's clues.
    pub(super) fn load(&mut self, puzzle: &Puzzle) {
        self.columns = ALL_NINE;
        self.boxes = ALL_NINE;
        self.blanks = 0;
        self.filled = 0;
        self.emptied = 0;
        for (row, values) in puzzle.cells().as_chunks::<9>().0.iter().enumerate() {
            let mut bits = nine(0);
            for i in 0..9 {
                bits[i] = BIT[usize::from(values[i] & 15)];
                self.boxes[row / 3 * 3 + i / 3] ^= bits[i];
                self.blanks += usize::from(bits[i] == 0);
            }
            let mut all = 0;
            for i in 0..16 {
                all ^= bits[i];
                self.columns[i] ^= bits[i];
                self.open[COLUMNS][row][i] = if bits[i] == 0 { ALL_NINE[i] } else { 0 };
            }
            self.rows[row] = ALL ^ all;
            for i in 0..9 {
                self.clues[9 * row + i] = bits[i];
                let open = self.open[COLUMNS][row][i];
                self.open[ROWS][i][row] = open;
                self.open[BOXES][row % 3 * 3 + i % 3][row / 3 * 3 + i / 3] = open;
            }
        }
    }

    /// Removes a digit from a cell's units, or puts it back. The cell is filled, or empty again.
    #[inline(always)]
    fn flip(&mut self, cell: usize, digit: u16) {
        let [row, column, block] = units_of(cell);
        let place = usize::from(PLACE[cell]) & 15;
        for i in 0..16 {
            self.rows[i] ^= digit & LANE[row][i];
            self.columns[i] ^= digit & LANE[column][i];
            self.boxes[i] ^= digit & LANE[block][i];
            self.open[COLUMNS][row][i] ^= ALL & LANE[column][i];
            self.open[ROWS][column][i] ^= ALL & LANE[row][i];
            self.open[BOXES][place][i] ^= ALL & LANE[block][i];
        }
    }

    /// Candidates of a cell.
    #[inline(always)]
    fn candidates(&self, cell: usize) -> u16 {
        let [row, column, block] = units_of(cell);
        let free = self.rows[row] & self.columns[column] & self.boxes[block];
        free & self.open[COLUMNS][row][column]
    }

    /// Fills a cell.
    #[inline(always)]
    pub(super) fn fill(&mut self, cell: usize, digit: u16) {
        debug_assert_eq!(self.candidates(cell) & digit, digit, "a candidate");
        self.flip(cell, digit);
        self.trail[self.filled] = Filled {
            cell: cell as u8,
            digit,
        };
        self.filled += 1;
        debug_assert_eq!(self.candidates(cell), 0, "taken");
    }

    /// The inverse of the last [`Mrv::fill`].
    #[inline(always)]
    fn unfill(&mut self) {
        self.filled -= 1;
        let Filled { cell, digit } = self.trail[self.filled];
        let cell = usize::from(cell);
        self.flip(cell, digit);
        self.emptied += 1;
        debug_assert_eq!(self.candidates(cell) & digit, digit, "free again");
    }

    /// Fills everything that is certain, naked and hidden singles, until there is nothing left.
    /// Then `choose` picks the cell to guess.
    #[inline(always)]
    pub(super) fn settle(&mut self, choose: impl Fn(&Mrv) -> Next) -> Next {
        let mut looks = 0;
        loop {
            macro_rules! look {
                ($look:ident, $cell:expr) => {
                    let filled = self.filled;
                    if filled == self.blanks {
                        return Next::Solved;
                    }
                    if !self.$look() || !self.fill_certain($cell) {
                        return Next::Contradiction;
                    }
                    looks = if self.filled == filled { looks + 1 } else { 0 };
                    if looks == 3 {
                        return choose(self);
                    }
                };
            }
            look!(look_by_columns, |column, row| 9 * row + column);
            look!(look_by_rows, |row, column| 9 * row + column);
            look!(look_by_boxes, |block: usize, place: usize| {
                27 * (block / 3) + 3 * (block % 3) + 9 * (place / 3) + place % 3
            });
        }
    }

    /// Fills the certain cells of the last look; `cell` gives the one of a lane and a step. Returns
    /// whether no two digits have the same cell as their only one.
    #[inline(always)]
    fn fill_certain(&mut self, cell: impl Fn(usize, usize) -> usize) -> bool {
        // Four lanes at a time: a bit for each certain cell.
        for lanes in 0..3 {
            let mut cells = 0;
            for i in 0..4 {
                cells |= u64::from(self.certain[4 * lanes + i]) << (16 * i);
            }
            while cells != 0 {
                let bit = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let lane = 4 * lanes + bit / 16;
                let cell = cell(lane, bit % 16);
                // Fewer than the look saw, if others were filled meanwhile. None if the cell was.
                let candidates = self.candidates(cell);
                let hidden = candidates & self.only[lane];
                let digit = if hidden != 0 { hidden } else { candidates };
                if digit & digit.wrapping_sub(1) != 0 {
                    return false;
                }
                if digit != 0 {
                    self.fill(cell, digit);
                }
            }
        }
        true
    }

    /// The cell with the fewest candidates, as of the last look. Of several, the first of those
    /// with the most empty cells around them.
    #[inline(always)]
    fn fewest(&self) -> Next {
        let in_row = counts(&self.rows);
        let in_column = counts(&self.columns);
        let in_box = counts(&self.boxes);
        // Two candidates are better than three, and three better than more. Then the number of
        // empty cells around it decides, and then its number, counted from the end.
        let mut best = nine(0);
        for row in 0..9 {
            let first = row / 3 * 3;
            let in_box = in_threes([in_box[first], in_box[first + 1], in_box[first + 2]]);
            for i in 0..16 {
                let here = self.candidates[COLUMNS][row][i];
                let second = here & here.wrapping_sub(1);
                let third = second & second.wrapping_sub(1);
                let fourth = third & third.wrapping_sub(1);
                let few = if third == 0 {
                    3 << 12
                } else if fourth == 0 {
                    2 << 12
                } else {
                    1 << 12
                };
                let around = in_row[row] + in_column[i] + in_box[i];
                let rank = few | around << 7 | (127 - 9 * row - i) as u16;
                best[i] = best[i].max(if here != 0 { rank } else { 0 });
            }
        }
        let mut rank = 0;
        for i in 0..9 {
            rank = rank.max(best[i]);
        }
        let cell = 127 - usize::from(rank & 127);
        let candidates = self.candidates(cell);
        Next::Branch { cell, candidates }
    }

    /// The first empty cell of the grid.
    #[inline(always)]
    pub(super) fn first_empty(&self) -> Next {
        let row = self.rows.iter().position(|&free| free != 0);
        let row = row.expect("a cell is empty");
        let column = self.open[COLUMNS][row].iter().position(|&open| open != 0);
        let cell = 9 * row + column.expect("the row has a free digit");
        let candidates = self.candidates(cell);
        Next::Branch { cell, candidates }
    }

    /// Number of times that cells were filled since the puzzle was loaded.
    pub(super) fn nodes(&self) -> u64 {
        self.emptied + self.filled as u64
    }

    /// Cells filled since the clues.
    pub(super) fn filled(&self) -> usize {
        self.filled
    }

    /// Empties the cells that were filled after this many.
    #[inline(always)]
    pub(super) fn unfill_to(&mut self, filled: usize) {
        while self.filled > filled {
            self.unfill();
        }
    }

    /// Notes a cell whose candidates are to be tried.
    #[inline(always)]
    pub(super) fn branch(&mut self, depth: &mut usize, cell: usize, candidates: u16) {
        self.guesses[*depth] = Guess {
            trail: self.filled as u8,
            cell: cell as u8,
            left: candidates,
        };
        *depth += 1;
    }

    /// Backtracks to the last guess above `base` that has a candidate left, and tries that. Returns
    /// whether there was one, and a guess left to make.
    #[inline(always)]
    pub(super) fn retry(
        &mut self,
        base: usize,
        depth: &mut usize,
        found: &mut SearchResult,
        budget: &Budget<'_>,
    ) -> bool {
        while *depth > base && self.guesses[*depth - 1].left == 0 {
            *depth -= 1;
        }
        if *depth == base {
            return false;
        }
        let Guess { trail, cell, left } = self.guesses[*depth - 1];
        self.unfill_to(usize::from(trail));
        let digit = left & left.wrapping_neg();
        let left = left ^ digit;
        if left != 0 && !found.guess(budget) {
            return false;
        }
        self.guesses[*depth - 1] = Guess { trail, cell, left };
        self.fill(usize::from(cell), digit);
        true
    }

    /// Searches from the current state, fewest candidates first. It does not change guesses below
    /// `base`.
    #[inline(always)]
    pub(super) fn explore(
        &mut self,
        base: usize,
        budget: &Budget<'_>,
        first: &mut [u8; CELLS],
    ) -> SearchResult {
        let mut found = SearchResult::default();
        let mut depth = base;
        loop {
            match self.settle(
                #[inline(always)]
                |mrv| mrv.fewest(),
            ) {
                Next::Branch { cell, candidates } => self.branch(&mut depth, cell, candidates),
                Next::Contradiction => {}
                Next::Solved => {
                    if found.solutions == 0 {
                        self.write(first);
                    }
                    found.solutions += 1;
                    if found.solutions == budget.limits.solutions {
                        break;
                    }
                }
            }
            if !self.retry(base, &mut depth, &mut found, budget) {
                break;
            }
        }
        found.nodes = self.nodes();
        found
    }

    /// Writes the grid as digits 1 to 9.
    #[inline(always)]
    pub(super) fn write(&self, first: &mut [u8; CELLS]) {
        for (out, clue) in first.iter_mut().zip(self.clues) {
            *out = clue.trailing_zeros() as u8 + 1;
        }
        for Filled { cell, digit } in &self.trail[..self.filled] {
            first[usize::from(*cell)] = digit.trailing_zeros() as u8 + 1;
        }
    }
}

impl Kernel for Mrv {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        budget: &Budget<'_>,
        first: &mut [u8; CELLS],
    ) -> SearchResult {
        self.load(puzzle);
        vectorised(
            (self, first),
            #[inline(always)]
            |(mrv, first)| mrv.explore(0, budget, first),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Filling any legal cells and taking them back in turn is the identity.
        #[test]
        fn fill_then_unfill_is_the_identity(choices in prop::collection::vec((0_usize..81, 0_u16..9), 1..60)) {
            let mut mrv = Mrv::new();
            mrv.load(&Puzzle::EMPTY);
            let before = (mrv.rows, mrv.columns, mrv.boxes, mrv.open);
            let mut filled = 0;
            for (cell, digit) in choices {
                let digit = 1 << digit;
                if mrv.candidates(cell) & digit != 0 {
                    mrv.fill(cell, digit);
                    filled += 1;
                }
            }
            prop_assert_eq!(mrv.filled, filled);
            for _ in 0..filled {
                mrv.unfill();
            }
            prop_assert_eq!((mrv.rows, mrv.columns, mrv.boxes, mrv.open), before);
            prop_assert_eq!(mrv.filled, 0);
        }
    }
}
