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
            let found = self.search_jobs(before, states, limits, observer, &mut counters);
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
    /// A tree below a state that was searched, or its beginning, within these limits.
    Done(StackEntry, Subtree, Limits),
    State(StackEntry),
}

impl Lanes {
    /// Works off a puzzle's parts, each of them the root of a tree.
    ///
    /// The parts stand in the order of search, the next one at the end. Any number of them may be worked
    /// on at once; what was found is added up in order, and the part in which a limit is reached is searched
    /// once more with what is left until there. So solutions, guesses and the first solution are those of
    /// one lane that goes through all parts, however many were worked on at once.
    fn search_jobs(
        &self,
        before: Subtree,
        states: &[StackEntry],
        limits: &Limits,
        observer: &dyn Observer,
        counters: &mut Counters,
    ) -> Subtree {
        let mut found = before;
        let mut parts: Vec<Part> = states.iter().rev().copied().map(Part::State).collect();
        let mut wave = FEW;
        loop {
            let mut left = limits.after(&found.outcome);
            while let Some(Part::Done(state, part, within)) = parts.last() {
                let mut part = *part;
                let is_last = part.reaches(&left);
                if is_last && *within != left {
                    part = self.again(*state, &left, counters);
                }
                found.add(&part);
                if is_last {
                    found.outcome.status = part.outcome.status;
                    return found;
                }
                left = limits.after(&found.outcome);
                parts.pop();
            }
            if parts.is_empty() || observer.is_stopped() {
                return found;
            }
            self.advance(&mut parts, wave, &left, counters);
            wave = (2 * wave).min(MANY);
        }
    }

    /// Works on the next parts that are states: each becomes what was found
    /// in it, or that and the states it handed out.
    fn advance(&self, parts: &mut Vec<Part>, wave: usize, limits: &Limits, all: &mut Counters) {
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
        let results: Vec<(Vec<Vec<Part>>, Counters)> = if threads > 1 && states.len() > 1 {
            let share = states.len().div_ceil(4 * threads).max(self.backend.lanes());
            let tasks = states.par_chunks(share);
            tasks.map(|states| self.task(states, limits)).collect()
        } else {
            vec![self.task(&states, limits)]
        };
        let rest = parts.split_off(from);
        let mut of_states = Vec::with_capacity(states.len());
        for (results, counters) in results {
            of_states.extend(results);
            // Guesses are counted as far as they are a puzzle's own.
            all.nodes += counters.nodes;
            all.lane_passes += counters.lane_passes;
        }
        // `states` were taken from the end, so the last result is that of the first part.
        let mut results = of_states.into_iter().rev();
        for part in rest {
            match part {
                Part::Done(..) => parts.push(part),
                Part::State(_) => {
                    let result = results.next().expect("one result a state");
                    parts.extend(result.into_iter().rev());
                }
            }
        }
    }

    /// Searches some states; for each the parts it became, in order.
    fn task(&self, states: &[StackEntry], limits: &Limits) -> (Vec<Vec<Part>>, Counters) {
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
        let found = found.map(|(outcome, row)| Subtree { outcome, row });
        let mut parts: Vec<Vec<Part>> = states
            .iter()
            .zip(found)
            .map(|(state, found)| vec![Part::Done(*state, found, *limits)])
            .collect();
        let (heavy, handed_out) = kernel.handed_out();
        for job in heavy {
            let more = handed_out[job.states.clone()].iter().copied();
            parts[job.puzzle as usize].extend(more.map(Part::State));
        }
        self.spare.put(kernel);
        (parts, counters)
    }

    /// Searches a state that was searched before, within limits that it reaches.
    fn again(&self, state: StackEntry, limits: &Limits, all: &mut Counters) -> Subtree {
        let (mut parts, counters) = self.task(&[state], limits);
        all.nodes += counters.nodes;
        all.lane_passes += counters.lane_passes;
        match parts.pop().and_then(|mut parts| parts.drain(..).next()) {
            Some(Part::Done(_, found, _)) => found,
            _ => unreachable!("a state that was searched has a result"),
        }
    }
}

impl Subtree {
    /// Adds what was found in the next part.
    fn add(&mut self, part: &Subtree) {
        if self.outcome.solutions == 0 {
            self.row = part.row;
        }
        self.outcome.solutions += part.outcome.solutions;
        self.outcome.guesses += part.outcome.guesses;
    }

    /// Whether a search with so much left would have ended in this part.
    fn reaches(&self, left: &Limits) -> bool {
        self.outcome.status == Status::GaveUp
            || self.outcome.solutions >= left.solutions
            || self.outcome.guesses > left.guesses
    }
}
