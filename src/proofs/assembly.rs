//! The passes in assembly are the compiled pass, for every state and every set of frozen lanes.
//!
//! The text is interpreted on formulas, for one lane: no instruction moves bits between lanes.

use super::formula::{FALSE, Formula, FormulaWord, any};
use super::lanes::{SymbolicPass, group_of, is_same_group, passed, random_cases};
use super::solver::Assignment;
use super::states::{OneWord, any_state};
use super::theorem::{Theorem, is_refuted, proved};
use super::token::{BitWord, WordLanes};
use crate::kernel::lanes::layout::{ALL, BAND, Group, LEAD};
use std::collections::HashMap;

/// A back end's text, with its conventions.
#[derive(Clone, Copy)]
struct AssemblyText {
    text: &'static str,
    /// Bytes of a vector.
    vector: usize,
    /// Where the findings are: registers or masks.
    found: [&'static str; 3],
    /// Whether a lane of these is set if nothing was found.
    is_negated: bool,
}

const AVX2: AssemblyText = AssemblyText {
    text: include_str!("../kernel/lanes/arch/avx2_pass.s"),
    vector: 32,
    found: ["eax", "r8d", "r9d"],
    is_negated: true,
};

const AVX512: AssemblyText = AssemblyText {
    text: include_str!("../kernel/lanes/arch/avx512_pass.s"),
    vector: 64,
    found: ["k2", "k3", "k4"],
    is_negated: false,
};

/// The state of one lane.
struct Machine {
    vector: usize,
    /// By register and number of the vector.
    memory: HashMap<(String, usize), FormulaWord>,
    registers: HashMap<String, FormulaWord>,
    /// One bit of a mask, or of a register with a bit for each lane.
    masks: HashMap<String, Formula>,
}

fn constant(value: u32) -> FormulaWord {
    FormulaWord::of(std::array::from_fn(|i| {
        Formula::constant(value >> i & 1 == 1)
    }))
}

fn each(a: FormulaWord, b: FormulaWord, f: impl Fn(Formula, Formula) -> Formula) -> FormulaWord {
    let a = a.bits();
    let b = b.bits();
    FormulaWord::of(std::array::from_fn(|i| f(a[i], b[i])))
}

/// Shifted up, or down if negative.
fn shifted(a: FormulaWord, by: i32) -> FormulaWord {
    let bits = a.bits();
    let from = |i: usize| usize::try_from(i as i32 - by).ok().filter(|&i| i < 32);
    FormulaWord::of(std::array::from_fn(|i| from(i).map_or(FALSE, |i| bits[i])))
}

/// Bit abc of the table, for each bit of three words.
fn ternary(words: [FormulaWord; 3], table: i32) -> FormulaWord {
    let [a, b, c] = words.map(FormulaWord::bits);
    let row = |row: usize| Formula::constant(table >> row & 1 == 1);
    FormulaWord::of(std::array::from_fn(|i| {
        let by_c = |ab: usize| c[i].select(row(2 * ab + 1), row(2 * ab));
        a[i].select(b[i].select(by_c(3), by_c(2)), b[i].select(by_c(1), by_c(0)))
    }))
}

impl Machine {
    fn new(text: AssemblyText, group: &Group<OneWord>, live: Formula) -> Machine {
        let mut memory = HashMap::new();
        let words = group.x.as_flattened().iter().chain(&group.has_other);
        for (i, word) in words.enumerate() {
            memory.insert(("rdi".to_owned(), i), word.0[0]);
        }
        for (i, value) in [LEAD, BAND, ALL, 0].into_iter().enumerate() {
            memory.insert(("rsi".to_owned(), i), constant(value));
        }
        memory.insert(("rcx".to_owned(), 0), FormulaWord::of([live; 32]));
        Machine {
            vector: text.vector,
            memory,
            registers: HashMap::new(),
            masks: HashMap::from([("k1".to_owned(), live)]),
        }
    }

    /// The memory that an operand means.
    fn place(&self, operand: &str) -> Option<(String, usize)> {
        let (_, address) = operand.split_once('[')?;
        let address = address.strip_suffix(']')?;
        let (register, offset) = match address.split_once(" + ") {
            Some((register, offset)) => (register, number(offset) as usize),
            None => (address, 0),
        };
        assert_eq!(offset % self.vector, 0, "{operand}");
        Some((register.to_owned(), offset / self.vector))
    }

    fn get(&self, operand: &str) -> FormulaWord {
        let word = match self.place(operand) {
            Some(place) => self.memory.get(&place),
            None => self.registers.get(operand),
        };
        *word.unwrap_or_else(|| panic!("{operand} is read before it is written"))
    }

