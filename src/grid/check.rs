//! The independent checker: the judge of every answer.
//!
//! It shares no code and no table with any kernel, so that one mistake cannot
//! hide another. A solution counts when every row, column and box holds each
//! digit once and every clue stands where the puzzle had it.

use super::{CELLS, Puzzle};
use std::fmt;

/// What is wrong with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// A cell (zero-based) holds no digit 1-9.
    NotADigit(usize),
    /// A cell (zero-based) differs from the clue there.
    ClueChanged(usize),
    /// Two cells of one row, column or box hold the same digit.
    Clash(Clash),
}

/// Two cells that see each other and hold the same digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Clash {
    /// The digit, 1 to 9.
    pub digit: u8,
    /// The two cells, zero-based, in order.
    pub cells: [usize; 2],
    /// `"row"`, `"column"` or `"box"`.
    pub unit: &'static str,
}

impl fmt::Display for Clash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.cells;
        write!(
            f,
            "{} twice in one {}: r{}c{} and r{}c{}",
            self.digit,
            self.unit,
            a / 9 + 1,
            a % 9 + 1,
            b / 9 + 1,
            b % 9 + 1
        )
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotADigit(cell) => write!(f, "r{}c{} is no digit", cell / 9 + 1, cell % 9 + 1),
            Fault::ClueChanged(cell) => {
                write!(f, "r{}c{} is not the clue", cell / 9 + 1, cell % 9 + 1)
            }
            Fault::Clash(clash) => clash.fmt(f),
        }
    }
}

/// Checks 81 ASCII digits against the 81 bytes of a puzzle's text.
///
/// ```
/// use ninefold::grid::check::{check, Fault};
/// let puzzle = b"103000509002109400000704000300502006060000050700803004000401000009205800804000107";
/// let mut answer = *b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";
/// assert_eq!(check(puzzle, &answer), Ok(()));
/// answer.swap(0, 1);
/// assert_eq!(check(puzzle, &answer), Err(Fault::ClueChanged(0)));
/// ```
///
/// # Errors
/// The first fault found.
pub fn check(puzzle: &[u8; CELLS], answer: &[u8; CELLS]) -> Result<(), Fault> {
    for cell in 0..CELLS {
        if !answer[cell].is_ascii_digit() || answer[cell] == b'0' {
            return Err(Fault::NotADigit(cell));
        }
        if (b'1'..=b'9').contains(&puzzle[cell]) && puzzle[cell] != answer[cell] {
            return Err(Fault::ClueChanged(cell));
        }
    }
    match first_clash(|cell| answer[cell] - b'0') {
        None => Ok(()),
        Some(clash) => Err(Fault::Clash(clash)),
    }
}

/// The first two clues of a puzzle that clash, if any do.
pub fn clash(puzzle: &Puzzle) -> Option<Clash> {
    first_clash(|cell| puzzle.cells()[cell])
}

fn first_clash(digit: impl Fn(usize) -> u8) -> Option<Clash> {
    for second in 1..CELLS {
        for first in 0..second {
            let unit = if first / 9 == second / 9 {
                "row"
            } else if first % 9 == second % 9 {
                "column"
            } else if first / 27 == second / 27 && first % 9 / 3 == second % 9 / 3 {
                "box"
            } else {
                continue;
            };
            if digit(first) != 0 && digit(first) == digit(second) {
                return Some(Clash {
                    digit: digit(first),
                    cells: [first, second],
                    unit,
                });
            }
        }
    }
    None
}
