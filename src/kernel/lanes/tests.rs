//! The pass in plain loops over cells and digits: on every back end, each lane has the state of this
//! model after every pass, bit for bit. What depends on it, from text to answers, is tested through
//! the engines (`tests/engines`): on every back end, against the checker and against each other.

use super::isa::Lanes;
use super::layout::{Group, Words};
use super::pass::valid;
use super::turns::renew;
use super::vector::Vector;
use crate::grid::CELLS;

/// `[digit][cell]`, cells row-major.
type Sets = [[bool; CELLS]; 9];

/// So many rounds of a test, and few under Miri, which is a thousand times slower.
fn rounds(count: usize) -> usize {
    if cfg!(miri) {
        count.div_ceil(200)
    } else {
        count
    }
}

fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// Word and bit of a digit's candidate, by the layout.
fn place(digit: usize, cell: usize) -> (usize, usize, u32) {
    let (row, column) = (cell / 9, cell % 9);
    let bit = digit % 3 * 9 + row / 3 * 3 + column / 3;
    (digit / 3, 3 * (row % 3) + column % 3, bit as u32)
}

fn put<V: Vector>(_: V, x: &mut Words<V::V>, lane: usize, sets: &Sets) {
    let mut state = [0; 27];
    for (digit, cells) in sets.iter().enumerate() {
        for (cell, &candidate) in cells.iter().enumerate() {
            let (t, p, bit) = place(digit, cell);
            state[9 * t + p] |= u32::from(candidate) << bit;
        }
    }
    let words = V::words_mut(x.as_flattened_mut());
    for (w, word) in state.into_iter().enumerate() {
        words[w * V::N + lane] = word;
    }
}

fn get<V: Vector>(_: V, x: &Words<V::V>, lane: usize) -> Sets {
    let words = V::words(x.as_flattened());
    let mut sets = [[false; CELLS]; 9];
    for (digit, cells) in sets.iter_mut().enumerate() {
        for (cell, candidate) in cells.iter_mut().enumerate() {
            let (t, p, bit) = place(digit, cell);
            *candidate = words[(9 * t + p) * V::N + lane] >> bit & 1 != 0;
        }
    }
    sets
}

/// Chooses test cases: the same numbers everywhere (SplitMix64).
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn order<const N: usize>(&mut self) -> [usize; N] {
        let mut order = std::array::from_fn(|i| i);
        for i in (1..N).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }

    /// Bands, and the rows in each; or stacks, and their columns.
    fn lines(&mut self) -> [usize; 9] {
        let bands = self.order::<3>();
        let within = [(); 3].map(|()| self.order::<3>());
        std::array::from_fn(|line| 3 * bands[line / 3] + within[line / 3][line % 3])
    }

    /// A full valid grid, digits 0 to 8: made by shifting, with its lines and digits in random
    /// order.
    fn grid(&mut self) -> [usize; CELLS] {
        let (rows, columns, digits) = (self.lines(), self.lines(), self.order::<9>());
        let turned = self.below(2) == 1;
        std::array::from_fn(|cell| {
            let (mut row, mut column) = (rows[cell / 9], columns[cell % 9]);
            if turned {
                (row, column) = (column, row);
            }
            digits[(row % 3 * 3 + row / 3 + column) % 9]
        })
    }

    /// Candidates of one of several kinds: noise, sparse or dense; the union of valid grids with
    /// noise; a puzzle with some clues, possibly wrong.
    fn sets(&mut self) -> Sets {
        let mut sets = [[false; CELLS]; 9];
        let kind = self.below(5);
        if kind == 4 {
            let (grid, clues) = (self.grid(), self.below(60));
            sets = [[true; CELLS]; 9];
            let wrong = [0, 0, 1, 8][self.below(4)];
            for _ in 0..clues {
                let cell = self.below(CELLS);
                let clue = if self.below(32) < wrong {
                    self.below(9)
                } else {
                    grid[cell]
                };
                for (digit, cells) in sets.iter_mut().enumerate() {
                    cells[cell] = digit == clue;
                }
            }
            return sets;
        }
        for _ in 0..kind {
            let grid = self.grid();
            for cell in 0..CELLS {
                sets[grid[cell]][cell] = true;
            }
        }
        for _ in 0..[700, 60, 20, 3][self.below(4)] {
            let (digit, cell) = (self.below(9), self.below(CELLS));
            sets[digit][cell] = true;
        }
        sets
    }
}

