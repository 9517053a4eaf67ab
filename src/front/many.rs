//! Solves a batch in memory, on all cores.

use super::error::SolveManyError;
use super::puzzles::Puzzles;
use super::request::Request;
use super::solvers::with_solver;
use super::time::Time;
use super::work::{LEAST, PIECE, Workers, apart, pool, solve_checked};
use crate::engine::{Counters, Observer, Outcome, Solver, Status};
use crate::grid::{BLANK_ROW, CELLS, Row};
use crate::solver::BatchBuffers;
use rayon::prelude::*;
use std::mem;
use std::ops::Range;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

/// Work that takes little longer stays on the caller's thread, because starting others would take
/// as long.
const SOON: Duration = Duration::from_millis(1);

/// How often a caller who watches is called, and how long its thread works if no other one may.
const PATIENCE: Duration = Duration::from_millis(50);

/// The outcome of a puzzle that nobody worked on.
const OUT_OF_TIME: Outcome = Outcome {
    solutions: 0,
    guesses: 0,
    status: Status::OutOfTime,
};

/// A caller who watches while others solve: Python handles signals.
#[doc(hidden)]
pub trait Watch {
    /// How many of this many threads may start. With 0 the work is stopped.
    fn threads(&mut self, useful: usize) -> usize;
    /// Called from time to time. It may stop the work by [`Request::stop`].
    fn look(&mut self);
}

/// Solves a batch of puzzles in memory, on all cores.
///
/// This is the short form of [`Request::solve_many`].
///
/// `solutions` needs 81 bytes for each puzzle; or 82, and the last becomes a line feed; or none, if
/// you do not want solutions. If a puzzle has no solution, its cells are blank (`.`, or 0 for
/// values). `outcomes` gets the number of solutions of each puzzle, up to [the
/// limit](Request::limit), its guesses, and whether it is malformed, its clues clash, or what ran
/// out. `outcomes` may be empty if you want none of this. A malformed puzzle is not an error. The
/// result is the same for any number of threads, unless there is a [deadline](Request::deadline).
///
/// The caller's thread does a millisecond of work, or two. For more, the call starts threads that
/// end with it, so you can call it from any thread, also from one of a rayon pool, and after a
/// fork. Each thread takes some hundred KiB besides its stack and its solver. Threads of [your
/// own](Request::pool) stay.
///
/// ```
/// use ninefold::{Puzzles, Request, engine::Outcome, solve_many};
/// let lines = b"\
/// 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
/// 55...............................................................................
/// ";
/// let puzzles = Puzzles::strided(lines, 82);
/// let mut solutions = vec![0; 82 * puzzles.len()];
/// let mut outcomes = vec![Outcome::default(); puzzles.len()];
/// solve_many(&puzzles, &mut solutions, &mut outcomes, &Request::new().limit(2))?;
/// assert!(solutions.starts_with(b"534678912672195348"));
/// assert_eq!((outcomes[0].solutions, outcomes[1].solutions), (1, 0));
///
/// // Values in, values out: here of one puzzle without clues.
/// let mut solution = [0; 81];
/// let blank = Puzzles::strided(&[0; 81], 81).as_values();
/// solve_many(&blank, &mut solution, &mut outcomes[..1], &Request::new())?;
/// assert_eq!(solution.iter().map(|&value| u32::from(value)).sum::<u32>(), 405);
/// # Ok::<(), ninefold::SolveManyError>(())
/// ```
///
/// # Errors
/// See [`SolveManyError`]. After an error, the contents of solutions and outcomes are unspecified.
pub fn solve_many(
    puzzles: &Puzzles<'_>,
    solutions: &mut [u8],
    outcomes: &mut [Outcome],
    request: &Request,
) -> Result<Counters, SolveManyError> {
    request.solve_many(puzzles, solutions, outcomes)
}

impl Request {
    /// Solves a batch of puzzles in memory. [`solve_many`] says what the arguments are.
    ///
    /// # Errors
    /// See [`SolveManyError`]. After an error, the contents of solutions and outcomes are
    /// unspecified.
    pub fn solve_many(
        &self,
        puzzles: &Puzzles<'_>,
        solutions: &mut [u8],
        outcomes: &mut [Outcome],
    ) -> Result<Counters, SolveManyError> {
        self.solve_watched(puzzles, solutions, outcomes, None)
    }

