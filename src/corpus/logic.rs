//! Measures difficulty by plain reasoning.
//!
//! The difficulty for `generate` and `rate` must not change with an engine, so it has its own
//! reasoner. It has nine boards, one for each digit. Bit `c` of a board says that the digit is a
//! candidate in cell `c`. It applies naked singles; if requested, hidden singles; if requested,
//! locked candidates. Each round starts again with the simplest. The order in which candidates are
//! removed does not change the final state.

use crate::grid::{CELLS, Puzzle};
use std::fmt;

/// Guesses at which the measure of difficulty stops counting.
pub(super) const MOST_GUESSES: u64 = 1_000_000;

/// The techniques that are needed to solve a puzzle, from the simplest. It prints as its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Level {
    /// Naked singles: a cell with one candidate takes it.
    NakedSingles,
    /// Also hidden singles: a digit that is a candidate in only one cell of a unit takes that cell.
    HiddenSingles,
    /// Also locked candidates: if a digit's candidates in a box are all in one line, or those in a
    /// line are all in one box, the rest of the line or box loses the digit.
    LockedCandidates,
    /// These techniques do not solve it.
    Guessing,
}

impl Level {
    /// All levels.
    pub const ALL: [Level; 4] = [
        Level::NakedSingles,
        Level::HiddenSingles,
        Level::LockedCandidates,
        Level::Guessing,
    ];

    /// Its name in reports.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Level::NakedSingles => "naked-singles",
            Level::HiddenSingles => "hidden-singles",
            Level::LockedCandidates => "locked-candidates",
            Level::Guessing => "guessing",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The final state of reasoning.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum End {
    /// Every cell has its digit.
    Solved,
    /// A cell has no candidate, or a digit has no cell.
    Contradiction,
    /// Neither.
    Stalled,
}

const FULL: u128 = (1 << CELLS) - 1;

/// The cells of rows 0-8, columns 9-17, boxes 18-26.
pub(super) const UNITS: [u128; 27] = {
    let mut units = [0; 27];
    let mut cell = 0;
    while cell < CELLS {
        let row = cell / 9;
        let column = cell % 9;
        units[row] |= 1 << cell;
        units[9 + column] |= 1 << cell;
        units[18 + row / 3 * 3 + column / 3] |= 1 << cell;
        cell += 1;
    }
    units
};

/// The peers of each cell, without the cell itself.
pub(super) const PEERS: [u128; CELLS] = {
    let mut peers = [0; CELLS];
    let mut cell = 0;
    while cell < CELLS {
        let row = cell / 9;
        let column = cell % 9;
        let units = UNITS[row] | UNITS[9 + column] | UNITS[18 + row / 3 * 3 + column / 3];
        peers[cell] = units & !(1 << cell);
        cell += 1;
    }
    peers
};

/// Box and line that share three cells.
const CROSSINGS: [(usize, usize); 54] = {
    let mut crossings = [(0, 0); 54];
    let mut i = 0;
    while i < 27 {
        let square = i / 3;
        let k = i % 3;
        crossings[i] = (18 + square, square / 3 * 3 + k);
        crossings[27 + i] = (18 + square, 9 + square % 3 * 3 + k);
        i += 1;
    }
    crossings
};

/// Candidates of a puzzle.
#[derive(Debug, Clone, Copy)]
pub(super) struct LogicBoard {
    digits: [u128; 9],
    /// Cells without a digit.
    open: u128,
}

fn single(mask: u128) -> bool {
    mask & mask.wrapping_sub(1) == 0
}

impl LogicBoard {
    /// The board of a puzzle. `None` if two clues clash.
    pub(super) fn new(puzzle: &Puzzle) -> Option<LogicBoard> {
        let mut board = LogicBoard {
            digits: [FULL; 9],
            open: FULL,
        };
        for (cell, &digit) in puzzle.cells().iter().enumerate() {
            if digit != 0 && !board.place(cell, usize::from(digit) - 1) {
                return None;
            }
        }
        Some(board)
    }

