//! Shows that formulas follow from others, or finds a case in which they do not.
//!
//! Most of the work is done by *sweeping*: nodes of the graph that have the same value in some
//! thousand random cases are probably always equal. From the variables up, a SAT solver confirms
//! each such pair, and the two become one node. So each question is small, because what it depends
//! on was simplified before, even if two ways to compute the same have nothing else in common.

use super::formula::{FALSE, Formula, GraphNode, TRUE, nodes};
use super::random::Random;
use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, lbool};
use std::collections::HashMap;

/// Words of random cases, with 64 in each.
const WORDS: usize = 32;
const CASES: usize = 64 * WORDS;
/// Rounds of [`CASES`] in which one must satisfy the premises.
const ROUNDS: usize = 20;
/// Conflicts after which a question about two nodes is left open. Few nodes that are equal need
/// more, and the conclusions have no limit.
const PATIENCE: u64 = 10;

/// The values of a node in all random cases, a bit for each.
type Values = [u64; WORDS];

/// Values of variables. Those without one are false.
#[derive(Debug, Clone, Default)]
pub(super) struct Assignment(HashMap<usize, bool>);

impl Assignment {
    pub(super) fn set(&mut self, variable: Formula, value: bool) {
        let value = value ^ variable.is_negated();
        self.0.insert(variable.node(), value);
    }

    /// Adds the variables of another case.
    pub(super) fn add(&mut self, other: Assignment) {
        self.0.extend(other.0);
    }

    fn is_true(&self, node: usize) -> bool {
        self.0.get(&node) == Some(&true)
    }
}

/// Makes random cases. Those that do not satisfy the premises are left out.
pub(super) type Cases = Box<dyn Fn(&mut Random) -> Assignment>;

/// What a proof took.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct ProofEffort {
    pub(super) questions: u64,
    pub(super) conflicts: u64,
}

/// Shows that the conclusions are true whenever the premises are, or returns a case in which one is
/// not.
///
/// # Panics
/// If no random case satisfies the premises: what cannot be true implies anything.
pub(super) fn prove(
    premises: &[Formula],
    conclusions: &[Formula],
    cases: &Cases,
) -> Result<ProofEffort, Assignment> {
    let nodes = nodes();
    let needed = inputs_of(&nodes, &[premises, conclusions].concat());
    let cases = valid_cases(&nodes, premises, cases);
    let values = simulated(&nodes, &needed, &cases);
    for &conclusion in conclusions {
        for (i, case) in cases.iter().enumerate() {
            if !bit_of(&values, conclusion, i) {
                return Err(case.clone());
            }
        }
    }
    let mut sweep = Sweep::new(nodes, values);
    for &premise in premises {
        let literal = sweep.literal(premise);
        sweep.solver.add_clause_reuse(&mut vec![literal]);
    }
    let needed = inputs_of(&sweep.nodes, conclusions);
    for n in 1..sweep.nodes.len() {
        if needed[n] {
            sweep.merge(n);
        }
    }
    for &conclusion in conclusions {
        sweep.conclude(conclusion)?;
    }
    Ok(ProofEffort {
        questions: sweep.questions,
        conflicts: sweep.solver.cb().conflicts,
    })
}

/// Whether each node is an input of one of these formulas, directly or not.
fn inputs_of(nodes: &[GraphNode], formulas: &[Formula]) -> Vec<bool> {
    let mut needed = vec![false; nodes.len()];
    for formula in formulas {
        needed[formula.node()] = true;
    }
    for n in (0..nodes.len()).rev() {
        if needed[n]
            && let GraphNode::And(a, b) = nodes[n]
        {
            needed[a.node()] = true;
            needed[b.node()] = true;
        }
    }
    needed
}

/// Random cases that satisfy the premises, some of them several times if they are rare.
fn valid_cases(nodes: &[GraphNode], premises: &[Formula], cases: &Cases) -> Vec<Assignment> {
    let needed = inputs_of(nodes, premises);
    let mut random = Random::new(0x5eed);
    let mut valid = Vec::new();
    for _ in 0..ROUNDS {
        let round: Vec<Assignment> = (0..CASES).map(|_| cases(&mut random)).collect();
        let values = simulated(nodes, &needed, &round);
        let holds = |i: &usize| premises.iter().all(|&premise| bit_of(&values, premise, *i));
        valid.extend((0..CASES).filter(holds).map(|i| round[i].clone()));
        if valid.len() >= CASES {
            break;
        }
    }
    assert!(!valid.is_empty(), "no case satisfies the premises");
    let valid = valid.iter().cycle();
    valid.take(CASES).cloned().collect()
}

