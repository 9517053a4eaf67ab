//! What there is to say of a puzzle.

pub(crate) mod ratings;
pub(crate) mod summary;

use super::RunError;
use super::ask::{BatchSolver, TWO, leave_out};
use super::logic::{self, Hardness, Level, MOST_GUESSES};
use super::stream::{Feed, stream};
use crate::engine::{EngineInfo, EngineOptions};
use crate::format::{InputIter, Opened, Usable};
use crate::grid::{CELLS, Puzzle, check};
use crate::input::InputError;
use crate::parallel::{Pool, Stop};
use crate::pipeline::Progress;
use crate::solver::{Limits, Status};
use std::fmt::Write as _;
use std::io;
use std::sync::Arc;

pub use ratings::Ratings;
pub use summary::Summary;

/// Puzzles whose clues are left out one by one in one batch.
const GROUP: usize = 64;

/// What was found out about a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rating {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Solutions up to the limit; `None` where two clues clash, or the first
    /// engine gave up.
    pub solutions: Option<u64>,
    /// How hard it is; `None` where two clues clash.
    pub hardness: Option<Hardness>,
    /// For a puzzle with one solution: whether every clue is needed.
    pub minimal: Option<bool>,
    /// For a puzzle with one solution, how many digits must be told so that
    /// naked and hidden singles do the rest: 0, 1, or 2 for more than one.
    pub backdoor: Option<u8>,
    /// For each engine its guesses, `None` where it gave up or two clues
    /// clash.
    pub guesses: Vec<Option<u64>>,
}

/// Rates puzzles; one thread's worth.
pub struct Rater {
    askers: Vec<BatchSolver>,
    limits: Limits,
}

impl Rater {
    /// A rater with these engines, at least one; solutions are counted up to
    /// `limit`, at least 2.
    ///
    /// # Errors
    /// No solver could be made.
    ///
    /// # Panics
    /// If there is no engine.
    pub fn new(
        engines: &[&'static EngineInfo],
        options: &EngineOptions,
        limit: u64,
    ) -> Result<Rater, RunError> {
        assert!(!engines.is_empty(), "solutions are counted by an engine");
        let solvers = engines.iter().map(|engine| engine.make(options));
        let askers: Result<Vec<_>, _> =
            solvers.map(|solver| solver.map(BatchSolver::new)).collect();
        Ok(Rater {
            askers: askers?,
            limits: Limits {
                solutions: limit.max(2),
                ..TWO
            },
        })
    }

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
                    backdoor: None,
                    guesses: Vec::with_capacity(self.askers.len()),
                }
            }));
            self.count(group, &mut out[first..]);
            self.leave_out(&mut out[first..]);
        }
    }

    /// Solutions, guesses and backdoors.
    fn count(&mut self, puzzles: &[Puzzle], ratings: &mut [Rating]) {
        for (i, asker) in self.askers.iter_mut().enumerate() {
            let (outcomes, rows) = asker.ask(puzzles, &self.limits);
            for ((rating, outcome), row) in ratings.iter_mut().zip(outcomes).zip(rows) {
                let finished = outcome.status == Status::Finished;
                rating.guesses.push(finished.then_some(outcome.guesses));
                if i > 0 || !finished {
                    continue;
                }
                rating.solutions = Some(outcome.solutions);
                if outcome.solutions == 1 {
                    let solution = row.first_chunk::<CELLS>().expect("a row has 82 bytes");
                    let solution = solution.map(|digit| digit - b'0');
                    rating.backdoor = Some(logic::backdoor(&rating.puzzle, &solution));
                }
            }
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
        let unique = self.askers[0].unique(&less);
        for (i, _) in of.into_iter().zip(unique).filter(|(_, unique)| *unique) {
            ratings[i].minimal = Some(false);
        }
    }
}