/// Runs a generic test on each back end that this CPU has.
macro_rules! on_every_back_end {
    ($test:ident) => {{
        let mut ran = 0;
        macro_rules! on {
            ($name:ident) => {
                if let Some(l) = crate::simd::$name::detect() {
                    $test(l);
                    ran += 1;
                }
            };
        }
        #[cfg(target_arch = "x86_64")]
        {
            on!(Avx512);
            on!(Avx2);
            on!(Sse2);
        }
        #[cfg(target_arch = "aarch64")]
        on!(Neon);
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        on!(Simd128);
        $test(super::arch::Portable);
        let backends = super::Backend::ALL.into_iter();
        assert_eq!(ran + 1, backends.filter(|b| b.is_available()).count());
    }};
}

#[derive(Clone, PartialEq, Eq, Debug)]
struct Model {
    candidate: Sets,
    /// By the digit's number in its triple: a candidate with another number is there, or two with
    /// this one. For a digit that is a candidate, it says whether another one is too.
    has_other: [[bool; CELLS]; 3],
}

#[derive(Debug, PartialEq, Eq)]
struct ModelResult {
    contradiction: bool,
    solved: bool,
    stalled: bool,
}

fn others(sets: &Sets) -> [[bool; CELLS]; 3] {
    std::array::from_fn(|number| {
        std::array::from_fn(|cell| {
            let count = |wanted: bool| {
                let digits = (0..9).filter(|digit| (digit % 3 == number) == wanted);
                digits.filter(|&digit| sets[digit][cell]).count()
            };
            count(true) >= 2 || count(false) >= 1
        })
    })
}

/// Lines (rows, or columns, of a band) against its boxes: a candidate stays if the two other lines
/// can have the digit in the two other boxes.
fn keep_matched(cells: &mut [bool; CELLS], cell: impl Fn(usize, usize, usize, usize) -> usize) {
    for band in 0..3 {
        let mut has = [[false; 3]; 3];
        for (line, has) in has.iter_mut().enumerate() {
            for (block, has) in has.iter_mut().enumerate() {
                *has = (0..3).any(|i| cells[cell(band, line, block, i)]);
            }
        }
        for line in 0..3 {
            for block in 0..3 {
                let (a, b) = ((line + 1) % 3, (line + 2) % 3);
                let (s, t) = ((block + 1) % 3, (block + 2) % 3);
                if !(has[a][s] && has[b][t] || has[a][t] && has[b][s]) {
                    for i in 0..3 {
                        cells[cell(band, line, block, i)] = false;
                    }
                }
            }
        }
    }
}

impl Model {
    fn pass(&mut self, frozen: bool) -> ModelResult {
        let before = self.clone();
        let (mut contradiction, mut open) = (false, false);
        let mut two = [[false; 9]; 9];
        for digit in 0..9 {
            let mut alone = [false; 9];
            for cell in 0..CELLS {
                alone[box_of(cell)] |=
                    self.candidate[digit][cell] && !self.has_other[digit % 3][cell];
            }
            let cells = &mut self.candidate[digit];
            for cell in 0..CELLS {
                cells[cell] &= !(alone[box_of(cell)] && self.has_other[digit % 3][cell]);
            }
            if !frozen {
                keep_matched(cells, |band, row, block, i| {
                    27 * band + 9 * row + 3 * block + i
                });
                keep_matched(cells, |stack, column, block, i| {
                    27 * block + 9 * i + 3 * stack + column
                });
            }
            for block in 0..9 {
                let places = (0..CELLS)
                    .filter(|&cell| box_of(cell) == block && cells[cell])
                    .count();
                two[digit][block] = places >= 2 && !frozen;
                contradiction |= places == 0 || places >= 2 && alone[block];
            }
        }
        let mut changed = false;
        let hidden: Sets = std::array::from_fn(|digit| {
            std::array::from_fn(|cell| self.candidate[digit][cell] && !two[digit][box_of(cell)])
        });
        for cell in 0..CELLS {
            let taken = (0..9).any(|digit| hidden[digit][cell]);
            for digit in 0..9 {
                self.candidate[digit][cell] &= !(taken && two[digit][box_of(cell)]);
            }
            let left = (0..9).filter(|&digit| self.candidate[digit][cell]).count();
            contradiction |= left == 0;
            open |= left >= 2;
        }
        self.has_other = others(&self.candidate);
        for digit in 0..9 {
            for cell in 0..CELLS {
                contradiction |= hidden[digit][cell] && self.has_other[digit % 3][cell];
                changed |= self.has_other[digit % 3][cell] != before.has_other[digit % 3][cell];
            }
        }
        ModelResult {
            contradiction: contradiction && !frozen,
            solved: !frozen && !contradiction && !open,
            stalled: !frozen && !contradiction && open && !changed,
        }
    }

