//! Clues that clash: the test in lanes gives the same result as the test of one puzzle.

use super::super::super::clash::clashing;
use super::super::super::isa::Lanes;
use super::super::super::layout::Group;
use super::super::super::tables::READ;
use super::super::super::text::parse;
use super::{Pass, Random, on_every_back_end, rounds};
use crate::grid::{CELLS, Puzzle};

/// Puzzles with few or many clues, of which none, one or several are wrong, in all lanes at once.
fn finds_clashes<L: Lanes>(l: L, pass: Pass<L>) {
    let mut random = Random::new(0x5eed_0007);
    let mut clashes = 0;
    for _ in 0..rounds(3000) {
        let mut lines = [[b'.'; CELLS]; READ];
        for line in &mut lines {
            let (grid, clues) = (random.grid(), random.below(CELLS + 1));
            for _ in 0..clues {
                let cell = random.below(CELLS);
                line[cell] = b'1' + grid[cell] as u8;
            }
            for _ in 0..[0, 1, 1, 3][random.below(4)] {
                line[random.below(CELLS)] = b'1' + random.below(9) as u8;
            }
        }
        let mut group = Group::of(l.splat(0));
        assert_eq!(parse(l, &lines.each_ref(), &mut group), 0);
        let clashing = clashing(l, &group);
        for (lane, line) in lines[..L::N].iter().enumerate() {
            let has_clash = Puzzle::from_text(line).unwrap().has_clash();
            assert_eq!(clashing >> lane & 1 == 1, has_clash, "{line:?}");
            clashes += usize::from(has_clash);
        }
        assert_eq!(clashing & !L::EVERY, 0);
        // The first pass sees it, so there is no later search for a clash.
        let contradiction = pass(l, &mut group, 0).contradiction;
        assert_eq!(u64::from(clashing) & !contradiction, 0);
    }
    let puzzles = rounds(3000) * L::N;
    assert!(
        (puzzles / 4..puzzles * 3 / 4).contains(&clashes),
        "{clashes}"
    );
}

#[test]
fn lanes_tell_which_clues_clash() {
    on_every_back_end!(finds_clashes);
}

/// Two clues of one digit in any two cells, and no other clue.
fn finds_clashing_pairs<L: Lanes>(l: L, pass: Pass<L>) {
    for second in (1..CELLS).step_by(if cfg!(miri) { 40 } else { 1 }) {
        for first in 0..second {
            let mut line = [b'.'; CELLS];
            let digit = b'1' + ((first + second) % 9) as u8;
            (line[first], line[second]) = (digit, digit);
            let mut group = Group::of(l.splat(0));
            parse(l, &[&line; READ], &mut group);
            let has_clash = Puzzle::from_text(&line).unwrap().has_clash();
            let expected = if has_clash { L::EVERY } else { 0 };
            assert_eq!(clashing(l, &group), expected, "cells {first} and {second}");
            let contradiction = pass(l, &mut group, 0).contradiction;
            assert_eq!(
                contradiction,
                u64::from(expected),
                "cells {first} and {second}"
            );
        }
    }
}

#[test]
fn lanes_tell_every_pair_of_cells_that_clashes() {
    on_every_back_end!(finds_clashing_pairs);
}
