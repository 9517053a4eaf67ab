//! The worker: this program as the child that solves with an engine or a library, as
//! `ninefold worker lanes/avx2 --threads 2` or `ninefold worker ./lib.so`.
//!
//! It speaks the protocol of persistent commands ([`crate::external`]), in its second version. It
//! greets with [`WORKER_GREETING`]. A request is `solve COUNT LIMIT PASSES [RESERVE]`, and COUNT lines.
//! The answer to each puzzle is a line: its solution and the number of solutions; `none`, `refused`
//! (the clues clash) or `gave up` stand in place of a solution. Then comes `used` with [`WorkUsed`]
//! as JSON. In place of any of this, `failed` with a text as JSON says why there is no answer, and
//! the worker ends. With RESERVE, the worker first takes memory for a later request of that many
//! puzzles: the system may take longer to give it than the worker to solve them.
//!
//! The worker reads the whole request before its clock starts, solves from text in memory to rows
//! in memory, and writes after the clock has stopped. It checks no answers: the process that
//! started it judges those that it gets, of the first of the PASSES. Its input ends when that
//! process ends, and so does it.

use super::corpus::LINE;
use super::record::GUESS_LIMIT;
#[cfg(feature = "solver-library")]
use crate::external::library::{Library, LibrarySolver};
use crate::external::{InstructionCounter, Usage, WORKER_GREETING, WorkUsed, is_library, own_cpu};
use ninefold::engine::registry;
use ninefold::engine::{Batch, Counters, Limits, NoObserver, Outcome, Solver, Status};
use ninefold::grid::{BLANK_ROW, CELLS, Row};
use ninefold::internal::Pool;
use ninefold_files::input::OpenOptions;
use rayon::prelude::*;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// Minimum number of puzzles of a chunk if several threads share a corpus.
const SMALL_CHUNK: usize = 256;
/// Chunks of a request for each of several threads, unless they become too small.
const CHUNKS: usize = 8;
/// Bytes of an answer, unless it has ten solutions or more.
const ANSWER: usize = LINE + 2;
/// Bytes of the line after the answers, and more.
const LAST_LINE: usize = 1024;
/// Maximum guesses of a puzzle to count, so that no sum overflows.
const MOST_GUESSES: u64 = 1 << 32;

/// Answers requests until there are no more, with an engine, such as `lanes` or `lanes/avx2`, or
/// the file of a library. An engine gives up on a puzzle after [`GUESS_LIMIT`].
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
    let mut request = WorkRequest::default();
    let mut text = Vec::new();
    while request.read(requests)? {
        if let Some(count) = request.reserve {
            reserve(&mut request.text, count * LINE, 0);
            reserve(&mut text, count * ANSWER + LAST_LINE, 0);
            solver.reserve(count);
        }
        let used = match solver.solve(&request) {
            Ok(used) => used,
            Err(reason) => return refuse(&reason, answers),
        };
        let count = request.text.len() / LINE;
        let WorkBuffers { rows, outcomes, .. } = &solver.buffers;
        text.clear();
        for (row, outcome) in rows.iter().zip(outcomes).take(count) {
            write_answer(row, outcome, &mut text);
        }
        text.extend_from_slice(b"used ");
        serde_json::to_writer(&mut text, &used)?;
        text.push(b'\n');
        answers.write_all(&text)?;
        answers.flush()?;
    }
    Ok(())
}

/// Takes memory for this many elements, and writes to it, because only then the system gives it.
fn reserve<T: Copy>(to: &mut Vec<T>, count: usize, any: T) {
    let len = to.len();
    to.resize(len.max(count), any);
    to.truncate(len);
}

fn refuse(reason: &str, answers: &mut dyn Write) -> io::Result<()> {
    writeln!(answers, "failed {}", serde_json::Value::from(reason))?;
    answers.flush()
}

