//! Fewest candidates first, on bit masks, made fast.
//!
//! The idea in four lines: the free digits of each row, column and box are a
//! mask; a cell's candidates are the AND of three of them; the cell with the fewest
//! is filled next; one xor takes a digit away, and the same xor gives it back.
//!
//! What makes it fast, each of it still that idea:
//!
//! - Empty cells stand in a compact list; a cell that is filled changes places
//!   with the last one, and comes back by the same exchange.
//! - Cells with one candidate are filled first, by scans that count nothing and end
//!   at a cell that has none; what is counted after that has two or more, so a
//!   cell with two ends the search for the fewest.
//! - A second scan notes, for each unit, which digits have a place and which have
//!   two. A free digit without a place is a dead end. A digit with one place is
//!   a candidate list of length one, only that it is the digit's list and not
//!   the cell's: it is filled before any guess.
//! - No recursion: a trail of filled cells, and a stack of guesses.
//!
//! Counts come from a table of 512 bytes, because x86-64 without extensions has no
//! instruction for them.

use crate::grid::{CELLS, Puzzle, units};
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

/// The three units of each cell, numbered 0 to 26.
const UNITS: [[u8; 3]; CELLS] = {
    let mut table = [[0; 3]; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        table[cell] = [
            units::ROW[cell],
            9 + units::COLUMN[cell],
            18 + units::BOX[cell],
        ];
        cell += 1;
    }
    table
};

/// What is said of the three units of a cell.
///
/// Not by `map`, which becomes a function of its own where a build has several codegen units
/// (two to three times as slow).
#[inline(always)]
fn of_units(masks: &[u16; 32], cell: usize) -> [u16; 3] {
    let [row, column, block] = UNITS[cell];
    [
        masks[usize::from(row & 31)],
        masks[usize::from(column & 31)],
        masks[usize::from(block & 31)],
    ]
}

/// A cell that was filled: its place in the list then, and its digit's bit.
#[derive(Debug, Clone, Copy, Default)]
struct Filled {
    at: u8,
    digit: u16,
}

/// A guess: where the trail stood, the cell's place in the list, and the
/// candidates not tried yet.
#[derive(Debug, Clone, Copy, Default)]
struct Guess {
    trail: u8,
    at: u8,
    left: u16,
}

/// Where filling everything that is certain leads.
pub(super) enum Next {
    /// No cell is empty: a solution.
    Solved,
    /// A cell without candidate, or a digit without a place.
    Dead,
    /// The cell with the fewest candidates, by its place in the list.
    Branch { at: usize, candidates: u16 },
}

/// One thread's state.
#[derive(Debug)]
pub(crate) struct Mrv {
    /// Free digits of each unit.
    free: [u16; 32],
    /// Cells, the empty ones first.
    cells: [u8; CELLS],
    empty: usize,
    /// Bit of the digit in each cell that is filled.
    grid: [u16; CELLS],
    /// Cells filled since the clues, and how many.
    trail: [Filled; CELLS],
    filled: usize,
    guesses: [Guess; CELLS],
    nodes: u64,
}

impl Mrv {
    pub(crate) fn new() -> Mrv {
        Mrv {
            free: [ALL; 32],
            cells: [0; CELLS],
            empty: 0,
            grid: [0; CELLS],
            trail: [Filled::default(); CELLS],
            filled: 0,
            guesses: [Guess::default(); CELLS],
            nodes: 0,
        }
    }

    /// Starts from a puzzle's clues.
    pub(super) fn load(&mut self, puzzle: &Puzzle) {
        self.free = [ALL; 32];
        self.empty = 0;
        self.filled = 0;
        self.nodes = 0;
        for (cell, &digit) in puzzle.cells().iter().enumerate() {
            if digit == 0 {
                self.cells[self.empty] = cell as u8;
                self.empty += 1;
            } else {
                self.grid[cell] = 1 << (digit - 1);
                self.flip(cell, 1 << (digit - 1));
            }
        }
    }

    /// Takes a digit from a cell's units, or gives it back.
    #[inline(always)]
    fn flip(&mut self, cell: usize, digit: u16) {
        for unit in UNITS[cell] {
            self.free[usize::from(unit & 31)] ^= digit;
        }
    }

    /// Candidates of a cell.
    #[inline(always)]
    fn candidates(&self, cell: usize) -> u16 {
        let [row, column, block] = of_units(&self.free, cell);
        row & column & block
    }

    /// Fills the cell at a place of the list.
    #[inline(always)]
    pub(super) fn fill(&mut self, at: usize, digit: u16) {
        let cell = usize::from(self.cells[at]);
        debug_assert_eq!(self.candidates(cell) & digit, digit, "a candidate");
        self.empty -= 1;
        self.cells.swap(at, self.empty);
        self.grid[cell] = digit;
        self.flip(cell, digit);
        self.trail[self.filled] = Filled {
            at: at as u8,
            digit,
        };
        self.filled += 1;
        self.nodes += 1;
        debug_assert_eq!(self.candidates(cell) & digit, 0, "taken");
    }

    /// The inverse of the last [`Mrv::fill`].
    #[inline(always)]
    fn unfill(&mut self) {
        self.filled -= 1;
        let Filled { at, digit } = self.trail[self.filled];
        let cell = usize::from(self.cells[self.empty]);
        debug_assert_eq!(self.grid[cell], digit, "the cell filled last");
        self.flip(cell, digit);
        self.cells.swap(usize::from(at), self.empty);
        self.empty += 1;
        debug_assert_eq!(self.candidates(cell) & digit, digit, "free again");
    }

