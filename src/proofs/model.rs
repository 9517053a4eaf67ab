//! The pass in plain loops over cells and digits, for formulas: what the code on vectors must do.

use super::formula::{FALSE, Formula, any, one_and_two};
use super::states::{FormulaState, at};
use crate::grid::CELLS;

/// `[digit][cell]`, cells row-major.
pub(super) type Candidates = Vec<Vec<Formula>>;

/// By the digit's number in its triple, and the cell: a candidate with another number is there, or
/// two with this one. For a digit that is a candidate, that says whether another one is, too.
pub(super) type Others = Vec<Vec<Formula>>;

/// What a pass makes of a state.
pub(super) struct ModelPass {
    pub(super) candidates: Candidates,
    pub(super) has_other: Others,
    pub(super) contradiction: Formula,
    pub(super) open: Formula,
    pub(super) changed: Formula,
}

fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// A formula for each digit, or number of a digit, and each cell.
fn table(digits: usize, value: impl Fn(usize, usize) -> Formula) -> Vec<Vec<Formula>> {
    let row = |digit| (0..CELLS).map(|cell| value(digit, cell)).collect();
    (0..digits).map(row).collect()
}

pub(super) fn candidates(x: &FormulaState) -> Candidates {
    table(9, |digit, cell| at(x, digit, cell))
}

pub(super) fn others(candidates: &Candidates) -> Others {
    table(3, |number, cell| {
        let with = |same: bool| -> Vec<Formula> {
            let digits = (0..9).filter(|digit| (digit % 3 == number) == same);
            digits.map(|digit| candidates[digit][cell]).collect()
        };
        one_and_two(&with(true)).1.or(any(with(false)))
    })
}

/// Lines (rows, or columns, of a band) against its boxes: a candidate stays if the two other lines
/// can have the digit in the two other boxes.
fn keep_matched(cells: &mut [Formula], cell: impl Fn(usize, usize, usize, usize) -> usize) {
    for band in 0..3 {
        let has = |line: usize, block: usize, cells: &[Formula]| {
            any((0..3).map(|i| cells[cell(band, line % 3, block % 3, i)]))
        };
        let mut kept = Vec::new();
        for line in 0..3 {
            for block in 0..3 {
                let one_way = has(line + 1, block + 1, cells).and(has(line + 2, block + 2, cells));
                let other = has(line + 1, block + 2, cells).and(has(line + 2, block + 1, cells));
                kept.push((line, block, one_way.or(other)));
            }
        }
        for (line, block, kept) in kept {
            for i in 0..3 {
                let at = cell(band, line, block, i);
                cells[at] = cells[at].and(kept);
            }
        }
    }
}

pub(super) fn pass(before: &Candidates) -> ModelPass {
    let mut candidates = before.clone();
    let had_other = others(before);
    let mut contradiction = FALSE;
    // By digit and box: whether the digit has two cells.
    let mut two = vec![vec![FALSE; 9]; 9];
    for digit in 0..9 {
        let cells = &mut candidates[digit];
        let has_other = &had_other[digit % 3];
        let mut alone = [FALSE; 9];
        for cell in 0..CELLS {
            let single = cells[cell].and(has_other[cell].not());
            alone[box_of(cell)] = alone[box_of(cell)].or(single);
        }
        for cell in 0..CELLS {
            cells[cell] = cells[cell].and(alone[box_of(cell)].and(has_other[cell]).not());
        }
        keep_matched(cells, |band, row, block, i| {
            27 * band + 9 * row + 3 * block + i
        });
        keep_matched(cells, |stack, column, block, i| {
            27 * block + 9 * i + 3 * stack + column
        });
        for block in 0..9 {
            let places: Vec<Formula> = (0..CELLS)
                .filter(|&cell| box_of(cell) == block)
                .map(|cell| cells[cell])
                .collect();
            let (some, two_places) = one_and_two(&places);
            two[digit][block] = two_places;
            contradiction = any([contradiction, some.not(), two_places.and(alone[block])]);
        }
    }
    let hidden = table(9, |digit, cell| {
        candidates[digit][cell].and(two[digit][box_of(cell)].not())
    });
    let mut open = FALSE;
    for cell in 0..CELLS {
        let taken = any((0..9).map(|digit| hidden[digit][cell]));
        for digit in 0..9 {
            let leaves = taken.and(two[digit][box_of(cell)]);
            candidates[digit][cell] = candidates[digit][cell].and(leaves.not());
        }
        let left: Vec<Formula> = (0..9).map(|digit| candidates[digit][cell]).collect();
        let (one, two) = one_and_two(&left);
        contradiction = contradiction.or(one.not());
        open = open.or(two);
    }
    let has_other = others(&candidates);
    let mut changed = FALSE;
    for cell in 0..CELLS {
        for digit in 0..9 {
            contradiction = contradiction.or(hidden[digit][cell].and(has_other[digit % 3][cell]));
        }
        for number in 0..3 {
            changed = changed.or(has_other[number][cell].xor(had_other[number][cell]));
        }
    }
    ModelPass {
        candidates,
        has_other,
        contradiction,
        open,
        changed,
    }
}
