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
    if keeps_clues(puzzle, answer) && fills_units(answer) {
        return Ok(());
    }
    first_fault(puzzle, answer).map_or(Ok(()), Err)
}

/// Whether every clue stands in the answer. 5 ns: the compiler makes
/// whole vectors of it.
fn keeps_clues(puzzle: &[u8; CELLS], answer: &[u8; CELLS]) -> bool {
    let mut bad = 0;
    for cell in 0..CELLS {
        let is_clue = puzzle[cell].wrapping_sub(b'1') < 9;
        bad |= (puzzle[cell] ^ answer[cell]) & if is_clue { 0xff } else { 0 };
    }
    bad == 0
}

/// `TRIO[k]` of a digit is its bit among the nine of cell `k` of three in a
/// row; other bytes have none.
const TRIO: [[u32; 256]; 3] = {
    let mut table = [[0; 256]; 3];
    let mut bit = 0;
    while bit < 27 {
        table[bit / 9][b'1' as usize + bit % 9] = 1 << bit;
        bit += 1;
    }
    table
};

/// Whether every row, column and box holds all nine digits. 27 ns: three
/// cells side by side share a word, so that one operation adds them to
/// their three columns, their row or their box.
fn fills_units(answer: &[u8; CELLS]) -> bool {
    const ALL: u32 = 0x1ff;
    let any = |trio: u32| trio | trio >> 9 | trio >> 18;
    let mut full = ALL;
    let mut columns = [0; 3];
    for band in 0..3 {
        let mut boxes = [0; 3];
        for row in 0..3 {
            let cells = &answer[27 * band + 9 * row..][..9];
            let mut digits = 0;
            for stack in 0..3 {
                let trio = TRIO[0][cells[3 * stack] as usize]
                    | TRIO[1][cells[3 * stack + 1] as usize]
                    | TRIO[2][cells[3 * stack + 2] as usize];
                digits |= trio;
                boxes[stack] |= trio;
            }
            full &= any(digits);
        }
        for stack in 0..3 {
            columns[stack] |= boxes[stack];
            full &= any(boxes[stack]);
        }
    }
    for trio in columns {
        full &= trio & trio >> 9 & trio >> 18;
    }
    full == ALL
}

/// The first fault, found slowly: cell by cell and pair by pair.
fn first_fault(puzzle: &[u8; CELLS], answer: &[u8; CELLS]) -> Option<Fault> {
    for cell in 0..CELLS {
        if !answer[cell].is_ascii_digit() || answer[cell] == b'0' {
            return Some(Fault::NotADigit(cell));
        }
        if (b'1'..=b'9').contains(&puzzle[cell]) && puzzle[cell] != answer[cell] {
            return Some(Fault::ClueChanged(cell));
        }
    }
    first_clash(|cell| answer[cell] - b'0').map(Fault::Clash)
}

/// The first two clues of a puzzle that clash, if any do.
///
/// About 50 ns where none do, 2 us where some do.
///
/// ```
/// use ninefold::grid::{check::clash, Puzzle};
/// let mut cells = [0; 81];
/// (cells[0], cells[80]) = (5, 5);
/// assert_eq!(clash(&Puzzle::from_cells(cells)?), None);
/// cells[8] = 5;
/// assert_eq!(
///     clash(&Puzzle::from_cells(cells)?).map(|clash| clash.to_string()),
///     Some("5 twice in one row: r1c1 and r1c9".to_owned())
/// );
/// # Ok::<(), ninefold::grid::CellError>(())
/// ```
pub fn clash(puzzle: &Puzzle) -> Option<Clash> {
    if every_clue_counts(puzzle.cells()) {
        return None;
    }
    first_clash(|cell| puzzle.cells()[cell])
}

/// `CLUE[k]` of a value is its bit among the nine of cell `k` of three in a
/// row; 0, which is blank, has none.
const CLUE: [[u32; 16]; 3] = {
    let mut table = [[0; 16]; 3];
    let mut bit = 0;
    while bit < 27 {
        table[bit / 9][1 + bit % 9] = 1 << bit;
        bit += 1;
    }
    table
};

/// Whether the digits in the rows, those in the columns and those in the
/// boxes are as many as the clues: a clash makes one of the three fewer.
fn every_clue_counts(cells: &[u8; CELLS]) -> bool {
    let any = |trio: u32| (trio | trio >> 9 | trio >> 18) & 0x1ff;
    let mut columns = [0; 3];
    let clues: u32 = cells.iter().map(|&value| u32::from(value != 0)).sum();
    let (mut in_rows, mut in_boxes) = (0, 0);
    for band in 0..3 {
        let mut boxes = [0; 3];
        let mut rows = 0;
        for row in 0..3 {
            let cells = &cells[27 * band + 9 * row..][..9];
            let mut digits = 0;
            for stack in 0..3 {
                let trio = CLUE[0][cells[3 * stack] as usize & 15]
                    | CLUE[1][cells[3 * stack + 1] as usize & 15]
                    | CLUE[2][cells[3 * stack + 2] as usize & 15];
                digits |= trio;
                columns[stack] |= trio;
                boxes[stack] |= trio;
            }
            rows |= any(digits) << (9 * row);
        }
        in_rows += rows.count_ones();
        let boxes = any(boxes[0]) | any(boxes[1]) << 9 | any(boxes[2]) << 18;
        in_boxes += boxes.count_ones();
    }
    let in_columns: u32 = columns.iter().map(|trio| trio.count_ones()).sum();
    in_rows == clues && in_columns == clues && in_boxes == clues
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

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &[u8; CELLS] =
        b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";

    /// Both ways of checking say the same.
    fn agree(puzzle: &[u8; CELLS], answer: &[u8; CELLS]) {
        let quick = keeps_clues(puzzle, answer) && fills_units(answer);
        assert_eq!(quick, first_fault(puzzle, answer).is_none());
    }

    #[test]
    fn every_change_of_one_cell_is_found_by_both_ways() {
        assert_eq!(check(ANSWER, ANSWER), Ok(()));
        for cell in 0..CELLS {
            for byte in 0..=255 {
                let mut changed = *ANSWER;
                changed[cell] = byte;
                agree(&[b'.'; CELLS], &changed);
                agree(ANSWER, &changed);
                // The puzzle's byte counts only where it is a clue.
                agree(&changed, ANSWER);
            }
        }
    }

    #[test]
    fn every_swap_is_found_by_both_ways() {
        let empty = [b'.'; CELLS];
        for second in 0..CELLS {
            for first in 0..second {
                let mut swapped = *ANSWER;
                swapped.swap(first, second);
                agree(&empty, &swapped);
            }
        }
        // Of a puzzle too, with one more clue at every place.
        for cell in 0..CELLS {
            for digit in 1..=9 {
                let mut cells = ANSWER.map(|byte| byte - b'0');
                for (i, value) in cells.iter_mut().enumerate() {
                    *value *= u8::from((i * i + i) % 5 < 2);
                }
                cells[cell] = digit;
                let slow = first_clash(|cell| cells[cell]).is_none();
                assert_eq!(every_clue_counts(&cells), slow, "{cell} {digit}");
            }
        }
        // All rows right, and columns, but not boxes; and so on.
        let rows: [u8; CELLS] = std::array::from_fn(|i| b'1' + (i % 9) as u8);
        let cyclic: [u8; CELLS] = std::array::from_fn(|i| b'1' + ((i % 9 + i / 9) % 9) as u8);
        for answer in [rows, cyclic] {
            agree(&empty, &answer);
            assert!(check(&empty, &answer).is_err());
        }
    }
}
