//! Bytes whose bits are linear forms of the answer's codes, and vectors and words of them.

use crate::grid::CELLS;
use std::cell::RefCell;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Shl, Shr};

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
        let (a, b) = (self.bits(), other.bits());
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

/// The operations of [`Bytes32`](crate::simd::Bytes32).
#[derive(Debug, Clone, Copy)]
pub(super) struct LinearBytes32;

impl LinearBytes32 {
    pub(super) fn splat(self, byte: u8) -> LinearBytes {
        loaded(&[byte; 32])
    }
    pub(super) fn load<T: Into<Byte> + Copy>(self, bytes: &[T; 32]) -> LinearBytes {
        loaded(bytes)
    }
    pub(super) fn load_halves<T: Into<Byte> + Copy>(
        self,
        low: &[T; 16],
        high: &[T; 16],
    ) -> LinearBytes {
        loaded(&[*low, *high].concat())
    }
    pub(super) fn sub(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::minus)
    }
    pub(super) fn over(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::over)
    }
    pub(super) fn where_differ(
        self,
        a: LinearBytes,
        _: LinearBytes,
        _: LinearBytes,
    ) -> LinearBytes {
        assert!(
            a.0.iter().all(|byte| byte.value() == Some(0)),
            "there is no clue"
        );
        a
    }
    pub(super) fn or(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::or)
    }
    pub(super) fn and(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::and)
    }
    pub(super) fn xor(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::xor)
    }
    pub(super) fn is_zero(self, a: LinearBytes) -> bool {
        note(a)
    }
    pub(super) fn look_up(self, table: LinearBytes, index: LinearBytes) -> LinearBytes {
        let of_text = |byte: &LinearByte| match byte {
            LinearByte::Text(cell) => {
                assert_codes(table, usize::from(b'1' % 16));
                assert_codes(table, 16 + usize::from(b'1' % 16));
                Some(*cell)
            }
            _ => None,
        };
        looked_up(table, index, of_text, |i, index| {
            (index < 128).then_some(i / 16 * 16 + usize::from(index % 16))
        })
    }
    pub(super) fn swapped(self, a: LinearBytes) -> LinearBytes {
        kept([&a.0[16..], &a.0[..16]].concat())
    }
    pub(super) fn down<const N: i32>(self, a: LinearBytes) -> LinearBytes {
        let byte = |i: usize| match i % 16 + N as usize {
            0..16 => a.0[i + N as usize].clone(),
            _ => constant(0),
        };
        kept((0..32).map(byte).collect())
    }
    pub(super) fn first_eights(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        kept([&a.0[..8], &b.0[..8], &a.0[16..24], &b.0[16..24]].concat())
    }
    pub(super) fn folded_eights(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        let folded = |a: &[LinearByte]| -> Vec<LinearByte> {
            let run = |eight: usize, i: usize| a[8 * eight + i].xor(&a[8 * eight + 4 + i]);
            (0..8).map(|i| run(i / 4, i % 4)).collect()
        };
        let halves = [&a.0[..16], &b.0[..16], &a.0[16..], &b.0[16..]];
        kept(halves.into_iter().flat_map(folded).collect())
    }
    pub(super) fn folded_fours(self, a: LinearBytes) -> LinearBytes {
        let byte = |i: usize| match i % 4 {
            0 => a.0[i..i + 4]
                .iter()
                .fold(constant(0), |sum, byte| sum.xor(byte)),
            // The others have no meaning.
            _ => a.0[i].clone(),
        };
        kept((0..32).map(byte).collect())
    }
}

/// The operations of [`ByteVector`](crate::simd::ByteVector).
#[derive(Debug, Clone, Copy)]
pub(super) struct LinearByteVector;

