//! All solutions of a puzzle in lexicographic order: row by row, lowest digit
//! first.
//!
//! It fills certain cells, which are the same in every solution below. Then the *first* empty cell
//! takes its candidates in turn, so solutions come in order. It cannot choose cells to make the
//! tree small, so a branch may be long and have no solution. After [`PATIENCE`] guesses without a
//! solution, every branch is therefore first searched for one solution in the other order, fewest
//! candidates first, and skipped if there is none.

use super::mrv::{Mrv, Next};
use crate::grid::{CELLS, Puzzle};
use crate::simd::vectorised;
use crate::solver::{Budget, Limits, SearchResult, Status};

/// Guesses since the last solution, after which branches are probed first.
const PATIENCE: u64 = 64;

/// The state of the search for the next solution.
#[derive(Debug)]
pub(crate) struct InOrder {
    mrv: Mrv,
    depth: usize,
    /// Maximum number of guesses.
    guesses: u64,
    found: SearchResult,
    /// Guesses since the last solution.
    vain: u64,
    started: bool,
    ended: bool,
}

impl InOrder {
    /// Starts before the first solution of a puzzle whose clues do not clash.
    pub(crate) fn new(puzzle: &Puzzle, guesses: u64) -> InOrder {
        let mut mrv = Mrv::new();
        mrv.load(puzzle);
        InOrder {
            mrv,
            depth: 0,
            guesses,
            found: SearchResult::default(),
            vain: 0,
            started: false,
            ended: false,
        }
    }

    /// Solutions, guesses and nodes so far, and whether something ran out.
    pub(crate) fn found(&self) -> SearchResult {
        let mut found = self.found;
        found.nodes = self.mrv.nodes();
        found
    }

    /// Writes the next solution (values 1 to 9). Returns whether there is one.
    pub(crate) fn next(
        &mut self,
        solution: &mut [u8; CELLS],
        is_out_of_time: &(dyn Fn() -> bool + Sync),
    ) -> bool {
        let limits = Limits {
            solutions: 1,
            guesses: self.guesses,
        };
        let budget = Budget::new(limits, is_out_of_time);
        vectorised(
            (self, solution),
            #[inline(always)]
            |(search, solution)| search.find_next(solution, &budget),
        )
    }

    #[inline(always)]
    fn find_next(&mut self, solution: &mut [u8; CELLS], budget: &Budget<'_>) -> bool {
        while self.step(budget) {
            match self.mrv.settle(
                #[inline(always)]
                |mrv| mrv.first_empty(),
            ) {
                Next::Branch { cell, candidates } => {
                    self.mrv.branch(&mut self.depth, cell, candidates);
                }
                Next::Contradiction => {}
                Next::Solved => {
                    self.mrv.write(solution);
                    self.found.solutions += 1;
                    self.vain = 0;
                    return true;
                }
            }
        }
        self.ended = true;
        false
    }

    /// Continues with the next branch that may have a solution.
    #[inline(always)]
    fn step(&mut self, budget: &Budget<'_>) -> bool {
        if !self.started {
            self.started = true;
            return true;
        }
        while !self.ended && self.found.status == Status::Finished {
            let depth = &mut self.depth;
            let found = &mut self.found;
            if !self.mrv.retry(0, depth, found, budget) {
                return false;
            }
            self.vain += 1;
            if self.vain <= PATIENCE || self.is_solvable(budget) {
                return true;
            }
        }
        false
    }

    /// Whether the branch has a solution.
    #[inline(always)]
    fn is_solvable(&mut self, budget: &Budget<'_>) -> bool {
        let left = Limits {
            guesses: self.guesses - self.found.guesses,
            ..budget.limits
        };
        let before = self.mrv.filled();
        let budget = budget.with(left);
        let probe = self.mrv.explore(self.depth, &budget, &mut [0; CELLS]);
        self.mrv.unfill_to(before);
        self.found.guesses += probe.guesses;
        self.found.status = probe.status;
        probe.solutions == 1
    }
}