    /// Like [`Request::solve_many`], for a caller who watches. Its thread works for two
    /// milliseconds at most, or for a tenth of a second if it is to be the only one. Then another
    /// one works.
    #[doc(hidden)]
    pub fn solve_watched(
        &self,
        puzzles: &Puzzles<'_>,
        solutions: &mut [u8],
        outcomes: &mut [Outcome],
        watch: Option<&mut dyn Watch>,
    ) -> Result<Counters, SolveManyError> {
        puzzles.check()?;
        let count = puzzles.len();
        let space = solutions.len();
        let width = [CELLS, CELLS + 1, 0]
            .into_iter()
            .find(|width| width * count == space);
        let has_outcomes = outcomes.len() == count;
        let Some(width) = width.filter(|_| has_outcomes || outcomes.is_empty()) else {
            return Err(SolveManyError::Lengths {
                puzzles: count,
                solutions: space,
                outcomes: outcomes.len(),
            });
        };
        let mut rest = PuzzleRange {
            puzzles: 0..count,
            solutions,
            outcomes: has_outcomes.then_some(outcomes),
        };
        let job = ManyBatches {
            puzzles,
            width,
            request: self,
            time: self.time(),
        };
        let is_watched = watch.is_some();
        let mut begun = with_solver(self, |solver| {
            job.solve_first(solver, is_watched, &mut rest)
        })??;
        if !rest.puzzles.is_empty() {
            let pieces = if begun.is_cut {
                // A long search can be divided.
                usize::MAX
            } else {
                rest.puzzles.len().div_ceil(LEAST)
            };
            let others = job.solve_rest(rest, self.thread_count(pieces), watch)?;
            begun.counters.add(&others);
        }
        Ok(begun.counters)
    }
}

/// The request, its time, and the width of the rows of solutions.
struct ManyBatches<'a> {
    puzzles: &'a Puzzles<'a>,
    width: usize,
    request: &'a Request,
    time: Time<'a>,
}

/// A range of puzzles, with buffers for their answers.
struct PuzzleRange<'a> {
    puzzles: Range<usize>,
    solutions: &'a mut [u8],
    outcomes: Option<&'a mut [Outcome]>,
}

impl<'a> PuzzleRange<'a> {
    /// The first puzzles, up to this many.
    fn first(&mut self, count: usize, width: usize) -> PuzzleRange<'_> {
        let count = count.min(self.puzzles.len());
        let first = self.puzzles.start;
        PuzzleRange {
            puzzles: first..first + count,
            solutions: &mut self.solutions[..width * count],
            outcomes: self
                .outcomes
                .as_mut()
                .map(|outcomes| &mut outcomes[..count]),
        }
    }

    /// Splits off this many puzzles, or all that are left.
    fn take(&mut self, count: usize, width: usize) -> PuzzleRange<'a> {
        let count = count.min(self.puzzles.len());
        let first = self.puzzles.start;
        self.puzzles.start += count;
        PuzzleRange {
            puzzles: first..first + count,
            solutions: self
                .solutions
                .split_off_mut(..width * count)
                .expect("there is space for each"),
            outcomes: self.outcomes.as_mut().map(|outcomes| {
                outcomes
                    .split_off_mut(..count)
                    .expect("each row has an outcome")
            }),
        }
    }
}

/// The work on a range of puzzles.
#[derive(Default)]
struct Work {
    counters: Counters,
    /// How many of the puzzles were taken.
    taken: usize,
    /// Whether a search was ended because it took too long for this thread, so that a puzzle has no
    /// answer.
    is_cut: bool,
}

/// A worker's buffers.
#[derive(Default)]
struct Buffers {
    text: Vec<u8>,
    batch: BatchBuffers,
}

