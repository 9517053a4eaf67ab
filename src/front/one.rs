//! Solves one puzzle at a time.

use super::request::Request;
use super::solutions::AllSolutions;
use super::solvers::with_solver;
use super::time::Time;
use crate::engine::{Batch, EngineError, Limits, Outcome, Solver, Status};
use crate::grid::check::{self, Clash};
use crate::grid::{BLANK_ROW, CELLS, CellError, Puzzle, Solution};
use std::error::Error;
use std::fmt;

/// Why a puzzle has no answer. The cause, if there is one, is its [`source`](Error::source).
///
/// ```
/// use ninefold::{SolveError, solve};
/// use std::error::Error;
/// let clashing = "55".to_owned() + &".".repeat(79);
/// match solve(&clashing) {
///     Err(SolveError::Clash(clash)) => assert_eq!(clash.cells, [0, 1]),
///     other => panic!("{other:?}"),
/// }
/// let unsolvable = "12345678.........9".to_owned() + &".".repeat(63);
/// assert_eq!(solve(&unsolvable), Err(SolveError::NoSolution));
/// let error = solve("too short").unwrap_err();
/// assert_eq!(error.to_string(), "malformed");
/// assert_eq!(error.source().unwrap().to_string(), "has 9 cells, not 81");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum SolveError {
    /// The text is not 81 cells.
    Malformed(CellError),
    /// Two clues clash.
    Clash(Clash),
    /// There is no solution, though no two clues clash. [`count`] gives 0 instead.
    NoSolution,
    /// [The guesses](Request::max_guesses) were not enough: ten million, unless you set a limit.
    /// There may be solutions.
    GaveUp,
    /// [The deadline](Request::deadline) passed. There may be solutions.
    OutOfTime,
    /// [`Request::stop`] stopped it.
    Stopped,
    /// The engine could not create a solver.
    Engine(EngineError),
}

impl Error for SolveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SolveError::Malformed(error) => Some(error),
            SolveError::Clash(clash) => Some(clash),
            SolveError::Engine(error) => Some(error),
            _ => None,
        }
    }
}

impl From<CellError> for SolveError {
    fn from(error: CellError) -> SolveError {
        SolveError::Malformed(error)
    }
}

impl From<EngineError> for SolveError {
    fn from(error: EngineError) -> SolveError {
        SolveError::Engine(error)
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Malformed(_) => write!(f, "malformed"),
            SolveError::Clash(_) => write!(f, "clues clash"),
            SolveError::NoSolution => write!(f, "no solution"),
            SolveError::GaveUp => write!(f, "gave up at the limit of guesses"),
            SolveError::OutOfTime => write!(f, "gave up at the deadline"),
            SolveError::Stopped => write!(f, "stopped"),
            SolveError::Engine(_) => write!(f, "cannot create a solver"),
        }
    }
}

/// Solves one puzzle. If it has several solutions, returns any of them.
///
/// The puzzle is a [`Puzzle`], or its text: 81 cells, row by row, and nothing else. As in
/// [`grid`](crate::grid), clues are `1` to `9`, and a blank is `.`, `0` or another of its signs. A
/// call takes a few microseconds. The first call on a thread takes longer, because it creates that
/// thread's solver. For many puzzles, [`solve_many`](crate::solve_many) and
/// [`solve_lines`](crate::solve_lines) are several times as fast on a single thread. A [`Request`]
/// has limits and a deadline.
///
/// ```
/// let puzzle = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
/// let solution = ninefold::solve(puzzle)?;
/// assert_eq!(solution, "987654321246173985351928746128537694634892157795461832519286473472319568863745219");
/// let puzzle: ninefold::grid::Puzzle = puzzle.parse()?;
/// assert_eq!(ninefold::solve(puzzle)?, solution);
/// # Ok::<(), ninefold::SolveError>(())
/// ```
///
/// # Errors
/// See [`SolveError`]. If you only need the solution, use `.ok()`.
///
/// # Panics
/// Panics if the solution fails the [independent check](crate::grid::check), which is a bug.
pub fn solve(puzzle: impl TryInto<Puzzle, Error: Into<CellError>>) -> Result<Solution, SolveError> {
    Request::new().solve(puzzle)
}

