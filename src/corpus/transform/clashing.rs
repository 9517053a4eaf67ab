//! Canonical forms of puzzles in which a digit occurs twice in a row or a column.
//!
//! They have no solution, but a corpus may contain them, and they can be equivalent to each other
//! like any others. The fast method needs all new digits of a row to be different, which is not so
//! here. So every order of a row's tied columns and stacks is tried. This is slower by orders of
//! magnitude, and rare.

use super::form::{Grid, NEW, PartialForm};
use super::isomorph::ORDERS;

/// Whether a digit occurs twice in a row or a column.
pub(super) fn clashes(grids: &[Grid; 2]) -> bool {
    let mut rows = grids.iter().flatten();
    rows.any(|row| {
        let mut seen = 0u16;
        row.iter().any(|&digit| {
            let bit = 1 << digit;
            let again = digit != 0 && seen & bit != 0;
            seen |= bit;
            again
        })
    })
}

/// The orders of three things that only move things which cannot be told apart.
fn orders(apart: [bool; 3]) -> impl Iterator<Item = [u8; 3]> {
    let mut runs = [0; 3];
    for i in 1..3 {
        runs[i] = runs[i - 1] + u8::from(apart[i]);
    }
    ORDERS
        .into_iter()
        .filter(move |order| (0..3).all(|i| runs[usize::from(order[i])] == runs[i]))
}

/// The least of the possible next rows, by the new names of its digits, and all states that have
/// it.
pub(super) fn least_row(
    grids: &[Grid; 2],
    states: &[PartialForm],
    next: &mut Vec<PartialForm>,
) -> [u8; 9] {
    let mut least = [NEW; 9];
    next.clear();
    for state in states {
        let grid = &grids[usize::from(state.transposed)];
        let rows = state.next_rows();
        for number in (0..9u8).filter(|number| rows >> number & 1 == 1) {
            let row = &grid[usize::from(number)];
            // The rows that this state can show, by old digits. Equal ones cannot differ later.
            let mut seen: Vec<[u8; 9]> = Vec::new();
            for form in forms(state, row) {
                let named = NamedClash::new(state, &form, row);
                if named.new > least || named.new == least && seen.contains(&named.old) {
                    continue;
                }
                if named.new < least {
                    least = named.new;
                    next.clear();
                    seen.clear();
                }
                seen.push(named.old);
                next.push(named.take(state, number, &form));
            }
        }
    }
    least
}

/// Orders of stacks and, by a stack's old number, of its columns.
type Arrangement = ([u8; 3], [[u8; 3]; 3]);

/// All orders of everything that is still tied. For columns, only those that change the text of the
/// row.
fn forms(state: &PartialForm, row: &[u8; 9]) -> Vec<Arrangement> {
    let columns = |stack: usize| -> Vec<[u8; 3]> {
        let mut kept: Vec<[u8; 3]> = Vec::new();
        for order in orders(state.split[stack]) {
            let order = order.map(|i| state.columns[stack][usize::from(i)]);
            let shows = |order: [u8; 3]| order.map(|column| row[usize::from(column)]);
            if kept.iter().all(|&other| shows(other) != shows(order)) {
                kept.push(order);
            }
        }
        kept
    };
    let columns = [columns(0), columns(1), columns(2)];
    let mut forms = Vec::new();
    for stacks in orders(state.apart) {
        let stacks = stacks.map(|i| state.stacks[usize::from(i)]);
        for &a in &columns[0] {
            for &b in &columns[1] {
                forms.extend(columns[2].iter().map(|&c| (stacks, [a, b, c])));
            }
        }
    }
    forms
}

/// A row in its new order.
struct NamedClash {
    old: [u8; 9],
    new: [u8; 9],
    /// All names, including those of the row, and their number.
    names: [u8; 10],
    count: u8,
}

impl NamedClash {
    fn new(state: &PartialForm, (stacks, columns): &Arrangement, row: &[u8; 9]) -> NamedClash {
        let (mut names, mut count) = (state.names, state.named);
        let old: [u8; 9] = std::array::from_fn(|i| {
            let stack = usize::from(stacks[i / 3]);
            row[usize::from(columns[stack][i % 3])]
        });
        let new = old.map(|digit| {
            let name = &mut names[usize::from(digit)];
            if *name == NEW {
                count += 1;
                *name = count;
            }
            *name
        });
        NamedClash {
            old,
            new,
            names,
            count,
        }
    }

    /// The state after the row.
    fn take(
        &self,
        state: &PartialForm,
        number: u8,
        (stacks, columns): &Arrangement,
    ) -> PartialForm {
        let mut next = *state;
        next.take_row(number);
        (next.stacks, next.columns) = (*stacks, *columns);
        (next.names, next.named) = (self.names, self.count);
        let differ = |i: usize, j: usize| self.old[i] != self.old[j];
        for (place, &stack) in stacks.iter().enumerate() {
            let split = &mut next.split[usize::from(stack)];
            for i in 3 * place + 1..3 * place + 3 {
                split[i % 3] |= differ(i, i - 1);
            }
            if place > 0 {
                next.apart[place] |= (3 * place..3 * place + 3).any(|i| differ(i, i - 3));
            }
        }
        next
    }
}
