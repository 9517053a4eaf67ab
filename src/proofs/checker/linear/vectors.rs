//! The vectors of bytes.

use super::{
    Byte, LinearByte, LinearBytes, assert_codes, constant, kept, loaded, looked_up, note, zip,
};

/// The operations of [`Bytes32`](crate::simd::Bytes32).
#[derive(Debug, Clone, Copy)]
pub(in crate::proofs::checker) struct LinearBytes32;

impl LinearBytes32 {
    pub(in crate::proofs::checker) fn splat(self, byte: u8) -> LinearBytes {
        loaded(&[byte; 32])
    }
    pub(in crate::proofs::checker) fn load<T: Into<Byte> + Copy>(
        self,
        bytes: &[T; 32],
    ) -> LinearBytes {
        loaded(bytes)
    }
    pub(in crate::proofs::checker) fn load_halves<T: Into<Byte> + Copy>(
        self,
        low: &[T; 16],
        high: &[T; 16],
    ) -> LinearBytes {
        loaded(&[*low, *high].concat())
    }
    pub(in crate::proofs::checker) fn sub(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::minus)
    }
    pub(in crate::proofs::checker) fn over(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::over)
    }
    pub(in crate::proofs::checker) fn where_differ(
        self,
        a: LinearBytes,
        b: LinearBytes,
        c: LinearBytes,
    ) -> LinearBytes {
        let byte = |i: usize| match (a.0[i].value(), b.0[i].value(), c.0[i].value()) {
            (Some(0), _, _) => constant(0),
            (Some(byte), Some(b), Some(c)) => constant(if b == c { 0 } else { byte }),
            _ => panic!("there is no clue"),
        };
        kept((0..32).map(byte).collect())
    }
    pub(in crate::proofs::checker) fn or(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::or)
    }
    pub(in crate::proofs::checker) fn and(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::and)
    }
    pub(in crate::proofs::checker) fn xor(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::xor)
    }
    pub(in crate::proofs::checker) fn is_zero(self, a: LinearBytes) -> bool {
        note(a)
    }
    pub(in crate::proofs::checker) fn look_up(
        self,
        table: LinearBytes,
        index: LinearBytes,
    ) -> LinearBytes {
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
    pub(in crate::proofs::checker) fn swapped(self, a: LinearBytes) -> LinearBytes {
        kept([&a.0[16..], &a.0[..16]].concat())
    }
    pub(in crate::proofs::checker) fn down<const N: i32>(self, a: LinearBytes) -> LinearBytes {
        let byte = |i: usize| match i % 16 + N as usize {
            0..16 => a.0[i + N as usize].clone(),
            _ => constant(0),
        };
        kept((0..32).map(byte).collect())
    }
    pub(in crate::proofs::checker) fn first_eights(
        self,
        a: LinearBytes,
        b: LinearBytes,
    ) -> LinearBytes {
        kept([&a.0[..8], &b.0[..8], &a.0[16..24], &b.0[16..24]].concat())
    }
    pub(in crate::proofs::checker) fn folded_eights(
        self,
        a: LinearBytes,
        b: LinearBytes,
    ) -> LinearBytes {
        let folded = |a: &[LinearByte]| -> Vec<LinearByte> {
            let run = |eight: usize, i: usize| a[8 * eight + i].xor(&a[8 * eight + 4 + i]);
            (0..8).map(|i| run(i / 4, i % 4)).collect()
        };
        let halves = [&a.0[..16], &b.0[..16], &a.0[16..], &b.0[16..]];
        kept(halves.into_iter().flat_map(folded).collect())
    }
    pub(in crate::proofs::checker) fn folded_fours(self, a: LinearBytes) -> LinearBytes {
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
pub(in crate::proofs::checker) struct LinearByteVector;

impl LinearByteVector {
    pub(in crate::proofs::checker) fn splat(self, byte: u8) -> LinearBytes {
        loaded(&[byte; 64])
    }
    pub(in crate::proofs::checker) fn load<T: Into<Byte> + Copy>(
        self,
        bytes: &[T; 64],
    ) -> LinearBytes {
        loaded(bytes)
    }
    pub(in crate::proofs::checker) fn load_32<T: Into<Byte> + Copy>(
        self,
        bytes: &[T; 32],
    ) -> LinearBytes {
        loaded(bytes)
    }
    pub(in crate::proofs::checker) fn first_32(self, a: LinearBytes) -> LinearBytes {
        LinearBytes(&a.0[..32])
    }
    pub(in crate::proofs::checker) fn as_64(self, a: LinearBytes) -> LinearBytes {
        kept([a.0, self.splat(0).0].concat()[..64].to_vec())
    }
    pub(in crate::proofs::checker) fn sub(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::minus)
    }
    pub(in crate::proofs::checker) fn sub_32(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::minus)
    }
    pub(in crate::proofs::checker) fn xor3(
        self,
        a: LinearBytes,
        b: LinearBytes,
        c: LinearBytes,
    ) -> LinearBytes {
        zip(zip(a, b, LinearByte::xor), c, LinearByte::xor)
    }
    pub(in crate::proofs::checker) fn at_most(self, a: LinearBytes, b: LinearBytes) -> u64 {
        let pairs = a.0.iter().zip(b.0).enumerate();
        pairs.fold(0, |set, (i, (a, b))| {
            let is = a.value().expect("a constant") <= b.value().expect("a constant");
            set | u64::from(is) << i
        })
    }
    pub(in crate::proofs::checker) fn at_most_32(self, a: LinearBytes, b: LinearBytes) -> u32 {
        self.at_most(a, b) as u32
    }
    pub(in crate::proofs::checker) fn difference(
        self,
        within: u64,
        a: LinearBytes,
        b: LinearBytes,
    ) -> LinearBytes {
        let bytes = a.0.iter().zip(b.0).enumerate().map(|(i, (a, b))| {
            if within >> i & 1 == 1 {
                a.minus(b)
            } else {
                constant(0)
            }
        });
        kept(bytes.collect())
    }
    pub(in crate::proofs::checker) fn difference_32(
        self,
        within: u32,
        a: LinearBytes,
        b: LinearBytes,
    ) -> LinearBytes {
        self.difference(u64::from(within), a, b)
    }
    pub(in crate::proofs::checker) fn over(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::over)
    }
    pub(in crate::proofs::checker) fn over_32(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::over)
    }
    pub(in crate::proofs::checker) fn or(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::or)
    }
    pub(in crate::proofs::checker) fn or_32(self, a: LinearBytes, b: LinearBytes) -> LinearBytes {
        zip(a, b, LinearByte::or)
    }
    pub(in crate::proofs::checker) fn or3(
        self,
        a: LinearBytes,
        b: LinearBytes,
        c: LinearBytes,
    ) -> LinearBytes {
        zip(zip(a, b, LinearByte::or), c, LinearByte::or)
    }
    pub(in crate::proofs::checker) fn is_zero(self, a: LinearBytes) -> bool {
        note(a)
    }
    pub(in crate::proofs::checker) fn look_up(
        self,
        table: LinearBytes,
        index: LinearBytes,
    ) -> LinearBytes {
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
    pub(in crate::proofs::checker) fn look_up_32(
        self,
        table: LinearBytes,
        index: LinearBytes,
    ) -> LinearBytes {
        self.look_up(table, index)
    }
    pub(in crate::proofs::checker) fn pick(
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
