//! Faults that are planted in the code to be proved, by the token that it runs on: a proof that
//! does not find them would prove nothing.

use std::cell::Cell;

/// A fault in one operation, counted from the start of [`with`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Planted {
    /// An operation of two vectors returns the first.
    DroppedTerm(u32),
    /// An operation of two vectors returns the second.
    DroppedFirstTerm(u32),
    /// A shift is by one bit more.
    WrongShift(u32),
    /// A constant lacks its lowest bit.
    OtherMask(u32),
}

thread_local!(static PLANTED: Cell<Option<Planted>> = const { Cell::new(None) });

/// Does the work with a fault in it.
pub(super) fn with<R>(planted: Planted, work: impl FnOnce() -> R) -> R {
    assert_eq!(PLANTED.replace(Some(planted)), None, "one fault at a time");
    let result = work();
    assert_eq!(PLANTED.take(), None, "{planted:?} is not reached");
    result
}

/// Does the work without the fault: what the code is compared with, or what it is given.
pub(super) fn without<R>(work: impl FnOnce() -> R) -> R {
    let planted = PLANTED.take();
    let result = work();
    PLANTED.set(planted);
    result
}

/// The fault that is still to come. Code that runs several times has it each time, if
/// [`plant_again`] is called before.
pub(super) fn planted() -> Option<Planted> {
    PLANTED.get()
}

pub(super) fn plant_again(planted: Option<Planted>) {
    PLANTED.set(planted);
}

/// Whether this operation, one of a kind, has the fault. Counts it.
fn is_here(n: u32, rest: fn(u32) -> Planted) -> bool {
    PLANTED.set(n.checked_sub(1).map(rest));
    n == 0
}

/// Which of its two vectors an operation returns, if it has the fault.
pub(super) fn only_term() -> Option<usize> {
    match PLANTED.get() {
        Some(Planted::DroppedTerm(n)) => is_here(n, Planted::DroppedTerm).then_some(0),
        Some(Planted::DroppedFirstTerm(n)) => is_here(n, Planted::DroppedFirstTerm).then_some(1),
        _ => None,
    }
}

pub(super) fn shift(by: u32) -> u32 {
    match PLANTED.get() {
        Some(Planted::WrongShift(n)) if is_here(n, Planted::WrongShift) => by + 1,
        _ => by,
    }
}

pub(super) fn mask(value: u32) -> u32 {
    match PLANTED.get() {
        Some(Planted::OtherMask(n)) if value != 0 && is_here(n, Planted::OtherMask) => {
            value & (value - 1)
        }
        _ => value,
    }
}