impl LinearByteVector {
    pub(super) fn splat(self, byte: u8) -> LinearBytes {
        loaded(&[byte; 64])
    }
    pub(super) fn load<T: Into<Byte> + Copy>(self, bytes: &[T; 64]) -> LinearBytes {
        loaded(bytes)
    }
    pub(super) fn load_32<T: Into<Byte> + Copy>(self, bytes: &[T; 32]) -> LinearBytes {
        loaded(bytes)
    }
    pub(super) fn first_32(self, a: LinearBytes) -> LinearBytes {
        LinearBytes(&a.0[..32])
    }
    pub(super) fn as_64(self, a: LinearBytes) -> LinearBytes {
        kept([a.0, self.splat(0).0].concat()[..64].to_vec())
    }
    pub(super) fn sub(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::minus)
    }
    pub(super) fn sub_32(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::minus)
    }
    pub(super) fn xor3(self, a: LinearBytes, b: LinearBytes, c: LinearBytes) -> LinearBytes {
        zip(zip(a, b, LinearByte::xor), c, LinearByte::xor)
    }
    pub(super) fn at_most(self, a: LinearBytes, b: LinearBytes) -> u64 {
        let pairs = a.0.iter().zip(b.0).enumerate();
        pairs.fold(0, |set, (i, (a, b))| {
            let is = a.value().expect("a constant") <= b.value().expect("a constant");
            set | u64::from(is) << i
        })
    }
    pub(super) fn at_most_32(self, a: LinearBytes, b: LinearBytes) -> u32 {
        self.at_most(a, b) as u32
    }
    pub(super) fn difference(self, within: u64, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        let bytes = a.0.iter().zip(b.0).enumerate().map(|(i, (a, b))| {
            if within >> i & 1 == 1 {
                a.minus(b)
            } else {
                constant(0)
            }
        });
        kept(bytes.collect())
    }
    pub(super) fn difference_32(self, within: u32, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        self.difference(u64::from(within), a, b)
    }
    pub(super) fn over(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::over)
    }
    pub(super) fn over_32(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::over)
    }
    pub(super) fn or(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::or)
    }
    pub(super) fn or_32(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::or)
    }
    pub(super) fn or3(self, a: LinearBytes, b: LinearBytes, c: LinearBytes) -> LinearBytes {
        zip(zip(a, b, LinearByte::or), c, LinearByte::or)
    }
    pub(super) fn is_zero(self, a: LinearBytes) -> bool {
        note(a)
    }
    pub(super) fn look_up(self, table: LinearBytes, index: LinearBytes) -> LinearBytes {
        let of_digit = |byte: &LinearByte| match byte {
            LinearByte::Digit(cell) => {
                assert_codes(table, 0);
                Some(*cell)
            }
            _ => None,
        };
        let size = table.0.len();
        looked_up(table, index, of_digit, |_, index| {
            Some(usize::from(index) % size)
        })
    }
    pub(super) fn look_up_32(self, table: LinearBytes, index: LinearBytes) -> LinearBytes {
        self.look_up(table, index)
    }
    pub(super) fn pick(
        self,
        index: LinearBytes,
        low: LinearBytes,
        high: LinearBytes,
    ) -> LinearBytes {
        let table = kept([low.0, high.0].concat());
        looked_up(
            table,
            index,
            |_| None,
            |_, index| Some(usize::from(index % 128)),
        )
    }
}

/// A word of eight bytes, the lowest first.
#[derive(Debug, Clone, Copy)]
pub(super) struct LinearWord(LinearBytes);

impl Default for LinearWord {
    fn default() -> LinearWord {
        LinearWord(loaded(&[0_u8; 8]))
    }
}

impl LinearWord {
    pub(super) fn from_le_bytes(bytes: [Byte; 8]) -> LinearWord {
        LinearWord(loaded(&bytes))
    }

    fn of(word: u64) -> LinearWord {
        LinearWord(loaded(&word.to_le_bytes()))
    }

    /// Without a borrow from byte to byte, because each is at least as large as what is subtracted.
    pub(super) fn wrapping_sub(self, other: u64) -> LinearWord {
        LinearWord(zip(self.0, LinearWord::of(other).0, LinearByte::minus))
    }

    /// The codes of digits, of which none exceeds its byte.
    pub(super) fn wrapping_mul(self, factor: u64) -> LinearWord {
        assert_eq!(factor, crate::grid::check::codes::CODE);
        let bytes = self.0.0.iter().map(|byte| match byte {
            LinearByte::Digit(cell) => code(*cell),
            other => panic!("{other:?} is not a digit"),
        });
        LinearWord(kept(bytes.collect()))
    }

    /// Byte i takes byte `from(i)`, or zero.
    fn moved(self, from: impl Fn(usize) -> Option<usize>) -> LinearWord {
        let byte = |i| {
            from(i)
                .filter(|&i| i < 8)
                .map_or(constant(0), |i| self.0.0[i].clone())
        };
        LinearWord(kept((0..8).map(byte).collect()))
    }
}

impl BitXor for LinearWord {
    type Output = LinearWord;
    fn bitxor(self, other: LinearWord) -> LinearWord {
        LinearWord(zip(self.0, other.0, LinearByte::xor))
    }
}

impl BitXor<u64> for LinearWord {
    type Output = LinearWord;
    fn bitxor(self, other: u64) -> LinearWord {
        self ^ LinearWord::of(other)
    }
}

impl BitAnd<u64> for LinearWord {
    type Output = LinearWord;
    fn bitand(self, other: u64) -> LinearWord {
        LinearWord(zip(self.0, LinearWord::of(other).0, LinearByte::and))
    }
}

/// Of two bytes, text counts as it is if the other one is zero.
fn joined(a: &LinearByte, b: &LinearByte) -> LinearByte {
    if a.value() == Some(0) {
        b.clone()
    } else if b.value() == Some(0) {
        a.clone()
    } else {
        a.or(b)
    }
}

impl BitOr for LinearWord {
    type Output = LinearWord;
    fn bitor(self, other: LinearWord) -> LinearWord {
        LinearWord(zip(self.0, other.0, joined))
    }
}

impl BitOrAssign for LinearWord {
    fn bitor_assign(&mut self, other: LinearWord) {
        *self = *self | other;
    }
}

impl Shr<i32> for LinearWord {
    type Output = LinearWord;
    fn shr(self, by: i32) -> LinearWord {
        assert_eq!(by % 8, 0);
        self.moved(|i| Some(i + by as usize / 8))
    }
}

impl Shl<i32> for LinearWord {
    type Output = LinearWord;
    fn shl(self, by: i32) -> LinearWord {
        assert_eq!(by % 8, 0);
        self.moved(|i| i.checked_sub(by as usize / 8))
    }
}

impl PartialEq<u64> for LinearWord {
    fn eq(&self, other: &u64) -> bool {
        assert_eq!(*other, 0);
        note(self.0)
    }
}
