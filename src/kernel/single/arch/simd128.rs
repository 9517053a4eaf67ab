//! One quad with WebAssembly's vectors of 128 bits: names for intrinsics, which are safe if the
//! module is built with them.

use crate::kernel::single::quads::Quads;
use crate::simd::{Simd128, op, ops};
use std::arch::wasm32::*;

impl Quads for Simd128 {
    ops! {
        shuffle<const ORDER: i32>(self, a: v128) -> v128 = {
            match ORDER {
                0b11_00_10_01 => u32x4_shuffle::<1, 2, 0, 3>(a, a),
                0b11_01_00_10 => u32x4_shuffle::<2, 0, 1, 3>(a, a),
                0 => u32x4_shuffle::<0, 0, 0, 0>(a, a),
                0b01_01_01_01 => u32x4_shuffle::<1, 1, 1, 1>(a, a),
                0b10_10_10_10 => u32x4_shuffle::<2, 2, 2, 2>(a, a),
                _ => unreachable!("no other order is used"),
            }
        };
        is_zero(self, a: v128) -> bool = !v128_any_true(a);
        quad(self, words: &[u32; 4]) -> v128 = u32x4(words[0], words[1], words[2], words[3]);
    }
    #[inline(always)]
    fn transpose(self, [a, b, c]: [v128; 3]) -> [v128; 3] {
        let low = u32x4_shuffle::<0, 4, 1, 5>(a, b);
        let high = u32x4_shuffle::<2, 6, 3, 7>(a, b);
        [
            u32x4_shuffle::<0, 1, 4, 4>(low, c),
            u32x4_shuffle::<2, 3, 5, 5>(low, c),
            u32x4_shuffle::<0, 1, 6, 6>(high, c),
        ]
    }
}
