//! The search of one puzzle after another.

use super::choose::{GeneralRegisters, choose, split};
use super::pass::{Node, PassVerdict, is_valid, settle};
use super::quads::{BoxRows, Quads, has_other};
use super::text::{parse, write};
use crate::grid::{CELLS, Puzzle, Row};
use crate::kernel::lanes::FIRST;
use crate::kernel::lanes::layout::{STATE, StackEntry};
use crate::kernel::lanes::search::SPLIT;
use crate::solver::{Budget, Counters, Outcome, Status};

/// Maximum number of states on the stack: the first, and one for each guess, which makes a cell
/// single.
const STATES: usize = CELLS + 1;

/// One thread's state.
pub(super) struct SingleSearch<L: Quads> {
    l: L,
    /// The state that is searched, and below it those to backtrack to. On the heap from the start:
    /// an array would first be made on the stack, once for each back end.
    stack: Box<[Node<L::V>]>,
}

impl<L: Quads> SingleSearch<L> {
    pub(super) fn new(l: L) -> SingleSearch<L> {
        SingleSearch {
            l,
            stack: vec![Node::new(BoxRows::empty(l)); STATES].into_boxed_slice(),
        }
    }

    /// Searches, with passes over pairs of states if `pairs`. `None` if the states that remain
    /// cannot be handed out, because those to backtrack to may have had passes already, which
    /// `lanes` would not count.
    #[inline(always)]
    fn search(
        &mut self,
        start: SearchStart<'_>,
        budget: &Budget<'_>,
        pairs: bool,
        rest: &mut Option<&mut Vec<StackEntry>>,
        row: &mut Row,
        counters: &mut Counters,
    ) -> Option<Outcome> {
        let l = self.l;
        let Some((mut depth, mut out)) = self.begin(start) else {
            return Some(Outcome {
                status: Status::Malformed,
                ..Outcome::default()
            });
        };
        // Passes after which `lanes` looks at a new puzzle.
        let mut unseen = if let SearchStart::Text(_) = start {
            FIRST
        } else {
            0
        };
        // The part of the tree that a solver of `lanes` would search as one job: the state at the
        // bottom of its stack, and its guesses.
        let mut base = 0;
        let mut in_part = match start {
            SearchStart::Part(..) => 0,
            SearchStart::Text(_) | SearchStart::States(..) => out.guesses,
        };
        // Below this number of guesses nothing ends.
        let mut check_at = check_after(budget, &out, in_part);
        // Where one guess was wrong, others may be, too.
        let mut has_failed = false;
        loop {
            self.settle(depth, pairs && has_failed, unseen);
            let node = &self.stack[depth];
            let state = &node.state;
            let found = node.found;
            let passes = node.passes;
            counters.nodes += 1;
            counters.lane_passes += u64::from(passes.max(unseen));
            if found == PassVerdict::Stalled {
                unseen = 0;
                if out.guesses >= check_at {
                    if in_part == SPLIT {
                        if let Some(rest) = rest {
                            if pairs && has_failed {
                                return None;
                            }
                            let states = self.stack[..=depth].iter().rev();
                            rest.extend(states.map(|node| pack(l, node)));
                            return Some(out);
                        }
                        (base, in_part) = (depth, 0);
                        self.stack[depth].begin();
                        continue;
                    }
                    if let Some(status) = budget.end(out.guesses) {
                        out.status = status;
                        return Some(out);
                    }
                    check_at = check_after(budget, &out, in_part);
                }
                out.guesses += 1;
                in_part += 1;
                counters.guesses += 1;
                self.branch(depth);
                depth += 1;
                continue;
            }
            let is_solution = found == PassVerdict::Solved && is_valid(l, state);
            has_failed |= !is_solution;
            if is_solution {
                if out.solutions == 0 {
                    write(l, state, row);
                }
                out.solutions += 1;
                if out.solutions == budget.limits.solutions {
                    return Some(out);
                }
            }
            if let SearchStart::Text(text) = start
                && unseen != 0
                && passes == 1
                && found == PassVerdict::Contradiction
                // Only then may clues clash.
                && Puzzle::from_text(text).is_ok_and(|puzzle| puzzle.has_clash())
            {
                out.status = Status::Invalid;
            }
            unseen = 0;
            if depth == 0 {
                return Some(out);
            }
            depth -= 1;
            if depth < base {
                (base, in_part) = (depth, 0);
            }
        }
    }

