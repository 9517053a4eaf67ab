//! Words go from lane to lane, and from text to lanes.

use super::super::isa::{Form, Lanes};
use super::super::layout::Group;
use super::super::tables::READ;
use super::super::text::parse;
use super::super::turns::renew;
use super::{Random, get, on_every_back_end};
use crate::grid::CELLS;

/// Lanes go to lanes in their order, and no other lane changes.
fn takes<L: Lanes>(l: L, _: Form) {
    let mut random = Random::new(0x5eed_0004);
    let mut moved = 0;
    for _ in 0..2000 {
        let from = random.below(1 << L::N) as u32;
        let mut to = random.below(1 << L::N) as u32;
        while to.count_ones() > from.count_ones() {
            to &= to - 1;
        }
        let (mut old, mut new) = ([l.splat(0)], [l.splat(0)]);
        for lane in 0..L::N {
            L::words_mut(&mut old)[lane] = lane as u32;
            L::words_mut(&mut new)[lane] = 100 + lane as u32;
        }
        let taken = [l.take(to, old[0], from, new[0])];
        let mut sources = (0..L::N).filter(|lane| from >> lane & 1 == 1);
        for (lane, &word) in L::words(&taken).iter().enumerate() {
            if to >> lane & 1 == 1 {
                let source = sources.next().expect("as many as `to` has");
                assert_eq!(word, 100 + source as u32, "{to:b} from {from:b}");
                moved += 1;
            } else {
                assert_eq!(word, lane as u32, "{to:b} from {from:b}");
            }
        }
    }
    assert!(moved > 2000);
}

#[test]
fn lanes_take_words_in_their_order() {
    on_every_back_end!(takes);
}

/// Lines become the candidates that their bytes stand for, and `has_other`, and a lane is refused
/// if, and only if, a byte of its line is no cell: every byte there is, in every cell.
fn reads<L: Lanes>(l: L, _: Form) {
    const CELL: &[u8] = b"0123456789.*_Xx";
    let mut random = Random::new(0x5eed_0005);
    let mut refused = 0;
    for round in 0..CELLS * 256 / L::N {
        let mut lines = [[b'.'; CELLS]; READ];
        for (lane, line) in lines.iter_mut().enumerate() {
            for byte in line.iter_mut() {
                *byte = CELL[random.below(CELL.len())];
            }
            let number = round * L::N + lane;
            line[number / 256 % CELLS] = (number % 256) as u8;
        }
        let mut group = Group::of(l.splat(0));
        let faulty = parse(l, &lines.each_ref(), &mut group);
        let mut again = group;
        renew(l, &mut again);
        assert_eq!(L::words(&group.has_other), L::words(&again.has_other));
        for (lane, line) in lines[..L::N].iter().enumerate() {
            let is_cell = line.iter().all(|byte| CELL.contains(byte));
            assert_eq!(faulty >> lane & 1 == 0, is_cell, "{line:?}");
            if is_cell {
                let sets = std::array::from_fn(|digit| {
                    line.map(|byte| !(b'1'..=b'9').contains(&byte) || byte == b'1' + digit as u8)
                });
                assert_eq!(get(l, &group.x, lane), sets, "{line:?}");
            } else {
                refused += 1;
            }
        }
    }
    assert_eq!(refused, CELLS * (256 - CELL.len()));
}

#[test]
fn lines_become_what_their_bytes_stand_for() {
    on_every_back_end!(reads);
}
