//! Bytes whose bits are linear forms of the answer's codes, and vectors and words of them.

use crate::grid::CELLS;
use std::cell::RefCell;

mod vectors;
mod word;

pub(super) use vectors::{LinearByteVector, LinearBytes32};
pub(super) use word::LinearWord;

/// A coordinate for each bit of each cell's code, and one for the constant.
const COORDINATES: usize = 8 * CELLS + 1;
const WORDS: usize = COORDINATES.div_ceil(64);

/// A sum of coordinates, modulo two.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct LinearForm([u64; WORDS]);

impl LinearForm {
    pub(super) const ZERO: LinearForm = LinearForm([0; WORDS]);

    fn coordinate(i: usize) -> LinearForm {
        let mut form = LinearForm::ZERO;
        form.0[i / 64] |= 1 << (i % 64);
        form
    }

    pub(super) fn of_code(cell: usize, bit: usize) -> LinearForm {
        LinearForm::coordinate(8 * cell + bit)
    }

    pub(super) fn constant(value: bool) -> LinearForm {
        if value {
            LinearForm::coordinate(COORDINATES - 1)
        } else {
            LinearForm::ZERO
        }
    }

    pub(super) fn plus(self, other: LinearForm) -> LinearForm {
        LinearForm(std::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }

    pub(super) fn has(self, coordinate: usize) -> bool {
        self.0[coordinate / 64] >> (coordinate % 64) & 1 == 1
    }

    /// The first coordinate that it has.
    pub(super) fn first(self) -> Option<usize> {
        (0..COORDINATES).find(|&i| self.has(i))
    }

    /// Its value for these codes.
    pub(super) fn value(self, code: impl Fn(usize) -> u64) -> bool {
        let bits = (0..COORDINATES - 1).filter(|&i| self.has(i));
        let constant = self.has(COORDINATES - 1);
        bits.fold(constant, |sum, i| sum ^ (code(i / 8) >> (i % 8) & 1 == 1))
    }
}

thread_local!(static NOTED: RefCell<Vec<LinearForm>> = const { RefCell::new(Vec::new()) });

/// The forms that a check looks at.
pub(super) fn noted(check: impl FnOnce()) -> Vec<LinearForm> {
    NOTED.take();
    check();
    NOTED.take()
}

/// What a bit is: zero if all of these forms are zero, and their sum if there is at most one.
type LinearBit = Vec<LinearForm>;

/// A byte of a puzzle or an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Byte {
    /// A cell of the answer, which is a digit.
    Cell(usize),
    Constant(u8),
}

