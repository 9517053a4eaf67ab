//! The canonical form of a puzzle: the first of all its isomorphs in text order (`.` before `1`
//! before `2` ...).
//!
//! The text is built row by row. A *state* is one way to get the rows built so far: whether the
//! grid was transposed, which rows were taken, the order of stacks and columns as far as it matters
//! yet, and the new digits so far. All states have the same text. For each, all possible next rows
//! are tried, and those with the least text are kept.
//!
//! ```text
//! a row        . 7 . | . . . | 5 . 2      columns and stacks that nothing tells
//! its least    . . . | . . 1 | . 2 3      apart yet stay tied: a row of blanks
//!                ties    tie      two     splits nothing, so it costs nothing
//! ```
//!
//! With ties, sorting finds a row's least text: within tied columns first blanks, then digits by
//! their new names, then digits without a new name; then tied stacks by their text. Blanks keep
//! ties. Digits without a new name get the next names in any order. Only there does a state branch.
//! Of the two rows left in a band, either may be next. After a band, any row of the others may be
//! next.
//!
//! Sparse puzzles have few states. A full grid has 23,328 after its first row (every row reads
//! 123456789) and takes milliseconds.

use super::form::{Grid, NEW, PartialForm, sort3};
use super::isomorph::{Isomorph, ORDERS};
use ninefold::grid::{CELLS, Puzzle};

impl PartialForm {
    /// The least text of a row, with four bits a cell.
    #[inline]
    fn least(&self, row: &[u8; 9]) -> u64 {
        let mut texts = [0u64; 3];
        for (text, &stack) in texts.iter_mut().zip(&self.stacks) {
            let stack = usize::from(stack);
            let columns = self.columns[stack];
            let mut symbols = columns.map(|c| self.names[usize::from(row[usize::from(c)])]);
            sort3(&mut symbols, &mut [(); 3], &self.split[stack]);
            let [a, b, c] = symbols.map(u64::from);
            *text = a << 8 | b << 4 | c;
        }
        sort3(&mut texts, &mut [(); 3], &self.apart);
        texts[0] << 24 | texts[1] << 12 | texts[2]
    }

    /// Takes the row in its least form. Pushes a state for each way to name new digits.
    fn take(&self, row_number: u8, row: &[u8; 9], next: &mut Vec<PartialForm>) {
        let mut state = *self;
        state.take_row(row_number);
        let mut symbols = [[0; 3]; 3];
        let mut texts = [[0; 3]; 3];
        for (place, &stack) in self.stacks.iter().enumerate() {
            let stack = usize::from(stack);
            let columns = &mut state.columns[stack];
            symbols[stack] = columns.map(|c| self.names[usize::from(row[usize::from(c)])]);
            sort3(&mut symbols[stack], columns, &self.split[stack]);
            texts[place] = symbols[stack];
        }
        sort3(&mut texts, &mut state.stacks, &self.apart);
        state.branch_stacks(row, &symbols, &texts, next);
    }

    /// Tied stacks with the same text and new digits may come in any order. Others differ by their
    /// text or stay tied.
    fn branch_stacks(
        mut self,
        row: &[u8; 9],
        symbols: &[[u8; 3]; 3],
        texts: &[[u8; 3]; 3],
        next: &mut Vec<PartialForm>,
    ) {
        let tied = [1, 2].map(|i| !self.apart[i] && texts[i] == texts[i - 1]);
        let fresh = |i: usize| texts[i].contains(&NEW);
        let orders: &[[u8; 3]] = match (tied[0], tied[1]) {
            (true, true) if fresh(1) => &ORDERS,
            (true, false) if fresh(1) => &[[0, 1, 2], [1, 0, 2]],
            (false, true) if fresh(1) => &[[0, 1, 2], [0, 2, 1]],
            _ => &ORDERS[..1],
        };
        for i in [1, 2] {
            self.apart[i] |= texts[i] != texts[i - 1] || fresh(i);
        }
        let stacks = self.stacks;
        for order in orders {
            self.stacks = order.map(|i| stacks[usize::from(i)]);
            self.branch_columns(0, row, symbols, next);
        }
    }