fn write_answer(row: &Row, outcome: &Outcome, text: &mut Vec<u8>) {
    let solutions = outcome.solutions;
    let mut cells = [b'?'; CELLS];
    let answer = match outcome.status {
        Status::Malformed | Status::Invalid => b"refused".as_slice(),
        Status::Finished | Status::LimitReached if solutions == 0 => b"none",
        Status::Finished | Status::LimitReached => {
            // A library may write anything.
            for (cell, &byte) in cells.iter_mut().zip(row) {
                let is_digit = byte.wrapping_sub(b'1') < 9;
                *cell = if is_digit { byte } else { b'?' };
            }
            &cells
        }
        _ => b"gave up",
    };
    text.extend_from_slice(answer);
    match solutions {
        1 => text.extend_from_slice(b" 1\n"),
        _ => text.extend_from_slice(format!(" {solutions}\n").as_bytes()),
    }
}

/// The buffers of a batch except its text.
#[derive(Default)]
struct WorkBuffers {
    /// Where each puzzle begins in the text.
    starts: Vec<u32>,
    /// The puzzles' first solutions.
    rows: Vec<Row>,
    outcomes: Vec<Outcome>,
}

/// One request. The memory of the last one is used again.
#[derive(Default)]
struct WorkRequest {
    text: Vec<u8>,
    limit: u64,
    passes: usize,
    /// Puzzles of the request for which to take memory.
    reserve: Option<usize>,
}

impl WorkRequest {
    /// Reads the next one. Returns whether there is one.
    fn read(&mut self, from: &mut dyn BufRead) -> io::Result<bool> {
        let mut line = String::new();
        if from.read_line(&mut line)? == 0 {
            return Ok(false);
        }
        let count = self.parse(&line).ok_or_else(|| {
            let text = format!("{line:?} is no request: see ninefold bench for what this is for");
            io::Error::new(io::ErrorKind::InvalidData, text)
        })?;
        self.text.resize(count * LINE, 0);
        from.read_exact(&mut self.text)?;
        Ok(true)
    }

    /// Takes over the first line. Returns how many puzzles follow.
    fn parse(&mut self, line: &str) -> Option<usize> {
        let words = line.strip_prefix("solve ")?.split_whitespace();
        let numbers: Result<Vec<u32>, _> = words.map(str::parse).collect();
        let (count, limit, passes, reserve) = match numbers.ok()?[..] {
            [count, limit, passes] => (count, limit, passes, None),
            [count, limit, passes, reserve] => (count, limit, passes, Some(reserve)),
            _ => return None,
        };
        self.limit = limit.into();
        self.passes = (passes as usize).max(1);
        self.reserve = reserve.map(|count| count as usize);
        Some(count as usize)
    }
}

/// An engine or a library, with its threads.
struct WorkSolver {
    pool: rayon::ThreadPool,
    solvers: ThreadSolvers,
    threads: usize,
    buffers: WorkBuffers,
    /// The puzzles, as the solver may change them.
    text: Vec<u8>,
    /// What a library says of each puzzle.
    solutions: Vec<u64>,
    guesses: Vec<u64>,
    instructions: Option<InstructionCounter>,
}

/// A solver for each thread.
enum ThreadSolvers {
    Engine(Pool<Box<dyn Solver>>),
    #[cfg(feature = "solver-library")]
    Library(std::sync::Arc<Library>, Pool<LibrarySolver>),
}

impl ThreadSolvers {
    fn new(solver: &str, threads: usize) -> Result<ThreadSolvers, String> {
        if is_library(Path::new(solver)) {
            return ThreadSolvers::of_library(solver, threads);
        }
        let (engine, options) = registry::choose(solver).map_err(|error| error.to_string())?;
        let make = Box::new(move || engine.make(&options).map_err(|error| error.to_string()));
        Pool::new(threads, make).map(ThreadSolvers::Engine)
    }

    #[cfg(feature = "solver-library")]
    fn of_library(path: &str, threads: usize) -> Result<ThreadSolvers, String> {
        let library = Library::load(Path::new(path))?;
        let of = std::sync::Arc::clone(&library);
        let solvers = Pool::new(threads, Box::new(move || of.solver()))?;
        Ok(ThreadSolvers::Library(library, solvers))
    }

