//! Fewest candidates first, on bit masks, optimised.
//!
//! The idea: the free digits of each row, column and box are a mask. A cell's candidates are the
//! AND of three masks. The cell with the fewest candidates is filled next. One xor removes a digit,
//! and the same xor puts it back.
//!
//! These make it fast:
//!
//! - One look at the grid computes all candidates, a row at a time, in loops over arrays without a
//!   branch, which compilers vectorise.
//! - It also notes, for each unit, which digits are candidates in a cell and which in two. A free
//!   digit without a cell is a contradiction, and so is a cell without a candidate. A hidden single is
//!   filled before any guess, and so is a naked single.
//! - It guesses in cells with two candidates first, then with three, then in others. Of equals it
//!   takes the one with the most empty cells around it, which tells most about others.
//! - No recursion: a trail of filled cells, and a stack of guesses.
//!
//! Counts come from a table of 512 bytes, because x86-64 without extensions has no
//! instruction for them.
//!
//! Loops over masks use an index and no closure. A closure, like that of `map`, may become a
//! separate function in a build with several codegen units, which is two to three times as slow.

#![allow(clippy::needless_range_loop)]

mod look;

use crate::grid::{CELLS, Puzzle, units};
use crate::simd::vectorised;
use crate::solver::{Kernel, Limits, SearchResult};

/// All nine digits.
const ALL: u16 = 0x1ff;

/// Number of digits in each mask.
const COUNT: [u8; 512] = {
    let mut table = [0; 512];
    let mut mask = 0;
    while mask < 512 {
        table[mask] = (mask as u32).count_ones() as u8;
        mask += 1;
    }
    table
};

/// The bit of each digit. A blank has none.
const BIT: [u16; 16] = {
    let mut table = [0; 16];
    let mut digit = 1;
    while digit < 10 {
        table[digit] = 1 << (digit - 1);
        digit += 1;
    }
    table
};

/// Row, column and box of a cell, as indices below sixteen that need no check.
#[inline(always)]
fn units_of(cell: usize) -> [usize; 3] {
    [
        usize::from(units::ROW[cell]) & 15,
        usize::from(units::COLUMN[cell]) & 15,
        usize::from(units::BOX[cell]) & 15,
    ]
}

/// Nine masks, of a row's cells or of units of one kind, and zeros. With sixteen elements an index
/// needs no check, and loops become vectors.
type Masks = [u16; 16];

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
    /// For each cell all digits, or none if it is filled.
    open: [Masks; 16],
    empty: usize,
    /// The result of the last look: candidates, and those of them that are certain.
    candidates: [Masks; 9],
    certain: [Masks; 16],
    /// Bit of the digit in each cell that is filled.
    grid: [u16; CELLS],
    /// Cells filled since the clues, and how many.
    trail: [Filled; CELLS],
    filled: usize,
    guesses: [Guess; CELLS],
    nodes: u64,
}

/// The same mask for each column of the grid.
const fn nine(mask: u16) -> Masks {
    let mut masks = [0; 16];
    let mut column = 0;
    while column < 9 {
        masks[column] = mask;
        column += 1;
    }
    masks
}

/// All nine digits for each column.
const ALL_NINE: Masks = nine(ALL);

/// The masks of three boxes of a band, for each column.
#[inline(always)]
fn of_columns([a, b, c]: [u16; 3]) -> Masks {
    const STACKS: [Masks; 3] = {
        let mut masks = [[0; 16]; 3];
        let mut column = 0;
        while column < 9 {
            masks[column / 3][column] = ALL;
            column += 1;
        }
        masks
    };
    let mut masks = nine(0);
    for i in 0..16 {
        masks[i] = a & STACKS[0][i] | b & STACKS[1][i] | c & STACKS[2][i];
    }
    masks
}

impl Mrv {
    pub(crate) fn new() -> Mrv {
        Mrv {
            rows: ALL_NINE,
            columns: ALL_NINE,
            boxes: ALL_NINE,
            open: [ALL_NINE; 16],
            empty: CELLS,
            candidates: [nine(0); 9],
            certain: [nine(0); 16],
            grid: [0; CELLS],
            trail: [Filled::default(); CELLS],
            filled: 0,
            guesses: [Guess::default(); CELLS],
            nodes: 0,
        }
    }

    /// Starts from a puzzle's clues.
    pub(super) fn load(&mut self, puzzle: &Puzzle) {
        self.columns = ALL_NINE;
        self.boxes = ALL_NINE;
        self.empty = 0;
        self.filled = 0;
        self.nodes = 0;
        for (row, values) in puzzle.cells().as_chunks::<9>().0.iter().enumerate() {
            let mut bits = nine(0);
            for i in 0..9 {
                bits[i] = BIT[usize::from(values[i] & 15)];
                self.boxes[row / 3 * 3 + i / 3] ^= bits[i];
                self.empty += usize::from(bits[i] == 0);
            }
            let mut all = 0;
            for i in 0..16 {
                all ^= bits[i];
                self.columns[i] ^= bits[i];
                self.open[row][i] = if bits[i] == 0 { ALL_NINE[i] } else { 0 };
            }
            self.rows[row] = ALL ^ all;
            for i in 0..9 {
                self.grid[9 * row + i] = bits[i];
            }
        }
    }

