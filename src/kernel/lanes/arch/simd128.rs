//! Four lanes with WebAssembly's vectors of 128 bits: names for intrinsics, which are safe if the
//! module is built with them.

use super::plain::Plain;
use crate::kernel::lanes::vector::Vector;
use crate::simd::Simd128;
use std::arch::wasm32::*;

impl Plain for Simd128 {}

// SAFETY: a vector is four words without padding, aligned as words or stricter.
unsafe impl Vector for Simd128 {
    type V = v128;
    type M = v128;
    const N: usize = 4;

    #[inline(always)]
    fn splat(self, value: u32) -> v128 {
        u32x4_splat(value)
    }
    #[inline(always)]
    fn and(self, a: v128, b: v128) -> v128 {
        v128_and(a, b)
    }
    #[inline(always)]
    fn or(self, a: v128, b: v128) -> v128 {
        v128_or(a, b)
    }
    #[inline(always)]
    fn xor(self, a: v128, b: v128) -> v128 {
        v128_xor(a, b)
    }
    #[inline(always)]
    fn andnot(self, a: v128, b: v128) -> v128 {
        v128_andnot(a, b)
    }
    #[inline(always)]
    fn shl<const K: u32>(self, a: v128) -> v128 {
        u32x4_shl(a, K)
    }
    #[inline(always)]
    fn shr<const K: u32>(self, a: v128) -> v128 {
        u32x4_shr(a, K)
    }
    #[inline(always)]
    fn nonzero(self, a: v128) -> u32 {
        u32::from(u32x4_bitmask(u32x4_ne(a, u32x4_splat(0))))
    }
    #[inline(always)]
    fn lanes(self, bits: u32) -> v128 {
        let one = u32x4(1, 2, 4, 8);
        u32x4_eq(v128_and(u32x4_splat(bits), one), one)
    }
    #[inline(always)]
    fn any(self, within: v128, a: v128) -> v128 {
        v128_and(within, u32x4_ne(a, u32x4_splat(0)))
    }
    #[inline(always)]
    fn none(self, within: v128, a: v128) -> v128 {
        v128_and(within, u32x4_eq(a, u32x4_splat(0)))
    }
    #[inline(always)]
    fn ones(self, m: v128) -> v128 {
        m
    }
    #[inline(always)]
    fn blend(self, m: v128, a: v128, b: v128) -> v128 {
        v128_bitselect(b, a, m)
    }
    #[inline(always)]
    fn sel(self, k: v128, a: v128, b: v128) -> v128 {
        v128_bitselect(a, b, k)
    }
    #[inline(always)]
    fn lowest(self, a: v128) -> v128 {
        v128_and(a, i32x4_neg(a))
    }
}
