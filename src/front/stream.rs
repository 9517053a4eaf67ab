//! Solves lines from a reader and writes rows to a writer.

use super::error::{SolveManyError, StreamError};
use super::input::Input;
use super::request::Request;
use super::solvers::with_solver;
use super::time::Time;
use super::work::{PIECE, Workers, apart, pool, solve_checked};
use crate::engine::{Counters, Solver};
use crate::grid::CELLS;
use crate::lines::{Line, Other, OtherKind, find_puzzles, first_field, in_order};
use crate::solver::BatchBuffers;
use crate::solver::verdict::{Mode, Verdict, Verdicts};
use rayon::ThreadPool;
use rayon::prelude::*;
use std::io::{Read, Write};
use std::ops::Range;
use std::sync::Arc;

/// Approximate bytes of a piece, the work of one thread at a time.
const PIECE_BYTES: usize = PIECE * (CELLS + 1);

/// Pieces to read for each thread before work on them begins.
const PIECES: usize = 4;

/// Counts of the lines and of their verdicts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Totals {
    /// Number of lines. Each has its row.
    pub lines: u64,
    /// Number of puzzles of each verdict.
    pub verdicts: Verdicts,
    /// Guesses and other work, the same in every run.
    pub counters: Counters,
}

/// Solves the puzzles of a text, one a line, on all cores. Writes one row for each line, in the
/// same order. This is the short form of [`Request::solve_lines`].
///
/// The first 81 characters of a line are the cells. A space, tab, comma, semicolon or `#` may
/// follow, and any text after it. The row is the 81 digits of a solution, or the reason why there
/// is none: `!malformed`, `!invalid` (clues clash), `!none` or `!gave-up`; with a
/// [limit](Request::limit) of 2 or more also `!multiple`. Blank lines and comments (`#`) are
/// copied. The program `ninefold` writes the same rows for such lines. It also has other formats,
/// compressed inputs, statistics and checkpoints.
///
/// The reader and the writer can be anything: files, pipes, sockets, bytes in memory. The caller's
/// thread reads and writes while others solve, and neither needs its own buffer. The rows are the
/// same for any number of threads. They are written only when some hundred KiB for each thread, or
/// the whole input, have been read, so this is not for dialogue. Memory is bounded: about 5
/// MiB for each thread, and 16 MiB if lines are that long. The row of a longer line is
/// `!malformed`.
///
/// ```
/// use ninefold::{Request, solve_lines};
/// let lines = "\
/// 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
/// no puzzle
/// ";
/// let mut rows = Vec::new();
/// let totals = solve_lines(lines.as_bytes(), &mut rows, &Request::new())?;
/// assert!(rows.starts_with(b"534678912672195348198342567"));
/// assert!(rows.ends_with(b"\n!malformed\n"));
/// assert_eq!((totals.lines, totals.verdicts.puzzles()), (2, 1));
/// # Ok::<(), ninefold::StreamError>(())
/// ```
///
/// # Errors
/// See [`StreamError`]. The rows written so far are the beginning of the right rows.
pub fn solve_lines(
    read: impl Read,
    write: impl Write,
    request: &Request,
) -> Result<Totals, StreamError> {
    request.solve_lines(read, write)
}

impl Request {
    /// Solves the puzzles of a text, one a line, and writes one row for each line. [`solve_lines`]
    /// describes both.
    ///
    /// # Errors
    /// See [`StreamError`]. The rows written so far are the beginning of the right rows.
    pub fn solve_lines(&self, read: impl Read, write: impl Write) -> Result<Totals, StreamError> {
        run(read, write, self)
    }
}

fn run(read: impl Read, mut write: impl Write, request: &Request) -> Result<Totals, StreamError> {
    let threads = request.thread_count(usize::MAX);
    let mut input = Input::new(read, PIECES * PIECE_BYTES * threads);
    let mut workers = StreamWorkers::new(request, threads)?;
    let mut solved = Block::default();
    let mut block = Block::default();
    let mut next = Block::default();
    let mut totals = Totals::default();
    input.fill(&mut block.text);
    while !block.text.is_empty() {
        block.divide();
        let (done, wrote) = workers.solve(&mut block, || {
            input.fill(&mut next.text);
            solved.write(&mut write)
        })?;
        wrote?;
        done?;
        block.add_to(&mut totals);
        std::mem::swap(&mut solved, &mut block);
        std::mem::swap(&mut block, &mut next);
    }
    solved.write(&mut write)?;
    write.flush().map_err(StreamError::Write)?;
    input
        .failed
        .map_or(Ok(totals), |error| Err(StreamError::Read(error)))
}

/// A text and its rows.
#[derive(Default)]
struct Block {
    text: Vec<u8>,
    pieces: Vec<Piece>,
    /// Pieces in use.
    count: usize,
}

/// A part of a block, the work of one thread.
#[derive(Default)]
struct Piece {
    text: Range<usize>,
    rows: Vec<u8>,
    totals: Totals,
}

