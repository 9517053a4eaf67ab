//! The worker: this program as the child that solves with an engine or a library, as `ninefold worker
//! lanes/avx2 --threads 2` or `ninefold worker ./lib.so`.
//!
//! It speaks the protocol of persistent commands ([`crate::external`]), in its second version. It greets with
//! [`WORKER_GREETING`]. A request is `solve COUNT LIMIT PASSES`, and COUNT lines. The answer to each puzzle is a line:
//! its solution and the number of solutions; `none`, `refused` (the clues clash) or `gave up` stand in place of a
//! solution. Then comes `used` with [`WorkUsed`] as JSON. In place of any of this, `failed` with a text as JSON says why
//! there is no answer, and the worker ends.
//!
//! The worker reads the whole request before its clock starts, solves from text in memory to rows in memory, and
//! writes after the clock has stopped. It checks no answers: the process that started it judges those that it gets, of
//! the first of the PASSES.
//! Its input ends when that process ends, and so does it.

use super::corpus::LINE;
use super::record::GUESS_LIMIT;
use crate::engine::registry;
use crate::external::{InstructionCounter, Usage, WORKER_GREETING, WorkUsed, is_library, own_cpu};
use crate::grid::{BLANK_ROW, CELLS, Row};
use crate::input;
use crate::parallel::Pool;
use crate::solver::{Batch, BatchBuffers, Counters, Limits, NoObserver, Outcome, Solver, Status};
use rayon::prelude::*;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Puzzles of a chunk, as many as in `solve`.
const CHUNK: usize = input::CHUNK / (CELLS + 1);
/// Minimum number of puzzles of a chunk if several threads share a corpus.
const SMALL_CHUNK: usize = 256;
/// Chunks of a request for each of several threads, unless they become too small.
const CHUNKS: usize = 8;

/// Answers requests until there are no more, with an engine, such as `lanes` or `lanes/avx2`, or the file of a library.
/// An engine gives up on a puzzle after [`GUESS_LIMIT`].
///
/// # Errors
/// The process that measures has gone, or sent something other than a request.
pub fn serve(
    solver: &str,
    threads: usize,
    requests: &mut dyn BufRead,
    answers: &mut dyn Write,
) -> io::Result<()> {
    let mut solver = match WorkSolver::new(solver, threads) {
        Ok(solver) => solver,
        Err(reason) => return refuse(&reason, answers),
    };
    writeln!(answers, "{WORKER_GREETING}")?;
    answers.flush()?;
    while let Some(request) = WorkRequest::read(requests)? {
        let used = match solver.solve(&request) {
            Ok(used) => used,
            Err(reason) => return refuse(&reason, answers),
        };
        let count = request.text.len() / LINE;
        let BatchBuffers { rows, outcomes, .. } = &solver.buffers;
        for (row, outcome) in rows.iter().zip(outcomes).take(count) {
            write_answer(row, outcome, answers)?;
        }
        answers.write_all(b"used ")?;
        serde_json::to_writer(&mut *answers, &used)?;
        answers.write_all(b"\n")?;
        answers.flush()?;
    }
    Ok(())
}

fn refuse(reason: &str, answers: &mut dyn Write) -> io::Result<()> {
    writeln!(answers, "failed {}", serde_json::Value::from(reason))?;
    answers.flush()
}

fn write_answer(row: &Row, outcome: &Outcome, answers: &mut dyn Write) -> io::Result<()> {
    let solutions = outcome.solutions;
    let cells: [u8; CELLS];
    let answer = match outcome.status {
        Status::GaveUp | Status::OutOfTime => b"gave up".as_slice(),
        Status::Malformed | Status::Invalid => b"refused",
        Status::Finished | Status::LimitReached if solutions == 0 => b"none",
        Status::Finished | Status::LimitReached => {
            // A library may write anything.
            cells = std::array::from_fn(|i| match row[i] {
                digit @ b'1'..=b'9' => digit,
                _ => b'?',
            });
            &cells
        }
    };
    answers.write_all(answer)?;
    writeln!(answers, " {solutions}")
}

