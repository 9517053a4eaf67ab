//! Every operation of every back end that this CPU has, against its definition.
//!
//! Sets of lanes are all tried: 2^N for vectors of N lanes. So are all shifts, and all bytes of
//! text. Words are random ones. NEON and WebAssembly run these tests under their emulators.

use super::random::Random;
use super::states::{Sets, add_grid, place, random_sets};
use super::token::{Defined, WordLanes};
use crate::grid::{BLANK_ROW, CELLS, Row};
use crate::kernel::lanes::clash::clashing;
use crate::kernel::lanes::isa::{Lanes, MOST_GROUPS, MOST_PACKED, Packed, Packs};
use crate::kernel::lanes::layout::{ALL, Group, LaneSet, STATE, StackEntry, Words};
use crate::kernel::lanes::on_every_back_end;
use crate::kernel::lanes::pass::{PassResult, pass, valid};
use crate::kernel::lanes::tables::{BLANK_LINES, CODE, FAULT, PuzzleLines, SPREAD};
use crate::kernel::lanes::text::parse_any;
use crate::kernel::lanes::turns::renew;
use crate::kernel::lanes::vector::Vector;
use crate::kernel::single::quads::Quads;

/// The words of a vector.
fn words_of<L: Vector>(_: L, a: L::V) -> Vec<u32> {
    L::words(&[a]).to_vec()
}

/// The vector with these words.
fn vector<L: Vector>(l: L, words: &[u32]) -> L::V {
    let mut out = [l.splat(0)];
    L::words_mut(&mut out).copy_from_slice(&words[..L::N]);
    out[0]
}

/// How many rounds of a sample, and few under Miri.
const ROUNDS: usize = if cfg!(miri) { 2 } else { 2_000 };

/// Compares operations on vectors with their definitions.
fn vectors_are_as_defined<L: Quads, const N: usize>(l: L) {
    assert_eq!(L::N, N);
    let d = Defined::<u32, N>::new();
    let mut random = Random::new(0x5eed_0010);
    for _ in 0..ROUNDS {
        let all = [(); 4].map(|()| random.words::<16>());
        let [a, b, c, e] = all.map(|words| vector(l, &words));
        let [x, y, z, w] = all.map(|words| vector(d, &words));
        let set = random.next() as u32 & L::EVERY;
        let m = l.lanes(set);
        let n = d.lanes(set);
        let check = |name: &str, is: L::V, should_be: WordLanes<u32, N>| {
            assert_eq!(words_of(l, is), should_be.0, "{name}");
        };
        check("splat", l.splat(all[0][0]), d.splat(all[0][0]));
        check("and", l.and(a, b), d.and(x, y));
        check("or", l.or(a, b), d.or(x, y));
        check("xor", l.xor(a, b), d.xor(x, y));
        check("andnot", l.andnot(a, b), d.andnot(x, y));
        check("lowest", l.lowest(a), d.lowest(x));
        check("or3", l.or3(a, b, c), d.or3(x, y, z));
        check("and3", l.and3(a, b, c), d.and3(x, y, z));
        check("xor3", l.xor3(a, b, c), d.xor3(x, y, z));
        check("maj", l.maj(a, b, c), d.maj(x, y, z));
        check("sel", l.sel(a, b, c), d.sel(x, y, z));
        check("not_sel", l.not_sel(m, a, b, c), d.not_sel(n, x, y, z));
        check("or_and", l.or_and(a, b, c), d.or_and(x, y, z));
        check("or_andnot", l.or_andnot(a, b, c), d.or_andnot(x, y, z));
        check("or_xor", l.or_xor(a, b, c), d.or_xor(x, y, z));
        check("and_nand", l.and_nand(a, b, c), d.and_nand(x, y, z));
        check("and_or", l.and_or(a, b, c), d.and_or(x, y, z));
        let [a27, e27] = [a, e].map(|a| l.and(a, l.splat(ALL)));
        let (once, twice) = l.turns(a27);
        let (defined_once, defined_twice) = d.turns(d.and(x, d.splat(ALL)));
        let meant = d.splat(ALL);
        check(
            "turns",
            l.and(once, l.splat(ALL)),
            d.and(defined_once, meant),
        );
        check(
            "turns",
            l.and(twice, l.splat(ALL)),
            d.and(defined_twice, meant),
        );
        let pairs = l.pairs(a, e27);
        let defined = d.pairs(x, d.and(w, meant));
        check("pairs", pairs[0], defined[0]);
        check("pairs", pairs[1], defined[1]);
        macro_rules! shifts {
            ($($k:literal)*) => {$(
                check("shl", l.shl::<$k>(a), d.shl::<$k>(x));
                check("shr", l.shr::<$k>(a), d.shr::<$k>(x));
            )*};
        }
        shifts!(1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31);
    }
}

