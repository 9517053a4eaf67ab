//! The 27 words of a puzzle, the base of everything else here.
//!
//! A cell is named by its box (band B, stack S) and its position in the box (row r, column c). A
//! digit is named by its triple t and its number f in the triple: digit = 3t + f + 1.
//!
//! ```text
//! x[t][3r + c], bit 9f + 3B + S      digit is a candidate of the cell
//!
//!       f = 2       f = 1       f = 0
//!    26 ..... 18 17 ..... 9  8 ..... 0
//!    B2  B1  B0  B2  B1  B0  B2  B1  B0     S = 2 1 0 in each group of three
//!
//! has_other[3r + c], same bits       another digit is a candidate there
//! ```
//!
//! Inside a box, words are combined with words. Along a band, the three bits of a group rotate.
//! Along a stack, the three groups of a field rotate. From digit to digit of a cell, the three
//! fields rotate, and a step leads to the next word t ([`turns`](super::turns)).

/// A set of lanes, of one group or of all of them: lane 0 at bit 0.
pub(crate) type LaneSet = u64;

/// Calls `f` for each of a set, lowest first.
#[inline(always)]
pub(crate) fn each(mut lanes: LaneSet, mut f: impl FnMut(usize)) {
    while lanes != 0 {
        f(lanes.trailing_zeros() as usize);
        lanes &= lanes - 1;
    }
}

/// All 27 bits of a word.
pub(crate) const ALL: u32 = 0x07ff_ffff;
/// Field f = 0.
pub(crate) const FIELD: u32 = 0x1ff;
/// Stack 0 of each group.
pub(crate) const LEAD: u32 = 0o111_111_111;
/// Band 0 of each field.
pub(crate) const BAND: u32 = 7 | 7 << 9 | 7 << 18;

/// Number of words of a state.
pub(crate) const STATE: usize = 27;

/// Candidates, `[t][3r + c]`: one vector for each word of a state, with one puzzle in each lane.
pub(crate) type Words<V> = [[V; 9]; 3];

/// The state of as many puzzles as a vector has lanes.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(crate) struct Group<V> {
    /// Candidates.
    pub(crate) x: Words<V>,
    /// Whether another digit is also a candidate of the cell.
    pub(crate) has_other: [V; 9],
}

impl<V: Copy> Group<V> {
    /// The same vector everywhere.
    pub(crate) fn of(word: V) -> Group<V> {
        Group {
            x: [[word; 9]; 3],
            has_other: [word; 9],
        }
    }
}

/// The state of one lane, to backtrack to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(C, align(128))]
pub(crate) struct StackEntry(pub(crate) [u32; 32]);
