//! The operations that the kernel needs of a vector: about twenty, on 32-bit lanes.
//!
//! An implementor is a *token* ([`crate::simd`]): a value that is created only after the CPU was
//! asked. Its holder may use its operations, so they are safe to call. All of them are
//! `#[inline(always)]` and are inlined in a function that has the CPU's features. A call elsewhere
//! is correct but slow.
//!
//! So all code on vectors is also `#[inline(always)]`, including every closure, and uses loops. A
//! function of the standard library that takes a closure, such as `map` of arrays, may become a
//! separate function without the CPU's features, in which each operation is a call. With one
//! codegen unit that does not happen. With sixteen, cargo's default, the hardest puzzles took twice
//! as long.

/// Vectors of `N` lanes of 32 bits each.
///
/// Masks of lanes are plain `u32` bit sets, with lane 0 at bit 0. [`Vector::M`] is the best form of
/// a mask on this CPU if it is used many times.
///
/// # Safety
/// [`Vector::V`] is [`Vector::N`] words of 32 bits without padding, aligned as words or stricter.
pub(crate) unsafe trait Vector: Copy + Send + Sync + 'static {
    /// A vector.
    type V: Copy + Send + Sync;
    /// A set of lanes.
    type M: Copy;
    /// Lanes in a vector, at most 16.
    const N: usize;
    /// All lanes, as bits.
    const EVERY: u32 = (1 << Self::N) - 1;

    /// Whether the CPU has 32 vector registers, and not 16.
    #[inline(always)]
    fn has_many_registers(self) -> bool {
        false
    }

    fn splat(self, value: u32) -> Self::V;
    fn and(self, a: Self::V, b: Self::V) -> Self::V;
    fn or(self, a: Self::V, b: Self::V) -> Self::V;
    fn xor(self, a: Self::V, b: Self::V) -> Self::V;
    /// `a & !b`
    fn andnot(self, a: Self::V, b: Self::V) -> Self::V;
    fn shl<const K: u32>(self, a: Self::V) -> Self::V;
    fn shr<const K: u32>(self, a: Self::V) -> Self::V;

    /// Lanes that are not zero, as bits.
    fn nonzero(self, a: Self::V) -> u32;
    /// A mask from a bit set.
    fn lanes(self, bits: u32) -> Self::M;
    /// The lanes of the set that are not zero.
    fn any(self, within: Self::M, a: Self::V) -> Self::M;
    /// The lanes of the set that are zero.
    fn none(self, within: Self::M, a: Self::V) -> Self::M;
    /// All ones in the lanes of the set, zero elsewhere.
    fn ones(self, m: Self::M) -> Self::V;
    /// `b` in the lanes of the set, `a` elsewhere.
    fn blend(self, m: Self::M, a: Self::V, b: Self::V) -> Self::V;

    /// `a` in the lanes of the set, zero elsewhere.
    #[inline(always)]
    fn within(self, m: Self::M, a: Self::V) -> Self::V {
        self.and(self.ones(m), a)
    }

    /// The lowest bit that is set.
    fn lowest(self, a: Self::V) -> Self::V;

    /// The vectors as words, lane by lane.
    #[inline(always)]
    fn words(vectors: &[Self::V]) -> &[u32] {
        // SAFETY: each vector is `N` words, as the trait requires.
        unsafe { std::slice::from_raw_parts(vectors.as_ptr().cast(), vectors.len() * Self::N) }
    }
    /// The vectors as words, lane by lane.
    #[inline(always)]
    fn words_mut(vectors: &mut [Self::V]) -> &mut [u32] {
        let words = vectors.len() * Self::N;
        // SAFETY: as for `words`; the borrow is exclusive.
        unsafe { std::slice::from_raw_parts_mut(vectors.as_mut_ptr().cast(), words) }
    }

    /// The words of both, alternating, lane by lane.
    #[inline(always)]
    fn pairs(self, a: Self::V, b: Self::V) -> [Self::V; 2] {
        let from = [a, b];
        let mut out = [a, b];
        let from = Self::words(&from);
        let words = Self::words_mut(&mut out);
        for lane in 0..Self::N {
            words[2 * lane] = from[lane];
            words[2 * lane + 1] = from[Self::N + lane];
        }
        out
    }

    // Operations that take one instruction on some CPUs and two or three on others.

    #[inline(always)]
    fn or3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.or(a, b), c)
    }
    #[inline(always)]
    fn and3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.and(self.and(a, b), c)
    }
    #[inline(always)]
    fn xor3(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.xor(self.xor(a, b), c)
    }
    /// At least two of three.
    #[inline(always)]
    fn maj(self, a: Self::V, b: Self::V, c: Self::V) -> Self::V {
        self.or(self.and(a, b), self.and(c, self.or(a, b)))
    }
    /// `a` where `k` is set, else `b`.
    #[inline(always)]
    fn sel(self, k: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.or(self.and(k, a), self.andnot(b, k))
    }
    /// In the lanes of the set, `b` where `k` is set, else `a`, and then the complement of all of
    /// it. Zero elsewhere.
    #[inline(always)]
    fn not_sel(self, within: Self::M, k: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.andnot(self.ones(within), self.sel(k, a, b))
    }
    /// `acc | (a & b)`
    #[inline(always)]
    fn or_and(self, acc: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.or(acc, self.and(a, b))
    }
    /// `acc | (a & !b)`
    #[inline(always)]
    fn or_andnot(self, acc: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.or(acc, self.andnot(a, b))
    }
    /// `acc | (a ^ b)`
    #[inline(always)]
    fn or_xor(self, acc: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.or(acc, self.xor(a, b))
    }
    /// `x & !(a & b)`
    #[inline(always)]
    fn and_nand(self, x: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.andnot(x, self.and(a, b))
    }
    /// `x & (a | b)`
    #[inline(always)]
    fn and_or(self, x: Self::V, a: Self::V, b: Self::V) -> Self::V {
        self.and(x, self.or(a, b))
    }
    /// 27 bits, turned by 9 and by 18. Bits 27 to 31 have no meaning.
    #[inline(always)]
    fn turns(self, a: Self::V) -> (Self::V, Self::V) {
        (
            self.or(self.shl::<9>(a), self.shr::<18>(a)),
            self.or(self.shl::<18>(a), self.shr::<9>(a)),
        )
    }
}
