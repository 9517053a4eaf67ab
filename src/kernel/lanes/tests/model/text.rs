//! Words become text, and text becomes words.

use super::super::super::answers::{lane_planes, planes};
use super::super::super::isa::{Lanes, MOST_PACKED};
use super::super::super::layout::Group;
use super::super::super::tables::{READ, write_row};
use super::super::super::text::{parse, parse_any};
use super::super::super::turns::renew;
use super::{Pass, Random, get, on_every_back_end, put, rounds};
use crate::grid::{BLANK_ROW, CELLS};

const CELL: &[u8] = b"0123456789.*_Xx";

/// Candidates that are alone in their cells, the only information of `has_other` for new puzzles.
fn singles<L: Lanes>(l: L, group: &Group<L::V>) -> Vec<u32> {
    let mut singles = group.x;
    for words in &mut singles {
        for (word, other) in words.iter_mut().zip(group.has_other) {
            *word = l.andnot(*word, other);
        }
    }
    L::words(singles.as_flattened()).to_vec()
}

/// Lines become the candidates of their bytes, and `has_other`. A lane is refused if, and only if,
/// a byte of its line is not a cell. It tries every byte in every cell.
fn reads<L: Lanes>(l: L, _: Pass<L>) {
    let mut random = Random::new(0x5eed_0005);
    let mut refused = 0;
    for round in 0..rounds(CELLS * 256 / L::N) {
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
        assert_eq!(singles(l, &group), singles(l, &again));
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
    assert!(cfg!(miri) || refused == CELLS * (256 - CELL.len()));
}

#[test]
fn lines_become_what_their_bytes_stand_for() {
    on_every_back_end!(reads);
}

/// The fast way of a back end for common blanks gives the same as the general way. It is used if,
/// and only if, each byte is a digit or one of these blanks. It tries every byte in every cell,
/// beside lines of all kinds.
fn reads_alike<L: Lanes>(l: L, _: Pass<L>) {
    let mut random = Random::new(0x5eed_0009);
    let mut lines = [[b'.'; CELLS]; READ];
    let mut taken = 0;
    for number in 0..rounds(CELLS * 256) {
        let (cell, byte, lane) = (number / 256, (number % 256) as u8, random.below(L::N));
        if byte == 0 {
            for line in lines.as_flattened_mut() {
                *line = b"0123456789.*_"[random.below(13)];
            }
        }
        let before = std::mem::replace(&mut lines[lane][cell], byte);
        let mut group = Group::of(l.splat(0));
        if l.read_common(&lines.each_ref(), &mut group) {
            let mut plain = Group::of(l.splat(0));
            assert_eq!(parse_any(l, &lines.each_ref(), &mut plain), 0, "{byte}");
            for lane in 0..L::N {
                let line = String::from_utf8_lossy(&lines[lane]).into_owned();
                assert_eq!(get(l, &group.x, lane), get(l, &plain.x, lane), "{line}");
            }
            assert_eq!(singles(l, &group), singles(l, &plain));
            taken += 1;
        }
        lines[lane][cell] = before;
    }
    let every = 13 * CELLS;
    assert!(cfg!(miri) || taken == 0 || taken == every, "{taken}");
}

#[test]
fn common_blanks_are_read_as_any_are() {
    on_every_back_end!(reads_alike);
}

/// The lanes of a set write their answers, each to its own row, as a single lane does. No other row
/// and no line feed is touched.
fn writes<L: Lanes>(l: L, _: Pass<L>) {
    let mut random = Random::new(0x5eed_000a);
    for round in 0..rounds(600) {
        let mut group = Group::of(l.splat(0));
        let mut grids = Vec::new();
        for lane in 0..L::N {
            let grid = random.grid();
            let sets = std::array::from_fn(|digit| grid.map(|of_cell| of_cell == digit));
            put(l, &mut group.x, lane, &sets);
            grids.push(grid.map(|digit| b'1' + digit as u8));
        }
        let lanes = if round < 1 << L::N.min(8) {
            round as u32
        } else {
            random.below(1 << L::N) as u32
        };
        let order = random.order::<40>();
        let mut at = [0; MOST_PACKED];
        for (at, row) in at.iter_mut().zip(order) {
            *at = row as u32;
        }
        let mut rows = [BLANK_ROW; 40];
        let values = planes(l, &group.x);
        l.write_rows(&group.x, lanes, &mut rows, &at);
        for (number, row) in rows.iter().enumerate() {
            let lane = (0..L::N).find(|&lane| lanes >> lane & 1 == 1 && order[lane] == number);
            let mut expected = BLANK_ROW;
            let mut alone = BLANK_ROW;
            if let Some(lane) = lane {
                expected[..CELLS].copy_from_slice(&grids[lane]);
                write_row(&lane_planes::<L>(&values, lane), &mut alone);
            }
            assert_eq!(row, &expected, "lanes {lanes:b}");
            assert_eq!(row, &alone, "lanes {lanes:b}");
        }
    }
}

#[test]
fn answers_are_written_to_their_rows_and_no_other() {
    on_every_back_end!(writes);
}
