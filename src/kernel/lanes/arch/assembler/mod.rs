//! Makes the passes in assembly.

mod cover;
mod graph;
mod instructions;
mod order;
mod registers;

use instructions::AssemblyTarget;
use order::{OrderRules, schedule};
use registers::{RegisterRules, allocate};

#[test]
fn make() {
    let number = |name: &str, default: f64| -> f64 {
        std::env::var(name).map_or(default, |value| value.parse().expect("a number"))
    };
    let target = if std::env::var_os("AVX2").is_some() {
        AssemblyTarget::Avx2
    } else {
        AssemblyTarget::Avx512
    };
    let list = |name: &str| -> Vec<f64> {
        let Some(path) = std::env::var_os(name) else {
            return vec![];
        };
        let text = std::fs::read_to_string(path).expect("a file");
        text.split_whitespace()
            .map(|n| n.parse().expect("a number"))
            .collect()
    };
    let split: Vec<u32> = list("SPLIT").iter().map(|&n| n as u32).collect();
    let instructions = instructions::of(target, number("TCOST", 100.0) as u32, &split);
    let order = schedule(
        &instructions,
        OrderRules {
            triple_lag: number("TLAG", 16.5),
            triple_pace: number("TPACE", 1.7),
            places_start: number("PSTART", 250.0),
            place_lag: number("PLAG", 16.8),
            place_pace: number("PPACE", 5.2),
            latency: number("LATENCY", 1.0) as usize,
            wait: number("WAIT", 6.0),
            shift: number("SHIFT", 2.0),
            ternary: number("TERN", 0.0),
            store: number("STP", 1000.0),
            store_ternary: number("STT", 0.0),
        },
        &list("BIAS"),
    );
    let rules = RegisterRules {
        near: number("NEAR", 20.0) as usize,
        near_when_full: number("FULL", 4.0) as usize,
        store_weight: number("STORE", 0.7),
    };
    let (text, spills) = allocate(target, &instructions, &order, rules);
    println!(
        "# {} instructions, {} lines, {spills} spills",
        order.len(),
        text.lines().count()
    );
    let kinds = instructions
        .iter()
        .filter(|i| i.inputs.len() == 3)
        .map(|i| i.op.to_string());
    let numbers: Vec<String> = order.iter().map(|i| i.to_string()).collect();
    println!("ORDER {}", numbers.join(" "));
    let ops: Vec<String> = order
        .iter()
        .map(|&i| (instructions[i].op as isize).to_string())
        .collect();
    println!("OPS {}", ops.join(" "));
    println!("TERN {}", kinds.collect::<Vec<_>>().join(" "));
    if let Some(path) = std::env::var_os("OUT") {
        std::fs::write(path, text).expect("written");
    }
}
