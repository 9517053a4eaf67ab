//! The pass and the choice of `single` are those of `lanes`, for one, two and four quads in a
//! vector.

use super::fault::Planted::{DroppedTerm, OtherMask, WrongShift};
use super::fault::{plant_again, planted, without};
use super::formula::{Formula, FormulaWord, TRUE, any};
use super::lanes::{
    cases_just_read, group_just_read, group_of, nearly_solved, passed, random_cases,
};
use super::random::Random;
use super::states::{
    FormulaState, OneWord, any_state, equal_candidates, equal_others, grid_rules, position,
};
use super::theorem::{Theorem, holds};
use super::token::{BitWord, Defined, Symbolic, WordLanes, bits, scripted};
use crate::kernel::lanes::choose as lanes_choose;
use crate::kernel::lanes::exchange;
use crate::kernel::lanes::layout::{ALL, Group};
use crate::kernel::lanes::pass::valid;
use crate::kernel::single::choose::{
    GeneralRegisters, Registers, best_cells, choose_digit, in_three_cells, split,
};
use crate::kernel::single::pass::{Node, is_valid, settle};
use crate::kernel::single::quads::{BoxRows, Quads};

type Nodes<const N: usize> = Node<WordLanes<FormulaWord, N>>;
type Rows<const N: usize> = BoxRows<WordLanes<FormulaWord, N>>;

/// The words of three columns of row `r` in each quad, with another word in the fourth lane.
fn quads<const N: usize>(
    words: &[OneWord; 9],
    r: usize,
    fourth: FormulaWord,
) -> WordLanes<FormulaWord, N> {
    let column = |c: usize| words[3 * r + c].0[0];
    let quad = [column(0), column(1), column(2), fourth];
    WordLanes(std::array::from_fn(|lane| quad[lane % 4]))
}

/// A group as a state of `single`. In the fourth lanes there are no candidates, and the others have
/// no meaning.
fn box_rows<const N: usize>(group: &Group<OneWord>) -> Rows<N> {
    let l = Symbolic::<N>::new();
    let none = FormulaWord::zero();
    BoxRows {
        x: std::array::from_fn(|r| {
            l.of_triples(std::array::from_fn(|t| quads(&group.x[t], r, none)))
        }),
        has_other: std::array::from_fn(|r| quads(&group.has_other, r, FormulaWord::unknown())),
    }
}

/// Whether a state of `single` is that of a group, in every quad, without candidates in the fourth
/// lanes.
fn is_group<const N: usize>(s: &Rows<N>, group: &Group<OneWord>) -> Vec<Formula> {
    let expected = box_rows::<N>(group);
    let mut same = Vec::new();
    for r in 0..3 {
        for m in 0..Symbolic::<N>::VECTORS {
            for lane in 0..N {
                let should_be = expected.x[r][m].0[lane];
                same.push(equal_candidates(s.x[r][m].0[lane], should_be));
            }
        }
        for lane in (0..N).filter(|lane| lane % 4 != 3) {
            let should_be = expected.has_other[r].0[lane];
            same.push(equal_others(s.has_other[r].0[lane], should_be));
        }
    }
    same
}

/// One pass over each state, by the decisions that end it: the state and the three findings.
fn one_pass<const N: usize, const K: usize>(
    mut states: [Rows<N>; K],
) -> ([Rows<N>; K], Vec<[Formula; 3]>) {
    let mut nodes: Vec<Nodes<N>> = states.iter().map(|&state| Node::new(state)).collect();
    // Of each state: it is no contradiction, it is not solved, and nothing changed.
    let script: Vec<bool> = [true, false, true].repeat(K);
    let (_, asked) = scripted(&script, || {
        let mut nodes = nodes.iter_mut();
        let mut nodes: [&mut Nodes<N>; K] =
            std::array::from_fn(|_| nodes.next().expect("a node for each state"));
        settle(Symbolic::<N>::new(), &mut nodes, 0);
    });
    assert_eq!(asked.len(), 3 * K, "one pass, and three questions for each");
    for (state, node) in states.iter_mut().zip(&nodes) {
        assert_eq!(node.passes, 1);
        *state = node.state;
    }
    // The questions are whether nothing is found.
    let found = asked
        .chunks(3)
        .map(|zero| [zero[0].not(), zero[1].not(), zero[2].not()]);
    (states, found.collect())
}

