//! The independent checker of every answer.
//!
//! It shares no code and no table with any kernel, so one mistake cannot hide another. A solution
//! is right if every row, column and box has each digit once and every clue is where the puzzle had
//! it.

pub(crate) mod codes;
#[cfg(target_arch = "x86_64")]
mod half;
#[cfg(target_arch = "x86_64")]
mod wide;
mod words;

use super::{CELLS, Puzzle};
#[cfg(target_arch = "x86_64")]
use crate::simd::{ByteVector, Bytes32};
use codes::{CODE, EACH, FULL};
#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m256i as HalfVector, __m512i as WideVector};
use std::error::Error;
use std::fmt;
use words::fills_units;

// The proofs compile the checks again, with bytes and words that are linear forms of the answer.
type Byte = u8;
type Word = u64;

/// What is wrong with an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum Fault {
    /// A cell (zero-based) is not a digit 1-9.
    NotADigit(usize),
    /// A cell (zero-based) differs from the clue there.
    ClueChanged(usize),
    /// Two cells of one row, column or box have the same digit.
    Clash(Clash),
}

/// Two cells of one unit that have the same digit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Clash {
    /// The digit, 1 to 9.
    pub digit: u8,
    /// The two cells, zero-based, in order.
    pub cells: [usize; 2],
    /// `"row"`, `"column"` or `"box"`.
    pub unit: &'static str,
}

impl Error for Clash {}

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

impl Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NotADigit(cell) => {
                write!(f, "r{}c{} is not a digit", cell / 9 + 1, cell % 9 + 1)
            }
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
    if is_right(puzzle, answer) {
        return Ok(());
    }
    first_fault(puzzle, answer).map_or(Ok(()), Err)
}

/// The first wrong one of many answers. Each comes with its puzzle's text and a name, which is
/// returned.
///
/// Like [`check`], but faster: three times with AVX-512 (5 ns an answer), 1.5 to 2 times with AVX2
/// (12 ns where [`check`] takes 17).
///
/// ```
/// use ninefold::grid::check::{first_wrong, Fault};
/// let puzzle = b"103000509002109400000704000300502006060000050700803004000401000009205800804000107";
/// let answer = b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";
/// assert_eq!(first_wrong([("ours", puzzle, answer)]), None);
/// let wrong = first_wrong([("ours", puzzle, answer), ("theirs", answer, puzzle)]);
/// assert_eq!(wrong, Some(("theirs", Fault::NotADigit(1))));
/// ```
pub fn first_wrong<'a, T>(
    answers: impl IntoIterator<Item = (T, &'a [u8; CELLS], &'a [u8; CELLS])>,
) -> Option<(T, Fault)> {
    let answers = answers.into_iter();
    #[cfg(target_arch = "x86_64")]
    if let Some(bytes) = ByteVector::detect() {
        return bytes.run(
            #[inline(always)]
            || {
                let wide = wide::Wide::new(bytes);
                first_fault_by(
                    answers,
                    #[inline(always)]
                    |puzzle, answer| wide.is_right(puzzle, answer),
                )
            },
        );
    }
    #[cfg(target_arch = "x86_64")]
    if let Some(bytes) = Bytes32::detect() {
        return bytes.run(
            #[inline(always)]
            || {
                let half = half::Half::new(bytes);
                first_fault_by(
                    answers,
                    #[inline(always)]
                    |puzzle, answer| half.is_right(puzzle, answer),
                )
            },
        );
    }
    first_fault_by(answers, is_right)
}

/// This is a loop and not `find_map`, which may be a function without the CPU's instructions, and
/// fifteen times as slow.
#[inline(always)]
fn first_fault_by<'a, T>(
    answers: impl Iterator<Item = (T, &'a [u8; CELLS], &'a [u8; CELLS])>,
    is_right: impl Fn(&[u8; CELLS], &[u8; CELLS]) -> bool,
) -> Option<(T, Fault)> {
    for (name, puzzle, answer) in answers {
        if is_right(puzzle, answer) {
            continue;
        }
        if let Some(fault) = first_fault(puzzle, answer) {
            return Some((name, fault));
        }
    }
    None
}

/// The fast check with words of eight bytes. It takes 14 ns.
fn is_right(puzzle: &[u8; CELLS], answer: &[u8; CELLS]) -> bool {
    keeps_clues(puzzle, answer) && fills_units(answer)
}

/// Whether the answer has only digits, and every clue is unchanged.
///
/// It compares sixteen cells at a time, which the compiler turns into vectors. It takes 4 ns.
fn keeps_clues(puzzle: &[u8; CELLS], answer: &[u8; CELLS]) -> bool {
    const LAST: usize = CELLS - 1;
    let mut wrong = [0; 16];
    for block in 0..LAST / 16 {
        for (i, wrong) in wrong.iter_mut().enumerate() {
            let cell = 16 * block + i;
            *wrong |= is_wrong(puzzle[cell], answer[cell]);
        }
    }
    u128::from_ne_bytes(wrong) == 0 && is_wrong(puzzle[LAST], answer[LAST]) == 0
}

/// Not 0 if the answer's byte is not a digit, or differs from the puzzle's clue.
///
/// The comparison is a subtraction that stops at 0, which vectors have.
#[inline(always)]
fn is_wrong(puzzle: u8, answer: u8) -> u8 {
    let clue = puzzle.wrapping_sub(b'1');
    let digit = answer.wrapping_sub(b'1');
    let changed = if clue == digit {
        0
    } else {
        9_u8.saturating_sub(clue)
    };
    changed | digit.saturating_sub(8)
}

