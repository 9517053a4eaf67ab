//! What the pass, the check of solved states, the choice and the search for clashes of `lanes` do,
//! for all states.

use super::fault::Planted::{DroppedFirstTerm, DroppedTerm, OtherMask, WrongShift};
use super::fault::without;
use super::formula::{FALSE, Formula, any, exactly_one, one_and_two};
use super::model::{self, Others};
use super::random::Random;
use super::solver::{Assignment, Cases};
use super::states::{
    FormulaState, OneWord, add_grid, any_state, any_word, at, each_candidate, equal_candidates,
    equal_others, grid_rules, is_within, of_cell, place, random_sets, set_state, units,
};
use super::theorem::{Theorem, holds};
use super::token::{Symbolic, bits, lane, scripted};
use crate::grid::CELLS;
use crate::kernel::lanes::clash::clashing;
use crate::kernel::lanes::exchange::split;
use crate::kernel::lanes::layout::Group;
use crate::kernel::lanes::pass::{pass, valid};
use crate::kernel::lanes::turns::renew;

/// What a pass makes of a state.
pub(super) struct SymbolicPass {
    pub(super) group: Group<OneWord>,
    pub(super) contradiction: Formula,
    pub(super) open: Formula,
    pub(super) changed: Formula,
}

fn l() -> Symbolic<1> {
    Symbolic::new()
}

/// The group of a state, as the code makes it.
fn renewed(x: FormulaState) -> Group<OneWord> {
    let mut group = Group {
        x,
        has_other: [lane([FALSE; 32]); 9],
    };
    renew(l(), &mut group);
    group
}

/// The group of a state.
pub(super) fn group_of(x: FormulaState) -> Group<OneWord> {
    without(|| renewed(x))
}

/// The group of a puzzle that was just read: readers compute the others only for digits that are
/// candidates. The rest is also returned.
pub(super) fn group_just_read(x: FormulaState) -> (Group<OneWord>, [OneWord; 9]) {
    let rest = [(); 9].map(|()| any_word());
    let mut group = group_of(x);
    for p in 0..9 {
        let exact = bits(group.has_other[p]);
        group.has_other[p] = lane(std::array::from_fn(|i| {
            let is_candidate = any((0..3).map(|t| bits(x[t][p])[i]));
            is_candidate.select(exact[i], bits(rest[p])[i])
        }));
    }
    (group, rest)
}

/// Any candidates, and anything for the rest.
pub(super) fn cases_just_read(x: FormulaState, rest: [OneWord; 9]) -> Cases {
    let cases = random_cases(x);
    Box::new(move |random| {
        let mut case = cases(random);
        for word in rest {
            let value = random.next();
            for i in 0..27 {
                case.set(bits(word)[i], value >> i & 1 == 1);
            }
        }
        case
    })
}

/// Whether two groups are the same, but for bits without meaning.
pub(super) fn is_same_group(a: &Group<OneWord>, b: &Group<OneWord>) -> Vec<Formula> {
    let mut same = Vec::new();
    for t in 0..3 {
        for p in 0..9 {
            same.push(equal_candidates(a.x[t][p].0[0], b.x[t][p].0[0]));
        }
    }
    for p in 0..9 {
        same.push(equal_others(a.has_other[p].0[0], b.has_other[p].0[0]));
    }
    same
}

/// Whether a group says of each candidate what the model says: that another one is there.
fn has_others(group: &Group<OneWord>, expected: &Others) -> Vec<Formula> {
    let mut same = Vec::new();
    for number in 0..3 {
        for cell in 0..CELLS {
            let (_, position, bit) = place(number, cell);
            let is = bits(group.has_other[position])[bit];
            same.push(is.equals(expected[number][cell]));
        }
    }
    same
}

/// A pass over the only lane.
pub(super) fn passed(before: &Group<OneWord>, frozen: u32) -> SymbolicPass {
    let mut group = *before;
    let (_, found) = scripted(&[], || pass(l(), &mut group, frozen));
    let [contradiction, open, changed] = found[..] else {
        panic!("a pass looks at three words");
    };
    SymbolicPass {
        group,
        contradiction,
        open,
        changed,
    }
}

/// Any candidates.
pub(super) fn random_cases(x: FormulaState) -> Cases {
    Box::new(move |random| {
        let mut case = Assignment::default();
        set_state(&mut case, &x, &random_sets(random));
        case
    })
}

/// Any candidates, among them those of a solution.
fn cases_with_solution(x: FormulaState, solution: FormulaState) -> Cases {
    Box::new(move |random| {
        let mut case = Assignment::default();
        let grid = random.grid();
        let mut sets = random_sets(random);
        add_grid(&mut sets, &grid);
        set_state(&mut case, &x, &sets);
        set_state(&mut case, &solution, &sets_of(&grid));
        case
    })
}

