//! The NOIP 2009 score of what a lane may still become.
//!
//! Lanes take a cell's lowest digit first, and a large score wants large digits
//! first: so a puzzle to be scored comes with its digits complemented, d
//! for 10 - d, and the digit that is meant is put back here.

use super::propagate::FIELD;
use crate::grid::{CELLS, Row, score};

/// Words of a state.
type State = [u32; 27];

/// The largest and the only digit of each cell, 0 where there is none.
struct Cells {
    largest: [u8; CELLS],
    only: [u8; CELLS],
}

/// Row-major cell of a place in the box and a bit of a field.
fn cell(place: usize, bit: usize) -> usize {
    9 * (bit / 3 * 3 + place / 3) + bit % 3 * 3 + place % 3
}

fn cells(state: &State) -> Cells {
    let mut cells = Cells {
        largest: [0; CELLS],
        only: [0; CELLS],
    };
    for place in 0..9 {
        let (mut once, mut twice) = (0, 0);
        for code in 0..9 {
            let field = state[9 * (code / 3) + place] >> (9 * (code % 3)) & FIELD;
            let mut new = field & !once;
            twice |= field & once;
            once |= field;
            while new != 0 {
                cells.largest[cell(place, new.trailing_zeros() as usize)] = 9 - code as u8;
                new &= new - 1;
            }
        }
        let mut single = once & !twice;
        while single != 0 {
            let cell = cell(place, single.trailing_zeros() as usize);
            cells.only[cell] = cells.largest[cell];
            single &= single - 1;
        }
    }
    cells
}

/// No solution of the state scores more.
///
/// In each row the cells take at best their largest candidates, and at best
/// the largest digits that are missing stand on the heaviest open cells; and so
/// in each column.
pub(super) fn at_most(state: &State) -> u32 {
    let cells = cells(state);
    let rows = lines(&cells, |line, i| 9 * line + i);
    let columns = lines(&cells, |line, i| 9 * i + line);
    rows.min(columns)
}

fn lines(cells: &Cells, cell: impl Fn(usize, usize) -> usize) -> u32 {
    let mut sum = 0;
    for line in 0..9 {
        let mut missing = 0x3fe_u32;
        let (mut fixed, mut candidates) = (0, 0);
        // How many open cells have each weight, 6 to 10.
        let mut open = [0_u8; 11];
        for i in 0..9 {
            let cell = cell(line, i);
            let weight = u32::from(score::WEIGHT[cell]);
            let digit = u32::from(cells.only[cell]);
            if digit == 0 {
                open[weight as usize] += 1;
                candidates += u32::from(cells.largest[cell]) * weight;
            } else {
                missing &= !(1 << digit);
                fixed += digit * weight;
            }
        }
        let mut digits = 0;
        for weight in (6..=10).rev() {
            for _ in 0..open[weight] {
                let digit = 31 - missing.leading_zeros().min(31);
                missing &= !(1 << digit);
                digits += digit * weight as u32;
            }
        }
        sum += fixed + digits.min(candidates);
    }
    sum
}

/// The score of a row of complemented digits.
pub(crate) fn of_row(row: &Row) -> u32 {
    score::score(&values(row))
}

/// The digits that a row of complemented digits means.
pub(crate) fn values(row: &Row) -> [u8; CELLS] {
    std::array::from_fn(|cell| b'0' + 10 - row[cell])
}

/// A puzzle's text with its digits complemented, or put back.
pub(crate) fn complement(cells: &[u8; CELLS]) -> [u8; CELLS] {
    cells.map(|digit| if digit == 0 { b'.' } else { b'0' + 10 - digit })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The state in which each cell has the candidates of its set.
    fn state(candidates: &[u16; CELLS]) -> State {
        let mut state = [0; 27];
        for place in 0..9 {
            for bit in 0..9 {
                for code in 0..9 {
                    if candidates[cell(place, bit)] >> (9 - code) & 1 != 0 {
                        state[9 * (code / 3) + place] |= 1 << (9 * (code % 3) + bit);
                    }
                }
            }
        }
        state
    }

    /// Digit of a cell in a grid made by shifting.
    fn pattern(cell: usize) -> u16 {
        ((cell / 9 * 3 + cell / 27 + cell % 9) % 9 + 1) as u16
    }

    #[test]
    fn a_full_grid_can_score_what_it_scores() {
        let grid: [u8; CELLS] = std::array::from_fn(|cell| pattern(cell) as u8);
        let candidates = std::array::from_fn(|cell| 1 << pattern(cell));
        assert_eq!(at_most(&state(&candidates)), score::score(&grid));
    }

    #[test]
    fn more_candidates_never_bound_lower() {
        let grid: [u8; CELLS] = std::array::from_fn(|cell| pattern(cell) as u8);
        let mut candidates: [u16; CELLS] = std::array::from_fn(|cell| 1 << pattern(cell));
        let mut last = score::score(&grid);
        for i in 0..CELLS {
            candidates[i * 32 % CELLS] |= 0x3fe & (0x155 << (i % 3));
            let bound = at_most(&state(&candidates));
            assert!(bound >= last, "after cell {i}: {bound} below {last}");
            last = bound;
        }
        assert!(last > score::score(&grid));
    }

    #[test]
    fn the_complement_of_a_complement_is_the_puzzle() {
        let mut cells: [u8; CELLS] = std::array::from_fn(|cell| (cell % 10) as u8);
        let text = complement(&cells);
        assert_eq!((text[0], text[1], text[9]), (b'.', b'9', b'1'));
        cells = text.map(|byte| if byte == b'.' { 0 } else { byte - b'0' });
        let back = complement(&cells);
        assert_eq!((back[0], back[1], back[9]), (b'.', b'1', b'9'));
    }
}
