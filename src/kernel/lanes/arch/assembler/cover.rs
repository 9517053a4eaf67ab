//! Three-input operations: which operations of the graph become one instruction.
//!
//! An instruction with three inputs does the work of several operations that depend on each other,
//! if nothing else needs the results in between, or if making those again costs nothing. To need as
//! few as possible, each operation is first estimated by what its inputs cost, shared among those
//! who use them, and then improved with the exact count.

use super::graph::{Logic, OpId, Operation, OperationGraph};
use std::collections::{BTreeMap, BTreeSet};

/// The table of a function of three inputs: bit 4a + 2b + c.
const INPUTS: [u8; 3] = [0b1111_0000, 0b1100_1100, 0b1010_1010];

/// What an operation is made of, at most three inputs, in one instruction.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Cut {
    pub(super) inputs: Vec<OpId>,
    pub(super) table: u8,
}

/// Estimates, and then exact improvements.
const ROUNDS: usize = 8;

/// The cut of each logical operation that has an instruction.
pub(super) fn cover(graph: &OperationGraph, ternary: u32, split: &[u32]) -> BTreeMap<OpId, Cut> {
    let mut cover = Cover::new(graph, ternary);
    for &op in split {
        let Some(cuts) = cover.cuts.get_mut(op as usize) else {
            continue;
        };
        if cuts.iter().any(|cut| cut.inputs.len() <= 2) {
            cuts.retain(|cut| cut.inputs.len() <= 2);
        }
    }
    cover.result()
}

/// Whether an operation with the lanes that are not frozen is a mask of the instruction before.
fn is_masked(graph: &OperationGraph, op: OpId) -> bool {
    let Operation::Logic(_, a, b) = graph.operations[op.index()] else {
        return false;
    };
    [a, b]
        .iter()
        .any(|input| graph.operations[input.index()] == Operation::Live)
}

struct Cover<'a> {
    graph: &'a OperationGraph,
    cuts: Vec<Vec<Cut>>,
    /// The number of the cut that is chosen.
    chosen: Vec<usize>,
    /// How often each result is used.
    used: Vec<u32>,
    /// What an instruction with three inputs costs, if one with two costs 100.
    ternary: u32,
}