/// Counts the solutions of one puzzle, up to `limit`. If the result is `limit`, there may be more.
///
/// ```
/// let puzzle = ".".repeat(81);
/// assert_eq!(ninefold::count(&puzzle, 1000)?, 1000);
/// # Ok::<(), ninefold::SolveError>(())
/// ```
///
/// # Errors
/// All except [`SolveError::NoSolution`]. It gives up if it reaches neither the limit nor the end
/// within ten million guesses, as for a puzzle with millions of solutions; that takes up to two
/// seconds. [`solutions`] has no such limit. A [`Request`] has a deadline.
pub fn count(
    puzzle: impl TryInto<Puzzle, Error: Into<CellError>>,
    limit: u64,
) -> Result<u64, SolveError> {
    let count = Request::new().limit(limit).count(puzzle)?;
    Ok(count.min(limit))
}

/// Whether a puzzle has exactly one solution.
///
/// ```
/// let puzzle = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
/// assert!(ninefold::is_unique(puzzle)?);
/// assert!(!ninefold::is_unique(&puzzle.replace('3', "."))?);
/// # Ok::<(), ninefold::SolveError>(())
/// ```
///
/// # Errors
/// The errors of [`count`]: a puzzle whose clues clash is one, a puzzle without a solution is not.
pub fn is_unique(puzzle: impl TryInto<Puzzle, Error: Into<CellError>>) -> Result<bool, SolveError> {
    Request::new().is_unique(puzzle)
}

/// Lists every solution of a puzzle, in lexicographic order: row by row, lower digits first.
///
/// The iterator searches for the next solution when you ask for it. There is no limit of guesses,
/// so it ends only after the last solution. It needs no more memory for more solutions.
///
/// ```
/// let mut solutions = ninefold::solutions(&".".repeat(81))?;
/// let first = solutions.next().expect("an empty grid has solutions");
/// assert!(first.as_str().starts_with("123456789456789123789123456"));
/// assert!(solutions.next().is_some_and(|second| second > first));
///
/// let puzzle = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9";
/// assert_eq!(ninefold::solutions(puzzle)?.count(), 1);
/// # Ok::<(), ninefold::SolveError>(())
/// ```
///
/// # Errors
/// [`SolveError::Malformed`] and [`SolveError::Clash`]. If there is no solution, the iterator is
/// empty.
pub fn solutions(
    puzzle: impl TryInto<Puzzle, Error: Into<CellError>>,
) -> Result<AllSolutions, SolveError> {
    let request = Request::new().limit(u64::MAX).max_guesses(u64::MAX);
    request.solutions(puzzle)
}

impl Request {
    /// Solves one puzzle, as [`solve`] does.
    ///
    /// # Errors
    /// See [`SolveError`].
    ///
    /// # Panics
    /// Panics if the solution fails the [independent check](crate::grid::check), which is a bug.
    pub fn solve(
        &self,
        puzzle: impl TryInto<Puzzle, Error: Into<CellError>>,
    ) -> Result<Solution, SolveError> {
        let (solution, outcome) = self.find(&read(puzzle)?, 1)?;
        solution.ok_or_else(|| {
            self.reason(outcome.status)
                .unwrap_or(SolveError::NoSolution)
        })
    }

    /// Counts the solutions of one puzzle, up to [the limit](Request::limit). If the result is the
    /// limit, there may be more. The limit of a new request is one solution.
    ///
    /// # Errors
    /// All except [`SolveError::NoSolution`]. [`Request::search`] gives the count so far instead.
    pub fn count(
        &self,
        puzzle: impl TryInto<Puzzle, Error: Into<CellError>>,
    ) -> Result<u64, SolveError> {
        self.count_to(puzzle, self.limits.solutions)
    }

    /// Whether a puzzle has exactly one solution.
    ///
    /// # Errors
    /// All except [`SolveError::NoSolution`].
    pub fn is_unique(
        &self,
        puzzle: impl TryInto<Puzzle, Error: Into<CellError>>,
    ) -> Result<bool, SolveError> {
        Ok(self.count_to(puzzle, 2)? == 1)
    }