/// The values of all nodes that are needed.
fn simulated(nodes: &[GraphNode], needed: &[bool], cases: &[Assignment]) -> Vec<Values> {
    let mut values = vec![[0; WORDS]; nodes.len()];
    for n in (1..nodes.len()).filter(|&n| needed[n]) {
        for word in 0..WORDS {
            values[n][word] = match nodes[n] {
                GraphNode::Variable => (0..64).fold(0, |bits, i| {
                    bits | u64::from(cases[64 * word + i].is_true(n)) << i
                }),
                GraphNode::And(a, b) => word_of(&values, a, word) & word_of(&values, b, word),
            };
        }
    }
    values
}

fn word_of(values: &[Values], formula: Formula, word: usize) -> u64 {
    let value = values[formula.node()][word];
    if formula.is_negated() { !value } else { value }
}

fn bit_of(values: &[Values], formula: Formula, case: usize) -> bool {
    word_of(values, formula, case / 64) >> (case % 64) & 1 == 1
}

/// A conjunction that is constant, or one of its inputs.
fn simplified((a, b): (Formula, Formula)) -> Option<Formula> {
    if a == FALSE || a == b.not() {
        Some(FALSE)
    } else if a == TRUE || a == b {
        Some(b)
    } else {
        None
    }
}

/// Counts conflicts, and stops the solver at a limit.
#[derive(Default)]
struct ConflictCounter {
    conflicts: u64,
    limit: u64,
}

impl Callbacks for ConflictCounter {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        self.conflicts += u64::from(kind == ClauseKind::Learnt);
    }
    fn stop(&self) -> bool {
        self.conflicts >= self.limit
    }
}

/// The graph while its nodes are merged.
struct Sweep {
    nodes: Vec<GraphNode>,
    solver: Solver<ConflictCounter>,
    questions: u64,
    /// The solver's literal of each node that it knows.
    literals: Vec<Option<Lit>>,
    /// What each node is now: itself, or one that it equals.
    same_as: Vec<Formula>,
    /// Nodes by their inputs, as they are now.
    known: HashMap<(Formula, Formula), Formula>,
    values: Vec<Values>,
    /// Nodes that stay, by their values. A value and its complement count as the same.
    alike: HashMap<Values, Vec<usize>>,
    /// Values in cases that show that nodes with the same values are not equal.
    differences: Vec<Vec<bool>>,
}

impl Sweep {
    fn new(nodes: Vec<GraphNode>, values: Vec<Values>) -> Sweep {
        let mut solver = Solver::new(SolverOpts::default(), ConflictCounter::default());
        let constant = Lit::new(solver.new_var_default(), true);
        solver.add_clause_reuse(&mut vec![!constant]);
        let mut literals = vec![None; nodes.len()];
        literals[0] = Some(constant);
        Sweep {
            solver,
            questions: 0,
            literals,
            same_as: (0..nodes.len()).map(Formula::of_node).collect(),
            known: HashMap::new(),
            values,
            alike: HashMap::from([([0; WORDS], vec![0])]),
            differences: Vec::new(),
            nodes,
        }
    }

    /// What a formula is now.
    fn current(&self, formula: Formula) -> Formula {
        self.same_as[formula.node()].negated_if(formula.is_negated())
    }

    /// The literal of a formula. The solver learns what the formula depends on.
    fn literal(&mut self, formula: Formula) -> Lit {
        let mut path = vec![formula.node()];
        while let Some(&n) = path.last() {
            if self.literals[n].is_none() && !self.define(n, &mut path) {
                continue;
            }
            path.pop();
        }
        let literal = self.literals[formula.node()].expect("it is defined");
        if formula.is_negated() {
            !literal
        } else {
            literal
        }
    }

    /// Tells the solver what a node is, or adds inputs to the path that it must know before.
    fn define(&mut self, n: usize, path: &mut Vec<usize>) -> bool {
        let mut inputs = Vec::new();
        if let GraphNode::And(a, b) = self.nodes[n] {
            for input in [self.current(a), self.current(b)] {
                match self.literals[input.node()] {
                    Some(literal) if input.is_negated() => inputs.push(!literal),
                    Some(literal) => inputs.push(literal),
                    None => path.push(input.node()),
                }
            }
            if inputs.len() < 2 {
                return false;
            }
        }
        let literal = Lit::new(self.solver.new_var_default(), true);
        self.literals[n] = Some(literal);
        if let [a, b] = inputs[..] {
            self.solver.add_clause_reuse(&mut vec![!literal, a]);
            self.solver.add_clause_reuse(&mut vec![!literal, b]);
            self.solver.add_clause_reuse(&mut vec![literal, !a, !b]);
        }
        true
    }

