//! Gives registers to instructions in order, and writes them.
//!
//! If there is no free register, the vector whose next use is farthest loses its own (Belady's
//! rule). It is stored, unless it is in memory already.

use super::graph::Logic;
use super::instructions::{AssemblyTarget, Instruction, Kind, VectorId};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Never used again.
const NEVER: usize = usize::MAX;

/// The choices that are left.
#[derive(Debug, Clone, Copy)]
pub(super) struct RegisterRules {
    /// A given vector that is used again within this many instructions is loaded, and not read from
    /// memory each time.
    pub(super) near: usize,
    /// The same if no register is free.
    pub(super) near_when_full: usize,
    /// Of the distance to the next use of a vector that would have to be stored.
    pub(super) store_weight: f64,
}

struct Allocator<'a> {
    target: AssemblyTarget,
    instructions: &'a [Instruction],
    order: &'a [usize],
    rules: RegisterRules,
    /// Positions in the order at which each vector is used.
    uses: Vec<Vec<usize>>,
    position: usize,
    register: BTreeMap<VectorId, usize>,
    free: Vec<usize>,
    memory: BTreeMap<VectorId, String>,
    spills: BTreeMap<VectorId, usize>,
    free_spills: Vec<usize>,
    spill_count: usize,
    text: String,
}

impl AssemblyTarget {
    fn registers(self) -> usize {
        match self {
            AssemblyTarget::Avx2 => 16,
            AssemblyTarget::Avx512 => 32,
        }
    }
    fn register(self) -> &'static str {
        match self {
            AssemblyTarget::Avx2 => "ymm",
            AssemblyTarget::Avx512 => "zmm",
        }
    }
    fn vector(self) -> usize {
        match self {
            AssemblyTarget::Avx2 => 32,
            AssemblyTarget::Avx512 => 64,
        }
    }
    fn load(self) -> &'static str {
        match self {
            AssemblyTarget::Avx2 => "vmovdqa",
            AssemblyTarget::Avx512 => "vmovdqa64",
        }
    }
    fn suffix(self) -> &'static str {
        match self {
            AssemblyTarget::Avx2 => "",
            AssemblyTarget::Avx512 => "d",
        }
    }
    fn address(self, base: &str, vector: usize) -> String {
        let word = self.register();
        match vector {
            0 => format!("{word}word ptr [{base}]"),
            _ => format!("{word}word ptr [{base} + {}]", vector * self.vector()),
        }
    }
}

/// Writes the instructions in this order.
pub(super) fn allocate(
    target: AssemblyTarget,
    instructions: &[Instruction],
    order: &[usize],
    rules: RegisterRules,
) -> String {
    let mut uses = vec![Vec::new(); instructions.len()];
    for (position, &i) in order.iter().enumerate() {
        for &input in &instructions[i].inputs {
            uses[input].push(position);
        }
    }
    let mut memory = BTreeMap::new();
    for (i, instruction) in instructions.iter().enumerate() {
        if let Some((base, vector)) = instruction.home {
            memory.insert(i, target.address(base, vector));
        }
    }
    let mut allocator = Allocator {
        target,
        instructions,
        order,
        rules,
        uses,
        position: 0,
        register: BTreeMap::new(),
        free: (0..target.registers()).rev().collect(),
        memory,
        spills: BTreeMap::new(),
        free_spills: Vec::new(),
        spill_count: 0,
        text: String::new(),
    };
    for position in 0..order.len() {
        allocator.position = position;
        allocator.emit(order[position]);
    }
    allocator.text
}