    /// Removes a digit from a cell's units, or puts it back. The cell is filled, or empty again.
    #[inline(always)]
    fn flip(&mut self, cell: usize, digit: u16) {
        let [row, column, block] = units_of(cell);
        self.rows[row] ^= digit;
        self.columns[column] ^= digit;
        self.boxes[block] ^= digit;
        self.open[row][column] ^= ALL;
    }

    /// Candidates of a cell.
    #[inline(always)]
    fn candidates(&self, cell: usize) -> u16 {
        let [row, column, block] = units_of(cell);
        self.rows[row] & self.columns[column] & self.boxes[block] & self.open[row][column]
    }

    /// Fills a cell.
    #[inline(always)]
    pub(super) fn fill(&mut self, cell: usize, digit: u16) {
        debug_assert_eq!(self.candidates(cell) & digit, digit, "a candidate");
        self.empty -= 1;
        self.grid[cell] = digit;
        self.flip(cell, digit);
        self.trail[self.filled] = Filled {
            cell: cell as u8,
            digit,
        };
        self.filled += 1;
        self.nodes += 1;
        debug_assert_eq!(self.candidates(cell), 0, "taken");
    }

    /// The inverse of the last [`Mrv::fill`].
    #[inline(always)]
    fn unfill(&mut self) {
        self.filled -= 1;
        let Filled { cell, digit } = self.trail[self.filled];
        let cell = usize::from(cell);
        debug_assert_eq!(self.grid[cell], digit, "the cell filled last");
        self.flip(cell, digit);
        self.empty += 1;
        debug_assert_eq!(self.candidates(cell) & digit, digit, "free again");
    }

    /// Fills everything that is certain, naked and hidden singles, until there is nothing left.
    /// Then `choose` picks the cell to guess.
    #[inline(always)]
    pub(super) fn settle(&mut self, choose: impl Fn(&Mrv) -> Next) -> Next {
        while self.empty != 0 {
            match self.look() {
                None => return Next::Contradiction,
                Some(0) => return choose(self),
                Some(cells) => {
                    if !self.fill_certain(cells) {
                        return Next::Contradiction;
                    }
                }
            }
        }
        Next::Solved
    }

    /// Fills a set of cells with their certain digits. Returns whether no two digits have the same
    /// cell as their only one.
    #[inline(always)]
    fn fill_certain(&mut self, mut cells: u128) -> bool {
        while cells != 0 {
            let cell = cells.trailing_zeros() as usize;
            cells &= cells - 1;
            // Taken meanwhile: the next look shows the effect.
            let [row, column, _] = units_of(cell);
            let certain = self.certain[row][column] & self.candidates(cell);
            if certain & certain.wrapping_sub(1) != 0 {
                return false;
            }
            if certain != 0 {
                self.fill(cell, certain);
            }
        }
        true
    }

    /// The cell with the fewest candidates, as of the last look. Of several, the first of those
    /// with the most empty cells around them.
    #[inline(always)]
    fn fewest(&self) -> Next {
        let mut in_column = nine(0);
        for i in 0..9 {
            in_column[i] = u16::from(COUNT[usize::from(self.columns[i])]);
        }
        // Two candidates are better than three, and three better than more. Then the number of
        // empty cells around it decides, and then its number, counted from the end.
        let mut best = nine(0);
        for row in 0..9 {
            let in_row = u16::from(COUNT[usize::from(self.rows[row])]);
            let mut in_box = [0; 3];
            for stack in 0..3 {
                in_box[stack] = u16::from(COUNT[usize::from(self.boxes[row / 3 * 3 + stack])]);
            }
            let in_box = of_columns(in_box);
            for i in 0..16 {
                let here = self.candidates[row][i];
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
                let around = in_row + in_column[i] + in_box[i];
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
        let column = self.open[row].iter().position(|&open| open != 0);
        let cell = 9 * row + column.expect("the row has a free digit");
        let candidates = self.candidates(cell);
        Next::Branch { cell, candidates }
    }

    /// Number of times that cells were filled since the puzzle was loaded.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
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
        guesses: u64,
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
        if left != 0 {
            if found.guesses == guesses {
                found.gave_up = true;
                return false;
            }
            found.guesses += 1;
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
        limits: &Limits,
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
                    if found.solutions == limits.solutions {
                        break;
                    }
                }
            }
            if !self.retry(base, &mut depth, &mut found, limits.guesses) {
                break;
            }
        }
        found.nodes = self.nodes;
        found
    }

    /// Writes the grid as digits 1 to 9.
    #[inline(always)]
    pub(super) fn write(&self, first: &mut [u8; CELLS]) {
        for (cell, out) in first.iter_mut().enumerate() {
            *out = self.grid[cell].trailing_zeros() as u8 + 1;
        }
    }
}

impl Kernel for Mrv {
    fn search(
        &mut self,
        puzzle: &Puzzle,
        limits: &Limits,
        first: &mut [u8; CELLS],
    ) -> SearchResult {
        self.load(puzzle);
        vectorised(
            (self, first),
            #[inline(always)]
            |(mrv, first)| mrv.explore(0, limits, first),
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
            prop_assert_eq!(mrv.empty, 81 - filled);
            for _ in 0..filled {
                mrv.unfill();
            }
            prop_assert_eq!((mrv.rows, mrv.columns, mrv.boxes, mrv.open), before);
            prop_assert_eq!(mrv.empty, 81);
        }
    }
}