/// One request.
struct WorkRequest {
    text: Vec<u8>,
    limit: u64,
    passes: usize,
}

impl WorkRequest {
    /// Reads the next one. `None` at the end of the input.
    fn read(from: &mut dyn BufRead) -> io::Result<Option<WorkRequest>> {
        let mut line = String::new();
        if from.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let request = WorkRequest::parse(&line);
        let mut request = request.ok_or_else(|| {
            let text = format!("{line:?} is no request: see ninefold bench for what this is for");
            io::Error::new(io::ErrorKind::InvalidData, text)
        })?;
        from.read_exact(&mut request.text)?;
        Ok(Some(request))
    }

    fn parse(line: &str) -> Option<WorkRequest> {
        let mut words = line.strip_prefix("solve ")?.split_whitespace();
        let mut number = || words.next()?.parse::<u32>().ok();
        let (count, limit, passes) = (number()?, number()?, number()?);
        Some(WorkRequest {
            text: vec![0; count as usize * LINE],
            limit: limit.into(),
            passes: (passes as usize).max(1),
        })
    }
}

/// An engine or a library, with its threads.
struct WorkSolver {
    pool: rayon::ThreadPool,
    solvers: Pool<Box<dyn Solver>>,
    /// The error of a library, if it failed.
    failed: Failed,
    threads: usize,
    buffers: BatchBuffers,
    instructions: Option<InstructionCounter>,
}

type MakeSolver = Box<dyn Fn() -> Result<Box<dyn Solver>, String> + Send + Sync>;
type Failed = Box<dyn Fn() -> Option<String> + Send + Sync>;

impl WorkSolver {
    fn new(solver: &str, threads: usize) -> Result<WorkSolver, String> {
        let path = Path::new(solver);
        let (make, failed) = match is_library(path) {
            true => library(path)?,
            false => (engine(solver)?, Box::new(|| None) as Failed),
        };
        // It counts those of the threads that start after it.
        let instructions = InstructionCounter::of_this_thread();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| format!("{threads} threads cannot be had: {error}"))?;
        Ok(WorkSolver {
            pool,
            solvers: Pool::new(threads, make)?,
            failed,
            threads,
            buffers: BatchBuffers::default(),
            instructions,
        })
    }

    /// Solves, and leaves the answers of the first pass in the first rows.
    fn solve(&mut self, request: &WorkRequest) -> Result<WorkUsed, String> {
        // A library may write to its puzzles, and then its answers are no answers.
        let text = request.text.clone();
        let mut used = self.time(request, &text);
        if let Some(reason) = (self.failed)() {
            return Err(reason);
        }
        if text != request.text {
            return Err("it wrote to its puzzles, which it may only read".to_owned());
        }
        // They are the same in each pass.
        let Counters {
            guesses,
            nodes,
            lane_passes,
        } = &mut used.counters;
        for count in [guesses, nodes, lane_passes] {
            *count /= request.passes as u64;
        }
        Ok(used)
    }

    /// Runs all passes against the clock.
    fn time(&mut self, request: &WorkRequest, text: &[u8]) -> WorkUsed {
        let count = text.len() / LINE;
        let chunk = chunk(count, request.passes, self.threads);
        let limits = Limits {
            solutions: request.limit,
            guesses: GUESS_LIMIT,
        };
        self.buffers.space(chunk, LINE);
        let BatchBuffers {
            starts,
            rows,
            outcomes,
        } = &mut self.buffers;
        // Blank rows, so that an answer that is left out cannot be that of an earlier request.
        let groups = request.passes.min(match self.threads {
            1 => 1,
            threads => threads * CHUNKS,
        });
        rows.clear();
        rows.resize(count * groups, BLANK_ROW);
        outcomes.clear();
        outcomes.resize(count * groups, Outcome::default());
        // Groups of passes do not wait for each other, so short texts keep all threads as busy as long ones. The passes
        // of a group share its rows, as chunks of `solve` do.
        let of_groups = rows.chunks_mut(count.max(1));
        let of_groups = of_groups.zip(outcomes.chunks_mut(count.max(1)));
        let chunks = of_groups.enumerate().flat_map(|(group, (rows, outcomes))| {
            let passes = (request.passes + groups - 1 - group) / groups;
            let chunks = rows.chunks_mut(chunk).zip(outcomes.chunks_mut(chunk));
            let chunks = chunks.enumerate();
            chunks.map(move |(i, (rows, outcomes))| (i, passes, rows, outcomes))
        });
        let chunks: Vec<_> = chunks.collect();
        let counter = &mut self.instructions;
        let mut used = || Usage {
            instructions: counter.as_mut().and_then(InstructionCounter::read),
            ..Usage::own()
        };
        let mut before = used();
        // Last, because reading the others takes time.
        before.cpu = own_cpu();
        let started = Instant::now();
        let counters = self.pool.install(|| {
            let chunks = chunks.into_par_iter().with_max_len(1);
            let counters = chunks.map(|(i, passes, rows, outcomes)| {
                let text = &text[i * chunk * LINE..][..rows.len() * LINE];
                let mut solver = self.solvers.take();
                let mut counters = Counters::default();
                for _ in 0..passes {
                    let batch = &mut Batch::new(text, &starts[..rows.len()], rows, outcomes);
                    counters.add(&solver.solve(batch, &limits, &mut NoObserver));
                }
                self.solvers.put(solver);
                counters
            });
            counters.reduce(Counters::default, |mut sum, counters| {
                sum.add(&counters);
                sum
            })
        });
        let wall = started.elapsed();
        let usage = used().since(before);
        let ns = |time: Duration| time.as_nanos() as u64;
        WorkUsed {
            wall_ns: ns(wall),
            cpu_ns: usage.cpu.map(ns),
            queued_ns: usage.queued.map(ns),
            instructions: usage.instructions,
            counters,
        }
    }
}