    #[cfg(not(feature = "solver-library"))]
    fn of_library(_path: &str, _threads: usize) -> Result<ThreadSolvers, String> {
        Err("this ninefold was built without the feature 'solver-library'".to_owned())
    }
}

/// A part of a request: its text, how many passes, and the places for what comes of it.
struct WorkChunk<'a> {
    text: &'a [u8],
    passes: usize,
    rows: &'a mut [Row],
    outcomes: &'a mut [Outcome],
    solutions: &'a mut [u64],
    guesses: &'a mut [u64],
}

impl WorkSolver {
    fn new(solver: &str, threads: usize) -> Result<WorkSolver, String> {
        // Before anything else, because the names of engines and libraries are refused first.
        let solvers = ThreadSolvers::new(solver, threads)?;
        // It counts those of the threads that start after it.
        let instructions = InstructionCounter::of_this_thread();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| format!("{threads} threads cannot be had: {error}"))?;
        Ok(WorkSolver {
            pool,
            solvers,
            threads,
            buffers: WorkBuffers::default(),
            text: Vec::new(),
            solutions: Vec::new(),
            guesses: Vec::new(),
            instructions,
        })
    }

    /// Takes memory for this many puzzles.
    fn reserve(&mut self, count: usize) {
        reserve(&mut self.text, count * LINE, 0);
        reserve(&mut self.buffers.rows, count, BLANK_ROW);
        reserve(&mut self.buffers.outcomes, count, Outcome::default());
        reserve(&mut self.solutions, count, 0);
        reserve(&mut self.guesses, count, 0);
    }

    /// Solves, and leaves the answers of the first pass in the first rows.
    fn solve(&mut self, request: &WorkRequest) -> Result<WorkUsed, String> {
        // A library may write to its puzzles, and then its answers are no answers.
        let mut text = std::mem::take(&mut self.text);
        text.clone_from(&request.text);
        let used = self.time(request, &text);
        let is_unchanged = text == request.text;
        self.text = text;
        let mut used = used?;
        if !is_unchanged {
            return Err("it wrote to its puzzles, which it may only read".to_owned());
        }
        // They are the same in each pass.
        let Counters {
            guesses,
            nodes,
            lane_passes,
            ..
        } = &mut used.counters;
        for count in [guesses, nodes, lane_passes] {
            *count /= request.passes as u64;
        }
        Ok(used)
    }

    /// Runs all passes against the clock.
    fn time(&mut self, request: &WorkRequest, text: &[u8]) -> Result<WorkUsed, String> {
        let count = text.len() / LINE;
        let chunk = chunk(count, request.passes, self.threads);
        let limits = Limits::default()
            .solutions(request.limit)
            .guesses(GUESS_LIMIT);
        let WorkBuffers {
            starts,
            rows,
            outcomes,
        } = &mut self.buffers;
        starts.clear();
        starts.extend((0..chunk).map(|i| (i * LINE) as u32));
        // Blank rows, so that an answer that is left out cannot be that of an earlier request.
        let groups = request.passes.min(match self.threads {
            1 => 1,
            threads => threads * CHUNKS,
        });
        let all = count * groups;
        rows.clear();
        rows.resize(all, BLANK_ROW);
        outcomes.clear();
        outcomes.resize(all, Outcome::default());
        for numbers in [&mut self.solutions, &mut self.guesses] {
            numbers.clear();
            numbers.resize(all, 0);
        }
        // Groups of passes do not wait for each other, so short texts keep all threads as busy as
        // long ones. The passes of a group share its rows, as chunks of `solve` do.
        let mut chunks = Vec::new();
        let mut solutions = &mut self.solutions[..];
        let mut guesses = &mut self.guesses[..];
        let of_groups = rows.chunks_mut(count.max(1));
        let of_groups = of_groups.zip(outcomes.chunks_mut(count.max(1)));
        for (group, (rows, outcomes)) in of_groups.enumerate() {
            let parts = rows.chunks_mut(chunk).zip(outcomes.chunks_mut(chunk));
            for (i, (rows, outcomes)) in parts.enumerate() {
                chunks.push(WorkChunk {
                    text: &text[i * chunk * LINE..][..rows.len() * LINE],
                    passes: (request.passes + groups - 1 - group) / groups,
                    solutions: solutions.split_off_mut(..rows.len()).unwrap_or_default(),
                    guesses: guesses.split_off_mut(..rows.len()).unwrap_or_default(),
                    rows,
                    outcomes,
                });
            }
        }
        let counter = &mut self.instructions;
        let mut before = usage_with(counter.as_mut());
        // Last, because reading the others takes time.
        before.cpu = own_cpu();
        let started = Instant::now();
        let done: Result<Vec<Counters>, String> = self.pool.install(|| {
            let chunks = chunks.par_iter_mut().with_max_len(1);
            chunks
                .map(|chunk| self.solvers.solve(chunk, &limits, starts))
                .collect()
        });
        let wall = started.elapsed();
        let usage = usage_with(counter.as_mut()).since(before);
        let mut counters = Counters::default();
        done?.iter().for_each(|more| counters.add(more));
        self.solvers
            .take_answers(&mut chunks, &limits, &mut counters);
        Ok(WorkUsed {
            wall_ns: nanos(wall),
            cpu_ns: usage.cpu.map(nanos),
            queued_ns: usage.queued.map(nanos),
            instructions: usage.instructions,
            counters,
        })
    }
}