/// Compares operations with sets of lanes with their definitions, for all sets.
fn sets_are_as_defined<L: Quads, const N: usize>(l: L) {
    let d = Defined::<u32, N>::new();
    let mut random = Random::new(0x5eed_0011);
    let step = if cfg!(miri) { 199 } else { 1 };
    for set in (0..=L::EVERY).step_by(step) {
        let all = [random.words::<16>(), random.words()];
        let [a, b] = all.map(|words| vector(l, &words));
        let [x, y] = all.map(|words| vector(d, &words));
        // Not zero in exactly these lanes.
        let in_set: [u32; 16] = std::array::from_fn(|lane| match set >> lane & 1 {
            0 => 0,
            _ => 1 << (random.next() % 32),
        });
        let m = l.lanes(set);
        assert_eq!(l.nonzero(vector(l, &in_set)), set, "nonzero");
        assert_eq!(l.nonzero(l.ones(m)), set, "lanes");
        let check = |name: &str, is: L::V, should_be: WordLanes<u32, N>| {
            assert_eq!(words_of(l, is), should_be.0, "{name} {set:b}");
        };
        let n = d.lanes(set);
        check("ones", l.ones(m), d.ones(n));
        check("within", l.within(m, a), d.within(n, x));
        check("blend", l.blend(m, a, b), d.blend(n, x, y));
        check("any", l.ones(l.any(m, a)), d.ones(d.any(n, x)));
        check("none", l.ones(l.none(m, a)), d.ones(d.none(n, x)));
        check("add", l.add(set, a, 77), d.add(set, x, 77));
        assert_eq!(l.is_zero(vector(l, &in_set)), set == 0, "is_zero");
    }
}

/// Lanes move as they are defined to, whatever they hold. Each has its own number.
fn quads_are_as_defined<L: Quads, const N: usize>(l: L) {
    let d = Defined::<u32, N>::new();
    let numbers = |first: u32| -> [u32; 16] { std::array::from_fn(|i| first + i as u32) };
    let all = [numbers(100), numbers(200), numbers(300)];
    let x = all.map(|words| vector(l, &words));
    let y = all.map(|words| vector(d, &words));
    let check = |name: &str, is: L::V, should_be: WordLanes<u32, N>, lanes: usize| {
        let is = words_of(l, is);
        let meant = (0..N).filter(|lane| lane % 4 < lanes);
        for lane in meant {
            assert_eq!(is[lane], should_be.0[lane], "{name}, lane {lane}");
        }
    };
    check("next", l.next(x[0]), d.next(y[0]), 4);
    check("after", l.after(x[0]), d.after(y[0]), 4);
    for (is, should_be) in l.each_lane(x[0]).into_iter().zip(d.each_lane(y[0])) {
        check("each_lane", is, should_be, 4);
    }
    for (is, should_be) in l.transpose(x).into_iter().zip(d.transpose(y)) {
        check("transpose", is, should_be, 3);
    }
    let four = [7, 8, 9, 10];
    check("quad", l.quad(&four), d.quad(&four), 4);
    let is = l.of_triples(x);
    let should_be = d.of_triples(y);
    for m in 0..L::VECTORS {
        check("of_triples", is[m], should_be[m], 4);
    }
    check("in_order", l.in_order(x[0]), y[0], 4);
    let low = u64::from(all[0][0]) | u64::from(all[0][1]) << 32;
    assert_eq!(l.side_by_side(x[0]), (low, all[0][2]));
    // In each quad, all three triples, those of the first quad in order. Quads behind the last have
    // the words of the last.
    let same = all.map(|words| {
        let quads: [u32; 16] = std::array::from_fn(|i| words[i % 4]);
        vector(l, &quads)
    });
    let is = l.of_triples(same);
    let triples = l.triples(&is).map(|vector| words_of(l, vector));
    for lane in 0..N {
        let mut found = [0, 1, 2].map(|i: usize| triples[i][lane]);
        let words = [0, 1, 2].map(|t| l.word(&is, t, lane % 4));
        if lane < 4 {
            assert_eq!(found, words, "triples");
        }
        found.sort_unstable();
        assert_eq!(found, words, "triples, lane {lane}");
    }
    for t in 0..3 {
        let number = 100 * (t as u32 + 1) + 2;
        assert_eq!(l.word(&is, t, 2), number);
    }
}

