//! A statement about the code, and how it is shown to be true, and not empty.

use super::fault::{Planted, with};
use super::formula::Formula;
use super::solver::{Cases, prove};
use std::time::Instant;

/// Conclusions that hold whenever the premises do.
pub(super) struct Theorem {
    pub(super) premises: Vec<Formula>,
    pub(super) conclusions: Vec<Formula>,
    /// Some of them satisfy the premises.
    pub(super) cases: Cases,
}

/// Proves what `state` says of the code that it runs, and refutes it for the code with each of
/// these faults.
pub(super) fn holds(name: &str, state: impl Fn() -> Theorem, faults: &[Planted]) {
    proved(name, &state);
    assert!(!faults.is_empty(), "{name} has a planted fault");
    for &fault in faults {
        let theorem = with(fault, &state);
        is_refuted(&format!("{fault:?}"), &theorem);
    }
}

/// Proves a theorem.
pub(super) fn proved(name: &str, state: impl Fn() -> Theorem) {
    let start = Instant::now();
    let theorem = state();
    let effort = match prove(&theorem.premises, &theorem.conclusions, &theorem.cases) {
        Ok(effort) => effort,
        Err(case) => panic!("{name}: wrong for {case:?}"),
    };
    println!(
        "{name}: {} conclusions, {} questions, {} conflicts, {:.1} s",
        theorem.conclusions.len(),
        effort.questions,
        effort.conflicts,
        start.elapsed().as_secs_f64()
    );
}

/// Finds a case in which a theorem about code with a fault is wrong.
pub(super) fn is_refuted(fault: &str, theorem: &Theorem) {
    let start = Instant::now();
    let proof = prove(&theorem.premises, &theorem.conclusions, &theorem.cases);
    assert!(proof.is_err(), "holds with {fault}");
    println!(
        "    refuted with {fault}, {:.1} s",
        start.elapsed().as_secs_f64()
    );
}