/// What this process used so far.
fn usage_with(counter: Option<&mut InstructionCounter>) -> Usage {
    Usage {
        instructions: counter.and_then(InstructionCounter::read),
        ..Usage::own()
    }
}

fn nanos(time: Duration) -> u64 {
    time.as_nanos() as u64
}

impl ThreadSolvers {
    /// Solves a chunk. This is timed.
    fn solve(
        &self,
        chunk: &mut WorkChunk<'_>,
        limits: &Limits,
        starts: &[u32],
    ) -> Result<Counters, String> {
        let mut counters = Counters::default();
        match self {
            ThreadSolvers::Engine(solvers) => {
                let starts = &starts[..chunk.rows.len()];
                let mut solver = solvers.take();
                for _ in 0..chunk.passes {
                    let batch = &mut Batch::new(chunk.text, starts, chunk.rows, chunk.outcomes);
                    counters.add(&solver.solve(batch, limits, &mut NoObserver));
                }
                solvers.put(solver);
            }
            #[cfg(feature = "solver-library")]
            ThreadSolvers::Library(library, solvers) => {
                let mut solver = solvers.take();
                for _ in 0..chunk.passes {
                    let WorkChunk {
                        text,
                        rows,
                        solutions,
                        guesses,
                        ..
                    } = chunk;
                    let done = solver.solve(text, limits.solutions, rows, solutions, guesses);
                    done.map_err(|code| library.error(code, rows.len()))?;
                }
                solvers.put(solver);
            }
        }
        Ok(counters)
    }

    /// Takes over what a library says of each puzzle, after the clock has stopped.
    fn take_answers(&self, chunks: &mut [WorkChunk<'_>], limits: &Limits, counters: &mut Counters) {
        if matches!(self, ThreadSolvers::Engine(_)) {
            return;
        }
        for chunk in chunks {
            let said = chunk.solutions.iter().zip(&*chunk.guesses);
            for (outcome, (&solutions, &guesses)) in chunk.outcomes.iter_mut().zip(said) {
                *outcome = Outcome {
                    solutions: solutions.min(limits.solutions),
                    guesses: guesses.min(MOST_GUESSES),
                    status: Status::Finished,
                };
                counters.guesses += outcome.guesses * chunk.passes as u64;
            }
        }
    }
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
    let most = chunk_of_solve();
    let chunks = (puzzles + most / 2) / most;
    puzzles.div_ceil(chunks.max(1))
}

/// Puzzles of a chunk in `solve`.
fn chunk_of_solve() -> usize {
    OpenOptions::default().chunk_size / LINE
}

#[cfg(test)]
#[path = "worker_tests.rs"]
mod tests;