impl Allocator<'_> {
    fn next_use(&self, value: VectorId) -> usize {
        let uses = &self.uses[value];
        let later = uses.partition_point(|&position| position <= self.position);
        uses.get(later).copied().unwrap_or(NEVER)
    }

    fn dies(&self, value: VectorId) -> bool {
        self.next_use(value) == NEVER
    }

    fn is_near(&self, value: VectorId, limit: usize) -> bool {
        self.next_use(value).saturating_sub(self.position) <= limit
    }

    fn release(&mut self, value: VectorId) {
        if let Some(register) = self.register.remove(&value) {
            self.free.push(register);
        }
    }

    fn free_spill(&mut self, value: VectorId) {
        if let Some(spill) = self.spills.remove(&value) {
            self.free_spills.push(spill);
        }
    }

    /// A free register, or that of the vector that is used last.
    fn take_register(&mut self) -> usize {
        if self.free.is_empty() {
            let pinned = &self.instructions[self.order[self.position]].inputs;
            let held = self.register.keys().filter(|value| !pinned.contains(value));
            let value = *held
                .max_by(|&&a, &&b| self.distance(a).total_cmp(&self.distance(b)))
                .expect("an instruction has few inputs");
            if !self.memory.contains_key(&value) {
                self.spill(value);
            }
            self.release(value);
        }
        self.free.pop().expect("one was released")
    }

    fn distance(&self, value: VectorId) -> f64 {
        let distance = (self.next_use(value).min(1 << 20) - self.position) as f64;
        let is_stored = self.memory.contains_key(&value);
        distance
            * if is_stored {
                1.0
            } else {
                self.rules.store_weight
            }
    }

    fn spill(&mut self, value: VectorId) {
        if self.free_spills.is_empty() {
            self.free_spills.push(self.spill_count);
            self.spill_count += 1;
        }
        let spill = self.free_spills.remove(0);
        self.spills.insert(value, spill);
        self.memory.insert(value, self.target.address("rdx", spill));
        let register = self.name(self.register[&value]);
        let line = format!("{} {}, {register}", self.target.load(), self.memory[&value]);
        self.line(&line);
    }

    fn name(&self, register: usize) -> String {
        format!("{}{register}", self.target.register())
    }

    fn line(&mut self, line: &str) {
        writeln!(self.text, "{line}").expect("text grows");
    }

    /// The register of a vector, or else its memory.
    fn operand(&self, value: VectorId) -> String {
        match self.register.get(&value) {
            Some(&register) => self.name(register),
            None => self.memory[&value].clone(),
        }
    }

    /// A register of its own with the vector.
    fn copy(&mut self, value: VectorId) -> usize {
        let register = self.take_register();
        let to = self.name(register);
        let from = self.operand(value);
        let line = format!("{} {to}, {from}", self.target.load());
        self.line(&line);
        register
    }

    fn load(&mut self, value: VectorId) {
        if !self.register.contains_key(&value) {
            let register = self.copy(value);
            self.register.insert(value, register);
        }
    }

    fn emit(&mut self, i: usize) {
        let instruction = self.instructions[i].clone();
        let absent = self.absent(&instruction.inputs);
        let operand = self.memory_operand(&instruction, &absent);
        let overwritten = self.loaded_to_overwrite(&instruction, &absent, operand);
        for &input in &absent {
            if Some(input) != operand && Some(input) != overwritten {
                self.load(input);
            }
        }
        match instruction.kind {
            Kind::Ternary(table) => self.emit_ternary(i, &instruction, table, operand),
            _ => self.emit_plain(i, &instruction, operand),
        }
    }

    fn absent(&self, inputs: &[VectorId]) -> Vec<VectorId> {
        let mut absent = Vec::new();
        for &input in inputs {
            if !self.register.contains_key(&input) && !absent.contains(&input) {
                absent.push(input);
            }
        }
        absent
    }

    /// Whether the instruction can read this input from memory.
    fn may_read(&self, instruction: &Instruction, input: VectorId) -> bool {
        let is_last = instruction.inputs.last() == Some(&input);
        match instruction.kind {
            Kind::Ternary(_) | Kind::Equal => true,
            // The complement is taken of a register.
            Kind::Logic(Logic::AndNot) => instruction.inputs[0] == input,
            Kind::Logic(_) => true,
            Kind::Funnel(_) => is_last,
            Kind::Left(by) => self.target == AssemblyTarget::Avx512 && by != 1,
            Kind::Right(_) => self.target == AssemblyTarget::Avx512,
            Kind::Given | Kind::Find(_) | Kind::Store(_) => false,
        }
    }

    /// The input that the instruction reads from memory, if any.
    fn memory_operand(&self, instruction: &Instruction, absent: &[VectorId]) -> Option<VectorId> {
        let able = absent
            .iter()
            .filter(|&&input| self.may_read(instruction, input));
        let input = *able.max_by_key(|&&input| self.next_use(input))?;
        let rules = self.rules;
        let limit = if self.free.is_empty() {
            rules.near_when_full
        } else {
            rules.near
        };
        (!self.is_near(input, limit)).then_some(input)
    }

    /// An input that is loaded only to be overwritten, because no other one dies.
    fn loaded_to_overwrite(
        &self,
        instruction: &Instruction,
        absent: &[VectorId],
        operand: Option<VectorId>,
    ) -> Option<VectorId> {
        let mut others = instruction
            .inputs
            .iter()
            .filter(|&&input| Some(input) != operand);
        let is_ternary = matches!(instruction.kind, Kind::Ternary(_));
        if !is_ternary || others.clone().any(|&input| self.dies(input)) {
            return None;
        }
        let first = *others.find(|input| absent.contains(input))?;
        (!self.is_near(first, self.rules.near)).then_some(first)
    }

    fn emit_plain(&mut self, i: usize, instruction: &Instruction, operand: Option<VectorId>) {
        let mut sources: Vec<String> = instruction
            .inputs
            .iter()
            .map(|&v| self.operand(v))
            .collect();
        let is_swapped = instruction.kind == Kind::Logic(Logic::AndNot)
            || operand == instruction.inputs.first().copied() && instruction.inputs.len() == 2;
        if is_swapped {
            sources.reverse();
        }
        let mut dying: Vec<VectorId> = instruction.inputs.clone();
        dying.dedup();
        dying.retain(|&input| self.dies(input));
        for &input in &dying {
            self.release(input);
        }
        let target = self.target;
        let suffix = target.suffix();
        let mnemonic = match instruction.kind {
            Kind::Logic(Logic::And) => format!("vpand{suffix}"),
            Kind::Logic(Logic::Or) => format!("vpor{suffix}"),
            Kind::Logic(Logic::Xor) => format!("vpxor{suffix}"),
            Kind::Logic(Logic::AndNot) => format!("vpandn{suffix}"),
            Kind::Left(1) => "vpaddd".to_owned(),
            Kind::Left(_) => "vpslld".to_owned(),
            Kind::Right(_) => "vpsrld".to_owned(),
            Kind::Funnel(_) => "vpshldd".to_owned(),
            Kind::Equal => "vpcmpeqd".to_owned(),
            Kind::Find(_) if target == AssemblyTarget::Avx2 => "vmovmskps".to_owned(),
            Kind::Find(_) => "vptestmd".to_owned(),
            Kind::Store(_) => target.load().to_owned(),
            Kind::Given | Kind::Ternary(_) => unreachable!("written elsewhere"),
        };
        match instruction.kind {
            Kind::Left(1) | Kind::Find(_) if sources.len() == 1 && mnemonic != "vmovmskps" => {
                sources.push(sources[0].clone());
            }
            Kind::Left(by) | Kind::Right(by) | Kind::Funnel(by) => sources.push(by.to_string()),
            _ => {}
        }
        let to = match instruction.kind {
            Kind::Find(which) => match target {
                AssemblyTarget::Avx2 => ["eax", "r8d", "r9d"][which].to_owned(),
                AssemblyTarget::Avx512 => ["k2", "k3", "k4"][which].to_owned(),
            },
            Kind::Store(word) => target.address("rdi", word),
            _ => {
                let register = self.take_register();
                self.register.insert(i, register);
                self.name(register)
            }
        };
        for &input in &dying {
            self.free_spill(input);
        }
        let mask = if instruction.masked { " {k1}{z}" } else { "" };
        let line = format!("{mnemonic} {to}{mask}, {}", sources.join(", "));
        self.line(&line);
    }

    fn emit_ternary(
        &mut self,
        i: usize,
        instruction: &Instruction,
        table: u8,
        operand: Option<VectorId>,
    ) {
        // With two inputs, one of them is there twice.
        let mut inputs = instruction.inputs.clone();
        while inputs.len() < 3 {
            inputs.push(inputs[0]);
        }
        let (overwritten, register) = self.overwrite(&instruction.inputs, operand);
        let operand = operand.filter(|&operand| operand != overwritten);
        let at = inputs.iter().position(|&input| input == overwritten);
        let mut rest = inputs.clone();
        rest.remove(at.expect("it is an input"));
        if operand == Some(rest[0]) {
            rest.swap(0, 1);
        }
        let table = reordered(table, &instruction.inputs, [overwritten, rest[0], rest[1]]);
        let name = self.name(register);
        let source = |allocator: &Self, value: VectorId| {
            if value == overwritten {
                name.clone()
            } else {
                allocator.operand(value)
            }
        };
        let mask = if instruction.masked { " {k1}{z}" } else { "" };
        let first = source(self, rest[0]);
        let second = source(self, rest[1]);
        self.line(&format!(
            "vpternlogd {name}{mask}, {first}, {second}, {table:#04x}"
        ));
        for &input in &instruction.inputs {
            if self.register.get(&input) == Some(&register) {
                self.register.remove(&input);
            }
            if self.dies(input) {
                self.release(input);
                self.free_spill(input);
            }
        }
        self.register.insert(i, register);
    }

    /// The input that a three-input instruction overwrites, and the register.
    fn overwrite(&mut self, inputs: &[VectorId], operand: Option<VectorId>) -> (VectorId, usize) {
        let held: Vec<VectorId> = inputs
            .iter()
            .copied()
            .filter(|input| self.register.contains_key(input))
            .collect();
        if let Some(&dying) = held.iter().find(|&&input| self.dies(input)) {
            return (dying, self.register[&dying]);
        }
        let mut absent = inputs.iter().copied().filter(|input| !held.contains(input));
        if let Some(first) = absent.next() {
            let other = absent.next();
            let input = if Some(first) == operand {
                other.unwrap_or(first)
            } else {
                first
            };
            return (input, self.copy(input));
        }
        let near = self.rules.near;
        let in_memory = held
            .iter()
            .copied()
            .filter(|input| self.memory.contains_key(input) && !self.is_near(*input, near))
            .max_by_key(|&input| self.next_use(input));
        if let Some(input) = in_memory {
            return (input, self.register[&input]);
        }
        let last = held
            .iter()
            .copied()
            .max_by_key(|&input| self.next_use(input));
        let input = last.expect("it has inputs");
        (input, self.copy(input))
    }
}

/// The table for inputs in another order.
fn reordered(table: u8, inputs: &[VectorId], order: [VectorId; 3]) -> u8 {
    let mut out = 0;
    for row in 0..8 {
        let value = |input: VectorId| {
            let at = order
                .iter()
                .position(|&other| other == input)
                .expect("an input");
            row >> (2 - at) & 1
        };
        let from = inputs
            .iter()
            .enumerate()
            .map(|(i, &input)| value(input) << (2 - i));
        out |= (table >> from.sum::<u8>() & 1) << row;
    }
    out
}
