//! The engine `lanes`: the lane kernel on the chosen back end, and the division of puzzles that are
//! too hard for one lane.

use super::options::pick;
use super::single::one_by_one;
use super::{Batch, Counters, EngineError, EngineOptions, Limits, NoObserver, Outcome, Solver};
use super::{Completion, Observer, Status};
use crate::grid::{BLANK_ROW, Row};
use crate::kernel::lanes::{Backend, Feed, LaneSearch, StackEntry};
use crate::kernel::single::{self, SearchStart, SolveOne};
use crate::parallel::Pool;
use rayon::prelude::*;
use std::collections::VecDeque;

/// The number of states to work on at once: few at first, and then twice as many each time, because
/// the next ones in order are the smallest parts of the tree.
const FEW: usize = 32;
/// The maximum number of states to work on at once, which bounds the memory.
const MANY: usize = 1024;

/// Batches of no more puzzles are solved one by one. (Zen 3, AVX2, limit 1: four easy puzzles take
/// the same time in lanes, two 1.4 times as long, and all harder ones longer.)
const LONE: usize = 4;

/// One thread's solver.
struct Lanes {
    /// For few puzzles.
    alone: SingleSolver,
    /// For many, created when first needed.
    many: Option<Box<dyn LaneSearch>>,
}

pub(super) fn make(options: &EngineOptions) -> Result<Box<dyn Solver>, EngineError> {
    let backend = pick(options.backend.as_deref())?;
    let lacks = move || EngineError::MissingCpuFeature(backend.name().to_owned(), backend.needs());
    Ok(Box::new(Lanes {
        alone: SingleSolver {
            backend,
            single: single::solver(backend).ok_or_else(lacks)?,
            spare: Pool::new(0, move || backend.state().ok_or_else(lacks))?,
        },
        many: None,
    }))
}

impl Solver for Lanes {
    fn solve(
        &mut self,
        batch: &mut Batch<'_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters {
        if batch.len() > LONE {
            return self.solve_many(batch, limits, observer);
        }
        one_by_one(batch, observer, |batch, i, observer, counters| {
            let (start, row) = (SearchStart::Text(batch.puzzle(i)), &mut batch.rows[i]);
            self.alone.solve(start, row, limits, observer, counters)
        })
    }
}

impl Lanes {
    /// Solves puzzles in lanes, and the last ones alone.
    fn solve_many(
        &mut self,
        batch: &mut Batch<'_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters {
        let many = self.many.get_or_insert_with(|| {
            let state = self.alone.backend.state();
            state.expect("the CPU can run it")
        });
        let mut feed = Feed::Text { batch, next: 0 };
        let mut counters = many.run(&mut feed, limits, observer);
        let (puzzles, states) = many.handed_out();
        for puzzle in puzzles {
            let (i, states) = (puzzle.puzzle as usize, &states[puzzle.states.clone()]);
            let (before, row) = (batch.outcomes[i], &mut batch.rows[i]);
            batch.outcomes[i] = if puzzle.is_last {
                let start = SearchStart::States(states, before);
                self.alone
                    .solve(start, row, limits, observer, &mut counters)
            } else {
                self.alone
                    .search_parts(before, row, states, limits, observer, &mut counters)
            };
            let ended = Completion {
                ticks: observer.now() - puzzle.started,
                puzzles: 1,
            };
            observer.completed(&[ended]);
        }
        counters
    }
}

/// Solves one puzzle at a time, and divides those that take long.
struct SingleSolver {
    backend: Backend,
    single: Box<dyn SolveOne>,
    /// Kernel states for tasks on other threads, created when first needed.
    spare: Pool<Box<dyn LaneSearch>>,
}

impl SingleSolver {
    /// Solves a puzzle, or the rest of it.
    fn solve(
        &mut self,
        start: SearchStart<'_>,
        row: &mut Row,
        limits: &Limits,
        observer: &dyn Observer,
        counters: &mut Counters,
    ) -> Outcome {
        let mut rest = Vec::new();
        let outcome = self
            .single
            .solve_one(start, limits, Some(&mut rest), row, counters);
        if rest.is_empty() {
            return outcome;
        }
        self.search_parts(outcome, row, &rest, limits, observer, counters)
    }
}

/// The result for a puzzle, or for a part of its tree.
#[derive(Clone, Copy)]
struct Subtree {
    outcome: Outcome,
    row: Row,
}

/// A part of a puzzle's tree: the root of a tree to search, or of one that was searched, with the
/// result and the limits of the search.
#[derive(Clone, Copy)]
struct SearchPart {
    root: StackEntry,
    searched: Option<(Subtree, Limits)>,
}

impl SearchPart {
    /// To be searched.
    fn new(root: StackEntry) -> SearchPart {
        SearchPart {
            root,
            searched: None,
        }
    }
}

