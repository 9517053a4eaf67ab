//! One quad in plain Rust, for any CPU.

use crate::kernel::lanes::Portable;
use crate::kernel::lanes::vector::Vector;
use crate::kernel::single::quads::Quads;

type V = <Portable as Vector>::V;

/// The four words of a vector.
#[inline(always)]
fn four(a: &V) -> &[u32] {
    Portable::words(std::slice::from_ref(a))
}

impl Quads for Portable {
    #[inline(always)]
    fn shuffle<const ORDER: i32>(self, a: V) -> V {
        let a = four(&a);
        let lane = |i: i32| a[(ORDER >> (2 * i) & 3) as usize];
        self.quad(&[lane(0), lane(1), lane(2), lane(3)])
    }
    #[inline(always)]
    fn is_zero(self, a: V) -> bool {
        let a = four(&a);
        a[0] | a[1] | a[2] | a[3] == 0
    }
    #[inline(always)]
    fn quad(self, words: &[u32; 4]) -> V {
        let mut out = self.splat(0);
        Portable::words_mut(std::slice::from_mut(&mut out)).copy_from_slice(words);
        out
    }
    #[inline(always)]
    fn transpose(self, [a, b, c]: [V; 3]) -> [V; 3] {
        let a = four(&a);
        let b = four(&b);
        let c = four(&c);
        let mut out = [self.splat(0); 3];
        for lane in 0..3 {
            out[lane] = self.quad(&[a[lane], b[lane], c[lane], 0]);
        }
        out
    }
}
