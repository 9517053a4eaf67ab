//! The pass and the choice of a guess once more, for one puzzle, in plain loops over cells and
//! digits: what the vectors must do, bit for bit, and what no pass may ever lose.

use super::Backend;
use super::choose::choose;
use super::isa::{Form, Lanes};
use super::layout::Group;
use super::pass::{Seen, solved};
use super::tables::READ;
use super::text::parse;
use super::turns::renew;
use crate::grid::CELLS;

/// `[digit][cell]`, cells row-major.
type Sets = [[bool; CELLS]; 9];

#[derive(Clone, PartialEq, Eq, Debug)]
struct Model {
    candidate: Sets,
    /// By the digit's number in its triple: a candidate with another number is
    /// there, or two with this one. Of a digit that is a candidate it says that
    /// another is too.
    has_other: [[bool; CELLS]; 3],
}

#[derive(Debug, PartialEq, Eq)]
struct PassResult {
    dead: bool,
    settled: bool,
    stuck: bool,
}

fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
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

/// Lines (rows, or columns, of a band) against its boxes: a candidate stays if
/// the two other lines can have the digit in the two other boxes.
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
    fn pass(&mut self, frozen: bool) -> PassResult {
        let before = self.clone();
        let (mut dead, mut open) = (false, false);
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
                dead |= places == 0 || places >= 2 && alone[block];
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
            dead |= left == 0;
            open |= left >= 2;
        }
        self.has_other = others(&self.candidate);
        for digit in 0..9 {
            for cell in 0..CELLS {
                dead |= hidden[digit][cell] && self.has_other[digit % 3][cell];
                changed |= self.has_other[digit % 3][cell] != before.has_other[digit % 3][cell];
            }
        }
        PassResult {
            dead: dead && !frozen,
            settled: !frozen && !dead && !open,
            stuck: !frozen && !dead && open && !changed,
        }
    }

    fn solved(&self) -> bool {
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

/// Word and bit of a digit's candidate, as the layout says.
fn place(digit: usize, cell: usize) -> (usize, usize, u32) {
    let (row, column) = (cell / 9, cell % 9);
    let bit = digit % 3 * 9 + row / 3 * 3 + column / 3;
    (digit / 3, 3 * (row % 3) + column % 3, bit as u32)
}

fn put<L: Lanes>(_: L, group: &mut Group<L::V>, lane: usize, sets: &Sets) {
    let mut state = [0; 27];
    for (digit, cells) in sets.iter().enumerate() {
        for (cell, &candidate) in cells.iter().enumerate() {
            let (t, p, bit) = place(digit, cell);
            state[9 * t + p] |= u32::from(candidate) << bit;
        }
    }
    let words = L::words_mut(group.x.as_flattened_mut());
    for (w, word) in state.into_iter().enumerate() {
        words[w * L::N + lane] = word;
    }
}

fn get<L: Lanes>(_: L, group: &Group<L::V>, lane: usize) -> Sets {
    let words = L::words(group.x.as_flattened());
    let mut sets = [[false; CELLS]; 9];
    for (digit, cells) in sets.iter_mut().enumerate() {
        for (cell, candidate) in cells.iter_mut().enumerate() {
            let (t, p, bit) = place(digit, cell);
            *candidate = words[(9 * t + p) * L::N + lane] >> bit & 1 != 0;
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

    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ z >> 31) % n as u64) as usize
    }

    fn order<const N: usize>(&mut self) -> [usize; N] {
        let mut order = std::array::from_fn(|i| i);
        for i in (1..N).rev() {
            order.swap(i, self.below(i + 1));
        }
        order
    }

    /// Bands, and the rows in each; or stacks, and columns.
    fn lines(&mut self) -> [usize; 9] {
        let bands = self.order::<3>();
        let within = [(); 3].map(|()| self.order::<3>());
        std::array::from_fn(|line| 3 * bands[line / 3] + within[line / 3][line % 3])
    }

    /// A full valid grid, digits 0 to 8: one made by shifting, with its lines and digits in another
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

    /// Candidates of one of several kinds: noise, sparse or dense; the union of
    /// valid grids with noise; a puzzle with some clues, of which some may be wrong.
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
        #[cfg(target_arch = "x86_64")]
        {
            if let Some(l) = crate::simd::Avx512::detect() {
                $test(l, Form::Best);
                $test(l, Form::Compiled);
                ran += 2;
            }
            if let Some(l) = crate::simd::Avx2::detect() {
                $test(l, Form::Best);
                $test(l, Form::Compiled);
                ran += 2;
            }
            if let Some(l) = crate::simd::Sse2::detect() {
                $test(l, Form::Best);
                ran += 1;
            }
        }
        #[cfg(target_arch = "aarch64")]
        if let Some(l) = crate::simd::Neon::detect() {
            $test(l, Form::Best);
            ran += 1;
        }
        #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
        if let Some(l) = crate::simd::Simd128::detect() {
            $test(l, Form::Best);
            ran += 1;
        }
        $test(super::arch::Portable, Form::Best);
        ran += 1;
        let available = Backend::ALL.into_iter().filter(|b| b.is_available());
        assert_eq!(ran, available.count());
    }};
}