impl Block {
    /// Divides the text into pieces of whole lines.
    fn divide(&mut self) {
        self.count = 0;
        let mut at = 0;
        while at < self.text.len() {
            let from = self.text.len().min(at + PIECE_BYTES);
            let end = memchr::memchr(b'\n', &self.text[from..]);
            let end = end.map_or(self.text.len(), |end| from + end + 1);
            if self.count == self.pieces.len() {
                self.pieces.push(Piece::default());
            }
            self.pieces[self.count].text = at..end;
            self.count += 1;
            at = end;
        }
    }

    /// Writes the rows. A block without pieces has no rows.
    fn write(&self, write: &mut impl Write) -> Result<(), StreamError> {
        let mut pieces = self.pieces[..self.count].iter();
        pieces.try_for_each(|piece| write.write_all(&piece.rows).map_err(StreamError::Write))
    }

    fn add_to(&self, totals: &mut Totals) {
        for piece in &self.pieces[..self.count] {
            totals.lines += piece.totals.lines;
            totals.verdicts.add(&piece.totals.verdicts);
            totals.counters.add(&piece.totals.counters);
        }
    }
}

/// The solving threads: the caller's, until there is work for more.
struct StreamWorkers<'a> {
    request: &'a Request,
    threads: usize,
    pool: Option<Arc<ThreadPool>>,
    workers: Workers<Buffers>,
}

/// A worker's buffers for one piece.
#[derive(Default)]
struct Buffers {
    batch: BatchBuffers,
    others: Vec<Other>,
}

impl<'a> StreamWorkers<'a> {
    fn new(request: &'a Request, threads: usize) -> Result<StreamWorkers<'a>, StreamError> {
        Ok(StreamWorkers {
            request,
            threads,
            pool: None,
            workers: Workers::new(request)?,
        })
    }

    /// Solves all pieces of a block. The caller does `meanwhile` at the same time, or before it
    /// solves them itself.
    fn solve<T>(
        &mut self,
        block: &mut Block,
        meanwhile: impl FnOnce() -> T,
    ) -> Result<(Result<(), StreamError>, T), StreamError> {
        let Block {
            text,
            pieces,
            count,
        } = block;
        let pieces = &mut pieces[..*count];
        if pieces.len() == 1 || self.threads == 1 {
            let other = meanwhile();
            let mut buffers = Buffers::default();
            let done = with_solver(self.request, |solver| {
                let mut pieces = pieces.iter_mut();
                pieces.try_for_each(|piece| piece.solve(text, solver, &mut buffers, self.request))
            });
            let done = done.map_err(SolveManyError::Engine)?;
            return Ok((done, other));
        }
        let pool = match &self.pool {
            Some(pool) => pool,
            None => self.pool.insert(pool(self.request, self.threads)?),
        };
        let workers = &self.workers;
        let request = self.request;
        let work = |piece: &mut Piece| {
            workers.work(|solver, buffers| piece.solve(text, solver, buffers, request))
        };
        let all = || pieces.par_iter_mut().with_max_len(1).try_for_each(work);
        Ok(apart(pool, all, meanwhile)?)
    }
}

impl Piece {
    /// Finds, solves, checks and writes the puzzles of a piece.
    fn solve(
        &mut self,
        text: &[u8],
        solver: &mut dyn Solver,
        buffers: &mut Buffers,
        request: &Request,
    ) -> Result<(), StreamError> {
        let text = &text[self.text.clone()];
        self.find(text, buffers);
        let mut batch = buffers.batch.batch(text);
        let time = Time::of_each(request.stop.as_ref(), request.deadline);
        self.totals.counters = solve_checked(solver, &mut batch, request, time, 0)?;
        self.render(text, buffers, request);
        Ok(())
    }

    fn find(&mut self, text: &[u8], buffers: &mut Buffers) {
        let Buffers { batch, others } = buffers;
        let starts = &mut batch.starts;
        self.totals = Totals::default();
        starts.clear();
        others.clear();
        let puzzle = |at, _| starts.push(at as u32);
        find_puzzles(text, first_field, puzzle, |other| others.push(other));
        self.totals.lines = (starts.len() + others.len()) as u64;
        let malformed = others
            .iter()
            .filter(|other| other.kind == OtherKind::Malformed);
        let verdicts = &mut self.totals.verdicts;
        verdicts.count(Verdict::Malformed, malformed.count() as u64);
    }

    fn render(&mut self, text: &[u8], buffers: &Buffers, request: &Request) {
        let mode = Mode::of_limit(request.limits.solutions);
        let Buffers { batch, others } = buffers;
        let rows = &mut self.rows;
        rows.clear();
        for line in in_order(batch.rows.len(), others) {
            match line {
                Line::Other(other) if other.kind == OtherKind::Malformed => {
                    Verdict::Malformed.write(rows);
                }
                Line::Other(other) => rows.extend_from_slice(other.line(text)),
                Line::Puzzle(i) => {
                    let verdict = Verdict::of(&batch.outcomes[i], mode);
                    self.totals.verdicts.count(verdict, 1);
                    if verdict == Verdict::Solved {
                        // Including its line feed.
                        rows.extend_from_slice(&batch.rows[i]);
                        continue;
                    }
                    verdict.write(rows);
                }
            }
            rows.push(b'\n');
        }
    }
}