    /// The first solution found, and the outcome of the search up to [the limit](Request::limit):
    /// the number of solutions, the guesses, and what ran out, if anything.
    ///
    /// ```
    /// use ninefold::{Request, engine::Status};
    /// use std::time::Duration;
    /// let request = Request::new().limit(u64::MAX).deadline(Duration::from_millis(2));
    /// let (solution, outcome) = request.search(&".".repeat(81))?;
    /// assert!(solution.is_some());
    /// assert!(outcome.solutions > 1);
    /// assert_eq!(outcome.status, Status::OutOfTime);
    /// # Ok::<(), ninefold::SolveError>(())
    /// ```
    ///
    /// # Errors
    /// [`SolveError::Malformed`], [`SolveError::Clash`], [`SolveError::Stopped`] and
    /// [`SolveError::Engine`].
    ///
    /// # Panics
    /// Panics if the solution fails the [independent check](crate::grid::check), which is a bug.
    pub fn search(
        &self,
        puzzle: impl TryInto<Puzzle, Error: Into<CellError>>,
    ) -> Result<(Option<Solution>, Outcome), SolveError> {
        let (solution, outcome) = self.find(&read(puzzle)?, self.limits.solutions)?;
        match self.reason(outcome.status) {
            Some(SolveError::Stopped) => Err(SolveError::Stopped),
            _ => Ok((solution, outcome)),
        }
    }

    /// Lists the solutions of one puzzle in lexicographic order, up to [the limit](Request::limit),
    /// as [`solutions`] does. The limit of a new request is one solution. [`AllSolutions::outcome`]
    /// says why the list ended.
    ///
    /// # Errors
    /// [`SolveError::Malformed`] and [`SolveError::Clash`].
    pub fn solutions(
        &self,
        puzzle: impl TryInto<Puzzle, Error: Into<CellError>>,
    ) -> Result<AllSolutions, SolveError> {
        let puzzle = read(puzzle)?;
        match check::clash(&puzzle) {
            Some(clash) => Err(SolveError::Clash(clash)),
            None => Ok(AllSolutions::new(&puzzle, self)),
        }
    }

    fn count_to(
        &self,
        puzzle: impl TryInto<Puzzle, Error: Into<CellError>>,
        limit: u64,
    ) -> Result<u64, SolveError> {
        let (_, outcome) = self.find(&read(puzzle)?, limit)?;
        match self.reason(outcome.status) {
            Some(reason) => Err(reason),
            None => Ok(outcome.solutions),
        }
    }

    /// Why a search ended early, if it did.
    fn reason(&self, status: Status) -> Option<SolveError> {
        match status {
            Status::GaveUp => Some(SolveError::GaveUp),
            Status::OutOfTime if self.is_stopped() => Some(SolveError::Stopped),
            Status::OutOfTime => Some(SolveError::OutOfTime),
            _ => None,
        }
    }

    /// Searches for this many solutions. Returns the first, checked.
    fn find(
        &self,
        puzzle: &Puzzle,
        solutions: u64,
    ) -> Result<(Option<Solution>, Outcome), SolveError> {
        let limits = Limits {
            solutions,
            ..self.limits
        };
        let text = puzzle.to_text();
        let mut time = self.time();
        let (row, outcome) = with_solver(self, |solver| search(solver, &text, &limits, &mut time))?;
        if matches!(outcome.status, Status::Malformed | Status::Invalid) {
            let clash = check::clash(puzzle).expect("the engine and the checker agree");
            return Err(SolveError::Clash(clash));
        }
        if outcome.solutions == 0 {
            return Ok((None, outcome));
        }
        if let Err(fault) = check::check(&text, &row) {
            panic!("wrong answer to {puzzle}: {fault}; this is a bug in ninefold");
        }
        Ok((Some(Solution::from_digits(row)), outcome))
    }
}

fn read(puzzle: impl TryInto<Puzzle, Error: Into<CellError>>) -> Result<Puzzle, SolveError> {
    puzzle
        .try_into()
        .map_err(|error| SolveError::Malformed(error.into()))
}

/// Searches for solutions. The digits are those of the first, if there is one.
fn search(
    solver: &mut dyn Solver,
    text: &[u8; CELLS],
    limits: &Limits,
    time: &mut Time<'_>,
) -> ([u8; CELLS], Outcome) {
    let mut rows = [BLANK_ROW];
    let mut outcomes = [Outcome::default()];
    let mut batch = Batch::new(text, &[0], &mut rows, &mut outcomes);
    solver.solve(&mut batch, limits, time);
    let [row] = rows;
    let [outcome] = outcomes;
    (*row.first_chunk().expect("a row has 82 bytes"), outcome)
}