    /// Puts the first state to search on the stack, on those that remain. Returns the height of the
    /// stack below it, and the results so far. `None` if a byte is not a cell.
    #[inline(always)]
    fn begin(&mut self, start: SearchStart<'_>) -> Option<(usize, Outcome)> {
        let l = self.l;
        match start {
            SearchStart::Text(text) => {
                self.stack[0] = Node::new(parse(l, text)?);
                Some((0, Outcome::default()))
            }
            SearchStart::Part(state, before) => {
                self.stack[0] = Node::new(unpack(l, state));
                Some((0, before))
            }
            SearchStart::States(states, before) => {
                for (node, state) in self.stack.iter_mut().zip(states.iter().rev()) {
                    *node = Node::new(unpack(l, state));
                }
                Some((states.len() - 1, before))
            }
        }
    }

    /// Makes the passes that the state at this height needs, and beside them some that the state
    /// below needs.
    #[inline(always)]
    fn settle(&mut self, depth: usize, pairs: bool, unseen: u32) {
        let (below, above) = self.stack.split_at_mut(depth);
        let node = &mut above[0];
        while node.found == PassVerdict::Progress {
            match below.last_mut() {
                Some(next) if L::PAIRS && pairs && next.found == PassVerdict::Progress => {
                    settle(self.l, &mut [node, next], 0);
                }
                _ => settle(self.l, &mut [node], unseen),
            }
        }
    }

    /// Splits the state at this height by a guess: it loses the chosen candidate, and the one above
    /// it has it.
    #[inline(always)]
    fn branch(&mut self, depth: usize) {
        let l = self.l;
        let [without, with] = &mut self.stack[depth..][..2] else {
            unreachable!("a guess makes a cell single");
        };
        let choice = choose(l, GeneralRegisters, &without.state);
        with.state.copy_from(l, &without.state);
        split(
            l,
            GeneralRegisters,
            choice,
            &mut without.state,
            &mut with.state,
        );
        without.begin();
        with.begin();
    }
}

/// Where a search starts.
#[derive(Clone, Copy)]
pub(crate) enum SearchStart<'a> {
    /// At a puzzle.
    Text(&'a [u8; CELLS]),
    /// Where a lane left its puzzle: at its current state, followed by those of its stack from the
    /// top, and with its results so far.
    States(&'a [StackEntry], Outcome),
    /// At a state that was handed out, with the results of those before it.
    Part(&'a StackEntry, Outcome),
}

/// The number of guesses at which the search may end, or its part.
#[inline(always)]
fn check_after(budget: &Budget<'_>, out: &Outcome, in_part: u64) -> u64 {
    budget
        .check_after(out.guesses)
        .min(out.guesses + (SPLIT - in_part))
}

/// A state of `lanes` as one of ours.
#[inline(always)]
fn unpack<L: Quads>(l: L, state: &StackEntry) -> BoxRows<L::V> {
    let mut s = BoxRows::empty(l);
    for r in 0..3 {
        let mut of_triple = [l.splat(0); 3];
        for t in 0..3 {
            let words = &state.0[9 * t + 3 * r..][..3];
            of_triple[t] = l.quad(&[words[0], words[1], words[2], 0]);
        }
        s.x[r] = l.of_triples(of_triple);
        s.has_other[r] = has_other(l, &s.x[r]).0;
    }
    s
}

/// A state as one of `lanes`.
fn pack<L: Quads>(l: L, node: &Node<L::V>) -> StackEntry {
    let mut state = StackEntry([0; 32]);
    for (i, word) in state.0[..STATE].iter_mut().enumerate() {
        *word = l.word(&node.state.x[i % 9 / 3], i / 9, i % 3);
    }
    state
}

/// Solves one puzzle.
pub(crate) trait SolveOne: Send + Sync {
    /// Solves a puzzle, or the rest of it, writes its first solution, and adds to the counters.
    ///
    /// If `rest` is there and `lanes` would divide the search, the states that remain are added to
    /// it, in the order of search. The outcome and the row are then those so far.
    fn solve_one(
        &mut self,
        start: SearchStart<'_>,
        budget: &Budget<'_>,
        rest: Option<&mut Vec<StackEntry>>,
        row: &mut Row,
        counters: &mut Counters,
    ) -> Outcome;
}

impl<L: Quads> SolveOne for SingleSearch<L> {
    fn solve_one(
        &mut self,
        start: SearchStart<'_>,
        budget: &Budget<'_>,
        rest: Option<&mut Vec<StackEntry>>,
        row: &mut Row,
        counters: &mut Counters,
    ) -> Outcome {
        self.l.run(
            (self, rest, row, counters),
            #[inline(always)]
            |(search, mut rest, row, counters)| {
                let mut pairs = L::PAIRS;
                loop {
                    let mut counted = Counters::default();
                    let found = search.search(start, budget, pairs, &mut rest, row, &mut counted);
                    if let Some(outcome) = found {
                        counters.add(&counted);
                        return outcome;
                    }
                    // Half a millisecond more, for the few puzzles with that many guesses.
                    pairs = false;
                }
            },
        )
    }
}
