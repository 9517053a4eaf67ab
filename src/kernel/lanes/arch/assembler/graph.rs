//! The pass as a graph of operations on vectors: a token that notes what [`pass`] does with it.
//!
//! [`pass`]: crate::kernel::lanes::pass::pass

use crate::kernel::lanes::Plain;
use crate::kernel::lanes::layout::{Group, STATE};
use crate::kernel::lanes::pass::pass;
use crate::kernel::lanes::vector::Vector;
use std::cell::RefCell;

/// The number of an operation. The operations that it depends on have lower numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub(super) struct OpId(pub(super) u32);

impl OpId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A logical operation of two vectors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Logic {
    And,
    Or,
    Xor,
    /// `a & !b`
    AndNot,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Operation {
    /// A word of the group: [`Group::x`], then [`Group::has_other`].
    Word(usize),
    /// The same number in all lanes.
    Constant(u32),
    /// All ones in the lanes that are not frozen.
    Live,
    Logic(Logic, OpId, OpId),
    Left(u32, OpId),
    Right(u32, OpId),
    /// The first word moved up, followed by the highest bits of the second.
    Funnel(u32, OpId, OpId),
}

impl Operation {
    pub(super) fn inputs(self) -> Vec<OpId> {
        match self {
            Operation::Word(_) | Operation::Constant(_) | Operation::Live => vec![],
            Operation::Logic(_, a, b) | Operation::Funnel(_, a, b) => vec![a, b],
            Operation::Left(_, a) | Operation::Right(_, a) => vec![a],
        }
    }
}

/// The operations of a pass, and its results.
#[derive(Debug, Clone, Default)]
pub(super) struct OperationGraph {
    pub(super) operations: Vec<Operation>,
    /// What the words of the group become.
    pub(super) words: Vec<OpId>,
    /// Vectors of which the pass finds the lanes that are not zero: contradiction, open, changed.
    pub(super) found: Vec<OpId>,
}

thread_local!(static NOTED: RefCell<OperationGraph> = RefCell::default());

/// The number of an operation, which is noted unless it was before.
fn note(operation: Operation) -> OpId {
    NOTED.with_borrow_mut(|graph| {
        let known = graph
            .operations
            .iter()
            .position(|&known| known == operation);
        let at = known.unwrap_or_else(|| {
            graph.operations.push(operation);
            graph.operations.len() - 1
        });
        OpId(at as u32)
    })
}

/// The token.
#[derive(Debug, Clone, Copy)]
struct Recorder {
    /// Whether the CPU has a shift of two words.
    funnels: bool,
}

// SAFETY: a vector is one word of 32 bits, the number of an operation.
unsafe impl Vector for Recorder {
    type V = OpId;
    type M = OpId;
    const N: usize = 1;

    fn splat(self, value: u32) -> OpId {
        note(Operation::Constant(value))
    }
    fn and(self, a: OpId, b: OpId) -> OpId {
        note(Operation::Logic(Logic::And, a.min(b), a.max(b)))
    }
    fn or(self, a: OpId, b: OpId) -> OpId {
        let zero = self.splat(0);
        if a == zero {
            return b;
        }
        note(Operation::Logic(Logic::Or, a.min(b), a.max(b)))
    }
    fn xor(self, a: OpId, b: OpId) -> OpId {
        note(Operation::Logic(Logic::Xor, a.min(b), a.max(b)))
    }
    fn andnot(self, a: OpId, b: OpId) -> OpId {
        note(Operation::Logic(Logic::AndNot, a, b))
    }
    fn shl<const K: u32>(self, a: OpId) -> OpId {
        note(Operation::Left(K, a))
    }
    fn shr<const K: u32>(self, a: OpId) -> OpId {
        note(Operation::Right(K, a))
    }
    fn turns(self, a: OpId) -> (OpId, OpId) {
        if self.funnels {
            let top = self.shl::<5>(a);
            (
                note(Operation::Funnel(9, a, top)),
                note(Operation::Funnel(18, a, top)),
            )
        } else {
            (
                self.or(self.shl::<9>(a), self.shr::<18>(a)),
                self.or(self.shl::<18>(a), self.shr::<9>(a)),
            )
        }
    }
    fn nonzero(self, a: OpId) -> u32 {
        NOTED.with_borrow_mut(|graph| graph.found.push(a));
        0
    }
    fn lanes(self, _: u32) -> OpId {
        note(Operation::Live)
    }
    fn ones(self, m: OpId) -> OpId {
        m
    }
    fn any(self, _: OpId, _: OpId) -> OpId {
        unimplemented!("a pass has no such operation")
    }
    fn none(self, _: OpId, _: OpId) -> OpId {
        unimplemented!("a pass has no such operation")
    }
    fn blend(self, _: OpId, _: OpId, _: OpId) -> OpId {
        unimplemented!("a pass has no such operation")
    }
    fn lowest(self, _: OpId) -> OpId {
        unimplemented!("a pass has no such operation")
    }
}

impl Plain for Recorder {}

/// The graph of the pass.
pub(super) fn of_pass(funnels: bool) -> OperationGraph {
    NOTED.set(OperationGraph::default());
    let word = |i: usize| note(Operation::Word(i));
    let mut group = Group {
        x: std::array::from_fn(|t| std::array::from_fn(|p| word(9 * t + p))),
        has_other: std::array::from_fn(|p| word(STATE + p)),
    };
    pass(Recorder { funnels }, &mut group, 0);
    let mut graph = NOTED.take();
    graph.words = group
        .x
        .as_flattened()
        .iter()
        .chain(&group.has_other)
        .copied()
        .collect();
    graph
}