/// The pass over `K` states in vectors of `N` lanes.
fn pass_is_that_of_lanes<const N: usize, const K: usize>() -> Theorem {
    let before: [FormulaState; K] = std::array::from_fn(|_| any_state());
    let groups = before.map(group_of);
    let (states, found) = one_pass::<N, K>(groups.map(|group| box_rows(&group)));
    let mut conclusions = Vec::new();
    for k in 0..K {
        let expected = without(|| passed(&groups[k], 0));
        conclusions.extend(is_group(&states[k], &expected.group));
        let [contradiction, open, changed] = found[k];
        conclusions.push(contradiction.equals(expected.contradiction));
        let alive = contradiction.not();
        conclusions.push(alive.implies(open.equals(expected.open)));
        conclusions.push(alive.implies(changed.equals(expected.changed)));
    }
    let each = before.map(random_cases);
    Theorem {
        premises: vec![],
        conclusions,
        cases: Box::new(move |random| {
            let mut case = each[0](random);
            for cases in &each[1..] {
                case.add(cases(random));
            }
            case
        }),
    }
}

/// The first pass over a puzzle that was just read. It may find other cells that became single,
/// which nobody asks for.
fn first_pass_is_that_of_lanes<const N: usize>() -> Theorem {
    let before = any_state();
    let (group, rest) = group_just_read(before);
    let ([state], found) = one_pass::<N, 1>([box_rows(&group)]);
    let expected = without(|| passed(&group_of(before), 0));
    let mut conclusions = is_group(&state, &expected.group);
    let [contradiction, open, _] = found[0];
    conclusions.push(contradiction.equals(expected.contradiction));
    let alive = contradiction.not();
    conclusions.push(alive.implies(open.equals(expected.open)));
    Theorem {
        premises: vec![],
        conclusions,
        cases: cases_just_read(before, rest),
    }
}

