//! One quad with NEON: names for intrinsics.

use crate::kernel::single::quads::Quads;
use crate::simd::{Neon, op, ops};
use std::arch::aarch64::*;

/// The bytes of the lanes in this order.
const fn bytes(order: i32) -> [u8; 16] {
    let mut bytes = [0; 16];
    let mut i = 0;
    while i < 16 {
        bytes[i] = (order >> (i / 4 * 2) & 3) as u8 * 4 + i as u8 % 4;
        i += 1;
    }
    bytes
}

impl Quads for Neon {
    #[inline(always)]
    fn shuffle<const ORDER: i32>(self, a: uint32x4_t) -> uint32x4_t {
        let bytes = const { bytes(ORDER) };
        // SAFETY: the token proves the features; sixteen bytes are readable.
        let order = unsafe { vld1q_u8(bytes.as_ptr()) };
        op!(vreinterpretq_u32_u8(vqtbl1q_u8(
            vreinterpretq_u8_u32(a),
            order
        )))
    }
    ops! {
        is_zero(self, a: uint32x4_t) -> bool = vmaxvq_u32(a) == 0;
    }
    #[inline(always)]
    fn quad(self, words: &[u32; 4]) -> uint32x4_t {
        // SAFETY: the token proves the features; four words are readable.
        unsafe { vld1q_u32(words.as_ptr()) }
    }
    #[inline(always)]
    fn transpose(self, [a, b, c]: [uint32x4_t; 3]) -> [uint32x4_t; 3] {
        op!({
            let low = vzip1q_u32(a, b);
            let high = vzip2q_u32(a, b);
            [
                vcombine_u32(vget_low_u32(low), vget_low_u32(c)),
                vcombine_u32(vget_high_u32(low), vdup_laneq_u32::<1>(c)),
                vcombine_u32(vget_low_u32(high), vget_high_u32(c)),
            ]
        })
    }
}
