//! What the passes in assembly have in common. `scripts/lane-pass` makes them: it knows
//! the pass as a graph of operations, and looks for the order of them, and for the
//! registers, by search on measured time.

use super::propagate::Seen;

/// Vectors that a pass reads besides the group.
#[repr(C, align(64))]
pub(crate) struct Constants<const LANES: usize, const N: usize>([[u32; LANES]; N]);

impl<const LANES: usize, const N: usize> Constants<LANES, N> {
    /// Each value in all lanes of a vector.
    pub(crate) const fn new(values: [u32; N]) -> Constants<LANES, N> {
        let mut vectors = [[0; LANES]; N];
        let mut i = 0;
        while i < N {
            vectors[i] = [values[i]; LANES];
            i += 1;
        }
        Constants(vectors)
    }
}

/// What a pass found, as sets of lanes.
#[repr(C)]
pub(crate) struct Found {
    /// Perhaps of frozen lanes too, as the others.
    dead: u32,
    open: u32,
    changed: u32,
}

impl Found {
    /// Of the lanes that are not frozen.
    #[inline(always)]
    pub(crate) fn seen(self, live: u32) -> Seen {
        Seen::of_lanes(self.dead, self.open, self.changed, live)
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use crate::kernel::lanes::propagate::{self, ALL, Group};
    use crate::kernel::lanes::vector::Lanes;
    use proptest::prelude::*;

    /// Registers and offsets of all memory operands, and whether it is written.
    fn operands(text: &str) -> impl Iterator<Item = (&str, usize, bool)> {
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        lines.flat_map(|line| {
            line.match_indices('[').map(move |(at, _)| {
                let end = at + line[at..].find(']').expect("a bracket closes");
                let (register, offset) = match line[at + 1..end].split_once(" + ") {
                    Some((register, offset)) => (register, offset.parse().expect("a number")),
                    None => (&line[at + 1..end], 0),
                };
                // The first operand is what is written, and only moves write to memory.
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

    /// That instructions read and write the group, at rdi, and what they wrote of the room for
    /// spills before, at rdx, and need all of it; that they read so many vectors
    /// at other registers; and that they touch no other memory.
    pub(crate) fn stays_in_its_memory(
        text: &str,
        vector: usize,
        spills: usize,
        read: &[(&str, usize)],
    ) {
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
            "room that nothing needs"
        );
        assert!(seen.iter().all(|&n| n > 0), "{seen:?}");
    }

    /// For each word the bits that may be set, and others of which they may be a part.
    type Words = [[u32; 16]; 27];

    /// Words of groups: dense or sparse, and lanes that are frozen.
    pub(crate) fn any_states() -> impl Strategy<Value = (Words, u32)> {
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

    /// That the pass of a back end does what the generic one does, bit for bit.
    pub(crate) fn does_what_the_generic_pass_does<L: Lanes>(
        l: L,
        words: &Words,
        frozen: u32,
    ) -> Result<(), TestCaseError> {
        let mut group = Group::new(l);
        let all = L::words_mut(group.x.as_flattened_mut()).chunks_exact_mut(L::N);
        for (to, from) in all.zip(words) {
            to.copy_from_slice(&from[..L::N]);
        }
        propagate::renew(l, &mut group);
        let mut other = group;
        let lanes = propagate::lanes_mask::<L>();
        for frozen in [0, frozen & lanes, 0, !frozen & lanes, 0] {
            let seen = l.pass(&mut group, frozen);
            prop_assert_eq!(seen, propagate::pass(l, &mut other, frozen));
            let words = |g: &Group<L>| L::words(g.x.as_flattened()).to_vec();
            prop_assert_eq!(words(&group), words(&other));
            let nex = |g: &Group<L>| -> Vec<u32> {
                L::words(&g.nex).iter().map(|word| word & ALL).collect()
            };
            prop_assert_eq!(nex(&group), nex(&other));
        }
        Ok(())
    }
}