/// An engine, with a back end or the best.
fn engine(name: &str) -> Result<MakeSolver, String> {
    let (engine, options) = registry::choose(name).map_err(|error| error.to_string())?;
    Ok(Box::new(move || {
        engine.make(&options).map_err(|error| error.to_string())
    }))
}

#[cfg(feature = "solver-library")]
fn library(path: &Path) -> Result<(MakeSolver, Failed), String> {
    use std::sync::Arc;
    let library = crate::external::library::Library::load(path)?;
    let watched = Arc::clone(&library);
    let failed = Box::new(move || watched.failed().map(str::to_owned));
    Ok((Box::new(move || library.solver()), failed))
}

#[cfg(not(feature = "solver-library"))]
fn library(_path: &Path) -> Result<(MakeSolver, Failed), String> {
    Err("this ninefold was built without the feature 'solver-library'".to_owned())
}

/// Puzzles of a chunk: enough chunks in a request so that threads end together.
fn chunk(puzzles: usize, passes: usize, threads: usize) -> usize {
    let share = (puzzles * passes).div_ceil(threads * CHUNKS);
    let most = even(puzzles).max(1);
    match threads {
        1 => most,
        _ => share.clamp(SMALL_CHUNK.min(most), most),
    }
}

/// Puzzles of a chunk: about as many as in `solve`, chosen so that none is much smaller than the
/// others. A large corpus has one small chunk at its end. A corpus of a little more than two chunks
/// would have it in each pass. A solver of many puzzles at once takes longer for the last ones of a
/// chunk (`lanes` on Zen 5: 12 % of a chunk of 17-clue puzzles, 40 % of one with a quarter as
/// many).
fn even(puzzles: usize) -> usize {
    let chunks = (puzzles + CHUNK / 2) / CHUNK;
    puzzles.div_ceil(chunks.max(1))
}

#[cfg(test)]
#[path = "worker_tests.rs"]
mod tests;
