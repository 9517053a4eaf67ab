//! Four lanes in plain Rust, for any CPU.
//!
//! Each operation is a loop over a whole array of four words. Compilers turn it into one
//! instruction if 128-bit vectors are part of the base architecture (x86-64, 64-bit Arm).

use super::plain::Plain;
use crate::kernel::lanes::vector::Vector;

/// A token that proves nothing, because this back end runs anywhere.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Portable;

/// Four words, aligned as vectors are.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(16))]
pub(crate) struct Four([u32; 4]);

/// One expression for each of the four words.
macro_rules! four {
    ($i:ident => $value:expr) => {{
        let mut out = [0; 4];
        for $i in 0..4 {
            out[$i] = $value;
        }
        Four(out)
    }};
}

// SAFETY: a vector is four words in C layout without padding, aligned as words or stricter.
unsafe impl Vector for Portable {
    type V = Four;
    type M = Four;
    const N: usize = 4;

    #[inline(always)]
    fn splat(self, value: u32) -> Four {
        Four([value; 4])
    }
    #[inline(always)]
    fn and(self, a: Four, b: Four) -> Four {
        four!(i => a.0[i] & b.0[i])
    }
    #[inline(always)]
    fn or(self, a: Four, b: Four) -> Four {
        four!(i => a.0[i] | b.0[i])
    }
    #[inline(always)]
    fn xor(self, a: Four, b: Four) -> Four {
        four!(i => a.0[i] ^ b.0[i])
    }
    #[inline(always)]
    fn andnot(self, a: Four, b: Four) -> Four {
        four!(i => a.0[i] & !b.0[i])
    }
    #[inline(always)]
    fn shl<const K: u32>(self, a: Four) -> Four {
        four!(i => a.0[i] << K)
    }
    #[inline(always)]
    fn shr<const K: u32>(self, a: Four) -> Four {
        four!(i => a.0[i] >> K)
    }
    #[inline(always)]
    fn nonzero(self, a: Four) -> u32 {
        nonzero(&a)
    }
    #[inline(always)]
    fn lanes(self, bits: u32) -> Four {
        four!(i => (bits >> i & 1).wrapping_neg())
    }
    #[inline(always)]
    fn any(self, within: Four, a: Four) -> Four {
        four!(i => if a.0[i] != 0 { within.0[i] } else { 0 })
    }
    #[inline(always)]
    fn none(self, within: Four, a: Four) -> Four {
        four!(i => if a.0[i] == 0 { within.0[i] } else { 0 })
    }
    #[inline(always)]
    fn ones(self, m: Four) -> Four {
        m
    }
    #[inline(always)]
    fn blend(self, m: Four, a: Four, b: Four) -> Four {
        four!(i => a.0[i] ^ ((a.0[i] ^ b.0[i]) & m.0[i]))
    }
    #[inline(always)]
    fn lowest(self, a: Four) -> Four {
        four!(i => a.0[i] & a.0[i].wrapping_neg())
    }
}

impl Plain for Portable {}

/// A separate function, so that its argument must be in memory as a vector. Otherwise the compiler
/// collects the findings of a pass in single words (3 to 6 % slower, and up to 18 % with one more
/// finding).
#[inline(never)]
fn nonzero(a: &Four) -> u32 {
    let mut bits = 0;
    for i in 0..4 {
        bits |= u32::from(a.0[i] != 0) << i;
    }
    bits
}
