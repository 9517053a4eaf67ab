//! Rates puzzles: clues, solutions, the level and the guesses of a fixed search, whether each clue is
//! needed.
//!
//! A [`Rater`] rates the puzzles of a chunk on one thread: an engine counts solutions, and tests
//! each puzzle without each of its clues. `rows` writes the ratings as csv, or as further columns of
//! the table that the puzzles came from. The caller adds up the chunks' [`RatingSummary`].

mod rating;
mod rows;
mod summary;

use super::RunError;
use super::batch::{BatchSolver, TWO, leave_out};
use super::logic::{self, MOST_GUESSES};
use super::stream::{PuzzleFeed, stream};
use crate::engine::{EngineInfo, EngineOptions};
use crate::format::{Alike, Beside, InputIter, Unfit, Usable};
use crate::grid::{CELLS, Puzzle, check};
use crate::parallel::{Pool, Stop, cpus};
use crate::pipeline::Progress;
use crate::setters::options;
use crate::solver::{Limits, Status};
use std::io;
use std::sync::Arc;

pub use rating::Rating;
pub use summary::RatingSummary;

/// Puzzles whose clues are left out one by one in one batch.
const GROUP: usize = 64;

/// Rates puzzles on one thread.
#[derive(Debug)]
pub struct Rater {
    solver: BatchSolver,
    limits: Limits,
}

impl Rater {
    /// Rates the puzzles and appends the ratings to `out`.
    pub fn rate(&mut self, puzzles: &[Puzzle], out: &mut Vec<Rating>) {
        for group in puzzles.chunks(GROUP) {
            let first = out.len();
            out.extend(group.iter().map(|&puzzle| {
                Rating {
                    puzzle,
                    solutions: None,
                    hardness: check::clash(&puzzle)
                        .is_none()
                        .then(|| logic::hardness(&puzzle, MOST_GUESSES)),
                    minimal: None,
                }
            }));
            self.count(group, &mut out[first..]);
            self.leave_out(&mut out[first..]);
        }
    }

    /// Solutions.
    fn count(&mut self, puzzles: &[Puzzle], ratings: &mut [Rating]) {
        let (outcomes, _) = self.solver.solve(puzzles, &self.limits);
        for (rating, outcome) in ratings.iter_mut().zip(outcomes) {
            let finished = outcome.status == Status::Finished;
            rating.solutions = finished.then_some(outcome.solutions);
        }
    }

    /// Whether every clue is needed.
    fn leave_out(&mut self, ratings: &mut [Rating]) {
        let mut of = Vec::new();
        let mut less = Vec::new();
        for (i, rating) in ratings.iter_mut().enumerate() {
            if rating.solutions == Some(1) {
                rating.minimal = Some(true);
                for cell in (0..CELLS).filter(|&cell| rating.puzzle.cells()[cell] != 0) {
                    of.push(i);
                    less.push(leave_out(&rating.puzzle, cell));
                }
            }
        }
        let unique = self.solver.unique(&less);
        for (i, _) in of.into_iter().zip(unique).filter(|(_, unique)| *unique) {
            ratings[i].minimal = Some(false);
        }
    }
}

options! {
    /// Options for rating the puzzles of files.
    #[derive(Debug, Clone)]
    #[non_exhaustive]
    pub struct Rate {
        /// The engine that counts the solutions.
        pub engine: &'static EngineInfo,
        /// Its options.
        pub options: EngineOptions,
        /// The limit for counting solutions, at least 2.
        pub limit: u64,
        /// Threads that work. With 0 the caller's thread reads and works, too; a stop then waits for the
        /// work on a chunk.
        pub threads: usize,
        /// What to keep besides the puzzles.
        pub beside: Beside,
    }
}

impl Rate {
    /// Rates by this engine, counts solutions up to 2, uses every CPU, and writes rows without
    /// other columns.
    #[must_use]
    pub fn new(engine: &'static EngineInfo) -> Rate {
        Rate {
            engine,
            options: EngineOptions::default(),
            limit: 2,
            threads: cpus(),
            beside: Beside::Nothing,
        }
    }

    /// Checks that the inputs' rows make one table. `None` if rows have only the puzzles.
    #[must_use]
    pub fn alike(&self) -> Option<Alike> {
        let keeps = self.beside != Beside::Nothing;
        keeps.then(|| Alike::new("--bare leaves out what is beside the puzzles"))
    }

