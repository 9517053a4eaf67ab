//! The search of one puzzle after another.

use super::choose::choose;
use super::pass::{PassVerdict, is_valid, pass};
use super::quads::{BoxRows, Quads, has_other};
use super::text::{parse, write};
use crate::grid::{CELLS, Puzzle, Row};
use crate::kernel::lanes::FIRST;
use crate::kernel::lanes::layout::{STATE, StackEntry};
use crate::kernel::lanes::search::SPLIT;
use crate::solver::{Counters, Limits, Outcome, Status};
use std::iter;

/// Maximum number of states to backtrack to: a guess makes a cell single.
const DEPTH: usize = CELLS;

/// One thread's state.
pub(super) struct SingleSearch<L: Quads> {
    l: L,
    /// On the heap from the start: an array would first be made on the stack, once for each back end.
    stack: Box<[BoxRows<L::V>]>,
}

impl<L: Quads> SingleSearch<L> {
    pub(super) fn new(l: L) -> SingleSearch<L> {
        let zero = l.splat(0);
        let state = BoxRows {
            x: [[zero; 3]; 3],
            has_other: [zero; 3],
        };
        SingleSearch {
            l,
            stack: vec![state; DEPTH].into_boxed_slice(),
        }
    }

    #[inline(always)]
    fn search(
        &mut self,
        start: SearchStart<'_>,
        limits: &Limits,
        mut rest: Option<&mut Vec<StackEntry>>,
        row: &mut Row,
        counters: &mut Counters,
    ) -> Outcome {
        let l = self.l;
        let Some((mut s, mut depth, mut out)) = self.begin(start) else {
            return Outcome {
                status: Status::Malformed,
                ..Outcome::default()
            };
        };
        // Passes after which `lanes` looks at a new puzzle.
        let mut unseen = if let SearchStart::Text(_) = start {
            FIRST
        } else {
            0
        };
        // The part of the tree that a solver of `lanes` would search as one job: the state at the
        // bottom of its stack, and its guesses.
        let (mut base, mut in_part) = (0, out.guesses);
        loop {
            let mut passes = 1;
            let mut found = pass(l, &mut s);
            while found == PassVerdict::Progress
                || found == PassVerdict::Stalled && passes <= unseen
            {
                found = pass(l, &mut s);
                passes += 1;
            }
            counters.nodes += 1;
            counters.lane_passes += u64::from(passes.max(unseen));
            if found == PassVerdict::Stalled {
                unseen = 0;
                if in_part == SPLIT {
                    if let Some(rest) = &mut rest {
                        let below = self.stack[..depth].iter().rev();
                        rest.extend(iter::once(&s).chain(below).map(|s| pack(l, s)));
                        return out;
                    }
                    (base, in_part) = (depth, 0);
                    continue;
                }
                if out.guesses >= limits.guesses {
                    out.status = Status::GaveUp;
                    return out;
                }
                out.guesses += 1;
                in_part += 1;
                counters.guesses += 1;
                self.branch(&mut s, depth);
                depth += 1;
                continue;
            }
            if found == PassVerdict::Solved && is_valid(l, &s) {
                if out.solutions == 0 {
                    write(l, &s, row);
                }
                out.solutions += 1;
                if out.solutions == limits.solutions {
                    return out;
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
                return out;
            }
            depth -= 1;
            s.copy_from(l, &self.stack[depth]);
            if depth < base {
                (base, in_part) = (depth, 0);
            }
        }
    }

    /// The first state to search, the height of the stack below it, and the results so far. `None`
    /// if a byte is not a cell.
    #[inline(always)]
    fn begin(&mut self, start: SearchStart<'_>) -> Option<(BoxRows<L::V>, usize, Outcome)> {
        let l = self.l;
        match start {
            SearchStart::Text(text) => Some((parse(l, text)?, 0, Outcome::default())),
            SearchStart::States(states, before) => {
                let depth = states.len() - 1;
                for (entry, state) in self.stack[..depth].iter_mut().rev().zip(&states[1..]) {
                    *entry = unpack(l, state);
                }
                Some((unpack(l, &states[0]), depth, before))
            }
        }
    }

    /// Splits a state by a guess: pushes what is without the chosen candidate, and keeps what has it.
    #[inline(always)]
    fn branch(&mut self, s: &mut BoxRows<L::V>, depth: usize) {
        let l = self.l;
        let choice = choose(l, s);
        let r = choice.r;
        let lane = l.quad(&LANE[choice.c]);
        let cell = l.and(l.splat(choice.cell), lane);
        let [a, b, c] = choice.digit;
        let field = a | b | c;
        let digit = l.of_triples([
            l.and(l.splat(a), lane),
            l.and(l.splat(b), lane),
            l.and(l.splat(c), lane),
        ]);
        let entry = &mut self.stack[depth];
        entry.copy_from(l, s);
        for m in 0..L::VECTORS {
            entry.x[r][m] = l.andnot(s.x[r][m], digit[m]);
            s.x[r][m] = l.or(l.andnot(s.x[r][m], cell), digit[m]);
        }
        entry.has_other[r] = has_other(l, &entry.x[r]).0;
        s.has_other[r] = l.andnot(s.has_other[r], l.and(l.splat(field), lane));
    }
}

/// All bits of a column's lane.
static LANE: [[u32; 4]; 4] = [
    [u32::MAX, 0, 0, 0],
    [0, u32::MAX, 0, 0],
    [0, 0, u32::MAX, 0],
    [0; 4],
];

/// Where a search starts.
#[derive(Clone, Copy)]
pub(crate) enum SearchStart<'a> {
    /// At a puzzle.
    Text(&'a [u8; CELLS]),
    /// Where a lane left its puzzle: at its current state, followed by those of its stack from the
    /// top, and with its results so far.
    States(&'a [StackEntry], Outcome),
}

/// A state of `lanes` as one of ours.
#[inline(always)]
fn unpack<L: Quads>(l: L, state: &StackEntry) -> BoxRows<L::V> {
    let mut s = BoxRows {
        x: [[l.splat(0); 3]; 3],
        has_other: [l.splat(0); 3],
    };
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
fn pack<L: Quads>(l: L, s: &BoxRows<L::V>) -> StackEntry {
    let mut state = StackEntry([0; 32]);
    for (i, word) in state.0[..STATE].iter_mut().enumerate() {
        *word = l.word(&s.x[i % 9 / 3], i / 9, i % 3);
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
        limits: &Limits,
        rest: Option<&mut Vec<StackEntry>>,
        row: &mut Row,
        counters: &mut Counters,
    ) -> Outcome;
}

impl<L: Quads> SolveOne for SingleSearch<L> {
    fn solve_one(
        &mut self,
        start: SearchStart<'_>,
        limits: &Limits,
        rest: Option<&mut Vec<StackEntry>>,
        row: &mut Row,
        counters: &mut Counters,
    ) -> Outcome {
        self.l.run(
            (self, rest, row, counters),
            #[inline(always)]
            |(search, rest, row, counters)| search.search(start, limits, rest, row, counters),
        )
    }
}
