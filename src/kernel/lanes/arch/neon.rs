//! Four lanes with NEON (64-bit Arm): names for intrinsics.

use super::plain::Plain;
use crate::kernel::lanes::vector::Vector;
use crate::simd::{Neon, op};
use std::arch::aarch64::*;

impl Plain for Neon {}

impl Vector for Neon {
    type V = uint32x4_t;
    type M = uint32x4_t;
    const N: usize = 4;

    #[inline(always)]
    fn has_many_registers(self) -> bool {
        true
    }
    #[inline(always)]
    fn splat(self, value: u32) -> uint32x4_t {
        op!(vdupq_n_u32(value))
    }
    #[inline(always)]
    fn and(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        op!(vandq_u32(a, b))
    }
    #[inline(always)]
    fn or(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        op!(vorrq_u32(a, b))
    }
    #[inline(always)]
    fn xor(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        op!(veorq_u32(a, b))
    }
    #[inline(always)]
    fn andnot(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        op!(vbicq_u32(a, b))
    }
    #[inline(always)]
    fn shl<const K: u32>(self, a: uint32x4_t) -> uint32x4_t {
        op!(vshlq_u32(a, vdupq_n_s32(K as i32)))
    }
    #[inline(always)]
    fn shr<const K: u32>(self, a: uint32x4_t) -> uint32x4_t {
        op!(vshlq_u32(a, vdupq_n_s32(-(K as i32))))
    }
    #[inline(always)]
    fn nonzero(self, a: uint32x4_t) -> u32 {
        op!(vaddvq_u32(vandq_u32(vtstq_u32(a, a), bits())))
    }
    #[inline(always)]
    fn lanes(self, set: u32) -> uint32x4_t {
        op!(vtstq_u32(vdupq_n_u32(set), bits()))
    }
    #[inline(always)]
    fn any(self, within: uint32x4_t, a: uint32x4_t) -> uint32x4_t {
        op!(vandq_u32(within, vtstq_u32(a, a)))
    }
    #[inline(always)]
    fn none(self, within: uint32x4_t, a: uint32x4_t) -> uint32x4_t {
        op!(vbicq_u32(within, vtstq_u32(a, a)))
    }
    #[inline(always)]
    fn ones(self, m: uint32x4_t) -> uint32x4_t {
        m
    }
    #[inline(always)]
    fn blend(self, m: uint32x4_t, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        op!(vbslq_u32(m, b, a))
    }
    #[inline(always)]
    fn sel(self, k: uint32x4_t, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t {
        op!(vbslq_u32(k, a, b))
    }
    #[inline(always)]
    fn maj(self, a: uint32x4_t, b: uint32x4_t, c: uint32x4_t) -> uint32x4_t {
        // `c` decides where `a` and `b` differ.
        op!(vbslq_u32(veorq_u32(a, b), c, a))
    }
    #[inline(always)]
    fn turns(self, a: uint32x4_t) -> (uint32x4_t, uint32x4_t) {
        // A shift that inserts keeps the bits below: two instructions each, not three.
        op!((
            vsliq_n_u32::<9>(vshrq_n_u32::<18>(a), a),
            vsliq_n_u32::<18>(vshrq_n_u32::<9>(a), a)
        ))
    }
    #[inline(always)]
    fn lowest(self, a: uint32x4_t) -> uint32x4_t {
        op!(vandq_u32(
            a,
            vreinterpretq_u32_s32(vnegq_s32(vreinterpretq_s32_u32(a)))
        ))
    }
    #[inline(always)]
    fn words(vectors: &[uint32x4_t]) -> &[u32] {
        // SAFETY: a vector is four words without padding, stricter aligned.
        unsafe { std::slice::from_raw_parts(vectors.as_ptr().cast(), vectors.len() * 4) }
    }
    #[inline(always)]
    fn words_mut(vectors: &mut [uint32x4_t]) -> &mut [u32] {
        // SAFETY: as for `words`; the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(vectors.as_mut_ptr().cast(), vectors.len() * 4) }
    }
}

/// The bit of each lane.
#[inline(always)]
fn bits() -> uint32x4_t {
    const BITS: [u32; 4] = [1, 2, 4, 8];
    // SAFETY: NEON is part of the base architecture; four words are read.
    unsafe { vld1q_u32(BITS.as_ptr()) }
}