    /// Fills what is certain: cells with one candidate, then digits with one
    /// place, until there are none; `choose` names the cell to guess then.
    #[inline(always)]
    pub(super) fn settle(&mut self, choose: impl Fn(&Mrv) -> Next) -> Next {
        loop {
            if !self.naked_singles() {
                return Next::Dead;
            }
            if self.empty == 0 {
                return Next::Solved;
            }
            match self.hidden_singles() {
                None => return Next::Dead,
                Some(false) => return choose(self),
                Some(true) => {}
            }
        }
    }

    /// Scans the empty cells and fills those with one candidate, until a scan
    /// finds none; whether every cell had a candidate.
    #[inline(always)]
    fn naked_singles(&mut self) -> bool {
        loop {
            let before = self.empty;
            // From the end: what a fill moves here has been looked at.
            for at in (0..before).rev() {
                let here = self.candidates(usize::from(self.cells[at]));
                if here & here.wrapping_sub(1) == 0 {
                    if here == 0 {
                        return false;
                    }
                    self.fill(at, here);
                }
            }
            if self.empty == before {
                return true;
            }
        }
    }

    /// The cell with the fewest candidates; of several the last in the list.
    #[inline(always)]
    fn fewest(&self) -> Next {
        let (mut fewest, mut best, mut candidates) = (10, 0, 0);
        for at in (0..self.empty).rev() {
            let here = self.candidates(usize::from(self.cells[at]));
            let count = COUNT[usize::from(here & ALL)];
            if count < fewest {
                (fewest, best, candidates) = (count, at, here);
                // Singles are gone: there is nothing fewer.
                if count == 2 {
                    break;
                }
            }
        }
        let at = best;
        Next::Branch { at, candidates }
    }

    /// The first empty cell of the grid.
    pub(super) fn first_empty(&self) -> Next {
        let empty = self.cells[..self.empty].iter().enumerate();
        let first = empty.min_by_key(|&(_, cell)| cell);
        let (at, &cell) = first.expect("a cell is empty");
        let candidates = self.candidates(usize::from(cell));
        Next::Branch { at, candidates }
    }

    /// Fills every digit that has one place in a unit; whether there was any,
    /// or nothing if a digit has no place.
    #[inline(always)]
    fn hidden_singles(&mut self) -> Option<bool> {
        let (mut once, mut twice) = ([0_u16; 32], [0_u16; 32]);
        for &cell in &self.cells[..self.empty] {
            let candidates = self.candidates(usize::from(cell));
            for unit in UNITS[usize::from(cell)] {
                let unit = usize::from(unit & 31);
                twice[unit] |= once[unit] & candidates;
                once[unit] |= candidates;
            }
        }
        let mut any = 0;
        for unit in 0..27 {
            if once[unit] != self.free[unit] {
                return None;
            }
            once[unit] &= !twice[unit];
            any |= once[unit];
        }
        if any == 0 {
            return Some(false);
        }
        for at in (0..self.empty).rev() {
            let cell = usize::from(self.cells[at]);
            let [row, column, block] = of_units(&once, cell);
            let only = row | column | block;
            if only == 0 {
                continue;
            }
            // Not its place, or taken meanwhile, which the next scan sees.
            let candidates = self.candidates(cell) & only;
            if candidates == 0 {
                continue;
            }
            // Two digits that both have no other place.
            if candidates & (candidates - 1) != 0 {
                return None;
            }
            self.fill(at, candidates);
        }
        Some(true)
    }

    /// Cells filled since the puzzle was loaded, and filled again.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Cells filled since the clues.
    pub(super) fn filled(&self) -> usize {
        self.filled
    }

    /// Takes back what was filled after so many cells.
    #[inline(always)]
    pub(super) fn unfill_to(&mut self, filled: usize) {
        while self.filled > filled {
            self.unfill();
        }
    }

    /// Notes a cell whose candidates are to be tried.
    #[inline(always)]
    pub(super) fn branch(&mut self, depth: &mut usize, at: usize, candidates: u16) {
        self.guesses[*depth] = Guess {
            trail: self.filled as u8,
            at: at as u8,
            left: candidates,
        };
        *depth += 1;
    }

    /// Goes back to the last guess above `base` that has a candidate left, and
    /// on with that; whether there was one, and a guess left to make.
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
        let Guess { trail, at, left } = self.guesses[*depth - 1];
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
        self.guesses[*depth - 1] = Guess { trail, at, left };
        self.fill(usize::from(at), digit);
        true
    }

    /// Searches from where it stands, fewest candidates first. Guesses below
    /// `base` are left as they are.
    pub(super) fn explore(
        &mut self,
        base: usize,
        limits: &Limits,
        first: &mut [u8; CELLS],
    ) -> SearchResult {
        let mut found = SearchResult::default();
        let mut depth = base;
        loop {
            match self.settle(Mrv::fewest) {
                Next::Branch { at, candidates } => self.branch(&mut depth, at, candidates),
                Next::Dead => {}
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
    pub(super) fn write(&self, first: &mut [u8; CELLS]) {
        for (out, digit) in first.iter_mut().zip(self.grid) {
            *out = digit.trailing_zeros() as u8 + 1;
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
        self.explore(0, limits, first)
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
            let (free, cells) = (mrv.free, mrv.cells);
            let mut filled = 0;
            for (at, digit) in choices {
                let at = at % mrv.empty;
                let digit = 1 << digit;
                if mrv.candidates(usize::from(mrv.cells[at])) & digit != 0 {
                    mrv.fill(at, digit);
                    filled += 1;
                }
            }
            prop_assert_eq!(mrv.empty, 81 - filled);
            for _ in 0..filled {
                mrv.unfill();
            }
            prop_assert_eq!(mrv.free, free);
            prop_assert_eq!(mrv.cells, cells);
            prop_assert_eq!(mrv.empty, 81);
        }
    }
}