/// The names of the columns that [`Rating::line`] writes.
pub fn header(engines: &[&'static EngineInfo]) -> String {
    let mut header = "puzzle,clues,solutions,level,guesses,minimal,backdoor".to_owned();
    for engine in engines {
        let _ = write!(header, ",guesses-{}", engine.name);
    }
    header.push('\n');
    header
}

impl Rating {
    /// Appends the rating as a line of CSV; what is not known stays empty.
    pub fn line(&self, out: &mut String) {
        let number = |number: Option<u64>| number.map_or(String::new(), |n| n.to_string());
        let yes = |yes: Option<bool>| yes.map_or("", |yes| if yes { "yes" } else { "no" });
        let backdoor = match self.backdoor {
            None => "",
            Some(0) => "0",
            Some(1) => "1",
            Some(_) => "2+",
        };
        let level = match (&self.hardness, self.solutions) {
            (None, _) => "invalid",
            // Reasoning that ends at a guess says nothing of several solutions.
            (Some(_), Some(2..)) => "",
            (Some(hardness), _) => hardness.level.name(),
        };
        let _ = write!(
            out,
            "{},{},{},{level},{},{},{backdoor}",
            self.puzzle,
            self.puzzle.clues(),
            number(self.solutions),
            number(self.hardness.map(|hardness| hardness.guesses)),
            yes(self.minimal),
        );
        for &guesses in &self.guesses {
            let _ = write!(out, ",{}", number(guesses));
        }
        out.push('\n');
    }

    /// The level, where the puzzle has one solution or none.
    pub fn level(&self) -> Option<Level> {
        let settled = self.solutions.is_some_and(|solutions| solutions < 2);
        self.hardness.filter(|_| settled).map(|found| found.level)
    }
}

/// Rates all puzzles of `inputs` on so many threads, with raters that `make`
/// makes, and gives the lines to `sink`, in order.
///
/// # Errors
/// See [`RunError`].
pub fn rate<I>(
    inputs: I,
    threads: usize,
    make: impl Fn() -> Result<Rater, RunError> + Send + Sync + 'static,
    sink: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    progress: &Arc<Progress>,
    stop: &Stop,
) -> Result<(Usable, Summary), RunError>
where
    I: IntoIterator<Item = Result<Opened, InputError>>,
    I::IntoIter: Send + 'static,
{
    let inputs = Box::new(inputs.into_iter());
    let raters = Pool::new(threads, make)?;
    rate_inputs(inputs, threads, raters, sink, progress, stop)
}

fn rate_inputs(
    inputs: InputIter,
    threads: usize,
    raters: Pool<Rater>,
    sink: &mut dyn FnMut(&[u8]) -> io::Result<()>,
    progress: &Arc<Progress>,
    stop: &Stop,
) -> Result<(Usable, Summary), RunError> {
    let mut total = Summary::default();
    let read = stream(
        Feed {
            inputs,
            threads,
            begin: Box::new(|_| Ok(())),
        },
        raters,
        |rater: &mut Rater, lines, found: &mut (String, Summary, Vec<Rating>)| {
            let (text, summary, ratings) = found;
            text.clear();
            ratings.clear();
            *summary = Summary::default();
            rater.rate(lines.puzzles, ratings);
            for rating in ratings {
                rating.line(text);
                summary.count(rating);
            }
        },
        |_, (text, summary, _)| {
            total.add(summary);
            sink(text.as_bytes())
        },
        progress,
        stop,
    )?;
    total.malformed = read.malformed;
    total.first_malformed = read.first.clone();
    Ok((read, total))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry;

    fn rate_all(puzzles: &[&str]) -> Vec<Rating> {
        let engines = ["lanes", "mrv-scan"].map(|name| registry::find(name).unwrap());
        let mut rater = Rater::new(&engines, &EngineOptions::default(), 5).unwrap();
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
        assert!(ratings[0].backdoor > Some(0));
        for rating in &ratings[1..3] {
            assert_eq!((rating.minimal, rating.backdoor), (Some(false), Some(0)));
            assert_eq!(rating.level(), Some(Level::NakedSingles));
            assert_eq!(rating.guesses, [Some(0), Some(0)]);
        }
        assert_eq!((ratings[3].solutions, ratings[3].hardness), (None, None));
        assert_eq!(ratings[3].guesses, [None, None]);
        assert_eq!((ratings[4].solutions, ratings[4].minimal), (Some(5), None));
        let mut lines = String::new();
        ratings[2].line(&mut lines);
        ratings[3].line(&mut lines);
        let expected =
            format!("{one_less},80,1,naked-singles,0,no,0,0,0\n{clash},81,,invalid,,,,,\n");
        assert_eq!(lines, expected);
        let fields = |line: &str| line.split(',').count();
        let engines = ["lanes", "mrv-scan"].map(|name| registry::find(name).unwrap());
        assert_eq!(fields(&header(&engines)), 9);
        assert!(lines.lines().all(|line| fields(line) == 9));
    }

    #[test]
    fn one_digit_told_is_a_backdoor_of_one() {
        let puzzle =
            "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        let rating = &rate_all(&[puzzle])[0];
        let cells = *rating.puzzle.cells();
        let solution = solution_of(&rating.puzzle);
        let opens = (0..CELLS).any(|cell| {
            let mut told = cells;
            told[cell] = solution[cell];
            let told = Puzzle::from_cells(told).unwrap();
            logic::solves(&told, Level::HiddenSingles)
        });
        assert_eq!(rating.backdoor, Some(if opens { 1 } else { 2 }));
    }

    fn solution_of(puzzle: &Puzzle) -> [u8; CELLS] {
        let engine = registry::find("mrv-scan").unwrap();
        let mut asker = BatchSolver::new(engine.make(&EngineOptions::default()).unwrap());
        let (_, rows) = asker.ask(&[*puzzle], &TWO);
        rows[0].first_chunk::<CELLS>().unwrap().map(|d| d - b'0')
    }
}