/// Words of all groups, each with its own number.
fn numbered<L: Lanes>(l: L) -> [L::V; MOST_GROUPS] {
    std::array::from_fn(|g| {
        let words: [u32; 16] = std::array::from_fn(|i| (g * L::N + i) as u32);
        vector(l, &words)
    })
}

/// The lanes of a set that are packed, by position: the lowest first, or each in its place if there
/// is one for every lane.
fn packed_lanes<L: Lanes>(_: L, set: LaneSet) -> Vec<(usize, u32)> {
    let lanes = (0..L::LANES as u32).filter(|lane| set >> lane & 1 == 1);
    if L::LANES == L::PACKED {
        lanes.map(|lane| (lane as usize, lane)).collect()
    } else {
        lanes.take(L::PACKED).enumerate().collect()
    }
}

/// Packing and unpacking move the words of these lanes, and no others.
fn moves_are_as_defined<L: Lanes>(l: L) {
    let mut random = Random::new(0x5eed_0012);
    let words = numbered(l);
    let all = LaneSet::MAX >> (64 - L::LANES);
    for round in 0..4 * ROUNDS {
        let some = random.next()
            & if round % 2 == 0 {
                u64::MAX
            } else {
                random.next()
            };
        let lanes = packed_lanes(l, some & all);
        let set = lanes.iter().fold(0, |set, &(_, lane)| set | 1 << lane);
        assert_eq!(l.first(some & all, L::PACKED), set, "first");
        let packed = words_of(l.packed(), l.pack(l.packing(set), words));
        let list = l.list(set);
        for &(place, lane) in &lanes {
            assert_eq!((packed[place], list[place]), (lane, lane), "pack");
        }
        // Lanes of the set go back, or on.
        let back = set & random.next();
        let on = set & !back;
        let of = |set: LaneSet, first: u32| -> Packs<L> {
            let mut words = [first; 16];
            for (place, lane) in packed_lanes(l, set) {
                words[place] = first + lane;
            }
            vector(l.packed(), &words)
        };
        let ways = l.unpacking(back, on);
        for g in 0..L::GROUPS {
            let is = words_of(l, l.unpack(ways[g], words[g], of(back, 1000), of(on, 2000)));
            let only_on = words_of(
                l,
                l.unpack_on(l.unpacking(0, on)[g], words[g], of(on, 2000)),
            );
            for i in 0..L::N {
                let lane = (g * L::N + i) as u32;
                let after_on = lane + if on >> lane & 1 == 1 { 2000 } else { 0 };
                let after = after_on + if back >> lane & 1 == 1 { 1000 } else { 0 };
                assert_eq!(is[i], after, "unpack");
                assert_eq!(only_on[i], after_on, "unpack_on");
            }
        }
    }
}

/// Lanes take words of as many others, both lowest first: all sets that take, and of each some that
/// give.
fn taking_is_as_defined<L: Lanes>(l: L) {
    let mut random = Random::new(0x5eed_0013);
    let [own, ..] = numbered(l);
    let numbers: [u32; 16] = std::array::from_fn(|i| 500 + i as u32);
    let new = vector(l, &numbers);
    let step = if cfg!(miri) { 199 } else { 1 };
    for to in (0..=L::EVERY).step_by(step) {
        let mut from = random.next() as u32 & L::EVERY;
        while from.count_ones() < to.count_ones() {
            from |= 1 << random.below(L::N);
        }
        let is = words_of(l, l.take(l.taking(to, from), own, new));
        let mut given = from;
        for lane in 0..L::N {
            let mut expected = lane as u32;
            if to >> lane & 1 == 1 {
                expected = 500 + given.trailing_zeros();
                given &= given - 1;
            }
            assert_eq!(is[lane], expected, "take {to:b} {from:b}");
        }
    }
}

/// States move from the lanes of packed words to records, and back.
fn records_are_as_defined<P: Packed>(p: P) {
    let mut random = Random::new(0x5eed_0015);
    let mut records = [StackEntry([0; 32]); 41];
    let last = records.len() - 1;
    for _ in 0..ROUNDS.min(200) {
        let mut words = [[p.splat(0); 9]; 3];
        for word in P::words_mut(words.as_flattened_mut()) {
            *word = random.next() as u32;
        }
        let first = random.below(7);
        let mut at = [last; MOST_PACKED];
        for (j, at) in at[..P::N].iter_mut().enumerate() {
            *at = (first + 7 * j) % last;
        }
        p.scatter(&words, &mut records, at);
        for (i, &is) in P::words(words.as_flattened()).iter().enumerate() {
            assert_eq!(records[at[i % P::N]].0[i / P::N], is, "scatter");
        }
        let back = p.gather(&records, at);
        assert_eq!(P::words(&back), P::words(words.as_flattened()), "gather");
    }
}

