//! The pass and the choice of `single` are those of `lanes`, for one, two and four quads in a
//! vector.

use super::fault::Planted::{DroppedTerm, OtherMask, WrongShift};
use super::formula::{Formula, FormulaWord, TRUE, any};
use super::lanes::{group_of, nearly_solved, passed, random_cases};
use super::states::{
    FormulaState, OneWord, any_state, bits_of_word, equal_words, grid_rules, position,
};
use super::theorem::{Theorem, holds};
use super::token::{Symbolic, WordLanes, scripted};
use crate::kernel::lanes::choose as lanes_choose;
use crate::kernel::lanes::exchange;
use crate::kernel::lanes::layout::Group;
use crate::kernel::lanes::pass::valid;
use crate::kernel::single::choose::{Registers, best_cells, choose_digit, in_three_cells, split};
use crate::kernel::single::pass::{Node, is_valid, settle};
use crate::kernel::single::quads::{BoxRows, Quads};

type Nodes<const N: usize> = Node<WordLanes<FormulaWord, N>>;
type Rows<const N: usize> = BoxRows<WordLanes<FormulaWord, N>>;

/// A group as a state of `single`.
fn box_rows<const N: usize>(group: &Group<OneWord>) -> Rows<N> {
    let l = Symbolic::<N>::new();
    let zero = FormulaWord::zero();
    let quad = |words: [OneWord; 3]| {
        let [a, b, c] = words.map(|word| word.0[0]);
        WordLanes(std::array::from_fn(|lane| [a, b, c, zero][lane % 4]))
    };
    let row =
        |words: &[OneWord; 9], r: usize| quad([words[3 * r], words[3 * r + 1], words[3 * r + 2]]);
    BoxRows {
        x: std::array::from_fn(|r| l.of_triples(std::array::from_fn(|t| row(&group.x[t], r)))),
        has_other: std::array::from_fn(|r| row(&group.has_other, r)),
    }
}

/// Whether a state of `single` is that of a group, in every quad, and bits 27 to 31 are empty.
fn is_group<const N: usize>(s: &Rows<N>, group: &Group<OneWord>) -> Vec<Formula> {
    let expected = box_rows::<N>(group);
    let mut same = Vec::new();
    let pairs = (0..3).flat_map(|r| {
        let x = s.x[r].into_iter().zip(expected.x[r]);
        let x = x.take(Symbolic::<N>::VECTORS);
        x.chain([(s.has_other[r], expected.has_other[r])])
    });
    for (is, should_be) in pairs {
        for lane in (0..N).filter(|lane| lane % 4 != 3) {
            same.push(equal_words(is.0[lane], should_be.0[lane]));
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
        let expected = passed(&groups[k], 0);
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

#[test]
fn the_pass_is_that_of_lanes_with_one_quad() {
    let faults = [DroppedTerm(300), WrongShift(60), OtherMask(30)];
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
        &[DroppedTerm(320)],
    );
}

#[test]
fn the_pass_is_that_of_lanes_with_four_quads() {
    holds(
        "single, four quads: the pass",
        pass_is_that_of_lanes::<16, 1>,
        &[DroppedTerm(300)],
    );
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn the_pass_over_two_states_is_that_of_lanes_with_two_quads() {
    holds(
        "single, two quads: pairs",
        pass_is_that_of_lanes::<8, 2>,
        &[DroppedTerm(300)],
    );
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn the_pass_over_two_states_is_that_of_lanes_with_four_quads() {
    holds(
        "single, four quads: pairs",
        pass_is_that_of_lanes::<16, 2>,
        &[DroppedTerm(300)],
    );
}

/// What `single` accepts as solved, `lanes` does, too: so it is a solved grid.
fn check_accepts_no_more_than_lanes<const N: usize>() -> Theorem {
    let x = any_state();
    let s = box_rows::<N>(&group_of(x));
    let (_, accepted) = scripted(&[], || is_valid(Symbolic::<N>::new(), &s));
    let (_, missing) = scripted(&[], || valid(Symbolic::<1>::new(), &x));
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
    let faults = [DroppedTerm(96)];
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
    let faults = [WrongShift(37)];
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
    let by = |script: &[bool]| scripted(script, || best_cells(l, FormulaRegisters, s));
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
    let expected = lanes_choose::best_cells(Symbolic::<1>::new(), &before);
    for r in 0..3 {
        let expected = bits_of_word(expected[r]);
        conclusions.extend((0..27).map(|i| cells[r][i].equals(expected[i])));
    }
    // Lanes continue with these.
    let (with, without) = exchange::split(Symbolic::<1>::new(), &before);
    let parts = [with, without].map(group_of);

    let in_three = in_three_cells(l, &s);
    let mut earlier = Formula::constant(false);
    for r in 0..3 {
        for bit in 0..27 {
            let is_first = cells[r][bit].and(earlier.not());
            earlier = earlier.or(cells[r][bit]);
            let number = (32 * r + bit) as u32;
            let choice = choose_digit(l, FormulaRegisters, &s, &in_three, number);
            let mut without = s;
            let mut with = s;
            split(l, FormulaRegisters, choice, &mut without, &mut with);
            for (state, part) in [with, without].iter().zip(&parts) {
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
            for lane in (0..N).filter(|lane| lane % 4 != 3) {
                let is = vector(state).0[lane].bits();
                let was = vector(before).0[lane].bits();
                let should_be = vector(&expected).0[lane].bits();
                for bit in 0..27 {
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
    let faults = [DroppedTerm(200), WrongShift(50), OtherMask(40)];
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
        &[DroppedTerm(300)],
    );
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn the_choice_is_that_of_lanes_with_four_quads() {
    holds(
        "single, four quads: the choice",
        choice_is_that_of_lanes::<16>,
        &[DroppedTerm(300)],
    );
}
