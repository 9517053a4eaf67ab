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
//! - The scan ends at the first cell with no candidate or with one.
//! - The same scan notes, for each unit, which digits have a place (`once`) and
//!   which have two (`twice`). A free digit without a place is a dead end. A
//!   digit with one place is a candidate list of length one, only that it is the
//!   digit's list and not the cell's: it is filled before any guess.
//! - No recursion: a frame is the place in the list, the digit in the cell and the
//!   candidates left.
//!
//! Counts come from a table of 512 bytes, because x86-64 without extensions has no
//! instruction for them.

use crate::engine::{Found, Kernel, Limits};
use crate::grid::{CELLS, Puzzle, units};

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

/// A cell that was filled.
#[derive(Debug, Clone, Copy, Default)]
struct Frame {
    /// Its place in the list of empty cells.
    at: u8,
    /// The digit's bit that it holds.
    digit: u16,
    /// Candidates not tried yet.
    left: u16,
}

/// What a look at all empty cells says.
enum Next {
    /// There is none: a solution.
    Solved,
    /// A cell without candidate, or a digit without a place.
    Dead,
    /// The cell to fill, by its place in the list, and its candidates.
    Cell { at: usize, candidates: u16 },
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
    frames: [Frame; CELLS],
}

impl Mrv {
    pub(crate) fn new() -> Mrv {
        Mrv {
            free: [ALL; 32],
            cells: [0; CELLS],
            empty: 0,
            grid: [0; CELLS],
            frames: [Frame::default(); CELLS],
        }
    }

    /// Starts from a puzzle's clues.
    fn load(&mut self, puzzle: &Puzzle) {
        self.free = [ALL; 32];
        self.empty = 0;
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
        let [row, column, block] = UNITS[cell].map(|unit| self.free[usize::from(unit & 31)]);
        row & column & block
    }

    /// Fills the cell at a place of the list.
    #[inline(always)]
    fn fill(&mut self, at: usize, digit: u16) {
        let cell = usize::from(self.cells[at]);
        debug_assert_eq!(self.candidates(cell) & digit, digit, "a candidate");
        self.empty -= 1;
        self.cells.swap(at, self.empty);
        self.grid[cell] = digit;
        self.flip(cell, digit);
        debug_assert_eq!(self.candidates(cell) & digit, 0, "taken");
    }

    /// The inverse of [`Mrv::fill`].
    #[inline(always)]
    fn unfill(&mut self, at: usize, digit: u16) {
        let cell = usize::from(self.cells[self.empty]);
        debug_assert_eq!(self.grid[cell], digit, "the cell filled last");
        self.flip(cell, digit);
        self.cells.swap(at, self.empty);
        self.empty += 1;
        debug_assert_eq!(self.candidates(cell) & digit, digit, "free again");
    }

    /// Looks at every empty cell.
    #[inline(always)]
    fn next(&self) -> Next {
        if self.empty == 0 {
            return Next::Solved;
        }
        let (mut once, mut twice) = ([0_u16; 32], [0_u16; 32]);
        let (mut fewest, mut best) = (10, 0);
        for (at, &cell) in self.cells[..self.empty].iter().enumerate() {
            let candidates = self.candidates(usize::from(cell));
            let count = COUNT[usize::from(candidates & ALL)];
            if count < 2 {
                return if count == 0 {
                    Next::Dead
                } else {
                    Next::Cell { at, candidates }
                };
            }
            if count < fewest {
                (fewest, best) = (count, at);
            }
            for unit in UNITS[usize::from(cell)] {
                let unit = usize::from(unit & 31);
                twice[unit] |= once[unit] & candidates;
                once[unit] |= candidates;
            }
        }
        let mut hidden = 0;
        for unit in 0..27 {
            if once[unit] != self.free[unit] {
                return Next::Dead;
            }
            hidden |= once[unit] & !twice[unit];
        }
        if hidden != 0
            && let Some(single) = self.hidden_single(&once, &twice)
        {
            return single;
        }
        let candidates = self.candidates(usize::from(self.cells[best]));
        Next::Cell {
            at: best,
            candidates,
        }
    }

    /// A cell that is the only place of a digit in one of its units.
    fn hidden_single(&self, once: &[u16; 32], twice: &[u16; 32]) -> Option<Next> {
        self.cells[..self.empty]
            .iter()
            .enumerate()
            .find_map(|(at, &cell)| {
                let mut only = 0;
                for unit in UNITS[usize::from(cell)] {
                    let unit = usize::from(unit & 31);
                    only |= once[unit] & !twice[unit];
                }
                let candidates = self.candidates(usize::from(cell)) & only;
                // Two such digits in one cell are a dead end, which the scan
                // after the first of them finds.
                (candidates != 0).then(|| Next::Cell {
                    at,
                    candidates: candidates & candidates.wrapping_neg(),
                })
            })
    }

    /// Writes the grid as digits 1 to 9.
    fn write(&self, first: &mut [u8; CELLS]) {
        for (out, digit) in first.iter_mut().zip(self.grid) {
            *out = digit.trailing_zeros() as u8 + 1;
        }
    }
}

impl Kernel for Mrv {
    fn search(&mut self, puzzle: &Puzzle, limits: &Limits, first: &mut [u8; CELLS]) -> Found {
        self.load(puzzle);
        let mut found = Found::default();
        let mut depth = 0;
        loop {
            match self.next() {
                Next::Cell { at, candidates } => {
                    self.frames[depth] = Frame {
                        at: at as u8,
                        digit: 0,
                        left: candidates,
                    };
                    depth += 1;
                }
                Next::Dead => {}
                Next::Solved => {
                    if found.solutions == 0 {
                        self.write(first);
                    }
                    found.solutions += 1;
                    if found.solutions == limits.solutions {
                        return found;
                    }
                }
            }
            // The topmost frame with a candidate left takes it; those above
            // it, without any, are given up.
            loop {
                if depth == 0 {
                    return found;
                }
                let frame = self.frames[depth - 1];
                if frame.digit != 0 {
                    self.unfill(usize::from(frame.at), frame.digit);
                }
                if frame.left == 0 {
                    depth -= 1;
                    continue;
                }
                let digit = frame.left & frame.left.wrapping_neg();
                let left = frame.left ^ digit;
                if left != 0 {
                    if found.guesses == limits.guesses {
                        found.gave_up = true;
                        return found;
                    }
                    found.guesses += 1;
                }
                found.nodes += 1;
                self.frames[depth - 1] = Frame {
                    digit,
                    left,
                    ..frame
                };
                self.fill(usize::from(frame.at), digit);
                break;
            }
        }
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
            let mut filled = Vec::new();
            for (at, digit) in choices {
                let at = at % mrv.empty;
                let digit = 1 << digit;
                if mrv.candidates(usize::from(mrv.cells[at])) & digit != 0 {
                    mrv.fill(at, digit);
                    filled.push((at, digit));
                }
            }
            prop_assert_eq!(mrv.empty, 81 - filled.len());
            for (at, digit) in filled.into_iter().rev() {
                mrv.unfill(at, digit);
            }
            prop_assert_eq!(mrv.free, free);
            prop_assert_eq!(mrv.cells, cells);
            prop_assert_eq!(mrv.empty, 81);
        }
    }
}
