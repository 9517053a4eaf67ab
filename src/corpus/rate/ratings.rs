//! A summary of ratings for storage: `rate --save` writes it and `report` shows it.

use super::summary::RatingSummary;
use serde::{Deserialize, Serialize};
use std::fmt;

/// The ratings, with their inputs and options. In JSON, the fields of [`RatingSummary`] are beside
/// the others.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ratings {
    /// [`Ratings::SCHEMA`].
    pub schema: String,
    /// [`Ratings::VERSION`].
    pub version: u32,
    /// The name of the rated inputs.
    pub name: String,
    /// The limit for counting solutions.
    pub limit: u64,
    /// Engines whose guesses were counted, as many as [`RatingSummary::engine_guesses`] has sums.
    /// The first counted the solutions.
    pub engines: Vec<String>,
    /// The sum of all ratings.
    #[serde(flatten)]
    pub summary: RatingSummary,
}

impl Ratings {
    /// The first field of every stored summary.
    pub const SCHEMA: &str = "ninefold.rating";
    /// The version of the schema that this program writes and reads.
    pub const VERSION: u32 = 1;

    /// A summary with its name.
    #[must_use]
    pub fn new(
        name: String,
        limit: u64,
        engines: Vec<String>,
        mut summary: RatingSummary,
    ) -> Ratings {
        summary.engine_guesses.resize(engines.len(), 0);
        Ratings {
            schema: Ratings::SCHEMA.to_owned(),
            version: Ratings::VERSION,
            name,
            limit,
            engines,
            summary,
        }
    }

    /// Checks that the fields agree.
    ///
    /// # Errors
    /// The name of the first field that does not agree with the others, and why.
    pub fn check(&self) -> Result<(), (&'static str, &'static str)> {
        let summary = &self.summary;
        let total = |counts: &[u64]| {
            let sum = |sum: u64, &count| sum.checked_add(count);
            counts.iter().try_fold(0, sum)
        };
        if summary.clues.len() != 82 || total(&summary.clues) != Some(summary.puzzles) {
            let reason = "there must be 82 numbers whose sum is the number of puzzles";
            return Err(("clues", reason));
        }
        let [none, one, more] = summary.solutions;
        let all = total(&[none, one, more, summary.invalid, summary.gave_up]);
        if all != Some(summary.puzzles) {
            let reason = "with the invalid and given up ones they must be all puzzles";
            return Err(("solutions", reason));
        }
        for (name, counts) in [
            ("levels", &summary.levels[..]),
            ("guesses", &summary.guesses),
        ] {
            if total(counts) != none.checked_add(one) {
                return Err((name, "they must be the puzzles with one solution or none"));
            }
        }
        if total(&summary.backdoors) != Some(one) || summary.minimal > one {
            return Err(("backdoors", "they must be the puzzles with one solution"));
        }
        if summary.engine_guesses.len() != self.engines.len() {
            return Err(("engine_guesses", "there must be one number an engine"));
        }
        Ok(())
    }
}

impl fmt::Display for Ratings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.summary)?;
        for (engine, guesses) in self.engines.iter().zip(&self.summary.engine_guesses) {
            writeln!(f, "guesses of {engine}: {guesses}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// Three puzzles.
    pub(crate) fn example() -> Ratings {
        let mut summary = RatingSummary {
            puzzles: 3,
            solutions: [0, 2, 1],
            levels: [1, 0, 0, 1],
            minimal: 1,
            backdoors: [1, 1, 0],
            engine_guesses: vec![9],
            ..RatingSummary::default()
        };
        (summary.clues[0], summary.clues[24], summary.clues[30]) = (1, 1, 1);
        (summary.guesses[0], summary.guesses[3]) = (1, 1);
        Ratings::new("three".to_owned(), 2, vec!["mrv".to_owned()], summary)
    }

    #[test]
    fn paper_keeps_a_summary() {
        let text = serde_json::to_string(&example()).unwrap();
        assert!(text.contains("\"puzzles\":3"), "{text}");
        let words = example().to_string();
        assert!(words.ends_with("\nguesses of mrv: 9\n"), "{words}");
        let again: Ratings = serde_json::from_str(&text).unwrap();
        assert_eq!(again, example());
        assert_eq!(again.check(), Ok(()));
    }

    #[test]
    fn fields_that_do_not_agree_are_named() {
        let fault = |change: fn(&mut Ratings)| {
            let mut ratings = example();
            change(&mut ratings);
            ratings.check().unwrap_err().0
        };
        assert_eq!(fault(|r| r.summary.puzzles = 4), "clues");
        assert_eq!(fault(|r| r.summary.clues.truncate(30)), "clues");
        assert_eq!(fault(|r| r.summary.clues[1] = u64::MAX), "clues");
        assert_eq!(fault(|r| r.summary.invalid = 1), "solutions");
        assert_eq!(fault(|r| r.summary.levels[0] = 7), "levels");
        assert_eq!(fault(|r| r.summary.guesses[0] = 7), "guesses");
        assert_eq!(fault(|r| r.summary.backdoors[2] = 7), "backdoors");
        assert_eq!(fault(|r| r.engines.clear()), "engine_guesses");
    }
}
