//! The engine `lanes`: the lane kernel on the chosen back end, and the division of puzzles that are
//! too hard for one lane.

use super::options::pick;
use super::single::{in_time, one_by_one};
use super::{Batch, Counters, EngineError, EngineOptions, Limits, Outcome, Solver};
use super::{Completion, Observer, Status};
use crate::grid::{BLANK_ROW, Row};
use crate::kernel::lanes::{Backend, Feed, LaneSearch, SPLIT, StackEntry};
use crate::kernel::single::{self, SearchStart, SolveOne};
use crate::parallel::Pool;
use crate::solver::Budget;
use rayon::prelude::*;
use std::collections::VecDeque;

/// The number of states to work on at once: few at first, and then twice as many each time, because
/// the next ones in order are the smallest parts of the tree.
const FEW: usize = 32;
/// The maximum number of states to work on at once, which bounds the memory.
const MANY: usize = 1024;

/// What share of the guesses that are left may go into parts whose turn has not come. If the limit
/// comes first, they were made for nothing.
const AHEAD: u64 = 4;

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
        one_by_one(batch, limits, observer, |batch, i, budget, counters| {
            let start = SearchStart::Text(batch.puzzle(i));
            let row = &mut batch.rows[i];
            self.alone.solve(start, row, budget, counters)
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
        let mut feed = Feed::of(batch);
        let mut counters = many.run(&mut feed, limits, observer);
        let (puzzles, states) = many.handed_out();
        for puzzle in puzzles {
            let i = puzzle.puzzle as usize;
            let states = &states[puzzle.states.clone()];
            let before = batch.outcomes[i];
            let row = &mut batch.rows[i];
            batch.outcomes[i] = in_time(limits, observer, puzzle.started, before, |budget| {
                if puzzle.is_last {
                    let start = SearchStart::States(states, before);
                    self.alone.solve(start, row, budget, &mut counters)
                } else {
                    self.alone
                        .search_parts(before, row, states, budget, &mut counters)
                }
            });
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
        budget: &Budget<'_>,
        counters: &mut Counters,
    ) -> Outcome {
        let mut rest = Vec::new();
        let outcome = self
            .single
            .solve_one(start, budget, Some(&mut rest), row, counters);
        if rest.is_empty() {
            return outcome;
        }
        self.search_parts(outcome, row, &rest, budget, counters)
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

/// The parts of a puzzle's tree that are not added up yet, in the order of search.
struct Frontier {
    parts: VecDeque<SearchPart>,
    /// Guesses of those that were searched before their turn.
    ahead: u64,
}

impl Frontier {
    fn new(states: &[StackEntry]) -> Frontier {
        Frontier {
            parts: states.iter().copied().map(SearchPart::new).collect(),
            ahead: 0,
        }
    }

    /// Takes the first part, if it was searched.
    fn take_searched(&mut self) -> Option<(StackEntry, Subtree, Limits)> {
        let SearchPart { root, searched } = *self.parts.front()?;
        let (part, within) = searched?;
        self.parts.pop_front();
        self.ahead -= part.outcome.guesses;
        Some((root, part, within))
    }

    /// How many more parts may be searched before their turn.
    fn allowed(&self, left: &Limits) -> usize {
        let guesses = (left.guesses / AHEAD).saturating_sub(self.ahead);
        usize::try_from(guesses / SPLIT).unwrap_or(usize::MAX)
    }

    /// The next states that were not searched.
    fn next(&self, count: usize) -> Vec<StackEntry> {
        let next = self.parts.iter().filter(|part| part.searched.is_none());
        next.take(count).map(|part| part.root).collect()
    }

    /// The next states that were not searched became these parts.
    fn replace(&mut self, became: impl IntoIterator<Item = Vec<SearchPart>>) {
        let mut became = became.into_iter();
        for part in std::mem::take(&mut self.parts) {
            let is_next = part.searched.is_none();
            let Some(parts) = is_next.then(|| became.next()).flatten() else {
                self.parts.push_back(part);
                continue;
            };
            let searched = parts.iter().filter_map(|part| part.searched);
            self.ahead += searched.map(|(part, _)| part.outcome.guesses).sum::<u64>();
            self.parts.extend(parts);
        }
    }
}

impl SingleSolver {
    /// Searches the rest of a puzzle, in parts. Each part is the root of a tree.
    ///
    /// The parts are in the order of search. Their results are added up in order. As long as many
    /// guesses are left, many parts are searched at once. The part in which a limit is reached is
    /// then searched once more, with the rest of the limit. So solutions, guesses and the first
    /// solution are those of one lane that searches all parts in order, however many were searched
    /// at once. The work is at most that of the limit, an [`AHEAD`]th of it, and one part.
    fn search_parts(
        &mut self,
        before: Outcome,
        row: &mut Row,
        states: &[StackEntry],
        budget: &Budget<'_>,
        counters: &mut Counters,
    ) -> Outcome {
        let mut found = Subtree {
            outcome: before,
            row: *row,
        };
        let mut frontier = Frontier::new(states);
        let mut wave = FEW;
        while found.outcome.status == Status::Finished {
            let left = budget.limits.after(&found.outcome);
            if left.solutions == 0 {
                break;
            }
            if let Some((root, part, within)) = frontier.take_searched() {
                let reaches = part.reaches(&left);
                if reaches && within != left {
                    found.add(&self.again(root, &budget.with(left), counters));
                } else {
                    found.add(&part);
                }
            } else if frontier.parts.is_empty() {
                break;
            } else if frontier.allowed(&left) < FEW {
                self.search_first(&mut frontier, &mut found, budget, counters);
            } else {
                let wave_now = wave.min(frontier.allowed(&left));
                self.advance(&mut frontier, wave_now, &budget.with(left), counters);
                wave = (2 * wave).min(MANY);
            }
        }
        counters.guesses += found.outcome.guesses - before.guesses;
        *row = found.row;
        found.outcome
    }

    /// Searches the first part, exactly to the limits.
    fn search_first(
        &mut self,
        frontier: &mut Frontier,
        found: &mut Subtree,
        budget: &Budget<'_>,
        all: &mut Counters,
    ) {
        let Some(first) = frontier.parts.pop_front() else {
            return;
        };
        let start = SearchStart::Part(&first.root, found.outcome);
        let mut counters = Counters::default();
        found.outcome = self
            .single
            .solve_one(start, budget, None, &mut found.row, &mut counters);
        add_work(all, &counters);
    }

    /// Searches the next states, at most `wave` of them, on all threads if that is worthwhile. The
    /// result of its search takes the place of each, followed by the states that it handed out.
    fn advance(
        &self,
        frontier: &mut Frontier,
        wave: usize,
        budget: &Budget<'_>,
        all: &mut Counters,
    ) {
        let states = frontier.next(wave);
        let threads = match rayon::current_thread_index() {
            Some(_) => rayon::current_num_threads(),
            None => 1,
        };
        let tasks: Vec<(Vec<Vec<SearchPart>>, Counters)> = if threads > 1 && states.len() > 1 {
            let share = states.len().div_ceil(4 * threads).max(self.backend.lanes());
            let tasks = states.par_chunks(share);
            tasks.map(|states| self.task(states, budget)).collect()
        } else {
            vec![self.task(&states, budget)]
        };
        for (_, counters) in &tasks {
            add_work(all, counters);
        }
        frontier.replace(tasks.into_iter().flat_map(|(parts, _)| parts));
    }

    /// Searches some states on this thread. Returns the parts that each became, in order: the
    /// result of its search, and the states that it handed out.
    fn task(&self, states: &[StackEntry], budget: &Budget<'_>) -> (Vec<Vec<SearchPart>>, Counters) {
        let mut kernel = self.spare.take();
        let mut rows = vec![BLANK_ROW; states.len()];
        let mut outcomes = vec![Outcome::default(); states.len()];
        let mut feed = Feed::States {
            states,
            next: 0,
            rows: &mut rows,
            outcomes: &mut outcomes,
        };
        let counters = kernel.run(&mut feed, &budget.limits, &mut InTime(budget));
        let found = outcomes.into_iter().zip(rows);
        let searched = |(&root, (outcome, row))| {
            let searched = Some((Subtree { outcome, row }, budget.limits));
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
    fn again(&self, state: StackEntry, budget: &Budget<'_>, all: &mut Counters) -> Subtree {
        let (parts, counters) = self.task(&[state], budget);
        add_work(all, &counters);
        let searched = parts[0][0].searched;
        searched.expect("a state that was searched has a result").0
    }
}

/// An observer of parts of a puzzle, which have the time of the puzzle.
struct InTime<'a>(&'a Budget<'a>);

impl Observer for InTime<'_> {
    fn now(&mut self) -> u64 {
        0
    }

    fn completed(&mut self, _ended: &[Completion]) {}

    fn is_out_of_time(&self, _started: u64) -> bool {
        self.0.is_out_of_time()
    }
}

/// Adds the work of a search. Of guesses, it counts only those of the puzzle itself.
fn add_work(all: &mut Counters, counters: &Counters) {
    all.nodes += counters.nodes;
    all.lane_passes += counters.lane_passes;
}

impl Subtree {
    /// Adds the result of the next part. If that ended early, so does the search.
    fn add(&mut self, part: &Subtree) {
        self.outcome.status = part.outcome.status;
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
