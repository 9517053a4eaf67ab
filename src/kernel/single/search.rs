//! The search of one puzzle after another.

use super::choose::choose;
use super::pass::{PassVerdict, is_valid, pass};
use super::quads::{BoxRows, Quads, has_other};
use super::text::{parse, write};
use crate::grid::{CELLS, Puzzle, Row};
use crate::kernel::lanes::FIRST;
use crate::kernel::lanes::search::SPLIT;
use crate::solver::{Counters, Limits, Outcome, Status};

/// Maximum number of states to backtrack to: a guess makes a cell single.
const DEPTH: usize = CELLS;

/// One thread's state.
pub(super) struct SingleSearch<L: Quads> {
    l: L,
    stack: [BoxRows<L::V>; DEPTH],
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
            stack: [state; DEPTH],
        }
    }

    #[inline(always)]
    fn search(
        &mut self,
        text: &[u8; CELLS],
        limits: &Limits,
        divides: bool,
        row: &mut Row,
        counters: &mut Counters,
    ) -> Option<Outcome> {
        let l = self.l;
        let mut out = Outcome::default();
        let Some(mut s) = parse(l, text) else {
            out.status = Status::Malformed;
            return Some(out);
        };
        let mut depth = 0;
        // The part of the tree that a solver of `lanes` would search as one job: the state at the
        // bottom of its stack, and its guesses.
        let (mut base, mut in_part) = (0, 0);
        // Passes after which `lanes` looks at a new puzzle.
        let mut unseen = FIRST;
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
                if in_part == SPLIT && divides {
                    return None;
                } else if in_part == SPLIT {
                    (base, in_part) = (depth, 0);
                    continue;
                }
                if out.guesses >= limits.guesses {
                    out.status = Status::GaveUp;
                    return Some(out);
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
                    return Some(out);
                }
            }
            if unseen != 0 && passes == 1 && found == PassVerdict::Contradiction {
                // Only then may clues clash.
                if Puzzle::from_text(text).is_ok_and(|puzzle| puzzle.has_clash()) {
                    out.status = Status::Invalid;
                }
            }
            unseen = 0;
            if depth == 0 {
                return Some(out);
            }
            depth -= 1;
            s.copy_from(l, &self.stack[depth]);
            if depth < base {
                (base, in_part) = (depth, 0);
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

/// Solves one puzzle.
pub(crate) trait SolveOne: Send + Sync {
    /// Solves a puzzle, writes its first solution, and adds to the counters. If `divides`, returns
    /// `None` where `lanes` would divide the search. The counters and the row are then those of a
    /// part of the work.
    fn solve_one(
        &mut self,
        text: &[u8; CELLS],
        limits: &Limits,
        divides: bool,
        row: &mut Row,
        counters: &mut Counters,
    ) -> Option<Outcome>;
}

impl<L: Quads> SolveOne for SingleSearch<L> {
    fn solve_one(
        &mut self,
        text: &[u8; CELLS],
        limits: &Limits,
        divides: bool,
        row: &mut Row,
        counters: &mut Counters,
    ) -> Option<Outcome> {
        self.l.run(
            (self, row, counters),
            #[inline(always)]
            |(search, row, counters)| search.search(text, limits, divides, row, counters),
        )
    }
}