    /// From the stack at `place`, tied columns with new digits may come in any order.
    fn branch_columns(
        mut self,
        place: usize,
        row: &[u8; 9],
        symbols: &[[u8; 3]; 3],
        next: &mut Vec<PartialForm>,
    ) {
        let Some(&stack) = self.stacks.get(place) else {
            next.push(self);
            return;
        };
        let stack = usize::from(stack);
        let symbols_here = &symbols[stack];
        let fresh = |i: usize| symbols_here[i] == NEW;
        let split = self.split[stack];
        let tied = [1, 2].map(|i| !split[i] && fresh(i) && fresh(i - 1));
        let orders: &[[u8; 3]] = match (tied[0], tied[1]) {
            (true, true) => &ORDERS,
            (true, false) => &[[0, 1, 2], [1, 0, 2]],
            (false, true) => &[[0, 1, 2], [0, 2, 1]],
            (false, false) => &ORDERS[..1],
        };
        for i in [1, 2] {
            self.split[stack][i] |= symbols_here[i] != symbols_here[i - 1] || fresh(i);
        }
        let columns = self.columns[stack];
        for order in orders {
            let mut state = self;
            state.columns[stack] = order.map(|i| columns[usize::from(i)]);
            for column in state.columns[stack] {
                let digit = usize::from(row[usize::from(column)]);
                if state.names[digit] == NEW {
                    state.named += 1;
                    state.names[digit] = state.named;
                }
            }
            state.branch_columns(place + 1, row, symbols, next);
        }
    }
}

/// The first of all isomorphs of a puzzle, in text order.
///
/// Two puzzles without clashing clues are isomorphs of each other if and only if their canonical
/// forms are equal. A puzzle with clashing clues stays as it is. It takes some microseconds for a
/// puzzle of 17 to 35 clues.
#[must_use]
pub fn canonical(puzzle: &Puzzle) -> Puzzle {
    Canonizer::default().canonical(puzzle)
}

/// Finds canonical forms, and keeps its buffers from puzzle to puzzle.
#[derive(Debug, Default)]
pub struct Canonizer {
    states: Vec<PartialForm>,
    next: Vec<PartialForm>,
    /// State and row of each choice with the least text.
    ways: Vec<(u32, u8)>,
}

impl Canonizer {
    /// See [`canonical`].
    pub fn canonical(&mut self, puzzle: &Puzzle) -> Puzzle {
        self.with_isomorph(puzzle).0
    }

    /// The canonical form of a puzzle, and the isomorph that gives it.
    pub(super) fn with_isomorph(&mut self, puzzle: &Puzzle) -> (Puzzle, Isomorph) {
        // Below, the new digits of a row must be different.
        if puzzle.has_clash() {
            return (*puzzle, Isomorph::IDENTITY);
        }
        let straight: Grid = std::array::from_fn(|row| {
            std::array::from_fn(|column| puzzle.cells()[9 * row + column])
        });
        let mirrored: Grid =
            std::array::from_fn(|row| std::array::from_fn(|column| straight[column][row]));
        let grids = [straight, mirrored];
        let mut cells = [0; CELLS];
        let mut named = 0;
        self.states.clear();
        self.states
            .extend([PartialForm::new(false), PartialForm::new(true)]);
        for row in cells.as_chunks_mut::<9>().0 {
            let least = self.least_row(&grids);
            for (i, cell) in row.iter_mut().enumerate() {
                let symbol = (least >> (32 - 4 * i)) as u8 & 15;
                named += u8::from(symbol == NEW);
                *cell = if symbol == NEW { named } else { symbol };
            }
            self.take_ways(&grids);
        }
        let form = Puzzle::from_cells(cells).expect("names are 1 to 9");
        let isomorph = self.states[0].isomorph();
        debug_assert_eq!(isomorph.apply(puzzle), form);
        (form, isomorph)
    }

    /// The least text of a next row. Leaves the choices in `ways`.
    fn least_row(&mut self, grids: &[Grid; 2]) -> u64 {
        let mut least = u64::MAX;
        self.ways.clear();
        for (i, state) in self.states.iter().enumerate() {
            let grid = &grids[usize::from(state.transposed)];
            let mut rows = state.next_rows();
            while rows != 0 {
                let row = rows.trailing_zeros() as usize;
                rows &= rows - 1;
                let text = state.least(&grid[row]);
                if text < least {
                    least = text;
                    self.ways.clear();
                }
                if text == least {
                    self.ways.push((i as u32, row as u8));
                }
            }
        }
        least
    }

