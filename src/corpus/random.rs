//! Random numbers whose sequence is part of the format.
//!
//! A seed must give the same corpus on any machine and with any version. So the generator and every
//! use of its bits are fixed here: SplitMix64, bounded numbers by Lemire's multiplication,
//! Fisher-Yates from the end.

use crate::grid::CELLS;

/// A stream of random numbers.
#[derive(Debug, Clone)]
pub struct Rng(u64);

const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// SplitMix64's finisher: every bit of the input reaches every bit.
fn mix(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

impl Rng {
    /// The stream for `seed` and the numbers of `path`. Different paths give independent streams.
    ///
    /// ```
    /// use ninefold::internal::Rng;
    /// let mut a = Rng::new(1, &[7, 0]);
    /// let mut b = Rng::new(1, &[7, 1]);
    /// assert_ne!(a.next(), b.next());
    /// ```
    #[must_use]
    pub fn new(seed: u64, path: &[u64]) -> Rng {
        let state = path
            .iter()
            .fold(mix(seed.wrapping_add(STEP)), |state, &step| {
                mix(state.wrapping_add(STEP) ^ mix(step.wrapping_add(STEP)))
            });
        Rng(state)
    }

    /// The next 64 bits.
    #[inline]
    #[allow(clippy::should_implement_trait, reason = "a stream without an end")]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        mix(self.0)
    }

    /// A number below `bound`, all equally likely.
    ///
    /// # Panics
    /// In debug builds, if `bound` is 0.
    #[inline]
    pub fn below(&mut self, bound: u32) -> u32 {
        debug_assert!(bound > 0);
        let bound = u64::from(bound);
        loop {
            let product = (self.next() >> 32) * bound;
            let low = product & 0xffff_ffff;
            // Only the smallest `2^32 mod bound` values of the low half would come up once too
            // often.
            if low >= bound || low >= (1 << 32) % bound {
                return (product >> 32) as u32;
            }
        }
    }

    /// Puts the items in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last as u32 + 1) as usize);
        }
    }

    /// One of the set bits of `mask`, all equally likely, as a mask.
    ///
    /// # Panics
    /// In debug builds, if no bit is set.
    #[inline]
    pub(crate) fn bit(&mut self, mut mask: u16) -> u16 {
        for _ in 0..self.below(mask.count_ones()) {
            mask &= mask - 1;
        }
        mask & mask.wrapping_neg()
    }
}

/// The cells in random order.
pub fn cell_order(rng: &mut Rng) -> [u8; CELLS] {
    let mut order = std::array::from_fn(|cell| cell as u8);
    rng.shuffle(&mut order);
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stream_is_splitmix64() {
        // The first numbers of the published generator from state 1234567.
        let mut rng = Rng(1_234_567);
        let first: Vec<u64> = (0..3).map(|_| rng.next()).collect();
        assert_eq!(
            first,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423
            ]
        );
    }

    #[test]
    fn bounded_numbers_and_shuffles_are_even() {
        let mut rng = Rng::new(1, &[]);
        let mut seen = [0u32; 6];
        let mut firsts = [0u32; 6];
        for _ in 0..60_000 {
            seen[rng.below(6) as usize] += 1;
            let mut items = [0, 1, 2, 3, 4, 5];
            rng.shuffle(&mut items);
            firsts[items[0]] += 1;
        }
        // Six standard deviations of a binomial distribution.
        for count in seen.into_iter().chain(firsts) {
            assert!((9_450..10_550).contains(&count), "{count}");
        }
    }
}
