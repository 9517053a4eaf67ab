//! The operations on vectors of bytes do what they are defined to do for linear forms.

use super::linear::{LinearByteVector, LinearBytes32};
use crate::proofs::random::Random;
use crate::simd::{ByteVector, Bytes32};
use std::arch::x86_64::{__m256i, __m512i};

/// Few, because linear forms are kept for good.
const ROUNDS: usize = if cfg!(miri) { 1 } else { 50 };
/// Of each four bytes, the first.
const FIRST: [u8; 32] = {
    let mut bytes = [0; 32];
    let mut i = 0;
    while i < 32 {
        bytes[i] = 0xff;
        i += 4;
    }
    bytes
};

/// Bytes of which some are often equal.
fn random_bytes<const N: usize>(random: &mut Random) -> [u8; N] {
    std::array::from_fn(|_| {
        let byte = random.next() as u8;
        if random.below(3) == 0 { byte % 4 } else { byte }
    })
}

/// Whether a vector has these bytes.
fn has_32(real: Bytes32, is: __m256i, expected: &[u8; 32]) -> bool {
    real.is_zero(real.xor(is, real.load(expected)))
}

fn has_64(real: ByteVector, is: __m512i, expected: &[u8; 64]) -> bool {
    real.is_zero(real.xor3(is, real.load(expected), real.splat(0)))
}

/// Whether the first half of a vector has these bytes, and the other none.
fn has_first_32(real: ByteVector, is: __m256i, expected: &[u8; 32]) -> bool {
    let mut all = [0; 64];
    all[..32].copy_from_slice(expected);
    has_64(real, real.as_64(is), &all)
}

#[test]
fn the_operations_on_32_bytes_are_as_defined() {
    let Some(real) = Bytes32::detect() else {
        return;
    };
    let defined = LinearBytes32;
    let mut random = Random::new(0x5eed_0020);
    for _ in 0..ROUNDS {
        let a: [u8; 32] = random_bytes(&mut random);
        let b = random_bytes(&mut random);
        let c = random_bytes(&mut random);
        let mut other = a;
        other[random.below(32)] ^= 1 << random.below(8);
        assert!(has_32(real, real.load(&a), &a), "is_zero");
        assert!(!has_32(real, real.load(&a), &other), "is_zero");
        let low = &[a[0]; 16];
        let high = b.first_chunk().expect("sixteen bytes");
        let [x, y, z] = [a, b, c].map(|bytes| real.load(&bytes));
        let [d, e, f] = [a, b, c].map(|bytes| defined.load(&bytes));
        let first = real.and(real.folded_fours(x), real.load(&FIRST));
        let defined_first = defined.and(defined.folded_fours(d), defined.load(&FIRST));
        let pairs = [
            ("splat", real.splat(a[0]), defined.splat(a[0])),
            (
                "load_halves",
                real.load_halves(low, high),
                defined.load_halves(low, high),
            ),
            ("sub", real.sub(x, y), defined.sub(d, e)),
            ("over", real.over(x, y), defined.over(d, e)),
            (
                "where_differ",
                real.where_differ(x, y, z),
                defined.where_differ(d, e, f),
            ),
            ("or", real.or(x, y), defined.or(d, e)),
            ("and", real.and(x, y), defined.and(d, e)),
            ("xor", real.xor(x, y), defined.xor(d, e)),
            ("look_up", real.look_up(x, y), defined.look_up(d, e)),
            ("swapped", real.swapped(x), defined.swapped(d)),
            ("down by 1", real.down::<1>(x), defined.down::<1>(d)),
            ("down by 3", real.down::<3>(x), defined.down::<3>(d)),
            ("down by 8", real.down::<8>(x), defined.down::<8>(d)),
            (
                "first_eights",
                real.first_eights(x, y),
                defined.first_eights(d, e),
            ),
            (
                "folded_eights",
                real.folded_eights(x, y),
                defined.folded_eights(d, e),
            ),
            ("folded_fours", first, defined_first),
        ];
        for (name, is, should_be) in pairs {
            assert!(has_32(real, is, &should_be.values()), "{name}");
        }
    }
}

#[test]
fn the_operations_on_64_bytes_are_as_defined() {
    let Some(real) = ByteVector::detect() else {
        return;
    };
    let defined = LinearByteVector;
    let mut random = Random::new(0x5eed_0021);
    for _ in 0..ROUNDS {
        let a: [u8; 64] = random_bytes(&mut random);
        let b = random_bytes(&mut random);
        let c = random_bytes(&mut random);
        let mut other = a;
        other[random.below(64)] ^= 1 << random.below(8);
        assert!(has_64(real, real.load(&a), &a), "is_zero");
        assert!(!has_64(real, real.load(&a), &other), "is_zero");
        let set = random.next();
        let [x, y, z] = [a, b, c].map(|bytes| real.load(&bytes));
        let [d, e, f] = [a, b, c].map(|bytes| defined.load(&bytes));
        assert_eq!(real.at_most(x, y), defined.at_most(d, e), "at_most");
        let pairs = [
            ("splat", real.splat(a[0]), defined.splat(a[0])),
            (
                "as_64",
                real.as_64(real.first_32(x)),
                defined.as_64(defined.first_32(d)),
            ),
            ("sub", real.sub(x, y), defined.sub(d, e)),
            ("xor3", real.xor3(x, y, z), defined.xor3(d, e, f)),
            (
                "difference",
                real.difference(set, x, y),
                defined.difference(set, d, e),
            ),
            ("over", real.over(x, y), defined.over(d, e)),
            ("or", real.or(x, y), defined.or(d, e)),
            ("or3", real.or3(x, y, z), defined.or3(d, e, f)),
            ("look_up", real.look_up(x, y), defined.look_up(d, e)),
            ("pick", real.pick(x, y, z), defined.pick(d, e, f)),
        ];
        for (name, is, should_be) in pairs {
            assert!(has_64(real, is, &should_be.values()), "{name}");
        }

        let set = set as u32;
        let low: &[u8; 32] = a.first_chunk().expect("32 bytes");
        let [d, e] = [defined.load_32(low), defined.first_32(e)];
        let [x, y] = [real.load_32(low), real.first_32(y)];
        assert_eq!(
            real.at_most_32(x, y),
            defined.at_most_32(d, e),
            "at_most_32"
        );
        let pairs = [
            ("load_32", x, d),
            ("sub_32", real.sub_32(x, y), defined.sub_32(d, e)),
            (
                "difference_32",
                real.difference_32(set, x, y),
                defined.difference_32(set, d, e),
            ),
            ("over_32", real.over_32(x, y), defined.over_32(d, e)),
            ("or_32", real.or_32(x, y), defined.or_32(d, e)),
            (
                "look_up_32",
                real.look_up_32(x, y),
                defined.look_up_32(d, e),
            ),
        ];
        for (name, is, should_be) in pairs {
            assert!(has_first_32(real, is, &should_be.values()), "{name}");
        }
    }
}