    /// Places a digit. `false` if it is not a candidate of the cell.
    pub(super) fn place(&mut self, cell: usize, digit: usize) -> bool {
        let bit = 1 << cell;
        let possible = self.digits[digit] & bit != 0;
        for board in &mut self.digits {
            *board &= !bit;
        }
        self.digits[digit] = self.digits[digit] & !PEERS[cell] | bit;
        self.open &= !bit;
        possible
    }

    /// Reasons as far as possible with the techniques of `level`.
    pub(super) fn reason(&mut self, level: Level) -> End {
        loop {
            match self.naked() {
                Some(true) => continue,
                Some(false) => {}
                None => return End::Contradiction,
            }
            if self.open == 0 {
                return End::Solved;
            }
            if level >= Level::HiddenSingles {
                match self.hidden() {
                    Some(true) => continue,
                    Some(false) => {}
                    None => return End::Contradiction,
                }
            }
            if level < Level::LockedCandidates || !self.locked() {
                return End::Stalled;
            }
        }
    }

    /// One round of naked singles. Returns whether there were any, or `None` if a cell has no
    /// candidate.
    fn naked(&mut self) -> Option<bool> {
        let mut once = 0;
        let mut more = 0;
        for board in self.digits {
            more |= once & board;
            once |= board;
        }
        if self.open & !once != 0 {
            return None;
        }
        let mut singles = self.open & once & !more;
        let any = singles != 0;
        while singles != 0 {
            let cell = singles.trailing_zeros() as usize;
            singles &= singles - 1;
            let digit = (0..9).find(|&d| self.digits[d] >> cell & 1 == 1)?;
            self.place(cell, digit);
        }
        Some(any)
    }

    /// One round of hidden singles, with the same result.
    fn hidden(&mut self) -> Option<bool> {
        let mut any = false;
        for digit in 0..9 {
            for unit in UNITS {
                let places = self.digits[digit] & unit;
                if places == 0 {
                    return None;
                }
                if single(places) && places & self.open != 0 {
                    self.place(places.trailing_zeros() as usize, digit);
                    any = true;
                }
            }
        }
        Some(any)
    }

    /// One round of locked candidates. Returns whether it removed any candidate.
    fn locked(&mut self) -> bool {
        let mut any = false;
        for board in &mut self.digits {
            for (square, line) in CROSSINGS {
                let square = UNITS[square];
                let line = UNITS[line];
                let both = *board & square & line;
                if both == 0 {
                    continue;
                }
                let in_square = *board & square & !line;
                let in_line = *board & line & !square;
                if (in_square == 0) != (in_line == 0) {
                    *board &= !(in_square | in_line);
                    any = true;
                }
            }
        }
        any
    }

    /// The open cell with the fewest candidates, the first of them.
    fn fewest(&self) -> usize {
        let count = |cell: &usize| self.candidates(*cell).count();
        let open = (0..CELLS).filter(|&cell| self.open >> cell & 1 == 1);
        open.min_by_key(count)
            .expect("an unsolved board has an open cell")
    }

    /// The candidates (0 to 8) of a cell.
    pub(super) fn candidates(&self, cell: usize) -> impl Iterator<Item = usize> {
        let digits = self.digits;
        (0..9).filter(move |&digit| digits[digit] >> cell & 1 == 1)
    }

    /// Searches the tree below a stalled board until it has found two solutions in all or made
    /// `most` guesses.
    fn search(&self, found: &mut Tree, most: u64) {
        let cell = self.fewest();
        let mut left = self.candidates(cell).count();
        for digit in self.candidates(cell) {
            left -= 1;
            if left > 0 {
                if found.guesses == most {
                    found.cut = true;
                    return;
                }
                found.guesses += 1;
            }
            let mut next = *self;
            next.place(cell, digit);
            match next.reason(Level::LockedCandidates) {
                End::Solved => found.solutions += 1,
                End::Contradiction => {}
                End::Stalled => next.search(found, most),
            }
            if found.cut || found.solutions > 1 {
                return;
            }
        }
    }
}

#[derive(Default)]
struct Tree {
    solutions: u32,
    guesses: u64,
    cut: bool,
}

/// How hard a puzzle is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Hardness {
    /// The simplest level that solves it, or shows that it has no solution.
    pub level: Level,
    /// Guesses of a depth-first search that uses locked candidates at every node and searches until
    /// it has ruled out a second solution. It counts candidates tried while another of the same
    /// cell was left to try.
    pub guesses: u64,
}

