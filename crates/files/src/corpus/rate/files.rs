//! Rates the puzzles of files, on all threads.

use super::RatingSummary;
use super::rows;
use crate::corpus::RunError;
use crate::corpus::stream::{PuzzleFeed, stream};
use crate::format::{Beside, InputIter, OneTable, Unfit, Usable};
use crate::pipeline::Progress;
use ninefold::Stop;
use ninefold::corpus::Rating;
use ninefold::engine::{EngineInfo, EngineOptions};
use ninefold::internal::{Pool, Rater, cpus, options};
use std::io;
use std::sync::Arc;

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
        /// Threads that work. With 0 the caller's thread reads and works, too; a stop then waits
        /// for the work on a chunk.
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

    /// Checks input by input that the rows make one table. `None` if rows have only the puzzles.
    #[must_use]
    pub fn one_table(&self) -> Option<OneTable> {
        let keeps = self.beside != Beside::Nothing;
        keeps.then(|| OneTable::new("--bare leaves out what is beside the puzzles"))
    }

    /// A rater of one thread.
    ///
    /// # Errors
    /// The engine could not create a solver.
    pub fn rater(&self) -> Result<Rater, RunError> {
        Ok(Rater::new(self.engine.make(&self.options)?, self.limit))
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
    let own_job = job.clone();
    let raters = Pool::new(job.threads, move || own_job.rater())?;
    let feed = PuzzleFeed {
        inputs,
        threads: job.threads,
        begin: rows::layouts(job.beside, job.one_table()),
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
