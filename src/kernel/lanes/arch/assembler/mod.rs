//! Makes the passes in assembly, `avx2_pass.s` and `avx512_pass.s`.
//!
//! ```text
//! pass() on a token that notes what it does ─> graph of operations
//!     ─> instructions, those with AVX-512 of up to three inputs ─> order ─> registers ─> text
//! ```
//!
//! So a change of the pass is a change of the graph. What cannot be computed is found by measuring,
//! and is in `avx2.txt` and `avx512.txt`: the time of each instruction, operations that are better
//! not merged with others, and a few numbers for the choice of registers. After a change of the
//! pass these still give an assembly that is right, but perhaps not a fast one. `scripts/lane-pass`
//! searches for better ones.
//!
//! Nothing here needs to be right: `src/proofs` proves that the text does what the pass does.
//!
//! ```text
//! cargo test --lib assembler                # fails if the files are not what this makes
//! cargo test --lib assembler -- --ignored   # writes them
//! ```

mod cover;
mod graph;
mod instructions;
mod order;
mod registers;

use instructions::AssemblyTarget;
use order::schedule;
use registers::{RegisterRules, allocate};
use std::fs;
use std::path::PathBuf;

/// What was found by measuring.
struct Measured {
    /// What an instruction with three inputs costs, if one with two costs 100.
    ternary: u32,
    /// Operations that are not made of three inputs.
    split: Vec<u32>,
    registers: RegisterRules,
    times: Vec<f64>,
}

impl Measured {
    /// From lines of a name and numbers.
    fn read(text: &str) -> Measured {
        let numbers = |name: &str| -> Vec<f64> {
            let line = text.lines().find_map(|line| line.strip_prefix(name));
            let words = line
                .unwrap_or_else(|| panic!("no {name}"))
                .split_whitespace();
            words.map(|word| word.parse().expect("a number")).collect()
        };
        Measured {
            ternary: numbers("ternary")[0] as u32,
            split: numbers("split").into_iter().map(|op| op as u32).collect(),
            registers: RegisterRules {
                near: numbers("near ")[0] as usize,
                near_when_full: numbers("near_when_full")[0] as usize,
                store_weight: numbers("store_weight")[0],
            },
            times: numbers("times"),
        }
    }
}

const BOTH: [AssemblyTarget; 2] = [AssemblyTarget::Avx2, AssemblyTarget::Avx512];

const AVX2_HEADER: &str = "\
# The pass for eight lanes with AVX2: `pass::pass`. Made by `cargo test --lib assembler -- --ignored`.
#
# rdi             the group: x[0], x[1], x[2], has_other, nine vectors each
# rsi             constants: LEAD, BAND, ALL, zero
# rdx             memory for vectors that have no register
# rcx             all ones in lanes that are not frozen, zero in the others
# eax, r8d, r9d   out: lanes without contradiction (perhaps frozen ones too), not open, not changed

";

const AVX512_HEADER: &str = "\
# The pass for sixteen lanes with AVX-512: `pass::pass`. Made by `cargo test --lib assembler -- --ignored`.
#
# rdi         the group: x[0], x[1], x[2], has_other, nine vectors each
# rsi         constants: LEAD, BAND, ALL
# rdx         memory for vectors that have no register
# k1          lanes that are not frozen
# k2, k3, k4  out: lanes with a contradiction (also frozen ones), open, changed

";

impl AssemblyTarget {
    fn name(self) -> &'static str {
        match self {
            AssemblyTarget::Avx2 => "avx2",
            AssemblyTarget::Avx512 => "avx512",
        }
    }

    fn header(self) -> &'static str {
        match self {
            AssemblyTarget::Avx2 => AVX2_HEADER,
            AssemblyTarget::Avx512 => AVX512_HEADER,
        }
    }

    fn folder() -> PathBuf {
        PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/kernel/lanes/arch")
    }

    fn file(self) -> PathBuf {
        Self::folder().join(format!("{}_pass.s", self.name()))
    }

    fn measured(self) -> String {
        let file = Self::folder().join(format!("assembler/{}.txt", self.name()));
        fs::read_to_string(file).expect("it can be read")
    }
}

/// The text of a pass, from what was measured.
fn assembled(target: AssemblyTarget, measured: &str) -> String {
    let measured = Measured::read(measured);
    let instructions = instructions::of(target, measured.ternary, &measured.split);
    let order = schedule(&instructions, &measured.times);
    let text = allocate(target, &instructions, &order, measured.registers);
    target.header().to_owned() + &text
}

#[test]
fn the_assembly_is_made_of_the_pass() {
    for target in BOTH {
        let text = fs::read_to_string(target.file()).expect("it can be read");
        let is_current = text == assembled(target, &target.measured());
        assert!(is_current, "{}: run with -- --ignored", target.name());
    }
}

#[test]
#[ignore = "writes the files"]
fn write_the_assembly() {
    for target in BOTH {
        let text = assembled(target, &target.measured());
        fs::write(target.file(), text).expect("it can be written");
    }
}

/// For `scripts/lane-pass`: reads `IN`, for the back end `TARGET`, and writes `OUT`.
#[test]
#[ignore = "for scripts/lane-pass"]
fn assemble_candidate() {
    let [Ok(name), Ok(from), Ok(to)] = ["TARGET", "IN", "OUT"].map(std::env::var) else {
        return;
    };
    let target = BOTH.into_iter().find(|target| target.name() == name);
    let measured = fs::read_to_string(from).expect("it can be read");
    let text = assembled(target.expect("a back end"), &measured);
    fs::write(to, text).expect("it can be written");
}
