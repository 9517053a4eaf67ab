//! What the search of one puzzle may take, and what it took.

use super::{Limits, Status};

/// Guesses between two questions whether there is time left. It takes the slowest kernel half a
/// millisecond to make them.
pub(crate) const CHECK_EVERY: u64 = 512;

/// What the search of one puzzle may take.
#[derive(Clone, Copy)]
pub(crate) struct Budget<'a> {
    pub(crate) limits: Limits,
    is_out_of_time: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Budget<'a> {
    pub(crate) fn new(limits: Limits, is_out_of_time: &'a (dyn Fn() -> bool + Sync)) -> Budget<'a> {
        Budget {
            limits,
            is_out_of_time,
        }
    }

    /// The same time, with other limits.
    pub(crate) fn with(self, limits: Limits) -> Budget<'a> {
        Budget { limits, ..self }
    }

    /// Whether there is no more time.
    pub(crate) fn is_out_of_time(&self) -> bool {
        (self.is_out_of_time)()
    }

    /// How a search ends that needs another guess after this many. `None` if it may make it.
    pub(crate) fn end(&self, guesses: u64) -> Option<Status> {
        if guesses >= self.limits.guesses {
            return Some(Status::GaveUp);
        }
        // A search that is done by then does not read the clock.
        (guesses > 0 && self.is_out_of_time()).then_some(Status::OutOfTime)
    }

    /// The number of guesses at which to ask for the next [`Budget::end`].
    pub(crate) fn check_after(&self, guesses: u64) -> u64 {
        self.limits.guesses.min(guesses.saturating_add(CHECK_EVERY))
    }
}

/// The result of searching one puzzle.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SearchResult {
    pub(crate) solutions: u64,
    pub(crate) guesses: u64,
    pub(crate) nodes: u64,
    /// Whether it is finished, or what ran out.
    pub(crate) status: Status,
    /// The number of guesses at which the budget is asked.
    check_at: u64,
}

impl SearchResult {
    /// Counts a guess, unless something has run out. Returns whether the search goes on.
    #[inline(always)]
    pub(crate) fn guess(&mut self, budget: &Budget<'_>) -> bool {
        if self.guesses >= self.check_at && self.is_over(budget) {
            return false;
        }
        self.guesses += 1;
        true
    }

    #[cold]
    #[inline(never)]
    fn is_over(&mut self, budget: &Budget<'_>) -> bool {
        self.check_at = budget.check_after(self.guesses);
        self.status = budget.end(self.guesses).unwrap_or_default();
        self.status != Status::Finished
    }
}
