//! Words move from lane to lane.

use super::super::super::isa::{Lanes, MOST_GROUPS, places};
use super::super::super::vector::Vector;
use super::{Pass, Random, on_every_back_end, rounds};

/// Lanes move to lanes in order, and no other lane changes.
fn takes<L: Lanes>(l: L, _: Pass<L>) {
    let mut random = Random::new(0x5eed_0004);
    let mut moved = 0;
    for _ in 0..rounds(2000) {
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
        let taken = [l.take(l.taking(to, from), old[0], new[0])];
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

fn any_set(random: &mut Random) -> u64 {
    (0..4).fold(0, |set, _| set << 16 | random.below(1 << 16) as u64)
}

/// The lowest lanes of a set are packed in order, at the positions of a list, and move back to
/// where they came from. No other lane changes.
fn packs<L: Lanes>(l: L, _: Pass<L>) {
    let mut random = Random::new(0x5eed_0006);
    let mut packed_lanes = 0;
    for round in 0..rounds(4000) {
        // Sparse and dense sets, sometimes more than can be packed.
        let mut set = any_set(&mut random);
        for _ in 0..round % 5 {
            set &= any_set(&mut random);
        }
        set &= u64::MAX >> (64 - L::LANES);
        let lanes: Vec<usize> = (0..L::LANES).filter(|lane| set >> lane & 1 == 1).collect();
        let lanes = &lanes[..lanes.len().min(L::PACKED)];
        let first = l.first(set, L::PACKED);
        assert_eq!(first, lanes.iter().map(|lane| 1 << lane).sum::<u64>());

        let mut words = [l.splat(0); MOST_GROUPS];
        for (lane, word) in L::words_mut(&mut words).iter_mut().enumerate() {
            *word = lane as u32;
        }
        let packed = [l.pack(l.packing(set), words)];
        let packed = <L::Packed as Vector>::words(&packed);
        let list = l.list(set);
        let places = places::<L>(first);
        let mut of_places = (0..L::PACKED).filter(|place| places >> place & 1 == 1);
        for &lane in lanes {
            let place = of_places.next().expect("a place for each lane");
            assert_eq!(packed[place], lane as u32, "{set:b}");
            assert_eq!(list[place], lane as u32, "{set:b}");
        }
        assert_eq!(of_places.next(), None);
        let none = (0..L::PACKED).filter(|place| places >> place & 1 == 0);
        assert!(
            none.map(|place| list[place])
                .all(|lane| lane == L::LANES as u32)
        );

        // Some of them backtrack, the others continue.
        let back = first & any_set(&mut random);
        let on = first & !back;
        let (mut back_words, mut on_words) = ([l.packed().splat(0)], [l.packed().splat(0)]);
        for (set, words, from) in [(back, &mut back_words, 100), (on, &mut on_words, 200)] {
            let list = l.list(set);
            for (place, word) in L::Packed::words_mut(words).iter_mut().enumerate() {
                *word = from + list[place];
            }
        }
        let ways = l.unpacking(back, on);
        for g in 0..L::GROUPS {
            let word = [l.unpack(ways[g], words[g], back_words[0], on_words[0])];
            for (k, &word) in L::words(&word).iter().enumerate() {
                let lane = g * L::N + k;
                let more = 100 * (back >> lane & 1) + 200 * (on >> lane & 1);
                assert_eq!(word, lane as u32 + more as u32, "{back:b} back, {on:b} on");
            }
        }
        let ways = l.unpacking(0, on);
        for g in 0..L::GROUPS {
            let word = [l.unpack_on(ways[g], words[g], on_words[0])];
            for (k, &word) in L::words(&word).iter().enumerate() {
                let lane = g * L::N + k;
                let more = 200 * (on >> lane & 1);
                assert_eq!(word, lane as u32 + more as u32, "{on:b} on");
            }
        }
        packed_lanes += lanes.len();
    }
    assert!(packed_lanes > 1000);
}

#[test]
fn lanes_are_packed_in_their_order() {
    on_every_back_end!(packs);
}