impl Cover<'_> {
    fn new(graph: &OperationGraph, ternary: u32) -> Cover<'_> {
        let mut cuts: Vec<Vec<Cut>> = Vec::new();
        for i in 0..graph.operations.len() {
            let of = cuts_of(graph, &cuts, OpId(i as u32));
            cuts.push(of);
        }
        let n = graph.operations.len();
        Cover {
            graph,
            cuts,
            chosen: vec![0; n],
            used: vec![0; n],
            ternary,
        }
    }

    /// Whether an operation is an instruction with logic, which has cuts.
    fn is_logic(&self, op: OpId) -> bool {
        !self.cuts[op.index()].is_empty()
    }

    /// The results that are needed as they are: those of the pass, and the inputs of shifts.
    fn roots(&self) -> Vec<OpId> {
        let graph = self.graph;
        let mut roots: Vec<OpId> = graph.words.iter().chain(&graph.found).copied().collect();
        for (i, operation) in graph.operations.iter().enumerate() {
            if !self.is_logic(OpId(i as u32)) {
                roots.extend(operation.inputs());
            }
        }
        roots
    }

    fn result(mut self) -> BTreeMap<OpId, Cut> {
        self.estimate();
        for op in self.roots() {
            self.take(op);
        }
        for _ in 0..ROUNDS {
            self.improve();
        }
        let ops = (0..self.used.len()).map(|i| OpId(i as u32));
        ops.filter(|&op| self.is_logic(op) && self.used[op.index()] > 0)
            .map(|op| (op, self.cut(op).clone()))
            .collect()
    }

    fn cut(&self, op: OpId) -> &Cut {
        &self.cuts[op.index()][self.chosen[op.index()]]
    }

    /// What the instruction of a cut costs.
    fn price(&self, cut: &Cut) -> u32 {
        if cut.inputs.len() > 2 {
            self.ternary
        } else {
            100
        }
    }

    /// Chooses cuts by the sum of what their inputs cost, each divided by the number of its users.
    fn estimate(&mut self) {
        let mut users = vec![0_u32; self.used.len()];
        for operation in &self.graph.operations {
            for input in operation.inputs() {
                users[input.index()] += 1;
            }
        }
        let mut flow = vec![0.0_f64; self.used.len()];
        for i in 0..self.cuts.len() {
            let costs: Vec<f64> = self.cuts[i]
                .iter()
                .map(|cut| {
                    let inputs = cut.inputs.iter().map(|input| flow[input.index()]);
                    f64::from(self.price(cut)) + inputs.sum::<f64>()
                })
                .collect();
            let best = (0..costs.len()).min_by(|&a, &b| costs[a].total_cmp(&costs[b]));
            if let Some(best) = best {
                self.chosen[i] = best;
                flow[i] = costs[best] / f64::from(users[i].max(1));
            }
        }
    }

    /// Counts one more user of a result. Returns how many instructions that adds.
    fn take(&mut self, op: OpId) -> u32 {
        self.used[op.index()] += 1;
        if self.used[op.index()] > 1 || !self.is_logic(op) {
            return 0;
        }
        let inputs = self.cut(op).inputs.clone();
        let own = self.price(self.cut(op));
        own + inputs
            .into_iter()
            .map(|input| self.take(input))
            .sum::<u32>()
    }

    /// Counts one user less. Returns how many instructions that saves.
    fn release(&mut self, op: OpId) -> u32 {
        self.used[op.index()] -= 1;
        if self.used[op.index()] > 0 || !self.is_logic(op) {
            return 0;
        }
        let inputs = self.cut(op).inputs.clone();
        let own = self.price(self.cut(op));
        own + inputs
            .into_iter()
            .map(|input| self.release(input))
            .sum::<u32>()
    }

    /// Chooses for each instruction the cut that adds the fewest others.
    fn improve(&mut self) {
        for i in 0..self.cuts.len() {
            let op = OpId(i as u32);
            if !self.is_logic(op) || self.used[i] == 0 {
                continue;
            }
            for input in self.cut(op).inputs.clone() {
                self.release(input);
            }
            let mut best = (u32::MAX, 0);
            for k in 0..self.cuts[i].len() {
                self.chosen[i] = k;
                let inputs = self.cut(op).inputs.clone();
                let own = self.price(self.cut(op));
                let added = own + inputs.iter().map(|&input| self.take(input)).sum::<u32>();
                for &input in &inputs {
                    self.release(input);
                }
                best = best.min((added, k));
            }
            self.chosen[i] = best.1;
            for input in self.cut(op).inputs.clone() {
                self.take(input);
            }
        }
    }
}

/// The cuts of a logical operation.
fn cuts_of(graph: &OperationGraph, known: &[Vec<Cut>], op: OpId) -> Vec<Cut> {
    let Operation::Logic(_, a, b) = graph.operations[op.index()] else {
        return vec![];
    };
    // A mask is not part of a table. What it masks may be anything, and the mask is its own input.
    let sets = |input: OpId| -> BTreeSet<Vec<OpId>> {
        let mut sets = BTreeSet::from([vec![input]]);
        if !is_masked(graph, input) {
            sets.extend(known[input.index()].iter().map(|cut| cut.inputs.clone()));
        }
        sets
    };
    let mut found = BTreeSet::new();
    for of_a in sets(a) {
        for of_b in sets(b) {
            let joint: BTreeSet<OpId> = of_a.iter().chain(&of_b).copied().collect();
            let inputs: Vec<OpId> = joint.into_iter().collect();
            let live = inputs
                .iter()
                .filter(|i| graph.operations[i.index()] == Operation::Live);
            if inputs.len() - live.count() <= 3 {
                found.insert(inputs);
            }
        }
    }
    found
        .into_iter()
        .map(|inputs| {
            let inputs: Vec<OpId> = inputs
                .into_iter()
                .filter(|i| graph.operations[i.index()] != Operation::Live)
                .collect();
            let table = table_of(graph, op, &inputs);
            Cut { inputs, table }
        })
        .collect()
}

/// The table of an operation in terms of these inputs. Frozen lanes are not part of it.
fn table_of(graph: &OperationGraph, op: OpId, inputs: &[OpId]) -> u8 {
    if let Some(i) = inputs.iter().position(|&input| input == op) {
        return INPUTS[i];
    }
    match graph.operations[op.index()] {
        Operation::Live => 0xff,
        Operation::Logic(logic, a, b) => {
            let a = table_of(graph, a, inputs);
            let b = table_of(graph, b, inputs);
            match logic {
                Logic::And => a & b,
                Logic::Or => a | b,
                Logic::Xor => a ^ b,
                Logic::AndNot => a & !b,
            }
        }
        other => panic!("{other:?} is not logic of these inputs"),
    }
}
