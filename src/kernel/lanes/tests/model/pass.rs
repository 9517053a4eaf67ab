//! The pass: what it must do, bit for bit, and what it must never lose.

use super::super::super::isa::Lanes;
use super::super::super::layout::Group;
use super::super::super::pass::{PassResult, valid};
use super::super::super::turns::renew;
use super::{Pass, Random, Sets, box_of, get, on_every_back_end, put, rounds};
use crate::grid::CELLS;

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
fn agrees<L: Lanes>(l: L, pass: Pass<L>) {
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
            let seen = pass(l, &mut group, frozen);
            let full = u64::from(valid(l, &group.x));
            for (lane, model) in models.iter_mut().enumerate() {
                let expected = model.pass(frozen >> lane & 1 != 0);
                let at = |set: u64| set >> lane & 1 != 0;
                let PassResult {
                    contradiction: d,
                    solved: s,
                    stalled: u,
                } = seen;
                let name = format!("round {round}, step {step}, lane {lane}");
                assert_eq!(get(l, &group.x, lane), model.candidate, "{name}");
                let seen = ModelResult {
                    contradiction: at(d),
                    solved: at(s),
                    stalled: at(u),
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

/// A lane with a contradiction keeps it. A solved lane stays solved or gets a contradiction. So
/// it does not matter after which pass they are examined.
fn verdicts_last<L: Lanes>(l: L, pass: Pass<L>) {
    let mut random = Random::new(0x5eed_0008);
    let mut waiting = 0;
    for _ in 0..rounds(400) {
        let mut group = Group::of(l.splat(0));
        for lane in 0..L::N {
            put(l, &mut group.x, lane, &random.sets());
        }
        renew(l, &mut group);
        let (mut contradiction, mut solved) = (0, 0);
        for _ in 0..8 {
            let seen = pass(l, &mut group, 0);
            assert_eq!(
                contradiction & !seen.contradiction,
                0,
                "a lane keeps its contradiction"
            );
            let lives_on = !(seen.contradiction | seen.solved);
            assert_eq!(solved & lives_on, 0, "a solved lane does not continue");
            (contradiction, solved) = (seen.contradiction, seen.solved);
        }
        waiting += (contradiction | solved).count_ones();
    }
    assert!(cfg!(miri) || waiting > 400, "{waiting}");
}

#[test]
fn a_lane_stays_solved_or_keeps_its_contradiction() {
    on_every_back_end!(verdicts_last);
}

/// A union of several valid grids may shrink, but never loses one of them.
fn keeps<L: Lanes>(l: L, pass: Pass<L>) {
    let mut random = Random::new(0x5eed_0002);
    let mut shrank = 0;
    for _ in 0..rounds(40) {
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
            put(l, &mut group.x, lane, &sets);
            grids.push(some);
        }
        renew(l, &mut group);
        let count = |group: &Group<L::V>| -> u32 {
            let words = L::words(group.x.as_flattened());
            words.iter().map(|word| word.count_ones()).sum()
        };
        let before = count(&group);
        for _ in 0..10 {
            let seen = pass(l, &mut group, 0);
            assert_eq!(
                seen.contradiction, 0,
                "a state with a solution has no contradiction"
            );
            for (lane, grids) in grids.iter().enumerate() {
                let sets = get(l, &group.x, lane);
                for grid in grids {
                    assert!((0..CELLS).all(|cell| sets[grid[cell]][cell]));
                }
            }
        }
        shrank += u32::from(count(&group) < before);
    }
    assert!(cfg!(miri) || shrank > 0);
}

#[test]
fn no_pass_loses_a_valid_grid() {
    on_every_back_end!(keeps);
}

/// All solutions within the candidates, at most `limit`, by trial.
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

/// All solutions of puzzles with many clues, found by trial, survive. A solved lane is one of
/// them, and a lane with a contradiction has none.
fn keeps_all<L: Lanes>(l: L, pass: Pass<L>) {
    let mut random = Random::new(0x5eed_0003);
    let (mut several, mut none) = (0, 0);
    for _ in 0..rounds(6) {
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
                // One wrong clue: almost always no solution.
                let (cell, wrong) = (random.below(CELLS), random.below(9));
                for (digit, cells) in sets.iter_mut().enumerate() {
                    cells[cell] = digit == wrong;
                }
            }
            put(l, &mut group.x, lane, &sets);
            let found = solutions(&sets, 0, &mut [9; CELLS], 200);
            several += usize::from(found.len() > 1);
            none += usize::from(found.is_empty());
            known.push(found);
        }
        renew(l, &mut group);
        let mut contradiction = 0;
        for _ in 0..20 {
            let seen = pass(l, &mut group, 0);
            contradiction |= seen.contradiction;
            let right = seen.solved & u64::from(valid(l, &group.x));
            for (lane, known) in known.iter().enumerate() {
                let sets = get(l, &group.x, lane);
                assert!(contradiction >> lane & 1 == 0 || known.is_empty());
                for grid in known {
                    assert!((0..CELLS).all(|cell| sets[grid[cell]][cell]));
                }
                if right >> lane & 1 != 0 && contradiction >> lane & 1 == 0 {
                    assert_eq!(known.len(), 1, "lane {lane} is solved");
                }
            }
        }
    }
    assert!(cfg!(miri) || several > 0 && none > 0);
}

#[test]
fn no_pass_loses_what_trying_finds() {
    on_every_back_end!(keeps_all);
}

/// Grids with one digit in each cell: right ones, and ones that are wrong only in rows, columns or
/// boxes.
fn tells_solutions<L: Lanes>(l: L, _: Pass<L>) {
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
