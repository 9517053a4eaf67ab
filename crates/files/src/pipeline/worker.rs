//! The work on one chunk: find the puzzles, solve, check, render.

use super::chunk::{ChunkSet, Findings, Wrong};
use super::{Job, Progress, Task};
use crate::format::append;
use crate::format::{self, OtherKind, is_digit};
use crate::input::Chunk;
use crate::metrics::clock::Clock;
use crate::metrics::latency::Latency;
use crate::metrics::service::Service;
use crate::metrics::summary::EXAMPLES;
use crate::metrics::trailer::Trailer;
use crate::tasks::noip2009;
use ninefold::engine::verdict::{Mode, Verdict};
use ninefold::engine::{Batch, NoObserver, Outcome, Solver, Status};
use ninefold::engine::{EngineError, Lexicographic, scorer};
use ninefold::grid::{BLANK_ROW, CELLS, check};
use ninefold::internal::{Line, Pool, SolvedPuzzles, cells_at};
use std::convert::Infallible;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::Ordering;

/// What the work on one chunk needs exclusively: an engine's state, and times that are merged at
/// the end of the run.
struct Tools {
    solver: Box<dyn Solver>,
    service: Service,
}

/// What all workers share.
pub(super) struct Shared {
    job: Job,
    clock: Clock,
    solvers: Pool<Box<dyn Solver>>,
    /// Times of this run.
    services: Pool<Service>,
    progress: Arc<Progress>,
}

impl Shared {
    pub(super) fn new(
        job: &Job,
        clock: Clock,
        progress: &Arc<Progress>,
    ) -> Result<Shared, EngineError> {
        let own = clock.clone();
        let engine = job.engine;
        let options = job.options.clone();
        let in_order = job.lexicographic && !engine.lexicographic;
        let task = job.task;
        let make = move || {
            if task == Task::Score {
                return Ok(scorer());
            }
            let solver = engine.make(&options)?;
            Ok::<_, EngineError>(if in_order {
                Box::new(Lexicographic::new(solver))
            } else {
                solver
            })
        };
        // One solver shows whether the engine works. A run of one chunk needs no more.
        let solvers = Pool::new(1, make)?;
        let timed = job.timed;
        let deadline = job.deadline;
        let service = move || Ok::<_, Infallible>(Service::new(&own, timed, deadline));
        let Ok(services) = Pool::new(0, service);
        Ok(Shared {
            job: job.clone(),
            clock,
            solvers,
            services,
            progress: Arc::clone(progress),
        })
    }

    /// Adds to the number of puzzles whose rows are known.
    pub(super) fn progressed(&self, puzzles: u64) {
        self.progress.puzzles.fetch_add(puzzles, Ordering::Relaxed);
    }

    /// The service times of all workers.
    pub(super) fn service(&self) -> Latency {
        let mut all = Latency::default();
        for service in self.services.idle().iter() {
            all.add(&service.times);
        }
        all
    }

    /// Does all work on a chunk. A worker whose engine panicked is not used again.
    pub(super) fn work(&self, set: &mut ChunkSet) {
        let started = self.clock.ticks();
        let mut tools = Tools {
            solver: self.solvers.take(),
            service: self.services.take(),
        };
        set.found = Findings {
            service: set.found.service.take(),
            ..Findings::default()
        };
        self.find(set);
        self.solve(set, &mut tools);
        let solved = self.clock.ticks();
        self.judge(set);
        if self.job.verify {
            compare_known(set);
        }
        set.found.checking = self.clock.nanos(solved, self.clock.ticks());
        if self.job.mode == Mode::All {
            set.listing.start_chunk();
            set.list(&self.job, &self.clock);
        } else if self.job.task == Task::Score {
            write_scores(set);
        } else {
            self.render(set);
        }
        if self.job.checksum {
            set.found.trailer = Trailer::of(set.output.bytes());
        }
        if self.job.resumable {
            // The state between two chunks must be known chunk by chunk.
            let mut spare = set.found.service.take().unwrap_or_default();
            spare.clear();
            set.found.service = Some(mem::replace(&mut tools.service.times, spare));
        }
        self.solvers.put(tools.solver);
        self.services.put(tools.service);
        self.progressed(set.found.verdicts.puzzles());
        let bytes = set.read.chunk.as_ref().map_or(0, Chunk::length);
        self.progress.bytes.fetch_add(bytes, Ordering::Relaxed);
        set.found.working = self.clock.nanos(started, self.clock.ticks());
    }

    fn find(&self, set: &mut ChunkSet) {
        set.read.find();
        let puzzles = set.read.records.starts.len();
        if set.output.rows.len() < puzzles {
            set.output.rows.resize(puzzles, BLANK_ROW);
        }
        if set.outcomes.len() < puzzles {
            set.outcomes.resize(puzzles, Outcome::default());
        }
        let others = set.read.records.others.iter();
        let malformed = others.filter(|other| other.kind == OtherKind::Malformed);
        let malformed = malformed.count() as u64;
        set.found.verdicts.count(Verdict::Malformed, malformed);
    }