impl SingleSolver {
    /// Searches the rest of a puzzle, in parts. Each part is the root of a tree.
    ///
    /// The parts are in the order of search. Any number of them may be searched at once. Their
    /// results are added up in order. The part in which a limit is reached is searched once more,
    /// with the rest of the limit. So solutions, guesses and the first solution are those of one
    /// lane that searches all parts in order, however many were searched at once.
    fn search_parts(
        &self,
        before: Outcome,
        row: &mut Row,
        states: &[StackEntry],
        limits: &Limits,
        observer: &dyn Observer,
        counters: &mut Counters,
    ) -> Outcome {
        let mut found = Subtree {
            outcome: before,
            row: *row,
        };
        let mut parts: VecDeque<SearchPart> = states.iter().copied().map(SearchPart::new).collect();
        let mut wave = FEW;
        'search: loop {
            let mut left = limits.after(&found.outcome);
            while let Some(&SearchPart {
                root,
                searched: Some((mut part, within)),
            }) = parts.front()
            {
                let is_last = part.reaches(&left);
                if is_last && within != left {
                    part = self.again(root, &left, counters);
                }
                found.add(&part);
                if is_last {
                    found.outcome.status = part.outcome.status;
                    break 'search;
                }
                left = limits.after(&found.outcome);
                parts.pop_front();
            }
            if parts.is_empty() || observer.is_stopped() {
                break;
            }
            self.advance(&mut parts, wave, &left, counters);
            wave = (2 * wave).min(MANY);
        }
        counters.guesses += found.outcome.guesses - before.guesses;
        *row = found.row;
        found.outcome
    }

    /// Searches the next states, at most `wave` of them, on all threads if that is worthwhile. The
    /// result of its search takes the place of each, followed by the states that it handed out.
    fn advance(
        &self,
        parts: &mut VecDeque<SearchPart>,
        wave: usize,
        limits: &Limits,
        all: &mut Counters,
    ) {
        let next = parts.iter().filter(|part| part.searched.is_none());
        let states: Vec<StackEntry> = next.take(wave).map(|part| part.root).collect();
        let threads = match rayon::current_thread_index() {
            Some(_) => rayon::current_num_threads(),
            None => 1,
        };
        let tasks: Vec<(Vec<Vec<SearchPart>>, Counters)> = if threads > 1 && states.len() > 1 {
            let share = states.len().div_ceil(4 * threads).max(self.backend.lanes());
            let tasks = states.par_chunks(share);
            tasks.map(|states| self.task(states, limits)).collect()
        } else {
            vec![self.task(&states, limits)]
        };
        let mut results = Vec::with_capacity(states.len());
        for (parts, counters) in tasks {
            results.extend(parts);
            add_work(all, &counters);
        }
        let mut results = results.into_iter();
        for part in std::mem::take(parts) {
            match part.searched {
                Some(_) => parts.push_back(part),
                None => match results.next() {
                    Some(became) => parts.extend(became),
                    None => parts.push_back(part),
                },
            }
        }
    }

    /// Searches some states on this thread. Returns the parts that each became, in order: the result
    /// of its search, and the states that it handed out.
    fn task(&self, states: &[StackEntry], limits: &Limits) -> (Vec<Vec<SearchPart>>, Counters) {
        let mut kernel = self.spare.take();
        let mut rows = vec![BLANK_ROW; states.len()];
        let mut outcomes = vec![Outcome::default(); states.len()];
        let mut feed = Feed::States {
            states,
            next: 0,
            rows: &mut rows,
            outcomes: &mut outcomes,
        };
        let counters = kernel.run(&mut feed, limits, &mut NoObserver);
        let found = outcomes.into_iter().zip(rows);
        let searched = |(&root, (outcome, row))| {
            let searched = Some((Subtree { outcome, row }, *limits));
            vec![SearchPart { root, searched }]
        };
        let mut parts: Vec<Vec<SearchPart>> = states.iter().zip(found).map(searched).collect();
        let (heavy, handed_out) = kernel.handed_out();
        for job in heavy {
            let more = handed_out[job.states.clone()].iter().copied();
            parts[job.puzzle as usize].extend(more.map(SearchPart::new));
        }
        self.spare.put(kernel);
        (parts, counters)
    }

    /// Searches a state again, within limits that it reaches.
    fn again(&self, state: StackEntry, limits: &Limits, all: &mut Counters) -> Subtree {
        let (parts, counters) = self.task(&[state], limits);
        add_work(all, &counters);
        let searched = parts[0][0].searched;
        searched.expect("a state that was searched has a result").0
    }
}

/// Adds the work of a search. Of guesses, it counts only those of the puzzle itself.
fn add_work(all: &mut Counters, counters: &Counters) {
    all.nodes += counters.nodes;
    all.lane_passes += counters.lane_passes;
}

impl Subtree {
    /// Adds the result of the next part.
    fn add(&mut self, part: &Subtree) {
        if self.outcome.solutions == 0 {
            self.row = part.row;
        }
        self.outcome.solutions += part.outcome.solutions;
        self.outcome.guesses += part.outcome.guesses;
    }

    /// Whether a search with these limits left would have ended in this part.
    fn reaches(&self, left: &Limits) -> bool {
        self.outcome.status == Status::GaveUp
            || self.outcome.solutions >= left.solutions
            || self.outcome.guesses > left.guesses
    }
}
