//! What a call may find and take, and the arrays for its answers.

use ninefold::engine::{Completion, Limits, Observer, Outcome, Status};
use ninefold::grid::Row;
use std::sync::atomic::{AtomicI32, Ordering};
use std::time::{Duration, Instant};

/// The caller's `ninefold_request`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct Request {
    pub(crate) size: usize,
    pub(crate) limit: u64,
    pub(crate) max_guesses: u64,
    pub(crate) deadline_ns: u64,
    pub(crate) stop: *mut i32,
    pub(crate) flags: u32,
}

/// `NINEFOLD_UNCHECKED`.
pub(crate) const UNCHECKED: u32 = 1;

impl Request {
    /// The bounds of a call that begins now. A number that is 0 bounds nothing, except that the
    /// limit is then one solution.
    pub(crate) fn bounds(self, stop: Option<&AtomicI32>) -> Bounds<'_> {
        let guesses = match self.max_guesses {
            0 => u64::MAX,
            guesses => guesses,
        };
        let deadline = match self.deadline_ns {
            0 => None,
            nanos => Some((Instant::now(), Duration::from_nanos(nanos))),
        };
        Bounds {
            limits: Limits::default()
                .solutions(self.limit.max(1))
                .guesses(guesses),
            is_checked: self.flags & UNCHECKED == 0,
            deadline,
            stop,
        }
    }
}

/// A request, of which the call has begun.
#[derive(Clone, Copy)]
pub(crate) struct Bounds<'a> {
    pub(crate) limits: Limits,
    pub(crate) is_checked: bool,
    /// When it began, and for how long it may work.
    pub(crate) deadline: Option<(Instant, Duration)>,
    pub(crate) stop: Option<&'a AtomicI32>,
}

impl Bounds<'_> {
    /// Up to this many solutions, whatever it takes. Who measures solvers checks for himself.
    pub(crate) fn endless(limit: u64) -> Bounds<'static> {
        Bounds {
            limits: Limits::default().solutions(limit).guesses(u64::MAX),
            is_checked: false,
            deadline: None,
            stop: None,
        }
    }

    /// Whether the deadline passed, or somebody stopped the call.
    pub(crate) fn is_over(&self) -> bool {
        let is_stopped = |stop: &AtomicI32| stop.load(Ordering::Relaxed) != 0;
        self.stop.is_some_and(is_stopped)
            || self
                .deadline
                .is_some_and(|(begin, deadline)| begin.elapsed() > deadline)
    }
}

impl Observer for Bounds<'_> {
    fn now(&mut self) -> u64 {
        0
    }

    fn completed(&mut self, _ended: &[Completion]) {}

    fn is_out_of_time(&self, _started: u64) -> bool {
        self.is_over()
    }
}

/// The caller's arrays for the answers. Those that are empty are not wanted.
pub(crate) struct Answers<'a> {
    pub(crate) rows: &'a mut [Row],
    pub(crate) solutions: &'a mut [u64],
    pub(crate) guesses: &'a mut [u64],
    pub(crate) statuses: &'a mut [u8],
}

impl Answers<'_> {
    /// Writes the outcomes of the puzzles from this one on.
    pub(crate) fn write(&mut self, first: usize, outcomes: &[Outcome]) {
        let wanted = self.solutions.iter_mut().skip(first);
        for (number, outcome) in wanted.zip(outcomes) {
            *number = outcome.solutions;
        }
        let wanted = self.guesses.iter_mut().skip(first);
        for (number, outcome) in wanted.zip(outcomes) {
            *number = outcome.guesses;
        }
        let wanted = self.statuses.iter_mut().skip(first);
        for (number, outcome) in wanted.zip(outcomes) {
            *number = match outcome.status {
                Status::GaveUp => 1,
                Status::OutOfTime => 2,
                Status::Malformed => 3,
                Status::Invalid => 4,
                _ => 0,
            };
        }
    }
}
