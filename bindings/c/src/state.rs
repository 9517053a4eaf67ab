//! The solver of one thread, and its buffers besides the caller's arrays.

use crate::request::{Answers, Bounds};
use ninefold::engine::{Batch, NoObserver, Outcome, Solver, Status};
use ninefold::grid::check::first_wrong;
use ninefold::grid::{CELLS, Row};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Maximum number of puzzles to work on at once: their data fits into the second-level cache, and
/// their starts fit into 32 bits.
const PIECE: usize = 2048;

/// The target of the caller's pointer.
pub struct State {
    /// `None` after a panic, because its answers could then be wrong.
    engine: Option<Box<dyn Solver>>,
    /// The starts of the puzzles of a piece.
    starts: Vec<u32>,
    outcomes: Vec<Outcome>,
}

/// Why a batch was not solved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The engine panicked, now or before.
    Panic,
    /// A solution failed the check.
    Wrong,
}

impl State {
    pub(crate) fn new(engine: Box<dyn Solver>) -> State {
        let starts = (0..PIECE).map(|i| (i * size_of::<Row>()) as u32);
        State {
            engine: Some(engine),
            starts: starts.collect(),
            outcomes: vec![Outcome::default(); PIECE],
        }
    }

    /// Solves all puzzles.
    pub(crate) fn solve(
        &mut self,
        puzzles: &[Row],
        bounds: &Bounds<'_>,
        answers: &mut Answers<'_>,
    ) -> Result<(), Failure> {
        let mut engine = self.engine.take().ok_or(Failure::Panic)?;
        let work = AssertUnwindSafe(|| {
            let mut done = Ok(());
            for (i, puzzles) in puzzles.chunks(PIECE).enumerate() {
                done =
                    done.and(self.solve_piece(&mut *engine, i * PIECE, puzzles, bounds, answers));
            }
            (engine, done)
        });
        let (engine, done) = catch_unwind(work).map_err(|_| Failure::Panic)?;
        self.engine = Some(engine);
        done
    }

    /// Solves some puzzles, of which the first has this number.
    fn solve_piece(
        &mut self,
        engine: &mut dyn Solver,
        first: usize,
        puzzles: &[Row],
        bounds: &Bounds<'_>,
        answers: &mut Answers<'_>,
    ) -> Result<(), Failure> {
        let outcomes = &mut self.outcomes[..puzzles.len()];
        let rows = &mut answers.rows[first..first + puzzles.len()];
        if bounds.is_over() {
            outcomes.fill(Outcome {
                status: Status::OutOfTime,
                ..Outcome::default()
            });
        } else {
            let starts = &self.starts[..puzzles.len()];
            let mut batch = Batch::new(puzzles.as_flattened(), starts, rows, outcomes);
            let is_bounded = bounds.deadline.is_some() || bounds.stop.is_some();
            if is_bounded {
                engine.solve(&mut batch, &bounds.limits, &mut { *bounds });
            } else {
                engine.solve(&mut batch, &bounds.limits, &mut NoObserver);
            }
        }
        let is_wrong = bounds.is_checked && has_wrong(puzzles, rows, outcomes);
        answers.write(first, outcomes);
        if is_wrong {
            Err(Failure::Wrong)
        } else {
            Ok(())
        }
    }
}

/// Whether a solution is wrong.
fn has_wrong(puzzles: &[Row], rows: &[Row], outcomes: &[Outcome]) -> bool {
    let pairs = puzzles.iter().zip(rows).zip(outcomes);
    let solved = pairs.filter(|(_, outcome)| outcome.solutions > 0);
    let answers = solved.map(|((puzzle, row), _)| ((), cells(puzzle), cells(row)));
    first_wrong(answers).is_some()
}

fn cells(row: &Row) -> &[u8; CELLS] {
    row.first_chunk().expect("a row has 82 bytes")
}
