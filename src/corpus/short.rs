//! Short forms for puzzles in memory: they work on the caller's thread, and need no feature.

use super::generate::block::Digger;
use super::generate::{GenerateSpec, GeneratedPuzzle, SpecError};
use super::rate::Rating;
use super::rate::rater::Rater;
use crate::engine::{ENGINES, EngineOptions, Solver};
use crate::grid::Puzzle;
use std::ops::Range;

/// Makes the puzzles of a corpus that have these numbers, from 0.
///
/// A puzzle follows from the options, of which the seed is one, and its number alone. So threads
/// that make a range each make one corpus together, and the program makes the same one. A puzzle
/// takes some twenty microseconds, unless few fit the options: then it may take seconds, and a
/// number for which 100,000 grids were not enough is left out.
///
/// ```
/// use ninefold::corpus::{Difficulty, GenerateSpec};
/// let spec = GenerateSpec::default().seed(7).difficulty(Difficulty::Easy);
/// let puzzles = ninefold::generate(&spec, 0..10)?;
/// assert_eq!(puzzles.len(), 10);
/// assert!(ninefold::is_unique(puzzles[9].puzzle)?);
/// assert_eq!(ninefold::generate(&spec, 9..10)?, puzzles[9..]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// No puzzle can fit the options.
pub fn generate(
    spec: &GenerateSpec,
    numbers: Range<u64>,
) -> Result<Vec<GeneratedPuzzle>, SpecError> {
    let mut puzzles = Vec::new();
    Digger::new(spec, solver())?.dig(numbers, &|| false, &mut puzzles);
    Ok(puzzles)
}

/// Rates puzzles: the number of solutions up to `limit` (at least 2), how hard they are, and
/// whether every clue is needed.
///
/// A puzzle takes some twenty-five microseconds, but one that needs a million guesses may take a
/// second.
///
/// ```
/// use ninefold::corpus::Level;
/// let easy = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// let ratings = ninefold::rate(&[easy.parse()?], 2);
/// assert_eq!(ratings[0].puzzle.clues(), 30);
/// assert_eq!(ratings[0].solutions, Some(1));
/// assert_eq!(ratings[0].level(), Some(Level::NakedSingles));
/// assert_eq!(ratings[0].hardness.map(|hardness| hardness.guesses), Some(0));
/// assert_eq!(ratings[0].minimal, Some(false));
/// # Ok::<(), ninefold::grid::CellError>(())
/// ```
#[must_use]
pub fn rate(puzzles: &[Puzzle], limit: u64) -> Vec<Rating> {
    let mut ratings = Vec::with_capacity(puzzles.len());
    Rater::new(solver(), limit).rate(puzzles, &mut ratings);
    ratings
}

/// A solver of the default engine.
fn solver() -> Box<dyn Solver> {
    let solver = ENGINES[0].make(&EngineOptions::default());
    solver.expect("the default engine works on every CPU")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::corpus::{Difficulty, PuzzleKind};

    #[test]
    fn parts_of_a_corpus_are_the_corpus() {
        let spec = GenerateSpec::default().seed(3);
        let whole = generate(&spec, 0..70).unwrap();
        let mut parts = generate(&spec, 0..33).unwrap();
        parts.extend(generate(&spec, 33..70).unwrap());
        assert_eq!(whole, parts);
        assert!(whole.iter().map(|made| made.index).eq(0..70));
        assert_eq!(generate(&spec, 5..5), Ok(Vec::new()));
    }

    #[test]
    fn what_is_made_is_rated_as_it_was_wished_for() {
        let extreme = GenerateSpec::default().difficulty(Difficulty::Extreme);
        let multiple = GenerateSpec::default().kind(PuzzleKind::Multiple);
        for (spec, solutions) in [(extreme, 1), (multiple, 2)] {
            let made = generate(&spec, 0..20).unwrap();
            let puzzles: Vec<Puzzle> = made.iter().map(|made| made.puzzle).collect();
            for rating in rate(&puzzles, 2) {
                assert_eq!(rating.solutions, Some(solutions));
                let hardness = rating.hardness.unwrap();
                assert!(spec.difficulty.admits(&hardness), "{rating:?}");
            }
        }
    }

    #[test]
    fn levels_print_as_their_names() {
        let names = crate::corpus::Level::ALL.map(|level| level.to_string());
        assert_eq!(
            names.join(" "),
            "naked-singles hidden-singles locked-candidates guessing"
        );
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let spec = GenerateSpec::default().clues(3..=5);
        let refused = generate(&spec, 0..1).unwrap_err();
        assert!(refused.to_string().contains("fewer than 17"));
    }
}
