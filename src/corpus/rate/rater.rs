//! Rates puzzles on one thread.

use super::Rating;
use crate::corpus::batch::{BatchSolver, TWO, leave_out};
use crate::corpus::logic::{self, MOST_GUESSES};
use crate::grid::{CELLS, Puzzle, check};
use crate::solver::{Limits, Solver, Status};

/// Puzzles whose clues are left out one by one in one batch.
const GROUP: usize = 64;

/// Rates puzzles on one thread.
#[derive(Debug)]
pub struct Rater {
    solver: BatchSolver,
    limits: Limits,
}

impl Rater {
    /// Rates with `solver`, and counts solutions up to `limit`, at least 2.
    #[must_use]
    pub fn new(solver: Box<dyn Solver>, limit: u64) -> Rater {
        Rater {
            solver: BatchSolver::new(solver),
            limits: Limits {
                solutions: limit.max(2),
                ..TWO
            },
        }
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::logic::Level;
    use crate::engine::{EngineOptions, registry};

    fn rate_all(puzzles: &[&str]) -> Vec<Rating> {
        let engine = registry::find("lanes").unwrap();
        let mut rater = Rater::new(engine.make(&EngineOptions::default()).unwrap(), 5);
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
    }
}