    fn is_valid(&self) -> bool {
        self.candidate.iter().all(|cells| {
            let mut unit = [[false; 9]; 3];
            for cell in (0..CELLS).filter(|&cell| cells[cell]) {
                unit[0][cell / 9] = true;
                unit[1][cell % 9] = true;
                unit[2][box_of(cell)] = true;
            }
            unit == [[true; 9]; 3]
        })
    }
}

/// After every pass, every lane has the state of the model.
fn agrees<L: Lanes>(l: L) {
    let mut random = Random::new(0x5eed_0001);
    let (mut contradiction, mut solved, mut stalled, mut right) = (0, 0, 0, 0);
    for round in 0..rounds(24) {
        let mut group = Group::of(l.splat(0));
        let mut models: Vec<Model> = (0..L::N)
            .map(|lane| {
                let candidate = random.sets();
                put(l, &mut group.x, lane, &candidate);
                let has_other = others(&candidate);
                Model {
                    candidate,
                    has_other,
                }
            })
            .collect();
        renew(l, &mut group);
        let mut frozen = 0;
        for step in 0..12 {
            let seen = l.pass(&mut group, frozen);
            let full = u64::from(valid(l, &group.x));
            for (lane, model) in models.iter_mut().enumerate() {
                let expected = model.pass(frozen >> lane & 1 != 0);
                let at = |set: u64| set >> lane & 1 != 0;
                let name = format!("round {round}, step {step}, lane {lane}");
                assert_eq!(get(l, &group.x, lane), model.candidate, "{name}");
                let seen = ModelResult {
                    contradiction: at(seen.contradiction),
                    solved: at(seen.solved),
                    stalled: at(seen.stalled),
                };
                assert_eq!(seen, expected, "{name}");
                if expected.solved {
                    assert_eq!(at(full), model.is_valid(), "{name}");
                    right += u32::from(at(full));
                }
            }
            contradiction += seen.contradiction.count_ones();
            solved += seen.solved.count_ones();
            stalled += seen.stalled.count_ones();
            // Some of the waiting lanes are frozen, and some continue.
            let waiting = seen.contradiction | seen.solved | seen.stalled;
            frozen = (frozen | waiting as u32 & random.below(1 << 16) as u32) & L::EVERY;
        }
    }
    assert!(cfg!(miri) || contradiction > 0 && solved > 0 && stalled > 0 && right > 0);
}

#[test]
fn the_pass_does_what_plain_loops_do() {
    on_every_back_end!(agrees);
}

/// Grids with one digit in each cell: right ones, and ones that are wrong only in rows, columns or
/// boxes.
fn tells_solutions<L: Lanes>(l: L) {
    let mut random = Random::new(0x5eed_0006);
    for _ in 0..rounds(100) {
        let mut group = Group::of(l.splat(0));
        let mut right = 0;
        for lane in 0..L::N {
            let mut grid = random.grid();
            let cell = random.below(CELLS);
            match random.below(4) {
                // Two cells of a column and of a box, then two of a row and of a box.
                0 => grid.swap(cell, cell - cell / 9 % 3 * 9 + (cell / 9 + 1) % 3 * 9),
                1 => grid.swap(cell, cell - cell % 3 + (cell + 1) % 3),
                2 => grid = std::array::from_fn(|i| (i / 9 * 2 + i % 9 + cell) % 9),
                _ => right |= 1 << lane,
            }
            let sets = std::array::from_fn(|digit| grid.map(|of_cell| of_cell == digit));
            put(l, &mut group.x, lane, &sets);
        }
        assert_eq!(valid(l, &group.x), right);
    }
}

#[test]
fn a_grid_is_right_in_rows_columns_and_boxes() {
    on_every_back_end!(tells_solutions);
}

/// Of any set, as many lanes as can be packed are, the lowest first. Fewer would only be slower.
fn packs_all<L: Lanes>(l: L) {
    let mut random = Random::new(0x5eed_0004);
    for _ in 0..rounds(1000) {
        let set = (random.next() & random.next()) >> (64 - L::LANES);
        let lanes = (0..L::LANES).filter(|lane| set >> lane & 1 == 1);
        let first: u64 = lanes.take(L::PACKED).map(|lane| 1 << lane).sum();
        assert_eq!(l.first(set, L::PACKED), first);
    }
}

#[test]
fn as_many_lanes_are_packed_as_there_are_places() {
    on_every_back_end!(packs_all);
}
