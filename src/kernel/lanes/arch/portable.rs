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

/// Operations that do the same with each of the four words.
macro_rules! ops_of_four {
    ($(
        $name:ident $(<const $k:ident: $of:ty>)?
            ($token:ident $(, $arg:ident: $type:ty)*) = $i:ident => $value:expr;
    )*) => {$(
        #[inline(always)]
        fn $name $(<const $k: $of>)? ($token $(, $arg: $type)*) -> Four {
            let mut out = [0; 4];
            for $i in 0..4 {
                out[$i] = $value;
            }
            Four(out)
        }
    )*};
}

// SAFETY: a vector is four words in C layout without padding, aligned as words or stricter.
unsafe impl Vector for Portable {
    type V = Four;
    type M = Four;
    const N: usize = 4;

    ops_of_four! {
        splat(self, value: u32) = i => value;
        and(self, a: Four, b: Four) = i => a.0[i] & b.0[i];
        or(self, a: Four, b: Four) = i => a.0[i] | b.0[i];
        xor(self, a: Four, b: Four) = i => a.0[i] ^ b.0[i];
        andnot(self, a: Four, b: Four) = i => a.0[i] & !b.0[i];
        shl<const K: u32>(self, a: Four) = i => a.0[i] << K;
        shr<const K: u32>(self, a: Four) = i => a.0[i] >> K;
        lanes(self, bits: u32) = i => (bits >> i & 1).wrapping_neg();
        any(self, within: Four, a: Four) = i => if a.0[i] != 0 { within.0[i] } else { 0 };
        none(self, within: Four, a: Four) = i => if a.0[i] == 0 { within.0[i] } else { 0 };
        blend(self, m: Four, a: Four, b: Four) = i => a.0[i] ^ ((a.0[i] ^ b.0[i]) & m.0[i]);
        ones(self, m: Four) = i => m.0[i];
        lowest(self, a: Four) = i => a.0[i] & a.0[i].wrapping_neg();
    }
    #[inline(always)]
    fn nonzero(self, a: Four) -> u32 {
        nonzero(&a)
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