/// The simplest level that is enough for a puzzle. It takes microseconds.
#[doc(hidden)]
#[must_use]
pub fn level(puzzle: &Puzzle) -> Level {
    let Some(start) = LogicBoard::new(puzzle) else {
        return Level::NakedSingles;
    };
    let mut board = start;
    // A contradiction that a lower level finds, a higher one finds too.
    for level in [
        Level::NakedSingles,
        Level::HiddenSingles,
        Level::LockedCandidates,
    ] {
        if board.reason(level) != End::Stalled {
            return level;
        }
    }
    Level::Guessing
}

/// Whether a level solves the puzzle.
#[doc(hidden)]
#[must_use]
pub fn solves(puzzle: &Puzzle, level: Level) -> bool {
    LogicBoard::new(puzzle).is_some_and(|mut board| board.reason(level) == End::Solved)
}

/// How hard a puzzle is. The search stops at `most` guesses.
#[doc(hidden)]
#[must_use]
pub fn hardness(puzzle: &Puzzle, most: u64) -> Hardness {
    let level = level(puzzle);
    let mut tree = Tree::default();
    if level == Level::Guessing
        && let Some(mut board) = LogicBoard::new(puzzle)
        && board.reason(Level::LockedCandidates) == End::Stalled
    {
        board.search(&mut tree, most);
    }
    Hardness {
        level,
        guesses: tree.guesses,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hardness_of(text: &str) -> Hardness {
        hardness(&text.parse().unwrap(), 1_000)
    }

    #[test]
    fn levels_are_told_apart() {
        let mut one_missing =
            *b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";
        one_missing[40] = b'.';
        let puzzle = Puzzle::from_text(&one_missing).unwrap();
        assert_eq!(level(&puzzle), Level::NakedSingles);
        // A row with eight cells without the candidate 1: a hidden single in r1c1, and no other
        // deduction.
        let mut cells = [0; CELLS];
        (cells[12], cells[24], cells[28], cells[65]) = (1, 1, 1, 1);
        let puzzle = Puzzle::from_cells(cells).unwrap();
        let mut board = LogicBoard::new(&puzzle).unwrap();
        assert_eq!(board.reason(Level::NakedSingles), End::Stalled);
        assert_eq!(board.open.count_ones(), 77);
        board.reason(Level::HiddenSingles);
        assert_eq!(board.open & 1, 0);
        let hard = hardness_of(
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        );
        assert_eq!(hard.level, Level::Guessing);
        assert!(hard.guesses > 10, "{}", hard.guesses);
    }

    #[test]
    fn locked_candidates_fall_on_both_sides() {
        // Digit 1 is excluded from rows 2 and 3 of box 1, so the rest of row 1 loses it.
        let mut board = LogicBoard::new(&Puzzle::EMPTY).unwrap();
        board.digits[0] &= !(0b111 << 9 | 0b111 << 18);
        assert!(board.locked());
        assert_eq!(board.digits[0] & UNITS[0], 0b111);
        // Digit 2 is excluded from row 1 outside box 1, so the rest of box 1 loses it.
        board.digits[1] &= !(0b11_1111 << 3);
        assert!(board.locked());
        assert_eq!(board.digits[1] & UNITS[18], 0b111);
    }

    #[test]
    fn what_cannot_be_solved_is_settled_by_a_contradiction() {
        // Eight digits in row 1, the ninth in column 9: r1c9 has none left.
        let text = "12345678..........\
                    ........9......................................................";
        assert_eq!(hardness_of(text).level, Level::NakedSingles);
        assert!(!solves(&text.parse().unwrap(), Level::Guessing));
        let clash =
            "11...............................................................................";
        assert_eq!(hardness_of(clash).level, Level::NakedSingles);
        assert_eq!(hardness(&Puzzle::EMPTY, 5).guesses, 5);
    }
}