    /// Finds a node before this one that equals it, if there is one.
    fn merge(&mut self, n: usize) {
        if let GraphNode::And(a, b) = self.nodes[n] {
            let a = self.current(a);
            let b = self.current(b);
            let inputs = (a.min(b), a.max(b));
            let known = simplified(inputs).or_else(|| self.known.get(&inputs).copied());
            if let Some(known) = known {
                self.same_as[n] = known;
                return;
            }
            self.known.insert(inputs, Formula::of_node(n));
        }
        let is_complement = self.values[n][0] & 1 == 1;
        let key = self.values[n].map(|word| if is_complement { !word } else { word });
        for other in self.alike.get(&key).cloned().unwrap_or_default() {
            let negated = is_complement ^ (self.values[other][0] & 1 == 1);
            let differ = |values: &Vec<bool>| values[n] ^ values[other] ^ negated;
            let other = Formula::of_node(other).negated_if(negated);
            if !self.differences.iter().any(differ) && self.are_equal(n, other) {
                self.same_as[n] = other;
                return;
            }
        }
        self.alike.entry(key).or_default().push(n);
    }

    /// Whether the two are equal, as far as the solver finds out soon.
    fn are_equal(&mut self, n: usize, other: Formula) -> bool {
        let a = self.literal(Formula::of_node(n));
        let b = self.literal(other);
        for question in [[a, !b], [!a, b]] {
            self.solver.cb_mut().limit = self.solver.cb().conflicts + PATIENCE;
            let answer = self.ask(&question);
            if answer == lbool::TRUE {
                let case = self.found();
                self.differences.push(self.values_in(&case));
            }
            if answer != lbool::FALSE {
                return false;
            }
            self.solver
                .add_clause_reuse(&mut question.map(|literal| !literal).to_vec());
        }
        true
    }

    /// Shows that a formula is true.
    fn conclude(&mut self, conclusion: Formula) -> Result<(), Assignment> {
        let rest = self.current(conclusion);
        if rest == TRUE {
            return Ok(());
        }
        let literal = self.literal(rest);
        self.solver.cb_mut().limit = u64::MAX;
        let answer = self.ask(&[!literal]);
        if answer == lbool::TRUE {
            return Err(self.found());
        }
        assert!(answer == lbool::FALSE, "without a limit the solver decides");
        self.solver.add_clause_reuse(&mut vec![literal]);
        Ok(())
    }

    fn ask(&mut self, question: &[Lit]) -> lbool {
        self.questions += 1;
        self.solver.solve_limited(question)
    }

    /// The case that the solver found last.
    fn found(&self) -> Assignment {
        let mut case = Assignment::default();
        for (n, node) in self.nodes.iter().enumerate() {
            if let (GraphNode::Variable, Some(literal)) = (node, self.literals[n]) {
                case.0
                    .insert(n, self.solver.value_lit(literal) == lbool::TRUE);
            }
        }
        case
    }

    /// The values of all nodes in a case.
    fn values_in(&self, case: &Assignment) -> Vec<bool> {
        let mut values = vec![false; self.nodes.len()];
        for (n, node) in self.nodes.iter().enumerate() {
            values[n] = match node {
                GraphNode::Variable => case.is_true(n),
                GraphNode::And(a, b) => [a, b]
                    .iter()
                    .all(|input| values[input.node()] ^ input.is_negated()),
            };
        }
        values
    }
}

#[cfg(test)]
mod tests {
    use super::super::formula::{any, exactly_one};
    use super::*;

    fn cases(variables: &[Formula]) -> Cases {
        let variables = variables.to_vec();
        Box::new(move |random| {
            let mut case = Assignment::default();
            for &variable in &variables {
                case.set(variable, random.below(2) == 1);
            }
            case
        })
    }

    #[test]
    fn what_follows_is_proved_and_what_does_not_is_refuted() {
        let variables: Vec<Formula> = (0..8).map(|_| Formula::variable()).collect();
        let cases = cases(&variables);
        let one = exactly_one(&variables);
        let some = any(variables.iter().copied());
        assert!(prove(&[one], &[some], &cases).is_ok());
        assert!(prove(&[some], &[one], &cases).is_err());
        // Too rare for the random cases to find: of 64 variables all are true.
        let variables: Vec<Formula> = (0..64).map(|_| Formula::variable()).collect();
        let all = variables.iter().fold(TRUE, |all, &v| all.and(v));
        let cases = self::cases(&variables);
        let found = prove(&[], &[all.not()], &cases).expect_err("it can be true");
        assert!(variables.iter().all(|v| found.is_true(v.node())));
    }

    #[test]
    #[should_panic(expected = "no case satisfies the premises")]
    fn impossible_premises_prove_nothing() {
        let a = Formula::variable();
        let b = Formula::variable();
        let impossible = [a.xor(b), a.equals(b)];
        let _ = prove(&impossible, &[FALSE], &cases(&[a, b]));
    }
}