impl From<u8> for Byte {
    fn from(byte: u8) -> Byte {
        Byte::Constant(byte)
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum LinearByte {
    /// The text of a cell.
    Text(usize),
    /// The digit of a cell minus one.
    Digit(usize),
    Bits([LinearBit; 8]),
}

fn constant(byte: u8) -> LinearByte {
    LinearByte::Bits(std::array::from_fn(|bit| {
        if byte >> bit & 1 == 1 {
            vec![LinearForm::constant(true)]
        } else {
            vec![]
        }
    }))
}

fn code(cell: usize) -> LinearByte {
    LinearByte::Bits(std::array::from_fn(|bit| {
        vec![LinearForm::of_code(cell, bit)]
    }))
}

impl LinearByte {
    fn of(byte: Byte) -> LinearByte {
        match byte {
            Byte::Cell(cell) => LinearByte::Text(cell),
            Byte::Constant(byte) => constant(byte),
        }
    }

    fn bits(&self) -> &[LinearBit; 8] {
        match self {
            LinearByte::Bits(bits) => bits,
            other => panic!("{other:?} has no code yet"),
        }
    }

    /// Its value, if it is a constant.
    fn value(&self) -> Option<u8> {
        let LinearByte::Bits(bits) = self else {
            return None;
        };
        let mut byte = 0;
        for (i, bit) in bits.iter().enumerate() {
            match bit[..] {
                [] => {}
                [form] if form == LinearForm::constant(true) => byte |= 1 << i,
                _ => return None,
            }
        }
        Some(byte)
    }

    fn each(
        &self,
        other: &LinearByte,
        f: impl Fn(&LinearBit, &LinearBit) -> LinearBit,
    ) -> LinearByte {
        let a = self.bits();
        let b = other.bits();
        LinearByte::Bits(std::array::from_fn(|i| f(&a[i], &b[i])))
    }

    fn xor(&self, other: &LinearByte) -> LinearByte {
        self.each(other, |a, b| {
            assert!(a.len() <= 1 && b.len() <= 1, "a sum of sums");
            let sum = a
                .iter()
                .chain(b)
                .fold(LinearForm::ZERO, |sum, &form| sum.plus(form));
            if sum == LinearForm::ZERO {
                vec![]
            } else {
                vec![sum]
            }
        })
    }

    fn or(&self, other: &LinearByte) -> LinearByte {
        self.each(other, |a, b| [&a[..], &b[..]].concat())
    }

    /// One of the two is a constant.
    fn and(&self, other: &LinearByte) -> LinearByte {
        let (mask, byte) = match (self.value(), other.value()) {
            (Some(mask), _) => (mask, other),
            (_, Some(mask)) => (mask, self),
            _ => panic!("a product of forms"),
        };
        if mask == 0xff {
            return byte.clone();
        }
        if mask == 0 {
            return constant(0);
        }
        let bits = byte.bits();
        LinearByte::Bits(std::array::from_fn(|i| {
            if mask >> i & 1 == 1 {
                bits[i].clone()
            } else {
                vec![]
            }
        }))
    }

    fn minus(&self, other: &LinearByte) -> LinearByte {
        match (self, self.value(), other.value()) {
            (LinearByte::Text(cell), _, Some(b'1')) => LinearByte::Digit(*cell),
            (_, Some(a), Some(b)) => constant(a.wrapping_sub(b)),
            // Not zero if, and only if, they differ.
            _ => self.xor(other),
        }
    }

    /// The difference, or zero if the other is greater. A digit minus one is at most eight.
    fn over(&self, other: &LinearByte) -> LinearByte {
        match (self, self.value(), other.value()) {
            (LinearByte::Digit(_), _, Some(8..)) => constant(0),
            (_, Some(a), Some(b)) => constant(a.saturating_sub(b)),
            _ => panic!("{self:?} over {other:?}"),
        }
    }
}

/// Bytes that are kept for good, so that vectors can be copied.
#[derive(Debug, Clone, Copy)]
pub(super) struct LinearBytes(&'static [LinearByte]);

impl LinearBytes {
    /// The bytes, if all are constants. A bit of several forms is zero if all of them are.
    pub(super) fn values<const N: usize>(self) -> [u8; N] {
        std::array::from_fn(|i| {
            let mut byte = 0;
            for (bit, forms) in self.0[i].bits().iter().enumerate() {
                let is_set = forms.iter().any(|form| form.value(|_| 0));
                byte |= u8::from(is_set) << bit;
            }
            byte
        })
    }
}

/// A vector of 32 bytes.
pub(super) type HalfVector = LinearBytes;
/// A vector of 64 bytes, or half of one.
pub(super) type WideVector = LinearBytes;

fn kept(bytes: Vec<LinearByte>) -> LinearBytes {
    LinearBytes(bytes.leak())
}

fn loaded<T: Into<Byte> + Copy>(bytes: &[T]) -> LinearBytes {
    kept(
        bytes
            .iter()
            .map(|&byte| LinearByte::of(byte.into()))
            .collect(),
    )
}

fn zip(
    a: LinearBytes,
    b: LinearBytes,
    f: impl Fn(&LinearByte, &LinearByte) -> LinearByte,
) -> LinearBytes {
    assert_eq!(a.0.len(), b.0.len());
    kept(a.0.iter().zip(b.0).map(|(a, b)| f(a, b)).collect())
}

/// Looks up each index: in constant positions, or the code of a digit.
fn looked_up(
    table: LinearBytes,
    index: LinearBytes,
    is_code: impl Fn(&LinearByte) -> Option<usize>,
    at: impl Fn(usize, u8) -> Option<usize>,
) -> LinearBytes {
    let bytes = index
        .0
        .iter()
        .enumerate()
        .map(|(i, byte)| match (is_code(byte), byte.value()) {
            (Some(cell), _) => code(cell),
            (_, Some(index)) => at(i, index).map_or(constant(0), |at| table.0[at].clone()),
            _ => panic!("no index is a form"),
        });
    kept(bytes.collect())
}

/// Notes the forms that must be zero, and goes on as if they were.
fn note(bytes: LinearBytes) -> bool {
    let forms = bytes.0.iter().flat_map(|byte| byte.bits()).flatten();
    NOTED.with_borrow_mut(|noted| noted.extend(forms));
    true
}

/// Checks that a table has the codes of all digits, at these positions.
fn assert_codes(table: LinearBytes, first: usize) {
    for digit in 0..9 {
        let code = (digit as u64 * crate::grid::check::codes::CODE) as u8;
        assert_eq!(table.0[first + digit].value(), Some(code));
    }
}