/// The rows of solved lanes have the digits of their grids, and other rows stay as they are.
fn rows_are_as_defined<P: Packed>(p: P) {
    let mut random = Random::new(0x5eed_0016);
    for _ in 0..ROUNDS.min(200) {
        let grids = [(); MOST_PACKED].map(|()| random.grid());
        let mut x = [[p.splat(0); 9]; 3];
        for (lane, grid) in grids[..P::N].iter().enumerate() {
            let mut sets = [[false; CELLS]; 9];
            add_grid(&mut sets, grid);
            put(p, &mut x, lane, &sets);
        }
        let lanes = random.next() as u32 & P::EVERY;
        let mut rows = [BLANK_ROW; MOST_PACKED];
        let at: [u32; MOST_PACKED] = std::array::from_fn(|j| (5 * j % MOST_PACKED) as u32);
        p.write_rows(&x, lanes, &mut rows, &at);
        for (j, grid) in grids[..P::N].iter().enumerate() {
            let row: &Row = &rows[at[j] as usize];
            let expected = if lanes >> j & 1 == 1 {
                grid.map(|digit| b'1' + digit as u8)
            } else {
                *BLANK_ROW.first_chunk().expect("81 cells")
            };
            assert_eq!(row[..CELLS], expected, "write_rows");
        }
    }
}

/// A line for each lane.
fn lines_of(texts: &[[u8; CELLS]]) -> PuzzleLines<'_> {
    let mut lines = BLANK_LINES;
    for (line, text) in lines.iter_mut().zip(texts) {
        *line = text;
    }
    lines
}

/// Text in lanes: four words of a line, and the code of each byte.
fn text_is_as_defined<L: Lanes>(l: L) {
    let mut random = Random::new(0x5eed_0017);
    let texts = [(); 16].map(|()| [(); CELLS].map(|()| random.next() as u8));
    for at in 0..=CELLS - 16 {
        for (k, word) in l.four_words(&lines_of(&texts), at).into_iter().enumerate() {
            for (lane, is) in words_of(l, word).into_iter().enumerate() {
                let bytes = texts[lane][at + 4 * k..].first_chunk();
                assert_eq!(Some(&is.to_le_bytes()), bytes, "four_words");
            }
        }
    }
    for byte in 0..=255_u8 {
        for position in 0..4 {
            let mut bytes = *b"1.9x";
            bytes[position] = byte;
            let mut faults = l.splat(0);
            let codes = l.codes(l.splat(u32::from_le_bytes(bytes)), &mut faults);
            let expected = bytes.map(|byte| CODE[usize::from(byte)]);
            let is_cell = CODE[usize::from(byte)] < 10;
            let faults = l.nonzero(l.and(faults, l.splat(FAULT)));
            assert_eq!(
                faults,
                if is_cell { 0 } else { L::EVERY },
                "codes of {byte}"
            );
            if is_cell {
                let codes = words_of(l, l.and(codes, l.splat(0x0f0f_0f0f)));
                let expected = vec![u32::from_le_bytes(expected); L::N];
                assert_eq!(codes, expected, "codes of {byte}");
            }
        }
    }
    for code in 0..10 {
        let of_bytes = [code, 9 - code, 9, code / 2];
        // The upper half of a byte has no meaning.
        let upper = random.next() as u32 & 0xf0f0_f0f0;
        let codes = l.splat(u32::from_le_bytes(of_bytes) | upper);
        macro_rules! spreads {
            ($($k:literal)*) => {$(
                let code = usize::from(of_bytes[$k]);
                assert_eq!(words_of(l, l.spread::<$k, 0>(&codes)), [SPREAD[0][code]; 16][..L::N]);
                assert_eq!(words_of(l, l.spread::<$k, 1>(&codes)), [SPREAD[1][code]; 16][..L::N]);
                assert_eq!(words_of(l, l.spread::<$k, 2>(&codes)), [SPREAD[2][code]; 16][..L::N]);
            )*};
        }
        spreads!(0 1 2 3);
    }
}