fn sets_of(grid: &[usize; CELLS]) -> super::states::Sets {
    let mut sets = [[false; CELLS]; 9];
    add_grid(&mut sets, grid);
    sets
}

/// Solved grids, and nearly solved ones; a few with errors.
pub(super) fn nearly_solved(x: FormulaState) -> Cases {
    Box::new(move |random| {
        let mut case = Assignment::default();
        let mut sets = sets_of(&random.grid());
        for _ in 0..[0, 2, 9, 30][random.below(4)] {
            sets[random.below(9)][random.below(CELLS)] = true;
        }
        if random.below(2) == 0 {
            swap_two(&mut sets, random);
        }
        set_state(&mut case, &x, &sets);
        case
    })
}

/// Exchanges the candidates of two cells of a unit.
fn swap_two(sets: &mut super::states::Sets, random: &mut Random) {
    let unit = units().nth(random.below(27)).expect("there are 27 units");
    let a = unit[random.below(9)];
    let b = unit[random.below(9)];
    for cells in sets {
        cells.swap(a, b);
    }
}

#[test]
fn the_others_are_the_model_of_plain_loops() {
    let theorem = || {
        let x = any_state();
        let expected = model::others(&model::candidates(&x));
        Theorem {
            premises: vec![],
            conclusions: has_others(&renewed(x), &expected),
            cases: random_cases(x),
        }
    };
    let faults = [DroppedTerm(40), WrongShift(20)];
    holds("the others are the model of plain loops", theorem, &faults);
}

/// The first pass over a puzzle that was just read. It may find other cells that became single,
/// which nobody asks for.
#[test]
fn a_first_pass_needs_the_others_of_candidates_only() {
    let theorem = || {
        let before = any_state();
        let (group, rest) = group_just_read(before);
        let first = passed(&group, 0);
        let exact = without(|| passed(&group_of(before), 0));
        let mut conclusions = is_same_group(&first.group, &exact.group);
        conclusions.push(first.contradiction.equals(exact.contradiction));
        conclusions.push(first.open.equals(exact.open));
        Theorem {
            premises: vec![],
            conclusions,
            cases: cases_just_read(before, rest),
        }
    };
    holds(
        "a first pass needs the others of candidates only",
        theorem,
        &[DroppedTerm(5), DroppedTerm(100)],
    );
}

