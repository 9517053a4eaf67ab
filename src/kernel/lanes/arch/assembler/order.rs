//! The order of instructions.
//!
//! A pass has twelve streams, which overlap: one for each triple of digits, and then one for each
//! position in the box. Each instruction has a preferred time, by its stream and its place there. An
//! instruction pays for each position that it stands too near to its inputs.

use super::instructions::{Instruction, Kind};
use std::collections::BTreeSet;

/// The choices that are left, in instructions.
#[derive(Debug, Clone, Copy)]
pub(super) struct OrderRules {
    /// From the start of a triple to that of the next, and from one of its instructions to the next.
    pub(super) triple_lag: f64,
    pub(super) triple_pace: f64,
    /// The same for positions, after the first.
    pub(super) places_start: f64,
    pub(super) place_lag: f64,
    pub(super) place_pace: f64,
    /// Wanted distance between an instruction and its inputs, and what each lacking position costs.
    pub(super) latency: usize,
    pub(super) wait: f64,
    /// What a shift costs directly after another.
    pub(super) shift: f64,
    /// What an instruction with three inputs costs directly after two others.
    pub(super) ternary: f64,
    /// What a store saves, by its place alone, and what it costs after an instruction with three inputs.
    pub(super) store: f64,
    pub(super) store_ternary: f64,
}

/// The instructions that must come before each: its inputs, and before a store, all that read what was
/// there.
fn before(instructions: &[Instruction]) -> Vec<Vec<usize>> {
    let mut readers = vec![Vec::new(); 36];
    for (i, instruction) in instructions.iter().enumerate() {
        for &input in &instruction.inputs {
            if let Some(("rdi", word)) = instructions[input].home {
                readers[word].push(i);
            }
        }
    }
    instructions
        .iter()
        .map(|instruction| {
            let mut before: Vec<usize> = instruction.inputs.clone();
            before.retain(|&input| instructions[input].kind != Kind::Given);
            if let Kind::Store(word) = instruction.kind {
                before.extend(&readers[word]);
            }
            before
        })
        .collect()
}

/// The stream of each instruction.
fn streams(instructions: &[Instruction]) -> Vec<usize> {
    let n = instructions.len();
    let mut triples = vec![BTreeSet::new(); n];
    let mut places = vec![BTreeSet::new(); n];
    for i in 0..n {
        match instructions[i].home {
            Some(("rdi", word)) if word < 27 => {
                triples[i].insert(word / 9);
            }
            _ => {
                let inputs = instructions[i].inputs.iter();
                triples[i] = inputs.flat_map(|&input| triples[input].clone()).collect();
            }
        }
    }
    for i in (0..n).rev() {
        if let Kind::Store(word) = instructions[i].kind {
            places[i].insert(word % 9);
        }
        for &input in &instructions[i].inputs {
            let of = places[i].clone();
            places[input].extend(of);
        }
    }
    let mut streams = vec![0; n];
    for i in 0..n {
        let last = instructions[i]
            .inputs
            .iter()
            .map(|&input| streams[input])
            .max();
        streams[i] = match (triples[i].len(), places[i].len()) {
            (1, _) => *triples[i].first().expect("one"),
            (_, 1) => 3 + places[i].first().expect("one"),
            _ => last.unwrap_or(0),
        };
    }
    streams
}

/// When each instruction would like to be executed.
fn times(instructions: &[Instruction], rules: OrderRules) -> Vec<f64> {
    let streams = streams(instructions);
    let mut steps = [0; 12];
    let mut times = Vec::new();
    for (instruction, stream) in instructions.iter().zip(streams) {
        let step = f64::from(steps[stream]);
        if instruction.kind != Kind::Given {
            steps[stream] += 1;
        }
        times.push(match stream {
            0..3 => stream as f64 * rules.triple_lag + step * rules.triple_pace,
            _ => {
                let lag = (stream - 3) as f64 * rules.place_lag;
                rules.places_start + lag + step * rules.place_pace
            }
        });
    }
    times
}

/// A list schedule: of the instructions that can be next, the one with the lowest price.
pub(super) fn schedule(
    instructions: &[Instruction],
    rules: OrderRules,
    bias: &[f64],
) -> Vec<usize> {
    let before = before(instructions);
    let mut times = times(instructions, rules);
    for (time, bias) in times.iter_mut().zip(bias) {
        *time += bias;
    }
    let is_shift = |i: usize| {
        matches!(
            instructions[i].kind,
            Kind::Left(2..) | Kind::Right(_) | Kind::Funnel(_)
        )
    };
    let is_ternary = |i: usize| matches!(instructions[i].kind, Kind::Ternary(_));
    let is_store = |i: usize| matches!(instructions[i].kind, Kind::Store(_));
    let mut left: Vec<usize> = (0..instructions.len())
        .filter(|&i| instructions[i].kind != Kind::Given)
        .collect();
    let mut slots: Vec<Option<usize>> = vec![None; instructions.len()];
    let mut order: Vec<usize> = Vec::new();
    let mut slot = 0;
    while !left.is_empty() {
        let price = |i: usize| -> f64 {
            let lacking = before[i].iter().map(|&input| {
                let distance = slot - slots[input].expect("it is ready");
                rules.latency.saturating_sub(distance)
            });
            let wait = rules.wait * lacking.sum::<usize>() as f64;
            let after_shift = order.last().is_some_and(|&last| is_shift(last));
            let shift = if after_shift && is_shift(i) {
                rules.shift
            } else {
                0.0
            };
            let ternaries = order
                .iter()
                .rev()
                .take(2)
                .filter(|&&i| is_ternary(i))
                .count();
            let ternary = if ternaries == 2 && is_ternary(i) {
                rules.ternary
            } else {
                0.0
            };
            let store = if is_store(i) {
                rules.store_ternary * ternaries as f64 - rules.store
            } else {
                0.0
            };
            times[i] + wait + shift + ternary + store
        };
        let is_ready = |i: usize| before[i].iter().all(|&input| slots[input].is_some());
        let ready = left.iter().copied().filter(|&i| is_ready(i));
        let next = ready.min_by(|&a, &b| price(a).total_cmp(&price(b)));
        let next = next.expect("inputs come first");
        slots[next] = Some(slot);
        slot += usize::from(!is_store(next));
        order.push(next);
        left.retain(|&i| i != next);
    }
    order
}
