//! The pass in assembly, for AVX2 and for AVX-512. The tests make it from the compiled
//! [`pass`](crate::kernel::lanes::pass::pass), in an order that was found by measured time
//! (`assembler`), and `src/proofs` proves that it does the same for every state.
//!
//! The compiled pass stores and loads more, because it keeps more values than there are registers.
//! `benches/record` has the figures.

use crate::kernel::lanes::layout::{ALL, BAND, Group, LEAD};
use crate::kernel::lanes::pass::PassResult;
use crate::kernel::lanes::vector::Vector;
use crate::simd::{Avx2, Avx512};
use std::arch::naked_asm;
use std::arch::x86_64::{__m256i, __m512i};
use std::mem::MaybeUninit;

/// Vectors that a pass reads besides the group.
#[repr(C, align(64))]
struct Constants<const LANES: usize, const N: usize>([[u32; LANES]; N]);

impl<const LANES: usize, const N: usize> Constants<LANES, N> {
    /// Each value in all lanes of a vector.
    const fn new(values: [u32; N]) -> Constants<LANES, N> {
        let mut vectors = [[0; LANES]; N];
        let mut i = 0;
        while i < N {
            vectors[i] = [values[i]; LANES];
            i += 1;
        }
        Constants(vectors)
    }
}

/// The result of a pass, as sets of lanes, which may include frozen ones.
#[repr(C)]
struct AssemblyResult {
    contradiction: u32,
    open: u32,
    changed: u32,
}

static AVX2_CONSTANTS: Constants<8, 4> = Constants::new([LEAD, BAND, ALL, 0]);
static AVX512_CONSTANTS: Constants<16, 3> = Constants::new([LEAD, BAND, ALL]);
/// Vectors that have no register.
const AVX2_SPILLS: usize = 38;
const AVX512_SPILLS: usize = 24;
/// Memory for them.
type Avx2Spills = [__m256i; AVX2_SPILLS];
type Avx512Spills = [__m512i; AVX512_SPILLS];

/// The pass for eight lanes.
#[inline(always)]
pub(super) fn avx2(l: Avx2, g: &mut Group<__m256i>, frozen: u32) -> PassResult {
    let live = !frozen & Avx2::EVERY;
    let mut spills = MaybeUninit::<Avx2Spills>::uninit();
    // SAFETY: the token proves the features. The instructions read and write the 36 vectors of the
    // group, which is borrowed. They read four constants and the lanes that are not frozen. They
    // write before they read in the memory for spills. They touch no other memory.
    let found =
        unsafe { avx2_instructions(g, &AVX2_CONSTANTS, spills.as_mut_ptr(), &l.lanes(live)) };
    PassResult::of_lanes(found.contradiction, found.open, found.changed, live)
}

/// # Safety
/// The CPU has AVX2. The group, the constants, the memory for spills and the lanes that are not
/// frozen are complete and aligned to 32 bytes, and nothing else uses the group and the memory for
/// spills.
#[unsafe(naked)]
unsafe extern "sysv64" fn avx2_instructions(
    group: *mut Group<__m256i>,
    constants: *const Constants<8, 4>,
    spills: *mut Avx2Spills,
    live: *const __m256i,
) -> AssemblyResult {
    naked_asm!(
        // Start at a cache line, as in the search's measurements.
        "jmp 2f",
        ".p2align 6",
        "2:",
        include_str!("avx2_pass.s"),
        "xor eax, 255",
        "xor r8d, 255",
        "xor r9d, 255",
        "shl r8, 32",
        "or rax, r8",
        "mov edx, r9d",
        "ret",
        options(raw),
    )
}

/// The pass for sixteen lanes.
#[inline(always)]
pub(super) fn avx512(_: Avx512, g: &mut Group<__m512i>, frozen: u32) -> PassResult {
    let live = !frozen & Avx512::EVERY;
    let mut spills = MaybeUninit::<Avx512Spills>::uninit();
    // SAFETY: the token proves the features. The instructions read and write the 36 vectors of the
    // group, which is borrowed. They read three constants, and write before they read in the memory
    // for spills. They touch no other memory.
    let found = unsafe { avx512_instructions(g, &AVX512_CONSTANTS, spills.as_mut_ptr(), live) };
    PassResult::of_lanes(found.contradiction, found.open, found.changed, live)
}