/// After every pass, every lane is in the state that the model is in.
fn agrees<L: Lanes>(l: L, form: Form) {
    let mut random = Random::new(0x5eed_0001);
    let (mut dead, mut settled, mut stuck, mut right) = (0, 0, 0, 0);
    for round in 0..24 {
        let mut group = Group::of(l.splat(0));
        let mut models: Vec<Model> = (0..L::N)
            .map(|lane| {
                let candidate = random.sets();
                put(l, &mut group, lane, &candidate);
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
            let seen = l.pass(form, &mut group, frozen);
            let full = solved(l, &group.x);
            for (lane, model) in models.iter_mut().enumerate() {
                let said = model.pass(frozen >> lane & 1 != 0);
                let at = |set: u32| set >> lane & 1 != 0;
                let Seen {
                    dead: d,
                    settled: s,
                    stuck: u,
                } = seen;
                let name = format!("round {round}, step {step}, lane {lane}");
                assert_eq!(get(l, &group, lane), model.candidate, "{name}");
                let seen = PassResult {
                    dead: at(d),
                    settled: at(s),
                    stuck: at(u),
                };
                assert_eq!(seen, said, "{name}");
                if said.settled {
                    assert_eq!(at(full), model.solved(), "{name}");
                    right += u32::from(at(full));
                }
            }
            dead += seen.dead.count_ones();
            settled += seen.settled.count_ones();
            stuck += seen.stuck.count_ones();
            // Some of those that wait are frozen, and some go on.
            let waiting = seen.dead | seen.settled | seen.stuck;
            frozen = (frozen | waiting & random.below(1 << 16) as u32) & L::EVERY;
        }
    }
    assert!(dead > 0 && settled > 0 && stuck > 0 && right > 0);
}

#[test]
fn the_pass_does_what_plain_loops_do() {
    on_every_back_end!(agrees);
}

/// What several valid grids have together may shrink, but never below them.
fn keeps<L: Lanes>(l: L, form: Form) {
    let mut random = Random::new(0x5eed_0002);
    let mut shrank = 0;
    for _ in 0..40 {
        let mut group = Group::of(l.splat(0));
        let mut grids = Vec::new();
        for lane in 0..L::N {
            let mut sets = random.sets();
            let some: Vec<_> = (0..1 + random.below(3)).map(|_| random.grid()).collect();
            for grid in &some {
                for cell in 0..CELLS {
                    sets[grid[cell]][cell] = true;
                }
            }
            put(l, &mut group, lane, &sets);
            grids.push(some);
        }
        renew(l, &mut group);
        let count = |group: &Group<L::V>| -> u32 {
            let words = L::words(group.x.as_flattened());
            words.iter().map(|word| word.count_ones()).sum()
        };
        let before = count(&group);
        for _ in 0..10 {
            let seen = l.pass(form, &mut group, 0);
            assert_eq!(seen.dead, 0, "a state with a solution is not dead");
            for (lane, grids) in grids.iter().enumerate() {
                let sets = get(l, &group, lane);
                for grid in grids {
                    assert!((0..CELLS).all(|cell| sets[grid[cell]][cell]));
                }
            }
        }
        shrank += u32::from(count(&group) < before);
    }
    assert!(shrank > 0);
}

#[test]
fn no_pass_loses_a_valid_grid() {
    on_every_back_end!(keeps);
}

/// All solutions within the candidates, at most `limit`, by trying.
fn solutions(
    sets: &Sets,
    cell: usize,
    grid: &mut [usize; CELLS],
    limit: usize,
) -> Vec<[usize; CELLS]> {
    if cell == CELLS {
        return vec![*grid];
    }
    let mut found = Vec::new();
    for digit in 0..9 {
        let clash = (0..cell).any(|other| {
            grid[other] == digit
                && (other / 9 == cell / 9 || other % 9 == cell % 9 || box_of(other) == box_of(cell))
        });
        if sets[digit][cell] && !clash && found.len() < limit {
            grid[cell] = digit;
            found.extend(solutions(sets, cell + 1, grid, limit - found.len()));
        }
    }
    found
}

/// All solutions of puzzles with many clues, found by trying, survive; what
/// settles is one of them, and what is dead has none.
fn keeps_all<L: Lanes>(l: L, form: Form) {
    let mut random = Random::new(0x5eed_0003);
    let (mut several, mut none) = (0, 0);
    for _ in 0..6 {
        let mut group = Group::of(l.splat(0));
        let mut known = Vec::new();
        for lane in 0..L::N {
            let grid = random.grid();
            let mut sets = [[true; CELLS]; 9];
            for _ in 0..90 {
                let cell = random.below(CELLS);
                for (digit, cells) in sets.iter_mut().enumerate() {
                    cells[cell] = digit == grid[cell];
                }
            }
            if random.below(3) == 0 {
                // One wrong clue: nearly always no solution.
                let (cell, wrong) = (random.below(CELLS), random.below(9));
                for (digit, cells) in sets.iter_mut().enumerate() {
                    cells[cell] = digit == wrong;
                }
            }
            put(l, &mut group, lane, &sets);
            let found = solutions(&sets, 0, &mut [9; CELLS], 200);
            several += usize::from(found.len() > 1);
            none += usize::from(found.is_empty());
            known.push(found);
        }
        renew(l, &mut group);
        let mut dead = 0;
        for _ in 0..20 {
            let seen = l.pass(form, &mut group, 0);
            dead |= seen.dead;
            let right = seen.settled & solved(l, &group.x);
            for (lane, known) in known.iter().enumerate() {
                let sets = get(l, &group, lane);
                assert!(dead >> lane & 1 == 0 || known.is_empty());
                for grid in known {
                    assert!((0..CELLS).all(|cell| sets[grid[cell]][cell]));
                }
                if right >> lane & 1 != 0 && dead >> lane & 1 == 0 {
                    assert_eq!(known.len(), 1, "lane {lane} has settled");
                }
            }
        }
    }
    assert!(several > 0 && none > 0);
}

#[test]
fn no_pass_loses_what_trying_finds() {
    on_every_back_end!(keeps_all);
}

/// Grids with one digit in each cell: right ones, and wrong in rows, columns or boxes alone.
fn tells_solutions<L: Lanes>(l: L, _: Form) {
    let mut random = Random::new(0x5eed_0006);
    for _ in 0..100 {
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
            put(l, &mut group, lane, &sets);
        }
        assert_eq!(solved(l, &group.x), right);
    }
}

