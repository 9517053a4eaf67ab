//! The checker of answers accepts exactly the solutions.
//!
//! It recognises a full unit by the xor of its digits' codes. So what it looks at are linear forms
//! of the 81 codes, with 648 bits in all, and a constant. The checks run on such forms here. They
//! accept an answer if all these forms are zero. That is so exactly if the forms of all 27 units
//! are, because both sets span the same space. And nine digits have the xor of all nine codes only
//! if they are nine different ones, as a test of the checker shows for every choice.
//!
//! Clues are compared with digits cell by cell. A test of the checker has every clue and every
//! digit in every cell.

mod linear;
mod on_forms;
#[cfg(target_arch = "x86_64")]
mod operations;

use super::states::units;
use crate::grid::CELLS;
use crate::grid::check::codes::{CODE, FULL};
use linear::{Byte, LinearForm, noted};

/// An answer of which only is known that it has 81 digits.
fn answer() -> [Byte; CELLS] {
    std::array::from_fn(Byte::Cell)
}

/// A puzzle without clues.
fn blank() -> [Byte; CELLS] {
    [Byte::Constant(b'.'); CELLS]
}

/// The forms that are zero if every unit has the xor of all nine codes.
fn forms_of_units() -> Vec<LinearForm> {
    let forms = units().flat_map(|unit| {
        (0..8).map(move |bit| {
            let cells = unit.iter().map(|&cell| LinearForm::of_code(cell, bit));
            let sum = cells.fold(LinearForm::ZERO, LinearForm::plus);
            sum.plus(LinearForm::constant(FULL >> bit & 1 == 1))
        })
    });
    forms.collect()
}

/// A basis of the space that forms span: each with another first coordinate, and no other form has
/// that coordinate. So two sets span the same space if their bases are equal.
fn basis(forms: &[LinearForm]) -> Vec<LinearForm> {
    let mut basis: Vec<LinearForm> = Vec::new();
    for &form in forms {
        let mut rest = form;
        for &known in &basis {
            if rest.has(known.first().expect("not zero")) {
                rest = rest.plus(known);
            }
        }
        let Some(first) = rest.first() else { continue };
        for known in &mut basis {
            if known.has(first) {
                *known = known.plus(rest);
            }
        }
        basis.push(rest);
    }
    basis.sort();
    basis
}

/// Whether an answer passes a check exactly if all units have the xor of all codes.
fn is_exact(check: impl Fn() -> bool) -> bool {
    let forms = noted(|| assert!(check(), "it is zero, by the premise"));
    basis(&forms) == basis(&forms_of_units())
}

fn half() -> on_forms::half::Half {
    on_forms::half::Half::new(linear::LinearBytes32)
}

fn wide() -> on_forms::wide::Wide {
    on_forms::wide::Wide::new(linear::LinearByteVector)
}

#[test]
fn the_check_with_words_is_exact() {
    assert!(is_exact(|| on_forms::words::fills_units(&answer())));
}

#[test]
fn the_check_with_vectors_of_32_bytes_is_exact() {
    assert!(is_exact(|| half().is_right(&blank(), &answer())));
}

#[test]
fn the_check_with_vectors_of_64_bytes_is_exact() {
    assert!(is_exact(|| wide().is_right(&blank(), &answer())));
}

/// Faults: the answer's cells in another order, and two cells that are the same.
#[test]
fn a_check_with_a_fault_is_not_exact() {
    let mut swapped = answer();
    swapped.swap(0, 12);
    let mut twice = answer();
    twice[80] = twice[79];
    for answer in [swapped, twice] {
        assert!(!is_exact(|| on_forms::words::fills_units(&answer)));
        assert!(!is_exact(|| half().is_right(&blank(), &answer)));
        assert!(!is_exact(|| wide().is_right(&blank(), &answer)));
    }
    // One form less.
    let units = forms_of_units();
    assert_ne!(basis(&units), basis(&units[8..9 * 8]));
}

/// The premise can be true, and so can its opposite.
#[test]
fn some_answers_have_full_units_and_others_not() {
    let solved =
        b"143628579572139468986754231391542786468917352725863914237481695619275843854396127";
    let is_full = |answer: &[u8; CELLS]| {
        let code = |cell: usize| u64::from(answer[cell] - b'1') * CODE;
        forms_of_units().iter().all(|form| !form.value(code))
    };
    assert!(is_full(solved));
    let mut wrong = *solved;
    wrong.swap(3, 4);
    assert!(!is_full(&wrong));
}
