//! Four lanes with NEON (64-bit Arm): names for intrinsics.

use super::plain::Plain;
use crate::kernel::lanes::vector::Vector;
use crate::simd::{Neon, op, ops};
use std::arch::aarch64::*;

impl Plain for Neon {}

// SAFETY: a vector is four words without padding, aligned as words or stricter.
unsafe impl Vector for Neon {
    type V = uint32x4_t;
    type M = uint32x4_t;
    const N: usize = 4;

    #[inline(always)]
    fn has_many_registers(self) -> bool {
        true
    }
    ops! {
        splat(self, value: u32) -> uint32x4_t = vdupq_n_u32(value);
        and(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t = vandq_u32(a, b);
        or(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t = vorrq_u32(a, b);
        xor(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t = veorq_u32(a, b);
        andnot(self, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t = vbicq_u32(a, b);
        shl<const K: u32>(self, a: uint32x4_t) -> uint32x4_t = vshlq_u32(a, vdupq_n_s32(K as i32));
        shr<const K: u32>(self, a: uint32x4_t) -> uint32x4_t =
            vshlq_u32(a, vdupq_n_s32(-(K as i32)));
        nonzero(self, a: uint32x4_t) -> u32 = vaddvq_u32(vandq_u32(vtstq_u32(a, a), bits()));
        lanes(self, set: u32) -> uint32x4_t = vtstq_u32(vdupq_n_u32(set), bits());
        any(self, within: uint32x4_t, a: uint32x4_t) -> uint32x4_t =
            vandq_u32(within, vtstq_u32(a, a));
        none(self, within: uint32x4_t, a: uint32x4_t) -> uint32x4_t =
            vbicq_u32(within, vtstq_u32(a, a));
        ones(self, m: uint32x4_t) -> uint32x4_t = m;
        blend(self, m: uint32x4_t, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t = vbslq_u32(m, b, a);
        sel(self, k: uint32x4_t, a: uint32x4_t, b: uint32x4_t) -> uint32x4_t = vbslq_u32(k, a, b);
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
    ops! {
        lowest(self, a: uint32x4_t) -> uint32x4_t =
            vandq_u32(a, vreinterpretq_u32_s32(vnegq_s32(vreinterpretq_s32_u32(a))));
    }
}

/// The bit of each lane.
#[inline(always)]
fn bits() -> uint32x4_t {
    const BITS: [u32; 4] = [1, 2, 4, 8];
    // SAFETY: NEON is part of the base architecture; four words are read.
    unsafe { vld1q_u32(BITS.as_ptr()) }
}
