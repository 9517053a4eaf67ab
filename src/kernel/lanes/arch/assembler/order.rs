//! The order of instructions.
//!
//! Each instruction has a time, found by measuring. The order is that of the times, except that
//! inputs come first, and that a word of the group is only overwritten when nobody reads it any
//! more.

use super::instructions::{Instruction, Kind};

/// The instructions that must come before each: its inputs, and before a store, all that read what
/// was there.
fn before(instructions: &[Instruction]) -> Vec<Vec<usize>> {
    let mut readers = vec![Vec::new(); 36];
    for (i, instruction) in instructions.iter().enumerate() {
        for &input in &instruction.inputs {
            if let Some(("rdi", word)) = instructions[input].home {
                readers[word].push(i);
            }
        }
    }
    let of = |instruction: &Instruction| {
        let mut before = instruction.inputs.clone();
        before.retain(|&input| instructions[input].kind != Kind::Given);
        if let Kind::Store(word) = instruction.kind {
            before.extend(&readers[word]);
        }
        before
    };
    instructions.iter().map(of).collect()
}

/// Of the instructions that can be next, always the one with the lowest time. Those without a time
/// come when they can.
pub(super) fn schedule(instructions: &[Instruction], times: &[f64]) -> Vec<usize> {
    let before = before(instructions);
    let mut left: Vec<usize> = (0..instructions.len())
        .filter(|&i| instructions[i].kind != Kind::Given)
        .collect();
    let mut is_placed = vec![false; instructions.len()];
    let mut order = Vec::new();
    while !left.is_empty() {
        let time = |i: usize| times.get(instructions[i].id).copied().unwrap_or(0.0);
        let is_ready = |i: usize| before[i].iter().all(|&input| is_placed[input]);
        let ready = left.iter().copied().filter(|&i| is_ready(i));
        let next = ready.min_by(|&a, &b| time(a).total_cmp(&time(b)));
        let next = next.expect("inputs come first");
        is_placed[next] = true;
        order.push(next);
        left.retain(|&i| i != next);
    }
    order
}