#[test]
fn the_first_pass_is_that_of_lanes_with_one_quad() {
    let faults = [DroppedTerm(3), DroppedTerm(60)];
    holds(
        "single, one quad: the first pass",
        first_pass_is_that_of_lanes::<4>,
        &faults,
    );
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn the_first_pass_is_that_of_lanes_with_more_quads() {
    let faults = [DroppedTerm(3), DroppedTerm(60)];
    holds(
        "single, two quads: the first pass",
        first_pass_is_that_of_lanes::<8>,
        &faults,
    );
    holds(
        "single, four quads: the first pass",
        first_pass_is_that_of_lanes::<16>,
        &faults,
    );
}

#[test]
fn the_pass_is_that_of_lanes_with_one_quad() {
    let faults = [DroppedTerm(140), WrongShift(15), OtherMask(6)];
    holds(
        "single, one quad: the pass",
        pass_is_that_of_lanes::<4, 1>,
        &faults,
    );
}

#[test]
fn the_pass_is_that_of_lanes_with_two_quads() {
    holds(
        "single, two quads: the pass",
        pass_is_that_of_lanes::<8, 1>,
        &[DroppedTerm(100)],
    );
}

#[test]
fn the_pass_is_that_of_lanes_with_four_quads() {
    holds(
        "single, four quads: the pass",
        pass_is_that_of_lanes::<16, 1>,
        &[DroppedTerm(100)],
    );
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn the_pass_over_two_states_is_that_of_lanes_with_two_quads() {
    holds(
        "single, two quads: pairs",
        pass_is_that_of_lanes::<8, 2>,
        &[DroppedTerm(100)],
    );
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn the_pass_over_two_states_is_that_of_lanes_with_four_quads() {
    holds(
        "single, four quads: pairs",
        pass_is_that_of_lanes::<16, 2>,
        &[DroppedTerm(100)],
    );
}

/// What `single` accepts as solved, `lanes` does, too: so it is a solved grid.
fn check_accepts_no_more_than_lanes<const N: usize>() -> Theorem {
    let x = any_state();
    let s = box_rows::<N>(&group_of(x));
    let (_, accepted) = scripted(&[], || is_valid(Symbolic::<N>::new(), &s));
    let (_, missing) = without(|| scripted(&[], || valid(Symbolic::<1>::new(), &x)));
    Theorem {
        premises: vec![],
        conclusions: vec![accepted[0].implies(missing[0].not())],
        cases: nearly_solved(x),
    }
}

fn check_accepts_solved_grids<const N: usize>() -> Theorem {
    let x = any_state();
    let s = box_rows::<N>(&group_of(x));
    let (_, accepted) = scripted(&[], || is_valid(Symbolic::<N>::new(), &s));
    Theorem {
        premises: grid_rules(&x),
        conclusions: vec![accepted[0]],
        cases: nearly_solved(x),
    }
}

#[test]
fn the_check_of_solved_states_is_that_of_lanes() {
    let faults = [DroppedTerm(6)];
    holds(
        "single, one quad: accepts no more",
        check_accepts_no_more_than_lanes::<4>,
        &faults,
    );
    holds(
        "single, two quads: accepts no more",
        check_accepts_no_more_than_lanes::<8>,
        &faults,
    );
    holds(
        "single, four quads: accepts no more",
        check_accepts_no_more_than_lanes::<16>,
        &faults,
    );
    let faults = [WrongShift(1)];
    holds(
        "single, one quad: accepts solved grids",
        check_accepts_solved_grids::<4>,
        &faults,
    );
    holds(
        "single, two quads: accepts solved grids",
        check_accepts_solved_grids::<8>,
        &faults,
    );
    holds(
        "single, four quads: accepts solved grids",
        check_accepts_solved_grids::<16>,
        &faults,
    );
}

/// General registers of formulas.
#[derive(Clone, Copy)]
struct FormulaRegisters;

/// A formula for each bit of three words.
type CellFormulas = [[Formula; 32]; 3];

impl<const N: usize> Registers<Symbolic<N>> for FormulaRegisters {
    type Cells = CellFormulas;
    type Word = FormulaWord;

    fn cells(self, _: Symbolic<N>, a: WordLanes<FormulaWord, N>) -> CellFormulas {
        std::array::from_fn(|lane| a.0[lane].bits())
    }
    fn narrowed(self, cells: CellFormulas, to: CellFormulas) -> CellFormulas {
        let both: CellFormulas =
            std::array::from_fn(|r| std::array::from_fn(|i| cells[r][i].and(to[r][i])));
        let some = any(both.into_iter().flatten());
        std::array::from_fn(|r| std::array::from_fn(|i| some.select(both[r][i], cells[r][i])))
    }
    fn first(self, _: CellFormulas) -> u32 {
        unimplemented!("each cell is tried")
    }
    fn word(
        self,
        l: Symbolic<N>,
        x: &[WordLanes<FormulaWord, N>; 3],
        t: usize,
        lane: usize,
    ) -> FormulaWord {
        l.word_of_triple(x, t, lane)
    }
    fn constant(self, word: u32) -> FormulaWord {
        FormulaWord::new(std::array::from_fn(|i| {
            Formula::constant(word >> i & 1 == 1)
        }))
    }
    fn and(self, a: FormulaWord, b: FormulaWord) -> FormulaWord {
        let a = a.bits();
        let b = b.bits();
        FormulaWord::new(std::array::from_fn(|i| a[i].and(b[i])))
    }
    fn or(self, a: FormulaWord, b: FormulaWord) -> FormulaWord {
        let a = a.bits();
        let b = b.bits();
        FormulaWord::new(std::array::from_fn(|i| a[i].or(b[i])))
    }
    fn select(self, a: FormulaWord, yes: FormulaWord, no: FormulaWord) -> FormulaWord {
        let some = any(a.bits());
        let yes = yes.bits();
        let no = no.bits();
        FormulaWord::new(std::array::from_fn(|i| some.select(yes[i], no[i])))
    }
    fn lowest(self, a: FormulaWord) -> FormulaWord {
        let mut below = Formula::constant(false);
        FormulaWord::new(a.bits().map(|bit| {
            let lowest = bit.and(below.not());
            below = below.or(bit);
            lowest
        }))
    }
    fn splat(self, _: Symbolic<N>, a: FormulaWord) -> WordLanes<FormulaWord, N> {
        WordLanes([a; N])
    }
}

/// The best cells, whichever way the code goes. It asks whether there is no cell with two
/// candidates, and then whether there is none with three. Adds that it asks the same each time.
fn best<const N: usize>(s: &Rows<N>, conclusions: &mut Vec<Formula>) -> CellFormulas {
    let l = Symbolic::<N>::new();
    let fault = planted();
    let by = |script: &[bool]| {
        plant_again(fault);
        scripted(script, || best_cells(l, FormulaRegisters, s))
    };
    let (pairs, asked) = by(&[false]);
    let no_pair = asked[0];
    let (triples, asked) = by(&[true, false]);
    let no_triple = asked[1];
    conclusions.push(asked[0].equals(no_pair));
    let (others, asked) = by(&[true, true]);
    conclusions.extend([asked[0].equals(no_pair), asked[1].equals(no_triple)]);
    std::array::from_fn(|r| {
        std::array::from_fn(|i| {
            no_pair.select(no_triple.select(others[r][i], triples[r][i]), pairs[r][i])
        })
    })
}

/// The choice of a cell and a digit, and the two states after the guess.
fn choice_is_that_of_lanes<const N: usize>() -> Theorem {
    let before = any_state();
    let group = group_of(before);
    let s = box_rows::<N>(&group);
    let l = Symbolic::<N>::new();
    let mut conclusions = Vec::new();
    let cells = best(&s, &mut conclusions);
    let expected = without(|| lanes_choose::best_cells(Symbolic::<1>::new(), &before));
    for r in 0..3 {
        let expected = bits(expected[r]);
        conclusions.extend((0..27).map(|i| cells[r][i].equals(expected[i])));
    }
    // Lanes continue with these.
    let (with, other) = without(|| exchange::split(Symbolic::<1>::new(), &before));
    let parts = [with, other].map(group_of);

    let in_three = in_three_cells(l, &s);
    let mut earlier = Formula::constant(false);
    for r in 0..3 {
        for bit in 0..27 {
            let is_first = cells[r][bit].and(earlier.not());
            earlier = earlier.or(cells[r][bit]);
            let number = (32 * r + bit) as u32;
            let choice = choose_digit(l, FormulaRegisters, &s, &in_three, number);
            let mut other = s;
            let mut with = s;
            split(l, FormulaRegisters, choice, &mut other, &mut with);
            for (state, part) in [with, other].iter().zip(&parts) {
                let same = only_cell_changes(state, &s, part, position(r, bit));
                conclusions.extend(same.into_iter().map(|same| is_first.implies(same)));
            }
        }
    }
    conclusions.sort();
    conclusions.dedup();
    Theorem {
        premises: vec![],
        conclusions,
        cases: random_cases(before),
    }
}

/// Whether a cell of a state of `single` is that of a group, and all other cells are those of the
/// state before.
fn only_cell_changes<const N: usize>(
    state: &Rows<N>,
    before: &Rows<N>,
    group: &Group<OneWord>,
    cell: (usize, usize, usize),
) -> Vec<Formula> {
    let expected = box_rows::<N>(group);
    let mut same = Vec::new();
    for r in 0..3 {
        for m in 0..=Symbolic::<N>::VECTORS {
            let vector = |s: &Rows<N>| {
                if m == 0 {
                    s.has_other[r]
                } else {
                    s.x[r][m - 1]
                }
            };
            for lane in (0..N).filter(|lane| m > 0 || lane % 4 != 3) {
                let is = vector(state).0[lane].bits();
                let was = vector(before).0[lane].bits();
                let should_be = vector(&expected).0[lane].bits();
                for bit in 0..if m > 0 { 32 } else { 27 } {
                    let is_cell = (r, lane % 4, bit % 9) == cell;
                    let should_be = if is_cell { should_be } else { was };
                    same.push(is[bit].equals(should_be[bit]));
                }
            }
        }
    }
    same.retain(|&same| same != TRUE);
    same
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn the_choice_is_that_of_lanes_with_one_quad() {
    let faults = [
        DroppedTerm(50),
        DroppedTerm(170),
        WrongShift(12),
        OtherMask(5),
    ];
    holds(
        "single, one quad: the choice",
        choice_is_that_of_lanes::<4>,
        &faults,
    );
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn the_choice_is_that_of_lanes_with_two_quads() {
    holds(
        "single, two quads: the choice",
        choice_is_that_of_lanes::<8>,
        &[DroppedTerm(50)],
    );
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn the_choice_is_that_of_lanes_with_four_quads() {
    holds(
        "single, four quads: the choice",
        choice_is_that_of_lanes::<16>,
        &[DroppedTerm(50)],
    );
}

/// What registers make of three words.
fn combined<L: Quads, R: Registers<L>>(registers: R, words: [u32; 3]) -> [R::Word; 4] {
    let [a, b, c] = words.map(|word| registers.constant(word));
    [
        registers.and(a, b),
        registers.or(a, b),
        registers.select(a, b, c),
        registers.lowest(a),
    ]
}

/// The cells of a vector, narrowed to those of another.
fn narrowed<L: Quads, R: Registers<L>>(l: L, registers: R, cells: L::V, to: L::V) -> R::Cells {
    registers.narrowed(registers.cells(l, cells), registers.cells(l, to))
}

/// The CPU's registers do what those of formulas do, and find the first of some cells.
#[test]
fn general_registers_are_as_defined() {
    type Numbers = Defined<u32, 4>;
    type Formulas = Symbolic<4>;
    let value =
        |bits: [Formula; 32]| (0..32).fold(0, |word, i| word | u32::from(bits[i] == TRUE) << i);
    let vector = |[a, b, c]: [u32; 3]| WordLanes([a, b, c, u32::MAX]);
    let formulas = |words: [u32; 3]| {
        let constant = |word| Registers::<Formulas>::constant(FormulaRegisters, word);
        WordLanes(vector(words).0.map(constant))
    };
    let mut random = Random::new(0x5eed_0014);
    for _ in 0..2_000 {
        let [a, b] = [(); 2].map(|()| random.words().map(|word| word & ALL));
        let is = combined::<Numbers, _>(GeneralRegisters, a);
        let should_be = combined::<Formulas, _>(FormulaRegisters, a);
        assert_eq!(is, should_be.map(|word| value(word.bits())));

        let is = narrowed(Numbers::new(), GeneralRegisters, vector(a), vector(b));
        let should_be = narrowed(Formulas::new(), FormulaRegisters, formulas(a), formulas(b));
        let is = [is.0 as u32, (is.0 >> 32) as u32, is.1];
        assert_eq!(is, should_be.map(value));

        if let Some(r) = (0..3).find(|&r| a[r] != 0) {
            let cells = GeneralRegisters.cells(Numbers::new(), vector(a));
            let first = Registers::<Numbers>::first(GeneralRegisters, cells);
            assert_eq!(first, 32 * r as u32 + a[r].trailing_zeros());
        }
    }
}