    fn solve(&self, set: &mut ChunkSet, tools: &mut Tools) {
        let text = set.read.text();
        let puzzles = set.read.records.starts.len();
        let mut batch = Batch::new(
            text,
            &set.read.records.starts,
            &mut set.output.rows[..puzzles],
            &mut set.outcomes[..puzzles],
        );
        let started = self.clock.ticks();
        let limits = &self.job.engine_limits();
        set.found.counters = if tools.service.is_needed() {
            let Tools { solver, service } = tools;
            solver.solve(&mut batch, limits, service)
        } else {
            tools.solver.solve(&mut batch, limits, &mut NoObserver)
        };
        if self.job.mode == Mode::Count {
            for outcome in &mut set.outcomes[..puzzles] {
                outcome.cap(self.job.limits.solutions);
            }
        }
        set.found.solving = self.clock.nanos(started, self.clock.ticks());
    }

    /// Counts the verdicts, and checks all claimed solutions.
    fn judge(&self, set: &mut ChunkSet) {
        let text = set.read.text();
        let found = &mut set.found;
        let outcomes = &set.outcomes[..set.read.records.starts.len()];
        // Most are solved. Counting them this way, no sum waits for the one before.
        let mut solved = 0;
        for outcome in outcomes {
            // Listed solutions are counted when their list is complete.
            if self.job.mode == Mode::All && outcome.solutions > 1 {
                continue;
            }
            match Verdict::of(outcome, self.job.mode) {
                Verdict::Solved => solved += 1,
                other => found.verdicts.count(other, 1),
            }
        }
        found.verdicts.count(Verdict::Solved, solved);
        let starts = set.read.records.starts.iter();
        let full = starts.filter(|&&start| has_no_blanks(cells_at(text, start as usize)));
        found.without_blanks = full.count() as u64;
        let answers =
            SolvedPuzzles::new(text, &set.read.records.starts, outcomes, &set.output.rows);
        if !self.job.verify {
            return;
        }
        if let Some((puzzle, fault)) = check::first_wrong(answers) {
            found.wrong = Some(Wrong {
                puzzle: puzzle as u32,
                fault: fault.to_string(),
            });
        }
    }

    fn render(&self, set: &mut ChunkSet) {
        set.output.clear();
        let text = set.read.text();
        let options = self.job.row_options(set.kind);
        let puzzles = set.read.records.starts.len();
        let rows = &set.output.rows[..puzzles];
        let outcomes = &set.outcomes[..puzzles];
        let output = &mut set.output.text;
        if let Some(added) = &set.added {
            let records = &set.read.records;
            let done = append::render(text, records, rows, outcomes, added, &options, output);
            set.found.unfit = done.err();
            return;
        }
        if format::render(text, &set.read.records, rows, outcomes, &options, output) {
            set.output.lines = puzzles;
        }
    }
}

/// Whether all of 81 cells are digits. Nearly all puzzles have a blank among the first.
#[inline]
fn has_no_blanks(cells: &[u8; CELLS]) -> bool {
    let (first, rest) = cells.split_at(16);
    first.iter().fold(true, |all, &byte| all & is_digit(byte))
        && rest.iter().all(|&byte| is_digit(byte))
}

/// Writes the answers to the NOIP 2009 task: the largest score of each record.
fn write_scores(set: &mut ChunkSet) {
    set.output.clear();
    let out = &mut set.output.text;
    for line in set.read.records.in_order() {
        let (verdict, row) = match line {
            Line::Puzzle(i) => (
                Verdict::of(&set.outcomes[i], Mode::First),
                &set.output.rows[i],
            ),
            Line::Other(_) => (Verdict::Malformed, &BLANK_ROW),
        };
        noip2009::write_answer(verdict, row, out);
    }
}

/// Compares our solutions with those that the text states.
fn compare_known(set: &mut ChunkSet) {
    let text = set.read.text();
    let found = &mut set.found;
    let records = &set.read.records;
    found.known.not_comparable = records.not_comparable().len() as u64;
    let first = records.not_comparable().iter().take(EXAMPLES);
    found.known_not_comparable.extend(first);
    for (i, known) in records.stated(text) {
        let start = records.starts[i] as usize;
        found.known.compared += 1;
        let outcome = &set.outcomes[i];
        if outcome.solutions > 0 && set.output.rows[i].starts_with(known) {
            continue;
        }
        if check::check(cells_at(text, start), known).is_err() {
            found.known.wrong += 1;
            // A puzzle may have several solutions beside it.
            let is_named = found.known_wrong.last() == Some(&(i as u32));
            if found.known_wrong.len() < EXAMPLES && !is_named {
                found.known_wrong.push(i as u32);
            }
            continue;
        }
        found.known.other += 1;
        if outcome.solutions == 0 && outcome.status == Status::Finished && found.wrong.is_none() {
            found.wrong = Some(Wrong {
                puzzle: i as u32,
                fault: "no solution was found, but the input states one".to_owned(),
            });
        }
    }
}
