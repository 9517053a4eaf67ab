//! The instructions of a pass, before they have an order and registers.

use super::cover::cover;
use super::graph::{Logic, OpId, Operation, OperationGraph, of_pass};
use crate::kernel::lanes::layout::{ALL, BAND, LEAD, STATE};

/// A back end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AssemblyTarget {
    Avx2,
    Avx512,
}

/// The number of a vector: the result of an instruction, or one that is in memory from the start.
pub(super) type VectorId = usize;

/// What an instruction does with its inputs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// The vector is in memory from the start.
    Given,
    Logic(Logic),
    /// A function of three inputs, by its table.
    Ternary(u8),
    Left(u32),
    Right(u32),
    Funnel(u32),
    /// All ones in lanes that are equal.
    Equal,
    /// Sets the bit of each lane that is not zero (AVX-512), or the highest bits of all lanes
    /// (AVX2).
    Find(usize),
    /// To a word of the group.
    Store(usize),
}

#[derive(Debug, Clone)]
pub(super) struct Instruction {
    pub(super) kind: Kind,
    pub(super) inputs: Vec<VectorId>,
    /// Whether frozen lanes become zero.
    pub(super) masked: bool,
    /// Memory of a given vector.
    pub(super) home: Option<(&'static str, usize)>,
    /// Its number among those that have times: that of its operation in the graph; the others
    /// follow.
    pub(super) id: usize,
}

/// The instructions of the pass. Each comes after its inputs.
pub(super) fn of(target: AssemblyTarget, ternary: u32, split: &[u32]) -> Vec<Instruction> {
    let graph = of_pass(target == AssemblyTarget::Avx512);
    let mut made = Made {
        values: vec![None; graph.operations.len()],
        instructions: Vec::new(),
    };
    made.give(&graph, target);
    match target {
        AssemblyTarget::Avx2 => made.plain(&graph),
        AssemblyTarget::Avx512 => made.covered(&graph, ternary, split),
    }
    let zero = (target == AssemblyTarget::Avx2).then(|| made.given("rsi", 3));
    let first = made.instructions.len();
    for (which, &op) in graph.found.iter().enumerate() {
        let mut value = made.value(op);
        if let Some(zero) = zero {
            value = made.add(Kind::Equal, vec![value, zero]);
        }
        made.add(Kind::Find(which), vec![value]);
    }
    for (word, &op) in graph.words.iter().enumerate() {
        let value = made.value(op);
        made.add(Kind::Store(word), vec![value]);
    }
    for (i, instruction) in made.instructions[first..].iter_mut().enumerate() {
        instruction.id = graph.operations.len() + i;
    }
    made.instructions
}

struct Made {
    /// By operation.
    values: Vec<Option<VectorId>>,
    instructions: Vec<Instruction>,
}

impl Made {
    fn value(&self, op: OpId) -> VectorId {
        self.values[op.index()].expect("an input comes first")
    }

    fn add(&mut self, kind: Kind, inputs: Vec<VectorId>) -> VectorId {
        self.instructions.push(Instruction {
            kind,
            inputs,
            masked: false,
            home: None,
            id: 0,
        });
        self.instructions.len() - 1
    }

    /// Notes which instruction makes the result of an operation.
    fn note(&mut self, operation: usize, value: VectorId) {
        self.values[operation] = Some(value);
        self.instructions[value].id = operation;
    }

    fn given(&mut self, register: &'static str, vector: usize) -> VectorId {
        let value = self.add(Kind::Given, vec![]);
        self.instructions[value].home = Some((register, vector));
        value
    }

    /// The vectors that are in memory from the start.
    fn give(&mut self, graph: &OperationGraph, target: AssemblyTarget) {
        for (i, operation) in graph.operations.iter().enumerate() {
            let (register, vector) = match *operation {
                Operation::Word(word) => ("rdi", word),
                Operation::Constant(value) => {
                    match [LEAD, BAND, ALL].iter().position(|&c| c == value) {
                        Some(vector) => ("rsi", vector),
                        None => continue,
                    }
                }
                Operation::Live if target == AssemblyTarget::Avx2 => ("rcx", 0),
                _ => continue,
            };
            self.values[i] = Some(self.given(register, vector));
        }
        debug_assert_eq!(graph.words.len(), STATE + 9);
    }

    /// A shift, in both back ends.
    fn shift(&mut self, operation: Operation) -> Option<VectorId> {
        match operation {
            Operation::Left(by, a) => Some(self.add(Kind::Left(by), vec![self.value(a)])),
            Operation::Right(by, a) => Some(self.add(Kind::Right(by), vec![self.value(a)])),
            Operation::Funnel(by, a, b) => {
                Some(self.add(Kind::Funnel(by), vec![self.value(a), self.value(b)]))
            }
            _ => None,
        }
    }

    /// An instruction for each operation.
    fn plain(&mut self, graph: &OperationGraph) {
        let needed = needed(graph);
        for (i, &operation) in graph.operations.iter().enumerate() {
            if !needed[i] {
                continue;
            }
            if let Operation::Logic(logic, a, b) = operation {
                let inputs = vec![self.value(a), self.value(b)];
                let value = self.add(Kind::Logic(logic), inputs);
                self.note(i, value);
            } else if let Some(value) = self.shift(operation) {
                self.note(i, value);
            }
        }
    }

    /// As few instructions of three inputs as possible.
    fn covered(&mut self, graph: &OperationGraph, ternary: u32, split: &[u32]) {
        let cuts = cover(graph, ternary, split);
        for (i, &operation) in graph.operations.iter().enumerate() {
            if let Some(value) = self.shift(operation) {
                self.note(i, value);
            }
            let Some(cut) = cuts.get(&OpId(i as u32)) else {
                continue;
            };
            let inputs: Vec<VectorId> = cut.inputs.iter().map(|&input| self.value(input)).collect();
            let kind = logic_of(cut.table, inputs.len());
            let (kind, inputs) = match kind {
                Some((logic, true)) => (Kind::Logic(logic), vec![inputs[1], inputs[0]]),
                Some((logic, false)) => (Kind::Logic(logic), inputs),
                None => (Kind::Ternary(cut.table), inputs),
            };
            let value = self.add(kind, inputs);
            if let Operation::Logic(_, a, b) = operation {
                let is_live = |op: OpId| graph.operations[op.index()] == Operation::Live;
                self.instructions[value].masked = is_live(a) || is_live(b);
            }
            self.note(i, value);
        }
    }
}

/// Whether each operation is needed for a result.
fn needed(graph: &OperationGraph) -> Vec<bool> {
    let mut needed = vec![false; graph.operations.len()];
    for op in graph.words.iter().chain(&graph.found) {
        needed[op.index()] = true;
    }
    for i in (0..needed.len()).rev() {
        if needed[i] {
            for input in graph.operations[i].inputs() {
                needed[input.index()] = true;
            }
        }
    }
    needed
}

/// The operation with this table if there are two inputs, and whether they are exchanged.
fn logic_of(table: u8, inputs: usize) -> Option<(Logic, bool)> {
    if inputs != 2 {
        return None;
    }
    match table {
        0b1100_0000 => Some((Logic::And, false)),
        0b1111_1100 => Some((Logic::Or, false)),
        0b0011_1100 => Some((Logic::Xor, false)),
        0b0011_0000 => Some((Logic::AndNot, false)),
        0b0000_1100 => Some((Logic::AndNot, true)),
        _ => None,
    }
}