/// The five bits of a word that are no candidates stay empty, too.
#[test]
fn a_pass_only_removes_candidates() {
    let theorem = || {
        let before = any_state();
        let after = passed(&group_of(before), 0).group.x;
        let mut conclusions = Vec::new();
        for (before, after) in before.as_flattened().iter().zip(after.as_flattened()) {
            let pairs = bits(*before).into_iter().zip(bits(*after));
            conclusions.extend(pairs.map(|(before, after)| after.implies(before)));
        }
        Theorem {
            premises: vec![],
            conclusions,
            cases: random_cases(before),
        }
    };
    holds(
        "a pass only removes candidates",
        theorem,
        &[DroppedFirstTerm(18)],
    );
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn a_pass_keeps_every_solution_and_calls_it_no_contradiction() {
    let theorem = || {
        let before = any_state();
        let solution = any_state();
        let p = passed(&group_of(before), 0);
        let mut premises = grid_rules(&solution);
        premises.push(is_within(&solution, &before));
        let after = &p.group.x;
        let mut conclusions = each_candidate(|d, c| at(&solution, d, c).implies(at(after, d, c)));
        conclusions.push(p.contradiction.not());
        Theorem {
            premises,
            conclusions,
            cases: cases_with_solution(before, solution),
        }
    };
    let faults = [DroppedTerm(10), WrongShift(0), OtherMask(20)];
    holds("a pass keeps every solution", theorem, &faults);
}

#[test]
fn a_solved_state_has_one_candidate_in_each_cell() {
    let theorem = || {
        let before = any_state();
        let p = passed(&group_of(before), 0);
        let one = |cell| exactly_one(&of_cell(&p.group.x, cell));
        Theorem {
            premises: vec![p.contradiction.not(), p.open.not()],
            conclusions: (0..CELLS).map(one).collect(),
            cases: nearly_solved(before),
        }
    };
    holds(
        "a solved state has one candidate in each cell",
        theorem,
        &[DroppedTerm(632)],
    );
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn a_pass_is_the_model_of_plain_loops() {
    let theorem = || {
        let before = any_state();
        let p = passed(&group_of(before), 0);
        let expected = model::pass(&model::candidates(&before));
        let mut conclusions = each_candidate(|digit, cell| {
            at(&p.group.x, digit, cell).equals(expected.candidates[digit][cell])
        });
        conclusions.extend(has_others(&p.group, &expected.has_other));
        conclusions.push(p.contradiction.equals(expected.contradiction));
        let alive = p.contradiction.not();
        conclusions.push(alive.implies(p.open.equals(expected.open)));
        conclusions.push(alive.implies(p.changed.equals(expected.changed)));
        Theorem {
            premises: vec![],
            conclusions,
            cases: random_cases(before),
        }
    };
    let faults = [
        DroppedTerm(0),
        DroppedTerm(310),
        WrongShift(0),
        OtherMask(20),
    ];
    holds("a pass is the model of plain loops", theorem, &faults);
}

/// A lane that waits is frozen. Then it changes no more. (Nobody needs one with a contradiction.)
#[test]
#[ignore = "takes long; .ci/long runs it"]
fn a_frozen_lane_stays_unchanged() {
    let theorem = || {
        let before = any_state();
        let first = passed(&group_of(before), 0);
        let second = passed(&first.group, 1);
        let stalled = first.open.and(first.changed.not());
        let waits = first.contradiction.not().and(first.open.not().or(stalled));
        Theorem {
            premises: vec![waits],
            conclusions: is_same_group(&first.group, &second.group),
            cases: nearly_solved(before),
        }
    };
    holds(
        "a frozen lane stays unchanged",
        theorem,
        &[DroppedFirstTerm(884)],
    );
}

/// Any state, and whether `valid` finds something missing.
fn checked() -> (FormulaState, Formula) {
    let x = any_state();
    let (_, missing) = scripted(&[], || valid(l(), &x));
    (x, missing[0])
}

#[test]
fn a_solved_grid_is_valid() {
    let theorem = || {
        let (x, missing) = checked();
        Theorem {
            premises: grid_rules(&x),
            conclusions: vec![missing.not()],
            cases: nearly_solved(x),
        }
    };
    holds(
        "a solved grid is valid",
        theorem,
        &[DroppedTerm(0), WrongShift(3)],
    );
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn what_is_valid_is_a_solved_grid() {
    let theorem = || {
        let (x, missing) = checked();
        let mut premises: Vec<Formula> = (0..CELLS)
            .map(|cell| exactly_one(&of_cell(&x, cell)))
            .collect();
        premises.push(missing.not());
        Theorem {
            premises,
            conclusions: grid_rules(&x),
            cases: nearly_solved(x),
        }
    };
    holds(
        "what is valid is a solved grid",
        theorem,
        &[DroppedTerm(11)],
    );
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn a_choice_splits_a_state_in_two() {
    let theorem = || {
        let x = any_state();
        let (with, without) = split(l(), &x);
        let full = (0..CELLS).map(|cell| any(of_cell(&x, cell)));
        let open = any((0..CELLS).map(|cell| one_and_two(&of_cell(&x, cell)).1));
        let mut premises: Vec<Formula> = full.collect();
        premises.push(open);
        let mut conclusions =
            each_candidate(|d, c| at(&with, d, c).or(at(&without, d, c)).equals(at(&x, d, c)));
        // The part without the candidate lacks exactly one, and the part with it lacks all others
        // of its cell, of which there are some.
        let removed = each_candidate(|d, c| at(&x, d, c).and(at(&without, d, c).not()));
        conclusions.push(exactly_one(&removed));
        for cell in 0..CELLS {
            let is_chosen = any((0..9).map(|digit| removed[digit * CELLS + cell]));
            let lacks = (0..9).map(|d| at(&x, d, cell).and(at(&with, d, cell).not()));
            conclusions.push(any(lacks).equals(is_chosen));
            for digit in 0..9 {
                let kept =
                    is_chosen.implies(at(&with, digit, cell).equals(removed[digit * CELLS + cell]));
                conclusions.push(kept);
            }
        }
        Theorem {
            premises,
            conclusions,
            cases: random_cases(x),
        }
    };
    let faults = [WrongShift(0), OtherMask(4)];
    holds("a choice splits a state in two", theorem, &faults);
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn clashing_finds_clues_that_clash() {
    let theorem = || {
        let x = any_state();
        let (group, rest) = group_just_read(x);
        let (_, found) = scripted(&[], || clashing(l(), &group));
        let clue = |digit, cell| {
            let rest = (0..9).filter(|&other| other != digit);
            at(&x, digit, cell).and(any(rest.map(|other| at(&x, other, cell))).not())
        };
        let clashes = any(units().flat_map(|unit| {
            (0..9).map(move |digit| one_and_two(&unit.map(|cell| clue(digit, cell))).1)
        }));
        Theorem {
            premises: vec![],
            conclusions: vec![found[0].equals(clashes)],
            cases: cases_just_read(x, rest),
        }
    };
    let faults = [DroppedTerm(10), WrongShift(0), OtherMask(3)];
    holds("clashing finds clues that clash", theorem, &faults);
}
