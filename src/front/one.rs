//! Solves one puzzle at a time.

use crate::engine::{
    self, Batch, ENGINES, EngineOptions, Limits, NoObserver, Outcome, Solver, Status,
};
use crate::grid::check::{self, Clash};
use crate::grid::{BLANK_ROW, CELLS, CellError, Puzzle, Solution};
use std::cell::Cell;
use std::error::Error;
use std::fmt;
use std::iter;

/// Why a puzzle has no answer.
///
/// ```
/// use ninefold::{SolveError, solve};
/// let clashing = "55".to_owned() + &".".repeat(79);
/// match solve(&clashing) {
///     Err(SolveError::Clash(clash)) => assert_eq!(clash.cells, [0, 1]),
///     other => panic!("{other:?}"),
/// }
/// let unsolvable = "12345678.........9".to_owned() + &".".repeat(63);
/// assert_eq!(solve(&unsolvable), Err(SolveError::NoSolution));
/// let error = solve("too short").unwrap_err();
/// assert_eq!(error.to_string(), "malformed: has 9 cells, not 81");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum SolveError {
    /// The text is not 81 cells.
    Malformed(CellError),
    /// Two clues clash.
    Clash(Clash),
    /// There is no solution, though no two clues clash. [`count`] gives 0 instead.
    NoSolution,
    /// Ten million guesses were not enough. There may be solutions.
    GaveUp,
    /// The time ran out. There may be solutions.
    OutOfTime,
}

impl Error for SolveError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            SolveError::Malformed(error) => Some(error),
            _ => None,
        }
    }
}

impl From<CellError> for SolveError {
    fn from(error: CellError) -> SolveError {
        SolveError::Malformed(error)
    }
}

impl fmt::Display for SolveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SolveError::Malformed(error) => write!(f, "malformed: {error}"),
            SolveError::Clash(clash) => write!(f, "clues clash: {clash}"),
            SolveError::NoSolution => write!(f, "no solution"),
            SolveError::GaveUp => write!(f, "gave up at the limit of guesses"),
            SolveError::OutOfTime => write!(f, "gave up because its time ran out"),
        }
    }
}

/// Solves one puzzle. If it has several solutions, returns any of them.
///
/// The puzzle is a [`Puzzle`], or its text: 81 cells, row by row, and nothing else. As in
/// [`grid`](crate::grid), clues are `1` to `9`, and a blank is `.`, `0` or another of its signs. A
/// call takes a few microseconds. The first call on a thread takes longer, because it creates that
/// thread's solver. For many puzzles, [`solve_many`](crate::solve_many) and
/// [`solve_lines`](crate::solve_lines) are several times as fast on a single thread.
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
    let puzzle = read(puzzle)?;
    let (digits, outcome) = search(&puzzle, &Limits::default())?;
    if outcome.solutions == 0 {
        return Err(SolveError::NoSolution);
    }
    if let Err(fault) = check::check(&puzzle.to_text(), &digits) {
        panic!("wrong answer to {puzzle}: {fault}; this is a bug in ninefold");
    }
    Ok(Solution::from_digits(digits))
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
/// within ten million guesses, as for a puzzle with millions of solutions. [`solutions`] has no
/// such limit.
pub fn count(
    puzzle: impl TryInto<Puzzle, Error: Into<CellError>>,
    limit: u64,
) -> Result<u64, SolveError> {
    let limits = Limits {
        solutions: limit.max(1),
        ..Limits::default()
    };
    let (_, outcome) = search(&read(puzzle)?, &limits)?;
    Ok(outcome.solutions.min(limit))
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
    Ok(count(puzzle, 2)? == 1)
}

/// The iterator of [`solutions`].
pub type AllSolutions = iter::Map<engine::Solutions, fn([u8; CELLS]) -> Solution>;

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
    let puzzle = read(puzzle)?;
    match check::clash(&puzzle) {
        Some(clash) => Err(SolveError::Clash(clash)),
        None => {
            let all = engine::Solutions::new(&puzzle, u64::MAX);
            Ok(all.map(Solution::from_digits as fn(_) -> _))
        }
    }
}

fn read(puzzle: impl TryInto<Puzzle, Error: Into<CellError>>) -> Result<Puzzle, SolveError> {
    puzzle
        .try_into()
        .map_err(|error| SolveError::Malformed(error.into()))
}

/// Searches for solutions. The digits are those of the first, if there is one.
fn search(puzzle: &Puzzle, limits: &Limits) -> Result<([u8; CELLS], Outcome), SolveError> {
    let text = puzzle.to_text();
    let (mut rows, mut outcomes) = ([BLANK_ROW], [Outcome::default()]);
    let mut batch = Batch::new(&text, &[0], &mut rows, &mut outcomes);
    with_solver(|solver| solver.solve(&mut batch, limits, &mut NoObserver));
    let ([row], [outcome]) = (rows, outcomes);
    match outcome.status {
        Status::Finished | Status::LimitReached => {
            Ok((*row.first_chunk().expect("a row has 82 bytes"), outcome))
        }
        Status::GaveUp => Err(SolveError::GaveUp),
        Status::OutOfTime => Err(SolveError::OutOfTime),
        Status::Malformed | Status::Invalid => {
            let clash = check::clash(puzzle).expect("the engine and the checker agree");
            Err(SolveError::Clash(clash))
        }
    }
}

thread_local! {
    /// This thread's solver of the default engine, while it is not in use.
    static IDLE: Cell<Option<Box<dyn Solver>>> = const { Cell::new(None) };
}

/// Calls `work` with this thread's solver of the default engine. The solver is in use for that
/// long. A call within the call gets a new solver: threads of rayon do that when they take up other
/// work while they wait.
pub(super) fn with_solver<T>(work: impl FnOnce(&mut dyn Solver) -> T) -> T {
    let make = || {
        let solver = ENGINES[0].make(&EngineOptions::default());
        solver.expect("the default engine runs on every CPU")
    };
    // There is none while a thread ends.
    let idle = IDLE.try_with(Cell::take).ok().flatten();
    let mut solver = idle.unwrap_or_else(make);
    let result = work(&mut *solver);
    let _ = IDLE.try_with(|idle| idle.set(Some(solver)));
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn giving_up_is_told_apart() {
        let few = Limits {
            solutions: u64::MAX,
            guesses: 100,
        };
        assert_eq!(search(&Puzzle::EMPTY, &few).err(), Some(SolveError::GaveUp));
    }

    #[test]
    fn a_call_within_a_call_has_a_solver_of_its_own() {
        let empty = ".".repeat(CELLS);
        let nested = with_solver(|_| with_solver(|_| count(&empty, 3)));
        assert_eq!((nested, count(&empty, 3)), (Ok(3), Ok(3)));
    }
}
