//! States of puzzles as formulas, and random ones.

use super::formula::{FALSE, Formula, FormulaWord, all, exactly_one};
use super::random::Random;
use super::solver::Assignment;
use super::token::{WordLanes, bits, lane};
use crate::grid::CELLS;
use crate::kernel::lanes::layout::Words;

/// One word of formulas.
pub(super) type OneWord = WordLanes<FormulaWord, 1>;
/// Candidates of one puzzle, as formulas.
pub(super) type FormulaState = Words<OneWord>;
/// `[digit][cell]`, cells row-major.
pub(super) type Sets = [[bool; CELLS]; 9];

/// Word and bit of a digit's candidate, by the layout.
pub(super) fn place(digit: usize, cell: usize) -> (usize, usize, usize) {
    let row = cell / 9;
    let column = cell % 9;
    let bit = digit % 3 * 9 + row / 3 * 3 + column / 3;
    (digit / 3, 3 * (row % 3) + column % 3, bit)
}

/// Row and column in the box, and the number of the box, of bit 9c + 3B + S of row r.
pub(super) fn position(r: usize, bit: usize) -> (usize, usize, usize) {
    (r, bit / 9, bit % 9)
}

/// Whether the first `count` bits of two words are the same.
fn equal_bits(a: FormulaWord, b: FormulaWord, count: usize) -> Formula {
    let a = a.bits();
    let b = b.bits();
    all((0..count).map(|i| a[i].equals(b[i])))
}

/// Whether two words of candidates are the same. The five other bits are always empty.
pub(super) fn equal_candidates(a: FormulaWord, b: FormulaWord) -> Formula {
    equal_bits(a, b, 32)
}

/// Whether two words of [`Group::has_other`](crate::kernel::lanes::layout::Group::has_other) are
/// the same. The five other bits have no meaning.
pub(super) fn equal_others(a: FormulaWord, b: FormulaWord) -> Formula {
    equal_bits(a, b, 27)
}

/// A state of which nothing is known.
pub(super) fn any_state() -> FormulaState {
    std::array::from_fn(|_| std::array::from_fn(|_| any_word()))
}

/// Twenty-seven bits of which nothing is known.
pub(super) fn any_word() -> OneWord {
    lane(std::array::from_fn(|i| {
        if i < 27 { Formula::variable() } else { FALSE }
    }))
}

/// Whether a digit is a candidate of a cell.
pub(super) fn at(x: &FormulaState, digit: usize, cell: usize) -> Formula {
    let (t, p, bit) = place(digit, cell);
    bits(x[t][p])[bit]
}

/// A formula for each candidate.
pub(super) fn each_candidate(f: impl Fn(usize, usize) -> Formula) -> Vec<Formula> {
    (0..9 * CELLS).map(|i| f(i / CELLS, i % CELLS)).collect()
}

/// The nine candidates of a cell.
pub(super) fn of_cell(x: &FormulaState, cell: usize) -> Vec<Formula> {
    (0..9).map(|digit| at(x, digit, cell)).collect()
}

/// The cells of the 27 units: rows, columns, boxes.
pub(super) fn units() -> impl Iterator<Item = [usize; 9]> {
    (0..27).map(|unit| {
        let i = unit % 9;
        std::array::from_fn(|k| match unit / 9 {
            0 => 9 * i + k,
            1 => 9 * k + i,
            _ => i / 3 * 27 + i % 3 * 3 + k / 3 * 9 + k % 3,
        })
    })
}

/// What makes candidates a solved grid: one in each cell, and each digit once in each unit.
pub(super) fn grid_rules(x: &FormulaState) -> Vec<Formula> {
    let cells = (0..CELLS).map(|cell| exactly_one(&of_cell(x, cell)));
    let units = units().flat_map(|unit| {
        (0..9).map(move |digit| exactly_one(&unit.map(|cell| at(x, digit, cell))))
    });
    cells.chain(units).collect()
}

/// Whether the candidates of `part` are all in `whole`.
pub(super) fn is_within(part: &FormulaState, whole: &FormulaState) -> Formula {
    all(each_candidate(|digit, cell| {
        at(part, digit, cell).implies(at(whole, digit, cell))
    }))
}

pub(super) fn set_state(case: &mut Assignment, x: &FormulaState, sets: &Sets) {
    for (digit, cells) in sets.iter().enumerate() {
        for (cell, &value) in cells.iter().enumerate() {
            case.set(at(x, digit, cell), value);
        }
    }
}

/// Candidates of one of several kinds: noise, sparse or dense; the union of valid grids with
/// noise; a puzzle with some clues, possibly wrong.
pub(super) fn random_sets(random: &mut Random) -> Sets {
    let mut sets = [[false; CELLS]; 9];
    let kind = random.below(5);
    if kind == 4 {
        let grid = random.grid();
        let clues = random.below(60);
        sets = [[true; CELLS]; 9];
        let wrong = [0, 0, 1, 8][random.below(4)];
        for _ in 0..clues {
            let cell = random.below(CELLS);
            let clue = if random.below(32) < wrong {
                random.below(9)
            } else {
                grid[cell]
            };
            for (digit, cells) in sets.iter_mut().enumerate() {
                cells[cell] = digit == clue;
            }
        }
        return sets;
    }
    for _ in 0..kind {
        add_grid(&mut sets, &random.grid());
    }
    for _ in 0..[700, 60, 20, 3][random.below(4)] {
        let digit = random.below(9);
        let cell = random.below(CELLS);
        sets[digit][cell] = true;
    }
    sets
}

pub(super) fn add_grid(sets: &mut Sets, grid: &[usize; CELLS]) {
    for cell in 0..CELLS {
        sets[grid[cell]][cell] = true;
    }
}