/// The faster way to read lines gives the same candidates, and the same others of candidates.
fn common_lines_are_read_as_others<L: Lanes>(l: L) {
    let mut random = Random::new(0x5eed_0018);
    for _ in 0..ROUNDS.min(200) {
        let texts = [(); 16].map(|()| [(); CELLS].map(|()| b"0123456789.*_...."[random.below(17)]));
        let mut fast = Group::of(l.splat(0));
        let mut any = Group::of(l.splat(0));
        if !l.read_common(&lines_of(&texts), &mut fast) {
            return;
        }
        assert_eq!(parse_any(l, &lines_of(&texts), &mut any), 0);
        for p in 0..9 {
            let candidates = l.or3(any.x[0][p], any.x[1][p], any.x[2][p]);
            for t in 0..3 {
                assert_eq!(words_of(l, fast.x[t][p]), words_of(l, any.x[t][p]));
            }
            let [is, should_be] = [fast, any].map(|group| l.and(group.has_other[p], candidates));
            assert_eq!(words_of(l, is), words_of(l, should_be));
        }
        let mut other = texts;
        let bad = b"xX!/:\x80\0"[random.below(7)];
        other[random.below(L::N)][random.below(CELLS)] = bad;
        assert!(!l.read_common(&lines_of(&other), &mut fast), "{bad}");
    }
}

/// The state of a lane.
fn put<L: Vector>(_: L, x: &mut Words<L::V>, lane: usize, sets: &Sets) {
    let mut state = [0; STATE];
    for (digit, cells) in sets.iter().enumerate() {
        for (cell, &candidate) in cells.iter().enumerate() {
            let (t, p, bit) = place(digit, cell);
            state[9 * t + p] |= u32::from(candidate) << bit;
        }
    }
    let words = L::words_mut(x.as_flattened_mut());
    for (w, word) in state.into_iter().enumerate() {
        words[w * L::N + lane] = word;
    }
}

/// The meaningful bits of all words of a group.
fn bits_of_group<L: Vector>(_: L, group: &Group<L::V>) -> Vec<u32> {
    let words = L::words(group.x.as_flattened()).iter();
    words
        .chain(L::words(&group.has_other))
        .map(|word| word & ALL)
        .collect()
}

/// Passes over random states, with some waiting lanes frozen; the check of solved states, and the
/// search for clashes. Their operations are as defined, so this tests the compiler.
fn passes_are_as_defined<L: Quads, const N: usize>(l: L) {
    let d = Defined::<u32, N>::new();
    let mut random = Random::new(0x5eed_0001);
    let mut found = PassResult::default();
    let mut right = 0;
    for _ in 0..if cfg!(miri) { 1 } else { 24 } {
        let mut group = Group::of(l.splat(0));
        let mut defined = Group::of(d.splat(0));
        for lane in 0..N {
            let sets = random_sets(&mut random);
            put(l, &mut group.x, lane, &sets);
            put(d, &mut defined.x, lane, &sets);
        }
        renew(l, &mut group);
        renew(d, &mut defined);
        assert_eq!(clashing(l, &group), clashing(d, &defined));
        let mut frozen = 0;
        for _ in 0..12 {
            let seen = l.pass(&mut group, frozen);
            assert_eq!(seen, pass(d, &mut defined, frozen));
            assert_eq!(bits_of_group(l, &group), bits_of_group(d, &defined));
            let full = valid(l, &group.x);
            assert_eq!(full, valid(d, &defined.x));
            right |= full & seen.solved as u32;
            found.contradiction |= seen.contradiction;
            found.solved |= seen.solved;
            found.stalled |= seen.stalled;
            let waiting = seen.waiting() as u32;
            frozen = (frozen | waiting & random.next() as u32) & L::EVERY;
        }
    }
    let all = found.contradiction.min(found.solved).min(found.stalled);
    assert!(cfg!(miri) || all != 0 && right != 0, "there is one of each");
}

fn is_as_defined<L: Quads>(l: L) {
    match L::N {
        4 => same_as::<L, 4>(l),
        8 => same_as::<L, 8>(l),
        16 => same_as::<L, 16>(l),
        n => panic!("no vectors have {n} lanes"),
    }
    moves_are_as_defined(l);
    taking_is_as_defined(l);
    records_are_as_defined(l.packed());
    rows_are_as_defined(l.packed());
    text_is_as_defined(l);
    common_lines_are_read_as_others(l);
}

fn same_as<L: Quads, const N: usize>(l: L) {
    vectors_are_as_defined::<L, N>(l);
    sets_are_as_defined::<L, N>(l);
    quads_are_as_defined::<L, N>(l);
    passes_are_as_defined::<L, N>(l);
}

#[test]
fn every_operation_of_every_back_end_is_as_defined() {
    on_every_back_end!(is_as_defined);
}