    /// A rater of one thread.
    ///
    /// # Errors
    /// The engine could not create a solver.
    pub fn rater(&self) -> Result<Rater, RunError> {
        Ok(Rater {
            solver: BatchSolver::new(self.engine.make(&self.options)?),
            limits: Limits {
                solutions: self.limit.max(2),
                ..TWO
            },
        })
    }
}

/// Rates all puzzles of `inputs` and gives rows to `sink`, in order: csv with a header, or,
/// depending on [`Rate::beside`], the rows of a table with the ratings as added columns.
///
/// # Errors
/// See [`RunError`].
pub fn rate(
    job: &Rate,
    inputs: InputIter,
    sink: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    progress: &Arc<Progress>,
    stop: &Stop,
) -> Result<(Usable, RatingSummary), RunError> {
    let means = job.clone();
    let raters = Pool::new(job.threads, move || means.rater())?;
    let feed = PuzzleFeed {
        inputs,
        threads: job.threads,
        begin: rows::forms(job.beside, job.alike()),
    };
    let mut total = RatingSummary::default();
    let mut header = Some(rows::header(job.beside));
    let read = stream(
        feed,
        raters,
        |rater: &mut Rater, lines, chunk: &mut RatedChunk| {
            chunk.ratings.clear();
            rater.rate(lines.puzzles, &mut chunk.ratings);
            chunk.summary = RatingSummary::default();
            let ratings = chunk.ratings.iter();
            ratings.for_each(|rating| chunk.summary.count(rating));
            chunk.rows.clear();
            chunk.unfit = rows::write(lines, &chunk.ratings, &mut chunk.rows).err();
        },
        |lines, chunk| {
            if let Some(unfit) = &chunk.unfit {
                return Err(lines.refused(unfit));
            }
            total.add(&chunk.summary);
            if chunk.rows.is_empty() {
                return Ok(());
            }
            let header = header.take().filter(|_| !lines.own.is_table());
            let header = header.map_or(Ok(()), |header| sink(header.as_bytes()));
            let written = header.and_then(|()| sink(&chunk.rows));
            written.map_err(RunError::Write)
        },
        progress,
        stop,
    )?;
    // An input without puzzles still has a header.
    if let Some(header) = header {
        sink(header.as_bytes()).map_err(RunError::Write)?;
    }
    total.malformed = read.malformed;
    total.without_blanks = read.without_blanks;
    total.known = read.known;
    total.first_malformed = read.first.clone();
    Ok((read, total))
}

/// The results of a chunk.
#[derive(Default)]
struct RatedChunk {
    ratings: Vec<Rating>,
    summary: RatingSummary,
    rows: Vec<u8>,
    unfit: Option<Unfit>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::logic::Level;
    use crate::engine::registry;

    fn rate_all(puzzles: &[&str]) -> Vec<Rating> {
        let engine = registry::find("lanes").unwrap();
        let mut rater = Rate::new(engine).limit(5).rater().unwrap();
        let puzzles: Vec<Puzzle> = puzzles.iter().map(|text| text.parse().unwrap()).collect();
        let mut ratings = Vec::new();
        rater.rate(&puzzles, &mut ratings);
        ratings
    }

    #[test]
    fn ratings_say_what_is_so() {
        let minimal =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let full =
            "143628579572139468986754231391542786468917352725863914237481695619275843854396127";
        let one_less = full.replacen('1', ".", 1);
        let clash = full.replacen('1', "4", 1);
        let empty = ".".repeat(81);
        let ratings = rate_all(&[minimal, full, &one_less, &clash, &empty]);
        assert_eq!(ratings[0].minimal, Some(true));
        assert_eq!(ratings[0].solutions, Some(1));
        assert_eq!(ratings[0].level(), Some(Level::Guessing));
        for rating in &ratings[1..3] {
            assert_eq!(rating.minimal, Some(false));
            assert_eq!(rating.level(), Some(Level::NakedSingles));
        }
        assert_eq!((ratings[3].solutions, ratings[3].hardness), (None, None));
        assert_eq!((ratings[4].solutions, ratings[4].minimal), (Some(5), None));
        let row = |rating: &Rating| {
            let fields = rating.values().map(|value| {
                let mut field = Vec::new();
                value.csv(b',', &mut field);
                String::from_utf8(field).unwrap()
            });
            fields.join(",")
        };
        assert_eq!(row(&ratings[2]), "80,1,naked-singles,0,no");
        assert_eq!(row(&ratings[3]), "81,,invalid,,");
    }
}
