//! The solver of one thread, and its buffers besides the caller's arrays.

use ninefold::engine::{Batch, Limits, NoObserver, Outcome, Solver};
use ninefold::grid::Row;
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

impl State {
    pub(crate) fn new(engine: Box<dyn Solver>) -> State {
        let starts = (0..PIECE).map(|i| (i * size_of::<Row>()) as u32);
        State {
            engine: Some(engine),
            starts: starts.collect(),
            outcomes: vec![Outcome::default(); PIECE],
        }
    }

    /// Solves all puzzles. `None` if the engine panicked, now or before.
    pub(crate) fn solve(
        &mut self,
        puzzles: &[Row],
        limit: u64,
        rows: &mut [Row],
        solutions: &mut [u64],
        guesses: &mut [u64],
    ) -> Option<()> {
        let mut engine = self.engine.take()?;
        let limits = Limits::default().solutions(limit).guesses(u64::MAX);
        let pieces = puzzles.chunks(PIECE).zip(rows.chunks_mut(PIECE));
        let counts = (solutions.chunks_mut(PIECE)).zip(guesses.chunks_mut(PIECE));
        let work = AssertUnwindSafe(|| {
            for ((puzzles, rows), (solutions, guesses)) in pieces.zip(counts) {
                let outcomes = &mut self.outcomes[..puzzles.len()];
                let starts = &self.starts[..puzzles.len()];
                let mut batch = Batch::new(puzzles.as_flattened(), starts, rows, outcomes);
                engine.solve(&mut batch, &limits, &mut NoObserver);
                for (i, outcome) in outcomes.iter().enumerate() {
                    solutions[i] = outcome.solutions;
                    guesses[i] = outcome.guesses;
                }
            }
            engine
        });
        self.engine = Some(catch_unwind(work).ok()?);
        Some(())
    }
}