    fn take_ways(&mut self, grids: &[Grid; 2]) {
        self.next.clear();
        for &(state, row) in &self.ways {
            let state = &self.states[state as usize];
            let grid = &grids[usize::from(state.transposed)];
            state.take(row, &grid[usize::from(row)], &mut self.next);
        }
        std::mem::swap(&mut self.states, &mut self.next);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::transform::isomorph::full_grid;
    use ninefold::internal::{Rng, cell_order};

    /// The puzzle with its digits named in order of appearance.
    fn renamed(puzzle: &Puzzle) -> Puzzle {
        let mut names = [0; 10];
        let mut named = 0;
        let cells = puzzle.cells().map(|digit| {
            if digit != 0 && names[usize::from(digit)] == 0 {
                named += 1;
                names[usize::from(digit)] = named;
            }
            names[usize::from(digit)]
        });
        Puzzle::from_cells(cells).unwrap()
    }

    /// The least of all 3,359,232 forms, by trying all.
    fn least_of_all(puzzle: &Puzzle) -> Puzzle {
        let forms = Isomorph::all().map(|isomorph| renamed(&isomorph.apply(puzzle)));
        forms.min_by_key(|form| *form.cells()).unwrap()
    }

    fn puzzle(i: u64, clues: usize) -> Puzzle {
        let mut rng = Rng::new(77, &[i]);
        let mut cells = *full_grid(i).cells();
        for cell in &cell_order(&mut rng)[clues..] {
            cells[usize::from(*cell)] = 0;
        }
        Puzzle::from_cells(cells).unwrap()
    }

    #[test]
    fn it_is_the_least_of_all_forms() {
        let sparse: Puzzle =
            "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
                .parse()
                .unwrap();
        assert_eq!(canonical(&sparse), least_of_all(&sparse));
    }

    #[test]
    fn all_isomorphs_have_the_same_form() {
        let mut canonizer = Canonizer::default();
        for i in 0..60 {
            let puzzle = puzzle(i, 1 + i as usize);
            let form = canonizer.canonical(&puzzle);
            assert_eq!(canonizer.canonical(&form), form, "{puzzle}");
            for j in 0..20 {
                let other = Isomorph::random(&mut Rng::new(i, &[j])).apply(&puzzle);
                let (found, isomorph) = canonizer.with_isomorph(&other);
                assert_eq!(found, form, "{puzzle} {other}");
                assert_eq!(isomorph.apply(&other), form, "{puzzle} {other}");
            }
        }
    }

    #[test]
    fn grids_with_many_symmetries_and_without_clues_too() {
        // Rows shifted by three and one: hundreds of automorphisms.
        let cells = std::array::from_fn(|cell| {
            let row = cell / 9;
            let column = cell % 9;
            ((row % 3 * 3 + row / 3 + column) % 9) as u8 + 1
        });
        let full = Puzzle::from_cells(cells).unwrap();
        let other = Isomorph::random(&mut Rng::new(5, &[])).apply(&full);
        assert_eq!(canonical(&full), canonical(&other));
        for puzzle in [full, other, Puzzle::EMPTY] {
            let (form, isomorph) = Canonizer::default().with_isomorph(&puzzle);
            assert_eq!(isomorph.apply(&puzzle), form);
        }
        assert!(
            canonical(&full)
                .to_string()
                .starts_with("123456789456789123")
        );
        assert_eq!(canonical(&Puzzle::EMPTY), Puzzle::EMPTY);
    }

    #[test]
    fn puzzles_with_clashing_clues_stay_as_they_are() {
        for text in [
            "11",
            "1.......1",
            "1.........1",
            "5........5",
            "11.......11",
        ] {
            let blanks = std::iter::repeat('.');
            let text: String = text.chars().chain(blanks).take(CELLS).collect();
            let clashing: Puzzle = text.parse().unwrap();
            let kept = (clashing, Isomorph::IDENTITY);
            assert_eq!(Canonizer::default().with_isomorph(&clashing), kept);
        }
    }

    #[test]
    fn puzzles_that_are_no_isomorphs_differ() {
        let forms: std::collections::HashSet<Puzzle> =
            (0..200).map(|i| canonical(&puzzle(i, 25))).collect();
        assert_eq!(forms.len(), 200);
    }
}
