//! Four lanes with WebAssembly's vectors of 128 bits: names for intrinsics, which are safe if the
//! module is built with them.

use super::plain::Plain;
use crate::kernel::lanes::vector::Vector;
use crate::simd::{Simd128, op, ops};
use std::arch::wasm32::*;

impl Plain for Simd128 {}

// SAFETY: a vector is four words without padding, aligned as words or stricter.
unsafe impl Vector for Simd128 {
    type V = v128;
    type M = v128;
    const N: usize = 4;

    ops! {
        splat(self, value: u32) -> v128 = u32x4_splat(value);
        and(self, a: v128, b: v128) -> v128 = v128_and(a, b);
        or(self, a: v128, b: v128) -> v128 = v128_or(a, b);
        xor(self, a: v128, b: v128) -> v128 = v128_xor(a, b);
        andnot(self, a: v128, b: v128) -> v128 = v128_andnot(a, b);
        shl<const K: u32>(self, a: v128) -> v128 = u32x4_shl(a, K);
        shr<const K: u32>(self, a: v128) -> v128 = u32x4_shr(a, K);
        nonzero(self, a: v128) -> u32 = u32::from(u32x4_bitmask(u32x4_ne(a, u32x4_splat(0))));
        lanes(self, bits: u32) -> v128 = {
            let one = u32x4(1, 2, 4, 8);
            u32x4_eq(v128_and(u32x4_splat(bits), one), one)
        };
        any(self, within: v128, a: v128) -> v128 = v128_and(within, u32x4_ne(a, u32x4_splat(0)));
        none(self, within: v128, a: v128) -> v128 = v128_and(within, u32x4_eq(a, u32x4_splat(0)));
        ones(self, m: v128) -> v128 = m;
        blend(self, m: v128, a: v128, b: v128) -> v128 = v128_bitselect(b, a, m);
        sel(self, k: v128, a: v128, b: v128) -> v128 = v128_bitselect(a, b, k);
        lowest(self, a: v128) -> v128 = v128_and(a, i32x4_neg(a));
    }
}
