//! The engine `lanes`: the lane kernel on the back end of choice, and what
//! becomes of a puzzle that is too much for one lane.

use super::{Batch, Counters, EngineError, EngineOptions, Limits, NoObserver, Outcome, Solver};
use super::{Completion, Observer, Status};
use crate::grid::{BLANK_ROW, Row};
use crate::kernel::lanes::{AnySearch, Backend, Feed, StackEntry};
use crate::parallel::Pool;
use rayon::prelude::*;

/// States worked on at once: few at first, twice as many each time, because
/// the next ones in order are the smallest parts of the tree.
const FEW: usize = 32;
/// Never more than this many: it bounds the memory.
const MANY: usize = 1024;

/// One thread's solver.
struct Lanes {
    backend: Backend,
    state: AnySearch,
    /// Kernel states for tasks on other threads, made when first needed.
    spare: Pool<AnySearch>,
}

/// The back end of that name, or the best that this CPU has.
///
/// # Errors
/// No back end has the name, or the CPU cannot run it.
fn pick(name: Option<&str>) -> Result<Backend, EngineError> {
    let Some(name) = name else {
        let best = Backend::ALL.into_iter().find(|b| b.is_available());
        return Ok(best.expect("the portable back end runs anywhere"));
    };
    let backend = Backend::ALL
        .into_iter()
        .find(|backend| backend.name() == name)
        .ok_or_else(|| EngineError::UnknownBackend(name.to_owned()))?;
    if backend.is_available() {
        Ok(backend)
    } else {
        let lacks = backend.needs();
        Err(EngineError::MissingCpuFeature(name.to_owned(), lacks))
    }
}

/// Names of the back ends that this CPU can run.
pub(super) fn backends() -> Vec<&'static str> {
    let available = Backend::ALL.into_iter().filter(|b| b.is_available());
    available.map(Backend::name).collect()
}

pub(super) fn make(options: &EngineOptions) -> Result<Box<dyn Solver>, EngineError> {
    let backend = pick(options.backend.as_deref())?;
    let lacks = move || EngineError::MissingCpuFeature(backend.name().to_owned(), backend.needs());
    let state = move || backend.state().ok_or_else(lacks);
    Ok(Box::new(Lanes {
        backend,
        state: state()?,
        spare: Pool::new(0, state)?,
    }))
}

impl Solver for Lanes {
    fn solve(
        &mut self,
        batch: &mut Batch<'_>,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Counters {
        let mut feed = Feed::Text { batch, next: 0 };
        let mut counters = self.state.run(&mut feed, limits, observer);
        let (heavy, states) = self.state.handed_out();
        for puzzle in heavy {
            let i = puzzle.puzzle as usize;
            let before = Subtree {
                outcome: batch.outcomes[i],
                row: batch.rows[i],
            };
            let states = &states[puzzle.states.clone()];
            let found = self.search_jobs(before, states, limits, observer);
            counters.guesses += found.outcome.guesses - batch.outcomes[i].guesses;
            batch.outcomes[i] = found.outcome;
            batch.rows[i] = found.row;
            let now = observer.now();
            let ended = Completion {
                ticks: now - puzzle.started,
                puzzles: 1,
            };
            observer.completed(&[ended], &[puzzle.puzzle]);
        }
        counters
    }
}

/// What is known of a puzzle or of a part of its tree.
#[derive(Clone, Copy)]
struct Subtree {
    outcome: Outcome,
    row: Row,
}

/// A part of a puzzle's tree.
enum Part {
    Done(Subtree),
    State(StackEntry),
}

impl Lanes {
    /// Works off a puzzle's parts, each of them the root of a tree.
    ///
    /// The parts stand in the order of search, the next one at the end. Any
    /// number of them may be worked on at once; what was found is added up in
    /// order, so that solutions, guesses and the first solution do not depend
    /// on how many that were.
    fn search_jobs(
        &self,
        before: Subtree,
        states: &[StackEntry],
        limits: &Limits,
        observer: &dyn Observer,
    ) -> Subtree {
        let mut found = before;
        let mut parts: Vec<Part> = states.iter().rev().copied().map(Part::State).collect();
        let mut wave = FEW;
        loop {
            while let Some(Part::Done(part)) = parts.last() {
                if found.outcome.solutions == 0 {
                    found.row = part.row;
                }
                let sum = found
                    .outcome
                    .solutions
                    .saturating_add(part.outcome.solutions);
                found.outcome.solutions = sum.min(limits.solutions);
                found.outcome.guesses += part.outcome.guesses;
                parts.pop();
                if sum >= limits.solutions {
                    return found;
                }
                if found.outcome.guesses >= limits.guesses && !parts.is_empty() {
                    found.outcome.status = Status::GaveUp;
                    return found;
                }
            }
            if parts.is_empty() || observer.is_stopped() {
                return found;
            }
            self.advance(&mut parts, wave, limits);
            wave = (2 * wave).min(MANY);
        }
    }

    /// Works on the next parts that are states: each becomes what was found
    /// in it, or that and the states it handed out.
    fn advance(&self, parts: &mut Vec<Part>, wave: usize, limits: &Limits) {
        let threads = match rayon::current_thread_index() {
            Some(_) => rayon::current_num_threads(),
            None => 1,
        };
        let (mut from, mut states) = (parts.len(), Vec::new());
        while from > 0 && states.len() < wave {
            from -= 1;
            if let Part::State(state) = &parts[from] {
                states.push(*state);
            }
        }
        let results: Vec<Vec<Vec<Part>>> = if threads > 1 && states.len() > 1 {
            let share = states.len().div_ceil(4 * threads).max(self.backend.lanes());
            let tasks = states.par_chunks(share);
            tasks.map(|states| self.task(states, limits)).collect()
        } else {
            vec![self.task(&states, limits)]
        };
        let rest = parts.split_off(from);
        let mut results = results
            .into_iter()
            .flatten()
            .collect::<Vec<_>>()
            .into_iter();
        // `states` were taken from the end; `rest` is gone through from the end
        // as well, and what it becomes is put back in its own order.
        let mut reversed = Vec::new();
        for part in rest.into_iter().rev() {
            match part {
                Part::Done(_) => reversed.push(part),
                Part::State(_) => reversed.extend(results.next().expect("one result a state")),
            }
        }
        parts.extend(reversed.into_iter().rev());
    }

    /// Searches some states; for each the parts it became, in order.
    fn task(&self, states: &[StackEntry], limits: &Limits) -> Vec<Vec<Part>> {
        let mut kernel = self.spare.take();
        let mut rows = vec![BLANK_ROW; states.len()];
        let mut outcomes = vec![Outcome::default(); states.len()];
        let mut feed = Feed::States {
            states,
            next: 0,
            rows: &mut rows,
            outcomes: &mut outcomes,
        };
        // What gives up is found when the guesses are added up.
        let limits = Limits {
            guesses: u64::MAX,
            ..*limits
        };
        kernel.run(&mut feed, &limits, &mut NoObserver);
        let mut parts: Vec<Vec<Part>> = outcomes
            .into_iter()
            .zip(rows)
            .map(|(outcome, row)| vec![Part::Done(Subtree { outcome, row })])
            .collect();
        let (heavy, handed_out) = kernel.handed_out();
        for job in heavy {
            let more = handed_out[job.states.clone()].iter().copied();
            parts[job.puzzle as usize].extend(more.map(Part::State));
        }
        self.spare.put(kernel);
        parts
    }
}