/// The first fault. It is slow: cell by cell and pair by pair.
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
/// Takes about 2 us: cell by cell and pair by pair. Engines use [`Puzzle::has_clash`], which shares
/// no code with this.
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
#[must_use]
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

#[cfg(test)]
mod tests {
    use super::*;

    const ANSWER: &[u8; CELLS] =
        b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";

    /// Under Miri, which is a thousand times slower, tests take a part of the cases.
    const STEP: usize = if cfg!(miri) { 50 } else { 1 };

    /// All ways of checking agree.
    fn agree(puzzle: &[u8; CELLS], answer: &[u8; CELLS]) {
        let fault = first_fault(puzzle, answer);
        assert_eq!(is_right(puzzle, answer), fault.is_none());
        let wide = first_wrong([((), puzzle, answer)]);
        assert_eq!(wide.map(|wrong| wrong.1), fault);
        // If the CPU has wider vectors, no other caller uses this one.
        #[cfg(target_arch = "x86_64")]
        if let Some(bytes) = Bytes32::detect() {
            let is_right = bytes.run(|| half::Half::new(bytes).is_right(puzzle, answer));
            assert_eq!(is_right, fault.is_none());
        }
    }

    #[test]
    fn every_change_of_one_cell_is_found_by_all_ways() {
        assert_eq!(check(ANSWER, ANSWER), Ok(()));
        for cell in (0..CELLS).step_by(STEP) {
            for byte in (0..=255).step_by(STEP) {
                let mut changed = *ANSWER;
                changed[cell] = byte;
                agree(&[b'.'; CELLS], &changed);
                agree(ANSWER, &changed);
                // The puzzle's byte counts only if it is a clue.
                agree(&changed, ANSWER);
            }
        }
    }

    /// The checks compare each cell by itself, so there are no other cases.
    #[test]
    fn every_clue_is_compared_with_every_digit() {
        for more in 0..9 {
            let answer = ANSWER.map(|digit| b'1' + (digit - b'1' + more) % 9);
            for cell in (0..CELLS).step_by(STEP) {
                for byte in (0..=255).step_by(STEP) {
                    let mut puzzle = [b'.'; CELLS];
                    puzzle[cell] = byte;
                    let is_clue = (b'1'..=b'9').contains(&byte);
                    let differs = is_clue && byte != answer[cell];
                    assert_eq!(is_right(&puzzle, &answer), !differs);
                    agree(&puzzle, &answer);
                }
            }
        }
    }

    #[test]
    fn only_nine_different_digits_have_the_xor_of_all() {
        for choice in 0_u32..512 {
            let xor = (0..9)
                .filter(|digit| choice >> digit & 1 == 1)
                .fold(0, |xor, digit| xor ^ (digit * CODE));
            // Digits that occur twice cancel, so of nine an odd number stays.
            let passes = choice.count_ones() % 2 == 1 && xor == FULL & 0xff;
            assert_eq!(passes, choice == 511, "{choice:b}");
        }
        const { assert!(8 * CODE < 256, "a code is a byte") };
    }

    /// Cells that exchange digits inside a unit keep that unit complete. Only the other units can
    /// show the error.
    #[test]
    fn trades_inside_one_kind_of_unit_are_found_by_all_ways() {
        let empty = [b'.'; CELLS];
        let mut state = 1_u64;
        let mut random = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as usize % below
        };
        let place = |kind: usize, unit: usize, i: usize| match kind {
            0 => 9 * unit + i,
            1 => 9 * i + unit,
            _ => unit / 3 * 27 + unit % 3 * 3 + i / 3 * 9 + i % 3,
        };
        let mut whole = 0;
        for round in (0..30_000).step_by(STEP * STEP) {
            let mut answer = *ANSWER;
            for _ in 0..1 + round % 4 {
                let kind = round % 3;
                let unit = random(9);
                answer.swap(place(kind, unit, random(9)), place(kind, unit, random(9)));
            }
            // Two exchanged digits throughout leave a right answer.
            if round % 2 == 0 {
                let a = b'1' + random(9) as u8;
                let b = b'1' + random(9) as u8;
                let rename = |byte| {
                    if byte == a {
                        b
                    } else if byte == b {
                        a
                    } else {
                        byte
                    }
                };
                answer = answer.map(rename);
            }
            agree(&empty, &answer);
            whole += usize::from(check(&empty, &answer).is_ok());
        }
        assert!(cfg!(miri) || (500..29_000).contains(&whole), "{whole}");
    }

    #[test]
    fn every_swap_is_found_by_all_ways() {
        let empty = [b'.'; CELLS];
        for second in (0..CELLS).step_by(STEP) {
            for first in 0..second {
                let mut swapped = *ANSWER;
                swapped.swap(first, second);
                agree(&empty, &swapped);
            }
        }
        // All rows and columns are right, but not the boxes; and so on.
        let rows: [u8; CELLS] = std::array::from_fn(|i| b'1' + (i % 9) as u8);
        let cyclic: [u8; CELLS] = std::array::from_fn(|i| b'1' + ((i % 9 + i / 9) % 9) as u8);
        for answer in [rows, cyclic] {
            agree(&empty, &answer);
            assert!(check(&empty, &answer).is_err());
        }
    }
}
