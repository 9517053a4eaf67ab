//! The words of eight bytes.

use super::{Byte, LinearByte, LinearBytes, code, constant, kept, loaded, note, zip};
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, Shl, Shr};

/// A word of eight bytes, the lowest first.
#[derive(Debug, Clone, Copy)]
pub(in crate::proofs::checker) struct LinearWord(LinearBytes);

impl Default for LinearWord {
    fn default() -> LinearWord {
        LinearWord(loaded(&[0_u8; 8]))
    }
}

impl LinearWord {
    pub(in crate::proofs::checker) fn from_le_bytes(bytes: [Byte; 8]) -> LinearWord {
        LinearWord(loaded(&bytes))
    }

    fn of(word: u64) -> LinearWord {
        LinearWord(loaded(&word.to_le_bytes()))
    }

    /// Without a borrow from byte to byte, because each is at least as large as what is subtracted.
    pub(in crate::proofs::checker) fn wrapping_sub(self, other: u64) -> LinearWord {
        LinearWord(zip(self.0, LinearWord::of(other).0, LinearByte::minus))
    }

    /// The codes of digits, of which none exceeds its byte.
    pub(in crate::proofs::checker) fn wrapping_mul(self, factor: u64) -> LinearWord {
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
