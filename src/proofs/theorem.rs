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

/// Proves what `state` says of the code that it runs, and refutes it for the code with each of these
/// faults.
pub(super) fn holds(name: &str, state: impl Fn() -> Theorem, faults: &[Planted]) {
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
    if std::env::var_os("SURVEY").is_some() {
        for n in (0..1000).step_by(std::env::var("SURVEY").unwrap().parse().unwrap()) {
            for f in [
                Planted::DroppedTerm(n),
                Planted::DroppedFirstTerm(n),
                Planted::WrongShift(n),
                Planted::OtherMask(n),
            ] {
                let r = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
                    is_refuted(&state, f)
                }));
                if let Ok(true) = r {
                    println!("SURVEY {f:?}");
                }
                super::fault::clear();
            }
        }
    }
    assert!(!faults.is_empty(), "{name} has a planted fault");
    for &fault in faults {
        let start = Instant::now();
        assert!(is_refuted(&state, fault), "{name}: holds with {fault:?}");
        println!(
            "    refuted with {fault:?}, {:.1} s",
            start.elapsed().as_secs_f64()
        );
    }
}

/// Whether there is a case in which the code with this fault is wrong.
fn is_refuted(state: impl Fn() -> Theorem, fault: Planted) -> bool {
    let theorem = with(fault, state);
    prove(&theorem.premises, &theorem.conclusions, &theorem.cases).is_err()
}
