//! Formulas, as a graph of conjunctions, and words of 32 of them.
//!
//! A token is copied at will, so the graph belongs to the thread. Every test has its own.

use std::cell::RefCell;
use std::collections::HashMap;

/// A formula: a node of the graph, or its negation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Formula(u32);

pub(super) const FALSE: Formula = Formula(0);
pub(super) const TRUE: Formula = Formula(1);

/// A node: a variable, or the conjunction of two formulas with lower numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GraphNode {
    Variable,
    And(Formula, Formula),
}

struct Graph {
    /// GraphNode 0 is false, in place of a variable.
    nodes: Vec<GraphNode>,
    known: HashMap<(Formula, Formula), Formula>,
    words: Vec<[Formula; 32]>,
}

thread_local!(static GRAPH: RefCell<Graph> = RefCell::new(Graph {
    nodes: vec![GraphNode::Variable],
    known: HashMap::new(),
    words: Vec::new(),
}));

impl Formula {
    /// A formula that may be true or false.
    pub(super) fn variable() -> Formula {
        GRAPH.with_borrow_mut(|graph| graph.push(GraphNode::Variable))
    }

    pub(super) fn constant(value: bool) -> Formula {
        if value { TRUE } else { FALSE }
    }

    /// The formula of a node.
    pub(super) fn of_node(node: usize) -> Formula {
        Formula(2 * node as u32)
    }

    pub(super) fn node(self) -> usize {
        self.0 as usize / 2
    }

    pub(super) fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// Its negation if `negated`.
    pub(super) fn negated_if(self, negated: bool) -> Formula {
        Formula(self.0 ^ u32::from(negated))
    }

    pub(super) fn not(self) -> Formula {
        self.negated_if(true)
    }

    pub(super) fn and(self, other: Formula) -> Formula {
        let a = self.min(other);
        let b = self.max(other);
        if a == FALSE || a == b.not() {
            return FALSE;
        }
        if a == TRUE || a == b {
            return b;
        }
        GRAPH.with_borrow_mut(|graph| {
            if let Some(&known) = graph.known.get(&(a, b)) {
                return known;
            }
            let new = graph.push(GraphNode::And(a, b));
            graph.known.insert((a, b), new);
            new
        })
    }

    pub(super) fn or(self, other: Formula) -> Formula {
        self.not().and(other.not()).not()
    }

    pub(super) fn xor(self, other: Formula) -> Formula {
        self.and(other.not()).or(self.not().and(other))
    }

    pub(super) fn equals(self, other: Formula) -> Formula {
        self.xor(other).not()
    }

    pub(super) fn implies(self, other: Formula) -> Formula {
        self.not().or(other)
    }

    /// `yes` if it is true, `no` otherwise.
    pub(super) fn select(self, yes: Formula, no: Formula) -> Formula {
        self.and(yes).or(self.not().and(no))
    }
}

impl Graph {
    fn push(&mut self, node: GraphNode) -> Formula {
        self.nodes.push(node);
        Formula::of_node(self.nodes.len() - 1)
    }
}

/// A copy of the nodes. The inputs of each come before it.
pub(super) fn nodes() -> Vec<GraphNode> {
    GRAPH.with_borrow(|graph| graph.nodes.clone())
}

pub(super) fn any(formulas: impl IntoIterator<Item = Formula>) -> Formula {
    formulas.into_iter().fold(FALSE, Formula::or)
}

pub(super) fn all(formulas: impl IntoIterator<Item = Formula>) -> Formula {
    formulas.into_iter().fold(TRUE, Formula::and)
}

/// Whether at least one is true, and whether at least two are.
pub(super) fn one_and_two(formulas: &[Formula]) -> (Formula, Formula) {
    let mut one = FALSE;
    let mut two = FALSE;
    for &formula in formulas {
        two = two.or(one.and(formula));
        one = one.or(formula);
    }
    (one, two)
}

pub(super) fn exactly_one(formulas: &[Formula]) -> Formula {
    let (one, two) = one_and_two(formulas);
    one.and(two.not())
}

/// Thirty-two formulas, by their number in the graph's list: a token's words have 32 bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub(super) struct FormulaWord(u32);

impl FormulaWord {
    pub(super) fn new(bits: [Formula; 32]) -> FormulaWord {
        GRAPH.with_borrow_mut(|graph| {
            graph.words.push(bits);
            FormulaWord(graph.words.len() as u32 - 1)
        })
    }

    pub(super) fn zero() -> FormulaWord {
        FormulaWord::new([FALSE; 32])
    }

    pub(super) fn bits(self) -> [Formula; 32] {
        GRAPH.with_borrow(|graph| graph.words[self.0 as usize])
    }
}