/// # Safety
/// The CPU has AVX-512 F, DQ and VBMI2. The group, the constants and the memory for spills are
/// complete and aligned to 64 bytes, and nothing else uses the group and the memory for spills.
#[unsafe(naked)]
unsafe extern "sysv64" fn avx512_instructions(
    group: *mut Group<__m512i>,
    constants: *const Constants<16, 3>,
    spills: *mut Avx512Spills,
    live: u32,
) -> AssemblyResult {
    naked_asm!(
        // Start at a cache line, as in the search's measurements.
        "jmp 2f",
        ".p2align 6",
        "2:",
        "kmovw k1, ecx",
        include_str!("avx512_pass.s"),
        "kmovw eax, k2",
        "kmovw ecx, k3",
        "shl rcx, 32",
        "or rax, rcx",
        "kmovw edx, k4",
        "ret",
        options(raw),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::lanes::isa::Lanes;
    use crate::kernel::lanes::turns::renew;
    use proptest::prelude::*;

    /// Registers and offsets of all memory operands, and whether each is written.
    fn operands(text: &str) -> impl Iterator<Item = (&str, usize, bool)> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.flat_map(|line| {
            line.match_indices('[').map(move |(at, _)| {
                let end = at + line[at..].find(']').expect("a bracket closes");
                let (register, offset) = match line[at + 1..end].split_once(" + ") {
                    Some((register, offset)) => (register, offset.parse().expect("a number")),
                    None => (&line[at + 1..end], 0),
                };
                // The first operand is the destination, and only moves write to memory.
                let (mnemonic, operands) = line.split_once(' ').expect("operands");
                let written = operands
                    .split(',')
                    .next()
                    .is_some_and(|to| to.contains('['));
                assert!(!written || mnemonic.starts_with("vmovdqa"), "{line}");
                (register, offset, written)
            })
        })
    }

    /// Checks that the instructions read and write the group, at rdi, read of the spills, at rdx,
    /// only what they wrote before, and need all of that memory. They read this many vectors at
    /// other registers, and touch no other memory.
    fn stays_in_its_memory(text: &str, vector: usize, spills: usize, read: &[(&str, usize)]) {
        let mut group = [[false; 2]; 36];
        let mut spilled = vec![false; spills];
        let mut seen = vec![0; read.len()];
        for (register, offset, written) in operands(text) {
            assert_eq!(offset % vector, 0);
            let i = offset / vector;
            match register {
                "rdi" => group[i][usize::from(written)] = true,
                "rdx" => {
                    assert!(spilled[i] || written, "read before it was written");
                    spilled[i] = true;
                }
                other => {
                    let which = read.iter().position(|&(name, _)| name == other);
                    let which = which.unwrap_or_else(|| panic!("{other}"));
                    assert!(i < read[which].1 && !written, "{other} + {offset}");
                    seen[which] += 1;
                }
            }
        }
        assert_eq!(group, [[true; 2]; 36], "all of it is read and written");
        assert!(
            spilled.iter().all(|&spilled| spilled),
            "memory that nothing needs"
        );
        assert!(seen.iter().all(|&n| n > 0), "{seen:?}");
    }

    #[test]
    fn the_assembly_stays_in_its_memory() {
        let read = [("rsi", 4), ("rcx", 1)];
        stays_in_its_memory(include_str!("avx2_pass.s"), 32, AVX2_SPILLS, &read);
        let read = [("rsi", 3)];
        stays_in_its_memory(include_str!("avx512_pass.s"), 64, AVX512_SPILLS, &read);
    }

    /// For each word, the bits that may be set, and other bits that they may be a part of.
    type States = [[u32; 16]; 27];

    /// Words of groups, dense or sparse, and frozen lanes.
    fn any_states() -> impl Strategy<Value = (States, u32)> {
        let words = || prop::array::uniform27(prop::array::uniform16(0..=ALL));
        (words(), words(), any::<bool>(), any::<u32>()).prop_map(
            |(mut words, other, and, frozen)| {
                let all = words.as_flattened_mut().iter_mut();
                for (word, &other) in all.zip(other.as_flattened()) {
                    *word = if and { *word & other } else { *word | other };
                }
                (words, frozen)
            },
        )
    }

    /// Checks that the pass in assembly does the same as the compiled one, bit for bit.
    fn does_the_same<L: Lanes>(l: L, words: &States, frozen: u32) -> Result<(), TestCaseError> {
        let mut group = Group::of(l.splat(0));
        let all = L::words_mut(group.x.as_flattened_mut()).chunks_mut(L::N);
        for (to, from) in all.zip(words) {
            to.copy_from_slice(&from[..L::N]);
        }
        renew(l, &mut group);
        let mut other = group;
        for frozen in [0, frozen & L::EVERY, 0, !frozen & L::EVERY, 0] {
            let seen = l.pass(&mut group, frozen);
            prop_assert_eq!(seen, l.compiled_pass(&mut other, frozen));
            let words = |g: &Group<L::V>| L::words(g.x.as_flattened()).to_vec();
            prop_assert_eq!(words(&group), words(&other));
            let has_other = |g: &Group<L::V>| -> Vec<u32> {
                L::words(&g.has_other)
                    .iter()
                    .map(|word| word & ALL)
                    .collect()
            };
            prop_assert_eq!(has_other(&group), has_other(&other));
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn the_assembly_does_what_the_compiled_pass_does((words, frozen) in any_states()) {
            if let Some(l) = Avx2::detect() {
                does_the_same(l, &words, frozen)?;
            }
            if let Some(l) = Avx512::detect() {
                does_the_same(l, &words, frozen)?;
            }
        }
    }
}