    fn execute(&mut self, line: &str) {
        let (mnemonic, operands) = line.split_once(' ').expect("operands");
        let operands: Vec<&str> = operands.split(',').map(str::trim).collect();
        let (to, mask) = match operands[0].split_once(' ') {
            Some((to, "{k1}{z}")) => (to, Some(self.masks["k1"])),
            _ => (operands[0], None),
        };
        let get = |i: usize| self.get(operands[i]);
        let count = |i: usize| number(operands[i]);
        let value = match mnemonic {
            "vmovdqa" | "vmovdqa64" => get(1),
            "vpand" | "vpandd" => each(get(1), get(2), Formula::and),
            "vpor" | "vpord" => each(get(1), get(2), Formula::or),
            "vpxor" | "vpxord" => each(get(1), get(2), Formula::xor),
            "vpandn" | "vpandnd" => each(get(1), get(2), |a, b| a.not().and(b)),
            "vpslld" => shifted(get(1), count(2)),
            "vpsrld" => shifted(get(1), -count(2)),
            "vpaddd" => {
                assert_eq!(operands[1], operands[2], "only the double of a word");
                shifted(get(1), 1)
            }
            "vpshldd" => {
                let high = shifted(get(1), count(3));
                let low = shifted(get(2), count(3) - 32);
                each(high, low, Formula::or)
            }
            "vpternlogd" => ternary([self.get(to), get(1), get(2)], count(3)),
            "vpcmpeqd" => {
                let equal = any(each(get(1), get(2), Formula::xor).bits()).not();
                FormulaWord::of([equal; 32])
            }
            "vmovmskps" => {
                self.masks.insert(to.to_owned(), get(1).bits()[31]);
                return;
            }
            "vptestmd" => {
                let both = each(get(1), get(2), Formula::and);
                self.masks.insert(to.to_owned(), any(both.bits()));
                return;
            }
            _ => panic!("{line}"),
        };
        let value = match mask {
            Some(live) => each(value, FormulaWord::of([live; 32]), Formula::and),
            None => value,
        };
        match self.place(to) {
            Some(place) => self.memory.insert(place, value),
            None => self.registers.insert(to.to_owned(), value),
        };
    }
}

fn number(text: &str) -> i32 {
    match text.strip_prefix("0x") {
        Some(digits) => i32::from_str_radix(digits, 16),
        None => text.parse(),
    }
    .expect("a number")
}

/// What the text makes of a group.
fn interpreted(
    text: AssemblyText,
    change: &Change,
    group: &Group<OneWord>,
    live: Formula,
) -> SymbolicPass {
    let mut machine = Machine::new(text, group, live);
    let lines = text.text.lines().map(str::trim);
    let mut changed = false;
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        match change {
            Some((from, to)) if !changed && line.contains(from) => {
                changed = true;
                machine.execute(&line.replacen(from, to, 1));
            }
            _ => machine.execute(line),
        }
    }
    assert_eq!(changed, change.is_some());
    let word = |i: usize| WordLanes([machine.memory[&("rdi".to_owned(), i)]]);
    let [contradiction, open, changed] = text
        .found
        .map(|name| machine.masks[name].negated_if(text.is_negated));
    SymbolicPass {
        group: Group {
            x: std::array::from_fn(|t| std::array::from_fn(|p| word(9 * t + p))),
            has_other: std::array::from_fn(|p| word(27 + p)),
        },
        contradiction,
        open,
        changed,
    }
}

/// A planted fault: text that takes the place of other text, once.
type Change = Option<(&'static str, &'static str)>;

/// The text does what the compiled pass does, in lanes that are frozen and in others.
fn is_the_pass(text: AssemblyText, change: Change) -> Theorem {
    let before = any_state();
    let group = group_of(before);
    let live = Formula::variable();
    let is = interpreted(text, &change, &group, live);
    // `pass` has the set of frozen lanes as a number.
    let running = passed(&group, 0);
    let frozen = passed(&group, 1);
    let mut conclusions = Vec::new();
    let if_live = is_same_group(&is.group, &running.group);
    let if_frozen = is_same_group(&is.group, &frozen.group);
    for (running, frozen) in if_live.into_iter().zip(if_frozen) {
        conclusions.push(live.select(running, frozen));
    }
    // What is found in frozen lanes is not used.
    conclusions.push(live.implies(is.contradiction.equals(running.contradiction)));
    let alive = live.and(is.contradiction.not());
    conclusions.push(alive.implies(is.open.equals(running.open)));
    conclusions.push(alive.implies(is.changed.equals(running.changed)));
    let cases = random_cases(before);
    Theorem {
        premises: vec![],
        conclusions,
        cases: Box::new(move |random| {
            let mut case: Assignment = cases(random);
            case.set(live, random.below(4) > 0);
            case
        }),
    }
}

fn check(name: &str, text: AssemblyText, changes: &[(&'static str, &'static str)]) {
    proved(name, || is_the_pass(text, None));
    for &change in changes {
        is_refuted(&format!("{change:?}"), &is_the_pass(text, Some(change)));
    }
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn the_avx2_pass_in_assembly_is_the_compiled_pass() {
    let faults = [("vpandn ymm", "vpand ymm"), ("vpsrld", "vpslld")];
    check("the AVX2 assembly", AVX2, &faults);
}

#[test]
#[ignore = "takes long; .ci/long runs it"]
fn the_avx512_pass_in_assembly_is_the_compiled_pass() {
    let faults = [("0x70", "0x78"), ("vpsrld", "vpslld"), (" {k1}{z}", "")];
    check("the AVX-512 assembly", AVX512, &faults);
}
