//! The choice of a guess: the cell, and its digit.

use super::super::super::choose::choose;
use super::super::super::isa::Lanes;
use super::super::super::vector::Vector;
use super::{Pass, Random, Sets, box_of, on_every_back_end, place, put, rounds};
use crate::grid::CELLS;
use std::cmp::Reverse;

/// The cell and digit to guess in a stalled state, in plain loops. `None` if no cell is open.
fn best_guess(sets: &Sets) -> Option<(usize, usize)> {
    let count = |cell: usize| sets.iter().filter(|cells| cells[cell]).count();
    let is_open = |cell: usize| count(cell) >= 2;
    let score = |cell: usize| {
        let (row, column) = (cell / 9, cell % 9);
        let of_peer = |peer: usize| {
            let (same_row, same_column) = (peer / 9 == row, peer % 9 == column);
            match (box_of(peer) == box_of(cell), same_row || same_column) {
                (true, true) => usize::from(!is_open(peer)),
                (true, false) => 2 * usize::from(is_open(peer)),
                (false, true) => usize::from(is_open(peer)),
                (false, false) => 0,
            }
        };
        let peers = (0..CELLS).filter(|&peer| peer != cell);
        peers.map(of_peer).sum::<usize>()
    };
    let fewest = (0..CELLS).filter(|&cell| is_open(cell));
    let fewest = fewest.map(|cell| count(cell).min(4)).min()?;
    let cells = (0..CELLS).filter(|&cell| is_open(cell) && count(cell).min(4) == fewest);
    // The first of equals, by word and bit.
    let order = |cell| {
        let (_, p, bit) = place(0, cell);
        (p / 3, p % 3, bit)
    };
    let best = cells.min_by_key(|&cell| (Reverse(score(cell)), order(cell)))?;
    let has_three = |digit: usize| {
        let in_box = (0..CELLS).filter(|&cell| box_of(cell) == box_of(best));
        let mut in_rows = [0; 3];
        for cell in in_box.filter(|&cell| sets[digit][cell]) {
            in_rows[cell / 9 % 3] += 1;
        }
        let places = in_rows.iter().sum::<usize>();
        places >= 3 && !in_rows.contains(&places)
    };
    let digits = (0..9).filter(|&digit| sets[digit][best]);
    let digit = digits.min_by_key(|&digit| (!has_three(digit), digit))?;
    Some((best, digit))
}

/// Each packed lane chooses the same as plain loops.
fn chooses<L: Lanes>(l: L, _: Pass<L>) {
    chooses_packed(l.packed());
}

fn chooses_packed<V: Vector>(v: V) {
    let mut random = Random::new(0x5eed_0007);
    let mut chosen = 0;
    for round in 0..rounds(100) {
        let sets: Vec<Sets> = (0..V::N).map(|_| random.sets()).collect();
        let mut x = [[v.splat(0); 9]; 3];
        for (lane, sets) in sets.iter().enumerate() {
            put(v, &mut x, lane, sets);
        }
        let choice = choose(v, &x, V::EVERY);
        for (lane, sets) in sets.iter().enumerate() {
            let Some((cell, digit)) = best_guess(sets) else {
                continue;
            };
            let of_lane = |vectors: &[V::V]| -> Vec<u32> {
                let words = V::words(vectors).iter().skip(lane);
                words.step_by(V::N).copied().collect()
            };
            let (t, p, bit) = place(digit, cell);
            let (mut cells, mut digits) = ([0; 9], [0; 3]);
            cells[p] = (1 << 18 | 1 << 9 | 1) << (bit % 9);
            digits[t] = 1 << bit;
            let name = format!("round {round}, lane {lane}: cell {cell}, digit {digit}");
            assert_eq!(of_lane(&choice.cells), cells, "{name}");
            assert_eq!(of_lane(&choice.digit), digits, "{name}");
            chosen += 1;
        }
    }
    assert!(chosen > 200);
}

#[test]
fn the_best_cell_and_digit_are_chosen() {
    on_every_back_end!(chooses);
}