#[test]
fn a_grid_is_right_in_rows_columns_and_boxes() {
    on_every_back_end!(tells_solutions);
}

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

/// A stuck state's cell and digit to guess, in plain loops. Nothing where no cell is open.
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
    let best = cells.min_by_key(|&cell| (std::cmp::Reverse(score(cell)), order(cell)))?;
    let in_all_rows = |digit: usize| {
        let mut rows = [false; 3];
        for cell in (0..CELLS).filter(|&cell| box_of(cell) == box_of(best)) {
            rows[cell / 9 % 3] |= sets[digit][cell];
        }
        rows == [true; 3]
    };
    let digits = (0..9).filter(|&digit| sets[digit][best]);
    let digit = digits.min_by_key(|&digit| (!in_all_rows(digit), digit))?;
    Some((best, digit))
}

/// Each lane chooses the cell and the digit that plain loops choose.
fn chooses<L: Lanes>(l: L, _: Form) {
    let mut random = Random::new(0x5eed_0006);
    let mut chosen = 0;
    for round in 0..100 {
        let mut group = Group::of(l.splat(0));
        let sets: Vec<Sets> = (0..L::N).map(|_| random.sets()).collect();
        for (lane, sets) in sets.iter().enumerate() {
            put(l, &mut group, lane, sets);
        }
        let choice = choose(l, &group.x, L::EVERY);
        for (lane, sets) in sets.iter().enumerate() {
            let Some((cell, digit)) = best_guess(sets) else {
                continue;
            };
            let (t, p, bit) = place(digit, cell);
            let name = format!("round {round}, lane {lane}: cell {cell}, digit {digit}");
            let every_digit = (1 << 9 | 1 << 18 | 1) << (bit % 9);
            for (i, &word) in L::words(&choice.cells)[lane..]
                .iter()
                .step_by(L::N)
                .enumerate()
            {
                assert_eq!(word, if i == p { every_digit } else { 0 }, "{name}");
            }
            for (i, &word) in L::words(&choice.digit)[lane..]
                .iter()
                .step_by(L::N)
                .enumerate()
            {
                assert_eq!(word, if i == t { 1 << bit } else { 0 }, "{name}");
            }
            chosen += 1;
        }
    }
    assert!(chosen > 200);
}

#[test]
fn the_best_cell_and_digit_are_chosen() {
    on_every_back_end!(chooses);
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
                assert_eq!(get(l, &group, lane), sets, "{line:?}");
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