impl ManyBatches<'_> {
    /// Starts on the caller's thread, and stays there if it may use no others. Then no clock is
    /// read: there may be none.
    ///
    /// If one puzzle takes too long, the last piece counts as not begun.
    fn solve_first(
        &self,
        solver: &mut dyn Solver,
        is_watched: bool,
        rest: &mut PuzzleRange<'_>,
    ) -> Result<Work, SolveManyError> {
        let mut time = self.time;
        if self.request.has_other_threads() {
            time = time.at_most(SOON);
        } else if is_watched {
            time = time.at_most(PATIENCE);
        }
        let mut begun = Work::default();
        let mut buffers = Buffers::default();
        while !rest.puzzles.is_empty() && time.takes_more() {
            let part = rest.first(PIECE, self.width);
            let piece = self.solve(solver, &mut buffers, time, part)?;
            if piece.is_cut {
                begun.is_cut = true;
                break;
            }
            begun.counters.add(&piece.counters);
            rest.take(piece.taken, self.width);
        }
        Ok(begun)
    }

    /// Continues with all threads that are useful.
    fn solve_rest(
        &self,
        mut rest: PuzzleRange<'_>,
        useful: usize,
        mut watch: Option<&mut dyn Watch>,
    ) -> Result<Counters, SolveManyError> {
        let count = rest.puzzles.len();
        let threads = watch.as_mut().map_or(useful, |watch| watch.threads(useful));
        if threads == 0 {
            return Err(SolveManyError::Stopped);
        }
        let pool = pool(self.request, threads)?;
        let size = match threads {
            1 => PIECE,
            // Enough parts that no thread waits long for another. Each ends with few puzzles at
            // work.
            _ => (count / (8 * threads)).clamp(LEAST, PIECE),
        };
        let parts = count.div_ceil(size);
        let parts: Vec<_> = (0..parts).map(|_| rest.take(size, self.width)).collect();
        let workers = Workers::new(self.request)?;
        let work = |part| {
            workers.work(|solver, buffers| {
                let done = self.solve(solver, buffers, self.time, part)?;
                Ok(done.counters)
            })
        };
        let sum = |mut a: Counters, b: Counters| {
            a.add(&b);
            Ok(a)
        };
        let (ended, end) = channel();
        let all = || {
            // Dropped at the end, even after a panic.
            let _ended = ended;
            parts
                .into_par_iter()
                .map(work)
                .try_reduce(Counters::default, sum)
        };
        let meanwhile = || {
            if let Some(watch) = watch {
                Self::watch(watch, &end);
            }
        };
        apart(&pool, all, meanwhile)?.0
    }

    /// Lets the caller watch until the work has ended.
    fn watch(watch: &mut dyn Watch, end: &Receiver<()>) {
        while end.recv_timeout(PATIENCE) == Err(RecvTimeoutError::Timeout) {
            watch.look();
        }
    }

    /// Solves a part and writes its solutions.
    fn solve(
        &self,
        solver: &mut dyn Solver,
        buffers: &mut Buffers,
        time: Time<'_>,
        part: PuzzleRange<'_>,
    ) -> Result<Work, SolveManyError> {
        let first = part.puzzles.start;
        let count = part.puzzles.len();
        let (text, stride) = self.puzzles.text(part.puzzles, &mut buffers.text);
        buffers.batch.space(count, stride);
        let mut batch = buffers.batch.batch(text);
        if let Some(outcomes) = part.outcomes {
            batch.outcomes = outcomes;
        }
        let mut copies = part.solutions;
        if self.width == size_of::<Row>() && !self.puzzles.are_values() {
            // The engine writes them in place.
            batch.rows = mem::take(&mut copies).as_chunks_mut().0;
        }
        let counters = if self.time.is_over() && !self.request.is_stopped() {
            batch.outcomes.fill(OUT_OF_TIME);
            Counters::default()
        } else {
            solve_checked(solver, &mut batch, self.request, time, first)?
        };
        let taken = batch.taken();
        let outcomes = &batch.outcomes[..taken];
        for (row, outcome) in batch.rows.iter_mut().zip(outcomes) {
            if outcome.solutions == 0 {
                *row = BLANK_ROW;
            }
            row[CELLS] = b'\n';
        }
        if !copies.is_empty() {
            for (out, row) in copies
                .chunks_exact_mut(self.width)
                .zip(&batch.rows[..taken])
            {
                self.copy(row, out);
            }
        }
        let is_out = |outcome: &Outcome| outcome.status == Status::OutOfTime;
        let is_cut = time.ends_before(&self.time) && batch.outcomes[..taken].iter().any(is_out);
        Ok(Work {
            counters,
            taken,
            is_cut,
        })
    }

    /// Copies one row.
    fn copy(&self, row: &Row, out: &mut [u8]) {
        let (cells, feed) = out.split_at_mut(CELLS);
        feed.fill(b'\n');
        cells.copy_from_slice(&row[..CELLS]);
        if self.puzzles.are_values() {
            // A blank is 0.
            cells
                .iter_mut()
                .for_each(|digit| *digit = digit.saturating_sub(b'0'));
        }
    }
}
